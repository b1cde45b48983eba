use super::KINDS;
use crate::trace::Missing;
use crate::vocabulary::VocabularyError;

/// Why a figure could not be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FigureError {
    /// Steps are counted from 0.
    #[error("the run `{run}` has no step {step}: it has {count}, counted from 0")]
    NoSuchStep { run: String, step: usize, count: usize },
    #[error("the run `{run}` keeps no row of its prompt: it needs `score: true`")]
    NotScored { run: String },
    #[error("the run `{run}` has no token after the first {given}, so there is nothing to score")]
    NothingScored { run: String, given: usize },
    #[error("the run `{run}` records no tree: it needs `branch: {{width: 3, depth: 3, tokens: 8}}`")]
    NotBranched { run: String },
    #[error("a beam of {beam} does not fit the run `{run}`, whose tree is {width} wide")]
    BeamTooWide { run: String, beam: usize, width: usize },
    /// A chart's path that leads nowhere.
    #[error("`{path}` is not a number of a run; {hint}")]
    NoSuchValue { path: String, hint: String },
    #[error("the runs `{first}` and `{other}` have different prompts, and the figure cuts one text")]
    DifferentTexts { first: String, other: String },
    #[error("the run `{run}` does not record the merges of that word: it needs `merges: {word:?}`")]
    NotMerged { run: String, word: String },
    /// What a run's engine did not give.
    #[error("of the run `{run}`, {missing}")]
    Lacking { run: String, missing: Missing },
    #[error(transparent)]
    Missing(#[from] Missing),
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
    #[error("the run `{run}` is not recorded")]
    NotRecorded { run: String },
}

impl FigureError {
    /// What would do in its place.
    pub fn hint(&self) -> Option<String> {
        let (Self::Lacking { missing, .. } | Self::Missing(missing)) = self else { return None };
        let others = KINDS.iter().filter(|kind| !kind.needs.contains(&missing.part));
        let others: Vec<String> = others.map(|kind| format!("`{}`", kind.name)).collect();
        Some(format!("Figures that do without: {}. Or give the run a `model` of another engine.", others.join(", ")))
    }
}
