//! What several kinds ask of the names of runs.

use std::collections::BTreeSet;

use super::key::RUN;
use crate::number::{read_run, read_runs};
use crate::yaml::Fields;

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
