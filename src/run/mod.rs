//! The runs of a lesson: resolved against the site, the list of models and what engines can do, planned (fresh, stale
//! and why, missing) and held to what the lesson expects of them. Knows nothing of how a model works.

mod estimate;
mod expectation;
mod plan;
mod resolve;
mod soundness;

pub use estimate::estimate;
pub use expectation::unmet;
pub use plan::{PlannedRun, Reason, RunState, Traces, reasons};
pub use resolve::resolve;
