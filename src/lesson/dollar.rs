//! Dollar signs in prose: a formula, a price, or a mistake. Comes in: a Markdown text. Goes out: the same with a backslash
//! before each sign that Markdown would take for the start of a formula though it is a price (`US$5, not US$6`), and a
//! complaint for each sign that looks like a formula's and is left as text.

use std::ops::Range;

use pulldown_cmark::{Event, Tag};

use super::markdown::{Events, events};
use crate::diagnostic::{Complaints, Excerpt};

/// Each pass finds what the one before uncovered; prices in one paragraph are few.
const PASSES: usize = 16;

pub(super) fn prices_as_text(excerpt: Excerpt, complaints: &Complaints) -> Excerpt {
    let mut excerpt = excerpt;
    for _ in 0..PASSES {
        if !excerpt.text.contains('$') {
            break;
        }
        let mut edits = Vec::new();
        for (event, range) in events(&excerpt.text).0 {
            let Event::InlineMath(latex) = event else { continue };
            if !is_price(&excerpt.text, &range, &latex) {
                continue;
            }
            if looks_lost(&latex, true) {
                report_lost(excerpt.span(range.clone()), complaints);
            }
            edits.push((range.start..range.start, "\\"));
        }
        if edits.is_empty() {
            break;
        }
        excerpt = excerpt.edited(&edits);
    }
    excerpt
}

/// Whether what Markdown takes for a formula at `range` is the text between two prices or names. A sign before a digit
/// opens a price and closes no formula; beside letters, what stands between the signs has to look like a formula.
fn is_price(text: &str, range: &Range<usize>, latex: &str) -> bool {
    let before = text.get(..range.start).and_then(|text| text.chars().next_back());
    let after = text.get(range.end..).and_then(|text| text.chars().next());
    if after.is_some_and(char::is_numeric) {
        return true;
    }
    let currency = before.is_some_and(|c| c.is_ascii_alphabetic()) && latex.starts_with(|c: char| c.is_ascii_digit());
    if currency && latex.contains(|c: char| c.is_whitespace() || c == ',') {
        return true;
    }
    let at_word = before.is_some_and(char::is_alphanumeric) || after.is_some_and(char::is_alphanumeric);
    at_word && !is_formula(latex)
}

/// Whether a text between dollar signs looks like a formula: it has signs of one, or its letters stand alone.
fn is_formula(latex: &str) -> bool {
    let mut letters = 0;
    let mut words = 0;
    for c in latex.chars() {
        letters = if c.is_alphabetic() { letters + 1 } else { 0 };
        words += usize::from(letters == 2);
    }
    let signs = latex.contains(['\\', '_', '^', '{', '=', '+', '<', '>', '|']);
    !latex.trim().is_empty() && (words == 0 || (signs && !latex.contains("](")))
}

/// Complains about dollar signs that are left as text: each `$$`, and what looks like a formula.
pub(super) fn check(excerpt: &Excerpt, events: &Events, complaints: &Complaints) {
    if !excerpt.text.contains('$') {
        return;
    }
    let signs = signs_as_text(excerpt, events);
    let mut open_display = false;
    let mut at = 0;
    while let Some(sign) = signs.get(at) {
        at += 1;
        if sign.length >= 2 {
            // The second of a pair closes what the first was meant to open.
            open_display = !open_display;
            if open_display {
                let message = "this `$$` opens no formula, so it is shown as text";
                let hint = "A formula between `$$` holds no blank line, and none of its lines begins with a sign that \
                    starts a list, a quotation or a heading: put `{}` before it. Signs meant as text are written `\\$\\$`.";
                complaints.error("display-formula", excerpt.span(sign.at..sign.at + sign.length), message, hint);
            }
            continue;
        }
        let next = signs.get(at).filter(|next| next.block == sign.block && next.length == 1);
        let end = next.map_or(sign.block_end, |next| next.at);
        let inside = excerpt.text.get(sign.at + 1..end).unwrap_or_default();
        if !looks_lost(inside, next.is_some()) {
            continue;
        }
        let span = excerpt.span(sign.at..next.map_or(sign.at + 1, |next| next.at + 1));
        report_lost(span, complaints);
        at += usize::from(next.is_some());
    }
}

fn report_lost(span: Range<usize>, complaints: &Complaints) {
    let message = "this looks like a formula and is shown as text";
    let hint =
        "A formula's signs touch it: `$x_i$`, and no digit follows the second. A sign meant as text is written `\\$`.";
    complaints.warning("formula-as-text", span, message, hint);
}

/// Whether what follows a sign that is text was meant as a formula. `closed`: another such sign follows it.
fn looks_lost(inside: &str, closed: bool) -> bool {
    let text = if closed { inside.trim() } else { inside.split_whitespace().next().unwrap_or_default() };
    let command = text.split('\\').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_alphabetic()));
    let touches = inside.starts_with(|c: char| !c.is_whitespace());
    // A name such as `MY_VAR` has words of two letters and more.
    let script = text.char_indices().any(|(at, c)| {
        let mut before = text.get(..at).unwrap_or_default().chars().rev();
        let (last, other) = (before.next(), before.next());
        let alone = last.is_some_and(char::is_alphanumeric) && !other.is_some_and(char::is_alphabetic);
        matches!(c, '_' | '^') && (alone || matches!(last, Some(')' | '}' | ']')))
    });
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return command;
    }
    if closed {
        let alone = text.chars().count() == 1 && text.chars().all(char::is_alphabetic);
        return command || script || alone || (touches && is_formula(text) && text.contains('='));
    }
    touches && (command || script)
}

/// A run of dollar signs that stands on the page as it was written.
struct Sign {
    at: usize,
    length: usize,
    /// Which block it stands in, and where that ends.
    block: usize,
    block_end: usize,
}

fn signs_as_text(excerpt: &Excerpt, events: &Events) -> Vec<Sign> {
    let mut signs: Vec<Sign> = Vec::new();
    let (mut block, mut block_end) = (0, 0);
    let mut code = false;
    for (event, range) in events {
        match event {
            Event::Start(Tag::CodeBlock(_)) => code = true,
            Event::End(pulldown_cmark::TagEnd::CodeBlock) => code = false,
            Event::Start(Tag::Paragraph | Tag::Heading { .. } | Tag::Item | Tag::TableCell) => {
                block += 1;
                block_end = range.end;
            }
            Event::Text(_) if !code => {
                let text = excerpt.text.get(range.clone()).unwrap_or_default();
                for (offset, _) in text.match_indices('$') {
                    let at = range.start + offset;
                    let before = excerpt.text.get(..at).unwrap_or_default();
                    let escaped = before.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1;
                    if escaped {
                        continue;
                    }
                    match signs.last_mut() {
                        Some(last) if last.at + last.length == at => last.length += 1,
                        _ => signs.push(Sign { at, length: 1, block, block_end: block_end.max(at + 1) }),
                    }
                }
            }
            _ => {}
        }
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;

    fn edited(text: &str) -> String {
        let source = Source::new("a.md", text);
        prices_as_text(Excerpt::of(&source, 0..text.len()), &Complaints::about(&source)).text
    }

    #[test]
    fn prices_are_text() {
        for text in [
            "$5 and $6",
            "from $5 to $6.",
            "US$5, not US$6",
            "$5-$6",
            "$5/$6",
            "a $5*x*, US$6 and C$7",
            "$ a $",
            "US$5, or C$",
            "$HOME/$USER",
            "A$AP and A$BC",
            "价格是$5，不是$6",
        ] {
            let edited = edited(text);
            let (events, _) = events(&edited);
            assert!(!events.iter().any(|(event, _)| matches!(event, Event::InlineMath(_))), "{edited}");
            assert_eq!(edited.replace('\\', ""), text);
        }
    }

    #[test]
    fn formulas_stay() {
        for text in [
            "so $p_i$, $a<b$ and ($x$)",
            "$$a$$b",
            "`US$5, US$6`",
            "$x$-axis",
            "其中$x_i$是概率，而$T$越大",
            "The $n$th token, a $k$NN search",
            "に$2$つ、и$\\mathrm{softmax}$а",
            "$2$nd, $10^{-3}$s, a$b$c",
            "각$i$번째, ท$x$ท",
        ] {
            assert_eq!(edited(text), text);
        }
    }
}
