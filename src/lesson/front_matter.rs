use std::collections::BTreeMap;
use std::ops::Range;

use super::{Claim, Comparison, Experiment};
use crate::request::{BranchSpec, KvCache, Prompt, Sampling, Weights};

/// The YAML between the `---` lines.
#[derive(Clone, Debug)]
pub struct FrontMatter {
    pub title: String,
    /// Shown before the title and ordering the lessons of a module: `00.1`.
    pub number: String,
    pub question: String,
    /// What a reader can now explain, in one sentence; the page ends with it.
    pub summary: String,
    /// Glossary slugs, in the order they are shown.
    pub terms: Vec<String>,
    pub draft: bool,
    /// What a reader should bring.
    pub level: Option<Level>,
    /// Date of the last change of substance, for the feed: `2026-11-30`.
    pub updated: Option<jiff::civil::Date>,
    /// Those of experiments too, as `experiment.point`.
    pub runs: BTreeMap<String, RunRequest>,
    pub experiments: BTreeMap<String, Experiment>,
    /// What the prose relies on, by run.
    pub expect: BTreeMap<String, Expectation>,
    /// What it relies on that compares runs.
    pub holds: Vec<Claim>,
    pub places: FrontMatterPlaces,
}

/// What a reader should bring: nothing, the lessons before, or some knowledge of the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    Beginner,
    Intermediate,
    Advanced,
}

impl Level {
    pub(super) const NAMED: [(&'static str, Self); 3] =
        [("beginner", Self::Beginner), ("intermediate", Self::Intermediate), ("advanced", Self::Advanced)];

    /// The id of its word in the catalogue.
    pub fn word(self) -> &'static str {
        match self {
            Self::Beginner => "level-beginner",
            Self::Intermediate => "level-intermediate",
            Self::Advanced => "level-advanced",
        }
    }
}

/// Where parts of the front matter stand that are checked against other files.
#[derive(Clone, Debug, Default)]
pub struct FrontMatterPlaces {
    pub number: Range<usize>,
    /// One for each of `terms`.
    pub terms: Vec<Range<usize>>,
}

/// A run as the lesson asks for it; what is `None` comes from the site.
#[derive(Clone, Debug)]
pub struct RunRequest {
    /// Where the run stands in the lesson's source.
    pub span: Range<usize>,
    pub prompt: Prompt,
    pub model: Option<String>,
    pub max_tokens: u32,
    pub sampling: Sampling,
    pub stop: Vec<String>,
    pub weights: Option<Weights>,
    pub kv_cache: KvCache,
    pub repeat: Option<u32>,
    pub score: bool,
    pub branch: Option<BranchSpec>,
    pub merges: Option<String>,
    pub first_tokens: Option<u32>,
    pub threads: Option<u32>,
}

/// The build fails when the run no longer shows this.
#[derive(Clone, Debug)]
pub struct Expectation {
    pub span: Range<usize>,
    /// `eos`, `stop` or `length`.
    pub finish: Option<String>,
    /// The generated text, exactly.
    pub text: Option<String>,
    /// The generated text starts with this.
    pub starts_with: Option<String>,
    /// The generated text contains this.
    pub contains: Option<String>,
    /// Number of generated tokens.
    pub tokens: Option<u32>,
    /// Comparisons over values of the run, such as `prefill.tokens == 4` or `step.0.probability > 0.5`.
    pub holds: Vec<Comparison>,
}
