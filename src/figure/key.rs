//! A key of a figure's YAML: what it may hold is said once, for the reader, its complaints and the schema of editors.

use serde_json::{Value, json};

use crate::yaml::Fields;

/// A key that some kinds of figures have.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    pub name: &'static str,
    pub holds: Holds,
    /// For authors: what it says, in a phrase.
    pub about: &'static str,
    pub required: bool,
}

/// What may stand under a key.
#[derive(Clone, Copy, Debug)]
pub enum Holds {
    /// The name of a run of the lesson.
    Run,
    /// At least so many names of runs.
    Runs(usize),
    /// A whole number from the one to the other.
    Integer(usize, usize),
    Boolean,
    /// Text, with something in it.
    Text,
    /// Text, a number or a truth value, shown as it is written.
    Shown,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list of some of these words.
    Words(fn() -> Vec<&'static str>),
    /// What a definition of the schema says.
    Defined(&'static str),
    /// At least one of what a definition of the schema says.
    ListOf(&'static str),
    /// That, or a series of a run: `=run.step.*.ms`.
    ListOrSeries(&'static str),
}

impl Key {
    pub const fn new(name: &'static str, holds: Holds, about: &'static str) -> Self {
        Self { name, holds, about, required: false }
    }

    pub const fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// The whole number under the key, within the key's bounds.
    pub fn integer(&self, fields: &Fields) -> Option<usize> {
        match self.holds {
            Holds::Integer(least, most) => fields.integer(self.name, least..=most),
            _ => None,
        }
    }

    /// JSON Schema of what it holds.
    pub fn schema(&self) -> Value {
        let mut schema = match self.holds {
            Holds::Run => json!({"type": "string"}),
            Holds::Runs(least) => json!({"type": "array", "minItems": least, "items": {"type": "string"}}),
            Holds::Integer(least, most) => json!({"type": "integer", "minimum": least, "maximum": most}),
            Holds::Boolean => json!({"type": "boolean"}),
            Holds::Text => json!({"type": "string", "minLength": 1}),
            Holds::Shown => json!({"$ref": "#/$defs/shown"}),
            Holds::Word(words) => json!({"enum": words}),
            Holds::Words(words) => json!({"type": "array", "items": {"enum": words()}}),
            Holds::Defined(name) => json!({"$ref": format!("#/$defs/{name}")}),
            Holds::ListOf(name) => list_of(name),
            Holds::ListOrSeries(name) => json!({"oneOf": [{"$ref": "#/$defs/run-series"}, list_of(name)]}),
        };
        schema["description"] = json!(self.about);
        schema
    }
}

fn list_of(name: &str) -> Value {
    json!({"type": "array", "minItems": 1, "items": {"$ref": format!("#/$defs/{name}")}})
}

pub(super) const RUN: Key = Key::new("run", Holds::Run, "A run of the lesson");
pub(super) const STEP: Key = Key::new("step", Holds::Integer(0, 4096), "Which generated token, from 0");
pub(super) const CANDIDATES: Key = Key::new("candidates", Holds::Integer(1, 20), "How many candidates are listed");

/// How many candidates are listed where an author does not say.
const USUAL_CANDIDATES: usize = 8;

/// What stands under [`STEP`].
pub(super) fn step(fields: &Fields) -> usize {
    STEP.integer(fields).unwrap_or(0)
}

/// What stands under [`CANDIDATES`].
pub(super) fn candidates(fields: &Fields) -> usize {
    CANDIDATES.integer(fields).unwrap_or(USUAL_CANDIDATES)
}
