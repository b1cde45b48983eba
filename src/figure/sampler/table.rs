//! The candidates under several settings, and how many tokens hold most of each step.

use serde_json::{Value, json};

use super::picture::SHARE;
use crate::figure::candidates::{Candidate, Candidates};
use crate::figure::record;
use crate::figure::table::{Table, none, token_cells};
use crate::figure::token_label::escaped;
use crate::request::Sampling;
use crate::token::sampler;
use crate::token::{Distribution, Row};
use crate::trace::{Trace, WholeStep};
use crate::words::Words;

/// Of the table's columns.
const TEMPERATURES: [f64; 6] = [0.2, 0.5, 0.7, 1.0, 1.5, 2.0];

/// The fewest tokens that hold `share` of the probability at temperature 1: what top-p keeps.
fn holding(row: &Row, share: f64, words: &Words) -> String {
    words.number(row.at(1.0).holding(share) as f64, 0)
}

/// A column of the table: a row at a temperature, and how many of its likeliest tokens pass the filters.
struct Column {
    head: String,
    distribution: Distribution,
    survivors: u64,
}

impl Column {
    /// The six temperatures without a filter, then the run's own settings where it draws.
    fn all(trace: &Trace, row: &Row, words: &Words) -> Vec<Self> {
        let plain = TEMPERATURES.iter().map(|temperature| {
            let distribution = row.at(*temperature);
            let survivors = distribution.tokens();
            Self { head: format!("T {}", words.written(*temperature)), distribution, survivors }
        });
        let own = own_settings(&trace.request.sampling, words).map(|(temperature, _)| {
            let distribution = row.at(temperature);
            let survivors = sampler::survivors(&trace.request.sampling, &distribution);
            Self { head: words.text("sampler-as-run", &[]), distribution, survivors }
        });
        plain.chain(own).collect()
    }

    /// The share of the probability that passes the filters.
    fn held(&self) -> f64 {
        self.distribution.mass(self.survivors) / self.distribution.mass(self.distribution.tokens())
    }

    /// Of each token that the row lists, after the filters.
    fn listed(&self) -> Vec<f64> {
        self.distribution.drawn(self.survivors)
    }
}

/// The temperature of a run that draws, and its settings in words; greedy choice has none.
fn own_settings(sampling: &Sampling, words: &Words) -> Option<(f64, String)> {
    let Sampling::Random { temperature, top_k, top_p, min_p, .. } = *sampling else { return None };
    let set = |id, name, value: f64| words.text(id, &[(name, words.written(value).into())]);
    let said = [
        Some(set("sampler-set-temperature", "temperature", temperature)),
        top_k.map(|k| set("sampler-set-top-k", "k", k.into())),
        top_p.map(|p| set("sampler-set-top-p", "p", p)),
        min_p.map(|p| set("sampler-set-min-p", "p", p)),
    ];
    let said: Vec<String> = said.into_iter().flatten().collect();
    Some((temperature, words.list(&said)))
}

/// A step's candidates at the temperatures of the columns and as the run drew, then every step.
pub(super) fn tables(trace: &Trace, steps: &[WholeStep], index: usize, list: &Candidates, words: &Words) -> String {
    let Some(step) = steps.get(index) else { return String::new() };
    let row = step.row;
    let columns = Column::all(trace, row, words);
    let mut heads = ["column-rank", "column-token", "column-id", "column-logit"].map(|id| words.text(id, &[])).to_vec();
    heads.extend(columns.iter().map(|column| column.head.clone()));
    let place = ("step", (index + 1).into());
    let caption = match own_settings(&trace.request.sampling, words) {
        Some((_, said)) => words.text("sampler-table-drawn", &[place, ("settings", said.into())]),
        None => words.text("sampler-table", &[place]),
    };
    let mut table = Table::new(words, &caption, &heads);
    let shares: Vec<Vec<f64>> = columns.iter().map(Column::listed).collect();
    let place = |candidate: &Candidate| row.ids.iter().position(|id| *id == candidate.id);
    for candidate in &list.listed {
        let mut cells = vec![
            candidate.rank.map_or_else(none, |rank| rank.to_string()),
            candidate.label.html(),
            candidate.id.to_string(),
            candidate.logit.map_or_else(none, |logit| words.number(logit, 3)),
        ];
        let at = place(candidate);
        cells.extend(shares.iter().map(|shares| match at.and_then(|at| shares.get(at)) {
            Some(probability) => escaped(&share(*probability, words)),
            None => none(),
        }));
        table.row("", &cells);
    }
    let mut line = |name: &str, value: &dyn Fn(&Column, &[f64]) -> String| {
        let mut cells = vec![none(), escaped(name), none(), none()];
        cells.extend(columns.iter().zip(&shares).map(|(column, shares)| escaped(&value(column, shares))));
        table.row("", &cells);
    };
    let listed: Vec<usize> = list.listed.iter().filter_map(place).collect();
    if list.rest > 0 {
        line(&list.rest_name(words), &|_, shares| {
            let shown: f64 = listed.iter().filter_map(|place| shares.get(*place)).sum();
            // What is left of a sum that came to 1 is rounding.
            share(Some(1.0 - shown).filter(|rest| *rest > 1e-9).unwrap_or(0.0), words)
        });
    }
    let say = |id| words.text(id, &[]);
    line(&say("sampler-row-survive"), &|column, _| words.number(column.survivors as f64, 0));
    line(&say("sampler-row-held"), &|column, _| words.percent(column.held()));
    line(&say("sampler-row-entropy"), &|column, _| {
        words.number(column.distribution.entropy(column.distribution.tokens()), 2)
    });
    line(&say("sampler-row-entropy-left"), &|column, _| words.number(column.distribution.entropy(column.survivors), 2));
    line(&words.text("sampler-row-hold", &[("share", words.percent(SHARE).into())]), &|column, _| {
        words.number(column.distribution.holding(SHARE) as f64, 0)
    });
    table.html() + &steps_table(trace, steps, words)
}

fn share(probability: f64, words: &Words) -> String {
    if probability > 0.0 { words.percent(probability) } else { words.text("sampler-dropped", &[]) }
}

fn steps_table(trace: &Trace, steps: &[WholeStep], words: &Words) -> String {
    let own = own_settings(&trace.request.sampling, words);
    let mut heads = [
        "sampler-step",
        "column-chosen-token",
        "column-id",
        "column-bytes",
        "column-rank",
        "column-probability",
        "column-entropy",
    ]
    .map(|id| words.text(id, &[]))
    .to_vec();
    heads
        .extend([0.5, SHARE].map(|share| words.text("sampler-column-hold", &[("share", words.percent(share).into())])));
    heads.extend(own.iter().map(|_| words.text("sampler-column-survive", &[])));
    let caption = match &own {
        Some((_, said)) => words.text("sampler-steps-table-drawn", &[("settings", said.into())]),
        None => words.text("sampler-steps-table", &[]),
    };
    let mut table = Table::new(words, &caption, &heads);
    for (at, (token, step)) in trace.generated.iter().zip(steps).enumerate() {
        let mut cells = vec![(at + 1).to_string()];
        cells.extend(token_cells(words, token));
        cells.extend([
            words.number(step.rank.into(), 0),
            escaped(&words.percent(step.probability())),
            words.number(step.entropy, 2),
            holding(step.row, 0.5, words),
            holding(step.row, SHARE, words),
        ]);
        cells.extend(own.iter().map(|(temperature, _)| {
            words.number(sampler::survivors(&trace.request.sampling, &step.row.at(*temperature)) as f64, 0)
        }));
        table.row("", &cells);
    }
    table.html()
}

pub(super) fn json(trace: &Trace, steps: &[WholeStep], index: usize, list: &Candidates) -> Value {
    let row = steps.get(index).map(|step| step.row);
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
        "steps": steps.iter().map(|step| json!({
            "chosen": step.chosen,
            "entropy": step.entropy,
            "hold_90_percent": step.row.at(1.0).holding(SHARE),
        })).collect::<Vec<_>>(),
    })
}

pub(super) fn description(steps: &[WholeStep], index: usize, words: &Words) -> String {
    let tokens = steps.get(index).map(|step| holding(step.row, SHARE, words)).unwrap_or_default();
    let values = [
        ("place", (index + 1).into()),
        ("steps", steps.len().into()),
        ("share", words.percent(SHARE).into()),
        ("tokens", tokens.into()),
    ];
    words.text("sampler-about", &values)
}
