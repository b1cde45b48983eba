//! The tokens as rows and as data.

use serde_json::{Value, json};

use crate::figure::record;
use crate::figure::table::{Table, bare_token_cells, none};
use crate::figure::token_label::escaped;
use crate::trace::Trace;
use crate::words::Words;

const CELLS: &[&str] = &["", "", "", "hex"];

/// Every prompt token, and how expected it was where the run says so.
fn prompt_table(trace: &Trace, words: &Words) -> String {
    let scored = trace.prompt_scores.is_some();
    let heads = [
        "column-position",
        "column-token",
        "column-id",
        "column-bytes",
        "tokens-column-given",
        "column-rank",
        "column-entropy",
    ]
    .map(|id| words.text(id, &[]));
    let heads = &heads[..if scored { heads.len() } else { 4 }];
    let mut table = Table::new(words, &words.text("tokens-prompt-table", &[]), heads).cells(CELLS);
    for (at, token) in trace.prompt.iter().enumerate() {
        let mut cells = vec![at.to_string()];
        cells.extend(bare_token_cells(words, token));
        let score = at.checked_sub(1).and_then(|before| trace.prompt_scores.as_ref()?.get(before));
        match score.zip(trace.prompt_probability(at)) {
            Some((score, probability)) => cells.extend([
                escaped(&words.percent(probability)),
                words.number(score.rank.into(), 0),
                words.number(score.entropy, 2),
            ]),
            None if scored => cells.extend([none(), none(), none()]),
            None => {}
        }
        table.row("", &cells);
    }
    table.html()
}

pub(super) fn table(trace: &Trace, words: &Words) -> String {
    let heads = ["column-position", "column-token", "column-id", "column-bytes", "column-probability"]
        .map(|id| words.text(id, &[]));
    let mut table = Table::new(words, &words.text("tokens-written-table", &[]), &heads).cells(CELLS);
    for (index, (token, step)) in trace.generated.iter().zip(&trace.steps).enumerate() {
        let mut cells = vec![(trace.prompt.len() + index).to_string()];
        cells.extend(bare_token_cells(words, token));
        cells.push(step.probability().map_or_else(none, |share| escaped(&words.percent(share))));
        table.row("", &cells);
    }
    let written = if trace.generated.is_empty() { String::new() } else { table.html() };
    prompt_table(trace, words) + &written
}

pub(super) fn json(trace: &Trace) -> Value {
    json!({
        "prompt_text": trace.prompt_text,
        "prompt": trace.prompt.iter().map(record::token).collect::<Vec<_>>(),
        "generated": trace.generated.iter().map(record::token).collect::<Vec<_>>(),
    })
}

pub(super) fn description(trace: &Trace, words: &Words) -> String {
    let values = [("prompt", trace.prompt.len().into()), ("written", trace.generated.len().into())];
    words.text("tokens-about", &values)
}
