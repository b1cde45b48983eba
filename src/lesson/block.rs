use std::ops::Range;

use super::{Chart, Item};
use crate::vocabulary::Vocabulary;

/// A fenced block whose first word is one of ours. Text fields are inline Markdown, so they may hold inline values.
#[derive(Clone, Debug)]
pub enum Block {
    Figure(FigureBlock),
    Benchmark(BenchmarkBlock),
    Directions(DirectionsBlock),
    Quiz(QuizBlock),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FigureKind {
    DecodeLoop,
    Tokens,
    Logits,
    Timeline,
    Surprise,
    Tree,
    Sampler,
    Compare,
    Chart,
    KvCache,
    Tokenizers,
}

#[derive(Clone, Debug)]
pub struct FigureBlock {
    pub kind: FigureKind,
    /// Anchor of the figure, unique in the lesson: `id:` where given, else the run's name where that is free, else
    /// `run-kind`.
    pub id: String,
    /// The first of `runs`; empty for a chart of written numbers.
    pub run: String,
    /// All runs that it shows, in the author's order; more than one for `surprise`, `compare` and `tokenizers` only, none for a chart.
    pub runs: Vec<String>,
    /// For `chart`: what is plotted.
    pub chart: Option<Box<Chart>>,
    pub caption: Vec<Item>,
    /// `caption` as plain text, without its inline values, which only a trace knows.
    pub caption_text: String,
    /// For `logits` and `sampler`: which generated token, counted from 0.
    pub step: usize,
    /// How many candidates are listed.
    pub candidates: usize,
    /// For `decode-loop`: each choice is hidden until the reader has made one.
    pub predict: bool,
    /// For `surprise`: how many of the first tokens are not scored; otherwise those that all runs share.
    pub given: Option<usize>,
    /// For `tree`: how many paths its beam search keeps.
    pub beam: Option<usize>,
    /// For `tokenizers`: what else cuts the text.
    pub vocabularies: Vec<Vocabulary>,
    /// For `tokenizers`: the word whose merges are shown in place of the text.
    pub merges: Option<String>,
}

/// What kind of number a reader sees; every one carries the badge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberKind {
    /// From a recorded run.
    Measured,
    /// Arithmetic on measured or metadata values.
    Derived,
    /// Someone else's result.
    Cited,
    /// Made up to explain, and said to be.
    Illustrative,
}

impl NumberKind {
    /// As an author writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Derived => "derived",
            Self::Cited => "cited",
            Self::Illustrative => "illustrative",
        }
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
    pub value: BenchmarkValue,
    pub span: Range<usize>,
}

#[derive(Clone, Debug)]
pub enum BenchmarkValue {
    /// A cited or illustrative number, as the author wrote it.
    Given(f64),
    /// Path of a value of a run: `fox.decode.ms`.
    Path(String),
}

#[derive(Clone, Debug)]
pub struct Citation {
    pub title: String,
    pub url: String,
    pub publisher: Option<String>,
    pub date: Option<String>,
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
    Number { answer: BenchmarkValue, tolerance: f64, unit: Option<String> },
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
