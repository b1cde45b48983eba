//! Draws recorded runs. Comes in: a figure block and the trace it names. Goes out: the data as an HTML table, its
//! view as SVG, and JSON. Knows nothing of templates or of the disk.

mod candidates;
mod canvas;
mod card;
mod chart;
mod chart_axis;
mod chart_values;
mod compare;
mod decode_loop;
#[cfg(test)]
mod fixture;
mod font;
mod ink;
mod input_text;
mod kv_cache;
mod logits;
mod loop_data;
pub mod raster;
mod record;
mod request_difference;
mod sampler;
mod sampler_rows;
mod sequence;
mod steps;
mod surprise;
mod svg;
mod table;
#[cfg(test)]
mod text_in_box;
mod timeline;
mod token_label;
mod tokenizers;
mod tokens;
mod tree;
mod words;

pub use card::card;
pub use svg::stylesheet;

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::lesson::{FigureBlock, FigureKind, NumberKind};
use crate::trace::Trace;
use crate::vocabulary::VocabularyError;
use candidates::Candidates;
use decode_loop::Layout;

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
    /// For about 320 px: a column instead of a row.
    pub narrow: Svg,
    /// One or more `<div class="lp-table"><table>…</table></div>`, every datum of the picture. Rows of steps have
    /// `id="{id}-step-{n}"`, `data-step` and `data-ms`.
    pub table: String,
    pub json: Value,
    /// What the reader steps through, in order; empty for a figure that does not step.
    pub steps: Vec<FigureStep>,
    /// Name and words: where its parts come from, where that is not all one run.
    pub origins: Vec<(String, String)>,
    /// Text that the figure's script reads and a reader does not see.
    pub rows: Option<String>,
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
#[derive(Clone, Debug, PartialEq)]
pub struct Svg {
    /// Unique on the page; ids inside the picture begin with it.
    pub id: String,
    /// In CSS pixels.
    pub width: f64,
    pub height: f64,
    /// What stands inside `<svg>`.
    pub markup: String,
}

/// Why a figure could not be drawn.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FigureError {
    /// Steps are counted from 0.
    #[error("the run `{run}` has no step {step}: it has {count}, counted from 0")]
    NoSuchStep { run: String, step: usize, count: usize },
    #[error("the run `{run}` keeps no row of its prompt: it needs `score: true`")]
    NotScored { run: String },
    #[error("the run `{run}` has no token after the first {given}, so there is nothing to score")]
    NothingScored { run: String, given: usize },
    #[error("the run `{run}` records no tree: it needs `branch: {{width: 3, depth: 3, tokens: 8}}`")]
    NotBranched { run: String },
    #[error("a beam of {beam} does not fit the run `{run}`, whose tree is {width} wide")]
    BeamTooWide { run: String, beam: usize, width: usize },
    /// A chart's path that leads nowhere.
    #[error("`{path}` is not a number of a run; {hint}")]
    NoSuchValue { path: String, hint: String },
    #[error("the runs `{first}` and `{other}` have different prompts, and the figure cuts one text")]
    DifferentTexts { first: String, other: String },
    #[error("the run `{run}` does not record the merges of that word: it needs `merges: {word:?}`")]
    NotMerged { run: String, word: String },
    #[error(transparent)]
    Vocabulary(#[from] VocabularyError),
    #[error("the run `{run}` is not recorded")]
    NotRecorded { run: String },
}

const WIDE: f64 = 720.0;
const NARROW: f64 = 320.0;

/// The runs that a figure needs; it can be drawn when all of them are recorded.
pub fn runs_of(block: &FigureBlock) -> Vec<&str> {
    let of_chart = block.chart.iter().flat_map(|chart| chart.paths());
    let mut runs: Vec<&str> = match block.kind {
        FigureKind::Compare | FigureKind::Surprise | FigureKind::Tokenizers => {
            block.runs.iter().map(String::as_str).collect()
        }
        FigureKind::Chart => of_chart.filter_map(|(path, _)| Some(crate::lesson::split_value_path(path)?.0)).collect(),
        _ => vec![block.run.as_str()],
    };
    let mut seen = std::collections::BTreeSet::new();
    runs.retain(|run| seen.insert(*run));
    runs
}

/// `runs`: the lesson's recorded runs. Equal input gives equal bytes.
pub fn draw_from(block: &FigureBlock, runs: &BTreeMap<String, Trace>) -> Result<Drawn, FigureError> {
    let (wide_id, narrow_id) = (format!("{}-wide", block.id), format!("{}-narrow", block.id));
    let missing = |run: &str| FigureError::NotRecorded { run: run.to_owned() };
    match (block.kind, &block.chart) {
        (FigureKind::Chart, Some(chart)) => {
            let plot = chart::Plot::new(chart, runs)?;
            Ok(Drawn {
                numbers: chart.numbers,
                wide: plot.picture(&wide_id, WIDE),
                narrow: plot.picture(&narrow_id, NARROW),
                table: plot.table(),
                json: whole_json(block, chart.numbers, None, plot.json(runs)),
                ..bare(block, plot.description())
            })
        }
        (FigureKind::Compare, _) => {
            let named = named(block, runs)?;
            Ok(Drawn {
                wide: compare::picture(&named, &wide_id, WIDE),
                narrow: compare::picture(&named, &narrow_id, NARROW),
                table: compare::tables(&named),
                json: whole_json(block, NumberKind::Measured, None, compare::json(&named)),
                ..bare(block, compare::description(&named))
            })
        }
        (FigureKind::Tokenizers, _) => {
            let cuts = tokenizers::Cuts::of(block, &named(block, runs)?)?;
            Ok(Drawn {
                numbers: cuts.numbers(),
                wide: cuts.picture(&wide_id, WIDE),
                narrow: cuts.picture(&narrow_id, NARROW),
                table: tokenizers::table(&cuts, &block.id),
                json: whole_json(block, cuts.numbers(), None, tokenizers::json(&cuts)),
                steps: tokenizers::steps(&cuts),
                origins: cuts.origins(),
                ..bare(block, cuts.description())
            })
        }
        (FigureKind::Surprise, _) => {
            let traces = block.runs.iter().map(|run| runs.get(run).ok_or_else(|| missing(run)));
            let traces: Vec<&Trace> = traces.collect::<Result<_, _>>()?;
            draw_runs(block, traces.first().ok_or_else(|| missing(&block.run))?, &traces)
        }
        _ => draw(block, runs.get(&block.run).ok_or_else(|| missing(&block.run))?),
    }
}

/// The runs of a block with their names, in its order.
fn named<'a>(block: &FigureBlock, runs: &'a BTreeMap<String, Trace>) -> Result<Vec<compare::Named<'a>>, FigureError> {
    let each = block.runs.iter().map(|run| match runs.get_key_value(run) {
        Some((name, trace)) => Ok((name.as_str(), trace)),
        None => Err(FigureError::NotRecorded { run: run.clone() }),
    });
    each.collect()
}

/// A figure whose parts are still to come.
fn bare(block: &FigureBlock, description: String) -> Drawn {
    let empty = || Svg { id: String::new(), width: 0.0, height: 0.0, markup: String::new() };
    Drawn {
        id: block.id.clone(),
        kind: block.kind,
        numbers: NumberKind::Measured,
        run: block.run.clone(),
        title: block.caption_text.clone(),
        description,
        wide: empty(),
        narrow: empty(),
        table: String::new(),
        json: Value::Null,
        steps: Vec::new(),
        origins: Vec::new(),
        rows: None,
    }
}

fn whole_json(block: &FigureBlock, numbers: NumberKind, trace: Option<&Trace>, data: Value) -> Value {
    let mut json = json!({
        "figure": block.kind.name(),
        "id": block.id,
        "run": block.run,
        "numbers": numbers.name(),
        "caption": block.caption_text,
        "data": data,
    });
    if let (Some(trace), Some(json)) = (trace, json.as_object_mut()) {
        json.insert("source".into(), record::source(trace));
    }
    json
}

/// A figure of one run. Equal input gives equal bytes.
pub fn draw(block: &FigureBlock, trace: &Trace) -> Result<Drawn, FigureError> {
    draw_runs(block, trace, &[trace])
}

/// `traces` are those of `block.runs`, in their order, the first of which is `trace`.
fn draw_runs(block: &FigureBlock, trace: &Trace, traces: &[&Trace]) -> Result<Drawn, FigureError> {
    let (wide_id, narrow_id) = (format!("{}-wide", block.id), format!("{}-narrow", block.id));
    let (mut steps, mut rows, mut numbers) = (Vec::new(), None, NumberKind::Measured);
    let (wide, narrow, table, data, description);
    match block.kind {
        FigureKind::DecodeLoop => {
            steps = steps::all(trace);
            wide = decode_loop::picture(trace, &wide_id, block.candidates, Layout::WIDE, None);
            narrow = decode_loop::picture(trace, &narrow_id, block.candidates, Layout::NARROW, None);
            table = loop_data::table(trace, &block.id, &steps, block.candidates);
            data = loop_data::json(trace, &steps, block.candidates);
            description = loop_data::description(trace);
        }
        FigureKind::Tokens => {
            wide = tokens::picture(trace, &wide_id, WIDE);
            narrow = tokens::picture(trace, &narrow_id, NARROW);
            table = tokens::table(trace);
            data = tokens::json(trace);
            description = tokens::description(trace);
        }
        FigureKind::Logits => {
            let list = candidates(block, trace)?;
            wide = logits::picture(trace, &wide_id, block.step, &list, WIDE);
            narrow = logits::picture(trace, &narrow_id, block.step, &list, NARROW);
            table = logits::table(trace, &list);
            data = logits::json(trace, block.step, &list);
            description = logits::description(trace, block.step, &list);
        }
        FigureKind::Timeline => {
            wide = timeline::picture(trace, &wide_id, WIDE);
            narrow = timeline::picture(trace, &narrow_id, NARROW);
            table = timeline::table(trace);
            data = timeline::json(trace);
            description = timeline::description(trace);
        }
        FigureKind::Surprise => {
            let texts = surprise::texts(block, traces)?;
            wide = surprise::picture(&texts, &wide_id, WIDE);
            narrow = surprise::picture(&texts, &narrow_id, NARROW);
            table = surprise::table(&texts);
            data = surprise::json(&texts);
            description = surprise::description(&texts);
        }
        FigureKind::Tree => {
            let paths = tree::Paths::of(block, trace)?;
            wide = tree::picture(&paths, &wide_id, WIDE);
            narrow = tree::picture(&paths, &narrow_id, NARROW);
            table = tree::table(&paths);
            data = tree::json(&paths);
            description = tree::description(&paths);
        }
        FigureKind::Sampler => {
            let list = candidates(block, trace)?;
            wide = sampler::picture(trace, &wide_id, block.step, &list, WIDE);
            narrow = sampler::picture(trace, &narrow_id, block.step, &list, NARROW);
            table = sampler::tables(trace, block.step, &list);
            data = sampler::json(trace, block.step, &list);
            description = sampler::description(trace, block.step);
            rows = Some(sampler_rows::text(trace, block.step, block.candidates));
        }
        FigureKind::KvCache => {
            numbers = NumberKind::Derived;
            steps = kv_cache::steps(trace);
            wide = kv_cache::picture(trace, &wide_id, WIDE);
            narrow = kv_cache::picture(trace, &narrow_id, NARROW);
            table = kv_cache::table(trace, &block.id, &steps);
            data = kv_cache::json(trace);
            description = kv_cache::description(trace);
        }
        FigureKind::Compare | FigureKind::Chart | FigureKind::Tokenizers => {
            return draw_from(block, &BTreeMap::from([(block.run.clone(), trace.clone())]));
        }
    }
    let json = whole_json(block, numbers, Some(trace), data);
    Ok(Drawn { numbers, wide, narrow, table, json, steps, rows, ..bare(block, description) })
}

fn candidates(block: &FigureBlock, trace: &Trace) -> Result<Candidates, FigureError> {
    Candidates::of(trace, block.step, block.candidates).ok_or_else(|| FigureError::NoSuchStep {
        run: block.run.clone(),
        step: block.step,
        count: trace.steps.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_out_of_range_is_named() {
        let block = FigureBlock { step: 16, ..fixture::block(FigureKind::Logits) };
        let error = draw(&block, &fixture::fox()).unwrap_err();
        assert_eq!(error.to_string(), "the run `fox` has no step 16: it has 16, counted from 0");
    }

    #[test]
    fn the_table_has_a_row_for_every_step_and_says_what_happened() {
        let trace = fixture::fox();
        let drawn = draw(&fixture::block(FigureKind::DecodeLoop), &trace).unwrap();
        assert_eq!(drawn.steps.len(), 3 + trace.generated.len() + 1);
        for (at, step) in drawn.steps.iter().enumerate() {
            let row = format!("<tr id=\"fox-step-{n}\" data-step=\"{n}\" data-ms=\"", n = at + 1);
            assert!(drawn.table.contains(&row), "{row}");
            assert!(drawn.table.contains(&format!("<td class=\"lp-caption\">{}</td>", step.caption)));
        }
        let dog = "<bdi class=\"lp-token\"><span class=\"lp-sign\">·</span>dog</bdi>";
        assert!(drawn.steps[4].caption.contains(&format!("The model gives {dog} 93\u{a0}%, the most of 49,152")));
        assert!(drawn.steps.last().unwrap().caption.contains("the run asked for 16 tokens"));
    }

    #[test]
    fn a_draw_that_is_not_the_likeliest_is_said_to_be_one() {
        let drawn = draw(&fixture::block(FigureKind::DecodeLoop), &fixture::chat()).unwrap();
        let caption = &drawn.steps[3 + 4].caption;
        assert!(caption.contains("rank 3 of 49,152") && caption.contains("The likeliest was"), "{caption}");
        assert!(drawn.steps.last().unwrap().caption.contains("&lt;|im_end|&gt;"));
    }
}
