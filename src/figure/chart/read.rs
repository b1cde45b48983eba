//! The YAML of a chart.

use std::collections::BTreeSet;
use std::ops::Range;

use super::block::{Chart, ChartKind, ChartPoint, ChartSeries, Scale};
use crate::diagnostic::Complaints;
use crate::number::{Expression, NumberKind, Quoted, points_of, read_citation, read_expression, read_quoted};
use crate::yaml::{Fields, Node};

/// Bars and ranges of one series: each has a row of its own.
const MOST_ROWS: usize = 60;
/// Points of one series.
const MOST_POINTS: usize = 2_000;

const CHARTS: [(&str, ChartKind); 4] =
    [("bar", ChartKind::Bar), ("range", ChartKind::Range), ("line", ChartKind::Line), ("scatter", ChartKind::Scatter)];
const SCALES: [(&str, Scale); 2] = [("linear", Scale::Linear), ("log", Scale::Log)];

/// ```yaml
/// type: line                   # bar, range, line or scatter
/// numbers: measured            # measured, derived, cited or illustrative
/// x: Tokens in the prompt      # line and scatter only
/// y: Prefill
/// unit: ms
/// x_scale: log                 # linear is the default
/// y_scale: linear
/// rows:                        # one series; or `series: [{label: …, rows: […]}]`; a whole one is `rows: =a.step.*.ms`
///   - {x: =a.prompt.tokens, y: =a.prefill.ms, label: short}
///   - {x: 1, y: =a.step.0.entropy, label: =a.step.0.text}    # the point stands for a token
///   - {label: One stream, y: 41.3}                           # bar; `low` and `high` are its error bar
///   - {label: Repeats, low: 40, high: 44}                    # range
/// # a series may say `numbers: measured` where the chart's others are weaker
/// source: {title: …, url: …}   # required when cited
/// ```
pub(super) fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Chart> {
    let kind = fields
        .required("type", "Add `type: bar`, `range`, `line` or `scatter`.")
        .and_then(|_| fields.choice("type", &CHARTS));
    let numbers = fields
        .required("numbers", "Add `numbers: measured`, `derived`, `cited` or `illustrative`.")
        .and_then(|_| fields.choice("numbers", &NumberKind::NAMED));
    let plane = matches!(kind, Some(ChartKind::Line | ChartKind::Scatter));
    let x = if plane { fields.required_text("x", "Add `x: …`, what the axis counts.") } else { fields.text("x") };
    let y = fields.required_text("y", "Add `y: …`, what is plotted.").unwrap_or_default();
    let reader = Reader { kind: kind.unwrap_or(ChartKind::Bar), numbers, runs };
    let series = if fields.has("series") { reader.many(fields) } else { reader.one(fields) };
    let chart = Chart {
        kind: kind?,
        numbers: numbers?,
        x: x.unwrap_or_default().to_owned(),
        y: y.to_owned(),
        unit: fields.shown_text("unit").unwrap_or_default().to_owned(),
        x_scale: fields.choice("x_scale", &SCALES).unwrap_or(Scale::Linear),
        y_scale: fields.choice("y_scale", &SCALES).unwrap_or(Scale::Linear),
        series,
        source: read_citation(fields, numbers),
        runs: Vec::new(),
    };
    let used = used_runs(&chart, runs);
    Some(Chart { runs: used, ..chart })
}

/// The runs that a chart plots values of, each once, in the order of their first places.
fn used_runs(chart: &Chart, runs: &BTreeSet<String>) -> Vec<String> {
    let mut used: Vec<String> = Vec::new();
    for name in chart.expressions().flat_map(|(expression, _)| expression.runs()) {
        let all: Vec<&str> = match name.strip_suffix('*') {
            Some(experiment) => points_of(experiment, runs.iter().map(String::as_str)),
            None => vec![name],
        };
        for run in all {
            if !used.iter().any(|known| known == run) {
                used.push(run.to_owned());
            }
        }
    }
    used
}

struct Reader<'a> {
    kind: ChartKind,
    numbers: Option<NumberKind>,
    /// Those of the lesson.
    runs: &'a BTreeSet<String>,
}

impl Reader<'_> {
    fn one(&self, fields: &Fields) -> Vec<ChartSeries> {
        vec![self.rows(fields, String::new())]
    }

    fn many(&self, fields: &Fields) -> Vec<ChartSeries> {
        let mut series = Vec::new();
        for node in fields.required_list("series", "Add `- {label: …, rows: […]}`.") {
            let Some(one) = Fields::of(node, "the series", fields.complaints) else { continue };
            let label = one.required("label", "Add `label: …`.").and_then(|_| one.shown_text("label"));
            let label = label.unwrap_or_default().to_owned();
            let numbers = one.choice("numbers", &NumberKind::NAMED);
            if let (Some(own), Some(weakest)) = (numbers, self.numbers)
                && own > weakest
            {
                let span = one.key_span("numbers").unwrap_or(one.at());
                let message = format!("the series is `{}`, and the chart says `{}`", own.name(), weakest.name());
                let hint = "The chart's badge is that of its weakest series: illustrative, cited, derived, measured.";
                fields.complaints.error("number-kind", span, message, hint);
            }
            let reader = Reader { numbers: numbers.or(self.numbers), ..*self };
            let read = reader.rows(&one, label);
            one.finish();
            series.push(ChartSeries { numbers, ..read });
        }
        series
    }

    /// A list of points, or a series of a run.
    fn rows(&self, fields: &Fields, label: String) -> ChartSeries {
        if let Some(node) = fields.node("rows").filter(|node| node.text().is_some()) {
            let along = read_expression(fields, "rows", node, self.runs);
            if let Some(expression) = &along {
                let value = Quoted::Of(expression.clone());
                self.comes_from_where_it_says(&value, &node.span, fields.complaints);
                if !expression.is_series() {
                    let message =
                        format!("`rows` must be a list or a series, and `{}` is one value", expression.text());
                    let hint = "Write `=run.step.*.ms` or `=experiment.*.prefill.ms`.";
                    fields.complaints.error("value", node.head(fields.source()), message, hint);
                }
            }
            let along = along.filter(Expression::is_series).map(|expression| (expression, node.head(fields.source())));
            return ChartSeries { label, points: Vec::new(), along, numbers: None };
        }
        let nodes = fields.required_list("rows", "Add `- {label: …, y: …}` or `- {x: …, y: …}`, or `=run.step.*.ms`.");
        ChartSeries { label, points: self.points(nodes, fields.complaints), along: None, numbers: None }
    }

    fn points(&self, nodes: &[Node], complaints: &Complaints) -> Vec<ChartPoint> {
        let plane = matches!(self.kind, ChartKind::Line | ChartKind::Scatter);
        let most = if plane { MOST_POINTS } else { MOST_ROWS };
        if let Some(node) = nodes.get(most) {
            let message = format!("a chart has at most {most} of these, and these are {}", nodes.len());
            complaints.error("out-of-range", node.head(complaints.source()), message, "Leave some out.");
            return Vec::new();
        }
        nodes.iter().filter_map(|node| self.point(node, complaints)).collect()
    }

    fn point(&self, node: &Node, complaints: &Complaints) -> Option<ChartPoint> {
        const VALUE: &str = "Write a number, or `=run.path` for a value of a run.";
        let row = Fields::of(node, "the row", complaints)?;
        let plane = matches!(self.kind, ChartKind::Line | ChartKind::Scatter);
        if !plane {
            row.required("label", "Add `label: …`.");
        }
        let value = |key: &'static str, needed: bool| {
            (needed || row.has(key)).then(|| read_quoted(&row, key, VALUE, self.runs)).flatten()
        };
        let range = self.kind == ChartKind::Range;
        let label = row.shown_text("label").unwrap_or_default();
        const TOKEN: &str = "Write a name, or `=run.step.0.text` for a run's token.";
        let token = (plane && label.starts_with('=')).then(|| read_quoted(&row, "label", TOKEN, self.runs)).flatten();
        let point = ChartPoint {
            label: if token.is_some() { String::new() } else { label.to_owned() },
            token,
            x: value("x", plane),
            y: value("y", !range),
            low: value("low", range),
            high: value("high", range),
            span: node.head(row.source()),
        };
        row.finish();
        for value in [&point.y, &point.low, &point.high].into_iter().flatten() {
            self.comes_from_where_it_says(value, &point.span, complaints);
        }
        Some(point)
    }

    /// The x of a measured point may be written: what was varied is the author's choice.
    fn comes_from_where_it_says(&self, value: &Quoted, span: &Range<usize>, complaints: &Complaints) {
        let (message, hint) = match (self.numbers, value) {
            (Some(NumberKind::Measured | NumberKind::Derived), Quoted::Given(_)) => (
                "a measured or derived number comes from a run, and this one is written down",
                "Write `y: =run.path`, or call the numbers `cited` or `illustrative`.",
            ),
            (Some(NumberKind::Cited | NumberKind::Illustrative), Quoted::Of(_)) => (
                "this number comes from a run, so the chart is not `cited` or `illustrative`",
                "Call the numbers `measured` or `derived`.",
            ),
            _ => return,
        };
        let code = if value.expression().is_some() { "run-number" } else { "written-number" };
        complaints.error(code, span.clone(), message, hint);
    }
}
