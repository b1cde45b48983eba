//! The growing sentence: where each token stands, in rows, and from which step on. Where the rows are full, a new page
//! begins with a row of the last tokens of the one before, and says how many it leaves out.

use super::steps::Steps;
use crate::figure::canvas::{Anchor, Canvas, Span, short};
use crate::figure::ink::{NOTE, TOKEN};
use crate::figure::token_label::{Fitted, Label};
use crate::token::Token;
use crate::trace::Trace;
use crate::words::Words;

pub(super) const CHIP: f64 = 22.0;
/// From the top of a row to that of the next: chip, K/V cell, room for a line.
pub(super) const ROW: f64 = 38.0;
const PAD: f64 = 4.0;
const GAP: f64 = 3.0;
const LEAST: f64 = 18.0;
/// Widest label of a token.
const LABEL: f64 = 150.0;

#[derive(Clone, Copy, Debug)]
pub(in crate::figure) struct Room {
    pub(in crate::figure) width: f64,
    pub(in crate::figure) prompt_rows: usize,
    pub(in crate::figure) rows: usize,
    /// No more rows than this are kept for the answer: they are empty before it begins.
    pub(in crate::figure) answer_rows: usize,
}

/// Where a token stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) row: usize,
    pub(super) width: f64,
}

impl Place {
    pub(super) fn right(self) -> f64 {
        self.x + self.width
    }

    pub(super) fn top(self) -> f64 {
        self.row as f64 * ROW
    }
}

enum What {
    Token {
        label: Fitted,
        class: &'static str,
        written: bool,
    },
    /// So many tokens are not drawn here.
    More(String),
}

struct Slot {
    what: What,
    at: Place,
    /// Within the steps of its page.
    there: Span,
    /// When its K/V entry is there; never for the last token.
    computed: Option<Span>,
}

struct Page {
    there: Span,
    slots: Vec<Slot>,
}

/// What moves in the step that chooses a token.
pub(super) struct Turn {
    /// The token that goes through the model; the first choice comes from the prompt pass.
    pub(super) read: Option<Place>,
    pub(super) new: Place,
}

pub(super) struct Sentence {
    pages: Vec<Page>,
    rows: usize,
    pub(super) prompt: Vec<Place>,
    pub(super) turns: Vec<Turn>,
}

/// Places boxes in rows.
struct Flow {
    room: f64,
    x: f64,
    row: usize,
}

impl Flow {
    fn new(room: f64) -> Self {
        Self { room, x: 0.0, row: 0 }
    }

    fn place(&mut self, width: f64) -> Place {
        if self.x > 0.0 && self.x + width > self.room {
            self.x = 0.0;
            self.row += 1;
        }
        let at = Place { x: self.x, row: self.row, width };
        self.x += width + GAP;
        at
    }
}

fn class(token: &Token, written: bool) -> &'static str {
    match (written, token.control) {
        (false, false) => "lp-a",
        (false, true) => "lp-a lp-c",
        (true, false) => "lp-b",
        (true, true) => "lp-b lp-c",
    }
}

fn token(token: &Token, written: bool) -> (What, f64) {
    let label = Label::new(token.piece.bytes()).fit(LABEL, TOKEN.size);
    let width = (label.width + 2.0 * PAD).max(LEAST).ceil();
    (What::Token { label, class: class(token, written), written }, width)
}

fn before(words: &Words, count: usize) -> (What, f64) {
    let text = words.text("loop-before", &[("n", count.into())]);
    let width = NOTE.width(&text).ceil() + 4.0;
    (What::More(text), width)
}

/// How many of the last tokens fit into so many rows, with the note on those before them.
fn kept(words: &Words, widths: &[f64], rows: usize, room: Room) -> usize {
    let fits = |tail: usize| {
        let mut flow = Flow::new(room.width);
        if tail < widths.len() {
            flow.place(before(words, widths.len() - tail).1);
        }
        widths.iter().skip(widths.len() - tail).for_each(|width| {
            flow.place(*width);
        });
        flow.row < rows
    };
    let most = rows * (room.width / LEAST).ceil() as usize;
    (1..=most.min(widths.len())).rev().find(|tail| fits(*tail)).unwrap_or(0)
}

impl Sentence {
    pub(super) fn new(words: &Words, trace: &Trace, steps: &Steps, room: Room) -> Self {
        let mut slots = Vec::new();
        let mut flow = Flow::new(room.width);
        let place = |slots: &mut Vec<Slot>, flow: &mut Flow, (what, width), there, computed| {
            let at = flow.place(width);
            slots.push(Slot { what, at, there, computed });
            at
        };
        let prompt: Vec<(What, f64)> = trace.prompt.iter().map(|one| token(one, false)).collect();
        let widths: Vec<f64> = prompt.iter().map(|(_, width)| *width).collect();
        let left_out = widths.len() - kept(words, &widths, room.prompt_rows, room);
        let read = Some(Span::from(steps.prefill()));
        if left_out > 0 {
            place(&mut slots, &mut flow, before(words, left_out), Span::ALWAYS, read);
        }
        for one in prompt.into_iter().skip(left_out) {
            place(&mut slots, &mut flow, one, Span::ALWAYS, read);
        }
        let of_prompt = slots.iter().map(|slot| slot.at).collect();
        let most = room.rows.min(flow.row + 1 + room.answer_rows);
        let (mut rows, mut pages, mut began, mut last) = (flow.row + 1, Vec::new(), 0, None);
        let mut turns = Vec::new();
        for (index, one) in trace.generated.iter().enumerate() {
            let appears = steps.pick(index);
            let mut there = Span::from(appears);
            let chip = token(one, true);
            let full = flow.row + 1 >= most && flow.x > 0.0 && flow.x + chip.1 > flow.room;
            if full {
                let full = std::mem::take(&mut slots);
                pages.push(Page { there: Span::between(began, appears - 1), slots: full });
                (began, there) = (appears, Span::ALWAYS);
                flow = Flow::new(room.width);
                let written = trace.generated.iter().take(index).map(|one| token(one, true));
                let earlier: Vec<_> = trace.prompt.iter().map(|one| token(one, false)).chain(written).collect();
                let widths: Vec<f64> = earlier.iter().map(|(_, width)| *width).collect();
                let left_out = widths.len() - kept(words, &widths, 1, room);
                place(&mut slots, &mut flow, before(words, left_out), there, Some(there));
                for one in earlier.into_iter().skip(left_out) {
                    last = Some(place(&mut slots, &mut flow, one, there, Some(there)));
                }
            }
            let computed = (index + 1 < trace.generated.len()).then(|| Span::from(steps.pick(index + 1)));
            let new = place(&mut slots, &mut flow, chip, there, computed);
            rows = rows.max(new.row + 1);
            turns.push(Turn { read: if index == 0 { None } else { last }, new });
            last = Some(new);
        }
        pages.push(Page { there: Span { from: began, until: None }, slots });
        Self { pages, rows, prompt: of_prompt, turns }
    }

    /// From the top of the first row to the lower edge of the last one's K/V cells.
    pub(super) fn height(&self) -> f64 {
        self.rows as f64 * ROW - 6.0
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, steps: &Steps, x: f64, y: f64) {
        for page in &self.pages {
            canvas.group("", page.there, |canvas| page.draw(canvas, steps, x, y));
        }
    }
}

impl Page {
    fn draw(&self, canvas: &mut Canvas, steps: &Steps, x: f64, y: f64) {
        for slot in &self.slots {
            let (x, y, width) = (x + slot.at.x, y + slot.at.top(), slot.at.width);
            let (class, cell) = match &slot.what {
                What::Token { class, written: true, .. } => (*class, "lp-kv-b"),
                What::Token { class, .. } => (*class, "lp-kv-a"),
                What::More(_) => ("", "lp-kv-n"),
            };
            canvas.part(class, slot.there, x, y, |canvas| {
                match &slot.what {
                    What::Token { label, written, .. } => {
                        let boxed = if *written { Span::ALWAYS } else { Span::from(steps.tokens()) };
                        canvas.title(label);
                        canvas.rect_during(boxed, "lp-box", 0.0, 0.0, width, CHIP, 4.0);
                        canvas.label(label, (width - label.width) / 2.0, 16.0);
                    }
                    What::More(text) => canvas.text(NOTE, width / 2.0, 16.0, Anchor::Middle, text),
                }
                if let Some(computed) = slot.computed {
                    entry(canvas, computed, cell, 0.0, CHIP + 3.0, width);
                }
            });
        }
    }
}

/// A token's K/V entry: the key above, the value below.
pub(super) fn entry(canvas: &mut Canvas, span: Span, class: &str, x: f64, y: f64, width: f64) {
    let (x, width) = (short(x), short(width));
    canvas.path_during(span, class, &format!("M{x} {}h{width}v3H{x}zm0 4h{width}v3H{x}z", short(y)));
}
