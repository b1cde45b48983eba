use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use super::place::{Place, places};
use super::{Entry, Node, Value, syntax};
use crate::diagnostic::{Complaints, Excerpt};

/// An upper bound on the values of one text, so that aliases of aliases cannot fill the memory.
const MOST_VALUES: usize = 50_000;
pub(super) const TOO_MANY: &str = "too many values";

/// Reads one YAML document. `None`, and a complaint, when it is not YAML; an empty text is an empty mapping.
pub fn parse(excerpt: &Excerpt, complaints: &Complaints) -> Option<Node> {
    let whole = excerpt.span(0..excerpt.text.len());
    if excerpt.text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#')) {
        return Some(Node { value: Value::Map(Vec::new()), span: whole });
    }
    let budget = Cell::new(MOST_VALUES);
    let mut documents = serde_yaml::Deserializer::from_str(&excerpt.text);
    let mut node = match documents.next().map(|document| Seed(&budget).deserialize(document)) {
        Some(Ok(node)) => node,
        Some(Err(error)) => {
            syntax::complain(excerpt, &error, complaints);
            return None;
        }
        None => Node { value: Value::Null, span: whole.clone() },
    };
    if documents.next().is_some() {
        let at = second_document(&excerpt.text);
        let hint = "Remove the line that starts with `---`, or quote it if it is part of a value.";
        complaints.error("yaml-documents", excerpt.span(at), "a second YAML document starts here", hint);
        return None;
    }
    if node.is_null() {
        return Some(Node { value: Value::Map(Vec::new()), span: whole });
    }
    put_in_place(&mut node, places(&excerpt.text).as_ref(), &whole, excerpt);
    remove_duplicates(&mut node, complaints);
    Some(node)
}

fn second_document(text: &str) -> Range<usize> {
    let mut at = 0;
    let mut first = true;
    for line in text.split_inclusive('\n') {
        if !first && line.starts_with("---") {
            return at..at + line.trim_end().len();
        }
        first &= line.trim().is_empty() || line.trim_start().starts_with('#');
        at += line.len();
    }
    0..text.find('\n').unwrap_or(text.len())
}

/// Gives a node and what it contains its span; `around` is used where the place is not known.
fn put_in_place(node: &mut Node, place: Option<&Place>, around: &Range<usize>, excerpt: &Excerpt) {
    node.span = place.map_or_else(|| around.clone(), |place| excerpt.span(place.span.clone()));
    let span = node.span.clone();
    let child = |length: usize, index: usize| {
        // A list or mapping of another size is not what the other parser saw: an alias, or a difference of opinion.
        place.filter(|place| place.children.len() == length).and_then(|place| place.children.get(index))
    };
    match &mut node.value {
        Value::List(items) => {
            let length = items.len();
            for (index, item) in items.iter_mut().enumerate() {
                put_in_place(item, child(length, index), &span, excerpt);
            }
        }
        Value::Map(entries) => {
            let length = entries.len() * 2;
            for (index, entry) in entries.iter_mut().enumerate() {
                let key = child(length, index * 2);
                entry.key_span = key.map_or_else(|| span.clone(), |key| excerpt.span(key.span.clone()));
                put_in_place(&mut entry.value, child(length, index * 2 + 1), &span, excerpt);
                if entry.value.is_null() {
                    entry.value.span = entry.key_span.clone();
                }
            }
        }
        _ => {}
    }
}

/// Complains about keys given twice and keeps the first of each.
fn remove_duplicates(node: &mut Node, complaints: &Complaints) {
    match &mut node.value {
        Value::List(items) => items.iter_mut().for_each(|item| remove_duplicates(item, complaints)),
        Value::Map(entries) => {
            let mut seen: BTreeMap<String, Range<usize>> = BTreeMap::new();
            entries.retain(|entry| match seen.get(&entry.key) {
                Some(first) => {
                    let line = complaints.source().line_column(first.start).line;
                    let message = format!("`{}` is given twice", entry.key);
                    let hint = format!("The first is on line {line}; keep one of them.");
                    complaints.error("duplicate-key", entry.key_span.clone(), message, hint);
                    false
                }
                None => {
                    seen.insert(entry.key.clone(), entry.key_span.clone());
                    true
                }
            });
            entries.iter_mut().for_each(|entry| remove_duplicates(&mut entry.value, complaints));
        }
        _ => {}
    }
}

/// Builds nodes, which have no place yet, and counts them.
struct Seed<'a>(&'a Cell<usize>);

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        let left = self.0.get().checked_sub(1).ok_or_else(|| D::Error::custom(TOO_MANY))?;
        self.0.set(left);
        let value = deserializer.deserialize_any(Build(self.0))?;
        Ok(Node { value, span: 0..0 })
    }
}

struct Build<'a>(&'a Cell<usize>);

impl<'de> Visitor<'de> for Build<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("a YAML value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Integer(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Integer(value.into()))
    }

    fn visit_i128<E: Error>(self, value: i128) -> Result<Value, E> {
        Ok(Value::Integer(value))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<Value, E> {
        Ok(i128::try_from(value).map_or(Value::Float(value as f64), Value::Integer))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Float(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(Seed(self.0))? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(Key(key)) = map.next_key()? {
            let value = map.next_value_seed(Seed(self.0))?;
            entries.push(Entry { key, key_span: 0..0, value });
        }
        Ok(Value::Map(entries))
    }
}

/// A key as text: what is a number or a truth value elsewhere names something here.
struct Key(String);

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Key)
    }
}
