//! A text as a heat map of surprisal: every scored token against the likeliest one at its place. Several runs are
//! answers to one question: their shared beginning is the question and counts for none of them.

mod picture;
mod table;

pub(super) use picture::picture;
pub(super) use table::{json, table};

use super::FigureError;
use crate::lesson::FigureBlock;
use crate::token::{Token, TokenId};
use crate::trace::{Score, Trace, grouped, percent};

/// One run's prompt.
pub(super) struct Text<'a> {
    run: &'a str,
    trace: &'a Trace,
    /// How many of the first tokens are not scored.
    given: usize,
    tokens: Vec<ScoredToken<'a>>,
    score: Score,
}

struct ScoredToken<'a> {
    token: &'a Token,
    logprob: f64,
    rank: u32,
    /// How far from the likeliest token, ln(p of the likeliest ÷ p of this one); 0 for the likeliest itself.
    distance: f64,
    /// The likeliest tokens at this place, with their probabilities.
    expected: Vec<(TokenId, f64)>,
}

/// What each step of the scale says, the least surprising first. Each step up is ten times less likely.
const STEPS: [&str; 5] = ["the likeliest", "up to 10×", "up to 100×", "up to 1,000×", "more than 1,000× less likely"];

impl ScoredToken<'_> {
    /// Index in `STEPS`.
    fn step(&self) -> usize {
        match self.rank {
            1 => 0,
            _ => 1 + (self.distance / std::f64::consts::LN_10).floor().clamp(0.0, 3.0) as usize,
        }
    }

    fn times(&self) -> String {
        let times = self.distance.exp();
        grouped(times, if times < 10.0 { 1 } else { 0 })
    }

    /// In words, after the token itself.
    fn said(&self, vocabulary: u32) -> String {
        let against = match self.rank {
            1 => "the likeliest".to_owned(),
            _ => format!("{} times less likely than the likeliest", self.times()),
        };
        format!(
            "had a probability of {}: {against}, rank {} of {}, surprisal {:.2} nats.",
            percent(self.logprob.exp()),
            grouped(self.rank.into(), 0),
            grouped(vocabulary.into(), 0),
            -self.logprob
        )
    }
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

/// `traces` are those of `block.runs`, in their order.
pub(super) fn texts<'a>(block: &'a FigureBlock, traces: &[&'a Trace]) -> Result<Vec<Text<'a>>, FigureError> {
    let given = block.given.unwrap_or_else(|| shared(traces));
    let runs = block.runs.iter().zip(traces);
    runs.map(|(run, trace)| {
        if trace.prompt_rows.len() != trace.prompt_scores.len() {
            return Err(FigureError::NotScored { run: run.clone() });
        }
        let nothing = || FigureError::NothingScored { run: run.clone(), given };
        let score = trace.score(given).ok_or_else(nothing)?;
        let scored = trace.prompt.iter().skip(1).zip(&trace.prompt_scores).zip(&trace.prompt_rows);
        let tokens = scored.skip(given.saturating_sub(1)).map(|((token, score), row)| ScoredToken {
            token,
            logprob: score.logprob,
            rank: score.rank,
            distance: (score.best.1 - score.logprob).max(0.0),
            expected: row.ids.iter().copied().zip(row.probabilities()).take(block.candidates).collect(),
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

pub(super) fn description(texts: &[Text]) -> String {
    let each: Vec<String> = texts
        .iter()
        .map(|text| {
            format!(
                "{}: {} tokens with a log-probability of {} together, {} each, a perplexity of {}.",
                text.run,
                text.score.tokens,
                nats(text.score.total),
                nats(text.score.per_token()),
                perplexity(text.score.perplexity())
            )
        })
        .collect();
    format!(
        "Each token of the text with its surprisal beneath, the darker and the thicker underlined the less likely it was \
         than the likeliest token at its place. {} All of it is in the table below the picture.",
        each.join(" ")
    )
}

/// With a true minus sign.
fn nats(value: f64) -> String {
    grouped(value, 2)
}

fn perplexity(value: f64) -> String {
    grouped(value, if value < 100.0 { 2 } else { 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{draw, fixture};
    use crate::lesson::FigureKind;

    fn answers() -> (FigureBlock, Vec<Trace>) {
        let runs = ["paris", "city", "lyon"];
        let block = FigureBlock {
            runs: runs.iter().map(|run| run.to_string()).collect(),
            ..fixture::block(FigureKind::Surprise)
        };
        (block, runs.map(fixture::recorded).into())
    }

    #[test]
    fn the_question_that_all_answers_share_is_not_scored() {
        let (block, traces) = answers();
        let traces: Vec<&Trace> = traces.iter().collect();
        let texts = texts(&block, &traces).unwrap();
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
        let trace = fixture::recorded("times");
        let token = &trace.prompt[0];
        let step = |rank, ratio: f64| {
            ScoredToken { token, logprob: -9.0, rank, distance: ratio.ln(), expected: Vec::new() }.step()
        };
        let steps = [step(1, 1.0), step(2, 1.01), step(3, 9.9), step(3, 11.0), step(9, 101.0), step(9, 1e9)];
        assert_eq!(steps, [0, 1, 1, 2, 3, 4]);
    }

    #[test]
    fn a_run_that_kept_no_rows_or_no_token_is_named() {
        let mut block = FigureBlock { runs: vec!["fox".into()], ..fixture::block(FigureKind::Surprise) };
        let error = draw(&block, &fixture::recorded("fox")).unwrap_err().to_string();
        assert!(error.contains("`score: true`"), "{error}");
        block.given = Some(29);
        let error = draw(&block, &fixture::recorded("times")).unwrap_err().to_string();
        assert!(error.contains("29"), "{error}");
    }
}
