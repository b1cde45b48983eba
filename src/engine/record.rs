use std::sync::Arc;

use anyhow::Context;

use super::branches::grow;
use super::compose::{Parts, compose};
use super::job::{Job, Progress};
use super::loaded::{LoadedModel, Tokens};
use super::recorder::{Keep, Recorder, Seen, StopTest, rounded};
use crate::request::{Clock, RunSpec};
use crate::token::{Row, Token, TokenId, best, entropy, logsumexp};
use crate::trace::{Finish, MeasuredBy, PromptScore, TimedRun, Timings, Trace};

/// Runs one job: every prompt position scored, the tokens recorded with their rows, then the timed runs.
pub fn record(
    job: &Job,
    loaded: &dyn LoadedModel,
    progress: impl Fn(Progress) + Clone + Send + Sync + 'static,
) -> anyhow::Result<Trace> {
    let (spec, model, tokens) = (&job.spec, loaded.model(), loaded.tokens());
    let (prompt_text, prompt) = prompt(loaded, tokens.as_ref(), spec)?;
    anyhow::ensure!(!prompt.is_empty(), "the prompt is empty: a model needs at least one token to continue");
    let branched = spec.branch.map_or(0, |branch| branch.depth + branch.tokens);
    let wanted = prompt.len() as u64 + u64::from(spec.max_tokens.max(branched));
    anyhow::ensure!(
        wanted <= u64::from(model.context),
        "the prompt's {} tokens and the {} after it come to {wanted}, the model was made for a context of {}",
        prompt.len(),
        spec.max_tokens.max(branched),
        model.context
    );
    let ids: Vec<TokenId> = prompt.iter().map(|token| token.id).collect();
    let abilities = loaded.abilities();
    let (mut scores, mut prompt_rows) = (None, Vec::new());
    if abilities.prompt_scores {
        let rows = loaded.score(&ids)?;
        let scored = prompt_scores(&rows, &ids);
        // The last row is the first step's.
        let kept = if spec.score { scored.len() } else { 0 };
        prompt_rows = rows.iter().take(kept).map(|row| Row::new(row)).collect();
        scores = Some(scored);
    }
    let branches = match spec.branch {
        Some(branch) => {
            let progress = progress.clone();
            let ends = tokens.end_tokens();
            grow(loaded, &ends, &ids, branch, |done, of| progress(Progress::Branching { done, of }))?
        }
        None => Vec::new(),
    };

    let merges = match &spec.merges {
        Some(word) => Some(tokens.merges(word)?),
        None => None,
    };

    let run = Run { loaded, tokens, spec, ids: &ids };
    let on_token = {
        let progress = progress.clone();
        move |tokens| progress(Progress::Recording { tokens })
    };
    let (_, seen) = run.once(Keep::Rows, Some(Box::new(on_token)))?;
    let timings = match (abilities.timings, job.timed) {
        (Clock::Nobody, _) => None,
        (clock, timed) => Some(Timings {
            measured_by: if clock == Clock::Outside { MeasuredBy::Outside } else { MeasuredBy::Recorder },
            load_ms: loaded.load_ms().map(thousandths),
            ..run.timed(if timed { spec.repeat + 1 } else { 0 }, &seen, &progress)?
        }),
    };
    let parts = Parts { prompt_scores: scores, prompt_rows, branches, merges, timings };
    Ok(compose(&run, prompt_text, prompt, parts, seen))
}

/// The prompt's text and tokens as the model gets them.
fn prompt(loaded: &dyn LoadedModel, tokens: &dyn Tokens, spec: &RunSpec) -> anyhow::Result<(String, Vec<Token>)> {
    let mut text = loaded.prompt_text(&spec.prompt)?;
    let mut prompt = tokens.encode(&text)?;
    if let Some(first) = spec.first_tokens {
        let whole = prompt.len();
        anyhow::ensure!(whole >= first as usize, "the prompt has {whole} tokens, and its first {first} were asked for");
        prompt.truncate(first as usize);
        let end = prompt.last().map_or(0, |token| token.range.1 as usize);
        anyhow::ensure!(text.is_char_boundary(end), "the first {first} tokens of the prompt end within a character");
        text.truncate(end);
    }
    Ok((text, prompt))
}

/// One run of a loaded model.
pub(super) struct Run<'a> {
    pub loaded: &'a dyn LoadedModel,
    pub tokens: Arc<dyn Tokens>,
    pub spec: &'a RunSpec,
    pub ids: &'a [TokenId],
}

impl Run<'_> {
    fn once(
        &self,
        keep: Keep,
        on_token: Option<Box<dyn Fn(usize) + Send + Sync>>,
    ) -> anyhow::Result<(std::time::Instant, Seen)> {
        let ends = self.tokens.end_tokens();
        let end = *ends.first().context("the model file names no end token")?;
        let mut recorder = Recorder::new(keep, self.spec.sampling, self.ids.len(), end);
        if !self.spec.stop.is_empty() {
            recorder = recorder.stop_when(self.stop_test());
        }
        if let Some(on_token) = on_token {
            recorder = recorder.on_token(on_token);
        }
        let recorder = Arc::new(recorder);
        let start = self.loaded.generate(self.ids, self.spec.max_tokens, &ends, &recorder)?;
        let seen = Recorder::finish(&recorder)?;
        anyhow::ensure!(!seen.chosen.is_empty(), "the engine generated no token");
        if seen.chosen.len() == 1 {
            self.loaded.settle(self.ids, &ends)?;
        }
        Ok((start, seen))
    }

    /// Runs that many times more, the first of which warms up. All must choose what the recorded run did.
    fn timed(&self, runs: u32, seen: &Seen, progress: &impl Fn(Progress)) -> anyhow::Result<Timings> {
        let mut timings =
            Timings { measured_by: MeasuredBy::Recorder, load_ms: None, warm_up: None, repeats: Vec::new() };
        for at in 0..runs {
            let (start, timed) = self.once(Keep::Clock, None)?;
            anyhow::ensure!(
                timed.chosen == seen.chosen,
                "a timed run chose other tokens than the recorded one: {:?} and {:?}",
                timed.chosen,
                seen.chosen
            );
            let times = timed_run(start, &timed)?;
            let milliseconds = times.ttft_ms + times.gaps_ms.iter().sum::<f64>();
            progress(Progress::Timed { run: at, of: runs - 1, tokens: timed.chosen.len(), milliseconds });
            match at {
                0 => timings.warm_up = Some(times),
                _ => timings.repeats.push(times),
            }
        }
        Ok(timings)
    }

    fn stop_test(&self) -> StopTest {
        let tokens = self.tokens.clone();
        let stop = self.spec.stop.clone();
        Box::new(move |chosen| {
            let text = generated_bytes(tokens.as_ref(), chosen);
            stop.iter().any(|stop| contains(&text, stop.as_bytes()))
        })
    }

    pub fn finish(&self, seen: &Seen) -> Finish {
        let last = seen.chosen.last().copied();
        if seen.stopped {
            let text = generated_bytes(self.tokens.as_ref(), &seen.chosen);
            let string = self.spec.stop.iter().find(|stop| contains(&text, stop.as_bytes())).cloned();
            return Finish::Stop { string: string.unwrap_or_default() };
        }
        match last.filter(|last| self.tokens.end_tokens().contains(last)) {
            Some(token) => Finish::Eos { token },
            None => Finish::Length,
        }
    }
}

fn generated_bytes(tokens: &dyn Tokens, ids: &[TokenId]) -> Vec<u8> {
    let text = ids.iter().filter(|id| !tokens.is_control(**id)).filter_map(|id| tokens.piece(*id));
    text.flat_map(|piece| piece.bytes().to_vec()).collect()
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    !part.is_empty() && text.windows(part.len()).any(|window| window == part)
}

fn thousandths(milliseconds: f64) -> f64 {
    (milliseconds * 1000.0).round() / 1000.0
}

fn timed_run(start: std::time::Instant, seen: &Seen) -> anyhow::Result<TimedRun> {
    let since = |moment: std::time::Instant, before: std::time::Instant| {
        thousandths(moment.saturating_duration_since(before).as_secs_f64() * 1000.0)
    };
    let Some(&first) = seen.picked.first() else { anyhow::bail!("a timed run saw no token") };
    Ok(TimedRun {
        prefill_ms: seen.first_row.map(|first_row| since(first_row, start)),
        ttft_ms: since(first, start),
        gaps_ms: seen.picked.windows(2).map(|pair| since(pair[1], pair[0])).collect(),
    })
}

/// `rows[i]` are the logits after prompt token `i`; the last row is the first step's.
fn prompt_scores(rows: &[Vec<f32>], ids: &[TokenId]) -> Vec<PromptScore> {
    rows.iter()
        .zip(ids.iter().skip(1))
        .map(|(row, next)| {
            let total = logsumexp(row);
            let logit = row.get(next.0 as usize).copied().unwrap_or(f32::NEG_INFINITY);
            let top = best(row, 1).first().copied().unwrap_or_default();
            let logprob = |logit: f32| rounded(f64::from(logit) - total);
            PromptScore {
                logprob: logprob(logit),
                rank: row.iter().filter(|other| **other > logit).count() as u32 + 1,
                entropy: rounded(entropy(row)),
                best: (TokenId(top as u32), logprob(row.get(top).copied().unwrap_or(f32::NEG_INFINITY))),
            }
        })
        .collect()
}
