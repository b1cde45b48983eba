//! What the YAML of figures may hold, as definitions of a JSON Schema.

use serde_json::{Map, Value, json};

use super::{KINDS, Key, Kind};

const CAPTION: &str = "The sentence that the figure proves";

/// `figure`, for YAML of any kind, and `figure-NAME` for each kind. They refer to `shown`, `id` and to what
/// [`super::Holds::Defined`] and [`super::Holds::ListOf`] name.
pub fn definitions() -> Vec<(String, Value)> {
    let mut all = vec![("figure".to_owned(), any())];
    all.extend(KINDS.iter().map(|kind| (format!("figure-{}", kind.name), of(kind))));
    all
}

fn of(kind: &Kind) -> Value {
    let required = kind.keys.iter().filter(|key| key.required).map(|key| key.name).chain(["caption"]);
    let mut schema = mapping(kind.keys.iter().map(|key| (*key, key.about.to_owned())), &required.collect::<Vec<_>>());
    schema["description"] = json!(kind.about);
    schema
}

/// The fence names the kind, which a schema of its YAML cannot see: every key of every kind, with the kinds that have it.
fn any() -> Value {
    let mut keys: Vec<(Key, Vec<&str>)> = Vec::new();
    for kind in KINDS.iter().copied() {
        for key in kind.keys {
            match keys.iter_mut().find(|(known, _)| known.name == key.name) {
                Some((_, kinds)) => kinds.push(kind.name),
                None => keys.push((*key, vec![kind.name])),
            }
        }
    }
    mapping(keys.into_iter().map(|(key, kinds)| (key, format!("{} ({})", key.about, kinds.join(", ")))), &["caption"])
}

fn mapping(keys: impl Iterator<Item = (Key, String)>, required: &[&str]) -> Value {
    let mut properties = Map::new();
    properties.insert("caption".into(), json!({"$ref": "#/$defs/shown", "description": CAPTION}));
    properties.insert("id".into(), json!({"$ref": "#/$defs/id"}));
    for (key, about) in keys {
        let mut schema = key.schema();
        schema["description"] = json!(about);
        properties.insert(key.name.into(), schema);
    }
    json!({"type": "object", "required": required, "additionalProperties": false, "properties": properties})
}
