//! What stands before a step, and its distribution under it.

use super::bars;
use crate::figure::Svg;
use crate::figure::candidates::Candidates;
use crate::figure::canvas::{Anchor, CHIP_HEIGHT, Canvas, Shows, Span, chip_width};
use crate::figure::ink::{NOTE, TOKEN};
use crate::figure::token_label::Label;
use crate::token::Token;
use crate::trace::Trace;
use crate::words::Words;

pub(super) fn picture(trace: &Trace, id: &str, index: usize, list: &Candidates, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let bottom = draw(&mut canvas, trace, index, list, width, words);
    canvas.finish(width, bottom)
}

/// Returns the lower edge.
pub(in crate::figure) fn draw(
    canvas: &mut Canvas,
    trace: &Trace,
    index: usize,
    list: &Candidates,
    width: f64,
    words: &Words,
) -> f64 {
    context(canvas, trace, index, width, 0.0);
    let y = bars::draw(canvas, list, width, CHIP_HEIGHT + 12.0, words);
    let y = bars::whole(canvas, list, width, y + 6.0, words);
    let Some(entropy) = trace.steps.get(index).and_then(|step| step.entropy) else { return y };
    let most = f64::from(trace.model.vocabulary).ln();
    let nats = |value: f64| words.number(value, 2).into();
    let said = words.text("logits-entropy", &[("entropy", nats(entropy)), ("most", nats(most))]);
    canvas.text(NOTE, 0.0, y + 22.0, Anchor::Start, &said);
    y + 28.0
}

/// The last tokens before the step, as many as fit, and the open place after them.
fn context(canvas: &mut Canvas, trace: &Trace, index: usize, width: f64, y: f64) {
    let before: Vec<(&Token, bool)> = trace
        .prompt
        .iter()
        .map(|token| (token, false))
        .chain(trace.generated.iter().take(index).map(|token| (token, true)))
        .collect();
    const OPEN: f64 = 34.0;
    const DOTS: f64 = 20.0;
    let mut room = width - OPEN - DOTS;
    let mut boxes = Vec::new();
    for (token, model) in before.iter().rev() {
        let label = Label::new(token.piece.bytes()).fit(150.0, TOKEN.size);
        let wide = chip_width(&label, "");
        room -= wide + 4.0;
        if room < 0.0 {
            break;
        }
        boxes.push((label, wide, token.control, *model));
    }
    let mut x = 0.0;
    if boxes.len() < before.len() {
        canvas.text(NOTE, 0.0, y + 18.0, Anchor::Start, "…");
        x = DOTS;
    }
    for (label, wide, control, model) in boxes.into_iter().rev() {
        let class = match (model, control) {
            (false, false) => "lp-a",
            (false, true) => "lp-a lp-c",
            (true, false) => "lp-b",
            (true, true) => "lp-b lp-c",
        };
        canvas.chip(class, &label, "", x, y, wide);
        x += wide + 4.0;
    }
    canvas.group("lp-open", Span::ALWAYS, |canvas| {
        canvas.rect("lp-box", x, y, OPEN, 26.0, 5.0);
        canvas.text(NOTE, x + OPEN / 2.0, y + 17.5, Anchor::Middle, "?");
    });
}
