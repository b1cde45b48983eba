//! The passes that a reader steps through.

use super::size::{now, size};
use crate::figure::token_label::Label;
use crate::figure::{FigureStep, Stage};
use crate::request::KvCache;
use crate::token::Token;
use crate::trace::Trace;
use crate::words::{Value, Words};

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

/// Columns computed up to pass `at`, counted from 0: with the cache, and without it.
pub(super) fn computed(trace: &Trace, at: usize) -> (usize, usize) {
    let passes = entries(trace);
    (passes.get(at).copied().unwrap_or(0), passes.iter().take(at + 1).sum())
}

pub(super) fn steps(trace: &Trace, words: &Words) -> Vec<FigureStep> {
    let each = now(trace);
    let mut steps = Vec::new();
    for (at, count) in entries(trace).into_iter().enumerate() {
        let passed = at.checked_sub(1).and_then(|before| trace.generated.get(before));
        let (stage, happened, spread) = match passed {
            None => {
                let values = [("tokens", count.into()), ("layers", trace.model.layers.into())];
                (Stage::Prefill, words.html("cache-prefill-html", &values), trace.prefill())
            }
            Some(token) => {
                let token = Value::html(Label::new(token.piece.bytes()).html());
                (Stage::Decode, words.html("cache-decode-html", &[("token", token)]), trace.gap(at))
            }
        };
        let total = size(each * count as u64, words);
        let values = [("n", count.into()), ("each", size(each, words).into()), ("total", total.into())];
        let mut sentences = vec![happened, words.html("cache-total-html", &values)];
        if trace.request.kv_cache == KvCache::Off {
            sentences.push(words.html("cache-not-kept-html", &[]));
        }
        let milliseconds = spread.map_or(0.0, |spread| spread.median);
        steps.push(FigureStep { stage, caption: sentences.join(" "), milliseconds });
    }
    steps
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
