use std::fmt;

use super::{BranchSpec, KvCache, RunSpec, Sampling, Weights};

/// An engine as a run asks for it: its name, which is part of the run's key, and what it can do.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineFacts {
    /// For example `mistral.rs`.
    pub name: &'static str,
    pub version: &'static str,
    pub abilities: Abilities,
}

/// What an engine can do. What it cannot is an error where a run asks for it, and a stated gap in a trace where a run
/// would have it of every other engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Abilities {
    pub rows: RowAbility,
    /// Numbers of the vocabulary; without them an engine's tokens are told apart by their texts.
    pub ids: bool,
    /// The bytes of every token that it lists, not of chosen ones alone.
    pub pieces: bool,
    /// How expected each token of the prompt was.
    pub prompt_scores: bool,
    /// The row after each token of the prompt: what `score: true` asks for.
    pub prompt_rows: bool,
    /// Runs may draw at random. A draw by the engine's own sampler is not one that the page can repeat.
    pub draws: Sampler,
    pub timings: Clock,
    /// Forced continuations: what `branch` asks for.
    pub branches: bool,
    /// How the tokenizer makes a word: what `merges` asks for.
    pub merges: bool,
    /// Ends by stop strings.
    pub stop: bool,
    pub kv_cache: &'static [KvCache],
    pub weights: &'static [Weights],
    /// The number of threads can be chosen.
    pub threads: bool,
}

/// What it tells of the distribution that a token was chosen from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowAbility {
    /// A logit for every token of the vocabulary.
    Whole,
    /// The log-probabilities of the likeliest tokens, this many, and of the chosen one.
    Best(u32),
    /// The chosen token alone.
    Nothing,
}

/// Who picks a token from a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampler {
    /// `token::sampler`, inside the engine.
    Recorder,
    /// The engine, by an order and a random state of its own.
    Engine,
    /// Nobody: greedy only.
    Nobody,
}

/// Who reads the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// A recorder inside the engine, at each row and each pick.
    Recorder,
    /// Whoever sent the request, when each token comes back: the way there and back is in it.
    Outside,
    Nobody,
}

/// One thing that a run asks for and its engine cannot do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unable {
    /// The run's key that asks for it.
    pub key: &'static str,
    /// What it is, for the sentence "the engine … does not …".
    what: String,
}

impl fmt::Display for Unable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl EngineFacts {
    /// As it stands in a run's key: `mistral.rs 0.8.1`.
    pub fn label(&self) -> String {
        format!("{} {}", self.name, self.version)
    }
}

impl Abilities {
    /// Whether draws are those of `token::sampler`, so that its version is part of the run's key.
    pub fn draws_as_recorded(&self) -> bool {
        self.draws == Sampler::Recorder
    }

    /// What of `spec` is beyond them.
    pub fn unable(&self, spec: &RunSpec) -> Vec<Unable> {
        let mut unable = Vec::new();
        let mut need = |able: bool, key: &'static str, what: &dyn Fn() -> String| {
            if !able {
                unable.push(Unable { key, what: what() });
            }
        };
        let draws = matches!(spec.sampling, Sampling::Random { .. });
        need(!draws || self.draws != Sampler::Nobody, "sampling", &|| "draw at random: it is greedy only".into());
        need(!spec.score || self.prompt_rows, "score", &|| "give the rows of a prompt".into());
        need(spec.branch.is_none() || self.branches, "branch", &|| {
            let BranchSpec { width, depth, .. } = spec.branch.unwrap_or(BranchSpec { width: 0, depth: 0, tokens: 0 });
            format!("follow the {width} likeliest tokens over {depth} positions")
        });
        need(spec.merges.is_none() || self.merges, "merges", &|| "say how its tokenizer merges a word".into());
        need(spec.stop.is_empty() || self.stop, "stop", &|| "end at a stop string".into());
        need(self.kv_cache.contains(&spec.kv_cache), "kv_cache", &|| {
            let switch = if spec.kv_cache == KvCache::Off { "off" } else { "on" };
            format!("run with its K/V cache {switch}")
        });
        need(self.weights.contains(&spec.weights), "weights", &|| {
            let kind = if spec.weights == Weights::Float { "float" } else { "quantised" };
            format!("run with {kind} weights")
        });
        need(spec.threads.is_none() || self.threads, "threads", &|| "let a run choose its threads".into());
        unable
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::fixture::spec;

    fn nothing() -> Abilities {
        Abilities {
            rows: RowAbility::Nothing,
            ids: false,
            pieces: false,
            prompt_scores: false,
            prompt_rows: false,
            draws: Sampler::Nobody,
            timings: Clock::Nobody,
            branches: false,
            merges: false,
            stop: false,
            kv_cache: &[KvCache::On],
            weights: &[Weights::Float],
            threads: false,
        }
    }

    #[test]
    fn each_thing_that_is_beyond_an_engine_is_named_with_its_key() {
        assert_eq!(nothing().unable(&spec()), []);
        let most = RunSpec {
            sampling: Sampling::Random { temperature: 1.0, top_k: None, top_p: None, min_p: None, seed: 1 },
            score: true,
            branch: Some(BranchSpec { width: 3, depth: 2, tokens: 4 }),
            merges: Some(" fox".into()),
            stop: vec!["x".into()],
            kv_cache: KvCache::Off,
            weights: Weights::Quantised,
            threads: Some(2),
            ..spec()
        };
        let unable = nothing().unable(&most);
        let keys: Vec<&str> = unable.iter().map(|unable| unable.key).collect();
        assert_eq!(keys, ["sampling", "score", "branch", "merges", "stop", "kv_cache", "weights", "threads"]);
        assert_eq!(unable[2].to_string(), "follow the 3 likeliest tokens over 2 positions");
    }
}
