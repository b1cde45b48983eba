use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::{Range, RangeInclusive};
use std::sync::Arc;

use super::{Entry, Node, Value};
use crate::diagnostic::{Complaints, Source, suggestion};

/// Reads the values of one mapping by key and complains about each that is missing or of another kind. Every key that
/// was asked for is known; [`Fields::finish`] complains about the others. A key with nothing after it counts as not
/// given.
pub struct Fields<'a> {
    /// What the mapping describes, for the complaints: `the run `fox``.
    what: String,
    /// Where a missing key is reported.
    at: Range<usize>,
    entries: &'a [Entry],
    asked: RefCell<BTreeSet<&'static str>>,
    pub complaints: &'a Complaints,
}

impl<'a> Fields<'a> {
    /// `None`, and a complaint, when the node is not a mapping.
    pub fn of(node: &'a Node, what: impl Into<String>, complaints: &'a Complaints) -> Option<Self> {
        let what = what.into();
        let Value::Map(entries) = &node.value else {
            let message = format!("{what} must be a mapping (`key: value`), and this is {}", node.kind());
            complaints.error("wrong-type", node.head(complaints.source()), message, "");
            return None;
        };
        let at = node.head(complaints.source());
        Some(Self { what, at, entries, asked: RefCell::default(), complaints })
    }

    /// Reports missing keys there instead of at the first line of the mapping.
    #[must_use]
    pub fn missing_at(mut self, at: Range<usize>) -> Self {
        self.at = at;
        self
    }

    /// Where the mapping is said to stand.
    pub fn at(&self) -> Range<usize> {
        self.at.clone()
    }

    pub fn source(&self) -> &'a Arc<Source> {
        self.complaints.source()
    }

    fn entry(&self, key: &'static str) -> Option<&'a Entry> {
        self.asked.borrow_mut().insert(key);
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub fn key_span(&self, key: &'static str) -> Option<Range<usize>> {
        self.entry(key).map(|entry| entry.key_span.clone())
    }

    /// Where a key stands that this mapping has no use for, where it does: then the complaint is the caller's.
    pub fn stray(&self, key: &'static str) -> Option<Range<usize>> {
        let there = self.entries.iter().any(|entry| entry.key == key);
        if there { self.key_span(key) } else { None }
    }

    pub fn has(&self, key: &'static str) -> bool {
        self.node(key).is_some()
    }

    /// The value, unless there is none.
    pub fn node(&self, key: &'static str) -> Option<&'a Node> {
        self.entry(key).map(|entry| &entry.value).filter(|value| !value.is_null())
    }

    pub fn required(&self, key: &'static str, hint: &str) -> Option<&'a Node> {
        let node = self.node(key);
        if node.is_none() {
            let (span, message) = match self.entry(key) {
                Some(entry) => (entry.key_span.clone(), format!("`{key}` has no value")),
                None => (self.at.clone(), format!("{} lacks `{key}`", self.what)),
            };
            self.complaints.error("missing-key", span, message, hint);
        }
        node
    }

    pub fn text(&self, key: &'static str) -> Option<&'a str> {
        self.node(key).and_then(|node| self.as_text(key, node))
    }

    /// Text, or a number or truth value as it is written, for what is shown and not computed with.
    pub fn shown_text(&self, key: &'static str) -> Option<&'a str> {
        let node = self.node(key)?;
        match node.value {
            Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => self.source().text.get(node.span.clone()),
            _ => self.as_text(key, node),
        }
    }

    pub fn required_text(&self, key: &'static str, hint: &str) -> Option<&'a str> {
        let text = self.required(key, hint).and_then(|node| self.as_text(key, node))?;
        if text.trim().is_empty() {
            let span = self.node(key).map_or_else(|| self.at.clone(), |node| node.span.clone());
            self.complaints.error("missing-key", span, format!("`{key}` is empty"), hint);
            return None;
        }
        Some(text)
    }

    /// The text of a node, or a complaint that `name` must be text.
    pub fn as_text(&self, name: &str, node: &'a Node) -> Option<&'a str> {
        let text = node.text();
        if text.is_none() {
            let written = self.source().text.get(node.span.clone()).unwrap_or_default();
            let hint = match node.value {
                Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => {
                    format!("YAML reads `{written}` as {}; quote it: `\"{written}\"`.", node.kind())
                }
                Value::Map(_) if written.starts_with('{') => "Text that starts with `{` needs quotes.".into(),
                Value::List(_) if written.starts_with('[') => "Text that starts with `[` needs quotes.".into(),
                _ => String::new(),
            };
            self.wrong_type(name, "text", node, hint);
        }
        text
    }

    /// `true` or `false`.
    pub fn boolean(&self, key: &'static str) -> Option<bool> {
        let node = self.node(key)?;
        match &node.value {
            Value::Boolean(value) => Some(*value),
            Value::Text(text) => {
                let hint = match text.to_lowercase().as_str() {
                    "no" | "off" | "n" | "false" => format!("YAML reads `{text}` as text; write `{key}: false`."),
                    "yes" | "on" | "y" | "true" => format!("YAML reads `{text}` as text; write `{key}: true`."),
                    _ => format!("Write `{key}: true` or `{key}: false`."),
                };
                self.wrong_type(key, "`true` or `false`", node, hint);
                None
            }
            _ => {
                self.wrong_type(key, "`true` or `false`", node, String::new());
                None
            }
        }
    }

    /// A whole number in the range.
    pub fn integer<T>(&self, key: &'static str, range: RangeInclusive<T>) -> Option<T>
    where
        T: TryFrom<i128> + PartialOrd + Display,
    {
        let node = self.node(key)?;
        let Value::Integer(value) = node.value else {
            let hint = if node.text().is_some_and(|text| text.trim().parse::<i128>().is_ok()) {
                "Remove the quotation marks."
            } else {
                ""
            };
            self.wrong_type(key, "a whole number", node, hint.into());
            return None;
        };
        let number = T::try_from(value).ok().filter(|number| range.contains(number));
        if number.is_none() {
            let (least, most) = (range.start(), range.end());
            let message = format!("`{key}` must be from {least} to {most}, and this is {value}");
            self.complaints.error("out-of-range", node.span.clone(), message, "");
        }
        number
    }

    /// A number that `fits`; `bounds` says in words which do.
    pub fn number(&self, key: &'static str, bounds: &str, fits: impl Fn(f64) -> bool) -> Option<f64> {
        let node = self.node(key)?;
        let value = match node.value {
            Value::Integer(value) => value as f64,
            Value::Float(value) => value,
            _ => {
                self.wrong_type(key, "a number", node, String::new());
                return None;
            }
        };
        if value.is_finite() && fits(value) {
            return Some(value);
        }
        let message = format!("`{key}` must be {bounds}, and this is {value}");
        self.complaints.error("out-of-range", node.span.clone(), message, "");
        None
    }

    /// One of a few words.
    pub fn choice<T: Copy>(&self, key: &'static str, choices: &[(&str, T)]) -> Option<T> {
        let node = self.node(key)?;
        let found = node.text().and_then(|text| choices.iter().find(|(name, _)| *name == text));
        if found.is_none() {
            let names: Vec<String> = choices.iter().map(|(name, _)| format!("`{name}`")).collect();
            let written = self.source().text.get(node.head(self.source())).unwrap_or_default();
            let message = format!("`{key}` must be {}, and this is `{written}`", names.join(" or "));
            let hint = crate::diagnostic::nearest(written, choices.iter().map(|(name, _)| *name))
                .map(|name| format!("Did you mean `{name}`?"))
                .unwrap_or_default();
            self.complaints.error("unknown-word", node.head(self.source()), message, hint);
        }
        found.map(|(_, value)| *value)
    }

    /// The items of a list; none when the key is absent.
    pub fn list(&self, key: &'static str) -> &'a [Node] {
        match self.node(key) {
            Some(node) => self.as_list(key, node),
            None => &[],
        }
    }

    pub fn required_list(&self, key: &'static str, hint: &str) -> &'a [Node] {
        let Some(node) = self.required(key, hint) else { return &[] };
        let items = self.as_list(key, node);
        if items.is_empty() && matches!(node.value, Value::List(_)) {
            self.complaints.error("missing-key", node.head(self.source()), format!("`{key}` is empty"), hint);
        }
        items
    }

    fn as_list(&self, key: &str, node: &'a Node) -> &'a [Node] {
        match &node.value {
            Value::List(items) => items,
            _ => {
                self.wrong_type(key, "a list", node, "Write `[a, b]`, or one `- item` a line.".into());
                &[]
            }
        }
    }

    /// The texts of a list, with their nodes.
    pub fn texts(&self, key: &'static str) -> Vec<(&'a str, &'a Node)> {
        let name = format!("an item of `{key}`");
        self.list(key).iter().filter_map(|node| Some((self.as_text(&name, node)?, node))).collect()
    }

    /// The entries of a mapping; none when the key is absent.
    pub fn entries(&self, key: &'static str) -> &'a [Entry] {
        match self.node(key) {
            Some(Node { value: Value::Map(entries), .. }) => entries,
            Some(node) => {
                self.wrong_type(key, "a mapping (`key: value`)", node, String::new());
                &[]
            }
            None => &[],
        }
    }

    fn wrong_type(&self, name: &str, wanted: &str, node: &Node, hint: String) {
        let name = if name.contains('`') { name.to_owned() } else { format!("`{name}`") };
        let message = format!("{name} must be {wanted}, and this is {}", node.kind());
        self.complaints.error("wrong-type", node.head(self.source()), message, hint);
    }

    /// Complains about the keys that nobody asked for.
    pub fn finish(self) {
        let asked = self.asked.borrow();
        #[cfg(test)]
        super::asked::note(&self.what, &asked);
        for entry in self.entries.iter().filter(|entry| !asked.contains(entry.key.as_str())) {
            let message = format!("{} has no key `{}`", self.what, entry.key);
            let hint = suggestion(&entry.key, asked.iter().copied());
            self.complaints.error("unknown-key", entry.key_span.clone(), message, hint);
        }
    }
}
