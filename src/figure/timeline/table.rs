//! The times as rows and as data.

use serde_json::{Value, json};

use crate::figure::record;
use crate::figure::table::{Table, milliseconds, none, spread_cells};
use crate::figure::token_label::{Label, escaped};
use crate::trace::{Part, Spread, TimedRun, Timings, Trace, Unit};
use crate::words::Words;

pub(super) fn table(trace: &Trace, timings: &Timings, words: &Words) -> String {
    let caption = words.text("timeline-table", &[("n", timings.repeats.len().into())]);
    let heads = [
        "timeline-column-pass",
        "column-chosen-token",
        "timeline-column-median",
        "timeline-column-least",
        "timeline-column-most",
        "timeline-column-all",
        "timeline-column-warm-up",
    ]
    .map(|id| words.text(id, &[]));
    let mut table = Table::new(words, &caption, &heads);
    let mut line = |name: String, token: String, of: &dyn Fn(&TimedRun) -> Option<f64>| {
        let samples: Vec<f64> = timings.repeats.iter().filter_map(of).collect();
        let warm_up = timings.warm_up.as_ref().and_then(of).map_or_else(none, |value| milliseconds(words, value));
        let all = samples.iter().map(|sample| milliseconds(words, *sample)).collect::<Vec<_>>().join("; ");
        let mut cells = vec![escaped(&name), token];
        cells.extend(spread_cells(words, Spread::of(samples)));
        cells.extend([all, warm_up]);
        table.row("", &cells);
    };
    let chosen = |index: usize| {
        trace.generated.get(index).map_or_else(none, |token| {
            let label = Label::new(token.piece.bytes()).html();
            format!("{label} ({})", token.id)
        })
    };
    if trace.need(Part::Prefill).is_ok() {
        let name = words.text("timeline-row-prefill", &[("n", trace.prompt.len().into())]);
        line(name, none(), &|run| run.prefill_ms);
    }
    line(words.text("timeline-row-first-token", &[]), chosen(0), &|run| Some(run.ttft_ms));
    for index in 1..trace.generated.len() {
        let name = words.text("timeline-row-decode", &[("step", index.into())]);
        line(name, chosen(index), &|run| run.gaps_ms.get(index - 1).copied());
    }
    if let Some(load) = timings.load_ms.map(|load| milliseconds(words, load)) {
        let name = escaped(&words.text("timeline-row-load", &[]));
        table.row("", &[name, none(), load, none(), none(), none(), none()]);
    }
    table.html()
}

pub(super) fn json(trace: &Trace) -> Value {
    let gaps: Vec<Value> = (1..trace.generated.len()).map(|index| record::spread(trace.gap(index))).collect();
    json!({
        "unit": "ms",
        "prompt_tokens": trace.prompt.len(),
        "generated": trace.generated.iter().map(record::token).collect::<Vec<_>>(),
        "prefill": record::spread(trace.prefill()),
        "time_to_first_token": record::spread(trace.ttft()),
        "decode_steps": gaps,
        "timings": trace.timings,
    })
}

pub(super) fn description(trace: &Trace, words: &Words) -> String {
    let ms = |spread: Option<Spread>| {
        spread.map_or_else(none, |spread| Unit::Milliseconds.shown(spread.median, words)).into()
    };
    let values = [
        ("prefill", ms(trace.prefill())),
        ("first", ms(trace.ttft())),
        ("n", trace.generated.len().saturating_sub(1).into()),
        ("median", ms(trace.gaps())),
    ];
    words.text("timeline-about", &values)
}
