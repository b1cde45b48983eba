use std::collections::BTreeSet;
use std::ops::Range;

use crate::diagnostic::{Complaints, suggestion};
use crate::yaml::Fields;

/// Complains where `name` is none of the lesson's `runs`.
pub fn known_run(name: &str, span: Range<usize>, runs: &BTreeSet<String>, complaints: &Complaints) {
    if runs.contains(name) {
        return;
    }
    let hint = match suggestion(name, runs.iter().map(String::as_str)) {
        hint if hint.is_empty() => "Add it to `runs` in the front matter.".to_owned(),
        hint => hint,
    };
    complaints.error("unknown-run", span, format!("there is no run `{name}`"), hint);
}

/// The name under `key`, of a run of the lesson.
pub fn read_run(fields: &Fields, key: &'static str, required: bool, runs: &BTreeSet<String>) -> Option<String> {
    if required {
        fields.required(key, "Add `run: …`, the name of a run in the front matter.")?;
    }
    let name = fields.text(key)?;
    let span = fields.node(key).map(|node| node.span.clone()).unwrap_or(fields.at());
    known_run(name, span, runs, fields.complaints);
    Some(name.to_owned())
}

/// The names under `runs`, each of a run of the lesson.
pub fn read_runs(fields: &Fields, runs: &BTreeSet<String>) -> Vec<String> {
    let names = fields.texts("runs");
    for (name, node) in &names {
        known_run(name, node.span.clone(), runs, fields.complaints);
    }
    names.into_iter().map(|(name, _)| name.to_owned()).collect()
}
