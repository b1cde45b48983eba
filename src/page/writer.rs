use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

use url::Url;

use super::PageInput;
use super::footnotes::Footnotes;
use super::order::page_of;
use super::quiz::Answer;
use super::templates::Templates;
use crate::diagnostic::{Diagnostic, Source};
use crate::lesson::Lesson;
use crate::trace::Trace;
use crate::words::{Value, Words};

/// Where a text stands: what its links are relative to and which runs its values come from.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub input: &'a PageInput<'a>,
    pub templates: &'a Templates,
    /// `None` for the glossary.
    pub lesson: Option<&'a Lesson>,
    /// The file the text was read from.
    pub source: Option<&'a Arc<Source>>,
    /// Output path of the page.
    pub page: &'a str,
    /// Set where addresses must be whole URLs: in the feed.
    pub base: Option<&'a Url>,
}

/// Turns a lesson's items into HTML. What it does with each kind of item stands in the file named after it.
pub struct Writer<'a> {
    pub place: Place<'a>,
    pub complaints: Vec<Diagnostic>,
    pub footnotes: Footnotes,
    /// How many tables the page has so far; they are named by it.
    pub tables: usize,
    /// Of the quizzes so far.
    pub answers: Vec<Answer>,
    /// Terms of the section that have shown what they mean; `None` where a term is a plain link.
    pub explained: Option<BTreeSet<String>>,
    /// Messages on signs that the page has shown.
    pub signs: BTreeSet<&'static str>,
    /// Whether the page has a formula.
    pub math: bool,
    /// How many terms the page explains where they stand.
    pub popovers: usize,
    /// Links to other sites by their number on paper, counted from 1.
    pub printed_links: Vec<String>,
}

impl<'a> Writer<'a> {
    pub fn new(place: Place<'a>) -> Self {
        Self {
            place,
            complaints: Vec::new(),
            footnotes: Footnotes::default(),
            tables: 0,
            answers: Vec::new(),
            explained: None,
            signs: BTreeSet::new(),
            math: false,
            popovers: 0,
            printed_links: Vec::new(),
        }
    }

    pub fn words(&self) -> &'a Words {
        self.place.input.words
    }

    /// Plain text, still to be escaped.
    pub fn text(&self, id: &str, values: &[(&str, Value)]) -> String {
        self.words().text(id, values)
    }

    pub fn complain(&mut self, complaint: Diagnostic, span: &Range<usize>) {
        self.complaints.push(match self.place.source {
            Some(source) => complaint.at(source, span.clone()),
            None => complaint,
        });
    }

    /// The lesson's recorded runs.
    pub fn traces(&self) -> Option<&'a BTreeMap<String, Trace>> {
        self.place.input.traces.get(&self.place.lesson?.path)
    }

    pub fn trace(&self, run: &str) -> Option<&'a Trace> {
        self.traces()?.get(run)
    }

    /// Renders a part of a page; a failure is a complaint, and the part is left out.
    pub fn part<T: serde::Serialize>(&mut self, template: &str, view: &T) -> String {
        match self.place.templates.render(template, view) {
            Ok(html) => html,
            Err(complaint) => {
                self.complaints.push(complaint);
                String::new()
            }
        }
    }

    /// The number that a link to another site has on paper.
    pub fn printed_link(&mut self, url: &str) -> usize {
        let known = self.printed_links.iter().position(|link| link == url);
        known.unwrap_or_else(|| {
            self.printed_links.push(url.to_owned());
            self.printed_links.len() - 1
        }) + 1
    }

    /// What stands before the `#` of an address on the lesson's own page: nothing on that page.
    pub fn own_page(&self) -> String {
        match self.place.lesson.map(page_of) {
            Some(page) if self.place.base.is_some() || page != self.place.page => self.address(&page),
            _ => String::new(),
        }
    }

    /// Whether `path` is the page itself, read where it stands.
    pub fn is_here(&self, path: &str) -> bool {
        self.place.base.is_none() && path == self.place.page
    }

    /// The address of a published file, as the place needs it.
    pub fn address(&self, path: &str) -> String {
        match self.place.base {
            Some(base) => super::address::absolute(base, path),
            None => super::address::relative(self.place.page, path),
        }
    }
}
