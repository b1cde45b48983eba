//! The picture that stands for a lesson where a link to it is shared: one step of its loop, with a slim line of words.

use super::canvas::{Anchor, Canvas, Shows, short};
use super::decode_loop::{self, Layout, Room, Steps};
use super::font::Font;
use super::ink::{HEAD, NOTE, TOKEN};
use super::token_label::Label;
use crate::trace::Trace;
use crate::words::Words;

/// In pixels.
pub const CARD_WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
/// Enlarged, because it is mostly seen small.
const SCALE: f64 = 1.45;
const MARGIN: f64 = 34.0;
const CANDIDATES: usize = 6;
const PANEL: f64 = 360.0;

/// A stand-alone SVG, to be drawn [`CARD_WIDTH`] pixels wide. `number`: the lesson's, or empty.
pub fn card(site_title: &str, number: &str, lesson_title: &str, trace: &Trace, words: &Words) -> String {
    let (width, height) = (f64::from(CARD_WIDTH) / SCALE, f64::from(HEIGHT) / SCALE);
    let inner = width - 2.0 * MARGIN;
    let (top, head) = (MARGIN - 6.0, 40.0);
    let drawn = |width: f64| {
        let layout = Layout {
            width,
            beside: Some(width - PANEL),
            room: Room { width: width - PANEL - 60.0, prompt_rows: 2, rows: 6, answer_rows: 4 },
            panel: PANEL,
            candidates: CANDIDATES,
        };
        decode_loop::picture(trace, "card", CANDIDATES, layout, Some(telling_step(trace)), words)
    };
    // Drawn once to learn the height, then as wide as fills the card at the scale that this height asks for.
    let scale = ((height - 2.0 * top - head) / drawn(inner).height).min(1.0);
    let figure = drawn(inner / scale);
    let mut canvas = Canvas::new("card".into(), Shows::All(1));
    let site = fitting(&mut canvas, site_title, 220.0, None);
    let title = format!("{number} {lesson_title}");
    fitting(&mut canvas, title.trim(), inner - site - 30.0, Some(inner));
    let said = canvas.finish(inner, 20.0);
    let mut both = figure;
    both.markup = format!(
        "<g transform=\"translate({m} {})\">{}<path class=\"lp-rule\" d=\"M0 22H{}\"/></g>\
         <g transform=\"translate({m} {}) scale({scale:.3})\">{}</g>",
        short(top),
        said.markup,
        short(inner),
        short(top + head),
        both.markup,
        m = short(MARGIN),
    );
    (both.width, both.height) = (width, height);
    both.file_with_margin(0.0, lesson_title, "")
}

/// A step at which the model was in two minds shows more than one at which it was sure.
fn telling_step(trace: &Trace) -> usize {
    let doubt = |at: &usize| trace.steps.get(*at).and_then(|step| step.probability()).map_or(1.0, |p| (p - 0.5).abs());
    // Late steps have the longer sequence; the first half is left out where there is a choice.
    let from = trace.steps.len() / 2;
    let at = (from..trace.steps.len()).min_by(|a, b| doubt(a).total_cmp(&doubt(b))).unwrap_or(0);
    Steps::of(trace).pick(at).min(Steps::of(trace).stop())
}

/// Writes `text` at the left edge, or so that it ends at `end`, and returns its width. Text that the bundled fonts
/// lack is set as a token's is.
fn fitting(canvas: &mut Canvas, text: &str, room: f64, end: Option<f64>) -> f64 {
    let ink = if end.is_some() { HEAD } else { NOTE };
    let covered = text.chars().all(|sign| Font::Strong.has(sign));
    let width = ink.width(text);
    if covered && width <= room {
        let anchor = if end.is_some() { Anchor::End } else { Anchor::Start };
        canvas.text(ink, end.unwrap_or(0.0), 12.0, anchor, text);
        return width;
    }
    let label = Label::new(text.replace(' ', "_").as_bytes()).fit(room, TOKEN.size);
    canvas.label(&label, end.map_or(0.0, |end| end - label.width), 12.0);
    label.width
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{fixture, raster};

    #[test]
    fn a_card_is_small_and_the_same_each_time() {
        for trace in [fixture::fox(), fixture::chat(), fixture::nasty()] {
            let draw = || {
                let svg = card("Logitpress", "00.1", "Autoregressive generation: 字 & <b>", &trace, Words::english());
                raster::png(&svg, CARD_WIDTH).unwrap()
            };
            let png = draw();
            assert!(png.len() < 60_000, "{} bytes", png.len());
            // Width and height stand at fixed places of a PNG.
            assert_eq!(png[16..24], [0, 0, 4, 176, 0, 0, 2, 118]);
            assert_eq!(png, draw());
        }
    }
}
