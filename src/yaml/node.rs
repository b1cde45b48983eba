use std::ops::Range;
use std::sync::Arc;

use crate::diagnostic::{Excerpt, Source};

/// A value and where it stands in its source file.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub value: Value,
    /// Where the place of a value is not known, that of what contains it.
    pub span: Range<usize>,
}

/// What YAML 1.2's core schema makes of a text: `no` and `2026-11-30` are text, `00.1` is a number.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Boolean(bool),
    Integer(i128),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Map(Vec<Entry>),
}

/// A key and its value, in the author's order.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub key: String,
    pub key_span: Range<usize>,
    pub value: Node,
}

impl Node {
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    pub fn is_null(&self) -> bool {
        self.value == Value::Null
    }

    /// What kind of value it is, with its article.
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "nothing",
            Value::Boolean(_) => "a truth value",
            Value::Integer(_) | Value::Float(_) => "a number",
            Value::Text(_) => "text",
            Value::List(_) => "a list",
            Value::Map(_) => "a mapping",
        }
    }

    /// The first line of the span: enough to point at a mapping.
    pub fn head(&self, source: &Source) -> Range<usize> {
        let text = source.text.get(self.span.clone()).unwrap_or_default();
        let length = text.find(['\n', '\r']).unwrap_or(text.len());
        self.span.start..self.span.start + length
    }

    /// The text of this value with the place of each of its characters, as far as they can be found: escapes count as
    /// standing where they begin.
    pub fn excerpt(&self, source: &Arc<Source>) -> Excerpt {
        let value = self.text().unwrap_or_default();
        let written = source.text.get(self.span.clone()).unwrap_or_default();
        let mut excerpt = Excerpt::empty(source, self.span.start);
        if let Some(at) = written.find(value).filter(|at| *at <= 1) {
            excerpt.push(value, self.span.start + at);
            return excerpt;
        }
        // How far a line break, the next line's indent and the marks of a quotation around the block may reach.
        const REACH: usize = 400;
        let mut at = 0;
        for c in value.chars() {
            let mut buffer = [0; 4];
            let encoded: &str = c.encode_utf8(&mut buffer);
            let rest = written.get(at..).unwrap_or_default();
            let skipped = if rest.starts_with(c) {
                Some(0)
            } else if c.is_whitespace() {
                None
            } else {
                rest.char_indices()
                    .take_while(|(offset, _)| *offset < REACH)
                    .find(|(_, found)| *found == c)
                    .map(|f| f.0)
            };
            match skipped {
                Some(skipped) => {
                    excerpt.push(encoded, self.span.start + at + skipped);
                    at += skipped + c.len_utf8();
                }
                None => excerpt.insert(encoded, self.span.start + at),
            }
        }
        excerpt
    }
}
