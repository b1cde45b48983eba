use serde::Serialize;

use super::order::page_of;
use super::{Writer, provenance};
use crate::number::{Citation, NumberKind};
use crate::trace::{MeasuredBy, Trace};
use crate::words::{Value, Words};

/// What kind of number a reader sees, and what is known about where it came from.
#[derive(Serialize)]
pub struct Badge {
    pub kind: &'static str,
    pub label: String,
    pub about: String,
    pub facts: Vec<Fact>,
    /// What each time includes; only where times were measured.
    pub times: Vec<Fact>,
    /// Where on the page the rest is said.
    pub run: Option<RunLink>,
}

#[derive(Serialize)]
pub struct RunLink {
    pub href: String,
    pub line: String,
}

#[derive(Clone, PartialEq, Serialize)]
pub struct Fact {
    pub name: String,
    pub text: String,
    /// Whether readers compare results by it; the rest stands behind the badge.
    #[serde(skip)]
    pub is_condition: bool,
}

impl Fact {
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), is_condition: false }
    }

    fn condition(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { is_condition: true, ..Self::new(name, text) }
    }
}

impl Badge {
    pub fn new(kind: NumberKind, source: Option<&Citation>, words: &Words) -> Self {
        let say = |id: &str| words.text(id, &[]);
        let (name, label, about) = match kind {
            NumberKind::Measured => ("measured", "measured", "measured-about"),
            NumberKind::Derived => ("derived", "derived", "derived-about"),
            NumberKind::Cited => ("cited", "cited", "cited-about"),
            NumberKind::Illustrative => ("illustrative", "illustrative", "illustrative-about"),
        };
        let mut facts = Vec::new();
        if let Some(source) = source {
            facts.push(Fact::new(say("fact-source"), &source.title));
            facts.extend(source.publisher.as_ref().map(|publisher| Fact::new(say("fact-publisher"), publisher)));
            facts.extend(source.date.as_ref().map(|date| Fact::new(say("fact-date"), date)));
        }
        Self { kind: name, label: say(label), about: say(about), facts, times: Vec::new(), run: None }
    }

    /// With where each part comes from, before all else.
    pub fn with(mut self, origins: &[(String, String)]) -> Self {
        let facts = origins.iter().map(|(name, text)| Fact::new(name, text));
        self.facts.splice(0..0, facts);
        self
    }
}

impl Writer<'_> {
    /// The badge of what was taken from `run`. A lesson's page says at its end how runs were recorded, a page without
    /// that end in the badge.
    pub fn badge(&self, kind: NumberKind, run: Option<&str>, source: Option<&Citation>) -> Badge {
        let words = self.words();
        let mut badge = Badge::new(kind, source, words);
        let run = run.filter(|_| matches!(kind, NumberKind::Measured | NumberKind::Derived));
        let (Some(run), Some(lesson)) = (run, self.place.lesson) else { return badge };
        let Some(trace) = self.trace(run) else { return badge };
        if self.place.page == page_of(lesson) {
            let said = provenance::of_run(self.place.input, lesson, run);
            badge.run = said.map(|group| RunLink { href: format!("#{}", group.id), line: group.line });
        } else {
            badge.facts.extend(run_facts(trace, words));
            badge.times = time_facts(words);
        }
        badge
    }
}

/// Model, engine, machine and date of a run.
pub fn run_facts(trace: &Trace, words: &Words) -> Vec<Fact> {
    let (model, engine, host) = (&trace.model, &trace.engine, &trace.host);
    let name = |id: &str| words.text(id, &[]);
    let mut facts = vec![
        Fact::condition(name("fact-model"), model_line(trace, words)),
        Fact::condition(
            name("fact-quantisation"),
            words.text(
                "fact-quantisation-is",
                &[("quantisation", (&model.quantisation).into()), ("weights", (&engine.weights).into())],
            ),
        ),
        Fact::new(
            name("fact-file"),
            words.text("fact-file-is", &[("file", (&model.file).into()), ("sha256", model.sha256.to_string().into())]),
        ),
        Fact::condition(
            name("fact-engine"),
            words.text(
                "fact-engine-is",
                &[
                    ("engine", (&engine.name).into()),
                    ("version", (&engine.version).into()),
                    ("device", (&engine.device).into()),
                    ("dtype", (&engine.dtype).into()),
                ],
            ),
        ),
    ];
    if !engine.build_features.is_empty() {
        facts.push(Fact::new(name("fact-features"), words.list(&engine.build_features)));
    }
    let gibibytes = host.memory_bytes as f64 / f64::from(1 << 30);
    facts.push(Fact::condition(
        name("fact-machine"),
        words.text(
            "fact-machine-is",
            &[
                ("cpu", (&host.cpu).into()),
                ("cores", host.cores.into()),
                ("memory", Value::Count(gibibytes)),
                ("os", (&host.os).into()),
                ("arch", (&host.arch).into()),
            ],
        ),
    ));
    facts.push(Fact::condition(name("fact-threads"), words.number(f64::from(engine.threads), 0)));
    facts.push(Fact::condition(name("fact-recorded"), trace.day(words)));
    if let Some(timings) = &trace.timings {
        let repeats = timings.repeats.len();
        facts.push(Fact::condition(
            name("fact-repeats"),
            words.text("fact-repeats-are", &[("repeats", repeats.into())]),
        ));
        if timings.measured_by == MeasuredBy::Outside {
            facts.push(Fact::condition(name("fact-clock"), name("fact-clock-outside")));
        }
    }
    for reason in trace.missing.values() {
        facts.push(Fact::condition(name("fact-missing"), reason));
    }
    facts
}

fn model_line(trace: &Trace, words: &Words) -> String {
    let model = &trace.model;
    words.text("fact-model-is", &[("model", (&model.name).into()), ("parameters", model.parameters.into())])
}

pub fn time_facts(words: &Words) -> Vec<Fact> {
    let fact = |name: &str, text: &str| Fact::new(words.text(name, &[]), words.text(text, &[]));
    vec![
        fact("time-prefill", "time-prefill-is"),
        fact("time-ttft", "time-ttft-is"),
        fact("time-decode", "time-decode-is"),
    ]
}
