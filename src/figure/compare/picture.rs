//! One trunk of the tokens that all runs share, then a branch per run, named by what was asked differently. Where a run
//! was drawn, a strip shows which ranks its draws took.

use super::difference::{ended, first_difference, labels, place};
use super::ranks;
use crate::figure::Svg;
use crate::figure::canvas::{Anchor, BENEATH, Canvas, GAP, Shows, chip_width, short};
use crate::figure::ink::{HEAD, NOTE, NUMBER, STRONG, TOKEN};
use crate::figure::kind::Named;
use crate::figure::token_label::{Fitted, Label};
use crate::token::{Token, TokenId};
use crate::words::Words;

const ROW: f64 = 52.0;
/// From the trunk's line to what a branch holds.
const INDENT: f64 = 26.0;
const LINE: f64 = 9.0;

/// A token and the hue of where it came from.
type Hued<'a> = (&'a Token, &'static str);

/// The run's prompt, then what it wrote.
fn sequence<'a>((_, trace): &Named<'a>) -> Vec<Hued<'a>> {
    let prompt = trace.prompt.iter().map(|token| (token, "lp-a"));
    prompt.chain(trace.generated.iter().map(|token| (token, "lp-b"))).collect()
}

/// How many tokens all sequences begin with.
fn shared(sequences: &[Vec<Hued>]) -> usize {
    let Some((first, others)) = sequences.split_first() else { return 0 };
    let same = |at: usize, (token, hue): &Hued| {
        others.iter().all(|other| other.get(at).is_some_and(|(one, from)| one.id == token.id && from == hue))
    };
    first.iter().enumerate().take_while(|(at, hued)| same(*at, hued)).count()
}

pub(super) fn picture(runs: &[Named], id: &str, width: f64, words: &Words) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let sequences: Vec<Vec<Hued>> = runs.iter().map(sequence).collect();
    let shared = shared(&sequences);
    let same_prompt = runs.iter().all(|(_, trace)| trace.prompt.len() <= shared);
    let first = first_difference(runs);
    let mut y = 0.0;
    if let Some(trunk) = sequences.first().and_then(|sequence| sequence.get(..shared)).filter(|trunk| !trunk.is_empty())
    {
        y = end_of(&mut canvas, trunk, 4, 0.0, width, 0.0);
    }
    let (fork, indent) = (y, if shared > 0 { INDENT } else { 0.0 });
    let named = labels(runs, words);
    let axis = ranks::Axis::of(runs, indent, width, words);
    y += if shared > 0 { 10.0 } else { 0.0 };
    for (at_run, ((_, trace), label)) in runs.iter().zip(&named).enumerate() {
        if at_run > 0 && shared == 0 {
            canvas.path("lp-rule", &format!("M0 {}H{}", short(y), short(width)));
            y += 14.0;
        }
        if shared > 0 {
            let middle = y + 9.0;
            let corner = short(middle - 8.0);
            let (x, turn) = (short(LINE), short(LINE + 8.0));
            let arm = format!(
                "M{x} {}V{corner}Q{x} {m} {turn} {m}H{}",
                short(fork - 6.0),
                short(INDENT - 5.0),
                m = short(middle)
            );
            canvas.path("lp-fork", &arm);
        }
        let end = ended(trace, words);
        let room = width - indent - NOTE.width(&end) - 16.0;
        // Where both do not fit on one line, each has its own.
        let apart = STRONG.width(label) > room;
        canvas.words(STRONG, label, indent, y + 14.0, Anchor::Start, if apart { width - indent } else { room });
        y += 20.0;
        if apart {
            canvas.text(NOTE, indent, y + 13.0, Anchor::Start, &end);
            y += 20.0;
        } else {
            canvas.text(NOTE, width, y - 6.0, Anchor::End, &end);
        }
        if let Some(at) = first.filter(|_| same_prompt) {
            y = contest(&mut canvas, runs, at_run, at, indent, width, y, words);
        }
        let Some(branch) = sequences.get(at_run).and_then(|sequence| sequence.get(shared..)) else { continue };
        let prompt = trace.prompt.len().saturating_sub(shared).min(branch.len());
        let (asked, wrote) = branch.split_at(prompt);
        if !asked.is_empty() {
            y = end_of(&mut canvas, asked, 2, indent, width, y + 6.0);
        }
        if !wrote.is_empty() {
            y = start_of(&mut canvas, wrote, 4, indent, width, y + 6.0, words);
        } else if let Some(first) = first.filter(|_| same_prompt) {
            canvas.text(NOTE, indent, y + 16.0, Anchor::Start, &words.text("compare-no-token", &[place(first)]));
            y += 22.0;
        }
        if let Some(axis) = &axis {
            y = axis.strip(&mut canvas, trace, y, words);
        }
        y += 10.0;
    }
    if let Some(axis) = &axis {
        y = axis.scale(&mut canvas, y - 6.0, words);
    }
    let note = match first {
        Some(first) => words.text("compare-parts", &[place(first)]),
        None => words.text("compare-all-same", &[]),
    };
    let y = canvas.paragraph(if first.is_some() { NOTE } else { HEAD }, &note, 0.0, y + 14.0, width);
    canvas.finish(width, y - 10.0)
}

/// What the run gave each of the tokens that the runs took at that place, where they do not all give the same.
fn contest(
    canvas: &mut Canvas,
    runs: &[Named],
    at_run: usize,
    at: usize,
    x: f64,
    width: f64,
    y: f64,
    words: &Words,
) -> f64 {
    let mut taken: Vec<&Token> = Vec::new();
    for token in runs.iter().filter_map(|(_, trace)| trace.generated.get(at)) {
        if taken.iter().all(|other| other.id != token.id) {
            taken.push(token);
        }
    }
    let given = |run: &Named, id: TokenId| {
        let choices = run.1.steps.get(at)?.choices();
        choices.into_iter().find(|(other, _)| *other == id).map(|(_, logprob)| logprob.exp())
    };
    let differ = |id: TokenId| {
        let shares: Vec<Option<f64>> = runs.iter().map(|run| given(run, id)).collect();
        shares.windows(2).any(|pair| pair[0] != pair[1])
    };
    let Some(run) = runs.get(at_run).filter(|_| taken.iter().any(|token| differ(token.id))) else { return y };
    let mut x = x;
    for token in taken {
        let Some(share) = given(run, token.id) else { continue };
        let own = run.1.generated.get(at).is_some_and(|own| own.id == token.id);
        let (ink, said) = (if own { STRONG } else { NUMBER }, words.percent(share));
        let label = Label::new(token.piece.bytes()).fit(120.0, TOKEN.size);
        let wide = label.width + 6.0 + ink.width(&said) + 20.0;
        if x + wide - 20.0 > width {
            break;
        }
        canvas.label(&label, x, y + 14.0);
        canvas.text(ink, x + label.width + 6.0, y + 14.0, Anchor::Start, &said);
        x += wide;
    }
    y + 20.0
}

type Boxed<'a> = (Hued<'a>, Fitted, f64);

fn boxed<'a>(tokens: &[Hued<'a>]) -> Vec<Boxed<'a>> {
    let boxes = tokens.iter().map(|(token, hue)| {
        let label = Label::new(token.piece.bytes()).fit(150.0, TOKEN.size);
        let wide = chip_width(&label, &token.id.to_string());
        ((*token, *hue), label, wide)
    });
    boxes.collect()
}

/// Where each box stands and in which row, the first one at `start`.
fn places(boxes: &[Boxed], start: f64, left: f64, width: f64) -> Vec<(f64, usize)> {
    let (mut x, mut row) = (start, 0);
    let placed = boxes.iter().map(|(_, _, wide)| {
        if x > left && x + wide > width {
            (x, row) = (left, row + 1);
        }
        let place = (x, row);
        x += wide + GAP;
        place
    });
    placed.collect()
}

fn chips(canvas: &mut Canvas, boxes: &[Boxed], places: &[(f64, usize)], y: f64) {
    for (((token, hue), label, wide), (x, row)) in boxes.iter().zip(places) {
        let class = if token.control { format!("{hue} lp-c") } else { (*hue).to_owned() };
        canvas.chip(&class, label, &token.id.to_string(), *x, y + *row as f64 * ROW, *wide);
    }
}

/// The last of the tokens, as many as fit into `rows`. Returns the lower edge.
fn end_of(canvas: &mut Canvas, tokens: &[Hued], rows: usize, left: f64, width: f64, y: f64) -> f64 {
    const DOTS: f64 = 20.0;
    let boxes = boxed(tokens);
    let of = |from: usize| places(&boxes[from..], left + if from > 0 { DOTS } else { 0.0 }, left, width);
    let mut from = 0;
    while from < boxes.len() && of(from).last().is_some_and(|(_, row)| *row >= rows) {
        from += 1;
    }
    if from > 0 {
        canvas.text(NOTE, left, y + 18.0, Anchor::Start, "…");
    }
    let places = of(from);
    chips(canvas, &boxes[from..], &places, y);
    let last = places.last().map_or(0, |(_, row)| *row);
    y + last as f64 * ROW + BENEATH + 8.0
}

/// The first of the tokens, in at most `rows`. Returns the lower edge.
fn start_of(canvas: &mut Canvas, tokens: &[Hued], rows: usize, left: f64, width: f64, y: f64, words: &Words) -> f64 {
    let boxes = boxed(tokens);
    let places = places(&boxes, left, left, width);
    let shown = places.iter().take_while(|(_, row)| *row < rows).count();
    chips(canvas, &boxes[..shown], &places[..shown], y);
    let last = places[..shown].last().map_or(0, |(_, row)| *row);
    let bottom = y + last as f64 * ROW + BENEATH + 8.0;
    match tokens.len() - shown {
        0 => bottom,
        more => {
            canvas.more(words, more, left, bottom + 8.0);
            bottom + 18.0
        }
    }
}
