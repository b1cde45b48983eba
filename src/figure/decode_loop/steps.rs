//! The steps of a decode-loop figure: text, tokens, prompt pass, one per generated token, stop. Comes in: a trace.
//! Goes out: their numbers, their measured times and what happened, in words made from the data.

use crate::figure::token_label::{Label, escaped};
use crate::figure::{FigureStep, long_run};
use crate::request::{Prompt, Sampling};
use crate::token::Token;
use crate::trace::{Finish, Spread, Trace, Unit};
use crate::words::Words;

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
    pub(in crate::figure) fn stages(&self) -> Vec<(&'static str, usize, usize)> {
        vec![
            ("Tokenize", self.text(), self.tokens()),
            ("Prefill", self.prefill(), self.prefill()),
            ("Decode", self.pick(0), self.stop() - 1),
            ("Stop", self.stop(), self.stop()),
        ]
    }
}

/// A number and its unit stay on one line.
fn unbroken(text: &str) -> String {
    text.replace(' ', "\u{a0}")
}

fn ms(_words: &Words, value: f64) -> String {
    unbroken(&Unit::Milliseconds.display(value))
}

fn percent(words: &Words, probability: f64) -> String {
    // `< 0.1 %` goes into HTML.
    escaped(&unbroken(&words.percent(probability)))
}

fn tokens(words: &Words, count: usize) -> String {
    format!("{} {}", words.number(count as f64, 0), if count == 1 { "token" } else { "tokens" })
}

fn shown(token: &Token) -> String {
    Label::new(token.piece.bytes()).html()
}

/// What step took the time of generated token `index`.
pub(super) fn time(trace: &Trace, index: usize) -> Option<Spread> {
    if index == 0 { trace.first_pick() } else { trace.gap(index) }
}

/// Of `trace`, the start of `whole`.
pub(super) fn all(words: &Words, trace: &Trace, whole: &Trace) -> Vec<FigureStep> {
    let step = |stage, caption, milliseconds| FigureStep { stage, caption, milliseconds };
    let median = |spread: Option<Spread>| spread.map_or(0.0, |spread| spread.median);
    let mut steps = vec![
        step("Tokenize", text(words, trace), 0.0),
        step("Tokenize", tokenized(words, trace), 0.0),
        step("Prefill", prefill(words, trace), median(trace.prefill())),
    ];
    for index in 0..trace.generated.len() {
        steps.push(step("Decode", picked(words, trace, index), median(time(trace, index))));
    }
    steps.push(step("Stop", stopped(words, whole), 0.0));
    steps
}

fn text(words: &Words, trace: &Trace) -> String {
    let count = words.number(trace.prompt_text.chars().count() as f64, 0);
    match &trace.request.prompt {
        Prompt::Raw(_) => format!("The prompt is text: {count} characters. The model never sees text."),
        Prompt::Chat(messages) => {
            let messages = match messages.len() {
                1 => "One message".to_owned(),
                several => format!("{several} messages"),
            };
            format!("{messages}, which the model’s chat template turns into one text of {count} characters.")
        }
    }
}

fn tokenized(words: &Words, trace: &Trace) -> String {
    let control = trace.prompt.iter().filter(|token| token.control).count();
    let of_these = match control {
        0 => String::new(),
        1 => " One of them is a control token, dashed.".into(),
        several => format!(" {several} of them are control tokens, dashed."),
    };
    format!(
        "The tokenizer cuts the text into {}; each is a number in a vocabulary of {}.{of_these}",
        tokens(words, trace.prompt.len()),
        words.number(trace.model.vocabulary.into(), 0)
    )
}

fn prefill(words: &Words, trace: &Trace) -> String {
    let time = trace.prefill().map_or(String::new(), |spread| format!(", in {}", ms(words, spread.median)));
    let all = match trace.prompt.len() {
        1 => "the one prompt token".to_owned(),
        several => format!("all {} at once", tokens(words, several)),
    };
    format!(
        "Prefill: one pass takes in {all}{time}. Every token leaves its K/V entry, and the last one gives the scores of \
         what comes next."
    )
}

/// Why this token, out of all.
fn choice(words: &Words, trace: &Trace, index: usize, token: &Token) -> String {
    let Some(step) = trace.steps.get(index) else { return String::new() };
    let vocabulary = words.number(trace.model.vocabulary.into(), 0);
    let (name, probability) = (shown(token), percent(words, step.probability().unwrap_or_default()));
    let greedy = matches!(trace.request.sampling, Sampling::Greedy);
    match (greedy, step.rank) {
        (true, Some(1)) => {
            format!("The model gives {name} {probability}, the most of {vocabulary}, so it is appended.")
        }
        (false, Some(1)) => {
            format!("The draw picks {name}, the likeliest of {vocabulary} with {probability}; it is appended.")
        }
        (_, rank) => {
            let likeliest = step.choices().into_iter().next();
            let likeliest = likeliest.and_then(|(id, most)| Some((trace.piece(id)?, most.exp())));
            let likeliest = likeliest.map_or(String::new(), |(piece, most)| {
                format!(" The likeliest was {} with {}.", Label::new(piece.bytes()).html(), percent(words, most))
            });
            let rank = rank.map_or(String::new(), |rank| format!(", rank {rank} of {vocabulary}"));
            format!("The draw picks {name} with {probability}{rank}; it is appended.{likeliest}")
        }
    }
}

fn picked(words: &Words, trace: &Trace, index: usize) -> String {
    let Some(token) = trace.generated.get(index) else { return String::new() };
    let choice = choice(words, trace, index, token);
    let before = index.checked_sub(1).and_then(|before| trace.generated.get(before));
    match before {
        None => format!("{choice} It has no K/V entry yet: that comes when it goes through the model."),
        Some(before) => {
            let time = trace.gap(index).map_or(String::new(), |spread| format!(" in {}", ms(words, spread.median)));
            format!("{} goes through the model{time} and leaves its K/V entry. {choice}", shown(before))
        }
    }
}

fn stopped(words: &Words, trace: &Trace) -> String {
    let why = match &trace.finish {
        Finish::Eos { token } => {
            let name = trace.piece(*token).map_or(token.to_string(), |piece| Label::new(piece.bytes()).html());
            format!("The model chose {name}, the token that ends its turn, so the loop stops.")
        }
        Finish::Stop { string } => {
            format!("The text now contains {}, which the run stops at.", Label::new(string.as_bytes()).html())
        }
        Finish::Length => format!(
            "The loop stops because the run asked for {}; the model had not ended.",
            tokens(words, trace.request.max_tokens as usize)
        ),
    };
    let total = trace.repeats().iter().map(|run| run.ttft_ms + run.gaps_ms.iter().sum::<f64>());
    let total = Spread::of(total).map_or(String::new(), |spread| format!(", {} in all", ms(words, spread.median)));
    let why = match long_run::left_out(trace) {
        0 => why,
        more => format!("{} more follow, which are not shown here. {why}", tokens(words, more)),
    };
    let count = trace.generated.len();
    if count == 0 {
        return format!("{why} No token was written.");
    }
    format!(
        "{why} {} in {count} {}{total}. The last token never went through the model, so it has no K/V entry.",
        escaped(&tokens(words, count)),
        if count == 1 { "turn of the loop" } else { "turns of the loop" }
    )
}
