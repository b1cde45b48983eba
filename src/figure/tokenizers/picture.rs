use std::collections::BTreeMap;

use super::grid::{Grid, PAD, ends};
use super::{Cut, Cuts};
use crate::figure::Svg;
use crate::figure::canvas::{Anchor, CHIP_HEIGHT, Canvas, Shows, Span, short};
use crate::figure::ink::{HEAD, NOTE, STRONG, TOKEN};
use crate::words::Words;

/// From one way of cutting to the next, and from a line of the text to the next.
const ROW: f64 = CHIP_HEIGHT + 5.0;
const LINE: f64 = 14.0;
/// Rows at most; the table has all.
const ROWS: usize = 15;

pub(super) fn picture(cuts: &Cuts, id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let ways = ways(cuts);
    let mut y = 0.0;
    for (at, way) in ways.iter().enumerate() {
        let number = if ways.len() > 1 { format!("{}  ", at + 1) } else { String::new() };
        y = heads(&mut canvas, way, &number, width, y, words);
    }
    let left = if ways.len() > 1 { 20.0 } else { 0.0 };
    let all: Vec<Vec<usize>> = ways.iter().filter_map(|way| way.first()).map(|cut| ends(&cut.tokens)).collect();
    let grid = Grid::new(&cuts.text, &all, width - left);
    y += 8.0;
    let shown = (ROWS / ways.len().max(1)).max(3);
    for line in grid.lines.iter().take(shown) {
        for (at, cut) in ways.iter().filter_map(|way| way.first()).enumerate() {
            if ways.len() > 1 {
                canvas.text(NOTE, 0.0, y + 18.0, Anchor::Start, &(at + 1).to_string());
            }
            row(&mut canvas, &grid, line, cut, left, y);
            y += ROW;
        }
        y += LINE;
    }
    if let Some(line) = grid.lines.get(shown) {
        let more = cuts.text.len() - grid.bytes(line).start;
        canvas.text(NOTE, left, y + 6.0, Anchor::Start, &words.text("cuts-more", &[("n", more.into())]));
        y += 24.0;
    }
    if !grid.is_one() {
        y = canvas.paragraph(NOTE, &words.text("cuts-marked", &[]), 0.0, y + 8.0, width);
    }
    canvas.finish(width, y)
}

/// The tokenizers in groups that cut the text alike, in the order of the first of each.
fn ways<'a>(cuts: &'a Cuts) -> Vec<Vec<&'a Cut<'a>>> {
    let mut places: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
    let mut ways: Vec<Vec<&Cut>> = Vec::new();
    for cut in &cuts.cuts {
        let at = *places.entry(ends(&cut.tokens)).or_insert(ways.len());
        match ways.get_mut(at) {
            Some(way) => way.push(cut),
            None => ways.push(vec![cut]),
        }
    }
    ways
}

/// The tokens of a line as boxes; a line stands at each cut that not all make.
fn row(canvas: &mut Canvas, grid: &Grid, line: &std::ops::Range<usize>, cut: &Cut, left: f64, y: f64) {
    let mut start = 0;
    for token in &cut.tokens {
        let end = token.range.1 as usize;
        let bytes = start..end;
        start = end;
        let Some((from, to)) = grid.place(line, &bytes) else { continue };
        let class = if token.control { format!("{} lp-c", cut.hue()) } else { cut.hue().to_owned() };
        canvas.placed(&class, left + from, y, |canvas| {
            canvas.rect("lp-box", 1.0, 0.0, to - from - 2.0, CHIP_HEIGHT, 4.0);
            for part in grid.parts(line, &bytes) {
                let Some((start, end)) = grid.place(line, &part) else { continue };
                let label = grid.label(&part).fit(end - start - 2.0 * PAD + 0.01, TOKEN.size);
                canvas.title(&label);
                canvas.label(&label, (start + end - label.width) / 2.0 - from, 18.0);
            }
        });
        if grid.differs(end) && end <= grid.bytes(line).end {
            let path = format!("M{} {}v{}", short(left + to), short(y - 2.0), short(CHIP_HEIGHT + 4.0));
            canvas.path("lp-cut-mark", &path);
        }
    }
}

/// The names of those that cut alike. Returns where the next may begin.
fn heads(canvas: &mut Canvas, way: &[&Cut], number: &str, width: f64, y: f64, words: &Words) -> f64 {
    match way {
        [cut] => named(canvas, &format!("{number}{}", cut.name), cut, Span::ALWAYS, width, y, words) + 8.0,
        [first, ..] => {
            let names: Vec<&str> = way.iter().map(|cut| cut.name.as_str()).collect();
            let count = first.count(words);
            let room = width - STRONG.width(&count) - 14.0;
            canvas.text(STRONG, width, y + 13.0, Anchor::End, &count);
            let mut y = canvas.paragraph(HEAD, &format!("{number}{}", words.list(&names)), 0.0, y + 13.0, room);
            for cut in way {
                let about = format!("{}: {}", cut.name, cut.about(words));
                y = canvas.paragraph(NOTE, &about, 0.0, y + 2.0, width);
            }
            y + 2.0
        }
        [] => y,
    }
}

/// The tokenizer's name, its size and, during `told`, what it made. Returns where the word may begin.
pub(super) fn head(canvas: &mut Canvas, cut: &Cut, told: Span, width: f64, y: f64, words: &Words) -> f64 {
    named(canvas, &cut.name, cut, told, width, y, words)
}

fn named(canvas: &mut Canvas, name: &str, cut: &Cut, told: Span, width: f64, y: f64, words: &Words) -> f64 {
    let each = words.text("cuts-per-token", &[("n", words.counted(cut.bytes_per_token(), 1))]);
    let about = cut.about(words);
    let room = width - NOTE.width(&each) - 14.0;
    let beside = NOTE.width(&about) <= room;
    canvas.words(HEAD, name, 0.0, y + 13.0, Anchor::Start, width - 90.0);
    canvas.group("", told, |canvas| {
        canvas.text(STRONG, width, y + 13.0, Anchor::End, &cut.count(words));
        match beside {
            true => canvas.text(NOTE, width, y + 32.0, Anchor::End, &each),
            false => canvas.text(NOTE, 0.0, y + 32.0, Anchor::Start, &each),
        }
    });
    if beside {
        canvas.words(NOTE, &about, 0.0, y + 32.0, Anchor::Start, room);
        return y + 42.0;
    }
    canvas.paragraph(NOTE, &about, 0.0, y + 50.0, width) - 8.0
}
