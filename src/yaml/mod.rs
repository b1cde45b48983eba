//! YAML with places. Comes in: a YAML text that stands somewhere in a source file. Goes out: a tree of [`Node`]s, each
//! with its span in that file, and complaints that point there. Two parsers read the text: `serde_yaml` decides what
//! is valid and what each value is, `saphyr-parser` says where it stands, which `serde_yaml` does not tell. Nothing
//! outside this module names either.

#[cfg(test)]
mod asked;
mod fields;
mod node;
mod parse;
mod place;
mod scalar;
mod syntax;
mod typed;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use asked::asked_keys;
pub use fields::Fields;
pub use node::{Entry, Node, Value};
pub use parse::parse;
pub use scalar::scalar;
pub use typed::typed;
