use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};

use crate::request::{KvCache, RunSpec, Weights};
use crate::trace::Trace;

/// One run for an engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    pub spec: RunSpec,
    /// The model's file, of an engine that takes one.
    pub file: Option<Utf8PathBuf>,
    /// Without timed runs, to compare ids and logits only.
    pub timed: bool,
}

/// What an engine is set up for: jobs that have it in common can follow each other without loading anew.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Configuration {
    /// As in [`RunSpec::engine`].
    pub engine: String,
    pub model: String,
    pub file: Option<Utf8PathBuf>,
    pub weights: Weights,
    pub kv_cache: KvCache,
    /// As many as the engine takes by itself where it is not said.
    pub threads: Option<u32>,
}

impl Configuration {
    pub fn of(job: &Job) -> Self {
        let RunSpec { engine, model, weights, kv_cache, threads, .. } = &job.spec;
        Self {
            engine: engine.clone(),
            model: model.clone(),
            file: job.file.clone(),
            weights: *weights,
            kv_cache: *kv_cache,
            threads: *threads,
        }
    }
}

/// What an engine says while it runs a job; the trace or the failure is the last.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    Progress(Progress),
    Trace(Box<Trace>),
    Failed(String),
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Progress {
    Loading,
    /// Tokens generated so far in the recorded run.
    Recording {
        tokens: usize,
    },
    /// Paths of the tree of branches that are recorded, of all.
    Branching {
        done: usize,
        of: usize,
    },
    /// Timed run `run` of `of` is done; `run` 0 is the warm-up.
    Timed {
        run: u32,
        of: u32,
        tokens: usize,
        milliseconds: f64,
    },
}
