use std::collections::BTreeMap;

use serde::Serialize;

use super::address::relative;
use super::layout::{Layout, Needs};
use super::order::{Order, page_of};
use super::templates::Templates;
use super::terms::TermView;
use super::writer::{Place, Writer};
use super::{OutputFile, PageInput, Pages};

#[derive(Serialize)]
struct GlossaryView<'a> {
    page: Layout,
    entries: Vec<EntryView<'a>>,
}

#[derive(Serialize)]
struct EntryView<'a> {
    term: TermView,
    /// Lessons that list the term.
    used_in: Vec<UseView<'a>>,
}

#[derive(Serialize)]
struct UseView<'a> {
    number: &'a str,
    title: &'a str,
    href: String,
}

/// Nothing where the site has no glossary.
pub fn files(input: &PageInput, templates: &Templates, order: &Order) -> Pages {
    const PAGE: &str = "glossary/index.html";
    if input.glossary.is_empty() {
        return Pages::default();
    }
    let mut used: BTreeMap<&str, Vec<UseView>> = BTreeMap::new();
    for lesson in &order.lessons {
        for slug in &lesson.front.terms {
            used.entry(slug).or_default().push(UseView {
                number: &lesson.front.number,
                title: &lesson.front.title,
                href: format!("{}#term-{}", relative(PAGE, &page_of(lesson)), super::address::encode(slug)),
            });
        }
    }
    let source = input.glossary_source;
    let mut writer = Writer::new(Place { input, templates, lesson: None, source, page: PAGE, base: None });
    let mut entries: Vec<EntryView> = input
        .glossary
        .keys()
        .filter_map(|slug| {
            Some(EntryView { term: writer.term(slug)?, used_in: used.remove(slug.as_str()).unwrap_or_default() })
        })
        .collect();
    entries.sort_by_cached_key(|entry| (entry.term.name.to_lowercase(), entry.term.id.clone()));
    let needs = Needs { lists: true, math: writer.math, ..Needs::default() };
    let mut layout = Layout::new(input, order, PAGE, Some(&writer.text("glossary", &[])), needs);
    layout.description = Some(writer.text("glossary-about", &[("site", (&input.site.title).into())]));
    let html = writer.part("glossary.html", &GlossaryView { page: layout, entries });
    Pages { files: vec![OutputFile::new(PAGE, html)], complaints: writer.complaints }
}
