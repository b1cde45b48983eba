//! Which ranks a run's draws took: a dot per token on one logarithmic line, the likeliest token at its left.

use crate::figure::canvas::{Anchor, Canvas, Span, short};
use crate::figure::ink::NOTE;
use crate::figure::kind::Named;
use crate::request::Sampling;
use crate::trace::Trace;
use crate::words::Words;

pub(super) struct Axis {
    left: f64,
    length: f64,
    /// Right edge of the picture.
    width: f64,
    /// Powers of ten up to the last rank.
    decades: f64,
}

const STRIP: f64 = 24.0;

fn ranks(trace: &Trace) -> impl Iterator<Item = f64> {
    trace.steps.iter().filter_map(|step| step.rank).map(|rank| f64::from(rank.max(1)))
}

impl Axis {
    /// `None` where no run was drawn, or no engine said the ranks.
    pub(super) fn of(runs: &[Named], left: f64, width: f64, words: &Words) -> Option<Self> {
        let drawn = runs.iter().any(|(_, trace)| matches!(trace.request.sampling, Sampling::Random { .. }));
        let known = runs.iter().all(|(_, trace)| ranks(trace).next().is_some());
        let most = runs.iter().flat_map(|(_, trace)| ranks(trace)).fold(1.0, f64::max);
        let widest = runs.iter().map(|(_, trace)| NOTE.width(&said(trace, words))).fold(0.0, f64::max);
        let length = (width - left - widest - 28.0).max(60.0);
        (drawn && known).then_some(Self { left: left + 8.0, length, width, decades: most.log10().ceil().max(1.0) })
    }

    fn at(&self, rank: f64) -> f64 {
        self.left + rank.log10() / self.decades * self.length
    }

    /// Returns the lower edge.
    pub(super) fn strip(&self, canvas: &mut Canvas, trace: &Trace, y: f64, words: &Words) -> f64 {
        let middle = y + STRIP / 2.0;
        canvas.path("lp-zero", &format!("M{} {}h{}", short(self.left), short(middle), short(self.length)));
        canvas.group("", Span::ALWAYS, |canvas| {
            for rank in ranks(trace) {
                canvas.dot("lp-rank", self.at(rank), middle, 4.0);
            }
        });
        canvas.text(NOTE, self.width, middle + 4.5, Anchor::End, &said(trace, words));
        y + STRIP
    }

    /// The ranks under the strips. Returns the lower edge.
    pub(super) fn scale(&self, canvas: &mut Canvas, y: f64, words: &Words) -> f64 {
        for power in 0..=self.decades as i32 {
            let rank = 10_f64.powi(power);
            let text = words.number(rank, 0);
            let x = self.at(rank).max(NOTE.width(&text) / 2.0);
            canvas.text(NOTE, x, y + 13.0, Anchor::Middle, &text);
        }
        canvas.paragraph(NOTE, &words.text("compare-ranks", &[]), self.left - 8.0, y + 32.0, self.width - self.left)
            - 8.0
    }
}

/// `ranks 1 to 317`
fn said(trace: &Trace, words: &Words) -> String {
    let least = ranks(trace).fold(f64::INFINITY, f64::min);
    let most = ranks(trace).fold(0.0, f64::max);
    let number = |rank: f64| words.number(rank, 0).into();
    match least < most {
        true => words.text("compare-rank-range", &[("least", number(least)), ("most", number(most))]),
        false => words.text("compare-rank", &[("rank", number(most))]),
    }
}
