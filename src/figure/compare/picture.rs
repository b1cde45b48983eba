//! Runs beside each other: what was asked differently, what came out, and where they first part.

use super::difference::{Asked, differences, ended, first_difference, place};
use crate::figure::Svg;
use crate::figure::canvas::GAP;
use crate::figure::canvas::{Anchor, BENEATH, Canvas, Shows, Span, chip_width};
use crate::figure::ink::{HEAD, NOTE, TOKEN};
use crate::figure::kind::Named;
use crate::figure::token_label::Label;
use crate::request::Prompt;
use crate::token::Token;
use crate::words::Words;

/// Beneath the runs: what the ring marks, where there is one.
fn note(runs: &[Named], words: &Words) -> String {
    match first_difference(runs) {
        Some(first) => words.text("compare-ringed", &[place(first)]),
        None => words.text("compare-all-same", &[]),
    }
}

const ROW: f64 = 52.0;

pub(super) fn picture(runs: &[Named], id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let differs = differences(runs, words);
    let same_prompt = differs.iter().all(|difference| difference.asked != Asked::Prompt);
    let at = first_difference(runs);
    let mut y = 0.0;
    if let (Some((_, first)), true) = (runs.first(), same_prompt) {
        canvas.text(HEAD, 0.0, 13.0, Anchor::Start, &words.text("compare-same-prompt", &[]));
        y = tokens(&mut canvas, &first.prompt, "lp-a", None, 2, width, 26.0, words) + 10.0;
    }
    for (at_run, (name, trace)) in runs.iter().enumerate() {
        if at_run > 0 || same_prompt {
            canvas.path("lp-rule", &format!("M0 {y}H{width}"));
            y += 22.0;
        }
        let label = Label::new(name.as_bytes()).fit(width * 0.5, TOKEN.size);
        canvas.label(&label, 0.0, y + 13.0);
        canvas.text(NOTE, width, y + 13.0, Anchor::End, &ended(trace, words));
        y += 20.0;
        if !same_prompt {
            let chat = matches!(trace.request.prompt, Prompt::Chat(_));
            let id = if chat { "compare-prompt-chat" } else { "compare-prompt-raw" };
            let said = words.text(id, &[("n", trace.prompt.len().into())]);
            y = canvas.paragraph(NOTE, &said, 0.0, y + 13.0, width) - 13.0;
        }
        let asked: Vec<String> = differs
            .iter()
            .filter(|difference| difference.asked != Asked::Prompt)
            .map(|difference| {
                let value = difference.values.get(at_run).map_or("", String::as_str);
                words.text("compare-asked", &[("name", difference.asked.name(words).into()), ("value", value.into())])
            })
            .collect();
        if !asked.is_empty() {
            y = canvas.paragraph(NOTE, &asked.join("; "), 0.0, y + 13.0, width) - 13.0;
        }
        y += 8.0;
        if !same_prompt {
            y = tokens(&mut canvas, &trace.prompt, "lp-a", None, 2, width, y, words);
        }
        y = tokens(&mut canvas, &trace.generated, "lp-b", at, 5, width, y, words) + 6.0;
    }
    let y = canvas.paragraph(NOTE, &note(runs, words), 0.0, y + 8.0, width);
    canvas.finish(width, y - 10.0)
}

/// Chips in at most `rows` rows, the end of the prompt or the start of what was written. `ring`: which one is marked;
/// what comes before it was the same everywhere. Returns the lower edge.
fn tokens(
    canvas: &mut Canvas,
    tokens: &[Token],
    hue: &str,
    ring: Option<usize>,
    rows: usize,
    width: f64,
    y: f64,
    words: &Words,
) -> f64 {
    let boxes: Vec<_> = tokens
        .iter()
        .map(|token| {
            let label = Label::new(token.piece.bytes()).fit(150.0, TOKEN.size);
            let wide = chip_width(&label, &token.id.to_string());
            (token, label, wide)
        })
        .collect();
    // Which row each chip falls into when the first one shown is `from`.
    let place = |from: usize| {
        let (mut x, mut row) = (if from > 0 { 20.0 } else { 0.0 }, 0);
        let mut places = Vec::new();
        for (_, _, wide) in &boxes[from..] {
            if x > 0.0 && x + wide > width {
                (x, row) = (0.0, row + 1);
            }
            places.push((x, row));
            x += wide + GAP;
        }
        places
    };
    let prompt = hue == "lp-a";
    let mut from = 0;
    while prompt && from < boxes.len() && place(from).last().is_some_and(|(_, row)| *row >= rows) {
        from += 1;
    }
    if from > 0 {
        canvas.text(NOTE, 0.0, y + 18.0, Anchor::Start, "…");
    }
    let mut bottom = y;
    let mut left = 0;
    for ((at, (token, label, wide)), (x, row)) in boxes.iter().enumerate().skip(from).zip(place(from)) {
        if row >= rows {
            left = boxes.len() - at;
            break;
        }
        let top = y + row as f64 * ROW;
        let class = if token.control { format!("{hue} lp-c") } else { hue.to_owned() };
        canvas.chip(&class, label, &token.id.to_string(), x, top, *wide);
        if ring == Some(at) {
            canvas.rect("lp-ring", x - 2.0, top - 2.0, wide + 4.0, 30.0, 6.0);
        }
        bottom = top + BENEATH + 10.0;
    }
    if let Some(missing) = ring.filter(|at| !prompt && *at >= boxes.len()) {
        let said = words.text("compare-no-token", &[("place", (missing + 1).into())]);
        canvas.group("", Span::ALWAYS, |canvas| {
            canvas.text(NOTE, 0.0, bottom + 12.0, Anchor::Start, &said);
        });
        bottom += 20.0;
    }
    if left > 0 {
        canvas.more(words, left, 0.0, bottom + 12.0);
        bottom += 20.0;
    }
    bottom
}
