use logitpress::request::Prompt;
use logitpress::token::TokenId;
use serde::Deserialize;

use crate::model_file::{client, run, spec};

#[derive(Deserialize)]
struct Reference {
    runs: Vec<ReferenceRun>,
}

#[derive(Deserialize)]
struct ReferenceRun {
    prompt: String,
    prompt_ids: Vec<u32>,
    greedy_ids: Vec<u32>,
    steps: Vec<ReferenceStep>,
}

#[derive(Deserialize)]
struct ReferenceStep {
    top: Vec<(u32, f64)>,
    entropy: f64,
}

/// Values made by another engine with the same weights in float (`note` in the file says how).
#[test]
fn greedy_runs_equal_those_of_another_engine() {
    let reference: Reference = serde_json::from_str(include_str!("../data/smollm2-logprobs.json")).unwrap();
    let mut client = client();
    let (mut logprob_error, mut entropy_error, mut steps) = (0.0_f64, 0.0_f64, 0);
    for wanted in &reference.runs {
        let trace = run(&mut client, spec(Prompt::Raw(wanted.prompt.clone()), wanted.greedy_ids.len() as u32), false);
        let prompt: Vec<u32> = trace.prompt.iter().map(|token| token.id.0).collect();
        assert_eq!(prompt, wanted.prompt_ids, "{:?}", wanted.prompt);
        let chosen: Vec<u32> = trace.generated.iter().map(|token| token.id.0).collect();
        assert_eq!(chosen, wanted.greedy_ids, "{:?}", wanted.prompt);
        for (step, expected) in trace.whole_steps().unwrap().iter().zip(&wanted.steps) {
            let probabilities = step.row.probabilities();
            for &(id, logprob) in &expected.top {
                let at =
                    step.row.ids.iter().position(|listed| *listed == TokenId(id)).expect("the ten best are listed");
                logprob_error = logprob_error.max((probabilities[at].ln() - logprob).abs());
            }
            entropy_error = entropy_error.max((step.entropy - expected.entropy).abs());
            steps += 1;
        }
    }
    println!("{steps} steps: log-probabilities within {logprob_error:.5}, entropies within {entropy_error:.5}");
    assert!(logprob_error <= 0.001 && entropy_error <= 0.001, "{logprob_error} {entropy_error}");
    assert!(steps > 80);
}
