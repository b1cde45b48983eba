use super::escape::html;
use crate::words::Words;

/// A page's footnotes, numbered in the order in which they are first cited.
#[derive(Default)]
pub struct Footnotes {
    notes: Vec<Note>,
    /// Set before the `#` where a text is read away from its page.
    page: String,
}

struct Note {
    name: String,
    /// How often it was cited so far.
    citations: usize,
    html: Option<String>,
}

impl Footnotes {
    pub fn of_page(address: String) -> Self {
        Self { notes: Vec::new(), page: address }
    }

    fn number(&mut self, name: &str) -> usize {
        if let Some(at) = self.notes.iter().position(|note| note.name == name) {
            return at + 1;
        }
        self.notes.push(Note { name: name.to_owned(), citations: 0, html: None });
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
    pub fn define(&mut self, name: &str, html: String) {
        let number = self.number(name);
        self.notes[number - 1].html = Some(html);
    }

    /// The list at the end of the page; empty where nothing was noted.
    pub fn list(&self, words: &Words) -> String {
        let mut list = String::new();
        let page = html(&self.page);
        for (at, note) in self.notes.iter().enumerate() {
            let number = at + 1;
            let text = note.html.clone().unwrap_or_else(|| html(&note.name));
            list.push_str(&format!("<li id=\"fn-{number}\"><div>{text}</div>"));
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
        notes.define("b", "<p>B</p>".into());
        let list = notes.list(Words::english());
        assert_eq!(list.matches("href=\"#fnref-1").count(), 2);
        assert!(list.contains("<li id=\"fn-1\"><div><p>B</p></div>"));
    }
}
