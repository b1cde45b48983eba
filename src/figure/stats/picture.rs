use super::facts::{Fact, provenance};
use crate::figure::Svg;
use crate::figure::canvas::{Anchor, Canvas, Shows};
use crate::figure::ink::{HEAD, NOTE};
use crate::trace::Trace;
use crate::words::Words;

const GAP: f64 = 14.0;
/// From the top of a number's place to that of the one below it.
const ROW: f64 = 74.0;

pub(super) fn picture(trace: &Trace, facts: &[Fact], id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let across = if width < 400.0 { 2 } else { 4 };
    let place = (width - GAP * (across - 1) as f64) / across as f64;
    for (at, fact) in facts.iter().enumerate() {
        let (x, y) = ((at % across) as f64 * (place + GAP), (at / across) as f64 * ROW);
        canvas.path("lp-rule", &format!("M{x} {y}h{place}"));
        canvas.words(NOTE, &fact.name, x, y + 19.0, Anchor::Start, place);
        canvas.words(HEAD, &fact.value, x, y + 41.0, Anchor::Start, place);
        if let Some(spread) = &fact.spread {
            canvas.words(NOTE, spread, x, y + 58.0, Anchor::Start, place);
        }
    }
    let bottom = facts.len().div_ceil(across) as f64 * ROW;
    canvas.path("lp-rule", &format!("M0 {bottom}H{width}"));
    let end = canvas.paragraph(NOTE, &provenance(trace, words), 0.0, bottom + 21.0, width);
    canvas.finish(width, end - 8.0)
}
