use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use crate::request::Sampling;
use crate::token::sampler::{self, Pick};
use crate::token::{Row, TokenId, entropy, logsumexp};
use crate::trace::Step;

/// When the generated text has come to its end, as far as the engine does not see it itself.
pub type StopTest = Box<dyn Fn(&[TokenId]) -> bool + Send + Sync>;

/// What the recorder keeps of each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// The row of logits and what follows from it.
    Rows,
    /// The clock alone, for timed runs.
    Clock,
}

/// Sees each step of a run and keeps what a trace wants of it. Inside an engine that hands over its rows it picks the
/// token itself and reads the clock ([`Recorder::row`]); otherwise it is told ([`Recorder::told`]).
pub struct Recorder {
    keep: Keep,
    sampling: Sampling,
    prompt_length: usize,
    stop: Option<StopTest>,
    /// Given to the engine in place of the token that completes a stop string.
    end: TokenId,
    progress: Option<Box<dyn Fn(usize) + Send + Sync>>,
    state: Mutex<State>,
}

/// What an engine tells of a token that it picked by itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    pub chosen: TokenId,
    /// Natural logarithm of its probability at temperature 1.
    pub logprob: Option<f64>,
    /// The likeliest tokens with their log-probabilities, likeliest first.
    pub best: Vec<(TokenId, f64)>,
}

#[derive(Default)]
struct State {
    steps: Vec<Step>,
    chosen: Vec<TokenId>,
    /// When the first row was there, before anything was done with it; `None` where no row is handed over.
    first_row: Option<Instant>,
    /// When each token had been chosen.
    picked: Vec<Instant>,
    stopped: bool,
    error: Option<String>,
}

/// What a recorder saw.
pub struct Seen {
    pub steps: Vec<Step>,
    pub chosen: Vec<TokenId>,
    pub first_row: Option<Instant>,
    pub picked: Vec<Instant>,
    /// The stop test ended the run.
    pub stopped: bool,
}

impl Recorder {
    pub fn new(keep: Keep, sampling: Sampling, prompt_length: usize, end: TokenId) -> Self {
        Self { keep, sampling, prompt_length, stop: None, end, progress: None, state: Mutex::default() }
    }

    #[must_use]
    pub fn stop_when(mut self, test: StopTest) -> Self {
        self.stop = Some(test);
        self
    }

    /// Called with the number of tokens so far after each.
    #[must_use]
    pub fn on_token(mut self, progress: impl Fn(usize) + Send + Sync + 'static) -> Self {
        self.progress = Some(Box::new(progress));
        self
    }

    /// One row of logits after `context` tokens, which was there at `arrived`. Gives the token that the engine shall go
    /// on with; that is the one that ends a reply where the run is over.
    pub fn row(&self, logits: &[f32], context: usize, arrived: Instant) -> TokenId {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        state.first_row.get_or_insert(arrived);
        let chosen = match self.observe(logits, context, &mut state) {
            Ok(chosen) => chosen,
            Err(error) => {
                state.error = Some(error);
                self.end
            }
        };
        if self.after_token(state) { self.end } else { chosen }
    }

    /// One token that the engine picked by itself and that came back at `arrived`. False where the run is over.
    pub fn told(&self, told: Told, arrived: Instant) -> bool {
        let mut state = self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let context = self.prompt_length + state.chosen.len();
        state.chosen.push(told.chosen);
        state.picked.push(arrived);
        if self.keep == Keep::Rows {
            let place = told.best.iter().position(|(id, _)| *id == told.chosen);
            state.steps.push(Step {
                context: context as u32,
                chosen: told.chosen,
                rank: place.map(|place| place as u32 + 1),
                logprob: told.logprob.map(rounded),
                entropy: None,
                row: None,
                best: told.best.into_iter().map(|(id, logprob)| (id, rounded(logprob))).collect(),
            });
        }
        !self.after_token(state)
    }

    /// Says how far the run is; true where its stop test ends it.
    fn after_token(&self, mut state: MutexGuard<'_, State>) -> bool {
        let stopped = self.stop.as_ref().is_some_and(|test| test(&state.chosen));
        state.stopped |= stopped;
        let so_far = state.chosen.len();
        drop(state);
        if let Some(progress) = &self.progress {
            progress(so_far);
        }
        stopped
    }

    /// What was seen, once the engine is done.
    pub fn finish(recorder: &Arc<Self>) -> anyhow::Result<Seen> {
        let mut state = recorder.state.lock().map_err(|_| anyhow::anyhow!("the recorder stopped in the middle"))?;
        if let Some(error) = state.error.take() {
            anyhow::bail!(error);
        }
        let State { steps, chosen, first_row, picked, stopped, .. } = std::mem::take(&mut *state);
        Ok(Seen { steps, chosen, first_row, picked, stopped })
    }

    fn observe(&self, logits: &[f32], context: usize, state: &mut State) -> Result<TokenId, String> {
        let expected = self.prompt_length + state.chosen.len();
        if context != expected {
            return Err(format!("the engine asked for a token after {context} tokens, not after {expected}"));
        }
        let position = state.chosen.len() as u64;
        let Some(Pick { token: chosen, rank, row }) = sampler::pick(&self.sampling, logits, position) else {
            return Err("the engine gave a row of logits without a number in it".into());
        };
        state.chosen.push(chosen);
        state.picked.push(Instant::now());
        if self.keep == Keep::Rows {
            let logit = f64::from(logits[chosen.0 as usize]);
            state.steps.push(Step {
                context: context as u32,
                chosen,
                rank: Some(rank),
                logprob: Some(rounded(logit - logsumexp(logits))),
                entropy: Some(rounded(entropy(logits))),
                row: Some(row.unwrap_or_else(|| Row::new(logits))),
                best: Vec::new(),
            });
        }
        Ok(chosen)
    }
}

/// Five decimals: a file that can be read and compared, fifty times finer than what is promised.
pub fn rounded(value: f64) -> f64 {
    (value * 1e5).round() / 1e5
}
