use serde::Serialize;

use super::bars::{useful_decimals, written_decimals};
use super::prose::plain_text;
use super::{Writer, escape, next_token};
use crate::lesson::{Choice, Question, QuestionKind, QuizBlock};
use crate::number::Quoted;

/// A question with its answer, for the end of a printed page. The fields are HTML.
#[derive(Serialize)]
pub struct Answer {
    ask: String,
    answer: String,
    explain: String,
}

#[derive(Serialize)]
struct QuizView<'a> {
    id: &'a str,
    lesson: &'a str,
    questions: Vec<QuestionView>,
}

#[derive(Serialize)]
struct QuestionView {
    id: String,
    number: usize,
    /// Changes whenever the question does, so that an old answer is not remembered for a new question.
    hash: String,
    /// `radio`, `checkbox` or `number`.
    input: &'static str,
    /// HTML.
    ask: String,
    /// HTML: the text so far, where the question is what comes next.
    context: Option<String>,
    choices: Vec<ChoiceView>,
    number_answer: Option<NumberView>,
    /// HTML.
    answer: String,
    /// HTML.
    explain: String,
}

#[derive(Serialize)]
pub struct ChoiceView {
    /// HTML.
    pub text: String,
    pub right: bool,
    /// HTML.
    pub because: String,
}

#[derive(Serialize)]
struct NumberView {
    value: f64,
    tolerance: f64,
    unit: Option<String>,
}

impl Writer<'_> {
    pub fn quiz(&mut self, quiz: &QuizBlock) -> String {
        let Some(lesson) = self.place.lesson else { return String::new() };
        let mut questions = Vec::new();
        for question in &quiz.questions {
            if let Some(mut view) = self.question(question, &lesson.path) {
                view.number = questions.len() + 1;
                self.answers.push(Answer {
                    ask: view.ask.clone(),
                    answer: view.answer.clone(),
                    explain: view.explain.clone(),
                });
                questions.push(view);
            }
        }
        let template = if self.place.base.is_some() { "quiz_feed.html" } else { "quiz.html" };
        self.part(template, &QuizView { id: &quiz.id, lesson: &lesson.path, questions })
    }

    /// `None` where a run is still to be recorded or the question was complained about.
    fn question(&mut self, question: &Question, lesson: &str) -> Option<QuestionView> {
        let mut view = QuestionView {
            id: question.id.clone(),
            number: 0,
            hash: String::new(),
            input: "radio",
            ask: self.inline(&question.ask),
            context: None,
            choices: Vec::new(),
            number_answer: None,
            answer: String::new(),
            explain: self.inline(&question.explain),
        };
        match &question.kind {
            QuestionKind::Single(choices) => view.choices = self.choices(choices),
            QuestionKind::Several(choices) => {
                view.input = "checkbox";
                view.choices = self.choices(choices);
            }
            QuestionKind::Number { answer, tolerance, unit } => {
                view.input = "number";
                let (value, decimals) = match answer {
                    Quoted::Given(value) => (*value, written_decimals(*value)),
                    Quoted::Of(value) => {
                        let unit = unit.as_deref().unwrap_or_default();
                        let (value, _) = self.number(value, &question.span, unit).ok()?;
                        (value, useful_decimals(value))
                    }
                };
                let shown = rounded(value, decimals);
                let unit_text = unit.as_deref().map(|unit| format!("\u{a0}{unit}")).unwrap_or_default();
                let mut answer = format!("{}{unit_text}", self.words().number(value, decimals));
                if *tolerance > 0.0 {
                    let within = self.words().number(*tolerance, written_decimals(*tolerance));
                    answer = self.text("answer-tolerance", &[("answer", answer.into()), ("tolerance", within.into())]);
                }
                view.answer = escape::html(&answer);
                // Around the recorded value, wide enough for whatever is right by the number that is shown.
                let tolerance = tolerance + (value - shown).abs();
                view.number_answer = Some(NumberView { value, tolerance, unit: unit.clone() });
            }
            QuestionKind::NextToken { run, step, choices } => {
                let trace = self.asked_run(question, run, *step)?;
                view.context = Some(next_token::context(trace, *step, self.words()));
                view.choices =
                    next_token::choices(trace, *step, *choices, &format!("{lesson}#{}", question.id), self.words());
            }
        }
        if view.answer.is_empty() {
            let right: Vec<&str> =
                view.choices.iter().filter(|choice| choice.right).map(|choice| choice.text.as_str()).collect();
            view.answer =
                if right.is_empty() { escape::html(&self.text("answer-none", &[])) } else { right.join("; ") };
        }
        view.hash = question_hash(&plain_text(&question.ask), &view);
        Some(view)
    }

    fn choices(&mut self, choices: &[Choice]) -> Vec<ChoiceView> {
        let view = |choice: &Choice| ChoiceView {
            text: self.inline(&choice.text),
            right: choice.right,
            because: self.inline(&choice.because),
        };
        choices.iter().map(view).collect()
    }
}

/// The number that `grouped` shows.
fn rounded(value: f64, decimals: usize) -> f64 {
    format!("{value:.decimals$}").parse().unwrap_or(value)
}

/// Of what a reader is asked: the wording and the choices, not the reasons.
fn question_hash(ask: &str, view: &QuestionView) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(ask.as_bytes());
    for choice in &view.choices {
        hasher.update(&[0, u8::from(choice.right)]);
        hasher.update(choice.text.as_bytes());
    }
    if let Some(number) = &view.number_answer {
        hasher.update(&number.value.to_le_bytes());
    }
    hasher.finalize().to_hex().chars().take(12).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Words;

    /// Rounding between what is shown and what is compared.
    #[test]
    fn what_is_shown_as_right_is_right() {
        for value in [56.24, 56.2, 1234.5678, 0.12345, 9.999, -3.456, 1e-7, 99.96, 999.95, 0.0, 49152.0] {
            let decimals = useful_decimals(value);
            let shown: f64 =
                Words::english().number(value, decimals).replace(',', "").replace('−', "-").parse().unwrap();
            assert_eq!(shown, rounded(value, decimals), "{value}");
        }
    }
}
