use std::borrow::Cow;

use fluent_bundle::FluentValue;
use fluent_bundle::types::{FluentNumber, FluentNumberOptions};

use super::number::NumberFormat;

/// What a message puts in place of `{ $name }`.
#[derive(Clone, Debug, PartialEq)]
pub enum Value<'a> {
    Text(Cow<'a, str>),
    /// Escaped already; only for messages that are HTML.
    Html(Cow<'a, str>),
    /// A whole number, written by the language's rules.
    Count(f64),
    /// A number that was written already.
    Number {
        value: f64,
        shown: String,
    },
}

impl<'a> Value<'a> {
    pub fn html(html: impl Into<Cow<'a, str>>) -> Self {
        Self::Html(html.into())
    }

    pub(super) fn plain(&self, numbers: &NumberFormat) -> FluentValue<'_> {
        debug_assert!(!matches!(self, Self::Html(_)), "{self:?} in a plain text");
        match self {
            Self::Text(text) | Self::Html(text) => FluentValue::String(Cow::Borrowed(text)),
            Self::Count(value) => number(*value, numbers.format(*value, 0)),
            Self::Number { value, shown } => number(*value, shown.clone()),
        }
    }

    pub(super) fn escaped(&self, numbers: &NumberFormat) -> FluentValue<'_> {
        let escape = |text: &str| {
            let mut escaped = String::with_capacity(text.len());
            // Writing to a string does not fail.
            let _ = pulldown_cmark_escape::escape_html(&mut escaped, &text.replace('\0', "\u{fffd}"));
            escaped
        };
        match self {
            Self::Text(text) => FluentValue::String(escape(text).into()),
            Self::Html(html) => FluentValue::String(Cow::Borrowed(html)),
            Self::Count(value) => number(*value, escape(&numbers.format(*value, 0))),
            Self::Number { value, shown } => number(*value, escape(shown)),
        }
    }
}

/// Fluent picks the plural by the value. What is written stands where a currency would: nothing else of the options
/// can hold a text, and no message has an amount of money.
fn number(value: f64, shown: String) -> FluentValue<'static> {
    FluentValue::Number(FluentNumber::new(
        value,
        FluentNumberOptions { currency: Some(shown), ..FluentNumberOptions::default() },
    ))
}

/// What a bundle writes for a value; `None` leaves it to Fluent.
pub(super) fn shown(value: &FluentValue) -> Option<String> {
    match value {
        FluentValue::Number(number) => number.options.currency.clone(),
        _ => None,
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<usize> for Value<'_> {
    fn from(count: usize) -> Self {
        Self::Count(count as f64)
    }
}

impl From<u32> for Value<'_> {
    fn from(count: u32) -> Self {
        Self::Count(f64::from(count))
    }
}

impl From<u64> for Value<'_> {
    fn from(count: u64) -> Self {
        Self::Count(count as f64)
    }
}
