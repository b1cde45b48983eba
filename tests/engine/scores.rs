use logitpress::engine::Session;
use logitpress::model::{Gguf, Tokenizer};
use logitpress::run::{BranchSpec, KvCache, Prompt};
use logitpress::trace::{TokenId, Tree, best, logsumexp};

use crate::model_file::{client, model_file, run, spec};

const TEXT: &str = "It was the best of times, it was the worst of times.\n\n日本 is far; def f(x): return x";

#[test]
fn a_perplexity_equals_that_of_the_full_rows() {
    let mut scored = spec(Prompt::Raw(TEXT.into()), 1);
    scored.score = true;
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
    let mut branched = spec(Prompt::Raw("A quick brown fox".into()), 8);
    branched.branch = Some(BranchSpec { width: 2, depth: 2, tokens: 3 });
    let trace = run(&mut client(), branched, false);
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
    let greedy = [vec![tree.nodes[tree.at_place(&[0, 0]).unwrap()].branch.token()], vec![]].concat();
    assert_eq!(greedy[0], trace.generated[1].id, "the first branch is the run's own");
}
