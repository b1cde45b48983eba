use std::sync::Arc;

use camino::Utf8Path;
use unicode_normalization::UnicodeNormalization;

use super::Lesson;
use super::body::read_body;
use super::front_lines::split;
use super::prose::ProseContext;
use super::read_front::{read_front, run_names};
use crate::diagnostic::{Complaints, Diagnostic, Excerpt, Source};
use crate::yaml::parse;

/// What the site decides about its lessons.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// Whether HTML in Markdown is passed on; otherwise it is shown as text.
    pub raw_html: bool,
}

impl Lesson {
    /// Parses one lesson. `folder` is its folder relative to the site, below `content`. All complaints go into
    /// `diagnostics`; a lesson whose front matter is YAML comes back even when it has errors, with what is missing left
    /// empty, so that other files can be checked against it.
    pub fn parse(
        source: &Arc<Source>,
        folder: &Utf8Path,
        options: ParseOptions,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Option<Self> {
        let complaints = Complaints::about(source);
        let lesson = read(source, folder, options, &complaints);
        diagnostics.extend(complaints.into_list());
        lesson
    }

    /// The address of the lesson in a folder below `content`: its path in Unicode NFC, since file systems differ.
    pub(crate) fn address(folder: &Utf8Path) -> String {
        folder.strip_prefix("content").unwrap_or(folder).as_str().replace('\\', "/").nfc().collect()
    }
}

fn read(source: &Arc<Source>, folder: &Utf8Path, options: ParseOptions, complaints: &Complaints) -> Option<Lesson> {
    let parts = split(source, complaints)?;
    let yaml = parse(&Excerpt::of(source, parts.yaml), complaints);
    let mut runs = yaml.as_ref().map(run_names).unwrap_or_default();
    let front = yaml.as_ref().and_then(|node| read_front(node, parts.opening, complaints));
    // Without front matter, every run would be unknown: the body is not looked at.
    let front = front?;
    runs.extend(front.runs.keys().cloned());
    let context = ProseContext { raw_html: options.raw_html, runs: &runs, complaints };
    let sections = read_body(Excerpt::of(source, parts.body), &context);
    let path = Lesson::address(folder);
    let module = path.split('/').next().unwrap_or_default().to_owned();
    Some(Lesson { source: source.clone(), folder: folder.to_owned(), path, module, front, sections })
}
