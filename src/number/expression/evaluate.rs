use std::collections::BTreeMap;

use super::{Expression, Function, Node, Operation};
use crate::number::split_value_path;
use crate::number::value_path::POINT_WORDS;
use crate::trace::{Spread, Trace, Unit, Value, ValueError};

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ValueFault {
    #[error("the run `{run}` is not recorded")]
    NotRecorded { run: String },
    #[error("`{path}`: {error}")]
    NoSuchValue { run: String, path: String, error: ValueError },
    #[error("`{path}` is a text, not a number")]
    Text { path: String },
    #[error("`{path}` is a series: a function such as `max(…)` makes one number of it")]
    Series { path: String },
    #[error("`{path}` has no number at any place")]
    Empty { path: String },
    #[error(
        "a series goes along the steps or the prompt of a run, or along the points of an experiment, and `{path}` does not"
    )]
    NoSeries { path: String },
    #[error("`{text}` is no finite number")]
    NotFinite { text: String },
}

impl ValueFault {
    pub fn hint(&self) -> String {
        match self {
            Self::NoSuchValue { run, error, .. } => error.hint(run),
            Self::NoSeries { .. } => {
                "write `run.step.*.ms`, `run.step.0.candidate.*.probability`, `run.prompt.*.logprob` or `experiment.*.prefill.ms`".into()
            }
            _ => String::new(),
        }
    }
}

/// One number of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Where it stands: steps and prompt tokens are counted from 1, points of an experiment by their own numbers where
    /// they are numbers.
    pub at: f64,
    /// `64`, `off`; the place in figures otherwise.
    pub name: String,
    /// Of this one number.
    pub path: String,
    pub value: f64,
    pub spread: Option<Spread>,
    pub unit: Unit,
}

type Traces = BTreeMap<String, Trace>;

impl Expression {
    /// What it comes to over the recorded runs of a lesson. Of arithmetic, the unit is that of its parts where they
    /// agree; a quotient of equal units is a plain number.
    ///
    /// # Errors
    /// Where a run is not recorded, a path leads nowhere, or there is no number.
    pub fn value(&self, runs: &Traces) -> Result<Value, ValueFault> {
        if let Some(path) = self.as_path() {
            return find(path, runs);
        }
        let (value, unit) = self.node.number(runs)?;
        if !value.is_finite() {
            return Err(ValueFault::NotFinite { text: self.text.clone() });
        }
        Ok(Value::Number { value, unit, spread: None, formula: None })
    }
}

fn find(path: &str, runs: &Traces) -> Result<Value, ValueFault> {
    let (run, rest) = split_value_path(path).unwrap_or((path, ""));
    let trace = runs.get(run).ok_or_else(|| ValueFault::NotRecorded { run: run.to_owned() })?;
    let fault = |error| ValueFault::NoSuchValue { run: run.to_owned(), path: path.to_owned(), error };
    trace.value(rest).map_err(fault)
}

fn number(path: &str, runs: &Traces) -> Result<(f64, Unit, Option<Spread>), ValueFault> {
    match find(path, runs)? {
        Value::Number { value, unit, spread, .. } => Ok((value, unit, spread)),
        Value::Text(_) => Err(ValueFault::Text { path: path.to_owned() }),
    }
}

/// All numbers of a path with a `*`. A place that has no such value is left out: the first token has no decode step.
///
/// # Errors
/// As of [`Expression::value`], and where no place has a number.
pub fn series(path: &str, runs: &Traces) -> Result<Vec<Point>, ValueFault> {
    let places = places(path, runs)?;
    let empty = || ValueFault::Empty { path: path.to_owned() };
    let mut points = Vec::new();
    for (at, name) in places {
        let path = path.replacen('*', &name, 1);
        match number(&path, runs) {
            Ok((value, unit, spread)) => points.push(Point { at: at.0, name: at.1, path, value, spread, unit }),
            Err(ValueFault::NoSuchValue { error: ValueError::Unknown { .. }, .. }) => {}
            Err(fault) => return Err(fault),
        }
    }
    if points.is_empty() { Err(empty()) } else { Ok(points) }
}

/// Where and under which name a number stands, and what the `*` is there.
type Place = ((f64, String), String);

fn places(path: &str, runs: &Traces) -> Result<Vec<Place>, ValueFault> {
    let no_series = || ValueFault::NoSeries { path: path.to_owned() };
    let (run, rest) = split_value_path(path).ok_or_else(no_series)?;
    if let Some(experiment) = run.strip_suffix('*') {
        let runs = points_of(experiment, runs.keys().map(String::as_str));
        let names: Vec<&str> = runs.into_iter().filter_map(|run| run.strip_prefix(experiment)).collect();
        if names.is_empty() {
            return Err(ValueFault::NotRecorded { run: run.to_owned() });
        }
        let place = |(at, name): (usize, &&str)| {
            let at = name.parse().unwrap_or(at as f64 + 1.0);
            ((at, (*name).to_owned()), (*name).to_owned())
        };
        return Ok(names.iter().enumerate().map(place).collect());
    }
    let trace = runs.get(run).ok_or_else(|| ValueFault::NotRecorded { run: run.to_owned() })?;
    let before: Vec<&str> = rest.split('.').take_while(|name| *name != "*").collect();
    let count = match before.as_slice() {
        ["step"] => trace.steps.len(),
        ["prompt"] => trace.prompt.len(),
        ["step", step, "candidate"] => {
            let step = step.parse().ok().and_then(|step: usize| trace.steps.get(step));
            step.map_or(0, |step| step.choices().len())
        }
        _ => return Err(no_series()),
    };
    Ok((0..count).map(|at| ((at as f64 + 1.0, (at + 1).to_string()), at.to_string())).collect())
}

/// The runs whose names begin with `experiment`, which ends in a dot: numbers by their size, words with the plain way
/// first.
pub fn points_of<'a>(experiment: &str, runs: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let order = |run: &&str| {
        let name = run.strip_prefix(experiment).unwrap_or(run);
        let word = POINT_WORDS.iter().position(|word| *word == name);
        (name.parse().unwrap_or(u64::MAX), word.unwrap_or(usize::MAX))
    };
    let mut points: Vec<&str> = runs.filter(|run| run.starts_with(experiment)).collect();
    points.sort_by_key(order);
    points
}

impl Node {
    fn number(&self, runs: &Traces) -> Result<(f64, Unit), ValueFault> {
        match self {
            Self::Number(value) => Ok((*value, Unit::Count)),
            Self::Path(path) if path.contains('*') => Err(ValueFault::Series { path: path.clone() }),
            Self::Path(path) => number(path, runs).map(|(value, unit, _)| (value, unit)),
            Self::Negative(inner) => inner.number(runs).map(|(value, unit)| (-value, unit)),
            Self::Binary(operation, left, right) => Ok(combined(*operation, left.number(runs)?, right.number(runs)?)),
            Self::Call(function, inner) => {
                let mut points = Vec::new();
                for node in inner {
                    match node {
                        Self::Path(path) if path.contains('*') => {
                            points.extend(
                                series(path, runs)?.into_iter().map(|point| (point.at, point.value, point.unit)),
                            );
                        }
                        _ => {
                            let (value, unit) = node.number(runs)?;
                            points.push((points.len() as f64 + 1.0, value, unit));
                        }
                    }
                }
                Ok(function.of(&points))
            }
        }
    }
}

fn combined(operation: Operation, left: (f64, Unit), right: (f64, Unit)) -> (f64, Unit) {
    let other = if left.1 == Unit::Count { right.1 } else { left.1 };
    match operation {
        Operation::Plus => (left.0 + right.0, other),
        Operation::Minus => (left.0 - right.0, other),
        Operation::Times => (left.0 * right.0, other),
        Operation::Over => (left.0 / right.0, if right.1 == Unit::Count { left.1 } else { Unit::Count }),
    }
}

impl Function {
    /// `points`: where each stands, its value and unit; at least one.
    fn of(self, points: &[(f64, f64, Unit)]) -> (f64, Unit) {
        let values = || points.iter().map(|(_, value, _)| *value);
        let count = points.len() as f64;
        let unit = points.first().map_or(Unit::Count, |(_, _, unit)| *unit);
        let value = match self {
            Self::Min => values().fold(f64::INFINITY, f64::min),
            Self::Max => values().fold(f64::NEG_INFINITY, f64::max),
            Self::Sum => values().sum(),
            Self::Mean => values().sum::<f64>() / count,
            Self::Median => Spread::of(values()).map_or(f64::NAN, |spread| spread.median),
            Self::Count => return (count, Unit::Count),
            Self::First => values().next().unwrap_or(f64::NAN),
            Self::Last => values().next_back().unwrap_or(f64::NAN),
            Self::Slope => slope(points),
        };
        (value, unit)
    }
}

/// Of the least-squares line through the points: Σ(x − x̄)(y − ȳ) / Σ(x − x̄)².
fn slope(points: &[(f64, f64, Unit)]) -> f64 {
    let count = points.len() as f64;
    let mean_x = points.iter().map(|(x, ..)| x).sum::<f64>() / count;
    let mean_y = points.iter().map(|(_, y, _)| y).sum::<f64>() / count;
    let covariance: f64 = points.iter().map(|(x, y, _)| (x - mean_x) * (y - mean_y)).sum();
    covariance / points.iter().map(|(x, ..)| (x - mean_x).powi(2)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs() -> Traces {
        let recorded = include_str!("../../../tests/sites/figures/content/inference/one-answer/runs/fox.json");
        let fox: Trace = serde_json::from_str(recorded).unwrap();
        let shorter = |tokens| {
            let mut trace = fox.clone();
            trace.prompt.truncate(tokens);
            trace
        };
        BTreeMap::from([
            ("fox".into(), fox.clone()),
            ("length.10".into(), shorter(4)),
            ("length.2".into(), shorter(2)),
            ("cache.on".into(), shorter(1)),
            ("cache.off".into(), shorter(3)),
        ])
    }

    fn value(text: &str) -> Value {
        Expression::parse(text).unwrap().value(&runs()).unwrap()
    }

    fn number_of(text: &str) -> f64 {
        value(text).number().unwrap()
    }

    #[test]
    fn arithmetic_binds_as_everywhere() {
        assert_eq!(number_of("1 + 2 * 3 - 8 / 4"), 5.0);
        assert_eq!(number_of("-(1 + 2) * 3"), -9.0);
        assert_eq!(number_of("10 - 4 - 3"), 3.0);
        assert_eq!(number_of("fox.prompt.tokens * 2"), 2.0 * number_of("fox.prompt.tokens"));
        assert_eq!(number_of("max(1, 5, 3) + min(2, 1) + count(1, 1)"), 8.0);
        assert_eq!(number_of("median(4, 1, 2) + mean(1, 3) + sum(1, 2) + first(7, 8) + last(7, 8)"), 22.0);
    }

    #[test]
    fn a_series_goes_along_steps_prompts_and_experiments() {
        let runs = runs();
        let steps = series("fox.step.*.entropy", &runs).unwrap();
        assert_eq!(steps.len(), runs["fox"].steps.len());
        assert_eq!((steps[0].at, steps[0].value), (1.0, runs["fox"].steps[0].entropy.unwrap()));
        // The first token has no decode step.
        assert_eq!(series("fox.step.*.gap", &runs).unwrap()[0].at, 2.0);
        let lengths = series("length.*.prompt.tokens", &runs).unwrap();
        assert_eq!(lengths.iter().map(|point| (point.at, point.value)).collect::<Vec<_>>(), [(2.0, 2.0), (10.0, 4.0)]);
        let cache: Vec<String> =
            series("cache.*.prompt.tokens", &runs).unwrap().into_iter().map(|point| point.name).collect();
        assert_eq!(cache, ["off", "on"], "the plain way first");
        assert_eq!(number_of("count(fox.step.0.candidate.*.id)"), runs["fox"].steps[0].choices().len() as f64);
        assert_eq!(number_of("slope(length.*.prompt.tokens)"), 0.25);
        assert_eq!(number_of("slope(length.*.prompt.tokens) + count(cache.*.tokens)"), 2.25);
    }

    #[test]
    fn units_stay_where_they_agree_and_cancel() {
        let unit = |text: &str| match value(text) {
            Value::Number { unit, .. } => unit,
            Value::Text(_) => panic!("{text}"),
        };
        assert_eq!(unit("fox.prefill.ms / 2"), Unit::Milliseconds);
        assert_eq!(unit("fox.decode.ms / fox.prefill.ms"), Unit::Count);
        assert_eq!(unit("fox.decode.ms - fox.prefill.ms"), Unit::Milliseconds);
        assert_eq!(unit("max(fox.step.*.probability)"), Unit::Probability);
    }

    #[test]
    fn what_has_no_number_is_said() {
        for (text, why) in [
            ("fox.step.*.entropy", "is a series"),
            ("fox.text + 1", "is a text"),
            ("cat.tokens + 1", "the run `cat` is not recorded"),
            ("fox.step.99.id + 1", "has no value `step.99.id`"),
            ("1 / (fox.tokens - fox.tokens)", "no finite number"),
            ("max(fox.model.*.layers)", "a series goes along"),
            ("max(fox.step.*.nothing)", "no number at any place"),
            ("max(none.*.tokens)", "`none.*` is not recorded"),
        ] {
            let fault = Expression::parse(text).unwrap().value(&runs()).unwrap_err().to_string();
            assert!(fault.contains(why), "{text}: {fault}");
        }
    }

    #[test]
    fn what_is_no_expression_is_said() {
        for (text, why) in [
            ("", "is missing"),
            ("1 +", "is missing"),
            ("(1", "not closed"),
            ("max(1", "`max(` is not closed"),
            ("maxx(1)", "there is no function `maxx`"),
            ("fox", "`fox` is not the path of a value"),
            ("1 2", "`2` is not expected"),
            ("fox.*.step.*.ms", "is not the path"),
            ("1..2", "is not a number"),
            ("é.x", "is missing"),
        ] {
            let why_not = Expression::parse(text).unwrap_err();
            assert!(why_not.contains(why), "{text}: {why_not}");
        }
        assert!(Expression::parse(&"(".repeat(10_000)).is_err());
        assert!(Expression::parse(&"-".repeat(10_000)).is_err());
    }

    #[test]
    fn paths_and_runs_are_found() {
        let expression = Expression::parse("max(a.step.*.ms) / length.*.tokens - b-c.tokens").unwrap();
        assert_eq!(expression.paths(), ["a.step.*.ms", "length.*.tokens", "b-c.tokens"]);
        assert_eq!(expression.runs().collect::<Vec<_>>(), ["a", "length.*", "b-c"]);
        assert_eq!(Expression::parse(" a.tokens ").unwrap().as_path(), Some("a.tokens"));
        assert_eq!(Expression::parse("a.step.*.ms").unwrap().as_path(), None);
    }
}
