use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, CowStr, Event, Tag, TagEnd, html};

use super::code_block::code_block;
use super::{Writer, escape, math};
use crate::diagnostic::Diagnostic;
use crate::lesson::{Item, is_picture};

impl Writer<'_> {
    /// Items as HTML, blocks of ours included.
    pub fn prose(&mut self, items: &[Item]) -> String {
        let mut events = Vec::with_capacity(items.len());
        let mut open = Open::default();
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += match item {
                Item::Block(block, _) => {
                    // A block's texts stand in labels, captions and cells, where nothing can open.
                    let explained = self.explained.take();
                    let html = self.block(block);
                    self.explained = explained;
                    events.push(html_event(html));
                    1
                }
                Item::Value(path, span) => {
                    let html = self.inline_value(path, span);
                    let stopped = ends_a_sentence(&html).then(|| without_stop(items.get(at + 1))).flatten();
                    events.push(Event::InlineHtml(html.into()));
                    1 + match stopped {
                        Some(text) => {
                            events.push(Event::Text(text.into()));
                            1
                        }
                        None => 0,
                    }
                }
                Item::Markdown(event, span) => self.event(event, span, &items[at..], &mut open, &mut events),
            };
        }
        let mut page = String::new();
        html::push_html(&mut page, events.into_iter());
        page
    }

    /// A section's items. The first link to each term shows what it means where it stands.
    pub fn section(&mut self, items: &[Item]) -> String {
        self.explained = Some(BTreeSet::new());
        let html = self.prose(items);
        self.explained = None;
        html
    }

    /// Items of one text field: without the paragraph around them; a second paragraph starts on a new line.
    pub fn inline(&mut self, items: &[Item]) -> String {
        let mut inner: Vec<Item> = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Item::Markdown(Event::Start(Tag::Paragraph), span) => {
                    if !inner.is_empty() {
                        inner.push(Item::Markdown(Event::HardBreak, span.clone()));
                    }
                }
                Item::Markdown(Event::End(TagEnd::Paragraph), _) => {}
                other => inner.push(other.clone()),
            }
        }
        self.prose(&inner).trim().to_owned()
    }

    /// Writes one event; returns how many items it took.
    fn event(
        &mut self,
        event: &Event<'static>,
        span: &Range<usize>,
        items: &[Item],
        open: &mut Open,
        events: &mut Vec<Event<'static>>,
    ) -> usize {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                let inner = inside(items);
                events.push(html_event(self.code(kind, inner, span)));
                return inner.len() + 2;
            }
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                let inner = inside(items);
                let image = self.image(dest_url, title, inner, span);
                events.push(Event::InlineHtml(image.into()));
                return (inner.len() + 2).min(items.len());
            }
            Event::Start(Tag::FootnoteDefinition(name)) => {
                let inner = inside(items);
                self.footnotes.define(name, inner);
                return inner.len() + 2;
            }
            Event::Start(Tag::Link { dest_url, title, .. }) => {
                let (start, explanation) = self.link_start(dest_url, title);
                events.push(Event::InlineHtml(start.into()));
                open.explanation = explanation;
            }
            Event::End(TagEnd::Link) => {
                let end = format!("</a>{}", open.explanation.take().unwrap_or_default());
                events.push(Event::InlineHtml(end.into()));
            }
            Event::Start(Tag::BlockQuote(Some(kind))) => events.push(html_event(self.alert_start(*kind))),
            Event::End(TagEnd::BlockQuote(Some(_))) => events.push(html_event("</div>\n".into())),
            Event::Start(Tag::Table(alignments)) => {
                self.tables += 1;
                open.alignments.clone_from(alignments);
                let label = escape::html(&self.text("table-number", &[("number", self.tables.into())]));
                events.push(html_event(format!(
                    "<div class=\"lp-scroll\" role=\"group\" aria-label=\"{label}\" tabindex=\"0\"><table>"
                )));
            }
            Event::End(TagEnd::Table) => events.push(html_event("</tbody></table></div>\n".into())),
            Event::Start(Tag::TableHead) => events.push(html_event(open.row(true, "<thead><tr>"))),
            Event::End(TagEnd::TableHead) => events.push(html_event("</tr></thead><tbody>\n".into())),
            Event::Start(Tag::TableRow) => events.push(html_event(open.row(false, "<tr>"))),
            Event::End(TagEnd::TableRow) => events.push(html_event("</tr>\n".into())),
            Event::Start(Tag::TableCell) => events.push(Event::InlineHtml(open.start().into())),
            Event::End(TagEnd::TableCell) => events.push(Event::InlineHtml(open.end().into())),
            Event::FootnoteReference(name) => events.push(Event::InlineHtml(self.footnotes.cite(name).into())),
            Event::TaskListMarker(done) => {
                let (sign, id) = if *done { ("☑\u{fe0e}", "task-done") } else { ("☐\u{fe0e}", "task-to-do") };
                let word = escape::html(&self.text(id, &[]));
                let html = format!("<span role=\"img\" aria-label=\"{word}\">{sign}</span> ");
                events.push(Event::InlineHtml(html.into()));
            }
            Event::Html(text) | Event::InlineHtml(text) if !self.place.input.site.raw_html => {
                events.push(Event::Text(text.clone()));
            }
            Event::InlineMath(latex) | Event::DisplayMath(latex) => {
                let display = matches!(event, Event::DisplayMath(_));
                events.push(Event::InlineHtml(self.formula(latex, display, span).into()));
            }
            Event::Text(text) if text.contains('\0') => events.push(Event::Text(text.replace('\0', "\u{fffd}").into())),
            other => events.push(other.clone()),
        }
        1
    }

    fn alert_start(&self, kind: BlockQuoteKind) -> String {
        let (class, id) = match kind {
            BlockQuoteKind::Note => ("note", "alert-note"),
            BlockQuoteKind::Tip => ("tip", "alert-tip"),
            BlockQuoteKind::Important => ("important", "alert-important"),
            BlockQuoteKind::Warning => ("warning", "alert-warning"),
            BlockQuoteKind::Caution => ("caution", "alert-caution"),
        };
        let label = escape::html(&self.text(id, &[]));
        format!("<div class=\"lp-alert lp-alert-{class}\" role=\"note\"><p class=\"lp-alert-title\">{label}</p>\n")
    }

    fn formula(&mut self, latex: &str, display: bool, span: &Range<usize>) -> String {
        self.math = true;
        match math::mathml(latex, display) {
            Ok(html) => html,
            Err(why) => {
                let complaint = Diagnostic::error("formula", format!("this formula cannot be set: {why}"))
                    .hint("A dollar sign that is meant as one is written with a backslash: `\\$`.");
                self.complain(complaint, span);
                String::new()
            }
        }
    }

    fn code(&mut self, kind: &CodeBlockKind, inner: &[Item], span: &Range<usize>) -> String {
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.as_ref(),
            CodeBlockKind::Indented => "",
        };
        let block = code_block(info, &plain_text(inner));
        if block.gave_up {
            let complaint = Diagnostic::warning("code-not-highlighted", "this block is too long to be highlighted")
                .hint("It is shown plain. Up to 20,000 bytes are highlighted, in lines of up to 190 or fewer longer ones.");
            self.complain(complaint, span);
        }
        block.html
    }

    fn image(&mut self, dest: &str, title: &str, inner: &[Item], span: &Range<usize>) -> String {
        let alt = plain_text(inner);
        if alt.trim().is_empty() {
            let complaint = Diagnostic::error("image-without-alt", format!("the image `{dest}` has no description"))
                .hint("Write what it shows between the brackets: `![what it shows](file.png)`.");
            self.complain(complaint, span);
        }
        // That no image comes from another site was said when the project was read.
        let loads = |link: &super::links::PageLink| !link.outside || is_picture(&link.href);
        let Some(link) = self.link(dest).filter(loads) else { return escape::html(&alt) };
        let title = attribute("title", title);
        let (href, alt) = (escape::html(&link.href), escape::html(&alt));
        format!("<img src=\"{href}\" alt=\"{alt}\"{title} loading=\"lazy\" decoding=\"async\">")
    }

    /// The start of a link, and what follows its end.
    fn link_start(&mut self, dest: &str, title: &str) -> (String, Option<String>) {
        let Some(link) = self.link(dest) else { return ("<a>".into(), None) };
        let mut attributes = attribute("title", title);
        let mut explanation = None;
        if link.outside {
            attributes.push_str(&format!(" rel=\"noopener\" data-link=\"{}\"", self.printed_link(&link.href)));
        }
        if let Some(slug) = dest.strip_prefix("#term-") {
            attributes.push_str(" class=\"lp-term\"");
            if let Some((id, html)) = self.explanation(slug, &link.href) {
                attributes.push_str(&format!(" data-popover=\"{id}\""));
                explanation = Some(html);
            }
        }
        (format!("<a href=\"{}\"{attributes}>", escape::html(&link.href)), explanation)
    }
}

/// What is open while events are written: the columns of a table, and what follows the present link.
#[derive(Default)]
struct Open {
    alignments: Vec<Alignment>,
    head: bool,
    column: usize,
    explanation: Option<String>,
}

impl Open {
    fn row(&mut self, head: bool, start: &str) -> String {
        (self.head, self.column) = (head, 0);
        start.to_owned()
    }

    fn start(&self) -> String {
        let class = match self.alignments.get(self.column) {
            Some(Alignment::Right) => " class=\"lp-right\"",
            Some(Alignment::Center) => " class=\"lp-centre\"",
            _ => "",
        };
        if self.head { format!("<th scope=\"col\"{class}>") } else { format!("<td{class}>") }
    }

    fn end(&mut self) -> &'static str {
        self.column += 1;
        if self.head { "</th>" } else { "</td>" }
    }
}

/// Whether this is a quotation whose own text ends a sentence.
fn ends_a_sentence(html: &str) -> bool {
    html.strip_suffix("</bdi></q>").is_some_and(|quoted| quoted.ends_with(['.', '!', '?', '…']))
}

/// The text after such a quotation without the full stop that it begins with, where it does: one ends the sentence.
fn without_stop(next: Option<&Item>) -> Option<String> {
    let Some(Item::Markdown(Event::Text(text), _)) = next else { return None };
    text.strip_prefix('.').filter(|rest| !rest.starts_with('.')).map(str::to_owned)
}

fn html_event(html: String) -> Event<'static> {
    Event::Html(CowStr::from(html))
}

fn attribute(name: &str, value: &str) -> String {
    if value.is_empty() { String::new() } else { format!(" {name}=\"{}\"", escape::html(value)) }
}

/// What stands between the start at `items[0]` and its end.
fn inside(items: &[Item]) -> &[Item] {
    let mut depth = 0usize;
    for (at, item) in items.iter().enumerate() {
        match item {
            Item::Markdown(Event::Start(_), _) => depth += 1,
            Item::Markdown(Event::End(_), _) => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return items.get(1..at).unwrap_or_default();
                }
            }
            _ => {}
        }
    }
    items.get(1..).unwrap_or_default()
}

/// The text of items without any markup.
pub fn plain_text(items: &[Item]) -> String {
    let mut text = String::new();
    for item in items {
        match item {
            Item::Markdown(Event::Text(part) | Event::Code(part) | Event::InlineHtml(part), _) => text.push_str(part),
            Item::Markdown(Event::InlineMath(part) | Event::DisplayMath(part), _) => text.push_str(part),
            Item::Markdown(Event::SoftBreak | Event::HardBreak, _) => text.push(' '),
            _ => {}
        }
    }
    text
}
