//! The tree: the prompt above, its branches to the right, or indented beneath each other where there is no room. A
//! branch is as thick as its path is likely.

use std::fmt::Write;

use super::Paths;
use super::layout::{Item, Layout};
use crate::figure::Svg;
use crate::figure::canvas::{Anchor, CHIP_HEIGHT, Canvas, Shows, Span, chip_width, short};
use crate::figure::ink::{ID, NOTE, NUMBER, STRONG, TOKEN};
use crate::trace::BeamPath;
use crate::words::Words;

/// Of a token's box; the prompt's has the height of all others.
pub(super) const BOX: f64 = 22.0;
const LINE: f64 = 30.0;

pub(super) fn picture(paths: &Paths, id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(paths.beam.width));
    let prompt = paths.text(paths.trace.prompt.iter().map(|token| token.id)).fit(width - 20.0, TOKEN.size);
    canvas.chip("lp-a", &prompt, "", 0.0, 0.0, chip_width(&prompt, ""));
    let layout = Layout::of(paths, width, words);
    heads(&mut canvas, &layout, width, words);
    for item in &layout.items {
        node(&mut canvas, paths, &layout, item, width, words);
    }
    let y = ends(&mut canvas, paths, width, layout.bottom + 8.0, words);
    let y = canvas.paragraph(NOTE, &words.text("tree-legend", &[]), 0.0, y + 14.0, width);
    canvas.finish(width, y - 10.0)
}

fn heads(canvas: &mut Canvas, layout: &Layout, width: f64, words: &Words) {
    let y = CHIP_HEIGHT + 20.0;
    let joint = words.text("tree-joint", &[]);
    canvas.text(NOTE, width, y, Anchor::End, &joint);
    let room = width - NOTE.width(&joint) - 12.0;
    for (at, x) in layout.columns.iter().enumerate() {
        let said = words.text("tree-token", &[("position", (at + 1).into())]);
        if x + NOTE.width(&said) <= room {
            canvas.text(NOTE, *x, y, Anchor::Start, &said);
        }
    }
}

fn node(canvas: &mut Canvas, paths: &Paths, layout: &Layout, item: &Item, width: f64, words: &Words) {
    let Some(node) = paths.tree.node(item.at) else { return };
    let mut class = String::from(if paths.keeps(paths.beam.width, item.at) { "lp-b" } else { "lp-pruned" });
    if paths.trace.is_control(node.branch.token()) {
        class.push_str(" lp-c");
    }
    // Which widths of a beam keep it: the script shows any of them.
    let mut kept = String::from("data-kept=\"");
    for beam in paths.beams.iter().filter(|beam| paths.keeps(beam.width, item.at)) {
        // Writing to a String cannot fail.
        let _ = write!(kept, "{} ", beam.width);
    }
    let kept = format!("{}\"", kept.trim_end());
    let greedy = paths.tree.is_greedy(item.at);
    canvas.marked(&class, &kept, |canvas| {
        canvas.title(&item.label);
        canvas.strand("lp-edge", &item.edge, item.thick);
        let top = item.y - BOX / 2.0;
        canvas.rect("lp-box", item.x, top, item.wide, BOX, 5.0);
        canvas.label(&item.label, item.x + (item.wide - item.label.width) / 2.0, item.y + 5.0);
        if greedy {
            canvas.rect("lp-ring", item.x - 2.5, top - 2.5, item.wide + 5.0, BOX + 5.0, 7.0);
        }
        if item.numbered {
            let probability = words.percent(node.logprob.exp());
            canvas.text(ID, item.x + item.wide + 6.0, item.y + 4.5, Anchor::Start, &probability);
        }
        if item.open {
            return;
        }
        let joint = words.percent(node.joint.exp());
        canvas.text(if greedy { STRONG } else { NUMBER }, width, item.y + 5.0, Anchor::End, &joint);
        let left = item.end + 8.0;
        let room = width - layout.joint - left;
        match paths.continuation(item.at) {
            Some(text) if room > 2.0 * TOKEN.size => {
                let text = text.begin(room, TOKEN.size);
                canvas.group("lp-then", Span::ALWAYS, |canvas| {
                    canvas.title(&text);
                    canvas.label(&text, left, item.y + 5.0);
                });
            }
            None if node.branch.ended => {
                canvas.words(NOTE, &words.text("tree-ends", &[]), left, item.y + 4.5, Anchor::Start, room);
            }
            _ => {}
        }
    });
}

/// Where greedy choice ends, and where a beam of the chosen width does.
fn ends(canvas: &mut Canvas, paths: &Paths, width: f64, y: f64, words: &Words) -> f64 {
    canvas.path("lp-rule", &format!("M0 {}H{}", short(y), short(width)));
    let named: Vec<String> = paths
        .beams
        .iter()
        .map(|beam| match beam.width {
            1 => words.text("tree-greedy-choice", &[]),
            wide => words.text("tree-beam-of", &[("n", wide.into())]),
        })
        .collect();
    let left = named.iter().map(|name| NUMBER.width(name)).fold(0.0, f64::max) + 12.0;
    let mut line = |name: &str, best: Option<BeamPath>, y: f64, span: Span| {
        let Some((best, node)) = best.and_then(|best| Some((best, paths.tree.node(best.node)?))) else { return };
        let joint = words.percent(best.joint.exp());
        let label = paths.path_text(node).fit(width - left - STRONG.width(&joint) - 28.0, TOKEN.size);
        let wide = chip_width(&label, "");
        canvas.group("lp-b", span, |canvas| {
            canvas.text(NUMBER, 0.0, y + 16.0, Anchor::Start, name);
            canvas.rect("lp-box", left, y, wide, BOX, 5.0);
            canvas.label(&label, left + (wide - label.width) / 2.0, y + 16.0);
            canvas.title(&label);
            canvas.text(STRONG, width, y + 16.0, Anchor::End, &joint);
        });
    };
    for (beam, name) in paths.beams.iter().zip(&named) {
        match beam.width {
            1 => line(name, beam.best(), y + 9.0, Span::ALWAYS),
            wide => line(name, beam.best(), y + 9.0 + LINE, Span::only(wide)),
        }
    }
    y + 9.0 + 2.0 * LINE
}
