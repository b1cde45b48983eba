//! The index of the search. Comes in: lessons, modules and the glossary. Goes out: one classic script that assigns one
//! global, since a page opened from a disk can load nothing else. Holds titles, headings, terms and prose; code, formulas
//! and a run's data are left out. Does not search: `static/js/search.js` does.

use pulldown_cmark::{Event, Tag, TagEnd};
use serde::Serialize;

use super::address::encode;
use super::order::{Order, page_of, page_of_module};
use super::{OutputFile, PageInput};
use crate::lesson::{Block, Item, Lesson};
use crate::words::Words;

/// As `static/js/search.js` reads it.
#[derive(Serialize)]
struct Index<'a> {
    pages: Vec<Page<'a>>,
    sections: Vec<Section>,
}

#[derive(Serialize)]
struct Page<'a> {
    /// From the root of the site on.
    href: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    number: &'a str,
    title: String,
}

#[derive(Serialize)]
struct Section {
    /// Index in `pages`.
    page: usize,
    /// With its `#`; none for the page itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    anchor: Option<String>,
    heading: String,
    text: String,
}

const FOLDER: &str = "assets/";
const NAME: &str = "search-index.";

/// Whether the file of the output is the search index.
pub fn is_search_index(path: &str) -> bool {
    path.strip_prefix(FOLDER).is_some_and(|name| name.starts_with(NAME) && name.ends_with(".js"))
}

pub fn file(input: &PageInput, order: &Order) -> OutputFile {
    let mut index = Index { pages: Vec::new(), sections: Vec::new() };
    for module in &order.modules {
        let at = index.page(page_of_module(module.slug), "", module.title.to_owned());
        index.section(at, None, module.title, words(module.summary));
    }
    for lesson in &order.lessons {
        let at = index.page(page_of(lesson), &lesson.front.number, lesson.front.title.clone());
        index.lesson(at, lesson, input.words);
    }
    if !input.glossary.is_empty() {
        let at = index.page("glossary/index.html".into(), "", input.words.text("glossary", &[]));
        for (slug, term) in input.glossary {
            index.section(at, Some(&format!("term-{slug}")), &term.name, text_of(&term.short));
        }
    }
    // Strings and lists cannot fail to be written.
    let json = serde_json::to_string(&index).unwrap_or_default();
    let script = format!("lpSearchIndex={json};\n");
    let digest: String = blake3::hash(script.as_bytes()).to_hex().chars().take(8).collect();
    OutputFile::new(format!("{FOLDER}{NAME}{digest}.js"), script)
}

impl<'a> Index<'a> {
    fn page(&mut self, path: String, number: &'a str, title: String) -> usize {
        self.pages.push(Page { href: encode(&path), number, title });
        self.pages.len() - 1
    }

    fn section(&mut self, page: usize, id: Option<&str>, heading: &str, text: String) {
        let anchor = id.map(|id| format!("#{}", encode(id)));
        self.sections.push(Section { page, anchor, heading: heading.to_owned(), text });
    }

    fn lesson(&mut self, page: usize, lesson: &Lesson, texts: &Words) {
        let front = &lesson.front;
        let mut intro = front.question.clone();
        for section in lesson.sections.iter().filter(|section| section.heading.is_none()) {
            intro.push(' ');
            intro.push_str(&text_of(&section.items));
        }
        self.section(page, None, &front.title, words(&intro));
        for section in &lesson.sections {
            let Some(heading) = &section.heading else { continue };
            self.section(page, Some(&heading.id), &heading.text, text_of(&section.items));
        }
        self.section(page, Some("summary"), &texts.text("explain-now", &[]), words(&front.summary));
    }
}

/// The words of items, those of blocks included. What a run gave is not known to be words: a gap stands for it.
fn text_of(items: &[Item]) -> String {
    let mut text = String::new();
    let mut in_code = false;
    for item in items {
        match item {
            Item::Markdown(event, _) => match event {
                Event::Start(Tag::CodeBlock(_)) => in_code = true,
                Event::End(TagEnd::CodeBlock) => in_code = false,
                Event::Text(part) if !in_code => text.push_str(part),
                // Names of tokens and settings: short, and what a reader searches for.
                Event::Code(part) => text.push_str(part),
                Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. })
                | Event::End(TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) => {}
                Event::InlineMath(_) | Event::DisplayMath(_) => text.push('…'),
                _ => text.push(' '),
            },
            Item::Value(..) => text.push('…'),
            Item::Block(block, _) => block_text(block, &mut text),
        }
    }
    words(&text)
}

/// What a block says in words. Answers stay out: they are found by thinking.
fn block_text(block: &Block, text: &mut String) {
    let mut add = |items: &[Item]| {
        text.push_str(if text.is_empty() { "" } else { " · " });
        text.push_str(&text_of(items));
    };
    match block {
        Block::Figure(figure) => add(&figure.caption),
        Block::Benchmark(card) => {
            add(&card.title);
            add(&card.shows);
            add(&card.does_not_prove);
        }
        Block::Directions(directions) => {
            for direction in &directions.directions {
                add(&direction.measure);
                add(&direction.when);
                add(&direction.why);
            }
        }
        Block::Quiz(quiz) => quiz.questions.iter().for_each(|question| add(&question.ask)),
    }
}

/// One space between words, none around them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Fixture, LESSON, items};
    use super::*;

    fn index(fixture: &Fixture) -> (String, serde_json::Value) {
        let files = fixture.compose().unwrap().files;
        let file = files.iter().find(|file| is_search_index(&file.path)).unwrap();
        let script = std::str::from_utf8(&file.bytes).unwrap();
        let json = script.strip_prefix("lpSearchIndex=").unwrap().strip_suffix(";\n").unwrap();
        (file.path.clone(), serde_json::from_str(json).unwrap())
    }

    #[test]
    fn every_section_and_term_is_found_where_the_page_has_it() {
        let fixture = Fixture::new();
        let (path, index) = index(&fixture);
        let mut lessons = 0;
        for section in index["sections"].as_array().unwrap() {
            let page = index["pages"][section["page"].as_u64().unwrap() as usize]["href"].as_str().unwrap();
            let html = fixture.file(page);
            let anchor = section["anchor"].as_str().map_or("", |anchor| anchor.trim_start_matches('#'));
            assert!(anchor.is_empty() || html.contains(&format!("id=\"{anchor}\"")), "{page}#{anchor}");
            lessons += usize::from(page.starts_with(LESSON));
        }
        assert!(lessons > 3, "{index}");
        let page = fixture.file(&format!("{LESSON}/index.html"));
        assert!(page.contains(&format!("data-index=\"../../{path}\"")), "{path}");
    }

    #[test]
    fn code_data_and_answers_are_left_out() {
        let text = text_of(&items("Take `top_k` of *all*:\n\n```\nsecret\n```\n\nthen `=fox.prefill.ms`."));
        assert_eq!(text, "Take top_k of all: then ….");
        let (_, index) = index(&Fixture::new());
        let text = index.to_string();
        assert!(text.contains("delays the first token") && !text.contains("time after the first token"), "{text}");
    }
}
