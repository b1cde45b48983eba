//! The candidates as rows and as data.

use serde_json::{Value, json};

use crate::figure::candidates::Candidates;
use crate::figure::record;
use crate::figure::table::{Table, hex, none};
use crate::figure::token_label::escaped;
use crate::trace::Trace;
use crate::words::Words;

pub(super) fn table(trace: &Trace, list: &Candidates, words: &Words) -> String {
    let heads = ["Rank", "Token", "Id", "Bytes", "Probability", "Logit", "Chosen"];
    let mut table = Table::new(words, "The likeliest next tokens", &heads);
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
                if candidate.chosen { "yes".into() } else { "no".into() },
            ],
        );
    }
    if list.rest > 0 {
        let probability = escaped(&words.percent(list.rest_probability));
        table.row("", &[none(), list.rest_name(words), none(), none(), probability, none(), "no".into()]);
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
    let likeliest = list.listed.first().map_or(String::new(), |candidate| {
        format!(
            " The likeliest is \u{2068}{}\u{2069} with {}.",
            candidate.label.text(),
            words.percent(candidate.probability)
        )
    });
    format!(
        "The {} likeliest of {} tokens for generated token {}, as bars of probability.{likeliest} All of it is in the table \
         below the picture.",
        list.listed.len(),
        words.number(trace.model.vocabulary.into(), 0),
        index + 1
    )
}
