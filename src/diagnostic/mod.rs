//! One value for every complaint about a person's input: what is wrong, where, and what to do about it.
//! Comes in: spans of source files. Goes out: a [`Diagnostic`]. Who prints it, and how, is `report`'s business.

mod complaints;
mod excerpt;
pub mod report;
mod similar;
mod source;

pub use complaints::Complaints;
pub use excerpt::Excerpt;
pub use similar::{nearest, suggestion};
pub use source::{LineColumn, Source};

use std::ops::Range;
use std::sync::Arc;

/// How bad it is. An error fails the build; a warning is shown and the build goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

/// A byte range in a source file.
#[derive(Clone, Debug)]
pub struct Location {
    pub source: Arc<Source>,
    /// Byte offsets into `source.text`.
    pub span: Range<usize>,
}

impl Location {
    pub fn new(source: &Arc<Source>, span: Range<usize>) -> Self {
        Self { source: source.clone(), span }
    }

    /// Line and column of the start of the span, both counted from 1; the column counts characters.
    pub fn start(&self) -> LineColumn {
        self.source.line_column(self.span.start)
    }
}

/// One complaint.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// Stable kebab-case name of the kind of complaint, for `--message-format json` and for searching the docs.
    pub code: &'static str,
    pub message: String,
    pub location: Option<Location>,
    /// What to do about it, in whole sentences.
    pub hints: Vec<String>,
}

impl Diagnostic {
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Error, code, message: message.into(), location: None, hints: Vec::new() }
    }

    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    #[must_use]
    pub fn at(mut self, source: &Arc<Source>, span: Range<usize>) -> Self {
        self.location = Some(Location::new(source, span));
        self
    }

    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
