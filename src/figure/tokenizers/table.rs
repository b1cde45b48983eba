use serde_json::{Value, json as value};

use super::{By, Cut, Cuts, brackets};
use crate::figure::record;
use crate::figure::table::{Table, none, token_cells};
use crate::figure::token_label::{Label, escaped};
use crate::token::MergeStep;
use crate::words::Words;

/// First one row per tokenizer, then the tokens or the merges of each. `id`: of the figure.
pub(super) fn table(cuts: &Cuts, id: &str, words: &Words) -> String {
    let mut html = sizes(cuts, words);
    let steps = brackets::steps(cuts, words);
    let mut before = 0;
    for cut in &cuts.cuts {
        html.push_str(&tokens(cut, words));
        let captions = steps.iter().skip(before).map(|step| step.caption.as_str());
        if cuts.merging {
            html.push_str(&merges(cut, id, before, captions, words));
        }
        before += cut.merges.len();
    }
    html
}

fn sizes(cuts: &Cuts, words: &Words) -> String {
    let heads = [
        "cuts-column-tokenizer",
        "cuts-column-entries",
        "column-tokens",
        "cuts-column-length",
        "cuts-column-per-token",
        "cuts-column-origin",
    ]
    .map(|id| words.text(id, &[]));
    let caption = words.text(if cuts.merging { "cuts-table-word" } else { "cuts-table-text" }, &[]);
    let mut table = Table::new(words, &caption, &heads);
    for cut in &cuts.cuts {
        table.row(
            "",
            &[
                escaped(&cut.name),
                words.number(cut.entries.into(), 0),
                words.number(cut.tokens.len() as f64, 0),
                words.number(cut.bytes as f64, 0),
                words.number(cut.bytes_per_token(), 2),
                escaped(&cut.origin(words)),
            ],
        );
    }
    table.html()
}

fn tokens(cut: &Cut, words: &Words) -> String {
    let heads = ["cuts-column-position", "column-token", "column-id", "column-bytes"].map(|id| words.text(id, &[]));
    let caption = words.text("cuts-table-tokens", &[("name", (&cut.name).into())]);
    let mut table = Table::new(words, &caption, &heads);
    for (at, token) in cut.tokens.iter().enumerate() {
        let mut cells = vec![at.to_string()];
        cells.extend(token_cells(words, token));
        table.row("", &cells);
    }
    table.html()
}

/// Rows of steps, the first of which has number `before + 1`.
fn merges<'a>(cut: &Cut, id: &str, before: usize, captions: impl Iterator<Item = &'a str>, words: &Words) -> String {
    let heads =
        ["cuts-column-merge", "cuts-column-rank", "cuts-column-pieces", "column-what"].map(|id| words.text(id, &[]));
    let caption = words.text("cuts-table-merges", &[("name", (&cut.name).into())]);
    let mut table = Table::new(words, &caption, &heads).cells(&["", "", "", "said"]);
    for ((at, step), caption) in cut.merges.iter().enumerate().zip(captions) {
        let n = before + at + 1;
        let pieces: Vec<String> = step.pieces.iter().map(|piece| Label::new(piece.bytes()).html()).collect();
        table.row(
            &format!(" id=\"{id}-step-{n}\" data-step=\"{n}\" data-ms=\"0\""),
            &[
                if at == 0 { escaped(&words.text("cuts-start", &[])) } else { at.to_string() },
                step.rank.map_or_else(none, |rank| words.number(rank.into(), 0)),
                pieces.join(" "),
                caption.to_owned(),
            ],
        );
    }
    table.html()
}

pub(super) fn json(cuts: &Cuts) -> Value {
    let merges = |steps: &[MergeStep]| -> Vec<Value> {
        steps.iter().map(|step| value!({"rank": step.rank, "at": step.at, "pieces": step.pieces})).collect()
    };
    let each: Vec<Value> = cuts
        .cuts
        .iter()
        .map(|cut| {
            let mut one = value!({
                "name": cut.name,
                "entries": cut.entries,
                "numbers": match cut.by { By::Run(..) => "measured", By::Vocabulary(_) => "derived" },
                "tokens": cut.tokens.iter().map(record::token).collect::<Vec<_>>(),
                "bytes": cut.bytes,
                "bytes_per_token": cut.bytes_per_token(),
                "merges": merges(&cut.merges),
            });
            if let Some(one) = one.as_object_mut() {
                match cut.by {
                    By::Run(run, trace) => {
                        one.insert("run".into(), run.into());
                        one.insert("source".into(), record::source(trace));
                    }
                    By::Vocabulary(vocabulary) => {
                        one.insert("used_by".into(), vocabulary.used_by().into());
                        one.insert("carried_by".into(), "tiktoken-rs".into());
                    }
                }
            }
            one
        })
        .collect();
    value!({"text": cuts.text, "word": cuts.merging, "tokenizers": each})
}
