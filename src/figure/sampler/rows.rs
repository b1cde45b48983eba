//! All rows of a run in a compact text that the page's script reads: what lets a reader turn the temperature. Comes
//! in: a trace. Goes out: lines, with no sign in them that HTML would need escaped but `&`, `<` and `>`.
//!
//! - Line 1: size of the vocabulary, number of tokens in the dictionary, shown step, shown candidates, then the run's
//!   sampling: temperature, top-k, top-p, min-p, seed, with `-` for what is off; `0` as temperature is greedy.
//! - One line a token of the dictionary: its id (with `!` before a control token's), a space, its label; a tab begins
//!   and ends what stands for something else, such as the dot for a space.
//! - One line a step, fields separated by `|`: place of the chosen token in the dictionary, and its rank; places of the
//!   listed tokens; their logits in thousandths, the first as it is and then how far each lies below the one before;
//!   lowest and highest logit of the tail in thousandths; counts of the tail's bins, with `n*` before a count that comes
//!   n times; the logarithm of the sum over the whole vocabulary.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::figure::token_label::{Label, Look};
use crate::request::Sampling;
use crate::token::{Row, TokenId};
use crate::trace::Trace;

fn thousandths(value: f64) -> i64 {
    (value * 1000.0).round() as i64
}

fn label(label: &Label, out: &mut String) {
    let mut sign = false;
    for cell in &label.cells {
        if (cell.look == Look::Sign) != sign {
            out.push('\t');
            sign = !sign;
        }
        out.push_str(&cell.text);
    }
}

fn logits(row: &Row, out: &mut String) {
    let mut before = None;
    for logit in &row.logits {
        let now = thousandths(*logit);
        let number = before.map_or(now, |before: i64| before - now);
        let _ = write!(out, "{}{number}", if before.is_some() { " " } else { "" });
        before = Some(now);
    }
}

fn counts(counts: &[u32], out: &mut String) {
    for (at, chunk) in counts.chunk_by(|a, b| a == b).enumerate() {
        if at > 0 {
            out.push(' ');
        }
        let _ = match chunk {
            [one] => write!(out, "{one}"),
            [one, ..] => write!(out, "{}*{one}", chunk.len()),
            [] => Ok(()),
        };
    }
}

fn sampling(sampling: &Sampling) -> String {
    let given = |value: Option<String>| value.unwrap_or_else(|| "-".into());
    match *sampling {
        Sampling::Greedy => "0 - - - -".into(),
        Sampling::Random { temperature, top_k, top_p, min_p, seed } => format!(
            "{temperature} {} {} {} {seed}",
            given(top_k.map(|k| k.to_string())),
            given(top_p.map(|p| p.to_string())),
            given(min_p.map(|p| p.to_string()))
        ),
    }
}

pub(super) fn text(trace: &Trace, step: usize, candidates: usize) -> String {
    let mut places: BTreeMap<TokenId, usize> = BTreeMap::new();
    let mut dictionary = String::new();
    let mut steps = String::new();
    let mut place = |id: TokenId| {
        let next = places.len();
        *places.entry(id).or_insert_with(|| {
            let control = if trace.is_control(id) { "!" } else { "" };
            let _ = write!(dictionary, "{control}{id} ");
            label(&Label::new(trace.piece(id).map(|piece| piece.bytes()).unwrap_or_default()), &mut dictionary);
            dictionary.push('\n');
            next
        })
    };
    for step in &trace.steps {
        let _ = write!(steps, "{} {}|", place(step.chosen), step.rank);
        let ids: Vec<String> = step.row.ids.iter().map(|id| place(*id).to_string()).collect();
        steps.push_str(&ids.join(" "));
        steps.push('|');
        logits(&step.row, &mut steps);
        let tail = &step.row.tail;
        let _ = write!(steps, "|{} {}|", thousandths(tail.low), thousandths(tail.high));
        counts(&tail.counts, &mut steps);
        let _ = writeln!(steps, "|{}", step.row.logsumexp);
    }
    let head = format!(
        "{} {} {step} {candidates} {}\n",
        trace.model.vocabulary,
        places.len(),
        sampling(&trace.request.sampling)
    );
    head + &dictionary + &steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;

    #[test]
    fn a_run_of_eight_steps_stays_small() {
        let path =
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/figures/content/inference/one-answer/runs/fox.json");
        let trace: Trace = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        assert_eq!(trace.steps.len(), 8);
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::Write::write_all(&mut encoder, text(&trace, 0, 8).as_bytes()).unwrap();
        let size = encoder.finish().unwrap().len();
        println!("{size} bytes gzipped");
        assert!(size <= 6_500, "{size} bytes");
    }

    #[test]
    fn hostile_tokens_keep_to_their_line() {
        let trace = fixture::nasty();
        let text = text(&trace, 0, 8);
        let mut lines = text.lines();
        let count: usize = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        for line in lines.by_ref().take(count) {
            let (id, label) = line.split_once(' ').unwrap();
            assert!(id.trim_start_matches('!').parse::<u32>().is_ok() && !label.is_empty(), "{line:?}");
        }
        assert_eq!(lines.filter(|line| line.split('|').count() == 6).count(), trace.steps.len());
    }
}
