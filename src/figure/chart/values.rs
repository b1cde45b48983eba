//! A chart's numbers, looked up: what the author wrote, or a value of a run with the spread of its repeats.

use std::collections::BTreeMap;

use super::block::Chart;
use crate::figure::FigureError;
use crate::number::{Quoted, split_value_path};
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
        all.push(Series { label: series.label.clone(), marks });
    }
    Ok(all)
}

fn find(path: &str, runs: &BTreeMap<String, Trace>) -> Result<Value, FigureError> {
    let unknown = |hint: String| FigureError::NoSuchValue { path: path.to_owned(), hint };
    let (run, rest) = split_value_path(path).ok_or_else(|| unknown(String::new()))?;
    let trace = runs.get(run).ok_or_else(|| unknown(format!("the run `{run}` is not recorded")))?;
    trace.value(rest).map_err(|error| unknown(error.hint(run)))
}

fn text(token: &Quoted, runs: &BTreeMap<String, Trace>) -> Result<String, FigureError> {
    let path = token.path().unwrap_or_default();
    match find(path, runs)? {
        Value::Text(text) => Ok(text),
        _ => Err(FigureError::NoSuchValue { path: path.to_owned(), hint: "it is a number".into() }),
    }
}

fn lookup(value: &Quoted, unit: &str, runs: &BTreeMap<String, Trace>) -> Result<Number, FigureError> {
    let path = match value {
        Quoted::Given(value) => return Ok((*value, None)),
        Quoted::Path(path) => path,
    };
    match find(path, runs)? {
        Value::Number { value, unit: Unit::Probability, .. } if unit.contains('%') => Ok((value * 100.0, None)),
        Value::Number { value, spread, .. } => Ok((value, spread)),
        Value::Text(_) => Err(FigureError::NoSuchValue { path: path.to_owned(), hint: "it is a text".into() }),
    }
}
