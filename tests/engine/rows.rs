use std::io::Write;

use logitpress::engine::mistralrs::Session;
use logitpress::model::{Gguf, Tokenizer};
use logitpress::request::{KvCache, Prompt};
use logitpress::token::{Row, TokenId};
use logitpress::trace::to_json;

use crate::model_file::{client, model_file, run, spec};

/// Exact softmax of a full row at a temperature: probabilities by id, and the entropy.
pub fn exact(logits: &[f32], temperature: f64) -> (Vec<f64>, f64) {
    let most = f64::from(logits.iter().copied().fold(f32::NEG_INFINITY, f32::max));
    let weights: Vec<f64> = logits.iter().map(|&logit| ((f64::from(logit) - most) / temperature).exp()).collect();
    let total: f64 = weights.iter().sum();
    let probabilities: Vec<f64> = weights.iter().map(|weight| weight / total).collect();
    let entropy = probabilities.iter().filter(|p| **p > 0.0).map(|p| -p * p.ln()).sum();
    (probabilities, entropy)
}

#[test]
fn a_compact_row_stands_for_the_full_one_at_any_temperature() {
    let file = model_file();
    let tokenizer = Tokenizer::from_gguf(&Gguf::open(&file).unwrap()).unwrap();
    let text = "A quick brown fox jumps. 1, 2, 3, 4, 5.\n\nDear reader, 日本 is far; def f(x): return x";
    let ids: Vec<TokenId> = tokenizer.encode(text).unwrap().iter().map(|token| token.id).collect();
    let rows = Session::load(&file, KvCache::On).unwrap().score(&ids).unwrap();
    assert!(rows.len() >= 30, "{}", rows.len());
    let (mut worst_probability, mut worst_entropy) = (0.0_f64, 0.0_f64);
    for logits in &rows {
        let row = Row::new(logits);
        for temperature in [0.2, 0.3, 0.5, 0.7, 1.0, 1.3, 1.7, 2.0, 2.5, 3.0] {
            let (probabilities, entropy) = exact(logits, temperature);
            let distribution = row.at(temperature);
            let listed = distribution.listed();
            let exact_listed = row.ids.iter().map(|id| probabilities[id.0 as usize]);
            for (probability, exact) in listed.iter().zip(exact_listed.clone()) {
                worst_probability = worst_probability.max((probability - exact).abs());
            }
            let others = listed.iter().sum::<f64>() - exact_listed.sum::<f64>();
            worst_probability = worst_probability.max(others.abs());
            worst_entropy = worst_entropy.max((distribution.entropy(distribution.tokens()) - entropy).abs());
        }
    }
    println!("{} rows: probability within {worst_probability:.5}, entropy within {worst_entropy:.5}", rows.len());
    assert!(worst_probability <= 0.001, "{worst_probability}");
    assert!(worst_entropy <= 0.01, "{worst_entropy}");
}

#[test]
fn a_step_costs_at_most_a_kilobyte() {
    let trace = run(&mut client(), spec(Prompt::Raw("My favourite food is the".into()), 24), true);
    let gzipped = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap().len()
    };
    let whole = gzipped(&to_json(&trace).unwrap());
    println!("{} bytes for {} steps: {} a step", whole, trace.steps.len(), whole / trace.steps.len());
    assert!(whole / trace.steps.len() <= 1024, "{whole} bytes");
}
