//! Where a page's numbers come from: one sentence for all runs that were recorded alike, with what is known of them
//! behind it. A figure's badge leads there.

use serde::Serialize;

use super::badge::{Fact, run_facts, time_facts};
use super::{PageInput, escape};
use crate::lesson::Lesson;
use crate::trace::Trace;
use crate::words::{Value, Words};

/// Runs of one model, on one machine, on one day, measured alike.
#[derive(Serialize)]
pub struct Provenance {
    /// Its anchor on the lesson's page.
    pub id: String,
    #[serde(skip)]
    runs: Vec<String>,
    /// HTML: the names of the runs and the line.
    heading: String,
    pub line: String,
    facts: Vec<Fact>,
    times: Vec<Fact>,
}

/// All recorded runs of a lesson, those recorded alike together, in the order of their first names.
pub fn provenance(input: &PageInput, lesson: &Lesson) -> Vec<Provenance> {
    let mut groups: Vec<Provenance> = Vec::new();
    let traces = input.traces.get(&lesson.path).into_iter().flatten();
    for (run, trace) in traces.filter(|(run, _)| lesson.front.runs.contains_key(*run)) {
        let (line, facts) = (run_line(trace, input.words), run_facts(trace, input.words));
        match groups.iter_mut().find(|group| group.line == line && group.facts == facts) {
            Some(group) => group.runs.push(run.clone()),
            None => {
                let times = if trace.timings.is_some() { time_facts(input.words) } else { Vec::new() };
                let id = format!("provenance-{}", groups.len() + 1);
                groups.push(Provenance { id, runs: vec![run.clone()], heading: String::new(), line, facts, times });
            }
        }
    }
    for group in &mut groups {
        let names: Vec<String> = group.runs.iter().map(|run| format!("<code>{}</code>", escape::html(run))).collect();
        let names = Value::html(input.words.list(&names));
        let values = [("n", group.runs.len().into()), ("runs", names), ("line", (&group.line).into())];
        group.heading = input.words.html("runs-html", &values);
    }
    groups
}

/// The one that a run is in.
pub fn of_run(input: &PageInput, lesson: &Lesson, run: &str) -> Option<Provenance> {
    provenance(input, lesson).into_iter().find(|group| group.runs.iter().any(|other| other == run))
}

/// What ran where, and when.
fn run_line(trace: &Trace, words: &Words) -> String {
    words.text(
        "run-line",
        &[
            ("model", (&trace.model.name).into()),
            ("quantisation", (&trace.model.quantisation).into()),
            ("engine", (&trace.engine.name).into()),
            ("version", (&trace.engine.version).into()),
            ("cpu", (&trace.host.cpu).into()),
            ("date", trace.day(words).into()),
        ],
    )
}
