use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use percent_encoding::{AsciiSet, CONTROLS, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use pulldown_cmark::{Event, Tag};
use unicode_normalization::UnicodeNormalization;

use super::Project;
use super::files::folded;
use crate::diagnostic::nearest;
use crate::lesson::{AddressParts, Block, Item, Lesson, figure_of_step, is_top, leads_outside, runs_code, scheme};

/// Where a link in Markdown goes. Paths and fragments are decoded; whoever writes an address encodes it.
#[derive(Clone, Debug, PartialEq)]
pub enum LinkTarget {
    /// The start page.
    Home,
    /// A module's page, by its slug.
    Module(String),
    /// Another lesson, by its address.
    Lesson { path: String, fragment: Option<String> },
    /// A file beside a lesson, relative to the site folder.
    Asset(Utf8PathBuf),
    /// A term of the glossary, by its slug.
    Term(String),
    /// A place in the same lesson, by its id; empty for the top of the page.
    Anchor(String),
    /// Another site, or a mail address.
    External,
    /// Nowhere; the reason is a sentence that starts in lower case.
    Broken(String),
}

/// What links can go to.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkIndex {
    /// Lessons by address, with the ids in them; `None` for those that could not be read.
    lessons: BTreeMap<String, Option<BTreeSet<String>>>,
    drafts: BTreeSet<String>,
    modules: BTreeSet<String>,
    /// Files by their path below `content` in Unicode NFC, with the path that the disk knows.
    assets: BTreeMap<String, Utf8PathBuf>,
    terms: BTreeSet<String>,
    /// Every address and file by its folded form, to find what differs only in case.
    folded: BTreeMap<String, String>,
}

impl LinkIndex {
    pub fn add_lesson(&mut self, path: &str, ids: Option<BTreeSet<String>>) {
        self.folded.insert(folded(path), path.to_owned());
        self.lessons.insert(path.to_owned(), ids);
    }

    pub fn add_draft(&mut self, path: &str) {
        self.drafts.insert(path.to_owned());
    }

    pub fn add_module(&mut self, slug: &str) {
        self.modules.insert(slug.to_owned());
    }

    /// `path` is relative to the site folder.
    pub fn add_asset(&mut self, path: &Utf8Path) {
        let name: String = path.strip_prefix("content").unwrap_or(path).as_str().nfc().collect();
        self.folded.insert(folded(&name), name.clone());
        self.assets.insert(name, path.to_owned());
    }

    pub fn add_term(&mut self, slug: &str) {
        self.terms.insert(slug.to_owned());
    }

    pub fn unread(&self) -> impl Iterator<Item = &str> {
        self.lessons.iter().filter(|(_, ids)| ids.is_none()).map(|(path, _)| path.as_str())
    }

    pub fn is_draft(&self, path: &str) -> bool {
        self.drafts.contains(path)
    }

    /// `folder` is where the Markdown lies, relative to `content`; `own` the ids of its page.
    pub fn resolve(&self, folder: &str, own: Option<&BTreeSet<String>>, address: &str) -> LinkTarget {
        let address = address.trim();
        if address.is_empty() {
            return LinkTarget::Broken("the link has no address".into());
        }
        if runs_code(address, true) {
            return LinkTarget::Broken("the address would run code".into());
        }
        if address.starts_with("//") {
            // A page that is opened from a disk has no scheme of the web to lend it.
            return LinkTarget::Broken(format!("`{address}` has no scheme; write `https:{address}`"));
        }
        if scheme(address).is_some() {
            return leads_outside(address).map_or_else(LinkTarget::Broken, |()| LinkTarget::External);
        }
        let AddressParts { path, fragment, .. } = AddressParts::of(address);
        let id = fragment.map(|fragment| fragment.split(DIRECTIVE).next().unwrap_or_default());
        let (Some(path), Some(fragment)) = (decoded(path), id.map(decoded).map_or(Some(None), |f| f.map(Some))) else {
            return LinkTarget::Broken("the address is not UTF-8 where it is percent-encoded".into());
        };
        if path.is_empty() {
            return self.anchor(own, fragment.unwrap_or_default());
        }
        if path.contains('\\') {
            return LinkTarget::Broken("the address has a backslash; folders are parted by `/`".into());
        }
        match joined(folder, &path) {
            Some(target) => self.page_or_file(&target, path.ends_with('/'), fragment.filter(|id| !id.is_empty())),
            None => LinkTarget::Broken("the address leaves the content folder".into()),
        }
    }

    fn anchor(&self, own: Option<&BTreeSet<String>>, id: String) -> LinkTarget {
        if let Some(term) = id.strip_prefix("term-") {
            if self.terms.contains(term) {
                return LinkTarget::Term(term.to_owned());
            }
            return LinkTarget::Broken(with_guess(format!("the glossary has no term `{term}`"), term, &self.terms));
        }
        let Some(own) = own else { return LinkTarget::Broken(format!("there is no `#{id}` here")) };
        if id.is_empty() || has_anchor(own, &id) {
            return LinkTarget::Anchor(id);
        }
        LinkTarget::Broken(with_guess(format!("this lesson has no `#{id}`"), &id, own))
    }

    fn page_or_file(&self, target: &str, slash: bool, fragment: Option<String>) -> LinkTarget {
        let page = ["index.md", "index.html"].iter().find_map(|name| target.strip_suffix(name)).unwrap_or(target);
        let page = page.trim_end_matches('/');
        if self.is_draft(page) {
            return LinkTarget::Broken(format!("`{page}` is a draft"));
        }
        if let Some(ids) = self.lessons.get(page) {
            return match (fragment, ids) {
                (Some(id), Some(ids)) if !has_anchor(ids, &id) => {
                    LinkTarget::Broken(with_guess(format!("the lesson `{page}` has no `#{id}`"), &id, ids))
                }
                (fragment, _) => LinkTarget::Lesson { path: page.to_owned(), fragment },
            };
        }
        if page.is_empty() {
            return LinkTarget::Home;
        }
        if self.modules.contains(page) {
            return LinkTarget::Module(page.to_owned());
        }
        if let Some(path) = self.assets.get(target) {
            if slash {
                return LinkTarget::Broken(format!("`{target}` is a file, whose address has no `/` at its end"));
            }
            return LinkTarget::Asset(path.clone());
        }
        if let Some(name) = self.folded.get(&folded(page)) {
            return LinkTarget::Broken(format!("there is no `{page}`; case matters, and there is `{name}`"));
        }
        let message = format!("there is no lesson and no file `{target}`");
        let near = nearest(page, self.lessons.keys().map(String::as_str));
        LinkTarget::Broken(near.map_or(message.clone(), |name| format!("{message}; did you mean the lesson `{name}`?")))
    }
}

impl Project {
    /// Where a link in a lesson's Markdown goes.
    pub fn resolve_link(&self, from: &Lesson, address: &str) -> LinkTarget {
        let own = self.index.lessons.get(&from.path).and_then(Option::as_ref);
        self.index.resolve(&from.path, own, address)
    }

    /// Where a link in the glossary or another text of the site goes.
    pub fn resolve_site_link(&self, address: &str) -> LinkTarget {
        self.index.resolve("", None, address)
    }
}

/// What follows the path in the address of a link that `resolve` found to go to `target`: query and fragment, as they go
/// into an address. What is no page has its own rules for both, so they stay as they are written.
pub fn link_suffix(target: &LinkTarget, address: &str) -> String {
    let AddressParts { query, fragment, .. } = AddressParts::of(address.trim());
    let query = query.map(|query| format!("?{}", utf8_percent_encode(query, QUERY))).unwrap_or_default();
    let written = fragment.map(|fragment| utf8_percent_encode(fragment, FRAGMENT).to_string());
    let directive = written.as_ref().and_then(|written| written.find(DIRECTIVE).and_then(|at| written.get(at..)));
    let fragment = match target {
        LinkTarget::Term(slug) => Some(utf8_percent_encode(&format!("term-{slug}"), ID).to_string()),
        LinkTarget::Anchor(id) | LinkTarget::Lesson { fragment: Some(id), .. } => {
            Some(format!("{}{}", utf8_percent_encode(id, ID), directive.unwrap_or_default()))
        }
        LinkTarget::Lesson { fragment: None, .. } => directive.map(str::to_owned),
        _ => written.filter(|written| !written.is_empty()),
    };
    fragment.map_or(query.clone(), |fragment| format!("{query}#{fragment}"))
}

/// What follows it in a fragment is for the browser to search by and no id.
const DIRECTIVE: &str = ":~:";
/// The sets of the URL standard. `%` is in neither: authors write encoded addresses too.
const QUERY: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>').add(b'\'');
const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');
const ID: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// Every id that a link into the lesson may name.
pub(super) fn anchors(lesson: &Lesson) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for section in &lesson.sections {
        ids.extend(section.heading.iter().map(|heading| heading.id.clone()));
        for item in &section.items {
            if let Item::Markdown(Event::Start(Tag::Heading { id: Some(id), .. }), _) = item {
                ids.insert(id.to_string());
            }
        }
    }
    for (block, _) in lesson.blocks() {
        match block {
            Block::Figure(figure) => {
                ids.insert(steps_of(&figure.id));
                ids.insert(figure.id.clone());
            }
            Block::Benchmark(card) => drop(ids.insert(card.id.clone())),
            Block::Quiz(quiz) => {
                ids.insert(quiz.id.clone());
                ids.extend(quiz.questions.iter().map(|question| question.id.clone()));
            }
            Block::Directions(_) => {}
        }
    }
    ids
}

/// What stands in a set of ids for all steps of a figure: no id, for none has a `#`.
fn steps_of(figure: &str) -> String {
    format!("{figure}-step-#")
}

/// Whether a link may go to `id`.
fn has_anchor(ids: &BTreeSet<String>, id: &str) -> bool {
    is_top(id)
        || (!id.contains('#') && ids.contains(id))
        || figure_of_step(id).is_some_and(|figure| ids.contains(&steps_of(figure)))
}

fn with_guess(message: String, given: &str, known: &BTreeSet<String>) -> String {
    let names = known.iter().map(String::as_str).filter(|name| !name.ends_with('#'));
    match nearest(given, names) {
        Some(name) => format!("{message}; did you mean `{name}`?"),
        None => message,
    }
}

fn decoded(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(|text| text.nfc().collect())
}

/// `None` when it leaves the folder. A path that starts with `/` starts at `content`.
fn joined(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = if path.starts_with('/') { Vec::new() } else { folder.split('/').collect() };
    parts.retain(|part| !part.is_empty());
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
