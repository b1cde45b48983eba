//! The K/V cache, pass by pass. A column is a token: its key and its value appear when it goes through the model, from
//! the left, and stay. Beneath, a row is a pass and its length the columns that are computed in it: with the cache the
//! filled ones, without it the outlined ones too, so that the area is the work.

use super::size::{bytes_per_number, now, product, size};
use super::steps::{cached, computed, entries};
use crate::figure::Svg;
use crate::figure::canvas::{Anchor, Canvas, Shows, Span, short};
use crate::figure::ink::{HEAD, NOTE, NUMBER, STRONG, TOKEN};
use crate::figure::tick::tick;
use crate::figure::token_label::Label;
use crate::trace::Trace;
use crate::words::Words;

/// Room for the names of the rows.
const LEFT: f64 = 22.0;
/// An upright label may be wider than its column.
const RIGHT: f64 = 3.0;
const WIDEST: f64 = 40.0;
/// Narrower columns have numbers in the place of their tokens.
const NARROWEST: f64 = 13.0;
/// Height of a key, and of a value.
const LANE: f64 = 15.0;
const LABEL: f64 = 76.0;
/// Height of all passes together.
const WORK: f64 = 68.0;

pub(super) fn picture(trace: &Trace, id: &str, width: f64, words: &Words) -> Svg {
    let passes = entries(trace);
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(passes.len()));
    let each = now(trace);
    let sum = |count: usize| {
        let total = size(each * count as u64, words);
        words.text("cache-sum", &[("n", count.into()), ("each", size(each, words).into()), ("total", total.into())])
    };
    canvas.text(HEAD, 0.0, 13.0, Anchor::Start, &words.text("cache-entries", &[]));
    during(&mut canvas, passes.len(), |canvas, at| {
        if let Some(count) = passes.get(at) {
            canvas.text(STRONG, 0.0, 33.0, Anchor::Start, &sum(*count));
        }
    });
    let columns = Columns::new(trace, width);
    let bottom = columns.draw(&mut canvas, trace, 44.0, words);
    canvas.text(NUMBER, 0.0, bottom + 22.0, Anchor::Start, &words.text("cache-one-entry", &[]));
    let formula = product(&trace.model, trace.model.kv_heads, bytes_per_number(trace), size(each, words), words);
    let y = canvas.paragraph(NOTE, &formula, 0.0, bottom + 42.0, width);
    canvas.finish(width, y - 8.0)
}

/// One of several in each step; the last one stays.
fn during(canvas: &mut Canvas, steps: usize, draw: impl Fn(&mut Canvas, usize)) {
    for at in 0..steps {
        let step = at + 1;
        let span = if step == steps { Span::from(step) } else { Span::only(step) };
        canvas.group("", span, |canvas| draw(canvas, at));
    }
}

struct Columns {
    width: f64,
    /// From one column to the next.
    pitch: f64,
    count: usize,
    /// Of the work of one pass.
    high: f64,
}

impl Columns {
    fn new(trace: &Trace, width: f64) -> Self {
        let count = cached(trace).len().max(1);
        let pitch = ((width - LEFT - RIGHT) / count as f64).min(WIDEST);
        Self { width, pitch, count, high: (WORK / entries(trace).len() as f64).min(8.0) }
    }

    fn x(&self, column: usize) -> f64 {
        LEFT + column as f64 * self.pitch
    }

    fn area(&self, from: usize, until: usize, y: f64, height: f64) -> String {
        let gap = if self.pitch > 4.0 { 1.5 } else { 0.0 };
        let along = short((until.saturating_sub(from) as f64 * self.pitch - gap).max(0.2));
        format!("M{} {}h{along}v{h}h-{along}z", short(self.x(from)), short(y), h = short(height))
    }

    /// One cell for each column, where they are wide enough to be told apart.
    fn cells(&self, from: usize, until: usize, y: f64, height: f64) -> String {
        match self.pitch > 4.0 {
            true => (from..until).map(|column| self.area(column, column + 1, y, height)).collect(),
            false => self.area(from, until, y, height),
        }
    }

    /// Returns the lower edge.
    fn draw(&self, canvas: &mut Canvas, trace: &Trace, y: f64, words: &Words) -> f64 {
        let labelled = self.pitch >= NARROWEST;
        let lanes = self.key(canvas, y, &[("lp-kv-n", "cache-key-k"), ("lp-kv-n lp-values", "cache-key-v")], words);
        for (at, lane) in ["cache-lane-key", "cache-lane-value"].iter().enumerate() {
            canvas.text(NOTE, 0.0, lanes + at as f64 * (LANE + 2.0) + 12.0, Anchor::Start, &words.text(lane, &[]));
        }
        let tokens = lanes + 2.0 * LANE + 6.0;
        let work = tokens + if labelled { self.longest(trace) + 22.0 } else { 40.0 };
        let x = LEFT + self.count as f64 * self.pitch;
        canvas.text(NOTE, LEFT, work - 8.0, Anchor::Start, &words.text("cache-axis-tokens", &[]));
        canvas.path("lp-rule", &format!("M{} {}H{}", short(LEFT), short(work - 2.0), short(x)));
        let prompt = trace.prompt.len();
        let passes = entries(trace);
        for (at, count) in passes.iter().enumerate() {
            let first = if at == 0 { 0 } else { count - 1 };
            let hue = if at == 0 { "a" } else { "b" };
            canvas.group("", Span::from(at + 1), |canvas| {
                canvas.path(&format!("lp-kv-{hue}"), &self.cells(first, *count, lanes, LANE));
                canvas.path(&format!("lp-kv-{hue} lp-values"), &self.cells(first, *count, lanes + LANE + 2.0, LANE));
                let (top, high) = (work + at as f64 * self.high, (self.high - 1.0).max(0.3));
                if first > 0 {
                    canvas.path("lp-again", &self.area(0, first, top, high));
                }
                canvas.path(&format!("lp-kv-{hue}"), &self.area(first, *count, top, high));
            });
        }
        if labelled {
            self.labels(canvas, trace, tokens, prompt);
        } else {
            self.numbers(canvas, trace, tokens, words);
        }
        let end = work + passes.len() as f64 * self.high;
        let named =
            self.key(canvas, end + 6.0, &[("lp-kv-n", "cache-key-work"), ("lp-again", "cache-key-again")], words);
        during(canvas, passes.len(), |canvas, at| {
            let (once, again) = computed(trace, at);
            let text = words.text("cache-work", &[("n", once.into()), ("without", again.into())]);
            canvas.text(STRONG, 0.0, named + 13.0, Anchor::Start, &text);
        });
        named + 18.0
    }

    /// How long the longest label is, set upright.
    fn longest(&self, trace: &Trace) -> f64 {
        let widths =
            cached(trace).into_iter().map(|(token, ..)| Label::new(token.piece.bytes()).fit(LABEL, TOKEN.size).width);
        widths.fold(20.0, f64::max)
    }

    fn labels(&self, canvas: &mut Canvas, trace: &Trace, y: f64, prompt: usize) {
        for (column, (token, pass, written)) in cached(trace).into_iter().enumerate() {
            let label = Label::new(token.piece.bytes()).fit(LABEL, TOKEN.size);
            let hue = if written { "lp-b" } else { "lp-a" };
            let there = if column < prompt { Span::ALWAYS } else { Span::from(pass) };
            canvas.group(hue, there, |canvas| {
                let x = self.x(column) + self.pitch / 2.0 + 4.0;
                canvas.upright(x, y + label.width, |canvas| {
                    canvas.title(&label);
                    canvas.label(&label, 0.0, 0.0);
                });
            });
        }
    }

    /// Every so many columns its number.
    fn numbers(&self, canvas: &mut Canvas, trace: &Trace, y: f64, words: &Words) {
        let step = (tick(self.count as f64, 8).ceil() as usize).max(1);
        for (column, (_, pass, _)) in cached(trace).into_iter().enumerate().filter(|(at, _)| (at + 1) % step == 0) {
            let x = self.x(column) + self.pitch / 2.0;
            canvas.group("", Span::from(pass), |canvas| {
                canvas.text(NOTE, x, y + 10.0, Anchor::Middle, &words.number((column + 1) as f64, 0));
            });
        }
    }

    /// What the tints mean. Returns where what they explain begins.
    fn key(&self, canvas: &mut Canvas, y: f64, entries: &[(&str, &str)], words: &Words) -> f64 {
        let (mut x, mut top) = (0.0, y);
        for (class, id) in entries {
            let said = words.text(id, &[]);
            let wide = 22.0 + NOTE.width(&said);
            if x > 0.0 && x + wide > self.width {
                (x, top) = (0.0, top + 19.0);
            }
            canvas.path(class, &format!("M{} {}h14v10h-14z", short(x + 0.6), short(top + 4.0)));
            canvas.text(NOTE, x + 20.0, top + 13.0, Anchor::Start, &said);
            x += wide + 14.0;
        }
        top + 22.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;

    #[test]
    fn no_token_is_drawn_before_it_is_written() {
        let trace = fixture::fox();
        for width in [720.0, 320.0] {
            let markup = picture(&trace, "f", width, Words::english()).markup;
            let always = markup.matches("<g class=\"lp-a\"><g transform").count();
            let later = markup.matches("<g class=\"lp-b\" data-from=").count();
            assert_eq!((always, later), (trace.prompt.len(), trace.generated.len() - 1), "{width}");
            assert_eq!(markup.matches("<g class=\"lp-b\"><g").count(), 0);
        }
    }

    #[test]
    fn without_the_cache_the_work_grows_with_the_square() {
        let trace = fixture::fox();
        let last = entries(&trace).len() - 1;
        let (once, again) = computed(&trace, last);
        assert_eq!(once, cached(&trace).len());
        assert_eq!(again, entries(&trace).into_iter().sum::<usize>());
        assert_eq!(computed(&trace, 0), (trace.prompt.len(), trace.prompt.len()));
    }
}
