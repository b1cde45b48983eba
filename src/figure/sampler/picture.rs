//! A step's distribution as a sampler sees it: the candidates at several temperatures, and how many tokens hold nine
//! tenths of the probability at each step. A reader turns the temperature and the filters on the page; the picture and
//! the tables are what stands without that.

use crate::figure::Svg;
use crate::figure::candidates::Candidates;
use crate::figure::canvas::{Anchor, Canvas, Shows, short};
use crate::figure::ink::{HEAD, ID, NOTE};
use crate::figure::logits;
use crate::trace::{Trace, WholeStep};
use crate::words::Words;

pub(super) const SHARE: f64 = 0.9;
/// Height of the tallest column.
const COLUMN: f64 = 64.0;

pub(super) fn picture(
    trace: &Trace,
    steps: &[WholeStep],
    id: &str,
    index: usize,
    (list, width, words): (&Candidates, f64, &Words),
) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let y = logits::draw(&mut canvas, trace, index, list, width, words) + 34.0;
    let head = words.text("sampler-hold", &[("share", words.percent(SHARE).into())]);
    let y = canvas.paragraph(HEAD, &head, 0.0, y, width);
    let bottom = strip(&mut canvas, (trace.model.vocabulary, steps), index, width, y + 4.0, words);
    let note = words.text(if width < 400.0 { "sampler-columns-short" } else { "sampler-columns" }, &[]);
    let bottom = canvas.paragraph(NOTE, &note, 0.0, bottom + 20.0, width);
    canvas.finish(width, bottom - 12.0)
}

/// As many steps as fit, the figure's own among them. Returns the lower edge.
fn strip(
    canvas: &mut Canvas,
    (vocabulary, steps): (u32, &[WholeStep]),
    index: usize,
    width: f64,
    y: f64,
    words: &Words,
) -> f64 {
    let most = f64::from(vocabulary).ln().max(1.0);
    let counts: Vec<u64> = steps.iter().map(|step| step.row.at(1.0).holding(SHARE)).collect();
    let fit = ((width / 45.0) as usize).max(1);
    let from = if index < fit { 0 } else { index + 1 - fit };
    let shown = counts.iter().enumerate().skip(from).take(fit);
    let cell = (width / counts.len().min(fit).max(1) as f64).min(64.0);
    let foot = y + COLUMN;
    for (place, (at, &tokens)) in shown.enumerate() {
        let x = place as f64 * cell;
        let height = 2.0 + (tokens as f64).ln() / most * (COLUMN - 18.0);
        let class = if at == index { "lp-boxes lp-pick" } else { "lp-boxes" };
        canvas.rect(class, x + 3.0, foot - height, cell - 6.0, height, 2.0);
        canvas.text(ID, x + cell / 2.0, foot - height - 5.0, Anchor::Middle, &brief(tokens, words));
        canvas.text(NOTE, x + cell / 2.0, foot + 16.0, Anchor::Middle, &(at + 1).to_string());
    }
    canvas.path("lp-zero", &format!("M0 {y}H{}", short(width), y = short(foot)));
    foot + 18.0
}

/// A count in the width of a column.
fn brief(tokens: u64, words: &Words) -> String {
    if tokens < 10_000 {
        return tokens.to_string();
    }
    words.text("sampler-thousands", &[("thousands", (tokens / 1000).into())])
}
