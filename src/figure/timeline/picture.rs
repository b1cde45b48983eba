//! The time a run took, to scale: the prompt pass, then one bar per decode step, each beginning where the one before
//! it ended. Bars are medians of the repeats, whiskers reach from the least to the most.

use crate::figure::Svg;
use crate::figure::canvas::{Anchor, Canvas, Shows, Span, short};
use crate::figure::ink::{HEAD, NOTE, NUMBER, TOKEN};
use crate::figure::tick::tick;
use crate::figure::token_label::{Fitted, Label};
use crate::trace::{Spread, Trace, Unit};
use crate::words::Words;

const ROW: f64 = 25.0;
const BAR: f64 = 12.0;
/// More rows than this, and the middle is left out.
const MOST: usize = 26;

enum Row {
    Prefill(Spread),
    /// Generated token `index`, and the step's start.
    Decode(usize, f64, Spread),
    /// So many steps, and all of their time.
    More(usize, f64),
}

fn rows(trace: &Trace) -> Vec<Row> {
    let mut rows: Vec<Row> = trace.prefill().map(Row::Prefill).into_iter().collect();
    let mut start = trace.ttft().map_or(0.0, |spread| spread.median);
    for index in 1..trace.generated.len() {
        let Some(spread) = trace.gap(index) else { continue };
        rows.push(Row::Decode(index, start, spread));
        start += spread.median;
    }
    if rows.len() > MOST {
        let cut: Vec<Row> = rows.drain(MOST / 2..rows.len() - MOST / 2).collect();
        let time = cut.iter().map(|row| if let Row::Decode(_, _, spread) = row { spread.median } else { 0.0 }).sum();
        rows.insert(MOST / 2, Row::More(cut.len(), time));
    }
    rows
}

fn end(row: &Row) -> f64 {
    match row {
        Row::Prefill(spread) => spread.most,
        Row::Decode(_, start, spread) => start + spread.most,
        Row::More(..) => 0.0,
    }
}

pub(super) fn picture(trace: &Trace, id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let time = |value: f64| Unit::Milliseconds.shown(value, words);
    let rows = rows(trace);
    let left = if width < 400.0 { 96.0 } else { 140.0 };
    let most = rows.iter().map(end).fold(1e-3, f64::max);
    let scale = (width - left - 14.0) / most;
    let top = 46.0;
    let bottom = top + rows.len() as f64 * ROW + 4.0;
    let end = axis(&mut canvas, left, bottom, most, scale, width, words);
    if let Some(ttft) = trace.ttft() {
        let x = left + ttft.median * scale;
        let said = words.text("timeline-first-token", &[("time", time(ttft.median).into())]);
        canvas.path("lp-mark", &format!("M{} 22V{}", short(x), short(bottom)));
        let room = width - x - 6.0 >= NOTE.width(&said);
        let anchor = if room { Anchor::Start } else { Anchor::End };
        canvas.text(NOTE, if room { x + 6.0 } else { x - 6.0 }, 32.0, anchor, &said);
    }
    canvas.text(HEAD, 0.0, 13.0, Anchor::Start, &words.text("timeline-head", &[]));
    for (at, row) in rows.iter().enumerate() {
        let y = top + at as f64 * ROW;
        match row {
            Row::Prefill(spread) => {
                let id = if left > 100.0 { "timeline-prompt" } else { "timeline-prompt-short" };
                let name = words.text(id, &[("n", trace.prompt.len().into())]);
                canvas.text(NOTE, left - 10.0, y + 16.0, Anchor::End, &name);
                bar(&mut canvas, "lp-time-a", left, scale, 0.0, *spread, y);
                beside(&mut canvas, left, width, left, left + spread.most * scale, y, &time(spread.median));
            }
            Row::Decode(index, start, spread) => {
                // The pass takes in the token before: that one names the row.
                if let Some(token) = trace.generated.get(index - 1) {
                    let label = Label::new(token.piece.bytes()).fit(left - 14.0, TOKEN.size);
                    name(&mut canvas, &label, token.control, left - 10.0, y);
                }
                bar(&mut canvas, "lp-time-b", left, scale, *start, *spread, y);
                let (from, to) = (left + start * scale, left + (start + spread.most) * scale);
                beside(&mut canvas, left, width, from, to, y, &time(spread.median));
            }
            Row::More(count, sum) => {
                let said = words.text("timeline-more", &[("n", (*count).into()), ("time", time(*sum).into())]);
                canvas.text(NOTE, left + 6.0, y + 16.0, Anchor::Start, &said);
            }
        }
    }
    canvas.finish(width, end)
}

fn name(canvas: &mut Canvas, label: &Fitted, control: bool, right: f64, y: f64) {
    canvas.group(if control { "lp-c" } else { "lp-b" }, Span::ALWAYS, |canvas| {
        canvas.title(label);
        canvas.label(label, right - label.width, y + 16.5);
    });
}

fn bar(canvas: &mut Canvas, class: &str, left: f64, scale: f64, start: f64, spread: Spread, y: f64) {
    let x = |time: f64| left + (start + time) * scale;
    canvas.rect(class, x(0.0), y + 5.5, (spread.median * scale).max(0.8), BAR, 1.5);
    let (low, high, middle) = (short(x(spread.least)), short(x(spread.most)), y + 5.5 + BAR / 2.0);
    let caps = format!("M{low} {}v6M{high} {}v6", short(middle - 3.0), short(middle - 3.0));
    canvas.path("lp-whisker", &format!("M{low} {m}H{high}{caps}", m = short(middle)));
    canvas.dot("lp-dot", x(spread.median), middle, 2.4);
}

/// The number stands after the bar, or before it where the edge is near.
fn beside(canvas: &mut Canvas, left: f64, width: f64, from: f64, to: f64, y: f64, text: &str) {
    let wide = NUMBER.width(text);
    canvas.group("lp-halo", Span::ALWAYS, |canvas| {
        if to + 8.0 + wide <= width {
            canvas.text(NUMBER, to + 8.0, y + 16.5, Anchor::Start, text);
        } else if from - 8.0 - wide >= left {
            canvas.text(NUMBER, from - 8.0, y + 16.5, Anchor::End, text);
        }
    });
}

/// Returns the lower edge.
fn axis(canvas: &mut Canvas, left: f64, y: f64, most: f64, scale: f64, width: f64, words: &Words) -> f64 {
    let step = tick(most, if width < 400.0 { 4 } else { 8 });
    let decimals = if step < 1.0 { 1 } else { 0 };
    let mut at = 0.0;
    while at <= most * 1.0001 {
        let x = left + at * scale;
        canvas.path("lp-zero", &format!("M{} 46V{}", short(x), short(y + 5.0)));
        canvas.text(NOTE, x, y + 20.0, Anchor::Middle, &words.number(at, decimals));
        at += step;
    }
    canvas.paragraph(NOTE, &words.text("timeline-axis", &[]), 0.0, y + 42.0, width) - 12.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        for most in [0.7, 3.0, 41.0, 743.0, 12_500.0] {
            let step = tick(most, 8);
            assert!(most / step <= 8.0 && most / step > 3.0, "{most} {step}");
        }
    }
}
