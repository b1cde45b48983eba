//! The numbers of the card, each with its name.

use crate::trace::{Finish, Spread, Trace, Unit};
use crate::words::Words;

/// One number of the card.
pub(super) struct Fact {
    /// In the catalogue's words, as the others.
    pub(super) name: String,
    /// With its unit.
    pub(super) value: String,
    /// How far the repeats lie apart; nothing for what is not measured.
    pub(super) spread: Option<String>,
}

/// What the run shows; a run that was not timed has no times.
pub(super) fn facts(trace: &Trace, words: &Words) -> Vec<Fact> {
    let fact = |id: &str, value: String, spread: Option<String>| Fact { name: words.text(id, &[]), value, spread };
    let count = |count: usize| words.number(count as f64, 0);
    let mut facts = vec![
        fact("stats-prompt", count(trace.prompt.len()), None),
        fact("stats-written", count(trace.generated.len()), None),
    ];
    let times = [("stats-prefill", trace.prefill()), ("stats-ttft", trace.ttft()), ("stats-step", trace.gaps())];
    for (id, time) in times {
        facts.extend(time.map(|time| fact(id, Unit::Milliseconds.shown(time.median, words), Some(apart(time, words)))));
    }
    if let Some(gaps) = trace.gaps().filter(|gaps| gaps.median > 0.0) {
        let speed = words.number(1000.0 / gaps.median, 1);
        facts.push(fact("stats-speed", words.text("stats-per-second", &[("n", speed.into())]), None));
    }
    facts.push(fact("stats-end", words.text(end(trace), &[]), None));
    facts
}

fn end(trace: &Trace) -> &'static str {
    match trace.finish {
        Finish::Eos { .. } => "stats-end-token",
        Finish::Stop { .. } => "stats-end-string",
        Finish::Length => "stats-end-length",
    }
}

fn apart(time: Spread, words: &Words) -> String {
    let digits = |value| words.counted(value, Unit::Milliseconds.decimals(value));
    let (least, most) = (digits(time.least), digits(time.most));
    words.text("stats-spread", &[("least", least), ("most", most), ("repeats", time.samples.into())])
}

/// What ran where and when, in two sentences.
pub(super) fn provenance(trace: &Trace, words: &Words) -> String {
    words.text(
        "stats-provenance",
        &[
            ("model", (&trace.model.name).into()),
            ("weights", (&trace.engine.weights).into()),
            ("engine", (&trace.engine.name).into()),
            ("version", (&trace.engine.version).into()),
            ("cpu", (&trace.host.cpu).into()),
            ("threads", trace.engine.threads.into()),
            ("date", trace.day(words).into()),
        ],
    )
}
