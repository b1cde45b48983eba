//! The time a run took, to scale: the prompt pass, then one bar per decode step, each beginning where the one before
//! it ended. Bars are medians of the repeats, whiskers reach from the least to the most.

use crate::figure::Svg;
use crate::figure::canvas::{Anchor, Canvas, Shows, Span, short};
use crate::figure::ink::{HEAD, NOTE, NUMBER, TOKEN};
use crate::figure::tick::tick;
use crate::figure::token_label::{Fitted, Label};
use crate::token::Token;
use crate::trace::{Spread, Trace, Unit};
use crate::words::Words;

const ROW: f64 = 25.0;
const BAR: f64 = 12.0;
/// More decode steps than this, and those between the first ones and the last are one row.
const MOST: usize = 6;
const FIRST: usize = 3;
/// More cells than this would be no wider than the lines between them.
const MOST_CELLS: usize = 100;

enum Row {
    Prefill(Spread),
    /// Generated token `index`, and the step's start.
    Decode(usize, f64, Spread),
    /// So many steps as one, their start and all of their time.
    More(usize, f64, f64),
}

fn rows(trace: &Trace) -> Vec<Row> {
    let mut rows: Vec<Row> = trace.prefill().map(Row::Prefill).into_iter().collect();
    let mut steps = Vec::new();
    let mut start = trace.ttft().map_or(0.0, |spread| spread.median);
    for index in 1..trace.generated.len() {
        let Some(spread) = trace.gap(index) else { continue };
        steps.push((index, start, spread));
        start += spread.median;
    }
    let cut = if steps.len() > MOST { FIRST..steps.len() - 1 } else { 0..0 };
    if let (Some((_, begin, _)), Some((_, end, _))) = (steps.get(cut.start), steps.get(cut.end)) {
        let more = Row::More(cut.len(), *begin, end - begin);
        let decode = |(index, start, spread): &(usize, f64, Spread)| Row::Decode(*index, *start, *spread);
        rows.extend(steps.iter().take(cut.start).map(decode));
        if !cut.is_empty() {
            rows.push(more);
        }
        rows.extend(steps.iter().skip(cut.end).map(decode));
    }
    rows
}

fn end(row: &Row) -> f64 {
    match row {
        Row::Prefill(spread) => spread.most,
        Row::Decode(_, start, spread) => start + spread.most,
        Row::More(_, start, time) => start + time,
    }
}

pub(super) fn picture(trace: &Trace, id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let time = |value: f64| Unit::Milliseconds.shown(value, words);
    let rows = rows(trace);
    let left = if width < 400.0 { 156.0 } else { 200.0 };
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
                let read = words.text("timeline-prompt", &[("n", trace.prompt.len().into())]);
                name(&mut canvas, Read::Prompt(&read), trace.generated.first(), left, y);
                bar(&mut canvas, "lp-time-a", left, scale, 0.0, *spread, trace.prompt.len(), y);
                beside(&mut canvas, left, width, left, left + spread.most * scale, y, &time(spread.median));
            }
            Row::Decode(index, start, spread) => {
                if let Some(read) = trace.generated.get(index - 1) {
                    name(&mut canvas, Read::Token(read), trace.generated.get(*index), left, y);
                }
                bar(&mut canvas, "lp-time-b", left, scale, *start, *spread, 1, y);
                let (from, to) = (left + start * scale, left + (start + spread.most) * scale);
                beside(&mut canvas, left, width, from, to, y, &time(spread.median));
            }
            Row::More(count, start, sum) => {
                let said = words.text("timeline-more", &[("n", (*count).into())]);
                canvas.text(NOTE, left - 10.0, y + 16.0, Anchor::End, &said);
                let (from, long) = (left + start * scale, sum * scale);
                canvas.rect("lp-time-b", from, y + 5.5, long, BAR, 1.5);
                cells(&mut canvas, *count, from, long, y);
                beside(&mut canvas, left, width, from, from + long, y, &time(*sum));
            }
        }
    }
    canvas.finish(width, end)
}

/// What goes through the model in a pass.
enum Read<'a> {
    Prompt(&'a str),
    Token(&'a Token),
}

/// What a pass reads and what is written after it, up to the edge of the bars.
fn name(canvas: &mut Canvas, read: Read, written: Option<&Token>, left: f64, y: f64) {
    const ARROW: &str = " → ";
    let room = left - 14.0 - NOTE.width(ARROW);
    let whole = |token: &Token| Label::new(token.piece.bytes()).fit(f64::INFINITY, TOKEN.size).width;
    let least = match &read {
        Read::Prompt(text) => NOTE.width(text),
        Read::Token(token) => whole(token),
    };
    // Both as they are where they fit; else each has half of the room.
    let room = if least + written.map_or(0.0, whole) <= room { room } else { room / 2.0 };
    let fitted = |token: &Token| Label::new(token.piece.bytes()).fit(room, TOKEN.size);
    let written = written.map(|token| (fitted(token), token.control));
    let after = written.as_ref().map_or(0.0, |(label, _)| label.width + NOTE.width(ARROW));
    let before = match &read {
        Read::Prompt(text) => NOTE.width(text),
        Read::Token(token) => fitted(token).width,
    };
    canvas.placed("", left - 10.0 - before - after, y, |canvas| {
        match read {
            Read::Prompt(text) => canvas.text(NOTE, 0.0, 16.0, Anchor::Start, text),
            Read::Token(token) => label(canvas, &fitted(token), token.control, 0.0),
        }
        if let Some((written, control)) = written {
            canvas.text(NOTE, before + 4.0, 16.0, Anchor::Start, ARROW.trim());
            label(canvas, &written, control, before + NOTE.width(ARROW));
        }
    });
}

fn label(canvas: &mut Canvas, label: &Fitted, control: bool, x: f64) {
    canvas.group(if control { "lp-b lp-c" } else { "lp-b" }, Span::ALWAYS, |canvas| {
        canvas.title(label);
        canvas.label(label, x, 16.5);
    });
}

/// Lines that cut a bar into `count` cells.
fn cells(canvas: &mut Canvas, count: usize, x: f64, width: f64, y: f64) {
    if !(2..=MOST_CELLS).contains(&count) || width < 2.5 * count as f64 {
        return;
    }
    let line =
        |at: usize| format!("M{} {}v{}", short(x + width * at as f64 / count as f64), short(y + 5.5), short(BAR));
    canvas.path("lp-cut", &(1..count).map(line).collect::<String>());
}

/// The median as a bar of `count` cells, with its spread.
fn bar(canvas: &mut Canvas, class: &str, left: f64, scale: f64, start: f64, spread: Spread, count: usize, y: f64) {
    let x = |time: f64| left + (start + time) * scale;
    canvas.rect(class, x(0.0), y + 5.5, (spread.median * scale).max(0.8), BAR, 1.5);
    cells(canvas, count, x(0.0), spread.median * scale, y);
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
