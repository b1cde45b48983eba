use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Instant;

use camino::Utf8Path;
use mistralrs::core::{
    CustomLogitsProcessor, DefaultSchedulerMethod, DeviceMapSetting, GGUFLoaderBuilder, GGUFSpecificConfig, MistralRs,
    MistralRsBuilder, ModelDType, NormalRequest, Request, RequestMessage, Response, SamplingParams, SchedulerConfig,
    StopTokens, TokenSource,
};
use mistralrs::{Device, Tensor};

use super::hook::Always;
use crate::request::KvCache;
use crate::token::TokenId;

/// Called with each row of logits; hands back what the engine shall choose from.
pub type Hook = Arc<dyn CustomLogitsProcessor>;

/// The engine with one model; the only file that calls it.
pub struct Session {
    runtime: tokio::runtime::Runtime,
    engine: Arc<MistralRs>,
    /// From opening the file to an engine that takes requests.
    pub load_ms: f64,
}

/// Milliseconds since `start`.
pub fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}

impl Session {
    /// Loads a file that `model::Gguf` has checked: the engine's own loader panics on much that is wrong with one.
    /// Weights are expanded to floats where the process was started with `CANDLE_DEQUANTIZE_ALL=1`.
    pub fn load(file: &Utf8Path, kv_cache: KvCache) -> anyhow::Result<Self> {
        let (Some(folder), Some(name)) = (file.parent(), file.file_name()) else {
            anyhow::bail!("`{file}` is not a file in a folder");
        };
        // A relative folder without a name would be taken for a name on a model hub.
        let folder = folder.canonicalize_utf8()?;
        // On a multi-threaded runtime the engine runs a prompt of its own first.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let no_kv_cache = kv_cache == KvCache::Off;
        let start = Instant::now();
        let loader = GGUFLoaderBuilder::new(
            None,
            None,
            folder.into_string(),
            vec![name.to_owned()],
            GGUFSpecificConfig::default(),
            no_kv_cache,
            None,
        )
        .build();
        // The SDK's builder would take F16 for queries, keys, values and the cache.
        let pipeline = loader.load_model_from_hf(
            None,
            TokenSource::None,
            &ModelDType::F32,
            &Device::Cpu,
            true,
            DeviceMapSetting::dummy(),
            None,
            None,
        )?;
        let scheduler = SchedulerConfig::DefaultScheduler { method: DefaultSchedulerMethod::Fixed(NonZeroUsize::MIN) };
        let engine = runtime.block_on(
            MistralRsBuilder::new(pipeline, scheduler, false, None)
                .with_no_kv_cache(no_kv_cache)
                .with_no_prefix_cache(true)
                .build(),
        );
        Ok(Self { runtime, engine, load_ms: milliseconds(start) })
    }

    /// Continues `prompt` by at most `max_tokens` tokens and returns the moment at which the request was handed over.
    /// The engine itself chooses greedily from what `hook` returns, and stops at its own end token or at one of
    /// `end_tokens`.
    pub fn generate(
        &self,
        prompt: &[TokenId],
        max_tokens: u32,
        end_tokens: &[TokenId],
        hook: Option<Hook>,
    ) -> anyhow::Result<Instant> {
        let sampling = SamplingParams {
            // `None` would mean 1.0.
            temperature: Some(0.0),
            max_len: Some(max_tokens as usize),
            stop_toks: Some(StopTokens::Ids(end_tokens.iter().map(|id| id.0).collect())),
            ..SamplingParams::neutral()
        };
        let (start, answer) = self.ask(prompt, sampling, hook, false)?;
        match answer {
            Response::CompletionDone(_) => Ok(start),
            other => Err(failure(other)),
        }
    }

    /// Waits out what a request of one token leaves behind. After a prompt's pass the engine takes every sequence for
    /// one that goes on, one that has just ended too, and runs a pass more for it, which the next request would wait
    /// for. A request of two tokens ends behind that pass and leaves none of its own.
    pub fn settle(&self, prompt: &[TokenId], end_tokens: &[TokenId]) -> anyhow::Result<()> {
        let Some(&token) = prompt.iter().find(|id| !end_tokens.contains(id)) else { return Ok(()) };
        let sampling = SamplingParams { temperature: Some(0.0), max_len: Some(2), ..SamplingParams::neutral() };
        let (_, answer) = self.ask(&[token], sampling, Some(Arc::new(Always(token))), false)?;
        match answer {
            Response::CompletionDone(_) => Ok(()),
            other => Err(failure(other)),
        }
    }

    /// The logits after each prompt token: one row of the vocabulary per token.
    pub fn score(&self, prompt: &[TokenId]) -> anyhow::Result<Vec<Vec<f32>>> {
        let (_, answer) = self.ask(prompt, SamplingParams::neutral(), None, true)?;
        match answer {
            Response::Raw { logits_chunks, .. } => {
                let rows = Tensor::cat(&logits_chunks, 0)?.to_vec2::<f32>()?;
                anyhow::ensure!(
                    rows.len() == prompt.len(),
                    "the engine scored {} positions of a prompt of {}",
                    rows.len(),
                    prompt.len()
                );
                Ok(rows)
            }
            other => Err(failure(other)),
        }
    }

    fn ask(
        &self,
        prompt: &[TokenId],
        sampling_params: SamplingParams,
        hook: Option<Hook>,
        return_raw_logits: bool,
    ) -> anyhow::Result<(Instant, Response)> {
        let (sender, mut receiver) = tokio::sync::mpsc::channel(16);
        let ids = RequestMessage::CompletionTokens(prompt.iter().map(|id| id.0).collect());
        let mut request =
            NormalRequest::new_simple(ids, sampling_params, sender, self.engine.next_request_id(), None, None);
        request.logits_processors = hook.map(|hook| vec![hook]);
        request.return_raw_logits = return_raw_logits;
        let engine = self.engine.get_sender(None)?;
        let request = Request::Normal(Box::new(request));
        let start = Instant::now();
        let answer = self.runtime.block_on(async {
            engine.send(request).await.ok()?;
            receiver.recv().await
        });
        answer.map(|answer| (start, answer)).ok_or_else(|| anyhow::anyhow!("the engine stopped in the middle of a run"))
    }
}

fn failure(answer: Response) -> anyhow::Error {
    match answer {
        Response::InternalError(error) | Response::ValidationError(error) => anyhow::anyhow!("{error}"),
        Response::CompletionModelError(message, _) | Response::ModelError(message, _) => anyhow::anyhow!("{message}"),
        _ => anyhow::anyhow!("the engine gave an answer of another kind than was asked for"),
    }
}
