use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Drawing, Figure, FigureError, Frame, Kind, Svg};
use crate::number::NumberKind;
use crate::trace::Trace;
use crate::words::Words;

/// A drawn figure: the table is the figure, the SVG its view.
#[derive(Clone, Debug)]
pub struct Drawn {
    pub id: String,
    pub kind: &'static Kind,
    pub numbers: NumberKind,
    /// The run behind its badge; empty for numbers that are of none.
    pub run: String,
    /// Plain text: what the picture shows, for `<title>` and `alt`.
    pub title: String,
    /// Plain text: the longer description for `<desc>`.
    pub description: String,
    /// For about 720 px and more.
    pub wide: Svg,
    /// For about 320 px: a column instead of a row.
    pub narrow: Svg,
    /// One or more `<div class="lp-table"><table>…</table></div>`, every datum of the picture. Rows of steps have
    /// `id="{id}-step-{n}"`, `data-step` and `data-ms`, and what happened in a cell with `data-cell="said"`:
    /// `static/js/stepper.js` reads them.
    pub table: String,
    pub json: Value,
    /// What the reader steps through, in order; empty for a figure that does not step.
    pub steps: Vec<FigureStep>,
    /// Name and words: where its parts come from, where that is not all one run.
    pub origins: Vec<(String, String)>,
    /// JSON that the figure's script reads and a reader does not see.
    pub rows: Option<String>,
}

/// What of a run a step belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Tokenize,
    Prefill,
    Decode,
    Stop,
}

impl Stage {
    /// In JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tokenize => "Tokenize",
            Self::Prefill => "Prefill",
            Self::Decode => "Decode",
            Self::Stop => "Stop",
        }
    }
}

/// One state of a stepped figure.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureStep {
    pub stage: Stage,
    /// HTML: what happened, in words made from the data.
    pub caption: String,
    /// How long it took when it was measured, in milliseconds; 0 where that was not measured.
    pub milliseconds: f64,
}

/// Draws `figure`, which is of `kind`. `id`: its anchor; `title`: its caption as plain text; `runs`: the lesson's
/// recorded runs; `words`: of the site's language. Equal input gives equal bytes.
pub fn draw(
    kind: &'static Kind,
    figure: &dyn Figure,
    id: &str,
    title: &str,
    runs: &BTreeMap<String, Trace>,
    words: &Words,
) -> Result<Drawn, FigureError> {
    for (run, trace) in figure.runs().into_iter().filter_map(|run| runs.get_key_value(run)) {
        if let Some(missing) = kind.needs.iter().find_map(|part| trace.need(*part).err()) {
            return Err(FigureError::Lacking { run: run.clone(), missing });
        }
    }
    let drawing = figure.draw(&Frame { id, runs, words })?;
    let run = figure.runs().first().copied().unwrap_or_default().to_owned();
    let Drawing { numbers, pictures: (wide, narrow), table, data, source, description, steps, origins, rows } = drawing;
    let mut json = json!({
        "figure": kind.name,
        "id": id,
        "run": run,
        "numbers": numbers.name(),
        "caption": title,
        "data": data,
    });
    if let (Some(source), Some(json)) = (source, json.as_object_mut()) {
        json.insert("source".into(), source);
    }
    Ok(Drawn {
        id: id.to_owned(),
        kind,
        numbers,
        run,
        title: title.to_owned(),
        description,
        wide,
        narrow,
        table,
        json,
        steps,
        origins,
        rows,
    })
}
