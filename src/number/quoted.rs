use std::collections::BTreeSet;

use super::split_value_path;
use crate::diagnostic::suggestion;
use crate::yaml::{Fields, Value};

/// A number that an author wrote down or took from a run.
#[derive(Clone, Debug)]
pub enum Quoted {
    /// As the author wrote it.
    Given(f64),
    /// Path of a value of a run: `fox.decode.ms`.
    Path(String),
}

impl Quoted {
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Path(path) => Some(path),
            Self::Given(_) => None,
        }
    }
}

/// A number, or `=run.path`. `runs`: those of the lesson.
pub fn read_quoted(fields: &Fields, key: &'static str, hint: &str, runs: &BTreeSet<String>) -> Option<Quoted> {
    let node = fields.required(key, hint)?;
    let complaints = fields.complaints;
    let wrong = |message: String| {
        complaints.error("value", node.head(complaints.source()), message, hint);
        None
    };
    match &node.value {
        Value::Integer(value) => Some(Quoted::Given(*value as f64)),
        Value::Float(value) if value.is_finite() => Some(Quoted::Given(*value)),
        Value::Text(text) => {
            let path = text.trim().strip_prefix('=').map(str::trim);
            match path.and_then(|path| Some((path, split_value_path(path)?.0))) {
                Some((path, run)) => {
                    if !runs.contains(run) {
                        let hint = suggestion(run, runs.iter().map(String::as_str));
                        let message = format!("there is no run `{run}`");
                        complaints.error("unknown-run", node.span.clone(), message, hint);
                    }
                    Some(Quoted::Path(path.to_owned()))
                }
                None => wrong(format!("`{key}` must be a number or `=run.path`, and this is `{text}`")),
            }
        }
        _ => wrong(format!("`{key}` must be a number or `=run.path`, and this is {}", node.kind())),
    }
}
