use std::sync::Arc;

use anyhow::Context;

use super::loaded::LoadedModel;
use super::recorder::{Keep, Recorder, rounded};
use crate::request::{BranchSpec, Sampling};
use crate::token::{TokenId, best, logsumexp};
use crate::trace::Branch;

/// Records the tree of continuations after `prompt`, level by level. Each inner node is one pass over the prompt and
/// its path, each leaf one greedy run: `(width^depth − 1) / (width − 1)` passes and `width^depth` runs of `tokens`
/// tokens, less where a path ends early.
pub fn grow(
    model: &dyn LoadedModel,
    ends: &[TokenId],
    prompt: &[TokenId],
    spec: BranchSpec,
    progress: impl Fn(usize, usize),
) -> anyhow::Result<Vec<Branch>> {
    let of = (1..=spec.depth).map(|level| spec.width.pow(level) as usize).sum();
    let mut branches: Vec<Branch> = Vec::new();
    let mut open: Vec<Vec<TokenId>> = vec![Vec::new()];
    for _ in 0..spec.depth {
        let mut next = Vec::new();
        for path in open {
            for (id, logprob) in likeliest(model, prompt, &path, spec.width as usize)? {
                let path = [path.as_slice(), &[id]].concat();
                let ended = ends.contains(&id);
                if !ended {
                    next.push(path.clone());
                }
                branches.push(Branch { path, logprob, ended, then: Vec::new() });
            }
            progress(branches.len(), of);
        }
        open = next;
    }
    let leaves = branches.iter().filter(|branch| branch.path.len() == spec.depth as usize && !branch.ended).count();
    let mut done = 0;
    for branch in branches.iter_mut().filter(|branch| branch.path.len() == spec.depth as usize && !branch.ended) {
        branch.then = continued(model, ends, &[prompt, &branch.path].concat(), spec)?;
        done += 1;
        progress(of - leaves + done, of);
    }
    Ok(branches)
}

/// The `width` likeliest tokens after `prompt` and `path`.
fn likeliest(
    model: &dyn LoadedModel,
    prompt: &[TokenId],
    path: &[TokenId],
    width: usize,
) -> anyhow::Result<Vec<(TokenId, f64)>> {
    let rows = model.score(&[prompt, path].concat())?;
    let Some(row) = rows.last() else { anyhow::bail!("the engine scored no position") };
    let total = logsumexp(row);
    let tokens: Vec<(TokenId, f64)> = best(row, width)
        .into_iter()
        .filter_map(|id| Some((TokenId(id as u32), rounded(f64::from(*row.get(id)?) - total))))
        .collect();
    anyhow::ensure!(tokens.len() == width, "the model knows fewer than {width} tokens");
    Ok(tokens)
}

/// Greedily, up to `tokens` tokens: the `width` likeliest of each step, of which the first was taken.
fn continued(
    model: &dyn LoadedModel,
    ends: &[TokenId],
    context: &[TokenId],
    spec: BranchSpec,
) -> anyhow::Result<Vec<Vec<(TokenId, f64)>>> {
    let (Some(end), true) = (ends.first(), spec.tokens > 0) else { return Ok(Vec::new()) };
    let recorder = Arc::new(Recorder::new(Keep::Rows, Sampling::Greedy, context.len(), *end));
    model.generate(context, spec.tokens, ends, &recorder)?;
    let seen = Recorder::finish(&recorder)?;
    let steps = seen.steps.iter().map(|step| {
        let logprob = step.logprob.context("the engine gives no log-probabilities")?;
        let others = step.choices().into_iter().filter(|(id, _)| *id != step.chosen).take(spec.width as usize - 1);
        let others = others.map(|(id, logprob)| (id, rounded(logprob)));
        Ok([(step.chosen, logprob)].into_iter().chain(others).collect())
    });
    steps.collect()
}
