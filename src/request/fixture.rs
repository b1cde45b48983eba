use super::{KvCache, Prompt, RunSpec, Sampling, Weights};

/// A short greedy run, for tests to change what they are about.
pub(crate) fn spec() -> RunSpec {
    RunSpec {
        model: "smollm2".into(),
        model_sha256: "b1".repeat(32),
        prompt: Prompt::Raw("The fox".into()),
        sampling: Sampling::Greedy,
        max_tokens: 4,
        stop: Vec::new(),
        weights: Weights::Float,
        kv_cache: KvCache::On,
        repeat: 5,
        engine: "mistral.rs 0.8.1".into(),
        format: 1,
        score: false,
        branch: None,
        sampler: None,
        merges: None,
        first_tokens: None,
        threads: None,
    }
}
