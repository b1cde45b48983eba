//! Runs beside each other: what was asked differently, what came out, and where they first part.

use serde_json::{Value, json};

use super::canvas::{Anchor, BENEATH, Canvas, Shows, Span, chip_width};
use super::ink::{HEAD, NOTE, TOKEN};
use super::request_difference::differences;
use super::sequence::GAP;
use super::table::{Table, none};
use super::token_label::{Label, escaped};
use super::{Svg, record};
use crate::request::Prompt;
use crate::token::Token;
use crate::trace::{Finish, Trace, grouped, percent};

/// A run with its name.
pub(super) type Named<'a> = (&'a str, &'a Trace);

/// Place of the first generated token that is not the same in all runs; `None` where one text is the start of all
/// others and as long.
fn first_difference(runs: &[Named]) -> Option<usize> {
    let longest = runs.iter().map(|(_, trace)| trace.generated.len()).max().unwrap_or(0);
    (0..longest).find(|&at| {
        let mut ids = runs.iter().map(|(_, trace)| trace.generated.get(at).map(|token| token.id));
        let first = ids.next();
        ids.any(|id| Some(id) != first)
    })
}

fn ended(trace: &Trace) -> String {
    match &trace.finish {
        Finish::Eos { .. } => "ended by itself".into(),
        Finish::Stop { .. } => "ended at a stop string".into(),
        Finish::Length => format!("cut at {} tokens", trace.generated.len()),
    }
}

/// Beneath the runs: what the ring marks, where there is one.
fn note(runs: &[Named]) -> String {
    match first_difference(runs) {
        Some(_) => format!("Ringed: {}", summary(runs)),
        None => "All wrote the same tokens".into(),
    }
}

fn summary(runs: &[Named]) -> String {
    match first_difference(runs) {
        Some(at) => format!("the first difference is token {}", at + 1),
        None => "all wrote the same tokens".into(),
    }
}

const ROW: f64 = 52.0;

pub(super) fn picture(runs: &[Named], id: &str, width: f64) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let differs = differences(runs);
    let same_prompt = differs.iter().all(|difference| difference.name != "Prompt");
    let at = first_difference(runs);
    let mut y = 0.0;
    if let (Some((_, first)), true) = (runs.first(), same_prompt) {
        canvas.text(HEAD, 0.0, 13.0, Anchor::Start, "The same prompt");
        y = tokens(&mut canvas, &first.prompt, "lp-a", None, 2, width, 26.0) + 10.0;
    }
    for (place, (name, trace)) in runs.iter().enumerate() {
        if place > 0 || same_prompt {
            canvas.path("lp-rule", &format!("M0 {y}H{width}"));
            y += 22.0;
        }
        let label = Label::new(name.as_bytes()).fit(width * 0.5, TOKEN.size);
        canvas.label(&label, 0.0, y + 13.0);
        canvas.text(NOTE, width, y + 13.0, Anchor::End, &ended(trace));
        y += 20.0;
        if !same_prompt {
            let how =
                if matches!(trace.request.prompt, Prompt::Chat(_)) { "through the chat template" } else { "as text" };
            let words = format!("Prompt: {how}, {} tokens", grouped(trace.prompt.len() as f64, 0));
            y = canvas.paragraph(NOTE, &words, 0.0, y + 13.0, width) - 13.0;
        }
        let asked: Vec<String> = differs
            .iter()
            .filter(|difference| difference.name != "Prompt")
            .map(|difference| {
                format!("{}: {}", difference.name, difference.values.get(place).map_or("", String::as_str))
            })
            .collect();
        if !asked.is_empty() {
            y = canvas.paragraph(NOTE, &asked.join("; "), 0.0, y + 13.0, width) - 13.0;
        }
        y += 8.0;
        if !same_prompt {
            y = tokens(&mut canvas, &trace.prompt, "lp-a", None, 2, width, y);
        }
        y = tokens(&mut canvas, &trace.generated, "lp-b", at, 5, width, y) + 6.0;
    }
    canvas.text(NOTE, 0.0, y + 8.0, Anchor::Start, &note(runs));
    canvas.finish(width, y + 16.0)
}

/// Chips in at most `rows` rows, the end of the prompt or the start of what was written. `ring`: which one is marked;
/// what comes before it was the same everywhere. Returns the lower edge.
fn tokens(
    canvas: &mut Canvas,
    tokens: &[Token],
    hue: &str,
    ring: Option<usize>,
    rows: usize,
    width: f64,
    y: f64,
) -> f64 {
    let boxes: Vec<_> = tokens
        .iter()
        .map(|token| {
            let label = Label::new(token.piece.bytes()).fit(150.0, TOKEN.size);
            let wide = chip_width(&label, &token.id.to_string());
            (token, label, wide)
        })
        .collect();
    // Which row each chip falls into when the first one shown is `from`.
    let place = |from: usize| {
        let (mut x, mut row) = (if from > 0 { 20.0 } else { 0.0 }, 0);
        let mut places = Vec::new();
        for (_, _, wide) in &boxes[from..] {
            if x > 0.0 && x + wide > width {
                (x, row) = (0.0, row + 1);
            }
            places.push((x, row));
            x += wide + GAP;
        }
        places
    };
    let prompt = hue == "lp-a";
    let mut from = 0;
    while prompt && from < boxes.len() && place(from).last().is_some_and(|(_, row)| *row >= rows) {
        from += 1;
    }
    if from > 0 {
        canvas.text(NOTE, 0.0, y + 18.0, Anchor::Start, "…");
    }
    let mut bottom = y;
    let mut left = 0;
    for ((at, (token, label, wide)), (x, row)) in boxes.iter().enumerate().skip(from).zip(place(from)) {
        if row >= rows {
            left = boxes.len() - at;
            break;
        }
        let top = y + row as f64 * ROW;
        let class = if token.control { format!("{hue} lp-c") } else { hue.to_owned() };
        canvas.chip(&class, label, &token.id.to_string(), x, top, *wide);
        if ring == Some(at) {
            canvas.rect("lp-ring", x - 2.0, top - 2.0, wide + 4.0, 30.0, 6.0);
        }
        bottom = top + BENEATH + 10.0;
    }
    if let Some(missing) = ring.filter(|at| !prompt && *at >= boxes.len()) {
        canvas.group("", Span::ALWAYS, |canvas| {
            canvas.text(NOTE, 0.0, bottom + 12.0, Anchor::Start, &format!("no token {}", missing + 1));
        });
        bottom += 20.0;
    }
    if left > 0 {
        canvas.text(NOTE, 0.0, bottom + 12.0, Anchor::Start, &format!("… {left} more, in the table"));
        bottom += 20.0;
    }
    bottom
}

pub(super) fn tables(runs: &[Named]) -> String {
    let mut heads = vec!["Asked"];
    heads.extend(runs.iter().map(|(name, _)| *name));
    let mut asked = Table::new("What differs in what was asked", &heads);
    for difference in differences(runs) {
        let mut cells = vec![escaped(difference.name)];
        cells.extend(difference.values.iter().map(|value| escaped(value)));
        asked.row("", &cells);
    }
    let mut ends = vec!["How it ended".to_owned()];
    ends.extend(runs.iter().map(|(_, trace)| ended(trace)));
    asked.row("", &ends);
    let mut heads = vec!["Token"];
    heads.extend(runs.iter().map(|(name, _)| *name));
    let mut table = Table::new(&format!("What each run wrote: {}", summary(runs)), &heads);
    let longest = runs.iter().map(|(_, trace)| trace.generated.len()).max().unwrap_or(0);
    let first = first_difference(runs);
    for at in 0..longest {
        let mut cells =
            vec![if first == Some(at) { format!("{} (first difference)", at + 1) } else { (at + 1).to_string() }];
        cells.extend(runs.iter().map(|(_, trace)| match (trace.generated.get(at), trace.steps.get(at)) {
            (Some(token), Some(step)) => format!(
                "{} {} <small>{}, rank {}</small>",
                Label::new(token.piece.bytes()).html(),
                token.id,
                escaped(&percent(step.logprob.exp())),
                grouped(step.rank.into(), 0)
            ),
            _ => none(),
        }));
        table.row("", &cells);
    }
    asked.html() + &table.html()
}

pub(super) fn json(runs: &[Named]) -> Value {
    json!({
        "first_difference": first_difference(runs),
        "asked": differences(runs).iter().map(|difference| json!({"name": difference.name, "values": difference.values})).collect::<Vec<_>>(),
        "runs": runs.iter().map(|(name, trace)| json!({
            "run": name,
            "request": trace.request,
            "prompt": trace.prompt.iter().map(record::token).collect::<Vec<_>>(),
            "generated": trace.generated.iter().map(record::token).collect::<Vec<_>>(),
            "finish": trace.finish,
            "source": record::source(trace),
        })).collect::<Vec<_>>(),
    })
}

pub(super) fn description(runs: &[Named]) -> String {
    format!(
        "{} runs beside each other, each with what was asked differently and the tokens that it wrote; {}. All of it is in \
         the tables below the picture.",
        runs.len(),
        summary(runs)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;
    use crate::request::Sampling;

    #[test]
    fn the_first_difference_is_a_token_or_an_end() {
        let fox = fixture::fox();
        let mut other = fox.clone();
        assert_eq!(first_difference(&[("a", &fox), ("b", &other)]), None);
        other.generated.truncate(3);
        assert_eq!(first_difference(&[("a", &fox), ("b", &other)]), Some(3));
        other.generated[1].id.0 += 1;
        assert_eq!(first_difference(&[("a", &fox), ("b", &other)]), Some(1));
    }

    #[test]
    fn the_table_says_what_was_asked_differently() {
        let fox = fixture::fox();
        let mut other = fox.clone();
        other.request.sampling =
            Sampling::Random { temperature: 0.7, top_k: None, top_p: Some(0.9), min_p: None, seed: 2 };
        let tables = tables(&[("a", &fox), ("b", &other)]);
        assert!(tables.contains("<th scope=\"row\">Temperature</th><td>greedy</td><td>0.7</td>"), "{tables}");
        assert!(!tables.contains("Most tokens"), "what is the same is not listed: {tables}");
    }
}
