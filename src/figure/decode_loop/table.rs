//! The loop's data: as table, one row per step, as JSON, and as a sentence.

use serde_json::{Value, json};

use super::steps;
use crate::figure::candidates::Candidates;
use crate::figure::table::{Table, machine_milliseconds, none, spread_cells};
use crate::figure::token_label::{Label, escaped};
use crate::figure::{FigureStep, record};
use crate::request::Sampling;
use crate::token::Token;
use crate::trace::Trace;
use crate::words::Words;

pub(super) fn table(words: &Words, trace: &Trace, id: &str, steps: &[FigureStep], count: usize) -> String {
    let heads = [
        "loop-column-step",
        "loop-column-stage",
        "column-what",
        "column-token",
        "column-id",
        "column-probability",
        "column-rank",
        "column-entropy",
        "loop-column-candidates",
        "loop-column-time",
        "loop-column-least",
        "loop-column-most",
    ]
    .map(|id| words.text(id, &[]));
    let mut table = Table::new(words, &words.text("loop-table", &[]), &heads).cells(&[
        "",
        "",
        "said",
        "",
        "ids",
        "",
        "",
        "",
        "candidates",
    ]);
    for (at, step) in steps.iter().enumerate() {
        let number = at + 1;
        let stage = escaped(&steps::stage(words, step.stage));
        let mut cells = vec![number.to_string(), stage, step.caption.clone()];
        let index = at.checked_sub(3).filter(|index| *index < trace.generated.len());
        let recorded = index.and_then(|index| Some((index, trace.generated.get(index)?, trace.steps.get(index)?)));
        match recorded {
            Some((index, token, recorded)) => {
                cells.extend([name(token), token.id.to_string()]);
                cells.push(recorded.probability().map_or_else(none, |share| escaped(&words.percent(share))));
                cells.push(recorded.rank.map_or_else(none, |rank| words.number(rank.into(), 0)));
                cells.push(recorded.entropy.map_or_else(none, |entropy| words.number(entropy, 2)));
                cells.push(candidate_list(words, trace, index, count));
                cells.extend(spread_cells(words, steps::time(trace, index)));
            }
            None => {
                cells.extend(if number == 2 { prompt(words, trace) } else { [none(), none()] });
                cells.extend(std::iter::repeat_with(none).take(4));
                cells.extend(spread_cells(words, if number == 3 { trace.prefill() } else { None }));
            }
        }
        let time = machine_milliseconds(step.milliseconds);
        let entropy = recorded.and_then(|(_, _, step)| step.entropy);
        let entropy = entropy.map_or(String::new(), |entropy| format!(" data-entropy=\"{entropy:.3}\""));
        let row = format!(" id=\"{id}-step-{number}\" data-step=\"{number}\" data-ms=\"{time}\"{entropy}");
        table.row(&row, &cells);
    }
    table.html()
}

fn name(token: &Token) -> String {
    Label::new(token.piece.bytes()).html()
}

/// So many tokens of the prompt stand on the page; the figure's JSON has all.
const MOST: usize = 1_000;

/// All tokens of the prompt, and all ids.
fn prompt(words: &Words, trace: &Trace) -> [String; 2] {
    let listed = || trace.prompt.iter().take(MOST);
    let more = match trace.prompt.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" {}", escaped(&words.text("loop-more", &[("n", more.into())]))),
    };
    let names: Vec<String> = listed().map(name).collect();
    let ids: Vec<String> = listed().map(|token| token.id.to_string()).collect();
    [names.join(" ") + &more, ids.join(" ") + &more]
}

/// How many decimals show four digits of a probability.
fn decimals(probability: f64) -> usize {
    (3.0 - probability.log10().floor()).clamp(3.0, 20.0) as usize
}

/// One line each. `data-p` and `data-id` are what a reader who predicts chooses from and is scored by:
/// `static/js/predict.js` reads them.
fn candidate_list(words: &Words, trace: &Trace, index: usize, count: usize) -> String {
    let Some(list) = Candidates::of(trace, index, count) else { return none() };
    let mut lines: Vec<String> = list
        .listed
        .iter()
        .map(|candidate| {
            let chosen = if candidate.chosen { " data-chosen" } else { "" };
            let marks = format!(
                "data-p=\"{:.2$}\" data-id=\"{}\"{chosen}",
                candidate.probability,
                candidate.id,
                decimals(candidate.probability)
            );
            let probability = escaped(&words.percent(candidate.probability));
            format!("{} {probability}, {}", candidate.label.html_with(&marks), candidate.id)
        })
        .collect();
    if list.rest > 0 {
        lines.push(format!("{} {}", list.rest_name(words), escaped(&words.percent(list.rest_probability))));
    }
    lines.join("\n")
}

pub(super) fn json(trace: &Trace, steps: &[FigureStep], count: usize) -> Value {
    let written: Vec<Value> = trace
        .steps
        .iter()
        .zip(&trace.generated)
        .enumerate()
        .map(|(index, (step, token))| {
            json!({
                "step": index + 4,
                "token": record::token(token),
                "context": step.context,
                "logprob": step.logprob,
                "rank": step.rank,
                "entropy": step.entropy,
                "logsumexp": step.row.as_ref().map(|row| row.logsumexp),
                "candidates": Candidates::of(trace, index, count).map(|list| record::candidates(trace, &list)),
                "milliseconds": record::spread(steps::time(trace, index)),
            })
        })
        .collect();
    let names: Vec<Value> = steps
        .iter()
        .map(|step| json!({"stage": step.stage.name(), "caption": step.caption, "milliseconds": step.milliseconds}))
        .collect();
    json!({
        "steps": names,
        "prompt_text": trace.prompt_text,
        "prompt": trace.prompt.iter().map(record::token).collect::<Vec<_>>(),
        "generated": written,
        "prefill_ms": record::spread(trace.prefill()),
        "time_to_first_token_ms": record::spread(trace.ttft()),
    })
}

pub(super) fn description(words: &Words, trace: &Trace) -> String {
    let prompt = ("prompt", trace.prompt.len().into());
    let model = ("model", (&trace.model.name).into());
    let written = ("written", trace.generated.len().into());
    match trace.request.sampling {
        Sampling::Greedy => words.text("loop-about", &[prompt, model, written]),
        Sampling::Random { temperature, .. } => {
            let temperature = ("temperature", steps::temperature(words, temperature).into());
            words.text("loop-about-drawn", &[prompt, model, written, temperature])
        }
    }
}
