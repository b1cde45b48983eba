use std::collections::BTreeMap;

use pulldown_cmark::{Event, Tag};

use super::files::folded;
use super::{LinkTarget, Project};
use crate::diagnostic::{Diagnostic, suggestion};
use crate::lesson::{Item, Lesson, is_picture, number_parts, runs_code};

/// Two lessons with one address: file systems and hosts differ in whether case matters.
pub(super) fn addresses(lessons: &[Lesson], diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, &Lesson> = BTreeMap::new();
    for lesson in lessons {
        match seen.get(&folded(&lesson.path)) {
            Some(first) => {
                let message =
                    format!("`{}` and `{}` would have the same address", first.source.path, lesson.source.path);
                let hint = "Rename one folder; case alone does not tell addresses apart.";
                diagnostics.push(Diagnostic::error("same-address", message).at(&lesson.source, 0..0).hint(hint));
            }
            None => {
                seen.insert(folded(&lesson.path), lesson);
            }
        }
    }
}

/// Lessons of a module with one number.
pub(super) fn numbers(lessons: &[Lesson], diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<(&str, Vec<u64>), &Lesson> = BTreeMap::new();
    for lesson in lessons {
        let Some(number) = number_parts(&lesson.front.number) else { continue };
        match seen.get(&(lesson.module.as_str(), number.clone())) {
            Some(first) => {
                let message = format!("the number `{}` is also that of `{}`", lesson.front.number, first.source.path);
                let span = lesson.front.places.number.clone();
                let hint = "Give one of them another number.";
                diagnostics.push(Diagnostic::error("same-number", message).at(&lesson.source, span).hint(hint));
            }
            None => {
                seen.insert((&lesson.module, number), lesson);
            }
        }
    }
}

impl Project {
    /// What a lesson names in other files: terms, lessons, files.
    pub(super) fn check_lesson(&self, lesson: &Lesson) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (term, span) in lesson.front.terms.iter().zip(&lesson.front.places.terms) {
            if self.glossary.get(term).is_none() {
                let message = format!("the glossary has no term `{term}`");
                let hint = match suggestion(term, self.glossary.terms.keys().map(String::as_str)) {
                    hint if hint.is_empty() => "Add it to content/glossary.yaml.".to_owned(),
                    hint => hint,
                };
                diagnostics
                    .push(Diagnostic::error("unknown-term", message).at(&lesson.source, span.clone()).hint(hint));
            }
        }
        for items in lesson.item_lists() {
            let resolve = |address: &str| self.resolve_link(lesson, address);
            diagnostics.extend(links(items, resolve).map(|(complaint, span)| complaint.at(&lesson.source, span)));
        }
        diagnostics
    }

    pub(super) fn check_glossary(&self, source: &std::sync::Arc<crate::diagnostic::Source>) -> Vec<Diagnostic> {
        let resolve = |address: &str| self.resolve_site_link(address);
        let terms = self.glossary.terms.values();
        terms.flat_map(|term| links(&term.short, resolve)).map(|(complaint, span)| complaint.at(source, span)).collect()
    }

    pub(super) fn check_start(&self) -> Option<Diagnostic> {
        let start = self.site.start.as_deref()?;
        if self.lesson(start).is_some() {
            return None;
        }
        let (message, hint) = if self.index.is_draft(start) {
            (format!("`start` names `{start}`, which is a draft"), "Name a lesson that is published.".to_owned())
        } else {
            let hint = suggestion(start, self.lessons.iter().map(|lesson| lesson.path.as_str()));
            (format!("`start` names `{start}`, and there is no such lesson"), hint)
        };
        Some(Diagnostic::error("start", message).at(&self.site.source, self.site.start_span.clone()).hint(hint))
    }
}

fn links<'a>(
    items: &'a [Item],
    resolve: impl Fn(&str) -> LinkTarget + 'a,
) -> impl Iterator<Item = (Diagnostic, std::ops::Range<usize>)> + 'a {
    items.iter().filter_map(move |item| {
        let Item::Markdown(Event::Start(tag), span) = item else { return None };
        let (address, image) = match tag {
            Tag::Link { dest_url, .. } => (dest_url, false),
            Tag::Image { dest_url, .. } => (dest_url, true),
            _ => return None,
        };
        if runs_code(address, image) {
            // Reported where the Markdown was read.
            return None;
        }
        let diagnostic = match resolve(address) {
            LinkTarget::Broken(reason) => Diagnostic::error("broken-link", reason),
            LinkTarget::External if image && !is_picture(address) => {
                let message = "an image from another site is not shown: pages load nothing from elsewhere";
                Diagnostic::error("external-image", message).hint("Put the file into the lesson's folder.")
            }
            LinkTarget::Asset(_) | LinkTarget::External => return None,
            _ if image => Diagnostic::error("broken-link", format!("`{address}` is a page, not a picture")),
            _ => return None,
        };
        Some((diagnostic, span.clone()))
    })
}
