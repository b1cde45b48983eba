//! The K/V cache, pass by pass: each token's column of entries, one in each layer, appears when the token goes through
//! the model and stays. Bytes are arithmetic on the model's own figures, and so is what another design would cost.

use super::size::{bytes_per_number, now, product, size};
use super::steps::{cached, entries};
use crate::figure::Svg;
use crate::figure::canvas::{Anchor, BENEATH, CHIP_HEIGHT, Canvas, Shows, Span, short};
use crate::figure::ink::{HEAD, NOTE, NUMBER, STRONG, TOKEN};
use crate::figure::token_label::Label;
use crate::trace::Trace;
use crate::words::Words;

pub(super) fn picture(trace: &Trace, id: &str, width: f64, words: &Words) -> Svg {
    let passes = entries(trace);
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(passes.len()));
    let model = &trace.model;
    let each = now(trace);
    canvas.text(HEAD, 0.0, 13.0, Anchor::Start, &words.text("cache-entries", &[]));
    let shape = [("layers", model.layers.into()), ("heads", model.kv_heads.into()), ("width", model.head_width.into())];
    let shape = words.text("cache-shape", &shape);
    if width < 400.0 {
        canvas.text(NOTE, 0.0, 32.0, Anchor::Start, &shape);
    } else {
        canvas.text(NOTE, width, 13.0, Anchor::End, &shape);
    }
    let top = if width < 400.0 { 64.0 } else { 46.0 };
    for (at, count) in passes.iter().enumerate() {
        let step = at + 1;
        let span = if step == passes.len() { Span::from(step) } else { Span::only(step) };
        canvas.group("", span, |canvas| {
            let total = size(each * *count as u64, words);
            let sum = [("n", (*count).into()), ("each", size(each, words).into()), ("total", total.into())];
            canvas.text(STRONG, 0.0, top - 8.0, Anchor::Start, &words.text("cache-sum", &sum));
        });
    }
    let bottom = columns(&mut canvas, trace, width, top + 6.0, words);
    canvas.text(NUMBER, 0.0, bottom + 20.0, Anchor::Start, &words.text("cache-one-entry", &[]));
    let formula = product(model, model.kv_heads, bytes_per_number(trace), size(each, words), words);
    let y = canvas.paragraph(NOTE, &formula, 0.0, bottom + 40.0, width);
    canvas.finish(width, y - 8.0)
}

/// Where rows of columns would get too many, the first ones are left out. Returns the lower edge.
fn columns(canvas: &mut Canvas, trace: &Trace, width: f64, y: f64, words: &Words) -> f64 {
    let cell = if width < 400.0 { 52.0 } else { 60.0 };
    let model = &trace.model;
    let layers = f64::from(model.layers.clamp(1, 200));
    let pitch = (150.0 / layers).clamp(1.5, 8.0);
    let height = layers * pitch;
    let row = height + CHIP_HEIGHT + 30.0;
    let across = (width / cell).floor().max(1.0) as usize;
    let all = cached(trace);
    let most = across * if width < 400.0 { 3 } else { 2 };
    let left_out = all.len().saturating_sub(most);
    let mut y = y;
    if left_out > 0 {
        let said = words.text("cache-before", &[("n", left_out.into())]);
        canvas.text(NOTE, 0.0, y + 12.0, Anchor::Start, &said);
        y += 22.0;
    }
    let shown = &all[left_out..];
    let heads = model.kv_heads.clamp(1, 8);
    for (place, (token, pass, written)) in shown.iter().enumerate() {
        let (x, top) = ((place % across) as f64 * cell, y + (place / across) as f64 * row);
        let hue = if *written { "lp-b" } else { "lp-a" };
        let class = if token.control { format!("{hue} lp-c") } else { hue.to_owned() };
        let label = Label::new(token.piece.bytes()).fit(cell - 8.0, TOKEN.size);
        canvas.chip(&class, &label, &token.id.to_string(), x, top, cell - 4.0);
        canvas.group("lp-new", Span::from(*pass), |canvas| {
            let strip = (cell - 8.0) / f64::from(heads);
            for head in 0..heads {
                let x = x + 2.0 + (f64::from(head) + 0.5) * strip;
                let class = if *written { "lp-stack lp-stack-b" } else { "lp-stack lp-stack-a" };
                let data = format!("M{} {}v{}", short(x), short(top + BENEATH + 6.0), short(height));
                canvas.dashes(class, &data, strip - 2.0, pitch);
            }
        });
    }
    let rows = shown.len().div_ceil(across).max(1);
    y + rows as f64 * row
}
