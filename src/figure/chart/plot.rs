//! Bars, ranges, lines and points from a run's values or an author's numbers. Labels stand at what they name; what was
//! not measured is hatched or hollow; a thin whisker is a spread.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::axis::{Axis, Reach};
use super::block::{Chart, ChartKind, Scale};
use super::plane::{CROWDED, Plane};
use super::values::{self, Mark, Series};
use crate::figure::canvas::{Anchor, Canvas, Shows, short};
use crate::figure::ink::{HEAD, NOTE, NUMBER, STRONG};
use crate::figure::table::{Table, none};
use crate::figure::token_label::{Label, escaped};
use crate::figure::{FigureError, Svg, record};
use crate::number::NumberKind;
use crate::trace::Trace;
use crate::words::Words;

pub(super) struct Plot<'a> {
    chart: &'a Chart,
    series: Vec<Series>,
}

/// As many digits after the point as a reader can use, or as the author wrote.
pub(super) fn digits(value: f64, words: &Words) -> String {
    let written = value.abs().to_string().split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let useful = match value.abs() {
        value if value >= 1000.0 => 0,
        value if value >= 100.0 => 1,
        value if value >= 1.0 => 2,
        _ => 4,
    };
    words.number(value, written.min(useful))
}

impl<'a> Plot<'a> {
    pub(super) fn new(chart: &'a Chart, runs: &BTreeMap<String, Trace>) -> Result<Self, FigureError> {
        Ok(Self { chart, series: values::series(chart, runs)? })
    }

    fn marks(&self) -> impl Iterator<Item = &Mark> {
        self.series.iter().flat_map(|series| &series.marks)
    }

    fn heights(&self) -> Vec<f64> {
        self.marks()
            .flat_map(|mark| mark.y.into_iter().chain(mark.reach.into_iter().flat_map(|(low, high)| [low, high])))
            .collect()
    }

    fn what(&self, words: &Words) -> String {
        match self.chart.unit.as_str() {
            "" => self.chart.y.clone(),
            unit => words.list(&[self.chart.y.as_str(), unit]),
        }
    }

    pub(super) fn picture(&self, id: &str, width: f64, words: &Words) -> Svg {
        let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
        canvas.words(HEAD, &self.what(words), 0.0, 13.0, Anchor::Start, width);
        let mut begins = None;
        let bottom = match self.chart.kind {
            ChartKind::Bar | ChartKind::Range => self.rows(&mut canvas, width, words),
            ChartKind::Line | ChartKind::Scatter => {
                let plane = Plane::new(self.chart, &self.series, width, words);
                begins = plane.up.begins();
                plane.draw(&mut canvas, words)
            }
        };
        let bottom = match self.note(begins, words) {
            Some(note) => canvas.paragraph(NOTE, &note, 0.0, bottom + 20.0, width) - 12.0,
            None => bottom,
        };
        canvas.finish(width, bottom)
    }

    fn note(&self, begins: Option<f64>, words: &Words) -> Option<String> {
        let log = match (self.chart.x_scale, self.chart.y_scale) {
            (Scale::Log, Scale::Log) => Some("chart-log-both"),
            (Scale::Log, _) => Some("chart-log-across"),
            (_, Scale::Log) => Some("chart-log-up"),
            _ => None,
        };
        let repeats = self.marks().filter_map(|mark| mark.samples).max();
        let crowded =
            self.chart.kind == ChartKind::Line && self.series.iter().any(|series| series.marks.len() > CROWDED);
        let spread = if crowded { "chart-band" } else { "chart-whisker" };
        let whisker = repeats.map(|count| words.text(spread, &[("n", count.into())]));
        let begins = begins.map(|from| words.text("chart-from", &[("from", digits(from, words).into())]));
        let parts: Vec<String> = log.map(|id| words.text(id, &[])).into_iter().chain(begins).chain(whisker).collect();
        (!parts.is_empty()).then(|| parts.join("; "))
    }

    /// One row a mark; a narrow picture has the label above its bar.
    fn rows(&self, canvas: &mut Canvas, width: f64, words: &Words) -> f64 {
        let beside = width >= 400.0;
        let left = if beside { width * 0.3 } else { 0.0 };
        let zero = self.chart.kind == ChartKind::Bar;
        let number_room = self.marks().map(|mark| NUMBER.width(&number(mark, zero, words))).fold(40.0, f64::max) + 14.0;
        let reach = if zero { Reach::Zero } else { Reach::Marks };
        let axis = Axis::new(self.chart.y_scale, &self.heights(), reach, left, (width - left - number_room).max(40.0));
        let (pitch, drop) = if beside { (32.0, 0.0) } else { (46.0, 20.0) };
        let base = axis.at(0.0);
        let mut y = 30.0;
        for series in &self.series {
            if !series.label.is_empty() {
                canvas.words(STRONG, &series.label, 0.0, y + 20.0, Anchor::Start, width);
                y += 30.0;
            }
            let (from, measured) = (y, series.numbers == NumberKind::Measured);
            for mark in &series.marks {
                if beside {
                    canvas.words(NOTE, &mark.label, left - 10.0, y + 18.0, Anchor::End, left - 10.0);
                } else {
                    canvas.words(NOTE, &mark.label, 0.0, y + 14.0, Anchor::Start, width);
                }
                let (bar, middle) = (y + drop + 5.0, y + drop + 13.0);
                if let (true, Some(value)) = (zero, mark.y) {
                    let (from, to) = (base.min(axis.at(value)), base.max(axis.at(value)));
                    if measured {
                        canvas.rect("lp-plot", from, bar, (to - from).max(0.8), 16.0, 2.0);
                    } else {
                        canvas.hatched(from, bar, (to - from).max(0.8), 16.0);
                    }
                }
                if let Some((low, high)) = mark.reach {
                    let class = if measured || zero { "lp-whisker" } else { "lp-whisker lp-dashed" };
                    whisker(canvas, class, (axis.at(low), middle), (axis.at(high), middle));
                    match mark.y {
                        // The bar's end is the value; a mark of the bar's own colour would only blunt it.
                        Some(value) if zero => canvas.dot("lp-dot", axis.at(value), middle, 2.4),
                        Some(value) => point(canvas, measured, 0, axis.at(value), middle),
                        None => {}
                    }
                }
                let end = mark.reach.map(|(_, high)| high).into_iter().chain(mark.y).map(|value| axis.at(value));
                let end = end.fold(base, f64::max);
                canvas.text(NUMBER, end + 8.0, middle + 5.0, Anchor::Start, &number(mark, zero, words));
                y += pitch;
            }
            if zero {
                canvas.path("lp-zero", &format!("M{} {}V{}", short(base), short(from), short(y)));
            }
        }
        y
    }

    pub(super) fn table(&self, words: &Words) -> String {
        let what = self.what(words);
        let plane = matches!(self.chart.kind, ChartKind::Line | ChartKind::Scatter);
        let say = |id| words.text(id, &[]);
        let mut heads = vec![say("chart-column-what")];
        heads.extend(plane.then(|| self.chart.x.clone()));
        heads.extend([what, say("chart-column-from"), say("chart-column-to"), say("chart-column-repeats")]);
        let mut table = Table::new(words, &self.chart.y, &heads);
        let shown = |value: Option<f64>| value.map_or_else(none, |value| digits(value, words));
        for series in &self.series {
            for mark in &series.marks {
                let token = mark.token.as_ref().map(|token| Label::new(token.as_bytes()).html());
                let name = [escaped(&series.label), escaped(&mark.label), token.unwrap_or_default()];
                let name = words.list(&name.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>());
                let mut cells = vec![if name.is_empty() { none() } else { name }];
                cells.extend(plane.then(|| shown(mark.x)));
                cells.extend([
                    shown(mark.y),
                    shown(mark.reach.map(|(low, _)| low)),
                    shown(mark.reach.map(|(_, high)| high)),
                    mark.samples.map_or_else(none, |count| count.to_string()),
                ]);
                table.row("", &cells);
            }
        }
        table.html()
    }

    pub(super) fn json(&self, runs: &BTreeMap<String, Trace>) -> Value {
        let used = self.chart.runs.iter();
        let sources: BTreeMap<&str, Value> =
            used.filter_map(|run| Some((run.as_str(), record::source(runs.get(run)?)))).collect();
        json!({
            "x": self.chart.x,
            "y": self.chart.y,
            "unit": self.chart.unit,
            "series": self.series.iter().map(|series| json!({
                "label": series.label,
                "numbers": series.numbers.name(),
                "rows": series.marks.iter().map(|mark| json!({
                    "label": mark.label,
                    "token": mark.token,
                    "x": mark.x,
                    "y": mark.y,
                    "reach": mark.reach,
                    "samples": mark.samples,
                })).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
            "cited": self.chart.source.as_ref().map(|source| json!({
                "title": source.title,
                "url": source.url,
                "publisher": source.publisher,
                "date": source.date,
            })),
            "sources": sources,
        })
    }

    pub(super) fn description(&self, words: &Words) -> String {
        let kind = match self.chart.kind {
            ChartKind::Bar => "bar",
            ChartKind::Range => "range",
            ChartKind::Line => "line",
            ChartKind::Scatter => "scatter",
        };
        let mut values =
            vec![("kind", kind.into()), ("what", self.what(words).into()), ("n", self.marks().count().into())];
        if self.chart.x.is_empty() {
            return words.text("chart-about", &values);
        }
        values.push(("x", (&self.chart.x).into()));
        words.text("chart-about-plane", &values)
    }
}

/// What a row says in figures. Where the spread is the subject, its ends are said too.
fn number(mark: &Mark, only_value: bool, words: &Words) -> String {
    let shown = |value| digits(value, words).into();
    match (mark.y, mark.reach) {
        (Some(value), Some((low, high))) if !only_value => {
            words.text("chart-value-range", &[("value", shown(value)), ("low", shown(low)), ("high", shown(high))])
        }
        (Some(value), _) => digits(value, words),
        (None, Some((low, high))) => words.text("chart-range", &[("low", shown(low)), ("high", shown(high))]),
        (None, None) => String::new(),
    }
}

/// A line from end to end with a short cap across each.
pub(super) fn whisker(canvas: &mut Canvas, class: &str, from: (f64, f64), to: (f64, f64)) {
    let upright = from.0 == to.0;
    let cap = |(x, y): (f64, f64)| match upright {
        true => format!("M{} {}h6", short(x - 3.0), short(y)),
        false => format!("M{} {}v6", short(x), short(y - 3.0)),
    };
    let line = format!("M{} {}L{} {}", short(from.0), short(from.1), short(to.0), short(to.1));
    canvas.path(class, &format!("{line}{}{}", cap(from), cap(to)));
}

/// A series after the first has marks of another shape: hues alone tell nobody apart in grey.
pub(super) fn point(canvas: &mut Canvas, measured: bool, shape: usize, x: f64, y: f64) {
    let class = if measured { "lp-point" } else { "lp-point lp-hollow" };
    let (left, top) = (short(x - 5.0), short(y - 5.0));
    match shape % 4 {
        0 => canvas.dot(class, x, y, 4.0),
        1 => canvas.path(class, &format!("M{left} {}l5 5l5 -5l-5 -5z", short(y))),
        2 => canvas.rect(class, x - 3.6, y - 3.6, 7.2, 7.2, 0.0),
        _ => canvas.path(class, &format!("M{} {top}l5 9h-10z", short(x))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::block::{ChartPoint, ChartSeries};
    use super::*;
    use crate::figure::fixture;
    use crate::number::{Expression, Quoted};

    fn point(label: &str, y: Quoted) -> ChartPoint {
        ChartPoint {
            label: label.into(),
            token: None,
            x: Some(Quoted::Given(2.0)),
            y: Some(y),
            low: None,
            high: None,
            span: 0..0,
        }
    }

    fn chart(kind: ChartKind, numbers: NumberKind, points: Vec<ChartPoint>) -> Chart {
        Chart {
            kind,
            numbers,
            x: "n".into(),
            y: "Time".into(),
            unit: "ms".into(),
            x_scale: Scale::Linear,
            y_scale: Scale::Linear,
            series: vec![ChartSeries { label: String::new(), points, along: None, numbers: None }],
            source: None,
            runs: Vec::new(),
        }
    }

    #[test]
    fn a_value_of_a_run_brings_its_spread() {
        let runs = BTreeMap::from([("fox".to_owned(), fixture::fox())]);
        let path = |path: &str| Quoted::Of(Expression::parse(path).unwrap());
        let measured = chart(ChartKind::Bar, NumberKind::Measured, vec![point("prefill", path("fox.prefill.ms"))]);
        let plot = Plot::new(&measured, &runs).unwrap();
        let mark = &plot.series[0].marks[0];
        let spread = runs["fox"].prefill().unwrap();
        assert_eq!(
            (mark.y, mark.reach, mark.samples),
            (Some(spread.median), Some((spread.least, spread.most)), Some(5))
        );
        let picture = plot.picture("c", 720.0, Words::english()).markup;
        assert!(picture.contains("lp-whisker") && picture.contains("lp-plot") && !picture.contains("lp-tail"));
        let wrong = chart(ChartKind::Bar, NumberKind::Measured, vec![point("", path("fox.prefill.s"))]);
        let error = Plot::new(&wrong, &runs).map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("`fox.prefill.s`") && error.contains("fox.prefill.ms"), "{error}");
    }

    #[test]
    fn many_spreads_are_one_band() {
        let runs = BTreeMap::from([("fox".to_owned(), fixture::fox())]);
        let drawn = |count: usize| {
            let points = (0..count).map(|at| ChartPoint {
                x: Some(Quoted::Given(at as f64)),
                ..point("", Quoted::Of(Expression::parse("fox.prefill.ms").unwrap()))
            });
            let chart = chart(ChartKind::Line, NumberKind::Measured, points.collect());
            Plot::new(&chart, &runs).unwrap().picture("c", 720.0, Words::english()).markup
        };
        let (few, many) = (drawn(CROWDED), drawn(CROWDED + 1));
        assert!(few.contains("lp-whisker") && few.contains("whisker:") && !few.contains("lp-band"), "{few}");
        assert!(many.contains("lp-band") && many.contains("band:") && !many.contains("lp-whisker"), "{many}");
    }

    #[test]
    fn what_was_not_measured_is_hatched_or_hollow() {
        for (kind, sign) in
            [(ChartKind::Bar, "lp-tail"), (ChartKind::Line, "lp-hollow"), (ChartKind::Scatter, "lp-hollow")]
        {
            let cited = chart(kind, NumberKind::Cited, vec![point("a", Quoted::Given(41.3))]);
            let picture = Plot::new(&cited, &BTreeMap::new()).unwrap().picture("c", 320.0, Words::english()).markup;
            assert!(picture.contains(sign), "{kind:?} {picture}");
        }
        assert_eq!(digits(150.8, Words::english()), "150.8");
    }
}
