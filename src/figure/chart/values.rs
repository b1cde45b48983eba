//! A chart's numbers, looked up: what the author wrote, or a value of a run with the spread of its repeats.

use std::collections::BTreeMap;

use super::block::{Chart, ChartKind};
use crate::figure::FigureError;
use crate::number::{Expression, NumberKind, Point, Quoted, ValueFault, series as series_of};
use crate::trace::{Spread, Trace, Unit, Value};

/// One point, bar or range.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mark {
    pub(super) label: String,
    /// The text of the token that a point stands for.
    pub(super) token: Option<String>,
    pub(super) x: Option<f64>,
    pub(super) y: Option<f64>,
    /// How far it reaches, and why.
    pub(super) reach: Option<(f64, f64)>,
    /// Repeats that the reach is the spread of.
    pub(super) samples: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Series {
    pub(super) label: String,
    pub(super) numbers: NumberKind,
    pub(super) marks: Vec<Mark>,
}

type Number = (f64, Option<Spread>);

pub(super) fn series(chart: &Chart, runs: &BTreeMap<String, Trace>) -> Result<Vec<Series>, FigureError> {
    let number = |value: &Option<Quoted>| value.as_ref().map(|value| lookup(value, &chart.unit, runs)).transpose();
    let one = |value: &Option<Quoted>| number(value).map(|number| number.map(|(value, _)| value));
    let mut all = Vec::new();
    for series in &chart.series {
        let mut marks = Vec::new();
        for point in &series.points {
            let y = number(&point.y)?;
            let (low, high) = (one(&point.low)?, one(&point.high)?);
            let spread = y.and_then(|(_, spread)| spread).filter(|_| low.is_none() && high.is_none());
            let middle = y.map(|(value, _)| value);
            let reach = match (low.or(middle), high.or(middle)) {
                (Some(low), Some(high)) if point.low.is_some() || point.high.is_some() => {
                    Some((low.min(high), high.max(low)))
                }
                _ => spread.map(|spread| (spread.least, spread.most)),
            };
            let x = one(&point.x)?;
            marks.push(Mark {
                label: point.label.clone(),
                token: point.token.as_ref().map(|token| text(token, runs)).transpose()?,
                x,
                y: middle,
                reach,
                samples: spread.map(|spread| spread.samples),
            });
        }
        if let Some((expression, _)) = &series.along {
            marks.extend(along(expression, chart, runs)?);
        }
        all.push(Series { label: series.label.clone(), numbers: series.numbers.unwrap_or(chart.numbers), marks });
    }
    Ok(all)
}

/// A mark for each number of a series; its name stands where marks have labels.
fn along(expression: &Expression, chart: &Chart, runs: &BTreeMap<String, Trace>) -> Result<Vec<Mark>, FigureError> {
    let percent = if chart.unit.contains('%') { 100.0 } else { 1.0 };
    let plane = matches!(chart.kind, ChartKind::Line | ChartKind::Scatter);
    let mark = |point: Point| {
        let share = if point.unit == Unit::Probability { percent } else { 1.0 };
        Mark {
            label: if plane { String::new() } else { point.name },
            token: None,
            x: plane.then_some(point.at),
            y: Some(point.value * share),
            reach: point.spread.map(|spread| (spread.least, spread.most)),
            samples: point.spread.map(|spread| spread.samples),
        }
    };
    let points = series_of(expression.text(), runs).map_err(|fault| no_value(expression, &fault))?;
    Ok(points.into_iter().map(mark).collect())
}

fn no_value(expression: &Expression, fault: &ValueFault) -> FigureError {
    let hint = match fault.hint() {
        hint if hint.is_empty() => fault.to_string(),
        hint => hint,
    };
    FigureError::NoSuchValue { path: expression.text().to_owned(), hint }
}

fn text(token: &Quoted, runs: &BTreeMap<String, Trace>) -> Result<String, FigureError> {
    let no_text = |path: &str, hint: &str| FigureError::NoSuchValue { path: path.into(), hint: hint.into() };
    let expression = token.expression().ok_or_else(|| no_text("", "it is a number"))?;
    match expression.value(runs).map_err(|fault| no_value(expression, &fault))? {
        Value::Text(text) => Ok(text),
        Value::Number { .. } => Err(no_text(expression.text(), "it is a number")),
    }
}

fn lookup(value: &Quoted, unit: &str, runs: &BTreeMap<String, Trace>) -> Result<Number, FigureError> {
    let expression = match value {
        Quoted::Given(value) => return Ok((*value, None)),
        Quoted::Of(expression) => expression,
    };
    match expression.value(runs).map_err(|fault| no_value(expression, &fault))? {
        Value::Number { value, unit: Unit::Probability, .. } if unit.contains('%') => Ok((value * 100.0, None)),
        Value::Number { value, spread, .. } => Ok((value, spread)),
        Value::Text(_) => Err(FigureError::NoSuchValue { path: expression.text().into(), hint: "it is a text".into() }),
    }
}
