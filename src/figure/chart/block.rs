use std::ops::Range;

use crate::number::{Citation, Expression, NumberKind, Quoted};

/// What a `figure chart` plots.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    pub(super) kind: ChartKind,
    pub(super) numbers: NumberKind,
    /// What the horizontal axis of a line or scatter chart counts, with its unit.
    pub(super) x: String,
    /// What is plotted: `Time per decode step`.
    pub(super) y: String,
    /// Of `y`; may be empty.
    pub(super) unit: String,
    pub(super) x_scale: Scale,
    pub(super) y_scale: Scale,
    /// Bars and ranges are one series without a name.
    pub(super) series: Vec<ChartSeries>,
    pub(super) source: Option<Citation>,
    /// Those that it plots values of, each once.
    pub(super) runs: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChartKind {
    /// One bar a row, from 0.
    Bar,
    /// From a low to a high a row, with the middle where it is given.
    Range,
    /// Points joined in the order of x.
    Line,
    /// Points.
    Scatter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Linear,
    /// Only numbers above 0 have a place on it.
    Log,
}

#[derive(Clone, Debug)]
pub(super) struct ChartSeries {
    /// Empty where there is only one.
    pub(super) label: String,
    pub(super) points: Vec<ChartPoint>,
    /// In place of points: one for each number of a series, and its place in the source.
    pub(super) along: Option<(Expression, Range<usize>)>,
    /// Where they are of another kind than the chart's, which is the weakest of them.
    pub(super) numbers: Option<NumberKind>,
}

#[derive(Clone, Debug)]
pub(super) struct ChartPoint {
    /// Names a bar or a range; may name a point.
    pub(super) label: String,
    /// In place of a point's label: the token that it stands for, a run's.
    pub(super) token: Option<Quoted>,
    /// For line and scatter.
    pub(super) x: Option<Quoted>,
    /// A range may have none.
    pub(super) y: Option<Quoted>,
    /// How far it reaches; the spread of the repeats where a path has one.
    pub(super) low: Option<Quoted>,
    pub(super) high: Option<Quoted>,
    pub(super) span: Range<usize>,
}

impl Chart {
    /// Every value of runs that the chart plots, with its place.
    pub(super) fn expressions(&self) -> impl Iterator<Item = (&Expression, &Range<usize>)> {
        self.series.iter().flat_map(|series| {
            let points = series.points.iter().flat_map(|point| {
                let values = [&point.token, &point.x, &point.y, &point.low, &point.high];
                values.into_iter().flatten().filter_map(|value| Some((value.expression()?, &point.span)))
            });
            points.chain(series.along.iter().map(|(expression, span)| (expression, span)))
        })
    }
}
