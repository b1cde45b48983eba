//! Turns complaints into text, all of them in one go, in the order of files and places. Comes in: diagnostics. Goes
//! out: a string; who prints it, and where, is `command`'s business.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

use super::{Diagnostic, Location, Severity};

/// How complaints are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// With the lines they are about.
    Human {
        /// ANSI colours.
        colour: bool,
    },
    /// One line each: `file:line:column: error[code]: message`.
    Short,
    /// One JSON object a line.
    Json,
}

/// All complaints, sorted, and (except as JSON) a last line that counts them. Empty for none.
pub fn render(diagnostics: &[Diagnostic], format: Format) -> String {
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| match &diagnostic.location {
        Some(location) => (Some(location.source.path.as_str()), location.span.start),
        None => (None, 0),
    });
    let mut said = std::collections::BTreeSet::new();
    sorted.retain(|diagnostic| said.insert(identity(diagnostic)));
    if sorted.is_empty() {
        return String::new();
    }
    let mut out = String::new();
    for diagnostic in &sorted {
        out.push_str(&match format {
            Format::Human { colour } => human(diagnostic, colour),
            Format::Short => short(diagnostic),
            Format::Json => json(diagnostic),
        });
        out.push('\n');
        if matches!(format, Format::Human { .. }) {
            out.push('\n');
        }
    }
    if format != Format::Json {
        out.push_str(&count(&sorted));
        out.push('\n');
    }
    out
}

/// Stations that look at the same thing may find the same fault.
fn identity(diagnostic: &Diagnostic) -> (Severity, &str, &str, Option<(&str, usize, usize)>) {
    let place = diagnostic.location.as_ref();
    let place = place.map(|place| (place.source.path.as_str(), place.span.start, place.span.end));
    (diagnostic.severity, diagnostic.code, &diagnostic.message, place)
}

/// As JSON, what is no complaint: how far something is, what was done.
pub fn note(text: &str) -> String {
    let line = Line { severity: "note", code: "note", message: text, place: None, hints: &[] };
    // Strings always have a JSON form.
    serde_json::to_string(&line).unwrap_or_default()
}

/// `2 errors, 1 warning`.
fn count(diagnostics: &[&Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let plural = |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
    match (errors, diagnostics.len() - errors) {
        (errors, 0) => plural(errors, "error"),
        (0, warnings) => plural(warnings, "warning"),
        (errors, warnings) => format!("{}, {}", plural(errors, "error"), plural(warnings, "warning")),
    }
}

fn human(diagnostic: &Diagnostic, colour: bool) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let message = visible(&diagnostic.message);
    let title = level.primary_title(message.as_str()).id(diagnostic.code);
    let mut group = match &diagnostic.location {
        Some(location) => title.element(
            Snippet::source(location.source.text.as_str())
                .path(location.source.path.as_str())
                .annotation(AnnotationKind::Primary.span(drawable(location))),
        ),
        None => Group::with_title(title),
    };
    let hints: Vec<String> = diagnostic.hints.iter().map(|hint| visible(hint)).collect();
    for hint in &hints {
        group = group.element(Level::HELP.message(hint.as_str()));
    }
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    renderer.render(&[group])
}

/// The part of the span on its first line: brackets around many lines show less, not more.
fn drawable(location: &Location) -> Range<usize> {
    let text = &location.source.text;
    let mut start = location.span.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let rest = text.get(start..).unwrap_or_default();
    let line_end = start + rest.find(['\n', '\r']).unwrap_or(rest.len());
    let first = rest.chars().next().map_or(0, char::len_utf8);
    let mut end = location.span.end.max(start + first).min(line_end).max(start);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

fn short(diagnostic: &Diagnostic) -> String {
    let severity = severity(diagnostic);
    let message = visible(&diagnostic.message).replace('\n', " ");
    match &diagnostic.location {
        Some(location) => {
            let start = location.start();
            let path = &location.source.path;
            format!("{path}:{}:{}: {severity}[{}]: {message}", start.line, start.column, diagnostic.code)
        }
        None => format!("{severity}[{}]: {message}", diagnostic.code),
    }
}

#[derive(Serialize)]
struct Line<'a> {
    severity: &'a str,
    code: &'a str,
    message: &'a str,
    #[serde(flatten)]
    place: Option<Place<'a>>,
    hints: &'a [String],
}

#[derive(Serialize)]
struct Place<'a> {
    path: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

fn json(diagnostic: &Diagnostic) -> String {
    let place = diagnostic.location.as_ref().map(|location| {
        let (start, end) = (location.start(), location.source.line_column(location.span.end));
        Place {
            path: location.source.path.as_str(),
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
        }
    });
    let line = Line {
        severity: severity(diagnostic),
        code: diagnostic.code,
        message: &diagnostic.message,
        place,
        hints: &diagnostic.hints,
    };
    // Strings and numbers always have a JSON form.
    serde_json::to_string(&line).unwrap_or_default()
}

fn severity(diagnostic: &Diagnostic) -> &'static str {
    match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

/// Control characters of a quoted source must not reach a terminal.
fn visible(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;

    fn two() -> Vec<Diagnostic> {
        let later = Source::new("b.md", "title: x\nünknown: 1\n");
        let earlier = Source::new("a.md", "one\n");
        vec![
            Diagnostic::error("unknown-key", "no key `ünknown`").at(&later, 9..17).hint("Remove it."),
            Diagnostic::warning("odd", "odd").at(&later, 0..5),
            Diagnostic::warning("end", "at the \u{1b}[31mend").at(&earlier, 4..4),
        ]
    }

    #[test]
    fn short_lines_are_sorted_and_counted() {
        assert_eq!(
            render(&two(), Format::Short),
            "a.md:2:1: warning[end]: at the \u{fffd}[31mend\nb.md:1:1: warning[odd]: odd\n\
             b.md:2:1: error[unknown-key]: no key `ünknown`\n1 error, 2 warnings\n"
        );
    }

    #[test]
    fn people_see_the_line_and_the_hint() {
        let text = render(&two(), Format::Human { colour: false });
        assert!(text.contains("error[unknown-key]: no key `ünknown`"), "{text}");
        assert!(text.contains("b.md:2:1"), "{text}");
        assert!(text.contains("2 | ünknown: 1"), "{text}");
        assert!(text.contains("^^^^^^^"), "{text}");
        assert!(text.contains("help: Remove it."), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
        assert!(render(&two(), Format::Human { colour: true }).contains('\u{1b}'));
    }

    #[test]
    fn json_is_one_object_a_line() {
        let text = render(&two(), Format::Json);
        let lines: Vec<serde_json::Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        assert_eq!(lines.len(), 3);
        assert_eq!(lines[2]["path"], "b.md");
        assert_eq!(lines[2]["line"], 2);
        assert_eq!(lines[2]["end_column"], 8);
        assert_eq!(lines[2]["hints"][0], "Remove it.");
    }

    #[test]
    fn a_span_that_does_not_fit_its_text_is_still_shown() {
        let source = Source::new("a.md", "é");
        for span in [1..1, 0..99, 5..7, 1..2] {
            let shown = render(&[Diagnostic::error("x", "y").at(&source, span)], Format::Human { colour: false });
            assert!(shown.contains("a.md"), "{shown}");
        }
        assert_eq!(render(&[], Format::Short), "");
    }
}
