//! How many of the likeliest tokens it takes to hold a share of the probability, over the whole vocabulary.

use crate::trace::Row;

/// A number of tokens; not exact where the last of them is among those that a row only counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    pub(super) tokens: u64,
    pub(super) exact: bool,
}

impl Reach {
    /// The fewest tokens that hold `share` of the mass at `temperature`: what top-p with p = `share` keeps.
    pub(super) fn of(row: &Row, temperature: f64, share: f64) -> Self {
        let softmax = row.softmax(temperature);
        let mut mass = 0.0;
        for (at, probability) in softmax.listed.iter().enumerate() {
            mass += probability;
            if mass >= share {
                return Self { tokens: at as u64 + 1, exact: true };
            }
        }
        let bins: Vec<(f64, u32)> = row.tail.bins().collect();
        let high = bins.last().map_or(0.0, |(middle, _)| *middle);
        let weight = |(middle, count): (f64, u32)| f64::from(count) * ((middle - high) / temperature).exp();
        let total: f64 = bins.iter().copied().map(weight).sum();
        let mut tokens = softmax.listed.len() as u64;
        for &(middle, count) in bins.iter().rev() {
            let inside = weight((middle, count)) / total * softmax.tail;
            if mass + inside >= share {
                let part = ((share - mass) / inside * f64::from(count)).ceil();
                return Self { tokens: tokens + (part as u64).clamp(1, count.into()), exact: false };
            }
            mass += inside;
            tokens += u64::from(count);
        }
        Self { tokens, exact: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn listed_tokens_are_counted_exactly_and_the_tail_by_bins() {
        let mut logits = vec![-20.0_f32; 500];
        logits[7] = 3.0;
        logits[9] = 2.0;
        let row = Row::new(&logits);
        assert_eq!(Reach::of(&row, 1.0, 0.7), Reach { tokens: 1, exact: true });
        assert_eq!(Reach::of(&row, 1.0, 0.75), Reach { tokens: 2, exact: true });
        let flat = Row::new(&(0..1000).map(|at| at as f32 * 1e-4).collect::<Vec<_>>());
        let half = Reach::of(&flat, 1.0, 0.5);
        assert!(!half.exact && half.tokens.abs_diff(488) <= 8, "{half:?}");
    }
}
