//! One text through several tokenizers: a run's own tokens, and what published vocabularies make of the same text; or
//! the merges of one word in each of them. Comes in: the runs and the names of vocabularies. Goes out: rows over one
//! grid of letters, or one bracket per merge.

mod brackets;
mod grid;
mod picture;
mod table;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::key::RUN;
use super::{Drawing, Figure, FigureError, Frame, Holds, Key, Kind, Named, Svg, each_once, run_or_runs};
use crate::diagnostic::nearest;
use crate::number::NumberKind;
use crate::request::read_word;
use crate::token::{MergeStep, Piece, Token, TokenId, WordMerges};
use crate::trace::{Part, Trace};
use crate::vocabulary::{Entry, Vocabulary};
use crate::words::Words;
use crate::yaml::Fields;

const RUNS: Key = Key::new("runs", Holds::Runs(1), "In place of `run`: several runs of one prompt");
const VOCABULARIES: Key = Key::new("vocabularies", Holds::Words(names), "Published vocabularies beside the runs' own");
const MERGES: Key = Key::new("merges", Holds::Text, "The word whose merges are shown; the run needs the same `merges`");

pub static KIND: Kind = Kind {
    name: "tokenizers",
    about: "One text through several tokenizers, or the merges of one word",
    keys: &[RUN, RUNS, VOCABULARIES, MERGES],
    example: "run: fox\nvocabularies: [cl100k_base]\n",
    scripts: &["stepper"],
    on_demand: None,
    style: None,
    needs: &[Part::Ids],
    read,
};

fn names() -> Vec<&'static str> {
    Vocabulary::ALL.map(Vocabulary::name).to_vec()
}

#[derive(Debug)]
struct Tokenizers {
    runs: Vec<String>,
    /// What else cuts the text.
    vocabularies: Vec<Vocabulary>,
    /// The word whose merges are shown in place of the text.
    merges: Option<String>,
}

fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Arc<dyn Figure>> {
    let names = run_or_runs(fields, runs);
    let (vocabularies, merges) = (vocabularies(fields), read_word(fields));
    Some(Arc::new(Tokenizers { runs: names?, vocabularies, merges }))
}

/// The published vocabularies under `vocabularies`, each once.
fn vocabularies(fields: &Fields) -> Vec<Vocabulary> {
    let mut found = Vec::new();
    for (name, node) in fields.texts(VOCABULARIES.name) {
        let wrong = |message: String, hint: String| {
            fields.complaints.error("vocabulary", node.span.clone(), message, hint);
        };
        match Vocabulary::named(name) {
            Some(vocabulary) if found.contains(&vocabulary) => {
                wrong(format!("`{name}` is listed twice"), "Remove one of them.".into());
            }
            Some(vocabulary) => found.push(vocabulary),
            None => {
                let names = names();
                let list: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                let list = format!("There are {}.", super::listed(&list));
                let hint = match nearest(name, names) {
                    Some(near) => format!("Did you mean `{near}`? {list}"),
                    None => list,
                };
                wrong(format!("there is no vocabulary `{name}`"), hint);
            }
        }
    }
    found
}

impl Figure for Tokenizers {
    fn runs(&self) -> Vec<&str> {
        each_once(&self.runs)
    }

    /// Merges are stepped through; a text is not.
    fn moves(&self) -> bool {
        self.merges.is_some()
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let named = self.runs.iter().map(|run| frame.named(run)).collect::<Result<Vec<_>, _>>()?;
        let cuts = Cuts::of(self, &named)?;
        let pictures = frame.pictures(|id, width| cuts.picture(id, width, frame.words));
        let table = table::table(&cuts, frame.id, frame.words);
        let drawing = Drawing::new(pictures, table, table::json(&cuts), cuts.description(frame.words));
        Ok(Drawing {
            numbers: cuts.numbers(),
            steps: brackets::steps(&cuts, frame.words),
            origins: cuts.origins(frame.words),
            ..drawing
        })
    }
}

/// One tokenizer and what it made of the text.
struct Cut<'a> {
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

struct Cuts<'a> {
    /// The prompt, or the word.
    text: String,
    cuts: Vec<Cut<'a>>,
    merging: bool,
}

impl<'a> Cuts<'a> {
    /// `runs` are those of the figure, in its order.
    fn of(figure: &Tokenizers, runs: &[Named<'a>]) -> Result<Self, FigureError> {
        let first = runs.first().ok_or_else(|| FigureError::NotRecorded { run: figure.runs.concat() })?;
        if let Some(other) = runs.iter().find(|(_, trace)| trace.prompt_text != first.1.prompt_text) {
            return Err(FigureError::DifferentTexts { first: first.0.to_owned(), other: other.0.to_owned() });
        }
        let text = figure.merges.clone().unwrap_or_else(|| first.1.prompt_text.clone());
        let mut cuts = Vec::new();
        for (run, trace) in runs {
            let (tokens, merges) = match &figure.merges {
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
        for vocabulary in &figure.vocabularies {
            let merges = match &figure.merges {
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
        Ok(Self { text, cuts, merging: figure.merges.is_some() })
    }

    /// Recorded where all of it was, else arithmetic on what programs carry; merges are always worked out, from a
    /// vocabulary.
    fn numbers(&self) -> NumberKind {
        match !self.merging && self.cuts.iter().all(|cut| matches!(cut.by, By::Run(..))) {
            true => NumberKind::Measured,
            false => NumberKind::Derived,
        }
    }

    /// Where each tokenizer's rows come from, for the badge.
    fn origins(&self, words: &Words) -> Vec<(String, String)> {
        self.cuts.iter().map(|cut| (cut.name.clone(), cut.origin(words))).collect()
    }

    fn picture(&self, id: &str, width: f64, words: &Words) -> Svg {
        if self.merging { brackets::picture(self, id, width, words) } else { picture::picture(self, id, width, words) }
    }

    fn description(&self, words: &Words) -> String {
        let each: Vec<String> = self.cuts.iter().map(|cut| cut.size(words)).collect();
        let sizes = ("sizes", each.join(&words.text("cuts-size-separator", &[])).into());
        words.text(if self.merging { "cuts-about-word" } else { "cuts-about-text" }, &[sizes])
    }
}

impl Cut<'_> {
    fn bytes_per_token(&self) -> f64 {
        self.bytes as f64 / self.tokens.len().max(1) as f64
    }

    fn count(&self, words: &Words) -> String {
        words.text("cuts-tokens", &[("n", self.tokens.len().into())])
    }

    fn size(&self, words: &Words) -> String {
        let bytes = words.counted(self.bytes_per_token(), 1);
        let values = [("name", (&self.name).into()), ("tokens", self.tokens.len().into()), ("bytes", bytes)];
        words.text("cuts-size", &values)
    }

    /// Beside its name.
    fn about(&self, words: &Words) -> String {
        let entries = ("entries", self.entries.into());
        match self.by {
            By::Run(run, _) => words.text("cuts-measured", &[entries, ("run", run.into())]),
            By::Vocabulary(vocabulary) => {
                words.text("cuts-derived", &[entries, ("used", used_by(vocabulary, words).into())])
            }
        }
    }

    fn origin(&self, words: &Words) -> String {
        match self.by {
            By::Run(run, _) => words.text("cuts-origin-measured", &[("run", run.into())]),
            By::Vocabulary(vocabulary) => {
                words.text("cuts-origin-derived", &[("used", used_by(vocabulary, words).into())])
            }
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

/// Models that use it, for readers; [`Vocabulary::used_by`] is for data.
fn used_by(vocabulary: Vocabulary, words: &Words) -> String {
    words.text("cuts-used-by", &[("vocabulary", vocabulary.name().into())])
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_and_data_are_told_the_same_models() {
        for vocabulary in Vocabulary::ALL {
            assert_eq!(used_by(vocabulary, Words::english()), vocabulary.used_by());
        }
    }
}
