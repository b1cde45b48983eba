use serde::Serialize;

use crate::number::{Citation, NumberKind};
use crate::trace::{Trace, grouped};

/// What kind of number a reader sees, and what is known about where it came from.
#[derive(Serialize)]
pub struct Badge {
    pub kind: &'static str,
    pub label: &'static str,
    pub about: &'static str,
    pub facts: Vec<Fact>,
    /// What each time includes; only where times were measured.
    pub times: Vec<Fact>,
}

#[derive(Clone, Serialize)]
pub struct Fact {
    pub name: String,
    pub text: String,
}

impl Fact {
    pub fn new(name: &str, text: impl Into<String>) -> Self {
        Self { name: name.to_owned(), text: text.into() }
    }
}

impl Badge {
    pub fn new(kind: NumberKind, trace: Option<&Trace>, source: Option<&Citation>) -> Self {
        let (name, label, about) = match kind {
            NumberKind::Measured => (
                "measured",
                "Measured",
                "Recorded from a run of this model on this machine. A time is the median of the repeats.",
            ),
            NumberKind::Derived => {
                ("derived", "Derived", "Worked out by arithmetic from measured values or from the model's own figures.")
            }
            NumberKind::Cited => {
                ("cited", "Cited", "Someone else's result, under their conditions. It was not measured here.")
            }
            NumberKind::Illustrative => {
                ("illustrative", "Illustrative", "Made up to explain the idea. Nothing here was measured.")
            }
        };
        let mut facts = Vec::new();
        if let Some(source) = source {
            facts.push(Fact::new("Source", &source.title));
            facts.extend(source.publisher.as_ref().map(|publisher| Fact::new("Published by", publisher)));
            facts.extend(source.date.as_ref().map(|date| Fact::new("Date", date)));
        }
        let mut times = Vec::new();
        if let Some(trace) = trace.filter(|_| matches!(kind, NumberKind::Measured | NumberKind::Derived)) {
            facts.extend(run_facts(trace));
            times = time_facts();
        }
        Self { kind: name, label, about, facts, times }
    }

    /// With where each part comes from, before all else.
    pub fn with(mut self, origins: &[(String, String)]) -> Self {
        let facts = origins.iter().map(|(name, text)| Fact::new(name, text));
        self.facts.splice(0..0, facts);
        self
    }
}

/// Model, engine, machine and date of a run.
pub fn run_facts(trace: &Trace) -> Vec<Fact> {
    let (model, engine, host) = (&trace.model, &trace.engine, &trace.host);
    let mut facts = vec![
        Fact::new("Model", format!("{}, {} parameters", model.name, grouped(model.parameters as f64, 0))),
        Fact::new("Quantisation", format!("{} in the file, multiplied as {}", model.quantisation, engine.weights)),
        Fact::new("Model file", format!("{}, SHA-256 {}", model.file, model.sha256)),
        Fact::new(
            "Engine",
            format!("{} {} on {}, activations and K/V in {}", engine.name, engine.version, engine.device, engine.dtype),
        ),
    ];
    if !engine.build_features.is_empty() {
        facts.push(Fact::new("Compiled for", engine.build_features.join(", ")));
    }
    let memory = host.memory_bytes as f64 / f64::from(1 << 30);
    facts.push(Fact::new(
        "Machine",
        format!("{}, {} cores, {} GiB, {} ({})", host.cpu, host.cores, grouped(memory, 0), host.os, host.arch),
    ));
    facts.push(Fact::new("Threads", engine.threads.to_string()));
    facts.push(Fact::new("Recorded", date(trace)));
    facts.push(Fact::new("Repeats", format!("{}, after one warm-up that is not counted", trace.timings.repeats.len())));
    facts
}

/// `30 November 2026`
pub fn date(trace: &Trace) -> String {
    trace.recorded_at.strftime("%-d %B %Y").to_string()
}

fn time_facts() -> Vec<Fact> {
    vec![
        Fact::new(
            "Prefill",
            "from handing the token ids to the engine until the logits after the last prompt token are there; tokenising is not included",
        ),
        Fact::new("Time to first token", "prefill and the pick of the first token"),
        Fact::new("Decode step", "from the choice of one token to the choice of the next"),
    ]
}
