//! What is asked of a model, in canonical form: the spec of one run, its key, and what an engine must be able to do for
//! it. A leaf: knows neither lessons nor how an engine works.

mod ability;
#[cfg(test)]
pub(crate) mod fixture;
mod spec;
mod word;

pub use ability::{Abilities, Clock, EngineFacts, RowAbility, Sampler, Unable};
pub use spec::{BranchSpec, KvCache, Message, Prompt, Role, RunSpec, Sampling, Weights, canonical_text};
pub use word::read_word;
