//! What a lesson asks of a model, in canonical form: the spec, its key, and the plan that says which runs are
//! fresh, stale (and why) or missing. Knows nothing of how a model works.

mod expectation;
mod plan;
mod request;
#[cfg(test)]
pub(crate) mod sample;
pub mod sampler;
mod spec;

pub use expectation::unmet;
pub use plan::{PlannedRun, Reason, RunState, Traces, reasons};
pub use request::resolve;
pub use spec::{BranchSpec, KvCache, Message, Prompt, Role, RunSpec, Sampling, Weights, canonical_text};

/// Engine and version, part of every run's key.
pub const ENGINE: &str = "mistral.rs 0.8.1";
