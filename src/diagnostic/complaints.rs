use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use super::{Diagnostic, Source};

/// Collects the complaints about one file, so that readers of its parts can complain without passing a list around.
#[derive(Debug)]
pub struct Complaints {
    source: Arc<Source>,
    list: RefCell<Vec<Diagnostic>>,
}

impl Complaints {
    pub fn about(source: &Arc<Source>) -> Self {
        Self { source: source.clone(), list: RefCell::default() }
    }

    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    pub fn push(&self, diagnostic: Diagnostic) {
        self.list.borrow_mut().push(diagnostic);
    }

    /// `hint` may be empty: then there is none.
    pub fn error(&self, code: &'static str, span: Range<usize>, message: impl Into<String>, hint: impl Into<String>) {
        self.add(Diagnostic::error(code, message), span, hint.into());
    }

    /// `hint` may be empty: then there is none.
    pub fn warning(&self, code: &'static str, span: Range<usize>, message: impl Into<String>, hint: impl Into<String>) {
        self.add(Diagnostic::warning(code, message), span, hint.into());
    }

    fn add(&self, diagnostic: Diagnostic, span: Range<usize>, hint: String) {
        let diagnostic = diagnostic.at(&self.source, span);
        self.push(if hint.is_empty() { diagnostic } else { diagnostic.hint(hint) });
    }

    pub fn into_list(self) -> Vec<Diagnostic> {
        self.list.into_inner()
    }
}
