use serde::Serialize;

use super::badge::{Badge, Fact, run_facts};
use super::bars::{Amount, Bar, bars, useful_decimals, written_decimals};
use super::inline_value::NoValue;
use super::{Writer, escape};
use crate::lesson::BenchmarkBlock;
use crate::number::{Citation, Expression, NumberKind, Quoted};
use crate::trace::{Spread, Unit, Value};

#[derive(Serialize)]
struct CardView<'a> {
    id: &'a str,
    /// HTML.
    title: String,
    badge: Badge,
    metric: &'a str,
    unit: &'a str,
    hatched: bool,
    bars: Vec<Bar>,
    conditions: Vec<Condition>,
    /// HTML.
    shows: String,
    /// HTML.
    does_not_prove: String,
    source: Option<SourceView<'a>>,
    missing: Option<String>,
}

#[derive(Serialize)]
struct Condition {
    name: String,
    /// HTML.
    text: String,
}

#[derive(Serialize)]
struct SourceView<'a> {
    title: &'a str,
    url: &'a str,
    publisher: Option<&'a str>,
    date: Option<&'a str>,
    /// Its number on paper.
    link: usize,
}

impl Writer<'_> {
    pub fn benchmark_card(&mut self, card: &BenchmarkBlock) -> String {
        let mut amounts = Vec::new();
        let mut missing = None;
        for row in &card.rows {
            let label = row.label.clone();
            match &row.value {
                Quoted::Given(value) => {
                    amounts.push(Amount { label, value: *value, spread: None, decimals: written_decimals(*value) });
                }
                Quoted::Of(value) => match self.number(value, &row.span, &card.unit) {
                    Ok((value, spread)) => {
                        amounts.push(Amount { label, value, spread, decimals: useful_decimals(value) });
                    }
                    Err(NoValue::NotRecorded { run }) => missing = Some(run),
                    Err(NoValue::Wrong) => {}
                },
            }
        }
        let trace = card.run.as_deref().and_then(|run| self.trace(run));
        let mut conditions: Vec<Condition> = card
            .conditions
            .iter()
            .map(|(name, text)| Condition { name: name.clone(), text: self.inline(text) })
            .collect();
        if let Some(trace) = trace {
            let known = run_facts(trace, self.words()).into_iter().filter(|fact| fact.is_condition);
            let new: Vec<Fact> =
                // What the author names as a reader would see it is the author's to say.
                known.filter(|fact| !conditions.iter().any(|condition| condition.name == fact.name)).collect();
            conditions
                .extend(new.into_iter().map(|fact| Condition { name: fact.name, text: escape::html(&fact.text) }));
        }
        let view = CardView {
            id: &card.id,
            title: self.inline(&card.title),
            badge: self.badge(card.kind, card.run.as_deref(), card.source.as_ref()),
            metric: &card.metric,
            unit: &card.unit,
            hatched: card.kind != NumberKind::Measured,
            bars: bars(&amounts, self.words()),
            conditions,
            shows: self.inline(&card.shows),
            does_not_prove: self.inline(&card.does_not_prove),
            source: card.source.as_ref().map(|source| source_view(source, self.printed_link(&source.url))),
            missing,
        };
        let template = if self.place.base.is_some() { "benchmark_feed.html" } else { "benchmark.html" };
        self.part(template, &view)
    }

    /// A number of runs, in percent where the author's unit says so.
    pub fn number(
        &mut self,
        expression: &Expression,
        span: &std::ops::Range<usize>,
        unit: &str,
    ) -> Result<(f64, Option<Spread>), NoValue> {
        match self.evaluated(expression, span)? {
            Value::Number { value, unit: Unit::Probability, .. } if unit.contains('%') => Ok((value * 100.0, None)),
            Value::Number { value, spread, .. } => Ok((value, spread)),
            Value::Text(_) => {
                let complaint =
                    crate::diagnostic::Diagnostic::error("not-a-number", format!("`{}` is a text", expression.text()))
                        .hint("A number is needed here, such as `prefill.ms` of a run.");
                self.complain(complaint, span);
                Err(NoValue::Wrong)
            }
        }
    }
}

fn source_view(source: &Citation, link: usize) -> SourceView<'_> {
    SourceView {
        title: &source.title,
        url: &source.url,
        publisher: source.publisher.as_deref(),
        date: source.date.as_deref(),
        link,
    }
}
