//! What several kinds ask of the names of runs.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::key::RUN;
use super::kind::Named;
use super::{Drawing, Figure, FigureError, Frame};
use crate::number::{read_run, read_runs};
use crate::yaml::Fields;

/// Draws a run.
type Draw = fn(Named, &Frame) -> Result<Drawing, FigureError>;

/// A figure whose one key is its run.
#[derive(Debug)]
struct OneRun {
    run: String,
    draw: Draw,
}

impl Figure for OneRun {
    fn runs(&self) -> Vec<&str> {
        vec![&self.run]
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        (self.draw)(frame.named(&self.run)?, frame)
    }
}

/// Reads a kind whose one key is [`RUN`].
pub(super) fn one_run(fields: &Fields, runs: &BTreeSet<String>, draw: Draw) -> Option<Arc<dyn Figure>> {
    Some(Arc::new(OneRun { run: read_run(fields, RUN.name, true, runs)?, draw }))
}

/// The run under `run`, or those under `runs` in its place.
pub(super) fn run_or_runs(fields: &Fields, runs: &BTreeSet<String>) -> Option<Vec<String>> {
    let Some(span) = fields.key_span("runs").filter(|_| fields.has("runs")) else {
        return read_run(fields, RUN.name, true, runs).map(|run| vec![run]);
    };
    if let Some(span) = fields.key_span(RUN.name) {
        fields.complaints.error("two-runs", span, "the figure has both `run` and `runs`", "Keep one of them.");
    }
    let names = read_runs(fields, runs);
    if names.is_empty() {
        let hint = "Name at least one run of the front matter.";
        fields.complaints.error("missing-key", span, "`runs` is empty", hint);
        return None;
    }
    Some(names)
}

/// Each name once, in the order of their first places.
pub(super) fn each_once(names: &[String]) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    names.iter().map(String::as_str).filter(|name| seen.insert(*name)).collect()
}

/// `a`, `a and b`, `a, b and c`
pub fn listed(names: &[String]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}
