//! Runs prompts through an engine. Comes in: a run spec and, where the engine wants one, a model file. Goes out: a
//! trace, or an error in plain words. Knows nothing of lessons.
//!
//! An [`Engine`] says what it can do and opens models; everything of a recording that is the same for all of them (the
//! order of passes, timed runs, pieces, stop strings, time-outs) is written once, in `record`, `recorder` and `client`.
//! Each engine has a folder beside this file and a line in [`Engines::built_in`].

mod branches;
mod client;
mod compose;
mod error;
mod host;
mod job;
mod list;
mod loaded;
pub mod mistralrs;
mod record;
mod recorder;
mod serve;
mod thread;

pub use client::Client;
pub use error::EngineError;
pub use host::{build_features, host_record};
pub use job::{Answer, Configuration, Job, Progress};
pub use list::{Engine, Engines, Worker};
pub use loaded::{LoadedModel, Tokens};
pub use recorder::{Keep, Recorder, Told};
pub use serve::serve;
pub use thread::Thread;
