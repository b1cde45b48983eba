use std::collections::BTreeMap;
use std::ops::Range;

use super::links::shortened;
use super::{Writer, escape, visible};
use crate::diagnostic::Diagnostic;
use crate::number::{Expression, ValueFault, split_value_path};
use crate::token::Piece;
use crate::trace::{Spread, Trace, Tree, Value, ValueError};
use crate::words::Words;

/// What a path led to.
pub struct Quoted<'a> {
    pub value: Value,
    pub trace: &'a Trace,
    pub run: String,
    /// The path within the run.
    pub path: String,
}

/// Why there is no value: it was complained about, or its run is still to be recorded.
pub enum NoValue {
    Wrong,
    NotRecorded { run: String },
}

impl<'a> Writer<'a> {
    /// What an expression comes to.
    pub fn evaluated(&mut self, expression: &Expression, span: &Range<usize>) -> Result<Value, NoValue> {
        if let Some(path) = expression.as_path() {
            return self.quoted(path, span).map(|quoted| quoted.value);
        }
        let none = BTreeMap::new();
        let runs = self.place.lesson.and_then(|lesson| self.place.input.traces.get(&lesson.path)).unwrap_or(&none);
        expression.value(runs).map_err(|fault| match fault {
            // The plan of runs says so.
            ValueFault::NotRecorded { run } => NoValue::NotRecorded { run },
            fault => {
                let message = format!("`{}` has no value: {fault}", expression.text());
                self.complain(Diagnostic::error("unknown-value", message).hint(fault.hint()), span);
                NoValue::Wrong
            }
        })
    }

    /// The value at `path`, whose first part names a run of the lesson.
    pub fn quoted(&mut self, path: &str, span: &Range<usize>) -> Result<Quoted<'a>, NoValue> {
        let (run, rest) = split_value_path(path).unwrap_or((path, ""));
        let Some(lesson) = self.place.lesson else {
            let complaint =
                Diagnostic::error("value-without-run", format!("`{path}` is quoted where no run is at hand"))
                    .hint("Values of runs can be quoted in lessons; the glossary belongs to none.");
            self.complain(complaint, span);
            return Err(NoValue::Wrong);
        };
        if !lesson.front.runs.contains_key(run) {
            let known: Vec<&str> = lesson.front.runs.keys().map(String::as_str).collect();
            let mut complaint = Diagnostic::error("unknown-run", format!("the lesson has no run `{run}`"));
            complaint = match known.is_empty() {
                true => complaint.hint("Runs are listed under `runs:` in the front matter; there is none yet."),
                false => complaint.hint(format!("Its runs are: {}.", shortened(&known))),
            };
            self.complain(complaint, span);
            return Err(NoValue::Wrong);
        }
        let Some(trace) = self.trace(run) else {
            // The plan of runs says so.
            return Err(NoValue::NotRecorded { run: run.to_owned() });
        };
        match trace.value(rest) {
            Ok(value) => Ok(Quoted { value, trace, run: run.to_owned(), path: rest.to_owned() }),
            Err(error) => {
                let complaint = match &error {
                    ValueError::Unknown { known, why, .. } => {
                        let known: Vec<String> = known.iter().map(|path| format!("{run}.{path}")).collect();
                        let message = match rest {
                            "" => format!("`{path}` names a run, not a value of it"),
                            _ => format!("run `{run}` has no value `{rest}`"),
                        };
                        let message = why.map_or(message.clone(), |why| format!("{message}: {why}"));
                        Diagnostic::error("unknown-value", message)
                            .hint(format!("What can be quoted there: {}.", shortened(&known)))
                    }
                    ValueError::Missing { missing, .. } => {
                        Diagnostic::error("missing-part", format!("run `{run}` has no value `{rest}`, for {missing}"))
                            .hint(format!("What can be quoted of it: {}.", missing.part.values_without()))
                    }
                };
                self.complain(complaint, span);
                Err(NoValue::Wrong)
            }
        }
    }

    /// `` `=fox.prefill.ms` `` as HTML.
    pub fn inline_value(&mut self, text: &str, span: &Range<usize>) -> String {
        let computed = Expression::parse(text).ok().filter(|expression| expression.as_path().is_none());
        let html = match computed {
            Some(expression) => {
                self.evaluated(&expression, span).map(|value| computed_html(text, &value, self.words()))
            }
            None => self.quoted(text, span).map(|quoted| quoted.html(self.words())),
        };
        match html {
            Ok(html) => html,
            Err(NoValue::Wrong) => String::new(),
            Err(NoValue::NotRecorded { run }) => {
                let missing = self.text("value-not-recorded", &[("run", run.into())]);
                format!("<span class=\"lp-missing\">{}</span>", escape::html(&missing))
            }
        }
    }
}

/// A number that was worked out of those of runs, with how.
fn computed_html(text: &str, value: &Value, words: &Words) -> String {
    let title = words.text("value-computed", &[("formula", text.into())]);
    data(value.number().unwrap_or_default(), &title, &value.shown(words))
}

fn data(value: f64, title: &str, shown: &str) -> String {
    format!(
        "<data class=\"lp-value\" value=\"{value}\" title=\"{}\">{}</data>",
        escape::html(title),
        escape::html(shown).replace(' ', "\u{a0}")
    )
}

impl Quoted<'_> {
    fn html(&self, words: &Words) -> String {
        match &self.value {
            Value::Number { value, unit, spread, formula } => {
                let mut origin = vec![
                    ("run", (&self.run).into()),
                    ("model", (&self.trace.model.name).into()),
                    ("date", self.trace.day(words).into()),
                ];
                let id = match (spread, formula) {
                    (Some(spread), _) => {
                        let shown = |value| unit.shown(value, words);
                        origin.push(("spread", about_spread(spread, shown, words).into()));
                        "value-median"
                    }
                    (None, Some(formula)) => {
                        origin.push(("formula", words.text(formula, &[]).into()));
                        "value-derived"
                    }
                    (None, None) => "value-recorded",
                };
                data(*value, &words.text(id, &origin), &self.value.shown(words))
            }
            Value::Text(text) => match self.piece() {
                Some((piece, control)) => {
                    let class = match (control, self.path.starts_with("prompt.")) {
                        (true, _) => "lp-token lp-token-control",
                        (false, true) => "lp-token lp-from-prompt",
                        (false, false) => "lp-token lp-from-model",
                    };
                    format!("<code class=\"{class}\">{}</code>", visible::piece(piece.bytes()))
                }
                // The text's own form has lost the bytes of half characters.
                None if self.path == "text" => {
                    let bytes = self.trace.bytes_of(self.trace.generated.iter().map(|token| token.id));
                    format!("<q class=\"lp-quote\">{}</q>", visible::quotation(without_ends(&bytes)))
                }
                None if self.is_quotation() => {
                    let bytes = text.as_bytes();
                    // How a prompt ends is part of what was asked.
                    let shown = if self.path == "prompt.text" { bytes } else { without_ends(bytes) };
                    format!("<q class=\"lp-quote\">{}</q>", visible::quotation(shown))
                }
                None => format!("<span class=\"lp-value\">{}</span>", escape::html(text)),
            },
        }
    }

    /// Whether the path leads to a stretch of text.
    fn is_quotation(&self) -> bool {
        let parts: Vec<&str> = self.path.split('.').collect();
        matches!(parts.as_slice(), ["prompt", "text"] | ["branch", .., "path" | "continuation"] | ["beam", _, "text"])
    }

    /// The exact bytes behind a `….text` path of one token, and whether it is a control token.
    fn piece(&self) -> Option<(&Piece, bool)> {
        let parts: Vec<&str> = self.path.split('.').collect();
        match parts.as_slice() {
            ["step", at, "text"] => {
                self.trace.generated.get(at.parse::<usize>().ok()?).map(|token| (&token.piece, token.control))
            }
            ["prompt", at, "text"] => {
                self.trace.prompt.get(at.parse::<usize>().ok()?).map(|token| (&token.piece, token.control))
            }
            ["step", at, "candidate", candidate, "text"] => {
                let step = self.trace.steps.get(at.parse::<usize>().ok()?)?;
                let (id, _) = *step.choices().get(candidate.parse::<usize>().ok()?)?;
                Some((self.trace.piece(id)?, self.trace.is_control(id)))
            }
            ["branch", place @ .., "text"] => {
                let place = place.iter().map(|index| index.parse().ok()).collect::<Option<Vec<usize>>>()?;
                let tree = Tree::of(self.trace)?;
                let id = tree.node(tree.at_place(&place)?)?.branch.token();
                Some((self.trace.piece(id)?, self.trace.is_control(id)))
            }
            _ => None,
        }
    }
}

/// What the model wrote, as a sentence quotes it: the space it began with and the lines it ended with are left to the
/// figures. All of it where there is nothing else.
fn without_ends(bytes: &[u8]) -> &[u8] {
    let inner = bytes.trim_ascii();
    if inner.is_empty() { bytes } else { inner }
}

/// `median of 5, 60.1 ms to 63.0 ms`
pub fn about_spread(spread: &Spread, shown: impl Fn(f64) -> String, words: &Words) -> String {
    let (least, most) = (shown(spread.least), shown(spread.most));
    words.text("spread", &[("samples", spread.samples.into()), ("least", least.into()), ("most", most.into())])
}
