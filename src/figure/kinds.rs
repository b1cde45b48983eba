//! All kinds of figures. A new one is a folder beside this file and a line in the list.

use super::*;

/// In the order in which they are listed to authors.
pub static KINDS: &[&Kind] = &[
    &decode_loop::KIND,
    &tokens::KIND,
    &logits::KIND,
    &timeline::KIND,
    &surprise::KIND,
    &tree::KIND,
    &sampler::KIND,
    &compare::KIND,
    &chart::KIND,
    &kv_cache::KIND,
    &tokenizers::KIND,
];
