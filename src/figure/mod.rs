//! Draws recorded runs. Comes in: a figure block and the traces it names. Goes out: the data as an HTML table, its
//! view as SVG, and JSON. Knows nothing of templates or of the disk.

use serde_json::Value;

use crate::lesson::{FigureKind, NumberKind};

/// A drawn figure: the table is the figure, the SVG its view.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub id: String,
    pub kind: FigureKind,
    pub numbers: NumberKind,
    /// The run it shows.
    pub run: String,
    /// Plain text: what the picture shows, for `<title>` and `alt`.
    pub title: String,
    /// Plain text: the longer description for `<desc>`.
    pub description: String,
    /// For about 720 px and more.
    pub wide: Svg,
    /// For about 340 px: a column instead of a row.
    pub narrow: Svg,
    /// `<table>…</table>`, every datum of the picture. Rows of steps have `id="{id}-step-{n}"`, `data-step` and `data-ms`.
    pub table: String,
    pub json: Value,
    /// What the reader steps through, in order; empty for a figure that does not step.
    pub steps: Vec<FigureStep>,
}

/// One state of a stepped figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureStep {
    /// Name of the stage: `Tokenize`, `Prefill`, `Decode`, `Stop`.
    pub stage: &'static str,
    /// HTML: what happened, in words made from the data.
    pub caption: String,
    /// How long it took when it was measured, in milliseconds; 0 where that was not measured.
    pub milliseconds: f64,
}

/// A picture. Colours come from classes, so that a page can theme it; `file` writes the light theme into it.
#[derive(Clone, Debug)]
pub struct Svg {
    /// In CSS pixels.
    pub width: f64,
    pub height: f64,
    /// What stands inside `<svg>`.
    pub markup: String,
}
