use std::process::{Command, Stdio};

use logitpress::engine::Job;
use logitpress::request::{Prompt, Sampling, Weights};
use logitpress::trace::Trace;

use crate::model_file::{client, model_file, run, sampled, spec};

/// Ids of a run in a process of its own with that many threads.
fn ids_with_threads(job: &Job, threads: u32) -> Vec<u32> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_logitpress"))
        .args(["engine-worker", "mistral.rs"])
        .env("RAYON_NUM_THREADS", threads.to_string())
        .env("CANDLE_DEQUANTIZE_ALL", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, format!("{}\n", serde_json::to_string(job).unwrap()).as_bytes()).unwrap();
    // The worker ends with its input, so that is kept open until the answer is there.
    let output = std::io::BufReader::new(child.stdout.take().unwrap());
    let answer = std::io::BufRead::lines(output).map(Result::unwrap).find(|line| line.contains("{\"trace\":")).unwrap();
    drop(input);
    child.wait().unwrap();
    let (_, json) = answer.split_once('\u{1e}').unwrap();
    let answer: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(answer["trace"]["engine"]["threads"], threads);
    let steps = answer["trace"]["steps"].as_array().unwrap();
    steps.iter().map(|step| step["chosen"].as_u64().unwrap() as u32).collect()
}

#[test]
fn a_seed_gives_the_same_tokens_in_every_process_and_on_any_number_of_threads() {
    let sampling =
        Sampling::Random { temperature: 1.0, top_k: Some(200), top_p: Some(0.95), min_p: Some(0.01), seed: 11 };
    let prompt = Prompt::Raw("My favourite food is the".into());
    let job = Job { spec: sampled(prompt.clone(), 12, sampling), file: Some(model_file()), timed: false };
    let (one, two, again) = (ids_with_threads(&job, 1), ids_with_threads(&job, 2), ids_with_threads(&job, 2));
    assert_eq!(one, two);
    assert_eq!(two, again);
    let greedy = run(&mut client(), spec(prompt, 12), false);
    assert_ne!(one, greedy.steps.iter().map(|step| step.chosen.0).collect::<Vec<_>>(), "the seed had an effect");
}

#[test]
fn quantised_kernels_run_where_they_are_asked_for_and_the_trace_says_so() {
    let mut quantised = spec(Prompt::Raw("A quick brown fox".into()), 4);
    quantised.weights = Weights::Quantised;
    let trace = run(&mut client(), quantised, true);
    assert_eq!(trace.engine.weights, "Q4_1");
    assert_eq!(trace.timings().unwrap().repeats.len(), 1);
    let float = run(&mut client(), spec(Prompt::Raw("A quick brown fox".into()), 4), false);
    assert_eq!(float.engine.weights, "F32");
    let logits = |trace: &Trace| trace.whole_steps().unwrap()[0].row.logits.clone();
    assert_ne!(logits(&trace), logits(&float), "two kernels round differently");
}

#[test]
fn a_stop_string_ends_the_run_after_the_token_that_completes_it() {
    let mut stopped = spec(Prompt::Raw("1, 2, 3, 4,".into()), 20);
    stopped.stop = vec!["7".into()];
    let trace = run(&mut client(), stopped, true);
    assert_eq!(trace.finish.name(), "stop");
    assert!(trace.generated_text().ends_with('7'), "{:?}", trace.generated_text());
    assert!(trace.generated.len() < 20);
}
