use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::read_experiment::read_experiments;
use super::read_run::read_run;
use super::{Claim, Comparison, Expectation, FrontMatter, FrontMatterPlaces, Level};
use crate::diagnostic::{Complaints, suggestion};
use crate::number::{is_known, is_run_name};
use crate::request::canonical_text;
use crate::yaml::{Entry, Fields, Node};

/// Reads the front matter. What is missing or wrong is complained about and left empty, so that the rest of the lesson
/// is still looked at.
pub(super) fn read_front(node: &Node, opening: Range<usize>, complaints: &Complaints) -> Option<FrontMatter> {
    let fields = Fields::of(node, "the front matter", complaints)?.missing_at(opening);
    let text = |key, hint| one_line(&fields, key, hint);
    let title = text("title", "Add `title: …`, the lesson's name.");
    let number =
        text("number", "Add `number: \"00.1\"`; it stands before the title and orders the lessons of a module.");
    let question = text("question", "Add `question: …`, what the lesson answers.");
    let summary = text("summary", "Add `summary: …`, what a reader can now explain, in one sentence.");
    let places = FrontMatterPlaces {
        number: fields.node("number").map(|node| node.span.clone()).unwrap_or(fields.at()),
        terms: Vec::new(),
    };
    if !number.is_empty() && number_parts(&number).is_none() {
        let message = format!("`number` must be digits and dots, such as `00.1`, and this is `{number}`");
        complaints.error("number", places.number.clone(), message, "");
    }
    let (terms, term_places) = read_terms(&fields);
    let mut runs = read_runs(&fields);
    let experiments = read_experiments(&fields, &mut runs);
    let expect = read_expectations(&fields, &runs);
    let holds = read_claims(&fields, &runs);
    let front = FrontMatter {
        title,
        number,
        question,
        summary,
        terms,
        draft: fields.boolean("draft").unwrap_or(false),
        level: fields.choice("level", &Level::NAMED),
        updated: read_date(&fields),
        runs,
        experiments,
        expect,
        holds,
        places: FrontMatterPlaces { terms: term_places, ..places },
    };
    fields.finish();
    Some(front)
}

/// A text that is shown on one line, in titles, feeds and cards too.
fn one_line(fields: &Fields, key: &'static str, hint: &str) -> String {
    let text = fields.required_text(key, hint).unwrap_or_default();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.contains(char::is_control) {
        let span = fields.node(key).map(|node| node.span.clone()).unwrap_or(fields.at());
        let message = format!("`{key}` contains a control character");
        fields.complaints.error("control-character", span, message, "Remove it.");
    }
    line
}

/// The names of all runs, those that could not be read too.
pub(super) fn run_names(node: &Node) -> BTreeSet<String> {
    let names = |node: &Node| match &node.value {
        crate::yaml::Value::Map(entries) => entries.iter().map(|entry| entry.key.clone()).collect(),
        _ => BTreeSet::new(),
    };
    match &node.value {
        crate::yaml::Value::Map(entries) => {
            entries.iter().find(|entry| entry.key == "runs").map(|entry| names(&entry.value)).unwrap_or_default()
        }
        _ => BTreeSet::new(),
    }
}

/// The parts of a lesson's number, which order lessons: `00.10` comes after `00.2`.
pub(crate) fn number_parts(number: &str) -> Option<Vec<u64>> {
    number
        .split('.')
        .map(|part| if part.bytes().all(|b| b.is_ascii_digit()) { part.parse().ok() } else { None })
        .collect()
}

fn read_terms(fields: &Fields) -> (Vec<String>, Vec<Range<usize>>) {
    let mut terms = Vec::new();
    let mut places = Vec::new();
    for (term, node) in fields.texts("terms") {
        if terms.iter().any(|known| known == term) {
            let message = format!("the term `{term}` is listed twice");
            fields.complaints.error("duplicate-term", node.span.clone(), message, "Keep one of them.");
            continue;
        }
        terms.push(term.to_owned());
        places.push(node.span.clone());
    }
    (terms, places)
}

fn read_date(fields: &Fields) -> Option<jiff::civil::Date> {
    const LENGTH: usize = "2026-11-30".len();
    let text = fields.text("updated")?;
    let date = if text.len() == LENGTH { text.parse().ok() } else { None };
    if date.is_none() {
        let span = fields.node("updated").map(|node| node.span.clone()).unwrap_or(fields.at());
        let message = format!("`updated` must be a date, and this is `{text}`");
        fields.complaints.error("date", span, message, "Write year, month and day: `updated: 2026-11-30`.");
    }
    date
}

fn read_runs(fields: &Fields) -> BTreeMap<String, super::RunRequest> {
    let mut runs = BTreeMap::new();
    for Entry { key, key_span, value } in fields.entries("runs") {
        if !is_run_name(key) {
            let message = format!("`{key}` cannot name a run");
            let hint = "A run's name is a lower-case letter, then lower-case letters, digits and hyphens.";
            fields.complaints.error("run-name", key_span.clone(), message, hint);
        }
        if let Some(run) = read_run(key, key_span.clone(), value, fields.complaints) {
            runs.insert(key.clone(), run);
        }
    }
    runs
}

fn read_expectations(fields: &Fields, runs: &BTreeMap<String, super::RunRequest>) -> BTreeMap<String, Expectation> {
    let written = fields.entries("runs").iter().map(|entry| entry.key.as_str());
    let names: Vec<&str> = written.chain(runs.keys().map(String::as_str)).collect();
    let mut expect = BTreeMap::new();
    for Entry { key, key_span, value } in fields.entries("expect") {
        if !names.contains(&key.as_str()) {
            let message = format!("`expect` names a run `{key}` that is not in `runs`");
            fields.complaints.error("unknown-run", key_span.clone(), message, suggestion(key, names.iter().copied()));
        }
        let what = format!("what is expected of `{key}`");
        let Some(inner) = Fields::of(value, what, fields.complaints) else { continue };
        let text = |key| inner.text(key).map(canonical_text);
        let finishes = [("eos", "eos"), ("stop", "stop"), ("length", "length")];
        let expectation = Expectation {
            span: key_span.start..value.span.end.max(key_span.end),
            finish: inner.choice("finish", &finishes).map(str::to_owned),
            text: text("text"),
            starts_with: text("starts_with"),
            contains: text("contains"),
            tokens: inner.integer("tokens", 0..=4096),
            holds: read_comparisons(&inner),
        };
        inner.finish();
        expect.insert(key.clone(), expectation);
    }
    expect
}

fn read_comparisons(fields: &Fields) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for (text, node) in fields.texts("holds") {
        match Comparison::parse(text, node.span.clone()) {
            Ok(comparison) => comparisons.push(comparison),
            Err(why) => {
                let hint = "Write the path of a value, an operator and a number: `prefill.tokens == 4`.";
                let message = format!("`{text}` is not a comparison: {why}");
                fields.complaints.error("comparison", node.span.clone(), message, hint);
            }
        }
    }
    comparisons
}

/// `holds`: what compares values of runs with each other.
fn read_claims(fields: &Fields, runs: &BTreeMap<String, super::RunRequest>) -> Vec<Claim> {
    let written = fields.entries("runs").iter().map(|entry| entry.key.clone());
    let known: BTreeSet<String> = written.chain(runs.keys().cloned()).collect();
    let mut claims = Vec::new();
    for (text, node) in fields.texts("holds") {
        match Claim::parse(text, node.span.clone()) {
            Ok(claim) => {
                for run in claim.runs().filter(|run| !is_known(run, &known)) {
                    let hint = suggestion(run, known.iter().map(String::as_str));
                    let message = format!("there is no run `{run}`");
                    fields.complaints.error("unknown-run", node.span.clone(), message, hint);
                }
                claims.push(claim);
            }
            Err(why) => {
                let hint =
                    "Write two values of runs with an operator between them: `again.decode.ms > kept.decode.ms`.";
                let message = format!("`{text}` is not a comparison: {why}");
                fields.complaints.error("comparison", node.span.clone(), message, hint);
            }
        }
    }
    claims
}
