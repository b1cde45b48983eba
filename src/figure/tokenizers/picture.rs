use super::{Cut, Cuts};
use crate::figure::Svg;
use crate::figure::canvas::GAP;
use crate::figure::canvas::{Anchor, BENEATH, Canvas, Shows, Span, chip_width};
use crate::figure::ink::{HEAD, NOTE, STRONG, TOKEN};
use crate::figure::input_text::InputText;
use crate::figure::token_label::Label;
use crate::request::Prompt;
use crate::token::Token;
use crate::words::Words;

/// From the top of a row of chips to that of the next.
const ROW: f64 = BENEATH + 12.0;
/// Of chips for one tokenizer; the table has all.
const ROWS: usize = 12;

pub(super) fn picture(cuts: &Cuts, id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    canvas.text(HEAD, 0.0, 13.0, Anchor::Start, &words.text("cuts-text", &[]));
    let bytes = words.text("cuts-bytes", &[("n", cuts.text.len().into())]);
    canvas.text(NOTE, width, 13.0, Anchor::End, &bytes);
    let input = InputText::new(words, &Prompt::Raw(cuts.text.clone()), width, 6);
    input.draw(&mut canvas, 0.0, 24.0);
    let mut y = 24.0 + input.height() + 26.0;
    for cut in &cuts.cuts {
        y = head(&mut canvas, cut, width, y, words);
        y = chips(&mut canvas, &cut.tokens, cut.hue(), width, y, words) + 16.0;
    }
    canvas.finish(width, y - 12.0)
}

/// The tokenizer's name, its size and what it made. Returns where chips may begin.
pub(super) fn head(canvas: &mut Canvas, cut: &Cut, width: f64, y: f64, words: &Words) -> f64 {
    canvas.words(HEAD, &cut.name, 0.0, y + 13.0, Anchor::Start, width - 90.0);
    canvas.text(STRONG, width, y + 13.0, Anchor::End, &cut.count(words));
    let each = words.text("cuts-per-token", &[("n", words.counted(cut.bytes_per_token(), 1))]);
    let room = width - NOTE.width(&each) - 14.0;
    if NOTE.width(&cut.about(words)) <= room {
        canvas.text(NOTE, width, y + 32.0, Anchor::End, &each);
        canvas.words(NOTE, &cut.about(words), 0.0, y + 32.0, Anchor::Start, room);
        return y + 42.0;
    }
    canvas.text(NOTE, 0.0, y + 32.0, Anchor::Start, &each);
    canvas.paragraph(NOTE, &cut.about(words), 0.0, y + 50.0, width) - 8.0
}

/// In rows. Returns the lower edge.
pub(super) fn chips(canvas: &mut Canvas, tokens: &[Token], hue: &str, width: f64, y: f64, words: &Words) -> f64 {
    let (mut x, mut row) = (0.0, 0);
    for (at, token) in tokens.iter().enumerate() {
        let label = Label::new(token.piece.bytes()).fit(150.0, TOKEN.size);
        let id = token.id.to_string();
        let wide = chip_width(&label, &id);
        if x > 0.0 && x + wide > width {
            (x, row) = (0.0, row + 1);
        }
        if row == ROWS {
            let y = y + row as f64 * ROW + 12.0;
            canvas.more(words, tokens.len() - at, 0.0, y);
            return y + 10.0;
        }
        let class = if token.control { format!("{hue} lp-c") } else { hue.to_owned() };
        canvas.group("", Span::ALWAYS, |canvas| canvas.chip(&class, &label, &id, x, y + row as f64 * ROW, wide));
        x += wide + GAP;
    }
    y + (row + 1) as f64 * ROW
}
