use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anyhow::Context;
use jiff::Timestamp;

use super::branches::grow;
use super::host::{build_features, host_record};
use super::protocol::{Job, Progress};
use super::recorder::{Keep, Recorder, Seen, StopTest, rounded};
use super::session::{Configuration, Session};
use crate::model::{ChatTemplate, ChatTemplateError, Gguf, Tokenizer};
use crate::request::{Prompt, RunSpec, Weights};
use crate::token::{Piece, Row, Token, TokenId, WordMerges, best, entropy, logsumexp};
use crate::trace::{Branch, EngineRecord, FORMAT_VERSION, Finish, ModelRecord, PromptScore, TimedRun, Timings, Trace};

/// A model that is ready to run.
pub struct Loaded {
    configuration: Configuration,
    session: Session,
    model: ModelRecord,
    tokenizer: Arc<Tokenizer>,
    /// Not every model has one, and a run that has no need of it does not fail for want of it.
    chat_template: Result<ChatTemplate, ChatTemplateError>,
}

impl Loaded {
    fn open(job: &Job) -> anyhow::Result<Self> {
        let gguf = Gguf::open(&job.file)?;
        let shape = &gguf.shape;
        let model = ModelRecord {
            name: job.spec.model.clone(),
            file: job.file.file_name().unwrap_or_default().to_owned(),
            sha256: job.spec.model_sha256.clone(),
            architecture: shape.architecture.clone(),
            quantisation: shape.quantisation.clone(),
            parameters: shape.parameters,
            vocabulary: shape.vocabulary,
            layers: shape.layers,
            heads: shape.heads,
            kv_heads: shape.kv_heads,
            head_width: shape.head_width,
            embedding: shape.embedding,
            context: shape.context,
        };
        let tokenizer = Arc::new(Tokenizer::from_gguf(&gguf)?);
        let chat_template = ChatTemplate::from_gguf(&gguf);
        let session = Session::load(&job.file, job.spec.kv_cache).context("the engine could not load the model")?;
        Ok(Self { configuration: configuration(job), session, model, tokenizer, chat_template })
    }

    fn prompt_text(&self, prompt: &Prompt) -> anyhow::Result<String> {
        match prompt {
            Prompt::Raw(text) => Ok(text.clone()),
            Prompt::Chat(messages) => match &self.chat_template {
                Ok(template) => Ok(template.render(messages)?),
                Err(error) => anyhow::bail!("{error}; `prompt:` in place of `chat:` needs no template"),
            },
        }
    }

    fn engine_record(&self, spec: &RunSpec) -> EngineRecord {
        let (name, version) = crate::run::ENGINE.split_once(' ').unwrap_or((crate::run::ENGINE, ""));
        EngineRecord {
            name: name.into(),
            version: version.into(),
            device: "CPU".into(),
            weights: match spec.weights {
                Weights::Float => "F32".into(),
                Weights::Quantised => self.model.quantisation.clone(),
            },
            dtype: "F32".into(),
            threads: threads(),
            build_features: build_features(),
        }
    }
}

/// The engine's thread pools take this many.
fn threads() -> u32 {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|threads| threads.parse().ok());
    asked
        .filter(|threads| *threads > 0)
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |threads| threads.get() as u32))
}

pub fn configuration(job: &Job) -> Configuration {
    Configuration { file: job.file.clone(), weights: job.spec.weights, kv_cache: job.spec.kv_cache }
}

/// Runs one job: every prompt position scored, the tokens recorded with their rows, then the timed runs.
pub fn record(
    job: &Job,
    loaded: &mut Option<Loaded>,
    progress: impl Fn(Progress) + Clone + Send + Sync + 'static,
) -> anyhow::Result<Trace> {
    if loaded.as_ref().is_none_or(|loaded| loaded.configuration != configuration(job)) {
        progress(Progress::Loading);
        *loaded = None;
        *loaded = Some(Loaded::open(job)?);
    }
    let Some(loaded) = loaded else { anyhow::bail!("no model is loaded") };
    let spec = &job.spec;
    let prompt_text = loaded.prompt_text(&spec.prompt)?;
    let prompt = loaded.tokenizer.encode(&prompt_text)?;
    anyhow::ensure!(!prompt.is_empty(), "the prompt is empty: a model needs at least one token to continue");
    let branched = spec.branch.map_or(0, |branch| branch.depth + branch.tokens);
    let wanted = prompt.len() as u64 + u64::from(spec.max_tokens.max(branched));
    anyhow::ensure!(
        wanted <= u64::from(loaded.model.context),
        "the prompt's {} tokens and the {} after it come to {wanted}, the model was made for a context of {}",
        prompt.len(),
        spec.max_tokens.max(branched),
        loaded.model.context
    );
    let ids: Vec<TokenId> = prompt.iter().map(|token| token.id).collect();
    let rows = loaded.session.score(&ids)?;
    let prompt_scores = prompt_scores(&rows, &ids);
    // The last row is the first step's.
    let kept = if spec.score { prompt_scores.len() } else { 0 };
    let prompt_rows: Vec<Row> = rows.iter().take(kept).map(|row| Row::new(row)).collect();
    drop(rows);
    let branches = match spec.branch {
        Some(branch) => {
            let progress = progress.clone();
            let ends = loaded.tokenizer.end_tokens();
            grow(&loaded.session, &ends, &ids, branch, |done, of| progress(Progress::Branching { done, of }))?
        }
        None => Vec::new(),
    };

    let merges = match &spec.merges {
        Some(word) => Some(loaded.tokenizer.merges(word)?),
        None => None,
    };

    let run = Run { loaded, spec, ids: &ids };
    let on_token = {
        let progress = progress.clone();
        move |tokens| progress(Progress::Recording { tokens })
    };
    let (_, seen) = run.once(Keep::Rows, Some(Box::new(on_token)))?;
    let mut timings = Timings { load_ms: thousandths(loaded.session.load_ms), warm_up: None, repeats: Vec::new() };
    if job.timed {
        for at in 0..=spec.repeat {
            let (start, timed) = run.once(Keep::Clock, None)?;
            anyhow::ensure!(
                timed.chosen == seen.chosen,
                "a timed run chose other tokens than the recorded one: {:?} and {:?}",
                timed.chosen,
                seen.chosen
            );
            let times = timed_run(start, &timed)?;
            let milliseconds = times.ttft_ms + times.gaps_ms.iter().sum::<f64>();
            progress(Progress::Timed { run: at, of: spec.repeat, tokens: timed.chosen.len(), milliseconds });
            if at == 0 {
                timings.warm_up = Some(times);
            } else {
                timings.repeats.push(times);
            }
        }
    }
    let scored = Scored { prompt_scores, prompt_rows, branches, merges };
    Ok(trace(&run, prompt_text, prompt, scored, seen, timings))
}

/// What was recorded beside the tokens that the run generated.
struct Scored {
    prompt_scores: Vec<PromptScore>,
    prompt_rows: Vec<Row>,
    branches: Vec<Branch>,
    merges: Option<WordMerges>,
}

struct Run<'a> {
    loaded: &'a Loaded,
    spec: &'a RunSpec,
    ids: &'a [TokenId],
}

impl Run<'_> {
    fn once(
        &self,
        keep: Keep,
        on_token: Option<Box<dyn Fn(usize) + Send + Sync>>,
    ) -> anyhow::Result<(std::time::Instant, Seen)> {
        let ends = self.loaded.tokenizer.end_tokens();
        let end = *ends.first().context("the model file names no end token")?;
        let mut recorder = Recorder::new(keep, self.spec.sampling, self.ids.len(), end);
        if !self.spec.stop.is_empty() {
            recorder = recorder.stop_when(self.stop_test());
        }
        if let Some(on_token) = on_token {
            recorder = recorder.on_token(on_token);
        }
        let recorder = Arc::new(recorder);
        let start = self.loaded.session.generate(self.ids, self.spec.max_tokens, &ends, Some(recorder.clone() as _))?;
        let seen = Recorder::finish(&recorder)?;
        anyhow::ensure!(!seen.chosen.is_empty(), "the engine generated no token");
        Ok((start, seen))
    }

    fn stop_test(&self) -> StopTest {
        let tokenizer = self.loaded.tokenizer.clone();
        let stop = self.spec.stop.clone();
        Box::new(move |chosen| {
            let text = generated_bytes(&tokenizer, chosen);
            stop.iter().any(|stop| contains(&text, stop.as_bytes()))
        })
    }

    fn finish(&self, seen: &Seen) -> Finish {
        let last = seen.chosen.last().copied();
        if seen.stopped {
            let text = generated_bytes(&self.loaded.tokenizer, &seen.chosen);
            let string = self.spec.stop.iter().find(|stop| contains(&text, stop.as_bytes())).cloned();
            return Finish::Stop { string: string.unwrap_or_default() };
        }
        match last.filter(|last| self.loaded.tokenizer.end_tokens().contains(last)) {
            Some(token) => Finish::Eos { token },
            None => Finish::Length,
        }
    }
}

fn generated_bytes(tokenizer: &Tokenizer, ids: &[TokenId]) -> Vec<u8> {
    let text = ids.iter().filter(|id| !tokenizer.is_control(**id)).filter_map(|id| tokenizer.piece(*id));
    text.flat_map(|piece| piece.bytes().to_vec()).collect()
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    !part.is_empty() && text.windows(part.len()).any(|window| window == part)
}

fn thousandths(milliseconds: f64) -> f64 {
    (milliseconds * 1000.0).round() / 1000.0
}

fn timed_run(start: std::time::Instant, seen: &Seen) -> anyhow::Result<TimedRun> {
    let since = |moment: std::time::Instant, before: std::time::Instant| {
        thousandths(moment.saturating_duration_since(before).as_secs_f64() * 1000.0)
    };
    let (Some(first_row), Some(&first)) = (seen.first_row, seen.picked.first()) else {
        anyhow::bail!("a timed run saw no token");
    };
    Ok(TimedRun {
        prefill_ms: since(first_row, start),
        ttft_ms: since(first, start),
        gaps_ms: seen.picked.windows(2).map(|pair| since(pair[1], pair[0])).collect(),
    })
}

/// `rows[i]` are the logits after prompt token `i`; the last row is the first step's.
fn prompt_scores(rows: &[Vec<f32>], ids: &[TokenId]) -> Vec<PromptScore> {
    rows.iter()
        .zip(ids.iter().skip(1))
        .map(|(row, next)| {
            let total = logsumexp(row);
            let logit = row.get(next.0 as usize).copied().unwrap_or(f32::NEG_INFINITY);
            let top = best(row, 1).first().copied().unwrap_or_default();
            let logprob = |logit: f32| rounded(f64::from(logit) - total);
            PromptScore {
                logprob: logprob(logit),
                rank: row.iter().filter(|other| **other > logit).count() as u32 + 1,
                entropy: rounded(entropy(row)),
                best: (TokenId(top as u32), logprob(row.get(top).copied().unwrap_or(f32::NEG_INFINITY))),
            }
        })
        .collect()
}

fn trace(
    run: &Run<'_>,
    prompt_text: String,
    prompt: Vec<Token>,
    scored: Scored,
    seen: Seen,
    timings: Timings,
) -> Trace {
    let tokenizer = &run.loaded.tokenizer;
    let piece = |id: TokenId| tokenizer.piece(id).unwrap_or_else(|| Piece::new(Vec::new()));
    let mut end = 0;
    let generated: Vec<Token> = seen
        .chosen
        .iter()
        .map(|&id| {
            let control = tokenizer.is_control(id);
            let piece = piece(id);
            let start = end;
            // A control token is no part of the text.
            end += if control { 0 } else { piece.bytes().len() as u32 };
            Token { id, piece, range: (start, end), control }
        })
        .collect();
    let Scored { prompt_scores, prompt_rows, branches, merges } = scored;
    let rows = seen.steps.iter().map(|step| &step.row).chain(&prompt_rows);
    let branched = branches
        .iter()
        .flat_map(|branch| branch.path.iter().copied().chain(branch.then.iter().flatten().map(|(id, _)| *id)));
    let listed: BTreeSet<TokenId> = rows
        .flat_map(|row| row.ids.iter().copied())
        .chain(prompt_scores.iter().map(|score| score.best.0))
        .chain(branched)
        .collect();
    let pieces: BTreeMap<TokenId, Piece> = listed.iter().map(|&id| (id, piece(id))).collect();
    let all = listed.iter().copied().chain(prompt.iter().chain(&generated).map(|token| token.id));
    let control: BTreeSet<TokenId> = all.filter(|id| tokenizer.is_control(*id)).collect();
    Trace {
        format: FORMAT_VERSION,
        key: run.spec.key(),
        request: run.spec.clone(),
        model: run.loaded.model.clone(),
        engine: run.loaded.engine_record(run.spec),
        host: host_record(),
        recorded_at: Timestamp::from_second(Timestamp::now().as_second()).unwrap_or_default(),
        prompt_text,
        prompt,
        finish: run.finish(&seen),
        generated,
        prompt_scores,
        prompt_rows,
        branches,
        merges,
        steps: seen.steps,
        timings,
        pieces,
        control: control.into_iter().collect(),
    }
}
