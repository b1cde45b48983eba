//! A site folder. Comes in: its path. Goes out: the site's configuration, glossary, modules and lessons, all parsed and
//! checked against each other, and every complaint about them. Knows nothing of how a lesson's Markdown is read, nor
//! of runs, pages or the output folder.
//!
//! ```text
//! content/site.yaml
//! content/glossary.yaml                 may be absent
//! content/<module>/module.yaml
//! content/<module>/<lesson>/index.md    and beside it the lesson's files, and runs/
//! ```

mod check;
mod files;
mod glossary;
mod link;
mod load;
mod module;
mod site;
#[cfg(test)]
mod tests;
mod unused;

pub use glossary::{Glossary, Term};
pub use link::{LinkTarget, link_suffix};
pub use load::modules;
pub use module::Module;
pub use site::{SiteConfig, SiteLink, WrongBaseUrl, read_base_url};
pub(crate) use unused::unused as unused_file;

pub(crate) use files::folded;

use std::collections::BTreeMap;

use camino::Utf8PathBuf;

use crate::lesson::Lesson;

/// A site as its authors wrote it.
#[derive(Clone, Debug)]
pub struct Project {
    /// The site folder.
    pub root: Utf8PathBuf,
    pub site: SiteConfig,
    pub glossary: Glossary,
    /// Modules with lessons, in their order.
    pub modules: Vec<Module>,
    /// In the order of modules, then of numbers. Drafts are there only when they were asked for.
    pub lessons: Vec<Lesson>,
    /// Files beside the lessons that pages may use, relative to the site folder, sorted.
    pub assets: Vec<Utf8PathBuf>,
    index: link::LinkIndex,
    /// Where in `lessons` each address is.
    places: BTreeMap<String, usize>,
}

impl Project {
    /// The lesson at an address such as `foundations/autoregressive-generation`.
    pub fn lesson(&self, path: &str) -> Option<&Lesson> {
        self.places.get(path).and_then(|place| self.lessons.get(*place))
    }

    /// Addresses of lessons that could not be read: other lessons may link to them.
    pub fn unread(&self) -> impl Iterator<Item = &str> {
        self.index.unread()
    }

    /// A module's lessons, in order.
    pub fn lessons_of<'a>(&'a self, module: &'a str) -> impl Iterator<Item = &'a Lesson> {
        self.lessons.iter().filter(move |lesson| lesson.module == module)
    }
}
