//! Notes and link definitions that Markdown drops without a word: what nothing cites, and what is defined twice. Comes
//! in: a Markdown text and its events. Goes out: a warning for each, with its place.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

use super::markdown::{Events, definitions};
use crate::diagnostic::{Complaints, Excerpt};

pub(super) fn check(excerpt: &Excerpt, events: &Events, complaints: &Complaints) {
    if excerpt.text.contains("[^") {
        undefined_footnotes(excerpt, events, complaints);
        dropped_footnotes(excerpt, events, complaints);
    }
    if excerpt.text.contains("]:") {
        dropped_links(excerpt, events, complaints);
    }
}

/// Markdown takes labels that differ only in case or in the width of their spaces for one.
fn folded(label: &str) -> String {
    label.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// The first line of what stands at `range`.
fn first_line(excerpt: &Excerpt, range: &Range<usize>) -> Range<usize> {
    let line = excerpt.text.get(range.clone()).and_then(|text| text.lines().next()).unwrap_or_default();
    excerpt.span(range.start..range.start + line.trim_end().len())
}

fn dropped_footnotes(excerpt: &Excerpt, events: &Events, complaints: &Complaints) {
    let mut defined: BTreeMap<String, (String, Range<usize>)> = BTreeMap::new();
    let mut citations: Vec<(Option<String>, String)> = Vec::new();
    let mut inside: Option<String> = None;
    for (event, range) in events {
        match event {
            Event::Start(Tag::FootnoteDefinition(name)) => {
                let label = folded(name);
                if defined.contains_key(&label) {
                    let message = format!("the footnote `[^{name}]` is defined a second time; only the first is shown");
                    let hint = "Give one of them another name, or remove it.";
                    complaints.warning("duplicate-footnote", first_line(excerpt, range), message, hint);
                } else {
                    defined.insert(label.clone(), (name.to_string(), range.clone()));
                }
                inside = Some(label);
            }
            Event::End(TagEnd::FootnoteDefinition) => inside = None,
            Event::FootnoteReference(name) => citations.push((inside.clone(), folded(name))),
            _ => {}
        }
    }
    // A note that only an uncited note cites is not shown either.
    let mut shown: BTreeSet<&str> = BTreeSet::new();
    loop {
        let before = shown.len();
        for (place, name) in &citations {
            if place.as_ref().is_none_or(|place| shown.contains(place.as_str())) {
                shown.insert(name);
            }
        }
        if shown.len() == before {
            break;
        }
    }
    for (label, (name, range)) in &defined {
        if !shown.contains(label.as_str()) {
            let message = format!("nothing cites the footnote `[^{name}]`, so it is not shown");
            let hint = format!("Write `[^{name}]` where it belongs, or remove it.");
            complaints.warning("unused-footnote", first_line(excerpt, range), message, hint);
        }
    }
}

/// Definitions such as `[name]: address`.
fn dropped_links(excerpt: &Excerpt, events: &Events, complaints: &Complaints) {
    let known = definitions(&excerpt.text);
    let used: BTreeSet<String> = events
        .iter()
        .filter_map(|(event, _)| match event {
            Event::Start(Tag::Link { id, .. } | Tag::Image { id, .. }) if !id.is_empty() => Some(folded(id)),
            _ => None,
        })
        .collect();
    for (label, range) in known.iter().filter(|(label, _)| !used.contains(&folded(label))) {
        let message = format!("nothing uses the link `[{label}]` that is defined here");
        let hint = format!("Write `[text][{label}]` where it belongs, or remove the line.");
        complaints.warning("unused-link", first_line(excerpt, range), message, hint);
    }
    let labels: BTreeSet<String> = known.iter().map(|(label, _)| folded(label)).collect();
    let leaves: Vec<&Range<usize>> =
        events.iter().filter(|(event, _)| is_leaf(event)).map(|(_, range)| range).collect();
    let mut start = 0;
    for line in excerpt.text.split_inclusive('\n') {
        let at = start + (line.len() - line.trim_start_matches([' ', '>']).len());
        let label = line.trim_start_matches([' ', '>']).strip_prefix('[').and_then(|rest| rest.split_once("]:"));
        start += line.len();
        let Some((label, _)) = label.filter(|(label, _)| labels.contains(&folded(label))) else { continue };
        let covered = |range: &Range<usize>| range.contains(&at);
        if known.iter().any(|(_, range)| covered(range)) || leaves.iter().any(|range| covered(range)) {
            continue;
        }
        let message = format!("the link `[{label}]` is defined a second time; only the first counts");
        let hint = "Give one of them another name, or remove it.";
        complaints.warning("duplicate-link", first_line(excerpt, &(at..start)), message, hint);
    }
}

/// What stands on the page where it was written.
fn is_leaf(event: &Event) -> bool {
    match event {
        Event::Start(tag) => matches!(tag, Tag::CodeBlock(_) | Tag::HtmlBlock),
        Event::End(_) => false,
        _ => true,
    }
}

/// Markdown shows `[^x]` as text where nothing defines it.
fn undefined_footnotes(excerpt: &Excerpt, events: &Events, complaints: &Complaints) {
    let mut known: BTreeSet<usize> = BTreeSet::new();
    let mut code: Vec<Range<usize>> = Vec::new();
    for (event, range) in events {
        match event {
            Event::FootnoteReference(_) | Event::Start(Tag::FootnoteDefinition(_)) => {
                known.insert(range.start);
            }
            Event::Code(_)
            | Event::InlineMath(_)
            | Event::DisplayMath(_)
            | Event::Start(Tag::CodeBlock(_))
            | Event::Html(_)
            | Event::InlineHtml(_) => {
                code.push(range.clone());
            }
            _ => {}
        }
    }
    for (at, _) in excerpt.text.match_indices("[^") {
        let rest = excerpt.text.get(at..).unwrap_or_default();
        let Some(length) = rest.find(']').map(|end| end + 1) else { continue };
        let label = rest.get(2..length - 1).unwrap_or_default();
        let in_code = code.partition_point(|range| range.start <= at).checked_sub(1).and_then(|index| code.get(index));
        let escaped = excerpt.text.get(..at).is_some_and(|before| before.ends_with('\\'));
        let is_label = !label.is_empty() && !label.contains(|c: char| c.is_whitespace() || c == '[');
        if known.contains(&at) || escaped || !is_label || in_code.is_some_and(|range| range.end > at) {
            continue;
        }
        let hint = format!("Define it on a line of its own: `[^{label}]: …`; or put a backslash before the bracket.");
        let message = format!("nothing defines the footnote `[^{label}]`");
        complaints.warning("undefined-footnote", excerpt.span(at..at + length), message, hint);
    }
}
