use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{IsTerminal, Write};

use super::MessageFormat;
use crate::diagnostic::{Diagnostic, report};

/// What people see: everything of it goes to standard error; a progress line is redrawn where that is a terminal.
pub struct Output {
    format: MessageFormat,
    terminal: bool,
}

impl Output {
    pub fn new(format: MessageFormat) -> Self {
        Self { format, terminal: std::io::stderr().is_terminal() }
    }

    /// One line. A terminal that is gone is no reason to stop a build.
    pub fn line(&self, text: &str) {
        let _ = match self.format {
            MessageFormat::Json => writeln!(std::io::stderr(), "{}", report::note(text)),
            MessageFormat::Human | MessageFormat::Short => writeln!(std::io::stderr(), "{text}"),
        };
    }

    /// A failure that is not about a place in the content.
    pub fn error(&self, text: &str) {
        match self.format {
            MessageFormat::Json => drop(self.diagnostics(&[Diagnostic::error("failed", text)])),
            MessageFormat::Human | MessageFormat::Short => self.line(&format!("error: {text}")),
        }
    }

    /// All complaints in one go, each once, and how many there are. True where one of them is an error.
    pub fn diagnostics(&self, diagnostics: &[Diagnostic]) -> bool {
        let format = match self.format {
            MessageFormat::Human => report::Format::Human { colour: self.terminal },
            MessageFormat::Short => report::Format::Short,
            MessageFormat::Json => report::Format::Json,
        };
        let _ = write!(std::io::stderr(), "{}", report::render(diagnostics, format));
        diagnostics.iter().any(Diagnostic::is_error)
    }

    /// A line that is redrawn while something runs. Nothing is drawn where standard error is not a terminal.
    pub fn progress(&self) -> ProgressBar {
        let target = if self.terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(std::time::Duration::from_millis(120));
        bar
    }
}
