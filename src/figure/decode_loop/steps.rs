//! The steps of a decode-loop figure: text, tokens, prompt pass, one per generated token, stop. Comes in: a trace.
//! Goes out: their numbers, their measured times and what happened, in words made from the data.

use crate::figure::token_label::Label;
use crate::figure::{FigureStep, Stage, long_run};
use crate::request::{Prompt, Sampling};
use crate::token::Token;
use crate::trace::{Finish, Spread, Trace, Unit};
use crate::words::{Value, Words};

/// Numbers of the steps, counted from 1.
pub(in crate::figure) struct Steps {
    generated: usize,
}

impl Steps {
    pub(in crate::figure) fn of(trace: &Trace) -> Self {
        Self { generated: trace.generated.len() }
    }

    pub(in crate::figure) fn text(&self) -> usize {
        1
    }

    pub(in crate::figure) fn tokens(&self) -> usize {
        2
    }

    pub(in crate::figure) fn prefill(&self) -> usize {
        3
    }

    /// The choice of generated token `index`.
    pub(in crate::figure) fn pick(&self, index: usize) -> usize {
        4 + index
    }

    pub(in crate::figure) fn stop(&self) -> usize {
        4 + self.generated
    }

    /// The stages, each with its first and last step.
    pub(in crate::figure) fn stages(&self) -> [(Stage, usize, usize); 4] {
        [
            (Stage::Tokenize, self.text(), self.tokens()),
            (Stage::Prefill, self.prefill(), self.prefill()),
            (Stage::Decode, self.pick(0), self.stop() - 1),
            (Stage::Stop, self.stop(), self.stop()),
        ]
    }
}

pub(super) fn stage(words: &Words, stage: Stage) -> String {
    let id = match stage {
        Stage::Tokenize => "loop-tokenize",
        Stage::Prefill => "loop-prefill",
        Stage::Decode => "loop-decode",
        Stage::Stop => "loop-stop",
    };
    words.text(id, &[])
}

/// With the digits that its author wrote.
pub(super) fn temperature(words: &Words, value: f64) -> String {
    let decimals = value.to_string().split_once('.').map_or(0, |(_, digits)| digits.len());
    words.number(value, decimals)
}

/// A number and its unit stay on one line.
fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}

fn ms(words: &Words, spread: Spread) -> Value<'static> {
    unbroken(&Unit::Milliseconds.shown(spread.median, words)).into()
}

fn percent(words: &Words, probability: f64) -> Value<'static> {
    unbroken(&words.percent(probability)).into()
}

fn shown(bytes: &[u8]) -> Value<'static> {
    Value::html(Label::new(bytes).html())
}

/// What step took the time of generated token `index`.
pub(super) fn time(trace: &Trace, index: usize) -> Option<Spread> {
    if index == 0 { trace.first_pick() } else { trace.gap(index) }
}

/// Of `trace`, the start of `whole`.
pub(super) fn all(words: &Words, trace: &Trace, whole: &Trace) -> Vec<FigureStep> {
    let step =
        |stage, sentences: Vec<String>, milliseconds| FigureStep { stage, caption: sentences.join(" "), milliseconds };
    let median = |spread: Option<Spread>| spread.map_or(0.0, |spread| spread.median);
    let mut steps = vec![
        step(Stage::Tokenize, vec![text(words, trace)], 0.0),
        step(Stage::Tokenize, tokenized(words, trace), 0.0),
        step(Stage::Prefill, vec![prefill(words, trace)], median(trace.prefill())),
    ];
    for index in 0..trace.generated.len() {
        steps.push(step(Stage::Decode, picked(words, trace, index), median(time(trace, index))));
    }
    steps.push(step(Stage::Stop, stopped(words, whole), 0.0));
    steps
}

fn text(words: &Words, trace: &Trace) -> String {
    let characters = ("characters", trace.prompt_text.chars().count().into());
    match &trace.request.prompt {
        Prompt::Raw(_) => words.html("loop-text-html", &[characters]),
        Prompt::Chat(messages) => words.html("loop-chat-html", &[("messages", messages.len().into()), characters]),
    }
}

fn tokenized(words: &Words, trace: &Trace) -> Vec<String> {
    let (tokens, vocabulary) = (trace.prompt.len().into(), trace.model.vocabulary.into());
    let mut said = vec![words.html("loop-cut-html", &[("tokens", tokens), ("vocabulary", vocabulary)])];
    let control = trace.prompt.iter().filter(|token| token.control).count();
    if control > 0 {
        said.push(words.html("loop-control-html", &[("n", control.into())]));
    }
    said
}

fn prefill(words: &Words, trace: &Trace) -> String {
    let tokens = ("tokens", trace.prompt.len().into());
    match trace.prefill() {
        Some(spread) => words.html("loop-pass-timed-html", &[tokens, ("time", ms(words, spread))]),
        None => words.html("loop-pass-html", &[tokens]),
    }
}

/// Why this token, out of all.
fn choice(words: &Words, trace: &Trace, index: usize, token: &Token) -> Vec<String> {
    let Some(step) = trace.steps.get(index) else { return Vec::new() };
    let vocabulary = ("vocabulary", trace.model.vocabulary.into());
    let name = ("token", shown(token.piece.bytes()));
    let probability = ("probability", percent(words, step.probability().unwrap_or_default()));
    let greedy = matches!(trace.request.sampling, Sampling::Greedy);
    match (greedy, step.rank) {
        (true, Some(1)) => vec![words.html("loop-greedy-html", &[name, probability, vocabulary])],
        (false, Some(1)) => vec![words.html("loop-drawn-likeliest-html", &[name, vocabulary, probability])],
        (_, rank) => {
            let mut said = vec![match rank {
                Some(rank) => words.html("loop-drawn-html", &[name, probability, ("rank", rank.into()), vocabulary]),
                None => words.html("loop-drawn-unranked-html", &[name, probability]),
            }];
            let likeliest = step.choices().into_iter().next();
            if let Some((piece, most)) = likeliest.and_then(|(id, most)| Some((trace.piece(id)?, most.exp()))) {
                let values = [("token", shown(piece.bytes())), ("probability", percent(words, most))];
                said.push(words.html("loop-likeliest-html", &values));
            }
            said
        }
    }
}

fn picked(words: &Words, trace: &Trace, index: usize) -> Vec<String> {
    let Some(token) = trace.generated.get(index) else { return Vec::new() };
    let mut choice = choice(words, trace, index, token);
    match index.checked_sub(1).and_then(|before| trace.generated.get(before)) {
        None => choice.push(words.html("loop-no-entry-html", &[])),
        Some(before) => {
            let before = ("token", shown(before.piece.bytes()));
            let read = match trace.gap(index) {
                Some(spread) => words.html("loop-reads-timed-html", &[before, ("time", ms(words, spread))]),
                None => words.html("loop-reads-html", &[before]),
            };
            choice.insert(0, read);
        }
    }
    choice
}

fn stopped(words: &Words, trace: &Trace) -> Vec<String> {
    let mut said = Vec::new();
    match long_run::left_out(trace) {
        0 => {}
        more => said.push(words.html("loop-left-out-html", &[("n", more.into())])),
    }
    said.push(match &trace.finish {
        Finish::Eos { token } => {
            let name = trace.piece(*token).map_or_else(|| token.to_string().into(), |piece| shown(piece.bytes()));
            words.html("loop-ended-html", &[("token", name)])
        }
        Finish::Stop { string } => words.html("loop-stop-string-html", &[("string", shown(string.as_bytes()))]),
        Finish::Length => words.html("loop-limit-html", &[("tokens", trace.request.max_tokens.into())]),
    });
    let count = trace.generated.len();
    if count == 0 {
        said.push(words.html("loop-nothing-html", &[]));
        return said;
    }
    let total = trace.repeats().iter().map(|run| run.ttft_ms + run.gaps_ms.iter().sum::<f64>());
    said.push(match Spread::of(total) {
        Some(spread) => words.html("loop-turns-timed-html", &[("n", count.into()), ("time", ms(words, spread))]),
        None => words.html("loop-turns-html", &[("n", count.into())]),
    });
    said.push(words.html("loop-last-html", &[]));
    said
}
