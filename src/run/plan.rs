use std::collections::BTreeMap;
use std::mem::discriminant;

use crate::request::RunSpec;
use crate::trace::{StoreError, Trace, TraceStore};

/// Whether a recorded run still answers what the lesson asks.
#[derive(Debug)]
pub enum RunState {
    Fresh(Box<Trace>),
    /// Recorded, but for another question.
    Stale {
        trace: Box<Trace>,
        reasons: Vec<Reason>,
    },
    Missing,
    /// There is a file that cannot be used.
    Unreadable(StoreError),
}

/// What changed since a run was recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    Prompt,
    Sampling,
    Limits,
    Model,
    Weights,
    KvCache,
    Repeats,
    Engine,
    Format,
    Score,
    Branch,
    Sampler,
    Merges,
    FirstTokens,
    Threads,
}

impl Reason {
    pub fn words(self) -> &'static str {
        match self {
            Self::Prompt => "prompt changed",
            Self::Sampling => "sampling changed",
            Self::Limits => "limits changed",
            Self::Model => "model changed",
            Self::Weights => "weights changed",
            Self::KvCache => "K/V cache switch changed",
            Self::Repeats => "number of timed runs changed",
            Self::Engine => "engine changed",
            Self::Format => "trace format changed",
            Self::Score => "scoring changed",
            Self::Branch => "branches changed",
            Self::Sampler => "sampler changed",
            Self::Merges => "word to merge changed",
            Self::FirstTokens => "number of tokens of the prompt changed",
            Self::Threads => "number of threads changed",
        }
    }
}

/// What differs between a recorded spec and the one asked for.
pub fn reasons(recorded: &RunSpec, asked: &RunSpec) -> Vec<Reason> {
    let RunSpec {
        model,
        model_sha256,
        prompt,
        sampling,
        max_tokens,
        stop,
        weights,
        kv_cache,
        repeat,
        engine,
        format,
        score,
        branch,
        sampler,
        merges,
        first_tokens,
        threads,
    } = recorded;
    let same = [
        (Reason::Prompt, *prompt == asked.prompt),
        (Reason::Sampling, *sampling == asked.sampling),
        (Reason::Limits, *max_tokens == asked.max_tokens && *stop == asked.stop),
        (Reason::Model, *model == asked.model && *model_sha256 == asked.model_sha256),
        (Reason::Weights, *weights == asked.weights),
        (Reason::KvCache, *kv_cache == asked.kv_cache),
        (Reason::Repeats, *repeat == asked.repeat),
        (Reason::Engine, *engine == asked.engine),
        (Reason::Format, *format == asked.format),
        (Reason::Score, *score == asked.score),
        (Reason::Branch, *branch == asked.branch),
        // Greedy choice has no sampler: where only one of both draws, it is the sampling that changed.
        (Reason::Sampler, *sampler == asked.sampler || discriminant(sampling) != discriminant(&asked.sampling)),
        (Reason::Merges, *merges == asked.merges),
        (Reason::FirstTokens, *first_tokens == asked.first_tokens),
        (Reason::Threads, *threads == asked.threads),
    ];
    same.into_iter().filter(|(_, same)| !same).map(|(reason, _)| reason).collect()
}

impl RunState {
    pub fn of(spec: &RunSpec, store: &TraceStore, run: &str) -> Self {
        match store.read(run) {
            Ok(None) => Self::Missing,
            Ok(Some(trace)) if trace.request == *spec && trace.key == spec.key() => Self::Fresh(Box::new(trace)),
            Ok(Some(trace)) => {
                let mut reasons = reasons(&trace.request, spec);
                if reasons.is_empty() {
                    // The file's request is right and its key is not: the file was edited.
                    reasons.push(Reason::Format);
                }
                Self::Stale { trace: Box::new(trace), reasons }
            }
            Err(error) => Self::Unreadable(error),
        }
    }

    /// What is recorded, be it for another question.
    pub fn trace(&self) -> Option<&Trace> {
        match self {
            Self::Fresh(trace) | Self::Stale { trace, .. } => Some(trace),
            Self::Missing | Self::Unreadable(_) => None,
        }
    }

    pub fn is_fresh(&self) -> bool {
        matches!(self, Self::Fresh(_))
    }

    /// Why it is not fresh, in words; empty for a fresh run.
    pub fn why(&self) -> String {
        match self {
            Self::Fresh(_) => String::new(),
            Self::Stale { reasons, .. } => reasons.iter().map(|reason| reason.words()).collect::<Vec<_>>().join(", "),
            Self::Missing => "never recorded".into(),
            Self::Unreadable(error) => error.to_string(),
        }
    }
}

/// One run of one lesson and what is known of it.
#[derive(Debug)]
pub struct PlannedRun {
    /// The lesson's path, for example `foundations/autoregressive-generation`.
    pub lesson: String,
    pub name: String,
    pub spec: RunSpec,
    pub store: TraceStore,
    pub state: RunState,
}

impl PlannedRun {
    /// `lesson#run`, as it is written on the command line.
    pub fn label(&self) -> String {
        format!("{}#{}", self.lesson, self.name)
    }
}

/// Fresh traces by lesson and run.
pub type Traces = BTreeMap<String, BTreeMap<String, Trace>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::fixture::spec;
    use crate::request::{BranchSpec, KvCache, Prompt, Sampling, Weights};
    use crate::token::sampler;

    #[test]
    fn every_field_of_the_spec_has_a_reason_and_changes_the_key() {
        type Change = fn(&mut RunSpec);
        let changes: [(Reason, Change); 17] = [
            (Reason::Prompt, |spec| spec.prompt = Prompt::Raw("The dog".into())),
            (Reason::Prompt, |spec| spec.prompt = Prompt::Chat(vec![])),
            (Reason::Sampling, |spec| {
                spec.sampling = Sampling::Random { temperature: 1.0, top_k: None, top_p: None, min_p: None, seed: 1 }
            }),
            (Reason::Limits, |spec| spec.max_tokens = 5),
            (Reason::Limits, |spec| spec.stop = vec!["x".into()]),
            (Reason::Model, |spec| spec.model_sha256 = "01".into()),
            (Reason::Weights, |spec| spec.weights = Weights::Quantised),
            (Reason::KvCache, |spec| spec.kv_cache = KvCache::Off),
            (Reason::Repeats, |spec| spec.repeat = 6),
            (Reason::Engine, |spec| spec.engine = "mistral.rs 0.9.0".into()),
            (Reason::Format, |spec| spec.format = 2),
            (Reason::Score, |spec| spec.score = true),
            (Reason::Branch, |spec| spec.branch = Some(BranchSpec { width: 2, depth: 2, tokens: 4 })),
            (Reason::Sampler, |spec| spec.sampler = Some(1)),
            (Reason::Merges, |spec| spec.merges = Some(" fox".into())),
            (Reason::FirstTokens, |spec| spec.first_tokens = Some(1)),
            (Reason::Threads, |spec| spec.threads = Some(1)),
        ];
        for (reason, change) in changes {
            let mut changed = spec();
            change(&mut changed);
            assert_eq!(reasons(&spec(), &changed), [reason]);
            assert_ne!(spec().key(), changed.key(), "{reason:?}");
        }
        assert_eq!(reasons(&spec(), &spec()), []);
    }

    #[test]
    fn another_sampler_makes_runs_that_draw_stale_and_no_others() {
        let draws = |sampler| RunSpec {
            sampling: Sampling::Random { temperature: 1.0, top_k: None, top_p: None, min_p: None, seed: 1 },
            sampler,
            ..spec()
        };
        let now = draws(sampler::version(&draws(None).sampling));
        assert_eq!(reasons(&draws(None), &now), [Reason::Sampler]);
        assert_eq!(reasons(&spec(), &now), [Reason::Sampling]);
        assert_eq!(sampler::version(&Sampling::Greedy), None);
    }

    #[test]
    fn a_run_that_asks_for_no_scores_branches_and_merges_keeps_its_key() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/figures/content/inference/one-answer/runs");
        for (run, key) in [
            ("fox", "bf05a194d20e9ee7f54b1054b76ee1fbd64c1ccdbfa6cbb2caafeebc21d0760a"),
            ("reply", "029ddad67cef29ba05edd640a4f9cead05988373987cdc426b7a1b21925e843e"),
        ] {
            let text = std::fs::read_to_string(format!("{folder}/{run}.json")).unwrap();
            let trace: Trace = serde_json::from_str(&text).unwrap();
            assert_eq!((trace.request.score, trace.request.branch, &trace.request.merges), (false, None, &None));
            assert_eq!(trace.request.key(), key, "{run}");
            let written: serde_json::Value = serde_json::from_str(&text).unwrap();
            assert!(serde_json::to_value(&trace).unwrap() == written, "{run} is written as it was");
        }
    }
}
