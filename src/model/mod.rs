//! The models a site may run. Comes in: `models/models.yaml`, and a GGUF file. Goes out: a verified file on disk, its
//! shape, and the token ids, exact bytes and places of a text. Runs no model: that is `engine`'s work.

pub mod catalog;
pub mod chat_template;
pub mod digest;
pub mod fetch;
pub mod gguf;
pub mod location;
pub mod tokenizer;
pub mod verified;

pub use catalog::{CATALOG_FILE, ModelCatalog, ModelEntry, ModelSource};
pub use chat_template::{ChatTemplate, ChatTemplateError};
pub use digest::Sha256;
pub use fetch::{FetchError, FetchEvent, fetch};
pub use gguf::{Gguf, GgufError, ModelShape};
pub use location::models_folder;
pub use tokenizer::{Tokenizer, TokenizerError};
