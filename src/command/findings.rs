use super::output::Output;
use crate::diagnostic::Diagnostic;
use crate::exit_code::ExitCode;

/// What is wrong with a site, gathered from all stations and said in one go.
#[derive(Debug, Default)]
pub struct Findings {
    content: Vec<Diagnostic>,
    /// Runs that no recorded trace answers, and that may not be recorded now.
    runs: Vec<Diagnostic>,
}

impl Findings {
    pub fn add(&mut self, complaints: impl IntoIterator<Item = Diagnostic>) {
        self.content.extend(complaints);
    }

    pub fn add_runs(&mut self, complaints: impl IntoIterator<Item = Diagnostic>) {
        self.runs.extend(complaints);
    }

    /// The content is wrong; runs are not looked at.
    pub fn has_errors(&self) -> bool {
        self.content.iter().any(Diagnostic::is_error)
    }

    pub fn all(&self) -> Vec<Diagnostic> {
        self.content.iter().chain(&self.runs).cloned().collect()
    }

    /// Shows everything, and gives what follows from it.
    pub fn say(&self, output: &Output) -> ExitCode {
        output.diagnostics(&self.all());
        match (self.has_errors(), self.runs.is_empty()) {
            (true, _) => ExitCode::Content,
            (false, false) => ExitCode::Stale,
            (false, true) => ExitCode::Done,
        }
    }
}
