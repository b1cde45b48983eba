//! One text through several tokenizers: a run's own tokens, and what published vocabularies make of the same text; or
//! the merges of one word in each of them. Comes in: the runs and the names of vocabularies. Goes out: rows of tokens,
//! or one row per merge.

mod ladder;
mod picture;
mod table;

pub(super) use ladder::steps;
pub(super) use table::{json, table};

use super::{FigureError, NumberKind, Svg};
use crate::lesson::FigureBlock;
use crate::token::{MergeStep, Piece, Token, TokenId, WordMerges};
use crate::trace::{Trace, grouped};
use crate::vocabulary::{Entry, Vocabulary};

/// One tokenizer and what it made of the text.
pub(super) struct Cut<'a> {
    name: String,
    /// How many tokens there are to choose from.
    entries: u32,
    by: By<'a>,
    /// Bytes of the text.
    bytes: usize,
    tokens: Vec<Token>,
    /// Of the word, the start first; empty where the figure shows a text.
    merges: Vec<MergeStep>,
}

#[derive(Clone, Copy)]
enum By<'a> {
    Run(&'a str, &'a Trace),
    Vocabulary(Vocabulary),
}

pub(super) struct Cuts<'a> {
    /// The prompt, or the word.
    text: String,
    cuts: Vec<Cut<'a>>,
    merging: bool,
}

impl<'a> Cuts<'a> {
    /// `runs` are those of the block, in its order.
    pub(super) fn of(block: &FigureBlock, runs: &[(&'a str, &'a Trace)]) -> Result<Self, FigureError> {
        let first = runs.first().ok_or_else(|| FigureError::NotRecorded { run: block.run.clone() })?;
        if let Some(other) = runs.iter().find(|(_, trace)| trace.prompt_text != first.1.prompt_text) {
            return Err(FigureError::DifferentTexts { first: first.0.to_owned(), other: other.0.to_owned() });
        }
        let text = block.merges.clone().unwrap_or_else(|| first.1.prompt_text.clone());
        let mut cuts = Vec::new();
        for (run, trace) in runs {
            let (tokens, merges) = match &block.merges {
                None => (trace.prompt.clone(), Vec::new()),
                Some(word) => match trace.merges.as_ref().filter(|_| trace.request.merges.as_ref() == Some(word)) {
                    Some(merges) => (made(merges), merges.steps.clone()),
                    None => return Err(FigureError::NotMerged { run: (*run).to_owned(), word: word.clone() }),
                },
            };
            let by = By::Run(run, trace);
            let (name, entries) = (trace.model.name.clone(), trace.model.vocabulary);
            cuts.push(Cut { name, entries, by, bytes: text.len(), tokens, merges });
        }
        for vocabulary in &block.vocabularies {
            let merges = match &block.merges {
                Some(word) => vocabulary.merges(word)?.into_iter().map(MergeStep::from).collect(),
                None => Vec::new(),
            };
            cuts.push(Cut {
                name: vocabulary.name().to_owned(),
                entries: vocabulary.size(),
                by: By::Vocabulary(*vocabulary),
                bytes: text.len(),
                tokens: placed(vocabulary.encode(&text)?),
                merges,
            });
        }
        Ok(Self { text, cuts, merging: block.merges.is_some() })
    }

    /// Recorded where all of it was, else arithmetic on what programs carry.
    pub(super) fn numbers(&self) -> NumberKind {
        match self.cuts.iter().all(|cut| matches!(cut.by, By::Run(..))) {
            true => NumberKind::Measured,
            false => NumberKind::Derived,
        }
    }

    /// Where each tokenizer's rows come from, for the badge.
    pub(super) fn origins(&self) -> Vec<(String, String)> {
        self.cuts.iter().map(|cut| (cut.name.clone(), cut.origin())).collect()
    }

    pub(super) fn picture(&self, id: &str, width: f64) -> Svg {
        if self.merging { ladder::picture(self, id, width) } else { picture::picture(self, id, width) }
    }

    pub(super) fn description(&self) -> String {
        let each: Vec<String> = self.cuts.iter().map(|cut| format!("{}: {}", cut.name, cut.size())).collect();
        let what = match self.merging {
            true => "The merges that make one word into tokens, one row per merge, the joined piece filled",
            false => "One text as rows of tokens with their ids, one group for each tokenizer",
        };
        format!("{what}. {}. All of it is in the tables below the picture.", each.join("; "))
    }
}

impl Cut<'_> {
    fn bytes_per_token(&self) -> f64 {
        self.bytes as f64 / self.tokens.len().max(1) as f64
    }

    fn count(&self) -> String {
        let count = self.tokens.len();
        format!("{} {}", grouped(count as f64, 0), if count == 1 { "token" } else { "tokens" })
    }

    fn size(&self) -> String {
        format!("{}, {:.1} bytes per token", self.count(), self.bytes_per_token())
    }

    /// Beside its name.
    fn about(&self) -> String {
        let entries = grouped(self.entries.into(), 0);
        match self.by {
            By::Run(run, _) => format!("{entries} entries; measured in the run {run}"),
            By::Vocabulary(vocabulary) => format!("{entries} entries; derived; {}", vocabulary.used_by()),
        }
    }

    fn origin(&self) -> String {
        match self.by {
            By::Run(run, _) => format!("Measured: recorded in the run {run}."),
            By::Vocabulary(vocabulary) => format!(
                "Derived: worked out when the page was built, with the vocabulary of {} that the tiktoken-rs crate carries.",
                vocabulary.used_by()
            ),
        }
    }

    /// What came with a prompt is in its hue; what no model read is not.
    fn hue(&self) -> &'static str {
        match self.by {
            By::Run(..) => "lp-a",
            By::Vocabulary(_) => "lp-open",
        }
    }
}

fn placed(entries: Vec<Entry>) -> Vec<Token> {
    let mut at = 0;
    let place = |entry: Entry| {
        let start = at;
        at += u32::try_from(entry.bytes.len()).unwrap_or(u32::MAX);
        Token { id: TokenId(entry.id), piece: Piece::new(entry.bytes), range: (start, at), control: entry.control }
    };
    entries.into_iter().map(place).collect()
}

/// The tokens that a word's merges end in.
fn made(merges: &WordMerges) -> Vec<Token> {
    let pieces = merges.steps.last().map(|step| step.pieces.as_slice()).unwrap_or_default();
    let entries = pieces.iter().zip(&merges.tokens);
    placed(entries.map(|(piece, id)| Entry { id: id.0, bytes: piece.bytes().to_vec(), control: false }).collect())
}
