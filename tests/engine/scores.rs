use logitpress::engine::mistralrs::Session;
use logitpress::model::{Gguf, Tokenizer};
use logitpress::request::{BranchSpec, KvCache, Prompt, RunSpec, Weights};
use logitpress::token::{TokenId, best, logsumexp};
use logitpress::trace::Tree;

use crate::model_file::{client, model_file, run, spec};

const TEXT: &str = "It was the best of times, it was the worst of times.\n\n日本 is far; def f(x): return x";

/// By the kernels that a session in this process runs: expanding the weights is a switch of the process.
fn asked(prompt: &str, max_tokens: u32) -> RunSpec {
    RunSpec { weights: Weights::Quantised, ..spec(Prompt::Raw(prompt.into()), max_tokens) }
}

#[test]
fn a_perplexity_equals_that_of_the_full_rows() {
    let scored = RunSpec { score: true, ..asked(TEXT, 1) };
    let trace = run(&mut client(), scored, false);
    let ids: Vec<TokenId> = trace.prompt.iter().map(|token| token.id).collect();
    let rows = Session::load(&model_file(), KvCache::On).unwrap().score(&ids).unwrap();
    assert_eq!(trace.prompt_rows.len(), ids.len() - 1);
    let logprobs = rows.iter().zip(&ids[1..]).map(|(row, id)| f64::from(row[id.0 as usize]) - logsumexp(row));
    let total: f64 = logprobs.sum();
    let exact = (-total / (ids.len() - 1) as f64).exp();
    let quoted = trace.value("score.perplexity").unwrap().number().unwrap();
    println!("perplexity {quoted}, from full rows {exact}");
    assert!((quoted / exact - 1.0).abs() < 1e-4, "{quoted} {exact}");
    assert!((trace.value("score.total").unwrap().number().unwrap() - total).abs() < 1e-3);
}

#[test]
fn a_tree_is_what_the_model_gives_after_each_path() {
    let file = model_file();
    let branch = Some(BranchSpec { width: 2, depth: 2, tokens: 3 });
    let trace = run(&mut client(), RunSpec { branch, ..asked("A quick brown fox", 8) }, true);
    trace.validate().unwrap();
    let tree = Tree::of(&trace).unwrap();
    let prompt = Tokenizer::from_gguf(&Gguf::open(&file).unwrap()).unwrap().encode(&trace.prompt_text).unwrap();
    let prompt: Vec<TokenId> = prompt.iter().map(|token| token.id).collect();
    let session = Session::load(&file, KvCache::On).unwrap();
    for node in tree.nodes.iter().filter(|node| node.children.is_empty()) {
        let (path, then) = (&node.branch.path, &node.branch.then);
        let taken: Vec<(TokenId, f64)> = then.iter().map(|choices| choices[0]).collect();
        let ids = [prompt.clone(), path.clone(), taken.iter().map(|(id, _)| *id).collect()].concat();
        let rows = session.score(&ids).unwrap();
        let logprob = |at: usize| f64::from(rows[at - 1][ids[at].0 as usize]) - logsumexp(&rows[at - 1]);
        let joint: f64 = (prompt.len()..prompt.len() + path.len()).map(logprob).sum();
        assert!((node.joint - joint).abs() < 1e-3, "{path:?}: {} {joint}", node.joint);
        for (at, (id, recorded)) in taken.iter().enumerate() {
            let place = prompt.len() + path.len() + at;
            assert!((recorded - logprob(place)).abs() < 1e-3);
            assert_eq!(best(&rows[place - 1], 1), [id.0 as usize], "greedily from {path:?} on");
        }
    }
    let greedy = &tree.nodes[tree.at_place(&[0, 0]).unwrap()].branch.path;
    let own: Vec<TokenId> = trace.generated.iter().take(2).map(|token| token.id).collect();
    assert_eq!(*greedy, own, "the first branch is the run's own");
}
