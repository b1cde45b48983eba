//! A run's tokens in reading order: text, id and number of bytes of each.

use serde_json::{Value, json};

use super::canvas::{Anchor, BENEATH, Canvas, Shows, Span, chip_width};
use super::ink::{HEAD, ID, NOTE, TOKEN};
use super::sequence::GAP;
use super::table::{Table, none, token_cells};
use super::token_label::{Label, escaped};
use super::{Svg, record};
use crate::token::Token;
use crate::trace::{Trace, grouped, percent};

const ROW: f64 = 70.0;

pub(super) fn picture(trace: &Trace, id: &str, width: f64) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let bytes = trace.prompt_text.len();
    let head = format!("{} tokens, {} bytes", trace.prompt.len(), grouped(bytes as f64, 0));
    let mut y = section(&mut canvas, "Prompt", &head, &trace.prompt, "lp-a", width, 0.0);
    if !trace.generated.is_empty() {
        let bytes: usize = trace.generated.iter().map(|token| token.piece.bytes().len()).sum();
        let head = format!("{} tokens, {} bytes", trace.generated.len(), grouped(bytes as f64, 0));
        y = section(&mut canvas, "Written by the model", &head, &trace.generated, "lp-b", width, y + 14.0);
    }
    let note = "beneath each token: its id, then its number of bytes";
    canvas.text(NOTE, 0.0, y + 14.0, Anchor::Start, note);
    canvas.finish(width, y + 22.0)
}

/// Returns where the next section may begin.
fn section(canvas: &mut Canvas, name: &str, size: &str, tokens: &[Token], hue: &str, width: f64, y: f64) -> f64 {
    canvas.text(HEAD, 0.0, y + 13.0, Anchor::Start, name);
    canvas.text(NOTE, width, y + 13.0, Anchor::End, size);
    let (mut x, mut top) = (0.0, y + 28.0);
    for token in tokens {
        let label = Label::new(token.piece.bytes()).fit(200.0, TOKEN.size);
        let id = token.id.to_string();
        let bytes = format!("{} B", token.piece.bytes().len());
        let wide = chip_width(&label, &id).max(ID.width(&bytes) + 6.0);
        if x > 0.0 && x + wide > width {
            (x, top) = (0.0, top + ROW);
        }
        let class = if token.control { format!("{hue} lp-c") } else { hue.to_owned() };
        canvas.group("", Span::ALWAYS, |canvas| {
            canvas.chip(&class, &label, &id, x, top, wide);
            canvas.text(ID, x + wide / 2.0, top + BENEATH + 15.0, Anchor::Middle, &bytes);
        });
        x += wide + GAP;
    }
    top + ROW
}

/// Every prompt token, and how expected it was.
pub(super) fn prompt_table(trace: &Trace) -> String {
    let heads = ["Position", "Token", "Id", "Bytes", "Probability given the tokens before", "Rank", "Entropy, nats"];
    let mut table = Table::new("The prompt’s tokens", &heads);
    for (at, token) in trace.prompt.iter().enumerate() {
        let mut cells = vec![at.to_string()];
        cells.extend(token_cells(token));
        match at.checked_sub(1).and_then(|before| trace.prompt_scores.get(before)) {
            Some(score) => cells.extend([
                escaped(&percent(score.logprob.exp())),
                grouped(score.rank.into(), 0),
                format!("{:.2}", score.entropy),
            ]),
            None => cells.extend([none(), none(), none()]),
        }
        table.row("", &cells);
    }
    table.html()
}

pub(super) fn table(trace: &Trace) -> String {
    let mut table = Table::new("The tokens that the model wrote", &["Position", "Token", "Id", "Bytes", "Probability"]);
    for (index, (token, step)) in trace.generated.iter().zip(&trace.steps).enumerate() {
        let mut cells = vec![(trace.prompt.len() + index).to_string()];
        cells.extend(token_cells(token));
        cells.push(escaped(&percent(step.logprob.exp())));
        table.row("", &cells);
    }
    let written = if trace.generated.is_empty() { String::new() } else { table.html() };
    prompt_table(trace) + &written
}

pub(super) fn json(trace: &Trace) -> Value {
    json!({
        "prompt_text": trace.prompt_text,
        "prompt": trace.prompt.iter().map(record::token).collect::<Vec<_>>(),
        "generated": trace.generated.iter().map(record::token).collect::<Vec<_>>(),
    })
}

pub(super) fn description(trace: &Trace) -> String {
    format!(
        "{} tokens of the prompt and {} that the model wrote, in reading order, each with its id and its number of bytes. \
         All of it is in the table below the picture.",
        trace.prompt.len(),
        trace.generated.len()
    )
}
