use std::collections::BTreeMap;

use super::Writer;
use super::escape::html;
use crate::lesson::Item;
use crate::words::Words;

/// A page's footnotes, numbered in the order in which they are first cited.
#[derive(Default)]
pub struct Footnotes {
    notes: Vec<Note>,
    /// What the notes say, by their folded names; the first definition counts, as of links.
    definitions: BTreeMap<String, Vec<Item>>,
    /// Set before the `#` where a text is read away from its page.
    page: String,
}

struct Note {
    name: String,
    /// How often it was cited so far.
    citations: usize,
    html: String,
}

impl Footnotes {
    pub fn of_page(address: String) -> Self {
        Self { page: address, ..Self::default() }
    }

    fn number(&mut self, name: &str) -> usize {
        if let Some(at) = self.notes.iter().position(|note| folded(&note.name) == folded(name)) {
            return at + 1;
        }
        self.notes.push(Note { name: name.to_owned(), citations: 0, html: String::new() });
        self.notes.len()
    }

    /// The mark in the text. Each citation has an id of its own.
    pub fn cite(&mut self, name: &str) -> String {
        let number = self.number(name);
        let note = &mut self.notes[number - 1];
        note.citations += 1;
        let id = citation_id(number, note.citations);
        let page = html(&self.page);
        format!(
            "<sup class=\"lp-cite\"><a href=\"{page}#fn-{number}\" id=\"{id}\" role=\"doc-noteref\">{number}</a></sup>"
        )
    }

    /// Keeps what the note says until the end of the page.
    pub fn define(&mut self, name: &str, items: &[Item]) {
        self.definitions.entry(folded(name)).or_insert_with(|| items.to_vec());
    }

    /// The list at the end of the page; empty where nothing was noted.
    fn list(&self, words: &Words) -> String {
        let mut list = String::new();
        let page = html(&self.page);
        for (at, note) in self.notes.iter().enumerate() {
            let number = at + 1;
            list.push_str(&format!("<li id=\"fn-{number}\"><div>{}</div>", note.html));
            for citation in 1..=note.citations {
                let id = citation_id(number, citation);
                let back = match note.citations {
                    1 => words.text("note-back", &[("number", number.into())]),
                    _ => words.text("note-back-place", &[("number", number.into()), ("place", citation.into())]),
                };
                let back = html(&back);
                list.push_str(&format!(
                    " <a href=\"{page}#{id}\" role=\"doc-backlink\" aria-label=\"{back}\">↩\u{fe0e}</a>"
                ));
            }
            list.push_str("</li>\n");
        }
        if list.is_empty() { list } else { format!("<ol class=\"lp-footnotes\">\n{list}</ol>\n") }
    }
}

impl Writer<'_> {
    /// The page's notes for its end. A note may cite others, which then follow those of the text.
    pub fn footnote_list(&mut self) -> String {
        let mut at = 0;
        while let Some(note) = self.footnotes.notes.get(at) {
            let items = self.footnotes.definitions.get(&folded(&note.name)).cloned().unwrap_or_default();
            let text = if items.is_empty() { html(&note.name) } else { self.prose(&items) };
            if let Some(note) = self.footnotes.notes.get_mut(at) {
                note.html = text;
            }
            at += 1;
        }
        self.footnotes.list(self.place.input.words)
    }
}

/// Markdown takes labels that differ only in case for one.
fn folded(name: &str) -> String {
    name.to_lowercase()
}

fn citation_id(number: usize, citation: usize) -> String {
    if citation == 1 { format!("fnref-{number}") } else { format!("fnref-{number}-{citation}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_that_is_cited_twice_has_two_ids() {
        let mut notes = Footnotes::default();
        assert!(notes.cite("b").contains("id=\"fnref-1\""));
        assert!(notes.cite("a").contains("href=\"#fn-2\""));
        assert!(notes.cite("b").contains("id=\"fnref-1-2\""));
        let list = notes.list(Words::english());
        assert_eq!(list.matches("href=\"#fnref-1").count(), 2);
        assert!(list.contains("<li id=\"fn-1\"><div></div>"));
    }
}
