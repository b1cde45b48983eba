//! Each token of a text with a column above it, as high as its surprisal; what was given stands in grey before it.

use super::{STEPS, SUM, ScoredToken, Text, highest, nats, perplexity};
use crate::figure::Svg;
use crate::figure::canvas::{Anchor, CHIP_HEIGHT, Canvas, Shows, Span, chip_width};
use crate::figure::ink::{ID, NOTE, NUMBER, STRONG, TOKEN};
use crate::figure::token_label::Fitted;
use crate::figure::token_label::Label;
use crate::words::{Value, Words};

const GAP: f64 = 4.0;
/// Of the highest column.
const COLUMN: f64 = 56.0;
/// The number on a column.
const ABOVE: f64 = 16.0;
const BELOW: f64 = 8.0;
/// Of one text; the table has all.
const ROWS: usize = 16;
const LINE: f64 = 22.0;

const HEAT: [&str; 5] =
    ["lp-heat lp-heat-0", "lp-heat lp-heat-1", "lp-heat lp-heat-2", "lp-heat lp-heat-3", "lp-heat lp-heat-4"];

pub(super) fn picture(texts: &[Text], id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let most = texts.iter().flat_map(|text| &text.tokens).map(ScoredToken::surprisal).fold(0.1, f64::max);
    let mut y = 0.0;
    for (at, text) in texts.iter().enumerate() {
        // A question that all share stands above them once.
        if at == 0 || !text.shares_given(&texts[0]) {
            y = given(&mut canvas, text, width, y, words);
        }
        y = columns(&mut canvas, text, most, width, y, words) + 4.0;
    }
    y = match texts {
        [text] => sums(&mut canvas, text, y + 4.0, words),
        _ => comparison(&mut canvas, texts, width, y + 4.0, words),
    };
    y = legend(&mut canvas, width, y + 10.0, words);
    canvas.finish(width, y)
}

/// The end of what stands before the scored tokens, in at most two lines. Returns where the next thing begins.
fn given(canvas: &mut Canvas, text: &Text, width: f64, y: f64, words: &Words) -> f64 {
    let said = words.text("surprise-given", &[("n", text.given.into())]);
    canvas.text(NOTE, 0.0, y + 13.0, Anchor::Start, &said);
    let labels: Vec<Fitted> = text
        .given_tokens()
        .map(|token| Label::new(token.piece.bytes()).fit((width - 20.0).min(220.0), TOKEN.size))
        .collect();
    let mut lines: Vec<Vec<&Fitted>> = vec![Vec::new()];
    let mut x = 0.0;
    for label in labels.iter().rev() {
        if x > 0.0 && x + label.width > width - 20.0 {
            if lines.len() == 2 {
                break;
            }
            lines.push(Vec::new());
            x = 0.0;
        }
        x += label.width;
        if let Some(line) = lines.last_mut() {
            line.push(label);
        }
    }
    let shown: usize = lines.iter().map(Vec::len).sum();
    let mut y = y + LINE;
    let mut x = 0.0;
    if shown < labels.len() {
        canvas.text(NOTE, 0.0, y + 13.0, Anchor::Start, "…");
        x = 18.0;
    }
    canvas.group("lp-then", Span::ALWAYS, |canvas| {
        for line in lines.iter().rev() {
            for label in line.iter().rev() {
                canvas.label(label, x, y + 13.0);
                x += label.width;
            }
            (x, y) = (0.0, y + 20.0);
        }
    });
    y + 2.0
}

struct Column<'a> {
    scored: &'a ScoredToken<'a>,
    label: Fitted,
    number: String,
    x: f64,
    wide: f64,
}

/// Gives where the next thing begins.
fn columns(canvas: &mut Canvas, text: &Text, most: f64, width: f64, y: f64, words: &Words) -> f64 {
    let mut rows: Vec<Vec<Column>> = vec![Vec::new()];
    let mut x = 0.0;
    for scored in &text.tokens {
        let label = Label::new(scored.token.piece.bytes()).fit((width - 20.0).min(220.0), TOKEN.size);
        let number = words.number(scored.surprisal(), 2);
        let wide = chip_width(&label, &number);
        if x > 0.0 && x + wide > width {
            rows.push(Vec::new());
            x = 0.0;
        }
        if let Some(row) = rows.last_mut() {
            row.push(Column { scored, label, number, x, wide });
        }
        x += wide + GAP;
    }
    let high = |column: &Column| (column.scored.surprisal() / most * COLUMN).max(1.0);
    let mut y = y;
    for row in rows.iter().take(ROWS) {
        // A row is as high as its own highest column.
        let foot = y + ABOVE + row.iter().map(high).fold(0.0, f64::max);
        for column in row {
            let control = if column.scored.token.control { " lp-c" } else { "" };
            let high = high(column);
            canvas.group(&format!("{}{control}", HEAT[column.scored.step()]), Span::ALWAYS, |canvas| {
                canvas.rect("lp-swatch", column.x, foot - high, column.wide, high, 0.0);
                canvas.text(ID, column.x + column.wide / 2.0, foot - high - 4.0, Anchor::Middle, &column.number);
                canvas.chip("", &column.label, "", column.x, foot, column.wide);
            });
        }
        y = foot + CHIP_HEIGHT + BELOW;
    }
    let shown: usize = rows.iter().take(ROWS).map(Vec::len).sum();
    match text.tokens.len() - shown {
        0 => y,
        more => {
            canvas.more(words, more, 0.0, y + 12.0);
            y + 22.0
        }
    }
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
        let name = text.label().fit(columns[0] - 60.0, TOKEN.size);
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
            canvas.text(NOTE, x + 26.0, y + 11.5, Anchor::Start, &said);
        });
        x += wide;
    }
    y + LINE
}
