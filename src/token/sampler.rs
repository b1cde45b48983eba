//! Picks a token from a row of logits. The same seed, position and row give the same token in any process and on any
//! number of threads, and the page draws the same one: static/js/distribution.js is this file's twin.
//!
//! A draw is made from the row as it is recorded ([`Row`]: the 64 best logits to three decimals, the others counted in
//! bins), not from the engine's own, so that what a reader turns on the page is what the run drew from. The price:
//! the probability of a listed token, or of all others together, is within 0.001 of the full softmax's, and the tokens
//! of one bin are equally likely.
//!
//! The filters apply in this order, each on what the one before left, as in the common samplers. All keep the
//! likeliest, so that what survives is a number of tokens from the top:
//! 1. logits divided by the temperature, softmax over the whole vocabulary;
//! 2. top-k: the k likeliest stay;
//! 3. top-p: the likeliest stay until their share of the remaining mass reaches p (nucleus sampling, Holtzman et
//!    al. 2020, <https://arxiv.org/abs/1904.09751>); at least one stays, and with p = 1 all do;
//! 4. min-p: tokens with less than p times the likeliest's probability go (Nguyen et al. 2024,
//!    <https://arxiv.org/abs/2407.01082>);
//! 5. one uniform number walks through the survivors, likeliest first, ties by the lower id. Where it ends among those
//!    that are only counted, the token of that rank in the engine's row is taken.

use super::{Distribution, Row, TokenId, at_place, best};
use crate::request::Sampling;

/// Goes up when the same request would draw other tokens; part of the key of every run that draws.
const VERSION: u32 = 2;

/// The sampler's version where `sampling` uses it: greedy choice depends on nothing that a version could change.
pub fn version(sampling: &Sampling) -> Option<u32> {
    match sampling {
        Sampling::Greedy => None,
        Sampling::Random { .. } => Some(VERSION),
    }
}

/// Output `position` (counted from 0) of SplitMix64 seeded with `seed`, as a number in [0, 1) with 53 random bits.
/// Source: Steele, Lea and Flood 2014, <https://doi.org/10.1145/2714064.2660195>.
pub fn uniform(seed: u64, position: u64) -> f64 {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut z = seed.wrapping_add(GOLDEN.wrapping_mul(position.wrapping_add(1)));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64
}

/// A token that was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    pub token: TokenId,
    /// 1 is the likeliest of the vocabulary.
    pub rank: u32,
    /// What it was drawn from; greedy choice has no need of it.
    pub row: Option<Row>,
}

/// What `sampling` picks at generated position `position`, counted from 0. `None` for a row without a number in it.
pub fn pick(sampling: &Sampling, logits: &[f32], position: u64) -> Option<Pick> {
    if *sampling == Sampling::Greedy {
        let first = best(logits, 1).into_iter().find(|&id| logits[id].is_finite())?;
        let token = TokenId(first as u32);
        return Some(Pick { token, rank: 1, row: None });
    }
    let row = Row::new(logits);
    let rank = draw(sampling, &row, position)?;
    let place = rank as usize - 1;
    let token = match row.ids.get(place) {
        Some(&id) => id,
        None => TokenId(at_place(logits, place)? as u32),
    };
    Some(Pick { token, rank, row: Some(row) })
}

/// The rank of the token that is drawn from `row` at `position`, counted from 1; `None` for an empty row.
pub fn draw(sampling: &Sampling, row: &Row, position: u64) -> Option<u32> {
    let Sampling::Random { temperature, seed, .. } = *sampling else { return row.ids.first().map(|_| 1) };
    let distribution = row.at(temperature);
    let survivors = survivors(sampling, &distribution);
    let rank = distribution.reach(uniform(seed, position) * distribution.mass(survivors)).min(survivors);
    u32::try_from(rank).ok().filter(|rank| *rank > 0)
}

/// How many of the likeliest tokens pass the filters.
pub fn survivors(sampling: &Sampling, distribution: &Distribution) -> u64 {
    let Sampling::Random { top_k, top_p, min_p, .. } = *sampling else { return distribution.tokens().min(1) };
    let mut stay = distribution.tokens();
    if let Some(k) = top_k {
        stay = stay.min(k.into());
    }
    if let Some(p) = top_p.filter(|p| *p < 1.0) {
        stay = stay.min(distribution.reach(p * distribution.mass(stay)));
    }
    if let Some(p) = min_p {
        stay = stay.min(distribution.at_least(p));
    }
    stay
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

    fn left(sampling: &Sampling, logits: &[f32]) -> u64 {
        let Sampling::Random { temperature, .. } = *sampling else { panic!("a greedy run draws nothing") };
        survivors(sampling, &Row::new(logits).at(temperature))
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
        assert_eq!(left(&random(1.0, None, None, None), &row()), 4);
        assert_eq!(left(&random(1.0, Some(2), None, None), &row()), 2);
        assert_eq!(left(&random(1.0, None, Some(0.79), None), &row()), 2);
        assert_eq!(left(&random(1.0, None, Some(0.81), None), &row()), 3);
        assert_eq!(left(&random(1.0, None, Some(1.0), None), &row()), 4);
        assert_eq!(left(&random(1.0, None, None, Some(0.29)), &row()), 3);
        assert_eq!(left(&random(1.0, None, None, Some(1.0)), &row()), 1);
        assert_eq!(left(&random(1.0, None, Some(1e-9), None), &row()), 1);
        assert_eq!(left(&random(1.0, Some(9), None, Some(0.0)), &row()), 4);
    }

    #[test]
    fn a_filter_cuts_among_the_counted_tokens_too() {
        // 64 tokens hold half of the probability, and 640 the other half.
        let logits: Vec<f32> = (0..704).map(|id| if id < 640 { 0.0 } else { 10_f32.ln() }).collect();
        assert_eq!(left(&random(1.0, None, None, None), &logits), 704);
        assert_eq!(left(&random(1.0, Some(100), None, None), &logits), 100);
        let half = left(&random(1.0, None, Some(0.75), None), &logits);
        assert!(half.abs_diff(64 + 320) <= 3, "{half}");
        assert_eq!(left(&random(1.0, None, None, Some(0.11)), &logits), 64);
        assert_eq!(left(&random(1.0, None, None, Some(0.09)), &logits), 704);
        // Of the 164 likeliest, the 64 have 640 of 740.
        assert_eq!(left(&random(1.0, Some(164), Some(0.86), None), &logits), 64);
        let more = left(&random(1.0, Some(164), Some(0.93), None), &logits);
        assert!(more.abs_diff(64 + 48) <= 2, "{more}");
    }

    #[test]
    fn top_p_counts_the_mass_that_top_k_left() {
        // Of the two likeliest, the first has 0.5 / 0.8 = 62.5 %.
        assert_eq!(left(&random(1.0, Some(2), Some(0.62), None), &row()), 1);
        assert_eq!(left(&random(1.0, Some(2), Some(0.63), None), &row()), 2);
    }

    #[test]
    fn a_draw_among_the_counted_tokens_takes_the_one_of_that_rank() {
        let logits: Vec<f32> = (0..5000).map(|id| ((id * 7919) % 5000) as f32 * 1e-4).collect();
        let order = best(&logits, logits.len());
        let sampling = random(1.0, None, None, None);
        let picks: Vec<Pick> = (0..200).map(|position| pick(&sampling, &logits, position).unwrap()).collect();
        assert!(picks.iter().all(|pick| order[pick.rank as usize - 1] == pick.token.0 as usize));
        assert!(picks.iter().filter(|pick| pick.rank > 64).count() > 150);
        let row = picks[3].row.as_ref().unwrap();
        assert_eq!(draw(&sampling, row, 3), Some(picks[3].rank), "the row alone says which rank was drawn");
    }

    #[test]
    fn draws_follow_the_distribution() {
        let mut counts = [0_u32; 4];
        let sampling = random(1.0, None, None, None);
        for position in 0..20_000 {
            counts[pick(&sampling, &row(), position).unwrap().token.0 as usize] += 1;
        }
        for (count, probability) in counts.iter().zip([0.15, 0.5, 0.05, 0.3]) {
            // Five standard deviations of a binomial of 20,000 draws.
            let allowed = 5.0 * (20_000.0 * probability * (1.0_f64 - probability)).sqrt();
            assert!((f64::from(*count) - 20_000.0 * probability).abs() < allowed, "{counts:?}");
        }
    }

    #[test]
    fn draws_among_many_follow_the_full_rows_distribution() {
        // 2,000 tokens of falling logits: the tail holds most of the probability.
        let logits: Vec<f32> = (0..2000).map(|id| -(id as f32) / 400.0).collect();
        let sampling = random(1.0, None, None, None);
        let mut counts = [0_u32; 4];
        for position in 0..4000 {
            counts[pick(&sampling, &logits, position).unwrap().token.0 as usize / 500] += 1;
        }
        let weights = [0, 1, 2, 3].map(|part| (-f64::from(part) * 1.25).exp());
        for (count, weight) in counts.iter().zip(weights) {
            let probability = weight / weights.iter().sum::<f64>();
            let allowed = 5.0 * (4000.0 * probability * (1.0 - probability)).sqrt();
            assert!((f64::from(*count) - 4000.0 * probability).abs() < allowed, "{counts:?}");
        }
    }

    #[test]
    fn greedy_takes_the_lower_id_of_a_tie() {
        let greedy = |logits: &[f32]| pick(&Sampling::Greedy, logits, 0).map(|pick| (pick.token, pick.rank));
        assert_eq!(greedy(&[1.0, 2.0, 2.0]), Some((TokenId(1), 1)));
        assert_eq!(greedy(&[]), None);
        assert_eq!(greedy(&[f32::NAN]), None);
        assert_eq!(pick(&random(1.0, None, None, None), &[f32::NAN], 0), None);
    }
}
