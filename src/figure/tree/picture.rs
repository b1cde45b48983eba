use super::Paths;
use crate::figure::Svg;
use crate::figure::canvas::{Anchor, CHIP_HEIGHT, Canvas, Shows, Span, chip_width, short};
use crate::figure::ink::{HEAD, ID, NOTE, NUMBER, STRONG, TOKEN};
use crate::trace::BeamLevel;
use crate::words::Words;

/// Where the parts of a row stand.
struct Columns {
    /// How far a level stands to the right of the one before: later is further right.
    step: f64,
    chip: f64,
    /// From the chip's column to the bar, and the length of probability 1.
    bar: f64,
    length: f64,
    /// Where the text that followed begins; `None` puts it on a line of its own.
    then: Option<f64>,
    row: f64,
}

const WIDE: Columns = Columns { step: 22.0, chip: 130.0, bar: 140.0, length: 120.0, then: Some(400.0), row: 33.0 };
const NARROW: Columns = Columns { step: 10.0, chip: 96.0, bar: 104.0, length: 74.0, then: None, row: 56.0 };
const NUMBER_ROOM: f64 = 58.0;
/// More of a level than this is only counted.
const MOST: usize = 8;

pub(super) fn picture(paths: &Paths, id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let columns = if width < 400.0 { NARROW } else { WIDE };
    let mut y = 0.0;
    for level in 0..paths.tree.depth() {
        y = choices(&mut canvas, paths, &columns, level, width, y, words);
    }
    y = beam(&mut canvas, paths, width, y + 6.0, words);
    canvas.finish(width, y)
}

/// One position on the greedy path: its likeliest tokens, and what came after each that was not taken.
fn choices(
    canvas: &mut Canvas,
    paths: &Paths,
    columns: &Columns,
    level: usize,
    width: f64,
    y: f64,
    words: &Words,
) -> f64 {
    let nodes = paths.choices(level);
    if nodes.is_empty() {
        return y;
    }
    let x = level as f64 * columns.step;
    canvas.text(HEAD, x, y + 14.0, Anchor::Start, &words.text("tree-token", &[("position", (level + 1).into())]));
    if level == 0 {
        canvas.text(NOTE, width, y + 14.0, Anchor::End, &words.text("tree-joint", &[]));
    }
    let mut top = y + 24.0;
    for &at in nodes {
        let Some(node) = paths.tree.node(at) else { continue };
        let greedy = paths.tree.is_greedy(at);
        let id = node.branch.token();
        let class = match (greedy, paths.trace.is_control(id)) {
            (true, false) => "lp-pick lp-b",
            (true, true) => "lp-pick lp-b lp-c",
            (false, true) => "lp-c",
            (false, false) => "lp-open",
        };
        let label = paths.label(id).fit(columns.chip - 14.0, TOKEN.size);
        let probability = node.logprob.exp();
        canvas.group(class, Span::ALWAYS, |canvas| {
            let wide = chip_width(&label, "");
            canvas.title(&label);
            canvas.rect("lp-box", x, top, wide, CHIP_HEIGHT, 5.0);
            canvas.label(&label, x + (wide - label.width) / 2.0, top + 18.0);
            let bar = x + columns.bar;
            let length = probability * columns.length;
            canvas.path("lp-zero", &format!("M{} {}v{}", short(bar), short(top), short(CHIP_HEIGHT)));
            canvas.rect("lp-bar", bar, top + 5.0, length.max(0.6), CHIP_HEIGHT - 10.0, 2.0);
            let ink = if greedy { STRONG } else { NUMBER };
            canvas.text(ink, bar + length + 7.0, top + 18.0, Anchor::Start, &words.percent(probability));
        });
        canvas.text(ID, width, top + 17.5, Anchor::End, &words.percent(node.joint.exp()));
        let last = node.children.is_empty();
        // What follows the greedy token is the next level, until there is none.
        let follows = !greedy || last;
        if follows {
            let (left, baseline, right) = match columns.then {
                Some(left) => (left, top + 18.0, width - NUMBER_ROOM),
                None => (x, top + CHIP_HEIGHT + 17.0, width),
            };
            match paths.continuation(at) {
                Some(text) => {
                    let text = text.fit(right - left, TOKEN.size);
                    canvas.group("lp-then", Span::ALWAYS, |canvas| {
                        canvas.title(&text);
                        canvas.label(&text, left, baseline);
                    });
                }
                None if node.branch.ended => {
                    canvas.text(NOTE, left, baseline, Anchor::Start, &words.text("tree-ends", &[]))
                }
                None => {}
            }
        }
        top += if follows { columns.row } else { WIDE.row };
    }
    top + 6.0
}

fn beam(canvas: &mut Canvas, paths: &Paths, width: f64, y: f64, words: &Words) -> f64 {
    let title = words.text("tree-beam-picture", &[("n", paths.beam.width.into())]);
    canvas.text(HEAD, 0.0, y + 14.0, Anchor::Start, &title);
    let mut y = y + 24.0;
    for (at, level) in paths.beam.levels.iter().enumerate() {
        let said = words.text("tree-tokens", &[("n", (at + 1).into())]);
        canvas.text(NOTE, 0.0, y + 16.0, Anchor::Start, &said);
        if at == 0 {
            canvas.text(NOTE, width, y + 16.0, Anchor::End, &words.text("tree-joint-sum", &[]));
        }
        y = beam_level(canvas, paths, level, width, y + 26.0, words) + 8.0;
    }
    y
}

fn beam_level(canvas: &mut Canvas, paths: &Paths, level: &BeamLevel, width: f64, y: f64, words: &Words) -> f64 {
    let mut top = y;
    let numbers = if width < 400.0 { 128.0 } else { 150.0 };
    for path in level.paths.iter().take(MOST) {
        let Some(node) = paths.tree.node(path.node) else { continue };
        let label = paths.path_text(node).fit(width - numbers - 78.0, TOKEN.size);
        canvas.group(if path.kept { "lp-b" } else { "lp-pruned" }, Span::ALWAYS, |canvas| {
            let wide = chip_width(&label, "");
            canvas.title(&label);
            if path.kept {
                canvas.rect("lp-box", 0.0, top, wide, CHIP_HEIGHT, 5.0);
            }
            canvas.label(&label, (wide - label.width) / 2.0, top + 18.0);
            if !path.kept {
                let (from, to) = (short((wide - label.width) / 2.0 - 2.0), short((wide + label.width) / 2.0 + 2.0));
                canvas.path("lp-struck", &format!("M{from} {y}H{to}", y = short(top + 13.5)));
            }
            let word = match (path.kept, paths.tree.is_greedy(path.node)) {
                (true, false) => String::new(),
                (true, true) => words.text("tree-greedy", &[]),
                (false, _) => words.text("tree-pruned-picture", &[]),
            };
            canvas.text(NOTE, wide + 6.0, top + 17.5, Anchor::Start, &word);
            canvas.text(NUMBER, width - 58.0, top + 17.5, Anchor::End, &words.percent(path.joint.exp()));
            canvas.text(ID, width, top + 17.5, Anchor::End, &words.number(path.joint, 2));
        });
        top += CHIP_HEIGHT + 5.0;
    }
    if let Some(more) = level.paths.len().checked_sub(MOST).filter(|more| *more > 0) {
        canvas.text(NOTE, 0.0, top + 15.0, Anchor::Start, &words.text("tree-more-pruned", &[("n", more.into())]));
        top += 22.0;
    }
    top
}
