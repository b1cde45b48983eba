//! What the page's sampler is held to: values from full rows of logits, which are too large to keep. `e2e/` compares
//! the page's arithmetic, on the rows of the trace beside it, with this file.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Arc, Mutex};

use logitpress::engine::mistralrs::{Hook, Session};
use logitpress::request::{KvCache, Prompt, Sampling};
use logitpress::token::sampler::{self, Pick};
use logitpress::token::{Row, Token, TokenId};
use logitpress::trace::{Trace, to_json};
use mistralrs::Tensor;
use mistralrs::core::CustomLogitsProcessor;
use serde::{Deserialize, Serialize};

use crate::model_file::{client, model_file, run, sampled};
use crate::rows::exact;

const TEMPERATURES: [f64; 6] = [0.2, 0.5, 0.7, 1.0, 1.5, 2.0];
const STEPS: u32 = 20;
const DRAWS: u64 = 20;

#[derive(Debug, Serialize, Deserialize)]
struct Reference {
    temperatures: Vec<f64>,
    /// One a step of the trace.
    steps: Vec<StepValues>,
    draws: Vec<Draws>,
}

#[derive(Debug, Serialize, Deserialize)]
struct StepValues {
    /// One a temperature, in nats.
    entropy: Vec<f64>,
    /// One list a temperature: of each token that the trace's row lists, in its order.
    probabilities: Vec<Vec<f64>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Draws {
    step: u64,
    sampling: Sampling,
    /// How many tokens pass the filters.
    survivors: u64,
    /// Picked at the positions from `step` on, all from this step's row; 1 is the likeliest of the vocabulary.
    ranks: Vec<u32>,
    tokens: Vec<TokenId>,
}

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn millionths(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

fn samplings() -> Vec<Sampling> {
    let random = |temperature, top_k, top_p, min_p, seed| Sampling::Random { temperature, top_k, top_p, min_p, seed };
    vec![
        random(1.0, None, None, None, 1),
        random(0.7, None, Some(0.9), None, 2),
        random(1.0, Some(40), None, None, 18_446_744_073_709_551_615),
        random(1.3, None, None, Some(0.05), 7),
        random(0.8, Some(50), Some(0.95), Some(0.02), 123_456_789_012_345),
        random(0.2, None, None, None, 0),
    ]
}

/// Makes the engine write a known text and keeps each row of logits that it does so from.
struct Along {
    tokens: Vec<TokenId>,
    rows: Mutex<Vec<Vec<f32>>>,
}

impl CustomLogitsProcessor for Along {
    fn apply(&self, logits: &Tensor, _context: &[u32]) -> mistralrs::Result<Tensor> {
        let row = logits.to_vec1::<f32>()?;
        let mut rows = self.rows.lock().unwrap();
        let mut only = vec![f32::NEG_INFINITY; row.len()];
        only[self.tokens[rows.len()].0 as usize] = 0.0;
        rows.push(row);
        Tensor::from_vec(only, logits.elem_count(), logits.device())
    }
}

/// The rows that a trace's steps were drawn from.
fn full_rows(trace: &Trace) -> Vec<Vec<f32>> {
    let ids = |tokens: &[Token]| tokens.iter().map(|token| token.id).collect::<Vec<_>>();
    let along = Arc::new(Along { tokens: ids(&trace.generated), rows: Mutex::default() });
    let session = Session::load(&model_file(), KvCache::On).unwrap();
    session.generate(&ids(&trace.prompt), STEPS, &[], Some(along.clone() as Hook)).unwrap();
    std::mem::take(&mut *along.rows.lock().unwrap())
}

fn reference(trace: &Trace) -> Reference {
    let whole = trace.whole_steps().unwrap();
    let rows = full_rows(trace);
    assert_eq!(rows.len(), trace.steps.len());
    let same = rows.iter().zip(&whole).filter(|(logits, step)| Row::new(logits) == *step.row).count();
    println!("{same} of {} rows are the recorded ones to the last digit", rows.len());
    for (logits, step) in rows.iter().zip(&whole) {
        let logit = f64::from(logits[step.row.ids[0].0 as usize]);
        assert!((logit - step.row.logits[0]).abs() < 0.01, "{logit} is not the recorded {}", step.row.logits[0]);
    }
    let steps = rows.iter().zip(&whole).map(|(logits, step)| {
        let values: Vec<(Vec<f64>, f64)> = TEMPERATURES.iter().map(|temperature| exact(logits, *temperature)).collect();
        let listed = |all: &Vec<f64>| step.row.ids.iter().map(|id| millionths(all[id.0 as usize])).collect();
        StepValues {
            entropy: values.iter().map(|(_, entropy)| millionths(*entropy)).collect(),
            probabilities: values.iter().map(|(all, _)| listed(all)).collect(),
        }
    });
    let mut draws = Vec::new();
    for (step, logits) in rows.iter().enumerate().step_by(4) {
        for sampling in samplings() {
            let pick = |at: u64| sampler::pick(&sampling, logits, step as u64 + at).unwrap();
            let picks: Vec<Pick> = (0..DRAWS).map(pick).collect();
            let Sampling::Random { temperature, .. } = sampling else { panic!("{sampling:?} draws nothing") };
            draws.push(Draws {
                step: step as u64,
                sampling,
                survivors: sampler::survivors(&sampling, &Row::new(logits).at(temperature)),
                ranks: picks.iter().map(|pick| pick.rank).collect(),
                tokens: picks.iter().map(|pick| pick.token).collect(),
            });
        }
    }
    Reference { temperatures: TEMPERATURES.to_vec(), steps: steps.collect(), draws }
}

fn recorded() -> Trace {
    let sampling = Sampling::Random { temperature: 1.0, top_k: None, top_p: Some(0.95), min_p: None, seed: 5 };
    run(&mut client(), sampled(Prompt::Raw("My favourite food is the".into()), STEPS, sampling), true)
}

/// Writes both files anew where `LOGITPRESS_WRITE_REFERENCE` is set.
#[test]
fn the_pages_reference_is_what_the_engine_gives() {
    // The engine reads once per process whether it shall expand the weights, so this needs a process of its own.
    if std::env::var_os("CANDLE_DEQUANTIZE_ALL").is_none() {
        let name = "sampler_reference::the_pages_reference_is_what_the_engine_gives";
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", name, "--nocapture"])
            .env("CANDLE_DEQUANTIZE_ALL", "1")
            .status();
        return assert!(status.unwrap().success());
    }
    if std::env::var_os("LOGITPRESS_WRITE_REFERENCE").is_some() {
        let trace = recorded();
        std::fs::write(data("sampler-trace.json"), to_json(&trace).unwrap()).unwrap();
        let json = serde_json::to_string(&reference(&trace)).unwrap();
        let lines = json.replace("{\"entropy\"", "\n{\"entropy\"").replace("{\"step\"", "\n{\"step\"");
        std::fs::write(data("sampler-reference.json"), lines + "\n").unwrap();
    }
    let trace: Trace = serde_json::from_slice(&std::fs::read(data("sampler-trace.json")).unwrap()).unwrap();
    let kept: Reference = serde_json::from_slice(&std::fs::read(data("sampler-reference.json")).unwrap()).unwrap();
    assert_eq!(trace.steps.len(), STEPS as usize);
    let now = reference(&trace);
    let (mut probability, mut entropy) = (0.0_f64, 0.0_f64);
    for (kept, now) in kept.steps.iter().zip(&now.steps) {
        for (a, b) in kept.probabilities.iter().flatten().zip(now.probabilities.iter().flatten()) {
            probability = probability.max((a - b).abs());
        }
        for (a, b) in kept.entropy.iter().zip(&now.entropy) {
            entropy = entropy.max((a - b).abs());
        }
    }
    println!("probabilities within {probability:.6}, entropies within {entropy:.6}");
    assert_eq!((kept.steps.len(), kept.temperatures.as_slice()), (now.steps.len(), TEMPERATURES.as_slice()));
    assert!(probability < 0.0005 && entropy < 0.005, "{probability} {entropy}");
    // A draw is decided by one number against a sum; another machine's last bits move the sum less than this allows for.
    let picks = |all: &[Draws]| all.iter().flat_map(|draws| draws.ranks.clone()).collect::<Vec<_>>();
    let (before, after) = (picks(&kept.draws), picks(&now.draws));
    let moved = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert_eq!(before.len(), after.len());
    assert!(moved <= before.len() / 200, "{moved} of {} draws moved", before.len());
}
