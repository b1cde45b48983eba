//! One Markdown file, parsed: front matter, sections, prose, blocks and runs, each with the span it came from.
//! Comes in: a source file. Goes out: a [`Lesson`] and every complaint about it. Knows nothing of models or HTML
//! templates.

mod address;
mod anchors;
mod block;
mod body;
mod comparison;
mod dollar;
mod dropped;
mod experiment;
mod front_lines;
mod front_matter;
mod heading;
mod html;
mod ids;
mod items;
mod lint;
mod markdown;
mod parse;
mod plain_text;
mod prose;
mod read_benchmark;
mod read_block;
mod read_experiment;
mod read_front;
mod read_quiz;
mod read_run;
mod schema;
#[cfg(test)]
mod tests;

pub use block::{
    BenchmarkBlock, BenchmarkRow, Block, Choice, Direction, DirectionsBlock, FigureBlock, Movement, Question,
    QuestionKind, QuizBlock,
};
pub use comparison::{Claim, Comparison, Operator};
pub use experiment::{Experiment, Point, Vary};
pub use front_matter::{Expectation, FrontMatter, FrontMatterPlaces, Level, RunRequest};
pub use parse::ParseOptions;
pub use plain_text::plain_text;
pub use prose::{ProseContext, read_inline};
pub use schema::{SchemaPart, schema};

pub(crate) use address::{AddressParts, is_picture, leads_outside, runs_code, scheme};
pub(crate) use anchors::{figure_of_step, is_anchor, is_top};
pub(crate) use read_front::number_parts;
pub(crate) use read_run::WEIGHTS;

use std::ops::Range;
use std::sync::Arc;

use camino::Utf8PathBuf;
use pulldown_cmark::Event;

use crate::diagnostic::Source;

/// A lesson as its author wrote it.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub source: Arc<Source>,
    /// The lesson's folder, relative to the site folder: `content/foundations/autoregressive-generation`.
    pub folder: Utf8PathBuf,
    /// The lesson's address below the base URL, without slashes at its ends: `foundations/autoregressive-generation`.
    pub path: String,
    /// First part of `path`.
    pub module: String,
    pub front: FrontMatter,
    /// The first section may have no heading: what stands before the first one.
    pub sections: Vec<Section>,
}

/// A second-level heading and what follows it.
#[derive(Clone, Debug)]
pub struct Section {
    pub heading: Option<Heading>,
    pub items: Vec<Item>,
}

#[derive(Clone, Debug)]
pub struct Heading {
    /// Unique in the lesson; the same for the table of contents, the page and the search index.
    pub id: String,
    /// Plain text, not escaped.
    pub text: String,
    /// The heading's inline content.
    pub items: Vec<Item>,
    /// Small line above the heading, from `{eyebrow="…"}`.
    pub eyebrow: Option<String>,
    pub span: Range<usize>,
}

/// Prose is Markdown's own events, with what is ours in between.
#[derive(Clone, Debug)]
pub enum Item {
    /// An event of pulldown-cmark and its span. Deeper headings carry their id in the event.
    Markdown(Event<'static>, Range<usize>),
    /// A fenced block of ours.
    Block(Box<Block>, Range<usize>),
    /// `` `=fox.prefill.ms` ``: the path without the `=`.
    Value(String, Range<usize>),
}

impl Lesson {
    /// All blocks in reading order, with their spans.
    pub fn blocks(&self) -> impl Iterator<Item = (&Block, &Range<usize>)> {
        self.sections.iter().flat_map(|section| &section.items).filter_map(|item| match item {
            Item::Block(block, span) => Some((block.as_ref(), span)),
            _ => None,
        })
    }
}
