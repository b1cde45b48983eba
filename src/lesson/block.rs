use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::Item;
use crate::figure::{self, Drawn, Figure, FigureError, Kind};
use crate::number::{Citation, NumberKind, Quoted};
use crate::trace::Trace;
use crate::words::Words;

/// A fenced block whose first word is one of ours. Text fields are inline Markdown, so they may hold inline values.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "blocks are boxed where they are kept")]
pub enum Block {
    Figure(FigureBlock),
    Benchmark(BenchmarkBlock),
    Directions(DirectionsBlock),
    Quiz(QuizBlock),
}

#[derive(Clone, Debug)]
pub struct FigureBlock {
    pub kind: &'static Kind,
    /// Anchor of the figure, unique in the lesson: `id:` where given, else the name of its first run where that is free,
    /// else `run-kind`.
    pub id: String,
    pub caption: Vec<Item>,
    /// `caption` as plain text, without its inline values, which only a trace knows.
    pub caption_text: String,
    /// What the kind makes of its own keys.
    pub figure: Arc<dyn Figure>,
}

impl FigureBlock {
    /// The run behind its badge; `None` for numbers that are of none.
    pub fn run(&self) -> Option<&str> {
        self.figure.runs().first().copied()
    }

    /// `runs`: the lesson's recorded runs. Equal input gives equal bytes.
    pub fn draw(&self, runs: &BTreeMap<String, Trace>, words: &Words) -> Result<Drawn, FigureError> {
        figure::draw(self.kind, self.figure.as_ref(), &self.id, &self.caption_text, runs, words)
    }
}

/// Numbers with their conditions, what they show and what they do not.
#[derive(Clone, Debug)]
pub struct BenchmarkBlock {
    pub id: String,
    pub title: Vec<Item>,
    pub kind: NumberKind,
    pub metric: String,
    pub unit: String,
    pub rows: Vec<BenchmarkRow>,
    /// Name and value, in the author's order: `Model`, `Hardware`, …
    pub conditions: Vec<(String, Vec<Item>)>,
    pub shows: Vec<Item>,
    pub does_not_prove: Vec<Item>,
    /// Always there for a cited card.
    pub source: Option<Citation>,
    /// The run that a measured card's conditions come from.
    pub run: Option<String>,
}

#[derive(Clone, Debug)]
pub struct BenchmarkRow {
    pub label: String,
    pub value: Quoted,
    pub span: Range<usize>,
}

/// How the numbers usually move.
#[derive(Clone, Debug)]
pub struct DirectionsBlock {
    pub directions: Vec<Direction>,
}

#[derive(Clone, Debug)]
pub struct Direction {
    /// What is measured: `Time to first token`.
    pub measure: Vec<Item>,
    pub moves: Movement,
    /// What is changed: `the prompt gets longer`.
    pub when: Vec<Item>,
    pub why: Vec<Item>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Movement {
    Up,
    Down,
    Flat,
}

#[derive(Clone, Debug)]
pub struct QuizBlock {
    pub id: String,
    pub questions: Vec<Question>,
}

#[derive(Clone, Debug)]
pub struct Question {
    /// Unique in the lesson.
    pub id: String,
    pub ask: Vec<Item>,
    pub kind: QuestionKind,
    /// Shown with the answer, right or wrong.
    pub explain: Vec<Item>,
    pub span: Range<usize>,
}

#[derive(Clone, Debug)]
pub enum QuestionKind {
    /// Exactly one choice is right.
    Single(Vec<Choice>),
    /// Any number of choices is right.
    Several(Vec<Choice>),
    /// A number, right within `tolerance` either way.
    Number { answer: Quoted, tolerance: f64, unit: Option<String> },
    /// Which token the run chose at `step`; the choices are the likeliest `choices` tokens and the answer is taken from the
    /// trace.
    NextToken { run: String, step: usize, choices: usize },
}

#[derive(Clone, Debug)]
pub struct Choice {
    pub text: Vec<Item>,
    pub right: bool,
    /// Why a wrong choice is wrong (required for those), or a remark on a right one.
    pub because: Vec<Item>,
}
