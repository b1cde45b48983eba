//! Cases from other tools' issue trackers and our own, by kind.

mod blocks;
mod front_matter;
mod headings;
mod markdown;
mod robustness;
mod schema;

use camino::Utf8Path;

use crate::diagnostic::report::{Format, render};
use crate::diagnostic::{Diagnostic, Source};

use super::{Item, Lesson, ParseOptions};

/// Six lines, so that the body starts on line 9 with the `---` lines around them.
const FRONT: &str = "title: T\nnumber: \"00.1\"\nquestion: Q?\nsummary: S.\nruns:\n  fox: {prompt: A, max_tokens: 4}\n";

/// A lesson with good front matter and that body, and what is complained about.
fn body(markdown: &str) -> (Lesson, String) {
    body_with(markdown, ParseOptions::default())
}

fn body_with(markdown: &str, options: ParseOptions) -> (Lesson, String) {
    let (lesson, shown) = lesson_with(&format!("---\n{FRONT}---\n{markdown}"), options);
    (lesson.expect("good front matter"), shown)
}

/// The complaints about front matter that has a title, number, question and summary, and those lines.
fn front(lines: &str) -> String {
    lesson(&format!("---\ntitle: T\nnumber: \"1\"\nquestion: Q?\nsummary: S.\n{lines}---\n")).1
}

fn lesson(text: &str) -> (Option<Lesson>, String) {
    lesson_with(text, ParseOptions::default())
}

fn lesson_with(text: &str, options: ParseOptions) -> (Option<Lesson>, String) {
    let source = Source::new("index.md", text);
    let mut diagnostics = Vec::new();
    let lesson = Lesson::parse(&source, Utf8Path::new("content/m/l"), options, &mut diagnostics);
    (lesson, shown(&diagnostics))
}

fn shown(diagnostics: &[Diagnostic]) -> String {
    let mut out = render(diagnostics, Format::Short);
    for hint in diagnostics.iter().flat_map(|diagnostic| &diagnostic.hints) {
        out.push_str(hint);
        out.push('\n');
    }
    out
}

/// The items as HTML, inline values as `{path}`, blocks as `{block}`.
fn html(items: &[Item]) -> String {
    let events = items.iter().map(|item| match item {
        Item::Markdown(event, _) => event.clone(),
        Item::Value(path, _) => pulldown_cmark::Event::Text(format!("{{{path}}}").into()),
        Item::Block(..) => pulldown_cmark::Event::Text("{block}".into()),
    });
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, events);
    out
}

fn body_html(markdown: &str) -> (String, String) {
    let (lesson, shown) = body(markdown);
    (lesson.sections.iter().map(|section| html(&section.items)).collect(), shown)
}
