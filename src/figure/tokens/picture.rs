//! A run's tokens in reading order: text, id and number of bytes of each.

use crate::figure::Svg;
use crate::figure::canvas::GAP;
use crate::figure::canvas::{Anchor, BENEATH, Canvas, Shows, chip_width};
use crate::figure::ink::{HEAD, ID, NOTE, TOKEN};
use crate::figure::token_label::Label;
use crate::token::Token;
use crate::trace::Trace;
use crate::words::Words;

const ROW: f64 = 70.0;
/// Of the prompt, and of what was written; the tables have all.
const ROWS: usize = 24;

pub(super) fn picture(trace: &Trace, id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let bytes = trace.prompt_text.len();
    let mut y = section(&mut canvas, "tokens-prompt", bytes, &trace.prompt, "lp-a", width, 0.0, words);
    if !trace.generated.is_empty() {
        let bytes = trace.generated.iter().map(|token| token.piece.bytes().len()).sum();
        y = section(&mut canvas, "tokens-written", bytes, &trace.generated, "lp-b", width, y + 14.0, words);
    }
    let y = canvas.paragraph(NOTE, &words.text("tokens-note", &[]), 0.0, y + 14.0, width);
    canvas.finish(width, y - 10.0)
}

/// `name`: id of the message that heads it. Returns where the next section may begin.
fn section(
    canvas: &mut Canvas,
    name: &str,
    bytes: usize,
    tokens: &[Token],
    hue: &str,
    width: f64,
    y: f64,
    words: &Words,
) -> f64 {
    canvas.text(HEAD, 0.0, y + 13.0, Anchor::Start, &words.text(name, &[]));
    let size = words.text("tokens-size", &[("tokens", tokens.len().into()), ("bytes", bytes.into())]);
    canvas.text(NOTE, width, y + 13.0, Anchor::End, &size);
    let (mut x, mut top) = (0.0, y + 28.0);
    let end = top + ROWS as f64 * ROW;
    for (at, token) in tokens.iter().enumerate() {
        let label = Label::new(token.piece.bytes()).fit(200.0, TOKEN.size);
        let id = token.id.to_string();
        let bytes = words.text("tokens-bytes", &[("n", token.piece.bytes().len().into())]);
        let wide = chip_width(&label, &id).max(ID.width(&bytes) + 6.0);
        if x > 0.0 && x + wide > width {
            (x, top) = (0.0, top + ROW);
        }
        if top >= end {
            canvas.more(words, tokens.len() - at, 0.0, top + 12.0);
            return top + 26.0;
        }
        let class = if token.control { format!("{hue} lp-c") } else { hue.to_owned() };
        canvas.placed("", x, top, |canvas| {
            canvas.chip(&class, &label, &id, 0.0, 0.0, wide);
            canvas.text(ID, wide / 2.0, BENEATH + 15.0, Anchor::Middle, &bytes);
        });
        x += wide + GAP;
    }
    top + ROW
}
