//! Questions that a run answers: which token did the model choose next?

use super::links::shortened;
use super::quiz::ChoiceView;
use super::{Writer, escape, visible};
use crate::diagnostic::Diagnostic;
use crate::lesson::Question;
use crate::token::TokenId;
use crate::trace::{Part, Trace};
use crate::words::Words;

/// How many tokens before the asked one are shown.
const CONTEXT: usize = 24;

impl<'a> Writer<'a> {
    /// The run that a question asks about; `None` after a complaint where it has no such step or no trace.
    pub fn asked_run(&mut self, question: &Question, run: &str, step: usize) -> Option<&'a Trace> {
        let lesson = self.place.lesson?;
        if !lesson.front.runs.contains_key(run) {
            let known: Vec<&str> = lesson.front.runs.keys().map(String::as_str).collect();
            let complaint = Diagnostic::error("unknown-run", format!("the lesson has no run `{run}`"))
                .hint(format!("Its runs are: {}.", shortened(&known)));
            self.complain(complaint, &question.span);
            return None;
        }
        // That a run is to be recorded is said by the plan of runs.
        let trace = self.trace(run)?;
        if step >= trace.steps.len() {
            let complaint = Diagnostic::error("unknown-step", format!("run `{run}` has no step {step}"))
                .hint(format!("It has {} steps, counted from 0.", trace.steps.len()));
            self.complain(complaint, &question.span);
            return None;
        }
        // A choice is shown with its probability and by its text.
        if let Some(missing) = [Part::Logprobs, Part::Pieces].iter().find_map(|part| trace.need(*part).err()) {
            let complaint = Diagnostic::error("missing-part", format!("run `{run}` cannot be asked about: {missing}"))
                .hint("Write the choices yourself (`choices`), or ask about a run of an engine that gives them.");
            self.complain(complaint, &question.span);
            return None;
        }
        Some(trace)
    }
}

/// HTML: what the model had before it when it chose, its end at least, and a gap.
pub fn context(trace: &Trace, step: usize, words: &Words) -> String {
    let before: Vec<_> = trace.prompt.iter().chain(trace.generated.iter().take(step)).collect();
    let shown = &before[before.len().saturating_sub(CONTEXT)..];
    let bytes: Vec<u8> = shown.iter().flat_map(|token| token.piece.bytes().to_vec()).collect();
    let cut = if shown.len() < before.len() { "…" } else { "" };
    let gap = escape::html(&words.text("next-token", &[]));
    format!("{cut}{}<span class=\"lp-gap\" role=\"img\" aria-label=\"{gap}\"></span>", visible::quotation(&bytes))
}

/// The likeliest tokens at `step`, the chosen one always among them, in an order that only depends on the question.
pub fn choices(trace: &Trace, step: usize, count: usize, question: &str, words: &Words) -> Vec<ChoiceView> {
    let Some(step) = trace.steps.get(step) else { return Vec::new() };
    let likeliest = step.choices().into_iter().take(count.max(2)).enumerate();
    let mut listed: Vec<(Option<usize>, TokenId, f64)> =
        likeliest.map(|(at, (id, logprob))| (Some(at), id, logprob.exp())).collect();
    let chosen = step.probability().unwrap_or_default();
    match listed.iter_mut().find(|(_, id, _)| *id == step.chosen) {
        Some((_, _, probability)) => *probability = chosen,
        None => {
            listed.pop();
            listed.push((step.rank.map(|rank| rank.saturating_sub(1) as usize), step.chosen, chosen));
        }
    }
    listed.sort_by_cached_key(|(_, id, _)| *blake3::hash(format!("{question} {id}").as_bytes()).as_bytes());
    listed
        .into_iter()
        .map(|(at, id, probability)| {
            let right = id == step.chosen;
            let values = [
                ("share", words.percent(probability).into()),
                ("rank", at.map_or_else(|| "–".into(), |at| (at + 1).into())),
                ("vocabulary", trace.model.vocabulary.into()),
            ];
            let reason = match (right, at) {
                (true, Some(0)) => "next-likeliest",
                (true, _) => "next-sampled",
                (false, _) => "next-other",
            };
            let because = escape::html(&words.text(reason, &values));
            let class = if trace.is_control(id) { "lp-token lp-token-control" } else { "lp-token" };
            let piece = trace.piece(id).map(|piece| visible::piece(piece.bytes())).unwrap_or_default();
            ChoiceView { text: format!("<code class=\"{class}\">{piece}</code>"), right, because }
        })
        .collect()
}
