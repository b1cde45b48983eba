//! The JSON Schema of a lesson's YAML, for editors. Comes in: which part is wanted. Goes out: the schema's text. The
//! readers decide what is valid; a test holds the schema's keys to theirs. What figures may hold comes from their kinds.

use clap::ValueEnum;
use serde_json::{Value, json};

use crate::figure::{Kind, definitions};

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

/// The schema with all definitions, whose root describes `part`; with a `kind`, figures of that kind alone.
///
/// # Errors
/// Where the schema in the program is not JSON.
pub fn schema(part: SchemaPart, kind: Option<&Kind>) -> serde_json::Result<String> {
    let mut schema: Value = serde_json::from_str(SCHEMA)?;
    for (name, definition) in definitions() {
        schema["$defs"][name] = definition;
    }
    if let Some(name) = part.to_possible_value() {
        let kind = kind.map_or(String::new(), |kind| format!("-{}", kind.name));
        schema["$ref"] = json!(format!("#/$defs/{}{kind}", name.get_name()));
    }
    serde_json::to_string_pretty(&schema)
}
