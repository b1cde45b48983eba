//! mistral.rs, on the CPU of this machine. What it can do is known to every build; running it takes the cargo feature
//! `engine`.
//!
//! It lives in a child process of the same program (`worker`), one per configuration, and the parent (`process`) speaks
//! JSON lines with it. That keeps the engine's own output off the terminal, survives an abort in a native allocation,
//! lets a run be timed out by ending the process, and lets each configuration have its own environment: candle reads
//! its switches and rayon its thread count once per process.

#[cfg(feature = "engine")]
mod hook;
#[cfg(feature = "engine")]
mod model;
#[cfg(feature = "engine")]
mod process;
#[cfg(feature = "engine")]
mod session;
#[cfg(feature = "engine")]
mod worker;

#[cfg(feature = "engine")]
pub use hook::RecorderHook;
#[cfg(feature = "engine")]
pub use session::{Hook, Session};

use std::path::PathBuf;

use super::{Configuration, Engine, EngineError, Worker};
use crate::request::{Abilities, Clock, EngineFacts, KvCache, RowAbility, Sampler, Weights};

pub const FACTS: EngineFacts = EngineFacts {
    name: "mistral.rs",
    version: "0.8.1",
    abilities: Abilities {
        rows: RowAbility::Whole,
        ids: true,
        pieces: true,
        prompt_scores: true,
        prompt_rows: true,
        draws: Sampler::Recorder,
        timings: Clock::Recorder,
        branches: true,
        merges: true,
        stop: true,
        kv_cache: &[KvCache::On, KvCache::Off],
        weights: &[Weights::Float, Weights::Quantised],
        threads: true,
    },
};

#[derive(Default)]
pub struct MistralRs {
    /// The program that answers to `engine-worker`; this one where it is not named.
    pub program: Option<PathBuf>,
}

impl Engine for MistralRs {
    fn facts(&self) -> EngineFacts {
        FACTS
    }

    #[cfg(not(feature = "engine"))]
    fn unavailable(&self) -> Option<&'static str> {
        Some(NOT_BUILT)
    }

    #[cfg(feature = "engine")]
    fn start(&self, configuration: &Configuration) -> Result<Box<dyn Worker>, EngineError> {
        let program = self.program.clone().map_or_else(std::env::current_exe, Ok);
        let started = program.and_then(|program| process::Process::start(&program, configuration));
        Ok(Box::new(started.map_err(EngineError::Start)?))
    }

    #[cfg(not(feature = "engine"))]
    fn start(&self, _: &Configuration) -> Result<Box<dyn Worker>, EngineError> {
        Err(EngineError::Unavailable(NOT_BUILT))
    }

    #[cfg(feature = "engine")]
    fn work(&self) -> anyhow::Result<()> {
        worker::work()
    }
}

#[cfg(not(feature = "engine"))]
const NOT_BUILT: &str =
    "this build of logitpress has no engine; build it without `--no-default-features` to run a model";
