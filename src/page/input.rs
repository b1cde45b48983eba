use std::collections::BTreeMap;
use std::sync::Arc;

use url::Url;

use crate::diagnostic::Source;
use crate::figure::Drawn;
use crate::lesson::{Item, Lesson};
use crate::trace::Trace;
use crate::words::Words;

/// By lesson path, then by run.
pub type Traces = BTreeMap<String, BTreeMap<String, Trace>>;
/// By lesson path, then by figure id.
pub type Figures = BTreeMap<String, BTreeMap<String, Drawn>>;
/// By lesson path, then by figure id.
pub type Pictures = BTreeMap<String, BTreeMap<String, Picture>>;
/// PNG of a lesson's social card, by lesson path.
pub type Cards = BTreeMap<String, Vec<u8>>;

/// Everything that pages are made of.
pub struct PageInput<'a> {
    pub site: &'a SiteInput,
    /// In the site's language.
    pub words: &'a Words,
    /// By slug.
    pub glossary: &'a BTreeMap<String, TermInput>,
    /// The file that the glossary was read from, for complaints about it.
    pub glossary_source: Option<&'a Arc<Source>>,
    pub modules: &'a [ModuleInput],
    /// The lessons to publish; drafts are left out by the caller.
    pub lessons: &'a [&'a Lesson],
    pub traces: &'a Traces,
    pub figures: &'a Figures,
    pub pictures: &'a Pictures,
    pub cards: &'a Cards,
    /// From logical name (`css/page.css`) to published path (`assets/page.3f2a9c1d.css`).
    pub assets: &'a BTreeMap<String, String>,
    /// The site's own templates by name (`lesson.html`); they win over the built-in ones.
    pub templates: &'a BTreeMap<String, String>,
    /// Where a link of a lesson leads, or one of the glossary.
    pub resolve: &'a (dyn Fn(Option<&Lesson>, &str) -> Destination + Sync),
}

/// What pages say about the site as a whole.
#[derive(Clone, Debug)]
pub struct SiteInput {
    pub title: String,
    /// Without it, whatever needs a whole URL is left out: canonical links, cards' addresses, sitemap, feed.
    pub base_url: Option<Url>,
    /// Of the lessons, as in `<html lang>`: `en`.
    pub language: String,
    pub author: Option<String>,
    pub description: Option<String>,
    /// One sentence under the title of the home page.
    pub tagline: Option<String>,
    /// Shown in the header: a channel, a repository.
    pub links: Vec<SiteLink>,
    /// Path of the lesson to start with; the first one where it is not given.
    pub start: Option<String>,
    /// Where the site's folder can be edited; a lesson's path follows it.
    pub source_url: Option<String>,
    /// Whether HTML in a lesson's Markdown goes onto the page as it is.
    pub raw_html: bool,
}

#[derive(Clone, Debug)]
pub struct SiteLink {
    pub label: String,
    pub url: String,
}

#[derive(Clone, Debug)]
pub struct TermInput {
    pub name: String,
    pub short: Vec<Item>,
    /// Slugs of related terms.
    pub see: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct ModuleInput {
    pub slug: String,
    pub title: String,
    pub order: i64,
    pub summary: String,
}

/// A figure's files, as they are published beside its lesson.
#[derive(Clone, Debug)]
pub struct Picture {
    /// A whole SVG document with literal colours.
    pub svg: String,
    pub png: Option<Vec<u8>>,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// A file of the published site, a page (`foundations/x/index.html`) or an asset, and what follows its path in an
    /// address: `?query#fragment`, encoded.
    Inside { path: String, suffix: String },
    /// An address with a scheme that leads out of the site: `https:`, `mailto:`.
    Outside(String),
    /// Nothing is there.
    Nowhere,
}
