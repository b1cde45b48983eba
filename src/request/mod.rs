//! What is asked of a model, in canonical form: the spec of one run and its key. A leaf: knows neither lessons nor
//! engines.

#[cfg(test)]
pub(crate) mod fixture;
mod spec;
mod word;

pub use spec::{BranchSpec, KvCache, Message, Prompt, Role, RunSpec, Sampling, Weights, canonical_text};
pub use word::read_word;
