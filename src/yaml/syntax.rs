use std::ops::Range;

use crate::diagnostic::{Complaints, Excerpt};

/// Says in plain words why a text is not YAML. `at` is a byte offset in the text, where the parser gave one.
pub(super) fn complain(excerpt: &Excerpt, error: &serde_yaml::Error, complaints: &Complaints) {
    let text = excerpt.text.as_str();
    let at = error.location().map_or(0, |location| boundary(text, location.index()));
    let line = line_around(text, at);
    let written = text.get(line.clone()).unwrap_or_default();
    let raw = error.to_string();

    let indent = written.len() - written.trim_start_matches([' ', '\t']).len();
    if let Some(tab) = written.get(..indent).and_then(|indent| indent.find('\t')) {
        let span = excerpt.span(line.start + tab..line.start + tab + 1);
        return complaints.error("yaml-tab", span, "a tab cannot indent YAML", "Indent with spaces.");
    }
    let next = text.get(at..).and_then(|rest| rest.chars().next());
    let (span, message, hint): (Range<usize>, String, String) = if raw.contains("mapping values are not allowed") {
        (at..at + 1, "an unquoted value contains a colon and a space".into(), quote_the_value(written))
    } else if raw.contains("cannot start any token") {
        let shown = next.map(String::from).unwrap_or_default();
        let length = next.map_or(1, char::len_utf8);
        (at..at + length, format!("an unquoted value cannot start with `{shown}`"), quote_the_value(written))
    } else if raw.contains("quoted scalar") {
        (line, "a quotation mark is opened and never closed".into(), "Close it with the same mark.".into())
    } else if raw.contains("repetition limit") || raw.contains(super::parse::TOO_MANY) {
        let hint = "Aliases (`*name`) repeat what they name; write less or repeat less.";
        (line, "the YAML holds too many values".into(), hint.into())
    } else if raw.contains("recursion limit") {
        (line, "the YAML is nested too deeply".into(), String::new())
    } else if raw.contains("unknown anchor") {
        (line, "an alias (`*name`) names no anchor (`&name`) before it".into(), quote_the_value(written))
    } else if raw.contains("enum") {
        (line, "YAML tags (`!name`) have no meaning here".into(), quote_the_value(written))
    } else if raw.contains("control characters") {
        (line, "a control character is not allowed in YAML".into(), String::new())
    } else {
        let hint = "Keys of one mapping start in the same column; values with signs of YAML in them need quotes.";
        (line, format!("this is not YAML: {}", without_place(&raw)), hint.into())
    };
    complaints.error("yaml-syntax", excerpt.span(span), message, hint);
}

/// `Quote the value: title: "Attention: all you need"`, where the line shows which value.
fn quote_the_value(line: &str) -> String {
    let content = line.trim().trim_start_matches("- ");
    match content.split_once(": ") {
        Some((key, value)) if !key.contains(['{', '[']) && !value.trim().starts_with(['"', '\'', '{', '[']) => {
            let value = value.trim().replace('\\', "\\\\").replace('"', "\\\"");
            format!("Quote the value: `{key}: \"{value}\"`.")
        }
        _ => "Quote the value.".into(),
    }
}

/// serde_yaml's words without the lines and columns that it counts from the start of the excerpt.
fn without_place(raw: &str) -> String {
    let mut words = raw;
    while let Some(at) = words.rfind(" at line ") {
        words = words.get(..at).unwrap_or_default();
    }
    words.to_owned()
}

fn line_around(text: &str, at: usize) -> Range<usize> {
    let mut at = at;
    // An error at the end of the text is about its last line with something on it.
    if at >= text.len() {
        at = text.trim_end().len();
    }
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1);
    let end = text.get(start..).and_then(|rest| rest.find(['\n', '\r'])).map_or(text.len(), |length| start + length);
    start..end
}

fn boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
