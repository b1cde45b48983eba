use std::collections::BTreeSet;

use super::Expression;
use crate::diagnostic::suggestion;
use crate::yaml::{Fields, Node, Value};

/// A number that an author wrote down or took from runs.
#[derive(Clone, Debug)]
pub enum Quoted {
    /// As the author wrote it.
    Given(f64),
    /// `fox.decode.ms`, or arithmetic over such paths.
    Of(Expression),
}

impl Quoted {
    pub fn expression(&self) -> Option<&Expression> {
        match self {
            Self::Of(expression) => Some(expression),
            Self::Given(_) => None,
        }
    }
}

/// A number, or `=run.path` and what can be worked out of such paths. `runs`: those of the lesson.
pub fn read_quoted(fields: &Fields, key: &'static str, hint: &str, runs: &BTreeSet<String>) -> Option<Quoted> {
    let node = fields.required(key, hint)?;
    match &node.value {
        Value::Integer(value) => Some(Quoted::Given(*value as f64)),
        Value::Float(value) if value.is_finite() => Some(Quoted::Given(*value)),
        Value::Text(text) if text.trim().starts_with('=') => read_expression(fields, key, node, runs).map(Quoted::Of),
        Value::Text(text) => {
            let message = format!("`{key}` must be a number or `=run.path`, and this is `{text}`");
            fields.complaints.error("value", node.head(fields.source()), message, hint);
            None
        }
        _ => {
            let message = format!("`{key}` must be a number or `=run.path`, and this is {}", node.kind());
            fields.complaints.error("value", node.head(fields.source()), message, hint);
            None
        }
    }
}

/// What stands after the `=` of a text, where each run that it names is one of `runs`.
pub fn read_expression(fields: &Fields, key: &'static str, node: &Node, runs: &BTreeSet<String>) -> Option<Expression> {
    let text = node.text()?.trim();
    let Some(written) = text.strip_prefix('=') else {
        let message = format!("`{key}` must begin with `=`, and this is `{text}`");
        fields.complaints.error("value", node.head(fields.source()), message, "Write `=run.path`.");
        return None;
    };
    match Expression::parse(written) {
        Ok(expression) => {
            for run in expression.runs().filter(|run| !is_known(run, runs)) {
                let hint = suggestion(run, runs.iter().map(String::as_str));
                fields.complaints.error("unknown-run", node.span.clone(), format!("there is no run `{run}`"), hint);
            }
            Some(expression)
        }
        Err(why) => {
            let message = format!("`{key}` is no value of a run: {why}");
            let hint = "Write `=run.path`, or arithmetic over such paths: `=again.decode.ms / kept.decode.ms`.";
            fields.complaints.error("value", node.head(fields.source()), message, hint);
            None
        }
    }
}

/// Whether a lesson has that run, or any of an experiment where it is `experiment.*`.
pub fn is_known(run: &str, runs: &BTreeSet<String>) -> bool {
    match run.strip_suffix('*') {
        Some(experiment) => runs.iter().any(|known| known.starts_with(experiment)),
        None => runs.contains(run),
    }
}
