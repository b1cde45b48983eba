//! The likeliest next tokens of one step as bars: from 0 to probability 1 over the same length everywhere, the chosen
//! one filled, and the whole rest of the vocabulary as one hatched bar.

use super::FigureError;
use super::canvas::{Anchor, CHIP_HEIGHT, Canvas, chip_width, short};
use super::ink::{ID, NOTE, NUMBER, STRONG, TOKEN};
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
        let candidate = |(at, (id, logprob)): (usize, (TokenId, f64))| Candidate {
            id,
            label: Label::new(trace.piece(id).map(|piece| piece.bytes()).unwrap_or_default()),
            control: trace.is_control(id),
            probability: logprob.exp(),
            logit: step.row.as_ref().and_then(|row| row.logits.get(at).copied()),
            rank: Some(at + 1),
            chosen: id == step.chosen,
        };
        let count = count.clamp(1, choices.len().max(1));
        let mut all: Vec<Candidate> = choices.into_iter().enumerate().map(candidate).collect();
        let chosen = all.iter().position(|candidate| candidate.chosen);
        match chosen {
            Some(at) if at < count => all.truncate(count),
            Some(at) => {
                let far = all.swap_remove(at);
                all.truncate(count - 1);
                all.push(far);
            }
            None => {
                all.truncate(count - 1);
                all.push(Candidate {
                    id: step.chosen,
                    label: Label::new(token.piece.bytes()),
                    control: token.control,
                    probability: step.probability()?,
                    logit: None,
                    rank: step.rank.map(|rank| rank as usize),
                    chosen: true,
                });
            }
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

/// Where the parts of a row of candidates stand, from the left edge of the list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Columns {
    /// Room for the chip.
    pub(super) chip: f64,
    /// Right edge of the id.
    pub(super) id_end: f64,
    /// Where the bars begin.
    pub(super) bars: f64,
    /// Length of probability 1.
    pub(super) length: f64,
    /// Right edge of the logit, where it is shown.
    pub(super) logit_end: Option<f64>,
}

pub(super) const ROW: f64 = 33.0;
/// Room for the number after a bar.
const NUMBER_ROOM: f64 = 54.0;

impl Columns {
    pub(super) fn new(width: f64, logits: bool) -> Self {
        let narrow = width < 400.0;
        let chip = if narrow { 96.0 } else { 160.0 };
        let id_end = chip + 44.0;
        let bars = id_end + 10.0;
        let logit_room = match (logits, narrow) {
            (true, true) => 50.0,
            (true, false) => 66.0,
            (false, _) => 0.0,
        };
        let length = width - bars - NUMBER_ROOM - logit_room;
        Self { chip, id_end, bars, length, logit_end: logits.then_some(width) }
    }
}

impl Canvas {
    pub(super) fn candidates(&mut self, words: &Words, candidates: &Candidates, columns: Columns, x: f64, y: f64) {
        let bars = x + columns.bars;
        let mut top = y;
        for candidate in &candidates.listed {
            let class = match (candidate.chosen, candidate.control) {
                (true, false) => "lp-pick lp-b",
                (true, true) => "lp-pick lp-b lp-c",
                (false, true) => "lp-c",
                (false, false) => "lp-open",
            };
            let label = candidate.label.fit(columns.chip - 14.0, TOKEN.size);
            self.placed(class, x, top, |canvas| {
                let bars = columns.bars;
                let width = chip_width(&label, "");
                canvas.title(&label);
                canvas.rect("lp-box", 0.0, 0.0, width, CHIP_HEIGHT, 5.0);
                canvas.label(&label, (width - label.width) / 2.0, 18.0);
                canvas.text(ID, columns.id_end, 17.5, Anchor::End, &candidate.id.to_string());
                let length = candidate.probability * columns.length;
                canvas.rect("lp-share", bars, 5.0, length.max(0.6), CHIP_HEIGHT - 10.0, 2.0);
                let ink = if candidate.chosen { STRONG } else { NUMBER };
                let number = words.percent(candidate.probability);
                canvas.text(ink, bars + length + 7.0, 18.0, Anchor::Start, &number);
                if let Some(end) = columns.logit_end {
                    let logit = candidate
                        .logit
                        .map_or_else(|| words.text("logit-not-listed", &[]), |logit| words.number(logit, 2));
                    canvas.text(ID, end, 17.5, Anchor::End, &logit);
                }
            });
            top += ROW;
        }
        if candidates.rest > 0 {
            let length = candidates.rest_probability * columns.length;
            self.text(NOTE, x, top + 17.5, Anchor::Start, &candidates.rest_name(words));
            self.hatched(bars, top + 5.0, length.max(0.6), CHIP_HEIGHT - 10.0);
            let number = words.percent(candidates.rest_probability);
            self.text(NUMBER, bars + length + 7.0, top + 18.0, Anchor::Start, &number);
            top += ROW;
        }
        self.path("lp-zero", &format!("M{} {}V{}", short(bars), y, short(top - 7.0)));
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
