//! The passes that a reader steps through.

use super::size::{now, size};
use crate::figure::token_label::Label;
use crate::figure::{FigureStep, Stage};
use crate::request::KvCache;
use crate::token::Token;
use crate::trace::Trace;
use crate::words::Words;

/// Entries after each pass: the prompt's, then one more for each token that went through. The last token never does.
pub(super) fn entries(trace: &Trace) -> Vec<usize> {
    let prompt = trace.prompt.len();
    (0..trace.generated.len().max(1)).map(|pass| prompt + pass).collect()
}

/// The tokens that got entries, each with the pass that made it, counted from 1.
pub(super) fn cached(trace: &Trace) -> Vec<(&Token, usize, bool)> {
    let written = trace.generated.len().saturating_sub(1);
    let prompt = trace.prompt.iter().map(|token| (token, 1, false));
    prompt.chain(trace.generated.iter().take(written).enumerate().map(|(at, token)| (token, at + 2, true))).collect()
}

pub(super) fn steps(trace: &Trace, words: &Words) -> Vec<FigureStep> {
    let each = now(trace);
    let all = entries(trace);
    let total = |entries: usize| {
        format!(
            "{} entries of {} make {}.",
            words.number(entries as f64, 0),
            size(each, words),
            size(each * entries as u64, words)
        )
    };
    let mut steps = Vec::new();
    for (at, count) in all.into_iter().enumerate() {
        let passed = at.checked_sub(1).and_then(|before| trace.generated.get(before));
        let (stage, caption, milliseconds) = match passed {
            None => (
                Stage::Prefill,
                format!(
                    "Prefill: {} go through all {} layers and leave a key and a value in each. {}",
                    tokens(count, words),
                    trace.model.layers,
                    total(count)
                ),
                trace.prefill(),
            ),
            Some(token) => (
                Stage::Decode,
                format!(
                    "{} goes through the model, reads what is there and leaves its own entry. {}",
                    Label::new(token.piece.bytes()).html(),
                    total(count)
                ),
                trace.gap(at),
            ),
        };
        let caption = if trace.request.kv_cache == KvCache::Off {
            format!("{caption} This run kept none of it: it computed all of it again at each step.")
        } else {
            caption
        };
        steps.push(FigureStep { stage, caption, milliseconds: milliseconds.map_or(0.0, |spread| spread.median) });
    }
    steps
}

pub(super) fn tokens(count: usize, words: &Words) -> String {
    format!("{} {}", words.number(count as f64, 0), if count == 1 { "token" } else { "tokens" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;

    #[test]
    fn the_last_token_leaves_no_entry() {
        let trace = fixture::fox();
        assert_eq!(entries(&trace).last(), Some(&(trace.prompt.len() + trace.generated.len() - 1)));
        assert_eq!(cached(&trace).len(), *entries(&trace).last().unwrap());
        assert_eq!(steps(&trace, Words::english()).len(), trace.generated.len());
    }
}
