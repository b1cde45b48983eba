//! Shows on standard error how far a fetch is: a bar where that is a terminal, a line per source otherwise.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

use crate::command::output::Output;
use crate::model::FetchEvent;

pub struct FetchBar<'a> {
    output: &'a Output,
    bar: ProgressBar,
    terminal: bool,
}

impl<'a> FetchBar<'a> {
    pub fn new(output: &'a Output) -> Self {
        Self { output, bar: ProgressBar::hidden(), terminal: std::io::stderr().is_terminal() }
    }

    pub fn show(&mut self, event: &FetchEvent<'_>) {
        match event {
            FetchEvent::Waiting => self.line("another process is fetching this model; waiting for it"),
            FetchEvent::Verifying { done, total } => self.bytes("checking", *done, *total),
            FetchEvent::Trying { source } => self.line(&format!("fetching from {source}")),
            FetchEvent::Bytes { done, total } => self.bytes("fetching", *done, *total),
            FetchEvent::Failed { why, .. } => self.line(&format!("  that failed: {why}")),
        }
    }

    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn line(&mut self, words: &str) {
        self.finish();
        self.bar = ProgressBar::hidden();
        self.output.line(words);
    }

    fn bytes(&mut self, what: &'static str, done: u64, total: u64) {
        if !self.terminal {
            return;
        }
        if self.bar.is_hidden() || self.bar.message() != what {
            self.finish();
            self.bar = ProgressBar::new(total).with_message(what);
            let template = "{msg} {bar:30} {bytes} of {total_bytes}, {binary_bytes_per_sec}, {eta} left";
            if let Ok(style) = ProgressStyle::with_template(template) {
                self.bar.set_style(style);
            }
        }
        self.bar.set_position(done);
    }
}
