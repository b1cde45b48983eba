//! Picks a token from a row of logits. The same seed, position and row give the same token on any machine, in any
//! process and on any number of threads, and the page draws with the same algorithm.
//!
//! The filters apply in this order, each on what the one before left, as in the common samplers:
//! 1. logits divided by the temperature, softmax over the whole vocabulary;
//! 2. top-k: the k likeliest stay;
//! 3. top-p: the likeliest stay until their share of the remaining mass reaches p (nucleus sampling, Holtzman et
//!    al. 2020, <https://arxiv.org/abs/1904.09751>); at least one stays;
//! 4. min-p: tokens with less than p times the likeliest's probability go (Nguyen et al. 2024,
//!    <https://arxiv.org/abs/2407.01082>);
//! 5. one uniform number walks through the survivors, likeliest first, ties by the lower id.

use super::Sampling;
use crate::trace::{TokenId, best};

/// Output `position` (counted from 0) of SplitMix64 seeded with `seed`, as a number in [0, 1) with 53 random bits.
/// Source: Steele, Lea and Flood 2014, <https://doi.org/10.1145/2714064.2660195>.
pub fn uniform(seed: u64, position: u64) -> f64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut z = seed.wrapping_add(GOLDEN.wrapping_mul(position.wrapping_add(1)));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// The token that `sampling` picks at generated position `position`, counted from 0. `None` for an empty row.
pub fn pick(sampling: &Sampling, logits: &[f32], position: u64) -> Option<TokenId> {
    match *sampling {
        Sampling::Greedy => best(logits, 1).first().map(|&id| TokenId(id as u32)),
        Sampling::Random { seed, .. } => {
            let survivors = survivors(sampling, logits);
            draw(&survivors, uniform(seed, position))
        }
    }
}

/// The tokens that pass the filters with their probabilities, likeliest first; the probabilities add up to 1.
pub fn survivors(sampling: &Sampling, logits: &[f32]) -> Vec<(TokenId, f64)> {
    let Sampling::Random { temperature, top_k, top_p, min_p, .. } = *sampling else {
        return best(logits, 1).into_iter().map(|id| (TokenId(id as u32), 1.0)).collect();
    };
    let order = best(logits, top_k.map_or(logits.len(), |k| k as usize));
    let Some(&first) = order.first() else { return Vec::new() };
    let most = f64::from(logits[first]);
    let mut kept: Vec<(TokenId, f64)> = order
        .into_iter()
        .filter(|&id| !logits[id].is_nan())
        .map(|id| (TokenId(id as u32), ((f64::from(logits[id]) - most) / temperature).exp()))
        .collect();
    if let Some(p) = top_p {
        let total: f64 = kept.iter().map(|(_, weight)| weight).sum();
        let mut mass = 0.0;
        let stay = kept.iter().position(|(_, weight)| {
            mass += weight / total;
            mass >= p
        });
        kept.truncate(stay.map_or(kept.len(), |at| at + 1));
    }
    if let Some(p) = min_p {
        // The likeliest has weight exp(0) = 1.
        kept.retain(|(_, weight)| *weight >= p);
    }
    let total: f64 = kept.iter().map(|(_, weight)| weight).sum();
    kept.iter().map(|&(id, weight)| (id, weight / total)).collect()
}

fn draw(survivors: &[(TokenId, f64)], uniform: f64) -> Option<TokenId> {
    let mut mass = 0.0;
    survivors
        .iter()
        .find(|(_, probability)| {
            mass += probability;
            uniform < mass
        })
        .or(survivors.last())
        .map(|(id, _)| *id)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn random(temperature: f64, top_k: Option<u32>, top_p: Option<f64>, min_p: Option<f64>) -> Sampling {
        Sampling::Random { temperature, top_k, top_p, min_p, seed: 7 }
    }

    /// Logits whose softmax at temperature 1 is 0.5, 0.3, 0.15, 0.05.
    fn row() -> Vec<f32> {
        [0.15_f32, 0.5, 0.05, 0.3].iter().map(|p| p.ln()).collect()
    }

    fn ids(survivors: Vec<(TokenId, f64)>) -> Vec<u32> {
        survivors.into_iter().map(|(id, _)| id.0).collect()
    }

    #[test]
    fn the_generator_is_splitmix64() {
        // First outputs for seed 1234567, from the reference implementation at <https://prng.di.unimi.it/splitmix64.c>.
        let outputs = [6457827717110365317_u64, 3203168211198807973, 9817491932198370423];
        for (position, output) in outputs.into_iter().enumerate() {
            assert_eq!(uniform(1234567, position as u64), (output >> 11) as f64 / (1u64 << 53) as f64);
        }
    }

    #[test]
    fn each_filter_keeps_what_it_says() {
        assert_eq!(ids(survivors(&random(1.0, None, None, None), &row())), [1, 3, 0, 2]);
        assert_eq!(ids(survivors(&random(1.0, Some(2), None, None), &row())), [1, 3]);
        assert_eq!(ids(survivors(&random(1.0, None, Some(0.79), None), &row())), [1, 3]);
        assert_eq!(ids(survivors(&random(1.0, None, Some(0.81), None), &row())), [1, 3, 0]);
        assert_eq!(ids(survivors(&random(1.0, None, None, Some(0.29)), &row())), [1, 3, 0]);
        assert_eq!(ids(survivors(&random(1.0, None, Some(1e-9), None), &row())), [1]);
    }

    #[test]
    fn top_p_counts_the_mass_that_top_k_left() {
        // Of the two likeliest, the first has 0.5 / 0.8 = 62.5 %.
        assert_eq!(ids(survivors(&random(1.0, Some(2), Some(0.62), None), &row())), [1]);
    }

    #[test]
    fn draws_follow_the_distribution() {
        let mut counts = [0_u32; 4];
        let sampling = random(1.0, None, None, None);
        for position in 0..20_000 {
            counts[pick(&sampling, &row(), position).unwrap().0 as usize] += 1;
        }
        for (count, probability) in counts.iter().zip([0.15, 0.5, 0.05, 0.3]) {
            // Five standard deviations of a binomial of 20,000 draws.
            let allowed = 5.0 * (20_000.0 * probability * (1.0_f64 - probability)).sqrt();
            assert!((f64::from(*count) - 20_000.0 * probability).abs() < allowed, "{counts:?}");
        }
    }

    #[test]
    fn greedy_takes_the_lower_id_of_a_tie() {
        assert_eq!(pick(&Sampling::Greedy, &[1.0, 2.0, 2.0], 0), Some(TokenId(1)));
        assert_eq!(pick(&Sampling::Greedy, &[], 0), None);
    }
}
