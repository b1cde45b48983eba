//! Values of runs, or an author's numbers, as bars, ranges, lines or points.

mod axis;
mod block;
mod plane;
mod plot;
mod read;
#[cfg(test)]
mod tests;
mod values;

use std::ops::Range;
use std::sync::Arc;

use super::{Drawing, Figure, FigureError, Frame, Holds, Key, Kind};
use crate::number::Citation;
use block::Chart;

pub static KIND: Kind = Kind {
    name: "chart",
    about: "Values of runs, or cited numbers, as bars, ranges, lines or points",
    keys: &[
        Key::new("type", Holds::Word(&["bar", "range", "line", "scatter"]), "How it is drawn").required(),
        Key::new("numbers", Holds::Defined("kind"), "What kind of numbers they are").required(),
        Key::new("x", Holds::Text, "What the axis of a line or scatter chart counts"),
        Key::new("y", Holds::Text, "What is plotted").required(),
        Key::new("unit", Holds::Shown, "Of `y`"),
        Key::new("x_scale", Holds::Word(&["linear", "log"]), "Of the axis along"),
        Key::new("y_scale", Holds::Word(&["linear", "log"]), "Of the axis up"),
        Key::new("rows", Holds::ListOrSeries("chart-row"), "What is plotted, as one series"),
        Key::new("series", Holds::ListOf("series"), "In place of `rows`: several series, each with its rows"),
        Key::new("source", Holds::Defined("source"), "Whose numbers they are; needed where they are cited"),
    ],
    example: "type: bar\nnumbers: measured\ny: Prefill\nunit: ms\nrows: [{label: fox, y: =fox.prefill.ms}]\n",
    scripts: &[],
    on_demand: None,
    style: None,
    needs: &[],
    read: |fields, runs| Some(Arc::new(read::read(fields, runs)?)),
};

impl Figure for Chart {
    fn runs(&self) -> Vec<&str> {
        self.runs.iter().map(String::as_str).collect()
    }

    fn quotes(&self) -> Vec<(&str, &Range<usize>)> {
        self.expressions().map(|(expression, span)| (expression.text(), span)).collect()
    }

    fn source(&self) -> Option<&Citation> {
        self.source.as_ref()
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let plot = plot::Plot::new(self, frame.runs)?;
        let pictures = frame.pictures(|id, width| plot.picture(id, width, frame.words));
        let drawing =
            Drawing::new(pictures, plot.table(frame.words), plot.json(frame.runs), plot.description(frame.words));
        Ok(Drawing { numbers: self.numbers, ..drawing })
    }
}
