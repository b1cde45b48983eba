//! Markdown as items. Comes in: a Markdown text that knows its place in a file. Goes out: pulldown-cmark's events with
//! spans in that file, inline values told from code, fenced blocks of ours set apart unread, and a complaint about
//! each thing that Markdown would silently turn into something else.

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Tag, TagEnd};

use super::Item;
use super::dollar::prices_as_text;
use super::heading::{HeadingAttributes, read_attributes};
use super::html::{tags_as_text, unknown_tags};
use super::lint;
use super::markdown::events;
use crate::diagnostic::{Complaints, Excerpt, suggestion};
use crate::number::{Expression, is_known};

/// What the reading of prose depends on.
pub struct ProseContext<'a> {
    /// Whether HTML is passed on.
    pub raw_html: bool,
    /// The runs that inline values may name.
    pub runs: &'a BTreeSet<String>,
    pub complaints: &'a Complaints,
}

/// A part of the body, before blocks are read.
#[derive(Debug)]
pub(super) enum Part {
    Item(Item),
    /// The start of a heading, without an id yet.
    Heading(HeadingLevel, HeadingAttributes, Range<usize>),
    Fence(Fence),
}

/// A fenced block of ours, unread.
#[derive(Debug)]
pub(super) struct Fence {
    pub word: FenceWord,
    /// What follows the word.
    pub rest: String,
    pub body: Excerpt,
    /// The whole block, in the source.
    pub span: Range<usize>,
    /// Its opening line, in the source.
    pub opening: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FenceWord {
    Figure,
    Benchmark,
    Directions,
    Quiz,
}

impl FenceWord {
    fn of(info: &str) -> Option<Self> {
        Some(match info.split_whitespace().next()? {
            "figure" => Self::Figure,
            "benchmark" => Self::Benchmark,
            "directions" => Self::Directions,
            "quiz" => Self::Quiz,
            _ => return None,
        })
    }
}

/// Reads block-level Markdown.
pub(super) fn read_parts(excerpt: Excerpt, context: &ProseContext) -> Vec<Part> {
    let excerpt = prices_as_text(excerpt, context.complaints);
    let excerpt = if context.raw_html {
        unknown_tags(&excerpt, context.complaints);
        excerpt
    } else {
        tags_as_text(excerpt, context.complaints)
    };
    let (events, broken) = events(&excerpt.text);
    lint::check(&excerpt, &events, &broken, context.complaints);
    let mut parts = Vec::new();
    let mut fence: Option<Fence> = None;
    for (event, range) in events {
        let span = excerpt.span(range.clone());
        if let Some(open) = &mut fence {
            match event {
                Event::Text(text) => push_text(&mut open.body, &text, &excerpt, range),
                Event::End(TagEnd::CodeBlock) => parts.extend(fence.take().map(Part::Fence)),
                _ => {}
            }
            continue;
        }
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => match FenceWord::of(&info) {
                Some(word) => {
                    let line = excerpt.text.get(range.clone()).and_then(|text| text.lines().next()).unwrap_or_default();
                    let opening = excerpt.span(range.start..range.start + line.len());
                    let (_, rest) = info.trim().split_once(char::is_whitespace).unwrap_or((&info, ""));
                    let body = Excerpt::empty(&excerpt.source, opening.end);
                    fence = Some(Fence { word, rest: rest.trim().to_owned(), body, span, opening });
                }
                None => {
                    let info = CowStr::from(info.into_string());
                    let event = Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info)));
                    parts.push(Part::Item(Item::Markdown(event, span)));
                }
            },
            Event::Start(Tag::Heading { level, id, classes, attrs }) => {
                let plain = id.is_none() && classes.is_empty() && attrs.is_empty();
                let attributes = if plain {
                    HeadingAttributes::default()
                } else {
                    read_attributes(&excerpt, range, context.complaints)
                };
                parts.push(Part::Heading(level, attributes, span));
            }
            Event::Code(code) => parts.push(Part::Item(inline_code(&code, span, context))),
            // With raw HTML off, only comments are left of it: everything else was made text.
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) | Event::Html(_) | Event::InlineHtml(_)
                if !context.raw_html => {}
            Event::Start(Tag::Link { link_type: LinkType::Email, dest_url, title, id }) => {
                let dest_url = CowStr::from(format!("mailto:{dest_url}"));
                let link = Tag::Link { link_type: LinkType::Autolink, dest_url, title, id };
                parts.push(Part::Item(Item::Markdown(Event::Start(link).into_static(), span)));
            }
            event => parts.push(Part::Item(Item::Markdown(event.into_static(), span))),
        }
    }
    parts
}

/// Reads inline Markdown: what stands in one paragraph.
pub fn read_inline(excerpt: &Excerpt, context: &ProseContext) -> Vec<Item> {
    let trimmed = excerpt.text.trim();
    let start = excerpt.text.len() - excerpt.text.trim_start().len();
    let excerpt = excerpt.part(start..start + trimmed.len());
    // A text such as `+5 ms` or `# of tokens` is not meant as a list or a heading.
    let excerpt = if is_one_paragraph(&excerpt.text) { excerpt } else { escape_start(&excerpt) };
    let span = excerpt.span(0..excerpt.text.len());
    let mut items = Vec::new();
    let mut paragraphs = 0;
    for part in read_parts(excerpt, context) {
        match part {
            Part::Item(Item::Markdown(Event::Start(Tag::Paragraph), _)) => paragraphs += 1,
            Part::Item(Item::Markdown(Event::End(TagEnd::Paragraph), _)) => {}
            Part::Item(Item::Markdown(Event::Start(tag), span)) if is_block(&tag) => return not_inline(span, context),
            Part::Heading(_, _, span) => return not_inline(span, context),
            Part::Fence(fence) => return not_inline(fence.opening, context),
            Part::Item(item) => items.push(item),
        }
    }
    if paragraphs > 1 {
        let message = "this text must be one paragraph";
        context.complaints.error("not-inline", span, message, "Remove the empty line.");
    }
    items
}

fn not_inline(span: Range<usize>, context: &ProseContext) -> Vec<Item> {
    let message = "only text can stand here, not a list, a heading, a quotation, a table or a block";
    let hint = "Put a backslash before a sign that is meant as text.";
    context.complaints.error("not-inline", span, message, hint);
    Vec::new()
}

fn is_block(tag: &Tag) -> bool {
    !matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. })
}

fn is_one_paragraph(text: &str) -> bool {
    events(text).0.iter().all(|(event, _)| match event {
        // A tag becomes text, and then part of a paragraph.
        Event::Start(Tag::Paragraph | Tag::HtmlBlock) => true,
        Event::Start(tag) => !is_block(tag),
        Event::Rule => false,
        _ => true,
    })
}

/// Escapes the sign that makes the start of a text a block: its first, or the one after a number.
fn escape_start(excerpt: &Excerpt) -> Excerpt {
    let digits = excerpt.text.bytes().take_while(u8::is_ascii_digit).count();
    match excerpt.text.as_bytes().get(digits) {
        Some(sign) if sign.is_ascii_punctuation() => excerpt.edited(&[(digits..digits, "\\")]),
        _ => excerpt.clone(),
    }
}

/// `` `=run.path` `` is a value, and so is arithmetic over such paths; `` `\=run.path` `` shows `=run.path`.
fn inline_code(code: &str, span: Range<usize>, context: &ProseContext) -> Item {
    let expression = |code: &str| Expression::parse(code).ok().filter(|expression| !expression.paths().is_empty());
    if let Some(value) = code.strip_prefix('=').and_then(expression) {
        let path = value.text();
        for run in value.runs().filter(|run| !is_known(run, context.runs)) {
            let escape = format!("To show it as code, write `` `\\={path}` ``.");
            let hint = match suggestion(run, context.runs.iter().map(String::as_str)) {
                hint if hint.is_empty() => escape,
                hint => format!("{hint} {escape}"),
            };
            context.complaints.error("unknown-run", span.clone(), format!("there is no run `{run}` here"), hint);
        }
        return Item::Value(path.to_owned(), span);
    }
    let shown = match code.strip_prefix("\\=") {
        Some(rest) if expression(rest).is_some() => format!("={rest}"),
        _ => code.to_owned(),
    };
    Item::Markdown(Event::Code(shown.into()), span)
}

/// Appends the text of an event, which stands in `from` at `range`, as far as it is the same there.
fn push_text(body: &mut Excerpt, text: &str, from: &Excerpt, range: Range<usize>) {
    if from.text.get(range.clone()) == Some(text) {
        body.extend(from, range);
    } else {
        body.insert(text, from.origin(range.start));
    }
}
