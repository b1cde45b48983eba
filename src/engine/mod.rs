//! Runs prompts through mistral.rs. Comes in: a run spec and a model file. Goes out: a trace, or an error in plain
//! words. Knows nothing of lessons.
//!
//! The engine lives in a child process of the same program (`worker`), one per configuration, and the parent
//! (`client`) speaks JSON lines with it. That keeps the engine's own output off the terminal, survives an abort in
//! a native allocation, lets a run be timed out by ending the process, and lets each configuration have its own
//! environment: candle reads its switches and rayon its thread count once per process.

mod branches;
mod client;
mod host;
mod protocol;
mod record;
mod recorder;
mod session;
mod worker;

pub use client::{Client, EngineError, Progress};
pub use host::host_record;
pub use protocol::Job;
pub use recorder::{Keep, Recorder};
pub use session::{Configuration, Hook, Session};
pub use worker::work;
