//! Parts of a figure's JSON that several figures share.

use serde_json::{Value, json};

use super::candidates::Candidates;
use crate::token::{Token, TokenId};
use crate::trace::{Spread, Trace};

pub(super) fn piece(bytes: &[u8]) -> Value {
    match std::str::from_utf8(bytes) {
        Ok(text) => json!(text),
        Err(_) => Value::Null,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// `text` is null where the bytes are no whole characters.
pub(super) fn token(token: &Token) -> Value {
    let bytes = token.piece.bytes();
    json!({"id": token.id, "text": piece(bytes), "bytes": hex(bytes), "control": token.control})
}

pub(super) fn spread(spread: Option<Spread>) -> Value {
    match spread {
        Some(spread) => {
            json!({"median": spread.median, "least": spread.least, "most": spread.most, "samples": spread.samples})
        }
        None => Value::Null,
    }
}

pub(super) fn candidates(trace: &Trace, candidates: &Candidates) -> Value {
    let bytes = |id: TokenId| trace.piece(id).map(|piece| piece.bytes()).unwrap_or_default();
    let listed: Vec<Value> = candidates
        .listed
        .iter()
        .map(|candidate| {
            json!({
                "id": candidate.id,
                "text": piece(bytes(candidate.id)),
                "bytes": hex(bytes(candidate.id)),
                "probability": candidate.probability,
                "logit": candidate.logit,
                "rank": candidate.rank,
                "chosen": candidate.chosen,
            })
        })
        .collect();
    json!({"listed": listed, "others": {"count": candidates.rest, "probability": candidates.rest_probability}})
}

/// What the numbers are of.
pub(super) fn source(trace: &Trace) -> Value {
    json!({
        "model": trace.model,
        "engine": trace.engine,
        "host": trace.host,
        "recorded_at": trace.recorded_at,
        "sampling": trace.request.sampling,
        "finish": trace.finish,
    })
}
