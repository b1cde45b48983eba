//! The candidates as rows and as data.

use serde_json::{Value, json};

use crate::figure::candidates::Candidates;
use crate::figure::record;
use crate::figure::table::{Table, hex, none};
use crate::figure::token_label::escaped;
use crate::trace::Trace;
use crate::words::Words;

pub(super) fn table(trace: &Trace, list: &Candidates, words: &Words) -> String {
    let heads = [
        "column-rank",
        "column-token",
        "column-id",
        "column-bytes",
        "column-probability",
        "column-logit",
        "logits-column-chosen",
    ]
    .map(|id| words.text(id, &[]));
    let chosen = |chosen| escaped(&words.text(if chosen { "logits-chosen" } else { "logits-not-chosen" }, &[]));
    let mut table = Table::new(words, &words.text("logits-table", &[]), &heads);
    for candidate in &list.listed {
        let bytes = trace.piece(candidate.id).map(|piece| piece.bytes()).unwrap_or_default();
        table.row(
            "",
            &[
                candidate.rank.map_or_else(none, |rank| rank.to_string()),
                candidate.label.html(),
                candidate.id.to_string(),
                format!("<span class=\"lp-hex\">{}</span>", hex(bytes)),
                escaped(&words.percent(candidate.probability)),
                candidate.logit.map_or_else(none, |logit| words.number(logit, 3)),
                chosen(candidate.chosen),
            ],
        );
    }
    if list.rest > 0 {
        let probability = escaped(&words.percent(list.rest_probability));
        let rest = escaped(&list.rest_name(words));
        table.row("", &[none(), rest, none(), none(), probability, none(), chosen(false)]);
    }
    table.html()
}

pub(super) fn json(trace: &Trace, index: usize, list: &Candidates) -> Value {
    let step = trace.steps.get(index);
    json!({
        "step": index,
        "context": step.map(|step| step.context),
        "entropy": step.and_then(|step| step.entropy),
        "logsumexp": step.and_then(|step| Some(step.row.as_ref()?.logsumexp)),
        "candidates": record::candidates(trace, list),
    })
}

pub(super) fn description(trace: &Trace, index: usize, list: &Candidates, words: &Words) -> String {
    let Some(likeliest) = list.listed.first() else { return String::new() };
    let values = [
        ("n", list.listed.len().into()),
        ("vocabulary", trace.model.vocabulary.into()),
        ("place", (index + 1).into()),
        // The token may be of another direction than the sentence.
        ("token", format!("\u{2068}{}\u{2069}", likeliest.label.text()).into()),
        ("probability", words.percent(likeliest.probability).into()),
    ];
    words.text("logits-about", &values)
}
