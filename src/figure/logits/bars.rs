//! Two bars a candidate from one axis: its logit to the left, its probability to the right. The best token fills the
//! scale; what all of them are of the whole is one bar of its own below.

use crate::figure::candidates::{Candidate, Candidates};
use crate::figure::canvas::{Anchor, CHIP_HEIGHT, Canvas, chip_width, short};
use crate::figure::ink::{ID, NOTE, NUMBER, STRONG, TOKEN};
use crate::words::Words;

const ROW: f64 = 32.0;
const GAP: f64 = 7.0;
const BAR: f64 = 16.0;

struct Columns {
    /// Room for the chip, and the right edge of the id.
    chip: f64,
    id: f64,
    axis: f64,
    /// Of the longest bar on each side.
    logit: f64,
    probability: f64,
}

impl Columns {
    fn new(list: &Candidates, width: f64, words: &Words) -> Self {
        let narrow = width < 400.0;
        let chip = if narrow { 86.0 } else { 150.0 };
        let id = chip + if narrow { 40.0 } else { 46.0 };
        let room = |number: &dyn Fn(&Candidate) -> String| {
            list.listed.iter().map(|candidate| STRONG.width(&number(candidate))).fold(0.0, f64::max) + GAP
        };
        let before = room(&|candidate| logit(candidate, words)) + 10.0;
        let after = room(&|candidate| words.percent(candidate.probability));
        let bars = width - id - before - after;
        let left = bars * 0.36;
        Self { chip, id, axis: id + before + left, logit: left, probability: bars - left }
    }
}

fn logit(candidate: &Candidate, words: &Words) -> String {
    candidate.logit.map_or_else(|| words.text("logit-not-listed", &[]), |logit| words.number(logit, 2))
}

/// Returns the lower edge.
pub(super) fn draw(canvas: &mut Canvas, list: &Candidates, width: f64, y: f64, words: &Words) -> f64 {
    let columns = Columns::new(list, width, words);
    let say = |id| words.text(id, &[]);
    let head = y + 14.0;
    canvas.text(NOTE, 0.0, head, Anchor::Start, &say("logits-token"));
    canvas.text(NOTE, columns.id, head, Anchor::End, &say("logits-id"));
    let probability = say("logits-probability");
    let start = (columns.axis + GAP).min(width - NOTE.width(&probability));
    canvas.text(NOTE, start, head, Anchor::Start, &probability);
    canvas.text(NOTE, start - 2.0 * GAP, head, Anchor::End, &say("logits-logit"));
    let top = y + 22.0;
    let likeliest = list.listed.iter().map(|candidate| candidate.probability).fold(f64::MIN_POSITIVE, f64::max);
    let logits = || list.listed.iter().filter_map(|candidate| candidate.logit);
    // From 0, or from the lowest where that is below it.
    let lowest = logits().fold(0.0, f64::min);
    let reach = (logits().fold(f64::MIN, f64::max) - lowest).max(f64::MIN_POSITIVE);
    for (at, candidate) in list.listed.iter().enumerate() {
        let class = match (candidate.chosen, candidate.control) {
            (true, false) => "lp-pick lp-b",
            (true, true) => "lp-pick lp-b lp-c",
            (false, true) => "lp-c",
            (false, false) => "lp-open",
        };
        let label = candidate.label.fit(columns.chip - 14.0, TOKEN.size);
        canvas.placed(class, 0.0, top + at as f64 * ROW, |canvas| {
            let wide = chip_width(&label, "");
            canvas.title(&label);
            canvas.rect("lp-box", 0.0, 0.0, wide, CHIP_HEIGHT, 5.0);
            canvas.label(&label, (wide - label.width) / 2.0, 18.0);
            canvas.text(ID, columns.id, 17.5, Anchor::End, &candidate.id.to_string());
            let length = candidate.logit.map_or(0.0, |logit| (logit - lowest) / reach * columns.logit);
            let left = columns.axis - length;
            if length > 0.0 {
                canvas.rect("lp-logit", left, 5.0, length, BAR, 0.0);
            }
            canvas.text(NUMBER, left - GAP, 18.0, Anchor::End, &logit(candidate, words));
            let length = (candidate.probability / likeliest * columns.probability).max(0.6);
            canvas.rect("lp-share", columns.axis, 5.0, length, BAR, 0.0);
            let ink = if candidate.chosen { STRONG } else { NUMBER };
            canvas.text(ink, columns.axis + length + GAP, 18.0, Anchor::Start, &words.percent(candidate.probability));
        });
    }
    let bottom = top + list.listed.len() as f64 * ROW;
    canvas.path("lp-axis", &format!("M{} {}V{}", short(columns.axis), short(top), short(bottom - 4.0)));
    bottom
}

/// All of the probability as one bar: each listed token, then the others together. Returns the lower edge.
pub(super) fn whole(canvas: &mut Canvas, list: &Candidates, width: f64, y: f64, words: &Words) -> f64 {
    if list.rest == 0 {
        return y;
    }
    canvas.text(NOTE, 0.0, y + 14.0, Anchor::Start, &words.text("logits-whole", &[]));
    let top = y + 21.0;
    let mut x = 0.0;
    for candidate in &list.listed {
        let length = candidate.probability * width;
        canvas.placed(if candidate.chosen { "lp-pick" } else { "" }, x, top, |canvas| {
            canvas.rect("lp-share", 0.0, 0.0, length, BAR, 0.0);
        });
        x += length;
    }
    canvas.hatched(x, top, (width - x).max(0.6), BAR);
    let listed = (1.0 - list.rest_probability).clamp(0.0, 1.0);
    let these =
        words.text("logits-listed", &[("n", list.listed.len().into()), ("share", words.percent(listed).into())]);
    let others = words.list(&[list.rest_name(words), words.percent(list.rest_probability)]);
    let y = top + BAR + 16.0;
    canvas.text(NOTE, 0.0, y, Anchor::Start, &these);
    canvas.text(NOTE, width, y, Anchor::End, &others);
    y
}
