//! A chart's numbers, looked up: what the author wrote, or a value of a run with the spread of its repeats.

use std::collections::BTreeMap;

use super::block::Chart;
use crate::figure::FigureError;
use crate::number::{Quoted, split_value_path};
use crate::trace::{Spread, Trace, Unit};

/// One point, bar or range.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mark {
    pub(super) label: String,
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

fn lookup(value: &Quoted, unit: &str, runs: &BTreeMap<String, Trace>) -> Result<Number, FigureError> {
    use crate::trace::Value;
    let path = match value {
        Quoted::Given(value) => return Ok((*value, None)),
        Quoted::Path(path) => path,
    };
    let unknown = |hint: String| FigureError::NoSuchValue { path: path.clone(), hint };
    let (run, rest) = split_value_path(path).ok_or_else(|| unknown(String::new()))?;
    let trace = runs.get(run).ok_or_else(|| unknown(format!("the run `{run}` is not recorded")))?;
    match trace.value(rest) {
        Ok(Value::Number { value, unit: Unit::Probability, .. }) if unit.contains('%') => Ok((value * 100.0, None)),
        Ok(Value::Number { value, spread, .. }) => Ok((value, spread)),
        Ok(Value::Text(_)) => Err(unknown("it is a text".into())),
        Err(error) => Err(unknown(error.hint(run))),
    }
}
