use std::time::Instant;

use logitpress::request::{Prompt, RunSpec, Weights};
use logitpress::trace::Trace;

use crate::model_file::{client, run, spec};

const TEXT: &str = "It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of";

fn asked(max_tokens: u32) -> RunSpec {
    RunSpec { weights: Weights::Quantised, ..spec(Prompt::Raw(TEXT.into()), max_tokens) }
}

#[test]
fn the_first_tokens_of_a_prompt_are_those_of_the_whole_one() {
    let mut client = client();
    let whole = run(&mut client, asked(1), false);
    for first in [1, 7, 16] {
        let trace = run(&mut client, RunSpec { first_tokens: Some(first), ..asked(1) }, false);
        assert_eq!(trace.prompt, whole.prompt[..first as usize]);
        // What the model makes of them does not depend on what was left out.
        let (ours, theirs) = (trace.prompt_scores.unwrap(), whole.prompt_scores.clone().unwrap());
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert!((ours.logprob - theirs.logprob).abs() < 0.001, "{ours:?} {theirs:?}");
        }
    }
    let more = client.run(
        &logitpress::engine::Job {
            spec: RunSpec { first_tokens: Some(900), ..asked(1) },
            file: Some(crate::model_file::model_file()),
            timed: false,
        },
        std::time::Duration::from_secs(60),
        |_| {},
    );
    assert!(more.unwrap_err().to_string().contains("its first 900 were asked for"));
}

#[test]
fn a_run_says_how_many_threads_it_was_computed_with() {
    let trace = run(&mut client(), RunSpec { threads: Some(1), ..asked(2) }, false);
    assert_eq!(trace.engine.threads, 1);
}

/// After a run of one token the engine has a pass left to do. Counted to the next run's prompt it made that 1.7 times
/// as long.
#[test]
fn a_run_of_one_token_does_not_delay_the_next() {
    let mut client = client();
    let short = RunSpec { first_tokens: Some(6), repeat: 8, weights: Weights::Float, ..asked(1) };
    let fastest = |trace: &Trace| trace.repeats().iter().filter_map(|run| run.prefill_ms).fold(f64::INFINITY, f64::min);
    let one = fastest(&run(&mut client, short.clone(), true));
    let two = fastest(&run(&mut client, RunSpec { max_tokens: 2, ..short }, true));
    println!("prefill of runs of one token {one:.1} ms, of two {two:.1} ms");
    assert!(one < 1.4 * two, "{one} {two}");
}

/// A stopwatch around the whole recording agrees with what the trace adds up to: nothing of a timed run is left out.
#[test]
fn what_a_trace_reports_is_what_a_clock_outside_sees() {
    let mut client = client();
    // Loads the model.
    run(&mut client, asked(1), false);
    let timed = RunSpec { repeat: 4, ..asked(48) };
    let start = Instant::now();
    let trace = run(&mut client, timed.clone(), true);
    let with = start.elapsed().as_secs_f64() * 1000.0;
    let start = Instant::now();
    run(&mut client, timed, false);
    let without = start.elapsed().as_secs_f64() * 1000.0;
    let timings = trace.timings.as_ref().unwrap();
    let runs = timings.repeats.iter().chain(&timings.warm_up);
    let reported: f64 = runs.map(|run| run.ttft_ms + run.gaps_ms.iter().sum::<f64>()).sum();
    let outside = with - without;
    println!("reported {reported:.0} ms, outside {outside:.0} ms, a ratio of {:.3}", reported / outside);
    assert!((reported / outside - 1.0).abs() < 0.15, "{reported} {outside}");
}
