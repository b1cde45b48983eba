//! Tags in prose. `<s>`, `<think>` and `<unk>` are words of this site's subject, so unless the site allows raw HTML a
//! tag is text. Comes in: a Markdown text. Goes out: the same with a backslash before each such tag, so that the
//! Markdown around it keeps its meaning, and a complaint for each.

use std::collections::BTreeSet;
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::markdown::events;
use crate::diagnostic::{Complaints, Excerpt};

/// Passes in which only the first tag of an HTML block is taken for text, so that code after it stays code. More are
/// needed only by a text that is made of tags.
const CAREFUL_PASSES: usize = 8;
const PASSES: usize = 12;

/// Takes every tag for text. Comments stay, for the reader of events to drop.
pub(super) fn tags_as_text(excerpt: Excerpt, complaints: &Complaints) -> Excerpt {
    let mut excerpt = excerpt;
    let mut reported: BTreeSet<String> = BTreeSet::new();
    for pass in 0..PASSES {
        if !excerpt.text.contains('<') {
            break;
        }
        let mut edits: Vec<(Range<usize>, &str)> = Vec::new();
        for range in html_ranges(&excerpt.text) {
            let html = excerpt.text.get(range.clone()).unwrap_or_default();
            let offset = |at: usize| range.start + at;
            for (at, _) in html.match_indices('<') {
                let rest = html.get(at..).unwrap_or_default();
                if rest.starts_with("<!--") {
                    let Some(length) = rest.find("-->").map(|end| end + "-->".len()) else {
                        if pass == 0 {
                            let span = excerpt.span(offset(at)..offset(at) + "<!--".len());
                            let message = "this comment is never closed, so it swallows what follows";
                            complaints.error("unclosed-comment", span, message, "Close it with `-->`.");
                        }
                        break;
                    };
                    if rest.get(length..).is_some_and(|after| !after.trim().is_empty()) {
                        edits.push((offset(at)..offset(at + length), ""));
                    }
                    break;
                }
                if !rest
                    .get(1..)
                    .is_some_and(|next| next.starts_with(|c: char| c.is_ascii_alphabetic() || "/!?".contains(c)))
                {
                    continue;
                }
                report(&excerpt, offset(at), rest, &mut reported, complaints);
                edits.push((offset(at)..offset(at), "\\"));
                if pass < CAREFUL_PASSES {
                    break;
                }
            }
        }
        if edits.is_empty() {
            break;
        }
        excerpt = excerpt.edited(&edits);
    }
    excerpt
}

/// Complains about tags that are passed on and that no browser knows.
pub(super) fn unknown_tags(excerpt: &Excerpt, complaints: &Complaints) {
    for range in html_ranges(&excerpt.text) {
        let html = excerpt.text.get(range.clone()).unwrap_or_default();
        for (at, _) in html.match_indices('<') {
            let rest = html.get(at..).unwrap_or_default();
            let Some(name) = tag_name(rest) else { continue };
            if rest.starts_with("</") || is_element(&name) {
                continue;
            }
            let span = excerpt.span(range.start + at..range.start + at + tag_length(rest));
            let message = format!("`<{name}>` is no HTML element, so a browser swallows it");
            complaints.warning("swallowed-tag", span, message, format!("Wrap it in backticks: `` `<{name}>` ``."));
        }
    }
}

fn report(excerpt: &Excerpt, at: usize, rest: &str, reported: &mut BTreeSet<String>, complaints: &Complaints) {
    let length = tag_length(rest);
    let written: String = rest.get(..length).unwrap_or_default().chars().take(40).collect();
    let name = tag_name(rest).unwrap_or_default();
    // The end of an element whose start was reported says nothing new.
    if rest.starts_with("</") && reported.contains(&name) {
        return;
    }
    reported.insert(name);
    let message = format!("`{written}` looks like an HTML tag; it is shown as text");
    let hint =
        format!("Wrap it in backticks: `` `{written}` ``. `raw_html: true` in content/site.yaml passes tags on.");
    complaints.warning("html-as-text", excerpt.span(at..at + length), message, hint);
}

fn tag_length(rest: &str) -> usize {
    rest.find(['>', '\n']).map_or(rest.len(), |end| end + usize::from(rest.as_bytes().get(end) == Some(&b'>')))
}

fn tag_name(rest: &str) -> Option<String> {
    let name = rest.strip_prefix("</").or(rest.strip_prefix('<'))?;
    let length = name.find(|c: char| !c.is_ascii_alphanumeric() && c != '-').unwrap_or(name.len());
    let name = name.get(..length)?.to_ascii_lowercase();
    name.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(name)
}

/// The ranges that Markdown takes for HTML: whole blocks, and single tags in prose.
fn html_ranges(text: &str) -> Vec<Range<usize>> {
    let mut ranges = Vec::new();
    let mut block: Option<Range<usize>> = None;
    for (event, range) in events(text).0 {
        match event {
            Event::Start(Tag::HtmlBlock) => block = Some(range.start..range.start),
            Event::End(TagEnd::HtmlBlock) => ranges.extend(block.take()),
            Event::Html(_) => {
                if let Some(block) = &mut block {
                    block.end = range.end;
                }
            }
            Event::InlineHtml(_) => ranges.push(range),
            _ => {}
        }
    }
    ranges.retain(|range| !range.is_empty());
    ranges
}

/// Whether browsers know the element; names with a hyphen are a page's own.
fn is_element(name: &str) -> bool {
    name.contains('-') || ELEMENTS.split(' ').any(|element| element == name)
}

/// The elements of HTML, and what SVG pictures are made of.
const ELEMENTS: &str = "a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code \
    col colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer \
    form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map \
    mark math menu meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby \
    s samp script search section select slot small source span strong style sub summary sup svg table tbody td \
    template textarea tfoot th thead time title tr track u ul var video wbr circle defs g line path polygon \
    polyline rect text use ellipse tspan";
