use serde::Serialize;

use super::Writer;
use super::address::encode;

#[derive(Serialize)]
struct TermsView {
    terms: Vec<TermView>,
}

#[derive(Serialize)]
struct PopoverView<'a> {
    id: &'a str,
    term: &'a TermView,
    /// Where the term is described on a page.
    href: &'a str,
}

#[derive(Serialize)]
pub struct TermView {
    pub id: String,
    pub name: String,
    /// HTML.
    pub short: String,
    pub see: Vec<SeeView>,
}

#[derive(Serialize)]
pub struct SeeView {
    pub name: String,
    pub href: String,
}

impl Writer<'_> {
    /// The lesson's terms, expandable; empty where it lists none.
    pub fn terms(&mut self) -> String {
        let Some(lesson) = self.place.lesson else { return String::new() };
        let mut terms = Vec::new();
        for slug in &lesson.front.terms {
            terms.extend(self.term(slug));
        }
        if terms.is_empty() { String::new() } else { self.part("terms.html", &TermsView { terms }) }
    }

    /// HTML: what a term means, for the first link to it in a section; nothing elsewhere. The link is whole without it.
    pub fn explanation(&mut self, slug: &str, href: &str) -> Option<(String, String)> {
        if self.place.base.is_some() || !self.explained.as_mut()?.insert(slug.to_owned()) {
            return None;
        }
        let explained = self.explained.take();
        let term = self.term(slug);
        self.explained = explained;
        let term = term?;
        self.popovers += 1;
        let id = format!("term-popover-{}", self.popovers);
        let view = PopoverView { id: &id, term: &term, href };
        let html = self.part("popover.html", &view);
        Some((id, html.trim_end().to_owned()))
    }

    pub fn term(&mut self, slug: &str) -> Option<TermView> {
        let glossary = self.place.input.glossary;
        let term = glossary.get(slug)?;
        // The text belongs to the glossary, whatever page it is shown on; what is wrong with it is said there.
        let place = self.place;
        let said = self.complaints.len();
        (self.place.source, self.place.lesson) = (place.input.glossary_source, None);
        let short = self.inline(&term.short);
        self.place = place;
        if place.lesson.is_some() {
            self.complaints.truncate(said);
        }
        let see = term.see.iter().filter_map(|slug| {
            let name = glossary.get(slug)?.name.clone();
            let on_page = match self.place.lesson {
                Some(lesson) => lesson.front.terms.contains(slug),
                None => true,
            };
            let page = if on_page { self.own_page() } else { self.address("glossary/index.html") };
            Some(SeeView { name, href: format!("{page}#term-{}", encode(slug)) })
        });
        Some(TermView { id: format!("term-{slug}"), name: term.name.clone(), short, see: see.collect() })
    }
}
