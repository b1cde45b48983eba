//! Parts of a trace that an engine may not be able to give. A part that is not there says why, in [`Trace::missing`].

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{PromptScore, Step, Timings, Trace};
use crate::token::{Row, TokenId};

/// A part that some engines give and others do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Of each step: the best logits, the others counted, and with them entropies and ranks.
    Rows,
    /// Of each step: log-probabilities of the chosen token and of the likeliest.
    Logprobs,
    PromptScores,
    Timings,
    /// The prompt pass timed by itself.
    Prefill,
    /// How long the model took to load.
    Loading,
    /// Numbers of the vocabulary. Without them the ids of a trace are its own, and say only which tokens are the same.
    Ids,
    /// The bytes of tokens that were likely and not chosen.
    Pieces,
}

/// A step of which everything is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WholeStep<'a> {
    pub chosen: TokenId,
    pub rank: u32,
    pub logprob: f64,
    pub entropy: f64,
    pub row: &'a Row,
}

impl<'a> WholeStep<'a> {
    fn of(step: &'a Step) -> Option<Self> {
        let (rank, logprob, entropy, row) = (step.rank?, step.logprob?, step.entropy?, step.row.as_ref()?);
        Some(Self { chosen: step.chosen, rank, logprob, entropy, row })
    }
}

/// That a part is not there, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the trace has no {part}: {reason}")]
pub struct Missing {
    pub part: Part,
    pub reason: String,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rows => "rows of logits",
            Self::Logprobs => "log-probabilities",
            Self::PromptScores => "scores of its prompt",
            Self::Timings => "timings",
            Self::Prefill => "time of its prompt pass",
            Self::Loading => "loading time",
            Self::Ids => "token ids",
            Self::Pieces => "pieces of tokens that were not chosen",
        })
    }
}

impl Part {
    pub const ALL: [Self; 8] = [
        Self::Rows,
        Self::Logprobs,
        Self::PromptScores,
        Self::Timings,
        Self::Prefill,
        Self::Loading,
        Self::Ids,
        Self::Pieces,
    ];

    /// What can be quoted of a run that has no such part, for a hint.
    pub fn values_without(self) -> &'static str {
        match self {
            Self::Rows => "probabilities and ranks of the tokens that are listed, texts, counts and times",
            Self::Logprobs | Self::Ids | Self::Pieces => "texts, counts and times",
            Self::PromptScores => "the prompt's tokens, and all values of the steps",
            Self::Timings => "tokens, counts and probabilities",
            Self::Prefill => "`ttft.ms`, `decode.ms` and `total.ms`",
            Self::Loading => "`ttft.ms` and `total.ms`, which have no loading in them",
        }
    }
}

impl Trace {
    /// Whether the run has a part, and if not, why.
    pub fn need(&self, part: Part) -> Result<(), Missing> {
        match self.missing.get(&part) {
            Some(reason) => Err(Missing { part, reason: reason.clone() }),
            None => Ok(()),
        }
    }

    /// For a part whose place is empty: the reason that was given.
    fn absent(&self, part: Part) -> Missing {
        let reason = self.missing.get(&part).cloned();
        Missing { part, reason: reason.unwrap_or_else(|| "it was not recorded".into()) }
    }

    /// The steps with the rows behind them.
    pub fn whole_steps(&self) -> Result<Vec<WholeStep<'_>>, Missing> {
        let steps: Option<Vec<WholeStep<'_>>> = self.steps.iter().map(WholeStep::of).collect();
        steps.ok_or_else(|| self.absent(Part::Rows))
    }

    pub fn prompt_scores(&self) -> Result<&[PromptScore], Missing> {
        self.prompt_scores.as_deref().ok_or_else(|| self.absent(Part::PromptScores))
    }

    pub fn timings(&self) -> Result<&Timings, Missing> {
        self.timings.as_ref().ok_or_else(|| self.absent(Part::Timings))
    }

    /// Every part is there, or is missing with a reason; never half of it, never both.
    pub(super) fn validate_missing(&self) -> Result<(), String> {
        for part in Part::ALL {
            let there = self.there(part);
            let (some, all) = (there.contains(&true), !there.contains(&false));
            match self.missing.get(&part) {
                Some(reason) if reason.trim().is_empty() => {
                    return Err(format!("it does not say why it has no {part}"));
                }
                Some(_) if some => return Err(format!("it has {part}, and says that it has none")),
                None if !all => return Err(format!("it has no {part}, and does not say why")),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether the part is there, at each place where it belongs. Nothing of ids and pieces, which a trace without the
    /// part may have all the same.
    fn there(&self, part: Part) -> Vec<bool> {
        let timings = self.timings.as_ref();
        match part {
            Part::Rows => self.steps.iter().map(|step| WholeStep::of(step).is_some()).collect(),
            Part::Logprobs => {
                self.steps.iter().map(|step| step.logprob.is_some() && !step.choices().is_empty()).collect()
            }
            Part::PromptScores => vec![self.prompt_scores.is_some()],
            Part::Timings => vec![timings.is_some()],
            Part::Prefill => {
                let runs = timings.map_or(&[][..], |timings| &timings.repeats).iter();
                runs.map(|run| run.prefill_ms.is_some()).collect()
            }
            Part::Loading => timings.map(|timings| timings.load_ms.is_some()).into_iter().collect(),
            Part::Ids | Part::Pieces => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::ValueError;
    use crate::trace::fixture::without;

    fn recorded() -> Trace {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/figures/content/inference/one-answer/runs/fox.json");
        serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
    }

    #[test]
    fn a_trace_without_a_part_says_why_and_survives_the_file() {
        for part in Part::ALL {
            let trace = without(&recorded(), part);
            trace.validate().unwrap();
            let text = crate::trace::to_json(&trace).unwrap();
            assert_eq!(serde_json::from_str::<Trace>(&text).unwrap(), trace, "{part}");
            let missing = trace.need(part).unwrap_err();
            assert_eq!(missing.to_string(), format!("the trace has no {part}: the server keeps it to itself"));
        }
        assert!(!crate::trace::to_json(&recorded()).unwrap().contains("missing"));
    }

    #[test]
    fn a_gap_without_a_reason_and_a_reason_without_a_gap_are_refused() {
        for part in Part::ALL.into_iter().filter(|part| ![Part::Ids, Part::Pieces].contains(part)) {
            let mut silent = without(&recorded(), part);
            silent.missing.clear();
            assert!(silent.validate().unwrap_err().contains("does not say why"), "{part}");
            let mut idle = recorded();
            idle.missing.insert(part, "lost".into());
            assert!(idle.validate().unwrap_err().contains("says that it has none"), "{part}");
            let mut empty = without(&recorded(), part);
            empty.missing.insert(part, " ".into());
            assert!(empty.validate().unwrap_err().contains("does not say why"), "{part}");
        }
    }

    #[test]
    fn values_of_a_part_that_is_missing_are_refused_with_the_reason() {
        for (part, path) in [
            (Part::Rows, "step.0.entropy"),
            (Part::Logprobs, "step.0.probability"),
            (Part::Logprobs, "step.0.candidate.1.probability"),
            (Part::PromptScores, "prompt.1.surprisal"),
            (Part::PromptScores, "score.perplexity"),
            (Part::Timings, "decode.ms"),
            (Part::Prefill, "prefill.ms"),
            (Part::Loading, "load.ms"),
            (Part::Ids, "prompt.0.id"),
            (Part::Pieces, "step.0.candidate.1.text"),
        ] {
            recorded().value(path).unwrap();
            let error = without(&recorded(), part).value(path).unwrap_err();
            assert!(matches!(&error, ValueError::Missing { missing, .. } if missing.part == part), "{path}: {error}");
            assert!(error.to_string().contains("the server keeps it to itself"), "{error}");
            assert!(!error.hint("fox").is_empty());
        }
        assert!(without(&recorded(), Part::Rows).value("step.0.candidate.4.probability").is_ok());
    }
}
