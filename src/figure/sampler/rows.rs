//! All rows of a run as JSON that the page's script reads: what lets a reader turn the temperature. Comes in: a trace.
//! Goes out: the fields of `Rows`, which `static/js/distribution.js` unpacks.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use crate::figure::token_label::{Label, Look};
use crate::request::Sampling;
use crate::token::{Row, TokenId};
use crate::trace::{Trace, WholeStep};

#[derive(Serialize)]
struct Rows {
    vocabulary: u32,
    /// The step and the number of candidates that are shown first.
    step: usize,
    candidates: usize,
    /// `temperature`, `topK`, `topP`, `minP` and `seed` (as text: it may be larger than a script's numbers); null where
    /// the choice was greedy.
    sampling: Value,
    tokens: Vec<Entry>,
    /// What stood before the first step.
    prompt: Vec<usize>,
    steps: Vec<Step>,
}

/// A token that some step names by its index in `tokens`.
#[derive(Serialize)]
struct Entry {
    id: TokenId,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    control: bool,
    /// Its text in parts; `{"sign": "·"}` stands for what has no look of its own.
    label: Vec<Value>,
}

/// Logits and ends of the tail are in thousandths, so that they are whole numbers.
#[derive(Serialize)]
struct Step {
    chosen: usize,
    rank: u32,
    /// The listed tokens, the likeliest first.
    listed: Vec<usize>,
    /// Of the likeliest.
    logit: i64,
    /// How far each of the others lies below the one before it.
    below: Vec<i64>,
    low: i64,
    high: i64,
    /// How many tokens are in each bin of the tail, from `low` to `high`.
    counts: Vec<u32>,
    logsumexp: f64,
}

fn thousandths(value: f64) -> i64 {
    (value * 1000.0).round() as i64
}

fn label(label: &Label) -> Vec<Value> {
    let parts = label.cells.chunk_by(|a, b| (a.look == Look::Sign) == (b.look == Look::Sign));
    parts
        .map(|cells| {
            let text: String = cells.iter().map(|cell| cell.text.as_str()).collect();
            if cells.iter().any(|cell| cell.look == Look::Sign) { json!({"sign": text}) } else { json!(text) }
        })
        .collect()
}

fn sampling(sampling: &Sampling) -> Value {
    match *sampling {
        Sampling::Greedy => Value::Null,
        Sampling::Random { temperature, top_k, top_p, min_p, seed } => json!({
            "temperature": temperature,
            "topK": top_k,
            "topP": top_p,
            "minP": min_p,
            "seed": seed.to_string(),
        }),
    }
}

/// The likeliest logit, and how far each lies below the one before.
fn logits(row: &Row) -> (i64, Vec<i64>) {
    let all: Vec<i64> = row.logits.iter().map(|logit| thousandths(*logit)).collect();
    let below = all.iter().zip(all.iter().skip(1)).map(|(before, now)| before - now).collect();
    (all.first().copied().unwrap_or_default(), below)
}

pub(super) fn json(trace: &Trace, whole: &[WholeStep], step: usize, candidates: usize) -> String {
    let mut places: BTreeMap<TokenId, usize> = BTreeMap::new();
    let mut tokens = Vec::new();
    let mut place = |id: TokenId| {
        *places.entry(id).or_insert_with(|| {
            let bytes = trace.piece(id).map(|piece| piece.bytes()).unwrap_or_default();
            tokens.push(Entry { id, control: trace.is_control(id), label: label(&Label::new(bytes)) });
            tokens.len() - 1
        })
    };
    let prompt = trace.prompt.iter().map(|token| place(token.id)).collect();
    let mut steps = Vec::new();
    for step in whole {
        let (logit, below) = logits(step.row);
        let tail = &step.row.tail;
        steps.push(Step {
            chosen: place(step.chosen),
            rank: step.rank,
            listed: step.row.ids.iter().map(|id| place(*id)).collect(),
            logit,
            below,
            low: thousandths(tail.low),
            high: thousandths(tail.high),
            counts: tail.counts.clone(),
            logsumexp: step.row.logsumexp,
        });
    }
    let sampling = sampling(&trace.request.sampling);
    let rows = Rows { vocabulary: trace.model.vocabulary, step, candidates, sampling, tokens, prompt, steps };
    // Numbers, strings and lists cannot fail to be written.
    serde_json::to_string(&rows).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;

    #[test]
    fn a_step_of_a_real_run_stays_small() {
        let trace: Trace = serde_json::from_str(include_str!("../../../tests/data/sampler-trace.json")).unwrap();
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::Write::write_all(&mut encoder, json(&trace, &trace.whole_steps().unwrap(), 0, 8).as_bytes()).unwrap();
        let size = encoder.finish().unwrap().len();
        println!("{size} bytes gzipped");
        assert!(size <= 800 * trace.steps.len(), "{size} bytes");
    }

    #[test]
    fn hostile_tokens_are_text_and_every_index_names_a_token() {
        let trace = fixture::nasty();
        let rows: Value = serde_json::from_str(&json(&trace, &trace.whole_steps().unwrap(), 0, 8)).unwrap();
        let tokens = rows["tokens"].as_array().unwrap();
        assert!(tokens.iter().all(|token| token["label"].as_array().is_some_and(|parts| !parts.is_empty())));
        let steps = rows["steps"].as_array().unwrap();
        assert_eq!(steps.len(), trace.steps.len());
        for (step, recorded) in steps.iter().zip(&trace.steps) {
            let id = |place: &Value| tokens[place.as_u64().unwrap() as usize]["id"].clone();
            assert_eq!(id(&step["chosen"]), json!(recorded.chosen));
            let listed: Vec<Value> = step["listed"].as_array().unwrap().iter().map(id).collect();
            assert_eq!(json!(listed), json!(recorded.row.as_ref().unwrap().ids));
        }
    }
}
