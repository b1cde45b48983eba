use std::collections::BTreeMap;
use std::sync::Arc;

use crate::diagnostic::Source;
use crate::figure::Drawn;
use crate::lesson::Lesson;
use crate::output_file::Later;
use crate::project::{Module, SiteConfig, Term};
use crate::run::Traces;
use crate::words::Words;

/// By lesson path, then by figure id.
pub type Figures = BTreeMap<String, BTreeMap<String, Drawn>>;
/// By lesson path, then by figure id.
pub type Pictures = BTreeMap<String, BTreeMap<String, Picture>>;
/// PNG of a lesson's social card, by lesson path.
pub type Cards = BTreeMap<String, Later>;

/// Everything that pages are made of.
pub struct PageInput<'a> {
    /// Without a base URL, whatever needs a whole URL is left out: canonical links, cards' addresses, sitemap, feed.
    pub site: &'a SiteConfig,
    /// In the site's language.
    pub words: &'a Words,
    /// By slug.
    pub glossary: &'a BTreeMap<String, Term>,
    /// The file that the glossary was read from, for complaints about it.
    pub glossary_source: Option<&'a Arc<Source>>,
    pub modules: &'a [Module],
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

/// A figure's files, as they are published beside its lesson.
#[derive(Clone, Debug)]
pub struct Picture {
    /// A whole SVG document with literal colours.
    pub svg: String,
    /// The same in pixels.
    pub png: Option<Later>,
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
