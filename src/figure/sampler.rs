//! A step's distribution as a sampler sees it: the candidates at several temperatures, and how many tokens hold nine
//! tenths of the probability at each step. A reader turns the temperature and the filters on the page; the picture and
//! the tables are what stands without that.

use serde_json::{Value, json};

use super::candidates::{Candidate, Candidates};
use super::canvas::{Anchor, Canvas, Shows, short};
use super::ink::{HEAD, ID, NOTE};
use super::logits;
use super::table::{Table, none, token_cells};
use super::token_label::escaped;
use super::{Svg, record};
use crate::trace::{Distribution, Row, Trace, grouped, percent};

/// Of the table's columns.
const TEMPERATURES: [f64; 6] = [0.2, 0.5, 0.7, 1.0, 1.5, 2.0];
const SHARE: f64 = 0.9;
/// Height of the tallest column.
const COLUMN: f64 = 64.0;

pub(super) fn picture(trace: &Trace, id: &str, index: usize, list: &Candidates, width: f64) -> Svg {
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(1));
    let y = logits::draw(&mut canvas, trace, index, list, width) + 34.0;
    canvas.text(HEAD, 0.0, y, Anchor::Start, "How many tokens hold 90 % of the probability");
    let bottom = strip(&mut canvas, trace, index, width, y + 22.0);
    let note = if width < 400.0 { "one column a step, its height a logarithm" } else { NOTE_WIDE };
    canvas.text(NOTE, 0.0, bottom + 20.0, Anchor::Start, note);
    canvas.finish(width, bottom + 26.0)
}

const NOTE_WIDE: &str = "one column a step, from left to right; its height is the logarithm of the number above it";

/// As many steps as fit, the figure's own among them. Returns the lower edge.
fn strip(canvas: &mut Canvas, trace: &Trace, index: usize, width: f64, y: f64) -> f64 {
    let most = (f64::from(trace.model.vocabulary)).ln().max(1.0);
    let counts: Vec<u64> = trace.steps.iter().map(|step| step.row.at(1.0).holding(SHARE)).collect();
    let fit = ((width / 45.0) as usize).max(1);
    let from = if index < fit { 0 } else { index + 1 - fit };
    let shown = counts.iter().enumerate().skip(from).take(fit);
    let cell = (width / counts.len().min(fit).max(1) as f64).min(64.0);
    let foot = y + COLUMN;
    for (place, (at, &tokens)) in shown.enumerate() {
        let x = place as f64 * cell;
        let height = 2.0 + (tokens as f64).ln() / most * (COLUMN - 18.0);
        let class = if at == index { "lp-mass lp-mass-now" } else { "lp-mass" };
        canvas.rect(class, x + 3.0, foot - height, cell - 6.0, height, 2.0);
        canvas.text(ID, x + cell / 2.0, foot - height - 5.0, Anchor::Middle, &brief(tokens));
        canvas.text(NOTE, x + cell / 2.0, foot + 16.0, Anchor::Middle, &(at + 1).to_string());
    }
    canvas.path("lp-zero", &format!("M0 {y}H{}", short(width), y = short(foot)));
    foot + 18.0
}

/// A count in the width of a column.
fn brief(tokens: u64) -> String {
    if tokens < 10_000 { tokens.to_string() } else { format!("{}k", tokens / 1000) }
}

fn entropy(row: &Row, temperature: f64) -> f64 {
    let distribution = row.at(temperature);
    distribution.entropy(distribution.tokens())
}

/// The fewest tokens that hold `share` of the probability at `temperature`: what top-p keeps.
fn holding(row: &Row, temperature: f64, share: f64) -> String {
    grouped(row.at(temperature).holding(share) as f64, 0)
}

/// A step's candidates at the temperatures of the columns, then every step at temperature 1.
pub(super) fn tables(trace: &Trace, index: usize, list: &Candidates) -> String {
    let Some(step) = trace.steps.get(index) else { return String::new() };
    let row = &step.row;
    let temperatures = TEMPERATURES.map(|temperature| format!("At temperature {temperature}"));
    let mut heads = vec!["Rank", "Token", "Id", "Logit"];
    heads.extend(temperatures.iter().map(String::as_str));
    let caption = format!("Step {}: probability of each candidate", index + 1);
    let mut table = Table::new(&caption, &heads);
    let shares = TEMPERATURES.map(|temperature| row.at(temperature).listed());
    let place = |candidate: &Candidate| row.ids.iter().position(|id| *id == candidate.id);
    for candidate in &list.listed {
        let mut cells = vec![
            candidate.rank.to_string(),
            candidate.label.html(),
            candidate.id.to_string(),
            candidate.logit.map_or_else(none, |logit| grouped(logit, 3)),
        ];
        let at = place(candidate);
        cells.extend(shares.iter().map(|shares| match at.and_then(|at| shares.get(at)) {
            Some(probability) => escaped(&percent(*probability)),
            None => none(),
        }));
        table.row("", &cells);
    }
    let mut line = |name: String, value: &dyn Fn(usize) -> String| {
        let mut cells = vec![none(), name, none(), none()];
        cells.extend((0..TEMPERATURES.len()).map(value));
        table.row("", &cells);
    };
    let listed: Vec<usize> = list.listed.iter().filter_map(place).collect();
    if list.rest > 0 {
        line(list.rest_name(), &|at| {
            let shown: f64 = listed.iter().filter_map(|place| shares[at].get(*place)).sum();
            escaped(&percent((1.0 - shown).max(0.0)))
        });
    }
    line("Entropy, nats".into(), &|at| format!("{:.2}", entropy(row, TEMPERATURES[at])));
    line("Tokens that hold 90 %".into(), &|at| holding(row, TEMPERATURES[at], SHARE));
    table.html() + &steps_table(trace)
}

fn steps_table(trace: &Trace) -> String {
    let heads =
        ["Step", "Token chosen", "Id", "Bytes", "Rank", "Probability", "Entropy, nats", "Hold 50 %", "Hold 90 %"];
    let mut table = Table::new("Every step at temperature 1, before any filter", &heads);
    for (at, (token, step)) in trace.generated.iter().zip(&trace.steps).enumerate() {
        let mut cells = vec![(at + 1).to_string()];
        cells.extend(token_cells(token));
        cells.extend([
            grouped(step.rank.into(), 0),
            escaped(&percent(step.logprob.exp())),
            format!("{:.2}", step.entropy),
            holding(&step.row, 1.0, 0.5),
            holding(&step.row, 1.0, SHARE),
        ]);
        table.row("", &cells);
    }
    table.html()
}

pub(super) fn json(trace: &Trace, index: usize, list: &Candidates) -> Value {
    let row = trace.steps.get(index).map(|step| &step.row);
    let at = |temperature: f64| {
        let softmax = row.map(|row| row.at(temperature));
        let listed = softmax.as_ref().map(Distribution::listed);
        json!({
            "temperature": temperature,
            "others": listed.as_ref().map(|listed| (1.0 - listed.iter().sum::<f64>()).max(0.0)),
            "listed": listed,
            "entropy": softmax.as_ref().map(|softmax| softmax.entropy(softmax.tokens())),
            "hold_90_percent": softmax.as_ref().map(|softmax| softmax.holding(SHARE)),
        })
    };
    json!({
        "step": index,
        "candidates": record::candidates(trace, list),
        "row": row,
        "temperatures": TEMPERATURES.map(at),
        "steps": trace.steps.iter().map(|step| json!({
            "chosen": step.chosen,
            "entropy": step.entropy,
            "hold_90_percent": step.row.at(1.0).holding(SHARE),
        })).collect::<Vec<_>>(),
    })
}

pub(super) fn description(trace: &Trace, index: usize) -> String {
    let tokens = trace.steps.get(index).map(|step| holding(&step.row, 1.0, SHARE)).unwrap_or_default();
    format!(
        "The likeliest tokens for generated token {} as bars of probability, and for each of {} steps how many tokens hold \
         90 % of the probability: {tokens} at this step. All of it is in the tables below the picture.",
        index + 1,
        trace.steps.len()
    )
}
