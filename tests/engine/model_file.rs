use std::sync::LazyLock;
use std::time::Duration;

use camino::Utf8PathBuf;
use logitpress::engine::mistralrs::{FACTS, MistralRs};
use logitpress::engine::{Client, Engines, Job};
use logitpress::model::ModelCatalog;
use logitpress::request::{KvCache, Prompt, RunSpec, Sampling, Weights};
use logitpress::token::sampler;
use logitpress::trace::{FORMAT_VERSION, Trace};

pub const SITE: &str = env!("CARGO_MANIFEST_DIR");

/// The default model's file. These tests are worth nothing without it.
pub fn model_file() -> Utf8PathBuf {
    let catalog = ModelCatalog::load(SITE.into()).expect("models/models.yaml is valid");
    let entry = catalog.default_model().expect("a model is listed");
    let path = entry.path(&logitpress::model::models_folder(SITE.into()));
    assert!(path.is_file(), "{path} is not there; `cargo run --release -- model fetch` puts it there");
    path
}

pub fn spec(prompt: Prompt, max_tokens: u32) -> RunSpec {
    let catalog = ModelCatalog::load(SITE.into()).expect("models/models.yaml is valid");
    let entry = catalog.default_model().expect("a model is listed");
    RunSpec {
        model: entry.name.clone(),
        model_sha256: entry.sha256.to_string(),
        prompt,
        sampling: Sampling::Greedy,
        max_tokens,
        stop: vec![],
        weights: Weights::Float,
        kv_cache: KvCache::On,
        repeat: 1,
        engine: FACTS.label(),
        format: FORMAT_VERSION,
        score: false,
        branch: None,
        sampler: None,
        merges: None,
        first_tokens: None,
        threads: None,
    }
}

pub fn sampled(prompt: Prompt, max_tokens: u32, sampling: Sampling) -> RunSpec {
    RunSpec { sampling, sampler: sampler::version(&sampling), ..spec(prompt, max_tokens) }
}

pub fn client() -> Client<'static> {
    static ENGINES: LazyLock<Engines> = LazyLock::new(|| {
        let program = Some(env!("CARGO_BIN_EXE_logitpress").into());
        Engines::new(vec![Box::new(MistralRs { program })])
    });
    Client::new(&ENGINES)
}

pub fn run(client: &mut Client, spec: RunSpec, timed: bool) -> Trace {
    let job = Job { spec, file: Some(model_file()), timed };
    client.run(&job, Duration::from_secs(300), |_| {}).expect("the run gives a trace")
}
