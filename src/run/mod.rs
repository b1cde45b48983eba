//! What a lesson asks of a model, in canonical form: the spec, its key, and the plan that says which runs are
//! fresh, stale (and why) or missing. Knows nothing of how a model works.

mod spec;

pub use spec::{KvCache, Message, Prompt, Role, RunSpec, Sampling, Weights, canonical_text};
