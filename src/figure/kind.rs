//! What every kind of figure is: a name, the keys of its YAML, a reader that makes a [`Figure`] of them, and what its
//! page loads.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde_json::Value;

use super::{FigureError, FigureStep, Key, Svg, record};
use crate::number::{Citation, NumberKind};
use crate::trace::{Part, Trace};
use crate::words::Words;
use crate::yaml::Fields;

/// A kind of figure.
pub struct Kind {
    /// As an author writes it after `figure`.
    pub name: &'static str,
    /// For authors: what it shows, in a phrase.
    pub about: &'static str,
    /// The keys of its YAML, but for `caption` and `id`, which all have.
    pub keys: &'static [Key],
    /// YAML of one such figure, without `caption`: for authors, and for tests to draw.
    pub example: &'static str,
    /// The scripts that make it move, `static/js/NAME.js`, in the order of loading; the last one is its component.
    pub scripts: &'static [&'static str],
    /// A script that is loaded when a reader asks for what it does.
    pub on_demand: Option<&'static str>,
    /// Its own style, `static/css/NAME.css`.
    pub style: Option<&'static str>,
    /// Parts of a run's trace that it cannot be drawn without, of those that an engine may not give.
    pub needs: &'static [Part],
    /// Reads its keys. `runs`: those of the lesson. `None`, and a complaint, where it cannot be drawn from what was
    /// written.
    pub read: Read,
}

/// Reads the keys of one figure.
pub type Read = fn(&Fields, &BTreeSet<String>) -> Option<Arc<dyn Figure>>;

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({})", self.name)
    }
}

impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// One figure as its author wrote it.
pub trait Figure: fmt::Debug + Send + Sync {
    /// The runs that it is drawn from, each once, in the author's order; the first is the one behind its badge.
    fn runs(&self) -> Vec<&str>;

    /// Equal input gives equal bytes.
    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError>;

    /// Paths of the values of runs that it quotes, with their places.
    fn quotes(&self) -> Vec<(&str, &Range<usize>)> {
        Vec::new()
    }

    /// Whose numbers it shows.
    fn source(&self) -> Option<&Citation> {
        None
    }

    /// Whether its kind's scripts have something to move in it.
    fn moves(&self) -> bool {
        true
    }

    /// Names of `data-` attributes that its scripts look for on the figure's element.
    fn switches(&self) -> &'static [&'static str] {
        &[]
    }
}

/// What a figure is drawn in and from.
pub struct Frame<'a> {
    /// The figure's anchor, unique on the page; ids within it begin with it.
    pub id: &'a str,
    /// The lesson's recorded runs.
    pub runs: &'a BTreeMap<String, Trace>,
    /// Of the site's language.
    pub words: &'a Words,
}

/// A run with its name.
pub(super) type Named<'a> = (&'a str, &'a Trace);

impl<'a> Frame<'a> {
    pub(super) fn named(&self, run: &str) -> Result<Named<'a>, FigureError> {
        match self.runs.get_key_value(run) {
            Some((name, trace)) => Ok((name.as_str(), trace)),
            None => Err(FigureError::NotRecorded { run: run.to_owned() }),
        }
    }

    pub(super) fn trace(&self, run: &str) -> Result<&'a Trace, FigureError> {
        self.named(run).map(|(_, trace)| trace)
    }

    /// The wide picture and the narrow one. `draw` takes the picture's id and its width in CSS pixels.
    pub(super) fn pictures(&self, draw: impl Fn(&str, f64) -> Svg) -> (Svg, Svg) {
        const WIDE: f64 = 720.0;
        const NARROW: f64 = 320.0;
        (draw(&format!("{}-wide", self.id), WIDE), draw(&format!("{}-narrow", self.id), NARROW))
    }
}

/// What a kind makes of a figure; [`super::draw`] adds what all kinds have.
pub struct Drawing {
    pub numbers: NumberKind,
    /// For about 720 px and more, and for about 320 px.
    pub pictures: (Svg, Svg),
    /// HTML, every datum of the pictures.
    pub table: String,
    /// The figure's JSON under `data`.
    pub data: Value,
    /// Of the one run that it shows: what its numbers are of.
    pub source: Option<Value>,
    /// Plain text: the longer description.
    pub description: String,
    pub steps: Vec<FigureStep>,
    pub origins: Vec<(String, String)>,
    pub rows: Option<String>,
}

impl Drawing {
    /// Measured, without steps.
    pub(super) fn new(pictures: (Svg, Svg), table: String, data: Value, description: String) -> Self {
        Self {
            numbers: NumberKind::Measured,
            pictures,
            table,
            data,
            source: None,
            description,
            steps: Vec::new(),
            origins: Vec::new(),
            rows: None,
        }
    }

    /// Of one run.
    pub(super) fn of(mut self, trace: &Trace) -> Self {
        self.source = Some(record::source(trace));
        self
    }
}
