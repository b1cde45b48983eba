use super::{STEPS, SUM, Text, highest, nats, perplexity};
use crate::figure::Svg;
use crate::figure::canvas::{Anchor, CHIP_HEIGHT, Canvas, Shows, Span, chip_width};
use crate::figure::ink::{HEAD, ID, NOTE, NUMBER, STRONG, TOKEN};
use crate::figure::token_label::Label;
use crate::words::{Value, Words};

const GAP: f64 = 6.0;
/// From the top of a chip to that of the next row: chip, underline, surprisal, room.
const ROW: f64 = 60.0;
/// Of one text; the table has all.
const ROWS: usize = 24;
const LINE: f64 = 22.0;

/// How thick a token of each step is underlined: the scale for who sees no hues.
const UNDERLINE: [f64; 5] = [0.0, 1.5, 3.0, 4.5, 6.0];
const HEAT: [&str; 5] =
    ["lp-heat lp-heat-0", "lp-heat lp-heat-1", "lp-heat lp-heat-2", "lp-heat lp-heat-3", "lp-heat lp-heat-4"];

pub(super) fn picture(texts: &[Text], id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let mut y = 0.0;
    for text in texts {
        if texts.len() > 1 {
            canvas.text(HEAD, 0.0, y + 13.0, Anchor::Start, text.run);
            y += LINE;
        }
        y = tokens(&mut canvas, text, width, y, words) + 4.0;
    }
    y = match texts {
        [text] => sums(&mut canvas, text, y, words),
        _ => comparison(&mut canvas, texts, width, y, words),
    };
    y = legend(&mut canvas, width, y + 10.0, words);
    canvas.finish(width, y)
}

/// The chips in rows; gives where the next thing begins.
fn tokens(canvas: &mut Canvas, text: &Text, width: f64, y: f64, words: &Words) -> f64 {
    let (mut x, mut y) = (0.0, y);
    let note = words.text("surprise-given", &[("n", text.given.into())]);
    canvas.text(NOTE, 0.0, y + 13.0, Anchor::Start, &note);
    y += LINE;
    let end = y + ROWS as f64 * ROW;
    for (at, scored) in text.tokens.iter().enumerate() {
        let label = Label::new(scored.token.piece.bytes()).fit((width - 20.0).min(220.0), TOKEN.size);
        let surprisal = words.number((-scored.logprob).max(0.0), 2);
        let wide = chip_width(&label, &surprisal);
        if x > 0.0 && x + wide > width {
            x = 0.0;
            y += ROW;
        }
        if y >= end {
            canvas.more(words, text.tokens.len() - at, 0.0, y + 12.0);
            return y + 26.0;
        }
        let step = scored.step();
        let control = if scored.token.control { " lp-c" } else { "" };
        canvas.group(&format!("{}{control}", HEAT[step]), Span::ALWAYS, |canvas| {
            canvas.chip("", &label, "", x, y, wide);
            if UNDERLINE[step] > 0.0 {
                canvas.rect("lp-under", x, y + CHIP_HEIGHT + 3.0, wide, UNDERLINE[step], 0.0);
            }
            canvas.text(ID, x + wide / 2.0, y + CHIP_HEIGHT + 23.0, Anchor::Middle, &surprisal);
        });
        x += wide + GAP;
    }
    y + ROW
}

fn sums(canvas: &mut Canvas, text: &Text, y: f64, words: &Words) -> f64 {
    let score = text.score;
    let number = |value: f64| Value::from(nats(value, words));
    let (tokens, perplexed) = (Value::from(score.tokens), perplexity(score.perplexity(), words).into());
    let lines = [
        words.text("surprise-sum", &[("n", tokens.clone()), ("sum", number(score.total))]),
        words.text("surprise-mean", &[("n", tokens), ("mean", number(score.per_token()))]),
        words.text("surprise-perplexity-of", &[("exponent", number(-score.per_token())), ("perplexity", perplexed)]),
    ];
    for (at, line) in lines.iter().enumerate() {
        canvas.text(NUMBER, 0.0, y + 14.0 + at as f64 * LINE, Anchor::Start, line);
    }
    y + lines.len() as f64 * LINE
}

/// One line per text: by sum and by token, the highest of each strong.
fn comparison(canvas: &mut Canvas, texts: &[Text], width: f64, y: f64, words: &Words) -> f64 {
    let narrow = width < 400.0;
    let columns = if narrow { [140.0, 225.0, 315.0, 0.0] } else { [220.0, 360.0, 520.0, 680.0] };
    let say = |id| words.text(id, &[]);
    let heads = [say("surprise-tokens"), SUM.to_owned(), say("surprise-per-token"), say("surprise-perplexity")];
    let shown = if narrow { 3 } else { 4 };
    for (head, x) in heads.iter().zip(columns).take(shown) {
        canvas.text(NOTE, x, y + 14.0, Anchor::End, head);
    }
    let by_sum = highest(texts, |score| score.total);
    let by_token = highest(texts, |score| score.per_token());
    for (at, text) in texts.iter().enumerate() {
        let y = y + 14.0 + (at + 1) as f64 * LINE;
        let name = Label::new(text.run.as_bytes()).fit(columns[0] - 60.0, NUMBER.size);
        canvas.label(&name, 0.0, y);
        let cells = [
            (text.score.tokens.to_string(), false),
            (nats(text.score.total, words), by_sum == Some(at)),
            (nats(text.score.per_token(), words), by_token == Some(at)),
            (perplexity(text.score.perplexity(), words), by_token == Some(at)),
        ];
        for ((number, best), x) in cells.iter().zip(columns).take(shown) {
            canvas.text(if *best { STRONG } else { NUMBER }, x, y, Anchor::End, number);
        }
    }
    let y = y + 14.0 + (texts.len() + 1) as f64 * LINE;
    canvas.paragraph(NOTE, &say("surprise-bold"), 0.0, y, width) - 10.0
}

fn legend(canvas: &mut Canvas, width: f64, y: f64, words: &Words) -> f64 {
    let below = canvas.paragraph(NOTE, &words.text("surprise-scale", &[]), 0.0, y + 13.0, width);
    let (mut x, mut y) = (0.0, below - 7.0);
    for (step, id) in STEPS.iter().enumerate() {
        let said = words.text(id, &[]);
        let wide = 26.0 + NOTE.width(&said) + 16.0;
        if x > 0.0 && x + wide - 16.0 > width {
            x = 0.0;
            y += LINE;
        }
        canvas.group(HEAT[step], Span::ALWAYS, |canvas| {
            canvas.rect("lp-swatch", x, y, 20.0, 11.0, 2.0);
            if UNDERLINE[step] > 0.0 {
                canvas.rect("lp-under", x, y + 13.0, 20.0, UNDERLINE[step] / 1.5, 0.0);
            }
            canvas.text(NOTE, x + 26.0, y + 11.5, Anchor::Start, &said);
        });
        x += wide;
    }
    y + LINE
}
