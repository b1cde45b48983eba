//! Checks that every address in the output works. Comes in: all files of the site. Goes out: each broken address with its
//! page and line. Asks no host: links to other sites are not followed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use super::OutputFile;
use super::asset::css_references;
use super::html_page::{HtmlPage, PageReference, Use};
use super::link_target::{Base, Inside, NOT_FOUND, Target, target};
use super::output_paths::folded;
use super::xml_page::read_xml;
use crate::diagnostic::Diagnostic;
use crate::lesson::is_top;

/// What links are held to.
#[derive(Clone, Debug, Default)]
pub struct LinkRules {
    /// Where the site will stand: `https://example.org/sub/`, `/sub/`, or empty.
    pub base_url: String,
    /// Pages also work when they are opened from a disk, where nothing turns a folder into its `index.html`.
    pub opens_from_disk: bool,
    /// What would be there but for a fault that was complained about: pages by their path, and ids as `path#id`. Links to
    /// them are not followed.
    pub unmade: BTreeSet<String>,
    /// The `style` elements that the site's policy allows, by what stands in them.
    pub styles: Vec<&'static str>,
}

/// An address that does not work, or a fault of the page that would break one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkProblem {
    /// The file in the output.
    pub page: String,
    /// Counted from 1.
    pub line: usize,
    /// As it stands in the file; `None` for a fault that is not in an address, such as an id used twice.
    pub link: Option<String>,
    pub message: String,
}

impl fmt::Display for LinkProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.page, self.line)?;
        match &self.link {
            Some(link) => write!(f, "`{link}` {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl From<LinkProblem> for Diagnostic {
    fn from(problem: LinkProblem) -> Self {
        Diagnostic::error("broken-link", problem.to_string())
    }
}

/// Sorted by page and line; empty when all is well.
pub fn check_links(files: &[OutputFile], rules: &LinkRules) -> Vec<LinkProblem> {
    let pages: Vec<Arc<HtmlPage>> = files.par_iter().map(page_of).collect();
    let by_path = files.iter().zip(&pages).map(|(file, page)| (file.path.as_str(), &**page)).collect();
    let site = Site { by_path, folded: OnceLock::new(), base: Base::new(&rules.base_url), rules };
    let mut problems: Vec<LinkProblem> =
        files.par_iter().zip(&pages).flat_map_iter(|(file, page)| site.check(&file.path, page)).collect();
    problems.sort();
    problems.dedup();
    problems
}

fn page_of(file: &OutputFile) -> Arc<HtmlPage> {
    let extension = file.path.rsplit_once('.').map(|(_, extension)| extension).unwrap_or_default().to_ascii_lowercase();
    match extension.as_str() {
        "html" | "htm" | "svg" | "xml" | "atom" | "rss" | "css" => read(&extension, file.bytes()),
        _ => Arc::default(),
    }
}

/// Remembered while the preview runs: most pages are the same in its next build.
#[comemo::memoize(enabled = crate::kept::is_remembering())]
fn read(extension: &str, bytes: &[u8]) -> Arc<HtmlPage> {
    Arc::new(match extension {
        // A drawing that stands alone has its colours inside it, which a page may not.
        "svg" => HtmlPage { blocked: Vec::new(), styles: Vec::new(), ..HtmlPage::read(bytes) },
        "xml" | "atom" | "rss" => read_xml(bytes),
        "css" => {
            let text = String::from_utf8_lossy(bytes);
            of_text(&text, css_references(&text).into_iter().map(|reference| (reference.url, reference.span.start)))
        }
        _ => HtmlPage::read(bytes),
    })
}

fn of_text(text: &str, references: impl Iterator<Item = (String, usize)>) -> HtmlPage {
    let line = |at: usize| text.as_bytes()[..at.min(text.len())].iter().filter(|byte| **byte == b'\n').count() + 1;
    let references = references
        // `url(#shape)` in a stylesheet means a shape of the page that uses it.
        .filter(|(url, _)| !url.starts_with('#'))
        .map(|(url, at)| PageReference { line: line(at), url, kind: Use::Load })
        .collect();
    HtmlPage { references, ..HtmlPage::default() }
}

struct Site<'a> {
    by_path: BTreeMap<&'a str, &'a HtmlPage>,
    /// Made when a link is broken: to name the file that was probably meant.
    folded: OnceLock<BTreeMap<String, &'a str>>,
    base: Base,
    rules: &'a LinkRules,
}

impl Site<'_> {
    fn check(&self, path: &str, page: &HtmlPage) -> Vec<LinkProblem> {
        let problem = |line, link, message| LinkProblem { page: path.to_owned(), line, link, message };
        let complaints =
            page.complaints.iter().chain(&page.blocked).map(|(line, message)| problem(*line, None, message.clone()));
        let broken = page.references.iter().filter_map(|reference| {
            let message = match target(path, &reference.url, reference.kind, &self.base) {
                Ok(Target::Elsewhere) => return None,
                Ok(Target::Inside(inside)) => self.missing(path, reference, &inside)?,
                Err(message) => message,
            };
            Some(problem(reference.line, Some(reference.url.clone()), message))
        });
        let styles =
            page.styles.iter().filter(|(_, style)| !self.rules.styles.contains(&style.as_str())).map(|(line, _)| {
                problem(*line, None, "a `style` element is blocked by the site's Content-Security-Policy".into())
            });
        complaints.chain(styles).chain(broken).collect()
    }

    fn missing(&self, from: &str, reference: &PageReference, inside: &Inside) -> Option<String> {
        if self.rules.unmade.contains(&inside.path) {
            return None;
        }
        let Some(page) = self.by_path.get(inside.path.as_str()) else { return Some(self.no_such_file(&inside.path)) };
        if inside.is_folder && self.rules.opens_from_disk && reference.kind == Use::Link && from != NOT_FOUND {
            return Some("names a folder; opened from a disk it shows a list of files: add `index.html`".into());
        }
        let fragment = inside.fragment.as_ref()?;
        // `fox-step-7` is a place in the figure `fox`.
        let figure = fragment.rsplit_once("-step-").map_or(fragment.as_str(), |(figure, _)| figure);
        if self.rules.unmade.contains(&format!("{}#{figure}", inside.path)) {
            return None;
        }
        // `#svgView(…)` and `#t=4,9` choose a part of a picture and name nothing in it.
        let is_svg = inside.path.ends_with(".svg") && !fragment.contains(['(', '=']);
        let has_ids = inside.path.ends_with(".html") || is_svg;
        let top = !is_svg && is_top(fragment);
        (has_ids && !top && !page.ids.contains(fragment))
            .then(|| format!("leads to `{}`, which has no id `{fragment}`", inside.path))
    }

    fn no_such_file(&self, path: &str) -> String {
        let folder = format!("{path}/index.html");
        if self.by_path.contains_key(folder.as_str()) {
            return format!("names a folder without its slash; the page is `{folder}`");
        }
        let all = || self.by_path.keys().map(|path| (folded(path), *path)).collect();
        match self.folded.get_or_init(all).get(&folded(path)) {
            Some(other) => format!("leads to `{path}`, but the file is `{other}`: upper and lower case differ"),
            None => format!("leads to `{path}`, which the site does not have"),
        }
    }
}
