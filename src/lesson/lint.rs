//! What Markdown accepts and its author cannot have meant: fences never closed, cells that fall out of a table,
//! footnotes and references that nothing defines, addresses that run code.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Tag};

use super::address::runs_code;
use super::markdown::Events;
use super::{dollar, dropped};
use crate::diagnostic::{Complaints, Excerpt, nearest};

pub(super) fn check(excerpt: &Excerpt, events: &Events, broken: &[Range<usize>], complaints: &Complaints) {
    let mut columns = 0;
    for (event, range) in events {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                fence(excerpt, range, complaints);
                fence_word(excerpt, range, info, complaints);
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => indented_block(excerpt, range, complaints),
            Event::Start(Tag::Table(alignments)) => columns = alignments.len(),
            Event::Start(Tag::TableRow) => table_row(excerpt, range, columns, complaints),
            Event::Start(Tag::Link { dest_url, .. }) => address(excerpt, range, dest_url, false, complaints),
            Event::Start(Tag::Image { dest_url, .. }) => address(excerpt, range, dest_url, true, complaints),
            _ => {}
        }
    }
    for range in broken {
        let written = excerpt.text.get(range.clone()).unwrap_or_default();
        let before = excerpt.text.get(..range.start).and_then(|before| before.chars().next_back());
        // An undefined footnote is reported as one; `x[i][0]` is meant as it stands.
        if !written.starts_with("[^") && !before.is_some_and(char::is_alphanumeric) {
            let hint = "Define it on a line of its own: `[name]: address`; or put a backslash before the bracket.";
            let message = format!("nothing defines the reference of `{written}`");
            complaints.warning("undefined-reference", excerpt.span(range.clone()), message, hint);
        }
    }
    dropped::check(excerpt, events, complaints);
    dollar::check(excerpt, events, complaints);
}

fn fence(excerpt: &Excerpt, range: &Range<usize>, complaints: &Complaints) {
    let written = excerpt.text.get(range.clone()).unwrap_or_default();
    let opening = written.lines().next().unwrap_or_default();
    let sign = if opening.trim_start().starts_with('~') { '~' } else { '`' };
    let length = opening.trim_start().chars().take_while(|c| *c == sign).count();
    let closed = written.trim_end().lines().skip(1).last().is_some_and(|last| {
        // The last line of a fence in a quotation or list starts with the marks of those.
        let last = last.trim_start_matches([' ', '\t', '>']).trim_end();
        last.chars().count() >= length && last.chars().all(|c| c == sign)
    });
    if !closed {
        let span = excerpt.span(range.start..range.start + opening.len());
        let marks: String = std::iter::repeat_n(sign, length).collect();
        let message = "this code block is never closed, so it swallows what follows";
        complaints.error("unclosed-fence", span, message, format!("Close it with a line of its own: {marks}"));
    }
}

const BLOCKS: [&str; 4] = ["figure", "benchmark", "directions", "quiz"];

/// Four spaces before a block make it code.
fn indented_block(excerpt: &Excerpt, range: &Range<usize>, complaints: &Complaints) {
    let line = excerpt.text.get(range.clone()).and_then(|text| text.lines().next()).unwrap_or_default();
    let info = line.trim_start().trim_start_matches(['`', '~']);
    if info.len() + 3 <= line.trim_start().len()
        && info.split_whitespace().next().is_some_and(|word| BLOCKS.contains(&word))
    {
        let span = excerpt.span(range.start..range.start + line.len());
        let message = "this block is indented by four spaces, so it is shown as code";
        let hint = "Remove the indent. If it is meant as code, put it between lines of four backticks.";
        complaints.warning("indented-block", span, message, hint);
    }
}

/// A slip in the name of a block would show its YAML as code.
fn fence_word(excerpt: &Excerpt, range: &Range<usize>, info: &str, complaints: &Complaints) {
    let Some(word) = info.split_whitespace().next() else { return };
    if BLOCKS.contains(&word) {
        return;
    }
    if let Some(name) = nearest(word, BLOCKS) {
        let line = excerpt.text.get(range.clone()).and_then(|text| text.lines().next()).unwrap_or_default();
        let span = excerpt.span(range.start..range.start + line.len());
        let message = format!("`{word}` names no block, so this is shown as code");
        complaints.warning("block-name", span, message, format!("Did you mean `{name}`?"));
    }
}

fn table_row(excerpt: &Excerpt, range: &Range<usize>, columns: usize, complaints: &Complaints) {
    let written = excerpt.text.get(range.clone()).unwrap_or_default().trim();
    let inner = written.strip_prefix('|').unwrap_or(written);
    let inner = inner.strip_suffix('|').filter(|rest| !rest.ends_with('\\')).unwrap_or(inner);
    let bytes = inner.as_bytes();
    let bars =
        (0..bytes.len()).filter(|at| bytes.get(*at) == Some(&b'|') && (*at == 0 || bytes.get(at - 1) != Some(&b'\\')));
    let cells = bars.count() + 1;
    if cells > columns {
        let message = format!("this row has {cells} cells and the table {columns} columns; the last are dropped");
        let hint = "A `|` that is text needs a backslash, in code too: `` `x\\|y` ``.";
        complaints.warning("table-cells", excerpt.span(range.start..range.start + written.len()), message, hint);
    }
}

fn address(excerpt: &Excerpt, range: &Range<usize>, address: &str, image: bool, complaints: &Complaints) {
    if runs_code(address, image) {
        let scheme = address.split(':').next().unwrap_or_default().trim();
        let message = format!("a link cannot go to a `{scheme}:` address");
        complaints.error("unsafe-link", excerpt.span(range.clone()), message, "Link to a page or a file.");
    }
}
