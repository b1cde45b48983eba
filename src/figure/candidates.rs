//! The likeliest next tokens of one step, with the chosen one among them, and the rest of the vocabulary as one.

use super::FigureError;
use super::token_label::Label;
use crate::token::TokenId;
use crate::trace::Trace;
use crate::words::Words;

pub(super) struct Candidate {
    pub(super) id: TokenId,
    pub(super) label: Label,
    pub(super) control: bool,
    /// At temperature 1, before any filter.
    pub(super) probability: f64,
    /// `None` where the chosen token is not among the logits that the trace lists.
    pub(super) logit: Option<f64>,
    /// 1 is the likeliest; `None` where the engine does not say it of the chosen token.
    pub(super) rank: Option<usize>,
    pub(super) chosen: bool,
}

pub(super) struct Candidates {
    pub(super) listed: Vec<Candidate>,
    /// How many tokens are not listed, and their probability together.
    pub(super) rest: u64,
    pub(super) rest_probability: f64,
}

impl Candidates {
    /// The `count` likeliest tokens of step `index` (counted from 0). A chosen token of a lower rank takes the last
    /// place. `None` where the run has no such step.
    pub(super) fn of(trace: &Trace, index: usize, count: usize) -> Option<Self> {
        let (step, token) = (trace.steps.get(index)?, trace.generated.get(index)?);
        let choices = step.choices();
        let candidate = |at: usize| {
            let (id, logprob) = choices.get(at).copied()?;
            Some(Candidate {
                id,
                label: Label::new(trace.piece(id).map(|piece| piece.bytes()).unwrap_or_default()),
                control: trace.is_control(id),
                probability: logprob.exp(),
                logit: step.row.as_ref().and_then(|row| row.logits.get(at).copied()),
                rank: Some(at + 1),
                chosen: id == step.chosen,
            })
        };
        let count = count.clamp(1, choices.len().max(1));
        let chosen = choices.iter().position(|(id, _)| *id == step.chosen);
        let likeliest = if chosen.is_some_and(|at| at < count) { count } else { count - 1 };
        let mut all: Vec<Candidate> = (0..likeliest).filter_map(candidate).collect();
        match chosen {
            Some(at) if at < count => {}
            Some(at) => all.extend(candidate(at)),
            None => all.push(Candidate {
                id: step.chosen,
                label: Label::new(token.piece.bytes()),
                control: token.control,
                probability: step.probability()?,
                logit: None,
                rank: step.rank.map(|rank| rank as usize),
                chosen: true,
            }),
        }
        let shown: f64 = all.iter().map(|candidate| candidate.probability).sum();
        let rest = u64::from(trace.model.vocabulary).saturating_sub(all.len() as u64);
        let rest_probability = if rest == 0 { 0.0 } else { (1.0 - shown).max(0.0) };
        Some(Self { listed: all, rest, rest_probability })
    }

    /// [`Candidates::of`], or which step the run `run` lacks.
    pub(super) fn at(trace: &Trace, run: &str, step: usize, count: usize) -> Result<Self, FigureError> {
        let missing = || FigureError::NoSuchStep { run: run.to_owned(), step, count: trace.steps.len() };
        Self::of(trace, step, count).ok_or_else(missing)
    }

    /// `49,144 others`, or nothing where all are listed.
    pub(super) fn rest_name(&self, words: &Words) -> String {
        words.text("candidates-others", &[("n", self.rest.into())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;

    #[test]
    fn shares_add_up_to_one_and_the_pick_is_always_listed() {
        let trace = fixture::nasty();
        for index in 0..trace.steps.len() {
            for count in [1, 2, 6, 100] {
                let list = Candidates::of(&trace, index, count).unwrap();
                let sum: f64 = list.listed.iter().map(|candidate| candidate.probability).sum();
                assert!((sum + list.rest_probability - 1.0).abs() < 1e-9);
                assert_eq!(list.listed.len() as u64 + list.rest, u64::from(trace.model.vocabulary));
                assert_eq!(list.listed.iter().filter(|candidate| candidate.chosen).count(), 1);
            }
        }
        assert!(Candidates::of(&trace, trace.steps.len(), 6).is_none());
    }

    #[test]
    fn a_pick_that_the_row_does_not_list_is_shown_with_its_rank() {
        let mut trace = fixture::fox();
        let row = trace.steps[0].row.as_mut().unwrap();
        row.ids.remove(0);
        row.logits.remove(0);
        trace.steps[0].rank = Some(70);
        let list = Candidates::of(&trace, 0, 3).unwrap();
        let pick = list.listed.last().unwrap();
        assert_eq!((pick.id, pick.rank, pick.logit, pick.chosen), (trace.generated[0].id, Some(70), None, true));
        assert_eq!(list.listed.len(), 3);
    }
}
