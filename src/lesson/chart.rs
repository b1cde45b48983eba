use std::ops::Range;

use super::{BenchmarkValue, Citation, NumberKind};

/// What a `figure chart` plots.
#[derive(Clone, Debug)]
pub struct Chart {
    pub kind: ChartKind,
    pub numbers: NumberKind,
    /// What the horizontal axis of a line or scatter chart counts, with its unit.
    pub x: String,
    /// What is plotted: `Time per decode step`.
    pub y: String,
    /// Of `y`; may be empty.
    pub unit: String,
    pub x_scale: Scale,
    pub y_scale: Scale,
    /// Bars and ranges are one series without a name.
    pub series: Vec<ChartSeries>,
    pub source: Option<Citation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartKind {
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
pub enum Scale {
    Linear,
    /// Only numbers above 0 have a place on it.
    Log,
}

#[derive(Clone, Debug)]
pub struct ChartSeries {
    /// Empty where there is only one.
    pub label: String,
    pub points: Vec<ChartPoint>,
}

#[derive(Clone, Debug)]
pub struct ChartPoint {
    /// Names a bar or a range; may name a point.
    pub label: String,
    /// For line and scatter.
    pub x: Option<BenchmarkValue>,
    /// A range may have none.
    pub y: Option<BenchmarkValue>,
    /// How far it reaches; the spread of the repeats where a path has one.
    pub low: Option<BenchmarkValue>,
    pub high: Option<BenchmarkValue>,
    pub span: Range<usize>,
}

impl Chart {
    /// Every value of a run that the chart plots, with its place.
    pub fn paths(&self) -> impl Iterator<Item = (&str, &Range<usize>)> {
        self.series.iter().flat_map(|series| &series.points).flat_map(|point| {
            let values = [&point.x, &point.y, &point.low, &point.high];
            values.into_iter().flatten().filter_map(|value| Some((value.path()?, &point.span)))
        })
    }
}
