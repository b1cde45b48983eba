use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::TokenId;

/// How many of the best logits a row lists by id.
pub const TOP_LOGITS: usize = 64;
/// How many bins of equal width count the rest of the vocabulary.
pub const TAIL_BINS: usize = 128;

/// One row of logits, small enough to publish and exact enough to re-compute the softmax at another temperature:
/// the best logits by id, to three decimals, and a histogram of all the others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Likeliest first; ties by the lower id.
    pub ids: Vec<TokenId>,
    /// `logits[i]` belongs to `ids[i]`.
    pub logits: Vec<f64>,
    /// ln Σ exp(logit) over the whole vocabulary at temperature 1.
    pub logsumexp: f64,
    pub tail: Tail,
}

/// The logits that are not listed: `counts[i]` of them lie between `low + i·w` and `low + (i + 1)·w`, where
/// `w = (high - low) / counts.len()`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tail {
    pub low: f64,
    pub high: f64,
    pub counts: Vec<u32>,
}

fn thousandths(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

/// Likeliest first; ties by the lower index; what is no finite number last.
fn by_logit(logits: &[f32]) -> impl Fn(&usize, &usize) -> Ordering {
    // Adding 0 makes both zeros one.
    let key = |at: usize| if logits[at].is_finite() { logits[at] + 0.0 } else { f32::NEG_INFINITY };
    move |a, b| key(*b).total_cmp(&key(*a)).then(a.cmp(b))
}

/// Indices of `logits` from the likeliest on, at most `count` of them; ties by the lower index.
pub fn best(logits: &[f32], count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..logits.len()).collect();
    let count = count.min(order.len());
    if count < order.len() && count > 0 {
        order.select_nth_unstable_by(count - 1, by_logit(logits));
    }
    order.truncate(count);
    order.sort_unstable_by(by_logit(logits));
    order
}

/// What [`best`] has at `place`.
pub fn at_place(logits: &[f32], place: usize) -> Option<usize> {
    let mut order: Vec<usize> = (0..logits.len()).collect();
    (place < order.len()).then(|| *order.select_nth_unstable_by(place, by_logit(logits)).1)
}

/// ln Σ exp(logit), in double precision.
pub fn logsumexp(logits: &[f32]) -> f64 {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max) as f64;
    if !most.is_finite() {
        return most;
    }
    most + logits.iter().map(|&logit| (logit as f64 - most).exp()).sum::<f64>().ln()
}

/// −Σ p ln p of the softmax at temperature 1, in nats.
pub fn entropy(logits: &[f32]) -> f64 {
    let total = logsumexp(logits);
    logits
        .iter()
        .map(|&logit| logit as f64 - total)
        .filter(|logprob| logprob.is_finite())
        .map(|logprob| -logprob.exp() * logprob)
        .sum()
}

impl Row {
    /// `logits`: one value per vocabulary entry, as the engine gave them. A token whose logit is no finite number is
    /// neither listed nor counted: nothing can draw it.
    pub fn new(logits: &[f32]) -> Self {
        let mut top = best(logits, TOP_LOGITS);
        top.retain(|&id| logits[id].is_finite());
        let mut listed = vec![false; logits.len()];
        for &id in &top {
            listed[id] = true;
        }
        let rest: Vec<f64> = logits
            .iter()
            .zip(&listed)
            .filter(|(logit, listed)| !**listed && logit.is_finite())
            .map(|(logit, _)| *logit as f64)
            .collect();
        Self {
            logits: top.iter().map(|&id| thousandths(logits[id] as f64)).collect(),
            ids: top.into_iter().map(|id| TokenId(id as u32)).collect(),
            logsumexp: (logsumexp(logits) * 1e5).round() / 1e5,
            tail: Tail::new(&rest),
        }
    }

    /// Natural logarithm of the probability at temperature 1 of a listed token.
    pub fn logprob(&self, id: TokenId) -> Option<f64> {
        let at = self.ids.iter().position(|listed| *listed == id)?;
        self.logits.get(at).map(|logit| logit - self.logsumexp)
    }

    /// Probability at temperature 1 of each listed id, in the row's order.
    pub fn probabilities(&self) -> Vec<f64> {
        self.logits.iter().map(|logit| (logit - self.logsumexp).exp()).collect()
    }
}

impl Tail {
    fn new(rest: &[f64]) -> Self {
        let low = rest.iter().copied().fold(f64::INFINITY, f64::min);
        let high = rest.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if rest.is_empty() {
            return Self { low: 0.0, high: 0.0, counts: Vec::new() };
        }
        // Outwards, so that rounding leaves no logit outside.
        let (low, high) = ((low * 1000.0).floor() / 1000.0, (high * 1000.0).ceil() / 1000.0);
        let mut counts = vec![0; TAIL_BINS];
        for logit in rest {
            let at = (logit - low) / (high - low) * TAIL_BINS as f64;
            counts[(at as usize).min(TAIL_BINS - 1)] += 1;
        }
        Self { low, high, counts }
    }

    /// Width of one bin, in logits.
    pub fn width(&self) -> f64 {
        if self.counts.is_empty() { 0.0 } else { (self.high - self.low) / self.counts.len() as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_go_to_the_lower_id() {
        let logits = [1.0, 3.0, 3.0, f32::NAN, 2.0, 0.0, -0.0, f32::INFINITY];
        let order = [1, 2, 4, 0, 5, 6, 3, 7];
        assert_eq!(best(&logits, 4), order[..4]);
        assert_eq!((0..9).map_while(|place| at_place(&logits, place)).collect::<Vec<_>>(), order);
    }

    #[test]
    fn a_small_vocabulary_has_no_tail() {
        let row = Row::new(&[0.0, 1.0, 2.0]);
        assert_eq!(row.ids, [TokenId(2), TokenId(1), TokenId(0)]);
        assert!(row.tail.counts.is_empty());
    }

    #[test]
    fn what_is_no_number_is_neither_listed_nor_counted() {
        let row = Row::new(&[f32::NAN, 1.0, f32::NEG_INFINITY]);
        assert_eq!((row.ids.as_slice(), row.tail.counts.len()), ([TokenId(1)].as_slice(), 0));
    }

    #[test]
    fn entropy_of_a_uniform_row_is_the_logarithm_of_its_length() {
        let logits = vec![0.5_f32; 1000];
        assert!((entropy(&logits) - 1000_f64.ln()).abs() < 1e-9);
    }
}
