use std::ops::Range;

use crate::diagnostic::{Complaints, Excerpt, suggestion};

/// What stands in the braces at the end of a heading: `{#an-id eyebrow="A small line above"}`.
#[derive(Debug, Default, PartialEq)]
pub(super) struct HeadingAttributes {
    pub id: Option<String>,
    pub eyebrow: Option<String>,
}

/// Reads the attributes of a heading that is known to have some. Markdown's own reading splits quoted values at their
/// spaces, so the text is read again.
pub(super) fn read_attributes(excerpt: &Excerpt, range: Range<usize>, complaints: &Complaints) -> HeadingAttributes {
    let mut attributes = HeadingAttributes::default();
    let written = excerpt.text.get(range.clone()).unwrap_or_default();
    let Some(open) = written.rfind('{') else { return attributes };
    let close = written.rfind('}').filter(|close| *close > open).unwrap_or(written.len());
    let mut at = open + 1;
    while at < close {
        let rest = written.get(at..close).unwrap_or_default();
        if rest.starts_with(char::is_whitespace) {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let length = word_length(rest);
        let word = rest.get(..length).unwrap_or_default();
        let span = excerpt.span(range.start + at..range.start + at + length);
        at += length.max(1);
        match (word.strip_prefix('#'), word.split_once('=')) {
            (Some(id), _) => attributes.id = Some(id.to_owned()),
            (None, Some(("eyebrow", value))) => attributes.eyebrow = Some(unquoted(value).to_owned()),
            (None, Some(("id", value))) => attributes.id = Some(unquoted(value).to_owned()),
            (None, given) => {
                let name = given.map_or(word, |(name, _)| name);
                let hint = suggestion(name, ["eyebrow", "id"]);
                complaints.error("heading-attribute", span, format!("a heading has no attribute `{name}`"), hint);
            }
        }
    }
    attributes
}

/// Up to the next space outside quotation marks.
fn word_length(text: &str) -> usize {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(mark) if c == mark => quote = None,
            Some(_) => {}
            None if c == '"' || c == '\'' => quote = Some(c),
            None if c.is_whitespace() => return at,
            None => {}
        }
    }
    text.len()
}

fn unquoted(value: &str) -> &str {
    let value = value.trim();
    ['"', '\'']
        .into_iter()
        .find_map(|mark| value.strip_prefix(mark).map(|rest| rest.strip_suffix(mark).unwrap_or(rest)))
        .unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;

    #[test]
    fn quoted_values_keep_their_spaces() {
        let source = Source::new("a.md", "## A {#x .c eyebrow=\"Current set-up & more = less\"}\n");
        let complaints = Complaints::about(&source);
        let read = read_attributes(&Excerpt::of(&source, 0..source.text.len()), 0..source.text.len(), &complaints);
        assert_eq!(read.id.as_deref(), Some("x"));
        assert_eq!(read.eyebrow.as_deref(), Some("Current set-up & more = less"));
        let list = complaints.into_list();
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].message, "a heading has no attribute `.c`");
        assert_eq!(list[0].location.as_ref().map(|location| location.span.clone()), Some(9..11));
    }
}
