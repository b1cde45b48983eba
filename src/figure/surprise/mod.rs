//! How expected a text was: every scored token with its surprisal, against the likeliest one at its place. Several runs are
//! answers to one question: their shared beginning is the question and counts for none of them.

mod picture;
mod table;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::key::{CANDIDATES, RUN, candidates};
use super::token_label::Label;
use super::{Drawing, Figure, FigureError, Frame, Holds, Key, Kind, each_once, run_or_runs};
use crate::token::{Token, TokenId};
use crate::trace::{Part, Score, Trace};
use crate::words::Words;
use crate::yaml::Fields;

const RUNS: Key = Key::new("runs", Holds::Runs(1), "In place of `run`: answers to one question");
const GIVEN: Key = Key::new(
    "given",
    Holds::Integer(1, 100_000),
    "So many first tokens are not scored; otherwise those that all runs share",
);

pub static KIND: Kind = Kind {
    name: "surprise",
    about: "How expected each token of a text was",
    keys: &[RUN, RUNS, GIVEN, CANDIDATES],
    example: "run: times\n",
    scripts: &["surprise"],
    on_demand: None,
    style: Some("surprise"),
    needs: &[Part::PromptScores, Part::Ids],
    read,
};

#[derive(Debug)]
struct Surprise {
    /// Each needs `score`.
    runs: Vec<String>,
    /// How many of the first tokens are not scored; otherwise those that all runs share.
    given: Option<usize>,
    /// How many expected tokens are listed at each place.
    candidates: usize,
}

fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Arc<dyn Figure>> {
    let names = run_or_runs(fields, runs);
    let (given, candidates) = (GIVEN.integer(fields), candidates(fields));
    Some(Arc::new(Surprise { runs: names?, given, candidates }))
}

impl Figure for Surprise {
    fn runs(&self) -> Vec<&str> {
        each_once(&self.runs)
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let traces = self.runs.iter().map(|run| frame.trace(run)).collect::<Result<Vec<_>, _>>()?;
        let texts = texts(self, &traces)?;
        let pictures = frame.pictures(|id, width| picture::picture(&texts, id, width, frame.words));
        let drawing = Drawing::new(
            pictures,
            table::table(&texts, frame.words),
            table::json(&texts, frame.words),
            description(&texts, frame.words),
        );
        Ok(match traces.first() {
            Some(trace) => drawing.of(trace),
            None => drawing,
        })
    }
}

/// One run's prompt.
struct Text<'a> {
    run: &'a str,
    trace: &'a Trace,
    /// How many of the first tokens are not scored.
    given: usize,
    tokens: Vec<ScoredToken<'a>>,
    score: Score,
}

struct ScoredToken<'a> {
    token: &'a Token,
    probability: f64,
    logprob: f64,
    rank: u32,
    /// How far from the likeliest token, ln(p of the likeliest ÷ p of this one); 0 for the likeliest itself.
    distance: f64,
    /// The likeliest tokens at this place, with their probabilities.
    expected: Vec<(TokenId, f64)>,
}

/// Messages of the scale's steps, the least surprising first. Each step up is ten times less likely.
const STEPS: [&str; 5] = [
    "surprise-scale-likeliest",
    "surprise-scale-ten",
    "surprise-scale-hundred",
    "surprise-scale-thousand",
    "surprise-scale-more",
];

/// A formula, in every language.
const SUM: &str = "Σ ln p";

impl<'a> Text<'a> {
    /// What stands before the scored tokens.
    fn given_tokens(&self) -> impl DoubleEndedIterator<Item = &'a Token> {
        self.trace.prompt.iter().take(self.given)
    }

    fn shares_given(&self, other: &Self) -> bool {
        self.given_tokens().map(|token| token.id).eq(other.given_tokens().map(|token| token.id))
    }

    /// Its scored tokens as one text: what it is called.
    fn label(&self) -> Label {
        let bytes: Vec<u8> =
            self.tokens.iter().flat_map(|scored| scored.token.piece.bytes().to_vec()).take(60).collect();
        Label::new(String::from_utf8_lossy(&bytes).trim().trim_end_matches('\u{fffd}').as_bytes())
    }
}

impl ScoredToken<'_> {
    /// In nats; a true 0, where rounding gave a little less.
    fn surprisal(&self) -> f64 {
        (-self.logprob).max(0.0)
    }

    /// What its button is called.
    fn name(&self, words: &Words) -> String {
        let shown = Label::new(self.token.piece.bytes()).text();
        let text = self.token.piece.text().map(str::trim).filter(|text| !text.is_empty());
        let values = [
            ("token", isolated(text.unwrap_or(&shown)).into()),
            ("surprisal", words.number(self.surprisal(), 2).into()),
        ];
        words.text("surprise-name", &values)
    }

    /// Index in `STEPS`.
    fn step(&self) -> usize {
        match self.rank {
            1 => 0,
            _ => 1 + (self.distance / std::f64::consts::LN_10).floor().clamp(0.0, 3.0) as usize,
        }
    }

    fn times(&self, words: &Words) -> String {
        let times = self.distance.exp();
        words.number(times, if times < 10.0 { 1 } else { 0 })
    }

    /// In words, after the token itself.
    fn said(&self, vocabulary: u32, words: &Words) -> String {
        let mut values = vec![
            ("probability", words.percent(self.probability).into()),
            ("rank", self.rank.into()),
            ("vocabulary", vocabulary.into()),
            ("surprisal", words.number(-self.logprob, 2).into()),
        ];
        if self.rank == 1 {
            return words.text("surprise-said-likeliest", &values);
        }
        values.push(("times", self.times(words).into()));
        words.text("surprise-said", &values)
    }
}

/// The text may run from right to left; the sentence around it does not.
fn isolated(text: &str) -> String {
    format!("\u{2068}{text}\u{2069}")
}

/// How many tokens all runs begin with, at least the first, which nothing stands before.
fn shared(traces: &[&Trace]) -> usize {
    let Some((first, others)) = traces.split_first() else { return 1 };
    let same = |at: usize, token: &Token| {
        others.iter().all(|trace| trace.prompt.get(at).is_some_and(|other| other.id == token.id))
    };
    match others.is_empty() {
        true => 1,
        false => first.prompt.iter().enumerate().take_while(|(at, token)| same(*at, token)).count().max(1),
    }
}

/// `traces` are those of `figure.runs`, in their order.
fn texts<'a>(figure: &'a Surprise, traces: &[&'a Trace]) -> Result<Vec<Text<'a>>, FigureError> {
    let given = figure.given.unwrap_or_else(|| shared(traces));
    let runs = figure.runs.iter().zip(traces);
    runs.map(|(run, trace)| {
        let scores = trace.prompt_scores()?;
        if trace.prompt_rows.len() != scores.len() {
            return Err(FigureError::NotScored { run: run.clone() });
        }
        let nothing = || FigureError::NothingScored { run: run.clone(), given };
        let score = trace.score(given).ok_or_else(nothing)?;
        let scored = trace.prompt.iter().skip(1).zip(scores).zip(&trace.prompt_rows);
        let tokens = (1..).zip(scored).skip(given.saturating_sub(1)).map(|(at, ((token, score), row))| ScoredToken {
            token,
            probability: trace.prompt_probability(at).unwrap_or_default(),
            logprob: score.logprob,
            rank: score.rank,
            distance: (score.best.1 - score.logprob).max(0.0),
            expected: row.ids.iter().copied().zip(row.probabilities()).take(figure.candidates).collect(),
        });
        Ok(Text { run, trace, given: given.max(1), tokens: tokens.collect(), score })
    })
    .collect()
}

/// Which of the texts has the highest of a number; `None` where there is one only.
fn highest(texts: &[Text], number: impl Fn(&Score) -> f64) -> Option<usize> {
    let numbers = texts.iter().enumerate().map(|(at, text)| (at, number(&text.score)));
    let best = numbers.max_by(|(a, x), (b, y)| x.total_cmp(y).then(b.cmp(a)));
    best.map(|(at, _)| at).filter(|_| texts.len() > 1)
}

fn description(texts: &[Text], words: &Words) -> String {
    let each: Vec<String> = texts
        .iter()
        .map(|text| {
            let values = [
                ("text", isolated(&text.label().text()).into()),
                ("n", text.score.tokens.into()),
                ("sum", nats(text.score.total, words).into()),
                ("mean", nats(text.score.per_token(), words).into()),
                ("perplexity", perplexity(text.score.perplexity(), words).into()),
            ];
            words.text("surprise-about-text", &values)
        })
        .collect();
    words.text("surprise-about", &[("texts", each.join(" ").into())])
}

/// With a true minus sign.
fn nats(value: f64, words: &Words) -> String {
    words.number(value, 2)
}

fn perplexity(value: f64, words: &Words) -> String {
    words.number(value, if value < 100.0 { 2 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture::{drawn, recorded};

    #[test]
    fn the_question_that_all_answers_share_is_not_scored() {
        let runs = ["paris", "city", "lyon"];
        let traces = runs.map(recorded);
        let traces: Vec<&Trace> = traces.iter().collect();
        let figure = Surprise { runs: runs.map(str::to_owned).to_vec(), given: None, candidates: 6 };
        let texts = texts(&figure, &traces).unwrap();
        assert_eq!(texts[0].given, 12);
        let shown: Vec<Vec<&str>> = texts
            .iter()
            .map(|text| text.tokens.iter().filter_map(|scored| scored.token.piece.text()).collect())
            .collect();
        assert_eq!((shown[0].concat(), shown[2].concat()), (" Paris.".into(), " Lyon.".into()));
        let summed: f64 = texts[1].tokens.iter().map(|scored| scored.logprob).sum();
        assert!((texts[1].score.total - summed).abs() < 1e-9);
    }

    #[test]
    fn a_step_is_a_power_of_ten_below_the_likeliest() {
        let trace = recorded("times");
        let token = &trace.prompt[0];
        let step = |rank, ratio: f64| {
            ScoredToken { token, probability: 0.0, logprob: -9.0, rank, distance: ratio.ln(), expected: Vec::new() }
                .step()
        };
        let steps = [step(1, 1.0), step(2, 1.01), step(3, 9.9), step(3, 11.0), step(9, 101.0), step(9, 1e9)];
        assert_eq!(steps, [0, 1, 1, 2, 3, 4]);
    }

    #[test]
    fn a_run_that_kept_no_rows_or_no_token_is_named() {
        let error_of = |yaml, run| drawn("surprise", yaml, &[("fox", &recorded(run))]).unwrap_err().to_string();
        let error = error_of("run: fox", "fox");
        assert!(error.contains("`score: true`"), "{error}");
        let error = error_of("run: fox\ngiven: 29", "times");
        assert!(error.contains("29"), "{error}");
    }
}
