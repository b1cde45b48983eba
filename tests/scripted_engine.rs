//! A second engine in one file: it answers from arithmetic over fourteen tokens, gives the three likeliest of a step
//! only, and is timed from outside. What it records goes from Markdown to page through the same code as the built-in
//! engine's; no model and no cargo feature is needed.

#![expect(clippy::disallowed_methods, reason = "an engine reads the clock")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails should panic")]

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use logitpress::command;
use logitpress::engine::{
    Client, Configuration, Engine, EngineError, Engines, Job, LoadedModel, Recorder, Thread, Tokens, Told, Worker,
};
use logitpress::exit_code::ExitCode;
use logitpress::request::{Abilities, Clock, EngineFacts, KvCache, Prompt, RowAbility, RunSpec, Sampler, Weights};
use logitpress::token::{Piece, Token, TokenId, best, logsumexp};
use logitpress::trace::{EngineRecord, MeasuredBy, ModelRecord, Part, Trace};

const WORDS: [&str; 14] =
    ["<end>", "The", " cat", " dog", " sat", " ran", " on", " to", " the", " mat", " hill", ".", " and", " then"];
const END: TokenId = TokenId(0);

fn abilities() -> Abilities {
    Abilities {
        rows: RowAbility::Best(3),
        ids: true,
        pieces: true,
        prompt_scores: false,
        prompt_rows: false,
        draws: Sampler::Nobody,
        timings: Clock::Outside,
        branches: false,
        merges: false,
        stop: true,
        kv_cache: &[KvCache::On],
        weights: &[Weights::Float],
        threads: false,
    }
}

struct Scripted;

impl Engine for Scripted {
    fn facts(&self) -> EngineFacts {
        EngineFacts { name: "scripted", version: "1", abilities: abilities() }
    }

    fn takes_file(&self) -> bool {
        false
    }

    fn start(&self, _: &Configuration) -> Result<Box<dyn Worker>, EngineError> {
        let thread = Thread::start(|_: &Job| Ok(Box::new(Model) as Box<dyn LoadedModel>));
        Ok(Box::new(thread.map_err(EngineError::Start)?))
    }
}

struct Model;

impl LoadedModel for Model {
    fn abilities(&self) -> Abilities {
        abilities()
    }

    fn model(&self) -> ModelRecord {
        ModelRecord {
            name: "fourteen".into(),
            file: "none".into(),
            sha256: "0".repeat(64),
            architecture: "arithmetic".into(),
            quantisation: "F32".into(),
            parameters: 14,
            vocabulary: WORDS.len() as u32,
            layers: 1,
            heads: 1,
            kv_heads: 1,
            head_width: 1,
            embedding: 1,
            context: 128,
        }
    }

    fn engine(&self, _: &RunSpec) -> EngineRecord {
        EngineRecord {
            name: "scripted".into(),
            version: "1".into(),
            device: "CPU".into(),
            weights: "F32".into(),
            dtype: "F32".into(),
            threads: 1,
            build_features: Vec::new(),
        }
    }

    fn load_ms(&self) -> Option<f64> {
        None
    }

    fn tokens(&self) -> Arc<dyn Tokens> {
        Arc::new(Fourteen)
    }

    fn prompt_text(&self, prompt: &Prompt) -> anyhow::Result<String> {
        match prompt {
            Prompt::Raw(text) => Ok(text.clone()),
            Prompt::Chat(_) => anyhow::bail!("there is no chat template"),
        }
    }

    fn generate(
        &self,
        prompt: &[TokenId],
        max_tokens: u32,
        ends: &[TokenId],
        recorder: &Arc<Recorder>,
    ) -> anyhow::Result<Instant> {
        let start = Instant::now();
        let mut context = prompt.to_vec();
        for _ in 0..max_tokens {
            let logits = logits(&context);
            let total = logsumexp(&logits);
            let likeliest = best(&logits, 3).into_iter().map(|id| (TokenId(id as u32), f64::from(logits[id]) - total));
            let likeliest: Vec<(TokenId, f64)> = likeliest.collect();
            let (chosen, logprob) = likeliest[0];
            context.push(chosen);
            let goes_on = recorder.told(Told { chosen, logprob: Some(logprob), best: likeliest }, Instant::now());
            if !goes_on || ends.contains(&chosen) {
                break;
            }
        }
        Ok(start)
    }
}

/// A place on a wheel that turns with the context.
fn logits(context: &[TokenId]) -> Vec<f32> {
    let last = context.last().map_or(0, |id| id.0) as usize;
    // Every eighth token may be the end.
    let end = if context.len().is_multiple_of(8) { 9.0 } else { -9.0 };
    let wheel = (1..WORDS.len()).map(|id| ((id * 5 + last * 3 + context.len()) % 13) as f32 * 0.5);
    std::iter::once(end).chain(wheel).collect()
}

struct Fourteen;

impl Tokens for Fourteen {
    fn encode(&self, text: &str) -> anyhow::Result<Vec<Token>> {
        let (mut rest, mut at, mut tokens) = (text, 0, Vec::new());
        while !rest.is_empty() {
            let id = WORDS.iter().position(|word| rest.starts_with(word));
            let id = id.ok_or_else(|| anyhow::anyhow!("no token begins {rest:?}"))?;
            let (word, start) = (WORDS[id], at);
            rest = &rest[word.len()..];
            at += word.len() as u32;
            tokens.push(Token { id: TokenId(id as u32), piece: word.into(), range: (start, at), control: id == 0 });
        }
        Ok(tokens)
    }

    fn piece(&self, id: TokenId) -> Option<Piece> {
        WORDS.get(id.0 as usize).map(|word| Piece::from(*word))
    }

    fn is_control(&self, id: TokenId) -> bool {
        id == END
    }

    fn end_tokens(&self) -> Vec<TokenId> {
        vec![END]
    }
}

struct Site {
    _folder: tempfile::TempDir,
    path: PathBuf,
}

const HEAD: &str = "---\ntitle: Fourteen tokens\nnumber: \"00.1\"\nquestion: What comes next?\n\
     summary: A reader sees what is recorded.\n";

impl Site {
    fn new(runs: &str, body: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("site");
        let site = Self { _folder: folder, path };
        let made = command::run(&["new", "site", site.path.to_str().unwrap()], &engines()).unwrap();
        assert_eq!(made, ExitCode::Done);
        let models = "- name: fourteen\n  file: none\n  bytes: 1\n  licence: none\n  engine: scripted\n";
        site.write("models/models.yaml", &format!("{models}  sha256: {}\n", "0".repeat(64)));
        site.write("content/basics/first-lesson/index.md", &format!("{HEAD}runs:\n{runs}---\n\n{body}"));
        site
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.path.join(file), text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> ExitCode {
        command::run(&[&["--site", self.path.to_str().unwrap()], arguments].concat(), &engines()).unwrap()
    }

    fn read(&self, file: &str) -> String {
        let path: &Path = &self.path.join(file);
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"))
    }
}

fn engines() -> Engines {
    Engines::new(vec![Box::new(Scripted)])
}

const RUN: &str = "  cat:\n    prompt: The cat sat\n    max_tokens: 12\n    repeat: 2\n";

#[test]
fn a_run_goes_from_markdown_to_page_on_another_engine() {
    let body = "The prompt has `=cat.prompt.tokens` tokens; the first choice, `=cat.step.0.text`, has \
                `=cat.step.0.probability`; the first token came after `=cat.ttft.ms`.\n\n\
                ```figure decode-loop\nrun: cat\ncandidates: 3\ncaption: One token at a time\n```\n\n\
                ```figure timeline\nrun: cat\nid: time\ncaption: The time it took\n```\n";
    let site = Site::new(RUN, body);
    assert_eq!(site.run(&["build"]), ExitCode::Done);
    let trace: Trace = serde_json::from_str(&site.read("content/basics/first-lesson/runs/cat.json")).unwrap();
    assert_eq!(trace.request.engine, "scripted 1");
    assert_eq!(trace.finish.name(), "eos");
    assert_eq!(trace.steps[0].best.len(), 3);
    let missing: Vec<Part> = trace.missing.keys().copied().collect();
    assert_eq!(missing, [Part::Rows, Part::PromptScores, Part::Prefill, Part::Loading]);
    let timings = trace.timings.as_ref().unwrap();
    assert_eq!((timings.measured_by, timings.repeats.len()), (MeasuredBy::Outside, 2));
    let page = site.read("public/basics/first-lesson/index.html");
    assert!(page.contains("scripted 1") && page.contains("3 likeliest tokens of a step only"), "the badge says so");
    // Nothing is made up for what the engine did not say.
    assert!(!page.contains("data-entropy"));
    assert_eq!(site.run(&["build", "--capture", "never"]), ExitCode::Done);
    assert_eq!(site.run(&["capture", "--verify"]), ExitCode::Done);
    assert_eq!(site.run(&["capture", "--all"]), ExitCode::Done);
}

#[test]
fn a_run_that_its_engine_cannot_do_is_refused_before_anything_runs() {
    for asked in [
        "    branch: {width: 2, depth: 2, tokens: 4}\n",
        "    score: true\n",
        "    merges: \" cat\"\n",
        "    kv_cache: off\n",
        "    weights: quantised\n",
        "    sampling: {temperature: 0.8, seed: 7}\n",
    ] {
        let site = Site::new(&format!("{RUN}{asked}"), "Nothing.\n");
        assert_eq!(site.run(&["build"]), ExitCode::Content, "{asked}");
        assert!(!site.path.join("content/basics/first-lesson/runs").exists(), "{asked}");
    }
}

#[test]
fn what_a_trace_lacks_is_an_error_where_it_is_asked_for() {
    for body in [
        "```figure sampler\nrun: cat\ncaption: Turn it\n```\n",
        "```figure logits\nrun: cat\ncaption: The row\n```\n",
        "The entropy is `=cat.step.0.entropy`.\n",
        "It took `=cat.prefill.ms`.\n",
        "It scores `=cat.prompt.1.surprisal`.\n",
    ] {
        let site = Site::new(RUN, body);
        assert_eq!(site.run(&["build"]), ExitCode::Content, "{body}");
    }
    let site = Site::new(&format!("{RUN}expect:\n  cat:\n    holds: [\"prefill.ms > 0\"]\n"), "Nothing.\n");
    assert_eq!(site.run(&["build"]), ExitCode::Content);
}

#[test]
fn a_run_that_takes_too_long_is_ended() {
    struct Slow;
    impl Engine for Slow {
        fn facts(&self) -> EngineFacts {
            Scripted.facts()
        }

        fn start(&self, _: &Configuration) -> Result<Box<dyn Worker>, EngineError> {
            let (_sender, never) = std::sync::mpsc::channel::<()>();
            let thread = Thread::start(move |_: &Job| {
                // A model that is never loaded.
                let _ = (&_sender, never.recv());
                anyhow::bail!("it was loaded")
            });
            Ok(Box::new(thread.map_err(EngineError::Start)?))
        }
    }
    let site = Site::new(RUN, "Nothing.\n");
    assert_eq!(site.run(&["capture"]), ExitCode::Done);
    let trace: Trace = serde_json::from_str(&site.read("content/basics/first-lesson/runs/cat.json")).unwrap();
    let job = Job { spec: trace.request, file: None, timed: true };
    let engines = Engines::new(vec![Box::new(Slow)]);
    let result = Client::new(&engines).run(&job, Duration::from_millis(50), |_| {});
    assert!(matches!(result, Err(EngineError::TimedOut(_))), "{result:?}");
}
