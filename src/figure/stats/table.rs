//! The card as rows, as data and as a sentence.

use serde_json::{Value, json};

use super::facts::{Fact, provenance};
use crate::figure::record;
use crate::figure::table::{Table, none};
use crate::figure::token_label::escaped;
use crate::trace::Trace;
use crate::words::Words;

pub(super) fn table(trace: &Trace, facts: &[Fact], words: &Words) -> String {
    let heads = ["stats-what", "stats-value", "stats-apart"].map(|id| words.text(id, &[]));
    let mut table = Table::new(words, &words.text("stats-caption", &[]), &heads.each_ref().map(String::as_str));
    for fact in facts {
        let spread = fact.spread.as_deref().map_or_else(none, escaped);
        table.row("", &[escaped(&fact.name), escaped(&fact.value), spread]);
    }
    table.row("", &[escaped(&words.text("stats-ran", &[])), escaped(&provenance(trace, words)), none()]);
    table.html()
}

pub(super) fn json(trace: &Trace) -> Value {
    json!({
        "prompt_tokens": trace.prompt.len(),
        "written_tokens": trace.generated.len(),
        "prefill_ms": record::spread(trace.prefill()),
        "time_to_first_token_ms": record::spread(trace.ttft()),
        "decode_step_ms": record::spread(trace.gaps()),
    })
}

pub(super) fn description(run: &str, facts: &[Fact], words: &Words) -> String {
    let each: Vec<String> = facts
        .iter()
        .map(|fact| words.text("stats-fact", &[("name", (&fact.name).into()), ("value", (&fact.value).into())]))
        .collect();
    words.text("stats-description", &[("run", run.into()), ("facts", words.list(&each).into())])
}
