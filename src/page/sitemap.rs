use serde::Serialize;

use super::address::absolute;
use super::escape::xml_text;
use super::feed::changed;
use super::order::{Order, page_of, page_of_module};
use super::templates::Templates;
use super::{OutputFile, PageInput, Pages};
use crate::diagnostic::Diagnostic;

#[derive(Serialize)]
struct SitemapView {
    entries: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    url: String,
    /// `2026-11-30`
    changed: Option<String>,
}

/// `sitemap.xml` and `robots.txt`.
pub fn files(input: &PageInput, templates: &Templates, order: &Order) -> Pages {
    let Some(base) = &input.site.base_url else {
        let complaint = Diagnostic::warning(
            "no-base-url",
            "the site has no base URL, so it gets no sitemap, no feed, no canonical links and no card addresses",
        )
        .hint("Set `base_url:` in `content/site.yaml`, or give `--base-url`.");
        let robots = OutputFile::new("robots.txt", "User-agent: *\nAllow: /\n");
        return Pages { files: vec![robots], complaints: vec![complaint] };
    };
    let mut pages = vec![("index.html".to_owned(), None)];
    pages.extend(order.modules.iter().map(|module| (page_of_module(module.slug), None)));
    pages.extend(order.lessons.iter().map(|lesson| (page_of(lesson), changed(input, lesson))));
    if !input.glossary.is_empty() {
        pages.push(("glossary/index.html".to_owned(), None));
    }
    let entries = pages.into_iter().map(|(page, changed)| Entry {
        url: xml_text(&absolute(base, &page)),
        changed: changed.map(|time| time.strftime("%Y-%m-%d").to_string()),
    });
    let sitemap = match templates.render("sitemap.xml", &SitemapView { entries: entries.collect() }) {
        Ok(sitemap) => sitemap,
        Err(complaint) => return Pages::failed(complaint),
    };
    let robots = format!("User-agent: *\nAllow: /\n\nSitemap: {}\n", absolute(base, "sitemap.xml"));
    let files = vec![OutputFile::new("sitemap.xml", sitemap), OutputFile::new("robots.txt", robots)];
    Pages { files, complaints: Vec::new() }
}
