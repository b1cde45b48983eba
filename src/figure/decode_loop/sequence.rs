//! Where the tokens of a run stand, in rows, and from which step on. A long prompt loses its middle; where what the
//! model writes fills all rows, a new page begins.

use super::steps::Steps;
use crate::figure::canvas::{Anchor, GAP};
use crate::figure::canvas::{BENEATH, Canvas, Span, chip_width};
use crate::figure::ink::{NOTE, TOKEN};
use crate::figure::token_label::{Fitted, Label};
use crate::token::Token;
use crate::trace::Trace;
use crate::words::Words;

/// From the top of a chip to that of the next row: chip, id, K/V cells, room.
pub(super) const ROW: f64 = 74.0;
const CELLS: f64 = BENEATH + 6.0;

/// A new page repeats so many tokens, so that the last ones stay in sight.
const OVERLAP: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(in crate::figure) struct Room {
    pub(in crate::figure) width: f64,
    /// Widest label, in pixels.
    pub(in crate::figure) label: f64,
    pub(in crate::figure) prompt_rows: usize,
    pub(in crate::figure) rows: usize,
}

enum What {
    Token {
        label: Fitted,
        id: String,
        class: &'static str,
        model: bool,
    },
    /// So many tokens are not drawn here.
    More(String),
}

struct Slot {
    what: What,
    x: f64,
    row: usize,
    width: f64,
    there: Span,
    /// When its K/V entry is there; never for the last token.
    computed: Option<Span>,
    /// When it goes through the model alone.
    active: Option<usize>,
}

pub(super) struct Sequence {
    slots: Vec<Slot>,
    rows: usize,
}

/// Places boxes in rows.
struct Flow {
    room: f64,
    x: f64,
    row: usize,
}

impl Flow {
    fn place(&mut self, width: f64) -> (f64, usize) {
        if self.x > 0.0 && self.x + width > self.room {
            self.x = 0.0;
            self.row += 1;
        }
        let at = (self.x, self.row);
        self.x += width + GAP;
        at
    }
}

fn class(token: &Token, model: bool) -> &'static str {
    match (model, token.control) {
        (false, false) => "lp-a",
        (false, true) => "lp-a lp-c",
        (true, false) => "lp-b",
        (true, true) => "lp-b lp-c",
    }
}

fn fitted(token: &Token, room: Room) -> (Fitted, String, f64) {
    let label = Label::new(token.piece.bytes()).fit(room.label, TOKEN.size);
    let id = token.id.to_string();
    let width = chip_width(&label, &id);
    (label, id, width)
}

fn more(words: &Words, id: &str, count: usize) -> (String, f64) {
    let text = words.text(id, &[("n", count.into())]);
    let width = NOTE.width(&text) + 4.0;
    (text, width)
}

/// How many prompt tokens stand before and after the gap so that all fit in `room.prompt_rows`.
fn kept(words: &Words, widths: &[f64], room: Room) -> (usize, usize) {
    let rows = |head: usize, tail: usize| {
        let mut flow = Flow { room: room.width, x: 0.0, row: 0 };
        let cut = head + tail < widths.len();
        let gap = cut.then(|| more(words, "loop-more", widths.len() - head - tail).1);
        let boxes = widths[..head].iter().copied().chain(gap).chain(widths[widths.len() - tail..].iter().copied());
        for width in boxes {
            flow.place(width);
        }
        flow.row + 1
    };
    let most = room.prompt_rows * (room.width / 40.0).ceil() as usize;
    if widths.len() <= most && rows(widths.len(), 0) <= room.prompt_rows {
        return (widths.len(), 0);
    }
    let mut keep = most.min(widths.len() - 1);
    while keep > 2 && rows(keep.div_ceil(2), keep / 2) > room.prompt_rows {
        keep -= 1;
    }
    (keep.div_ceil(2), keep / 2)
}

impl Sequence {
    pub(super) fn new(words: &Words, trace: &Trace, steps: &Steps, room: Room) -> Self {
        let mut slots = Vec::new();
        let mut flow = Flow { room: room.width, x: 0.0, row: 0 };
        let prompt: Vec<(Fitted, String, f64)> = trace.prompt.iter().map(|token| fitted(token, room)).collect();
        let widths: Vec<f64> = prompt.iter().map(|(_, _, width)| *width).collect();
        let (head, tail) = kept(words, &widths, room);
        for (at, (token, (label, id, width))) in trace.prompt.iter().zip(prompt).enumerate() {
            let cut = at >= head && at < trace.prompt.len() - tail;
            if cut && at > head {
                continue;
            }
            let (what, width) = if cut {
                let (text, width) = more(words, "loop-more", trace.prompt.len() - head - tail);
                (What::More(text), width)
            } else {
                (What::Token { label, id, class: class(token, false), model: false }, width)
            };
            let (x, row) = flow.place(width);
            let computed = Some(Span::from(steps.prefill()));
            slots.push(Slot { what, x, row, width, there: Span::from(steps.tokens()), computed, active: None });
        }
        let (mut rows, mut page) = (flow.row + 1, 0);
        for (index, token) in trace.generated.iter().enumerate() {
            let (label, id, chip) = fitted(token, room);
            let (mut x, mut row) = flow.place(chip);
            let appears = steps.pick(index);
            if row >= room.rows {
                for slot in &mut slots[page..] {
                    slot.there.until = Some(appears - 1);
                }
                page = slots.len();
                flow = Flow { room: room.width, x: 0.0, row: 0 };
                let there = Span::from(appears);
                let again = OVERLAP.min(index);
                let (text, width) = more(words, "loop-before", trace.prompt.len() + index - again);
                let (at, first) = flow.place(width);
                let what = What::More(text);
                slots.push(Slot { what, x: at, row: first, width, there, computed: Some(there), active: None });
                for before in index - again..index {
                    let Some(token) = trace.generated.get(before) else { continue };
                    let (label, id, width) = fitted(token, room);
                    let (x, row) = flow.place(width);
                    let what = What::Token { label, id, class: class(token, true), model: true };
                    let active = (before + 1 == index).then_some(appears);
                    slots.push(Slot { what, x, row, width, there, computed: Some(there), active });
                }
                (x, row) = flow.place(chip);
            }
            rows = rows.max(row + 1);
            let passes = (index + 1 < trace.generated.len()).then(|| steps.pick(index + 1));
            slots.push(Slot {
                what: What::Token { label, id, class: class(token, true), model: true },
                x,
                row,
                width: chip,
                there: Span::from(appears),
                computed: passes.map(Span::from),
                active: passes,
            });
        }
        Self { slots, rows }
    }

    pub(super) fn height(&self) -> f64 {
        self.rows as f64 * ROW
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, steps: &Steps, x: f64, y: f64) {
        self.bands(canvas, steps, x, y);
        for slot in &self.slots {
            let (x, y) = (x + slot.x, y + slot.row as f64 * ROW);
            let class = if matches!(slot.what, What::Token { model: true, .. }) { "lp-new" } else { "" };
            canvas.group(class, slot.there, |canvas| {
                let cells = match &slot.what {
                    What::Token { label, id, class, model } => {
                        canvas.chip(class, label, id, x, y, slot.width);
                        if *model { "lp-kv-b" } else { "lp-kv-a" }
                    }
                    What::More(text) => {
                        canvas.text(NOTE, x + slot.width / 2.0, y + 18.0, Anchor::Middle, text);
                        "lp-kv-n"
                    }
                };
                if let Some(computed) = slot.computed {
                    let until = slot.there.until;
                    canvas
                        .group("", Span { until, ..computed }, |canvas| canvas.cells(cells, x, y + CELLS, slot.width));
                }
                if let Some(step) = slot.active.filter(|step| slot.there.holds(*step)) {
                    canvas.group("", Span::only(step), |canvas| {
                        canvas.rect("lp-ring", x - 3.0, y - 3.0, slot.width + 6.0, CELLS + 18.0, 7.0);
                    });
                }
            });
        }
    }

    /// The prompt pass: one band behind every row of the prompt.
    fn bands(&self, canvas: &mut Canvas, steps: &Steps, x: f64, y: f64) {
        let prompt = || self.slots.iter().filter(|slot| slot.there.from == steps.tokens());
        canvas.group("", Span::only(steps.prefill()), |canvas| {
            for row in 0..self.rows {
                let end = prompt().filter(|slot| slot.row == row).map(|slot| slot.x + slot.width).fold(0.0, f64::max);
                if end > 0.0 {
                    canvas.rect("lp-band", x - 4.0, y + row as f64 * ROW - 4.0, end + 8.0, CELLS + 20.0, 8.0);
                }
            }
        });
    }
}
