use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};

use crate::request::RunSpec;
use crate::trace::Trace;

/// What stands before each line of the worker's that is meant for the parent: the engine prints lines of its own.
pub const MARK: char = '\u{1e}';

/// One run for the worker, a line of JSON on its standard input.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    pub spec: RunSpec,
    pub file: Utf8PathBuf,
    /// Without timed runs, to compare ids and logits only.
    pub timed: bool,
}

/// A line of the worker's.
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
