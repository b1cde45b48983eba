//! The JSON Schema of a lesson's YAML, for editors. Comes in: which part is wanted. Goes out: the schema's text. The
//! readers in this module decide what is valid; a test holds the schema's keys to theirs.

use clap::ValueEnum;
use serde_json::{Value, json};

const SCHEMA: &str = include_str!("schema.json");

/// What a piece of YAML is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum SchemaPart {
    #[default]
    FrontMatter,
    Figure,
    Benchmark,
    Directions,
    Quiz,
}

/// The schema with all definitions, whose root describes `part`.
///
/// # Errors
/// Where the schema in the program is not JSON.
pub fn schema(part: SchemaPart) -> serde_json::Result<String> {
    let mut schema: Value = serde_json::from_str(SCHEMA)?;
    if let Some(name) = part.to_possible_value() {
        schema["$ref"] = json!(format!("#/$defs/{}", name.get_name()));
    }
    serde_json::to_string_pretty(&schema)
}
