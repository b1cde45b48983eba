//! The times as rows and as data.

use serde_json::{Value, json};

use crate::figure::record;
use crate::figure::table::{Table, milliseconds, none, spread_cells};
use crate::figure::token_label::Label;
use crate::trace::{Part, Spread, TimedRun, Timings, Trace, Unit};
use crate::words::Words;

pub(super) fn table(trace: &Trace, timings: &Timings, words: &Words) -> String {
    let repeats = timings.repeats.len();
    let caption = format!("Milliseconds of each pass, {repeats} counted runs and the warm-up");
    let mut table =
        Table::new(words, &caption, &["Pass", "Token chosen", "Median", "Least", "Most", "All runs", "Warm-up"]);
    let mut line = |name: String, token: String, of: &dyn Fn(&TimedRun) -> Option<f64>| {
        let samples: Vec<f64> = timings.repeats.iter().filter_map(of).collect();
        let warm_up = timings.warm_up.as_ref().and_then(of).map_or_else(none, |value| milliseconds(words, value));
        let all = samples.iter().map(|sample| milliseconds(words, *sample)).collect::<Vec<_>>().join("; ");
        let mut cells = vec![name, token];
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
        line(format!("prompt pass, {} tokens", trace.prompt.len()), none(), &|run| run.prefill_ms);
    }
    line("time to first token".into(), chosen(0), &|run| Some(run.ttft_ms));
    for index in 1..trace.generated.len() {
        line(format!("decode step {index}"), chosen(index), &|run| run.gaps_ms.get(index - 1).copied());
    }
    if let Some(load) = timings.load_ms.map(|load| milliseconds(words, load)) {
        table.row("", &["loading the model, once".into(), none(), load, none(), none(), none(), none()]);
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

pub(super) fn description(trace: &Trace) -> String {
    let ms = |spread: Option<Spread>| spread.map_or("–".into(), |spread| Unit::Milliseconds.display(spread.median));
    format!(
        "On an axis of milliseconds: the prompt pass, {}; the first token after {}; then {} decode steps with a median of {} \
         each. All times are in the table below the picture.",
        ms(trace.prefill()),
        ms(trace.ttft()),
        trace.generated.len().saturating_sub(1),
        ms(trace.gaps())
    )
}
