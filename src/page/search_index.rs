//! The index of the search. Comes in: lessons, modules and the glossary. Goes out: one classic script that assigns one
//! global, since a page opened from a disk can load nothing else. Each section, figure, card and term is a place that is
//! found by its own words; which those are says `search_text`. Does not search: `static/js/find.js` does.

use serde::Serialize;

use super::address::encode;
use super::data_script::data_script;
use super::order::{Order, page_of, page_of_module};
use super::search_text::{SearchText, spaced};
use super::{OutputFile, PageInput};
use crate::lesson::{Block, Lesson};

/// As `static/js/find.js` reads it.
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
    /// Other names of the same: the aliases of a term, the line above a heading.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    also: Vec<String>,
    text: String,
}

const FOLDER: &str = "assets/";
const NAME: &str = "search-index";

/// Whether the file of the output is the search index.
pub fn is_search_index(path: &str) -> bool {
    path.strip_prefix(FOLDER).is_some_and(|name| name.starts_with(NAME) && name.ends_with(".js"))
}

pub fn file(input: &PageInput, order: &Order) -> OutputFile {
    let mut index = Index { pages: Vec::new(), sections: Vec::new() };
    // Of places that fit alike the first one is shown first: what a word means before where it is used.
    if !input.glossary.is_empty() {
        let at = index.page("glossary/index.html".into(), "", input.words.text("glossary", &[]));
        let texts = SearchText { input, lesson: None };
        for (slug, term) in input.glossary {
            let anchor = format!("term-{slug}");
            index.section(at, Some(&anchor), &term.name, term.aliases.clone(), texts.items(&term.short));
        }
    }
    for module in &order.modules {
        let at = index.page(page_of_module(module.slug), "", module.title.to_owned());
        index.section(at, None, module.title, Vec::new(), spaced(module.summary));
    }
    for lesson in &order.lessons {
        let at = index.page(page_of(lesson), &lesson.front.number, lesson.front.title.clone());
        index.lesson(at, lesson, input);
    }
    // Strings and lists cannot fail to be written.
    let json = serde_json::to_string(&index).unwrap_or_default();
    data_script(&format!("{FOLDER}{NAME}"), "lpSearchIndex", &json)
}

impl<'a> Index<'a> {
    fn page(&mut self, path: String, number: &'a str, title: String) -> usize {
        self.pages.push(Page { href: encode(&path), number, title });
        self.pages.len() - 1
    }

    fn section(&mut self, page: usize, id: Option<&str>, heading: &str, also: Vec<String>, text: String) {
        let anchor = id.map(|id| format!("#{}", encode(id)));
        self.sections.push(Section { page, anchor, heading: heading.to_owned(), also, text });
    }

    fn lesson(&mut self, page: usize, lesson: &Lesson, input: &PageInput) {
        let front = &lesson.front;
        let texts = SearchText { input, lesson: Some(lesson) };
        let mut intro = front.question.clone();
        for section in lesson.sections.iter().filter(|section| section.heading.is_none()) {
            intro.push(' ');
            intro.push_str(&texts.items(&section.items));
        }
        self.section(page, None, &front.title, Vec::new(), spaced(&intro));
        for section in &lesson.sections {
            let Some(heading) = &section.heading else { continue };
            let also = heading.eyebrow.iter().cloned().collect();
            self.section(page, Some(&heading.id), &heading.text, also, texts.items(&section.items));
        }
        for (block, _) in lesson.blocks() {
            let (id, name, text) = match block {
                Block::Figure(figure) => (&figure.id, &figure.caption, texts.figure(figure)),
                Block::Benchmark(card) => (&card.id, &card.title, texts.benchmark(card)),
                Block::Directions(_) | Block::Quiz(_) => continue,
            };
            self.section(page, Some(id), &texts.items(name), Vec::new(), text);
        }
        self.section(page, Some("summary"), &input.words.text("explain-now", &[]), Vec::new(), spaced(&front.summary));
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{Fixture, LESSON};
    use super::*;

    fn index(fixture: &Fixture) -> (String, serde_json::Value) {
        let files = fixture.compose().unwrap().files;
        let file = files.iter().find(|file| is_search_index(&file.path)).unwrap();
        let script = std::str::from_utf8(file.bytes()).unwrap();
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
        assert!(
            page.contains(&format!("data-search=\"../../assets/css/search.css ../../{path} ../../assets/js/find.js ")),
            "{path}"
        );
    }

    #[test]
    fn values_are_filled_in_and_code_and_answers_are_left_out() {
        let (_, index) = index(&Fixture::with_body(
            "Intro.\n\n## Depth\n\nTake `top_k` of *all*, $T$ and $\\sqrt{2}$:\n\n```\nsecret\n```\n\nthen `=fox.prompt.tokens` of `=fox.prompt.text`.\n\n@quiz\n",
        ));
        let found = |heading: &str| {
            let sections = index["sections"].as_array().unwrap();
            sections.iter().find(|section| section["heading"] == heading).unwrap()["text"].as_str().unwrap().to_owned()
        };
        let text = found("Depth");
        assert!(text.starts_with("Take top_k of all, T and …: then 4 of The quick brown fox. · "), "{text}");
        let text = index.to_string();
        assert!(text.contains("delays the first token") && !text.contains("time after the first token"), "{text}");
    }

    #[test]
    fn figures_and_cards_are_places_with_what_they_tell() {
        let (_, index) = index(&Fixture::new());
        let place = |anchor: &str| {
            let sections = index["sections"].as_array().unwrap();
            sections.iter().find(|section| section["anchor"] == anchor).unwrap().clone()
        };
        let figure = place("#fox");
        assert_eq!(figure["heading"], "One prompt becomes a loop of next-token decisions");
        for part in ["The quick brown fox", "Entropy, nats", "The steps of the loop"] {
            assert!(figure["text"].as_str().unwrap().contains(part), "{figure}");
        }
        let card = place("#pace");
        for part in ["Prefill took", "for 4 tokens", "Each decode step", "Machine"] {
            assert!(card["text"].as_str().unwrap().contains(part), "{card}");
        }
    }

    #[test]
    fn a_term_is_found_by_its_aliases() {
        let mut fixture = Fixture::new();
        fixture.glossary.get_mut("eos").unwrap().aliases = vec!["end token".into()];
        let (_, index) = index(&fixture);
        let sections = index["sections"].as_array().unwrap();
        let also: Vec<_> = sections.iter().filter(|section| section["anchor"] == "#term-eos").collect();
        assert_eq!(also.len(), 1);
        assert_eq!(also[0]["also"], serde_json::json!(["end token"]));
    }
}
