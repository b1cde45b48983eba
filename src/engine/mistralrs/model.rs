use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;

use super::session::{Hook, Session};
use super::{FACTS, RecorderHook};
use crate::engine::{Job, LoadedModel, Recorder, Tokens, build_features};
use crate::model::{ChatTemplate, ChatTemplateError, Gguf, Tokenizer};
use crate::request::{Abilities, Prompt, RunSpec, Weights};
use crate::token::TokenId;
use crate::trace::{EngineRecord, ModelRecord};

/// A GGUF file in the engine, with what the file says of its tokens.
pub struct Model {
    session: Session,
    model: ModelRecord,
    tokenizer: Arc<Tokenizer>,
    /// Not every model has one, and a run that has no need of it does not fail for want of it.
    chat_template: Result<ChatTemplate, ChatTemplateError>,
}

impl Model {
    pub fn open(job: &Job) -> anyhow::Result<Self> {
        let file = job.file.as_deref().context("the job names no model file")?;
        let gguf = Gguf::open(file)?;
        let shape = &gguf.shape;
        let model = ModelRecord {
            name: job.spec.model.clone(),
            file: file.file_name().unwrap_or_default().to_owned(),
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
        let session = Session::load(file, job.spec.kv_cache).context("the engine could not load the model")?;
        Ok(Self { session, model, tokenizer, chat_template })
    }
}

impl LoadedModel for Model {
    fn abilities(&self) -> Abilities {
        FACTS.abilities
    }

    fn model(&self) -> ModelRecord {
        self.model.clone()
    }

    fn engine(&self, spec: &RunSpec) -> EngineRecord {
        EngineRecord {
            name: FACTS.name.into(),
            version: FACTS.version.into(),
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

    fn load_ms(&self) -> Option<f64> {
        Some(self.session.load_ms)
    }

    fn tokens(&self) -> Arc<dyn Tokens> {
        self.tokenizer.clone()
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

    fn generate(
        &self,
        prompt: &[TokenId],
        max_tokens: u32,
        ends: &[TokenId],
        recorder: &Arc<Recorder>,
    ) -> anyhow::Result<Instant> {
        let hook: Hook = Arc::new(RecorderHook(recorder.clone()));
        self.session.generate(prompt, max_tokens, ends, Some(hook))
    }

    fn settle(&self, prompt: &[TokenId], ends: &[TokenId]) -> anyhow::Result<()> {
        self.session.settle(prompt, ends)
    }

    fn score(&self, prompt: &[TokenId]) -> anyhow::Result<Vec<Vec<f32>>> {
        self.session.score(prompt)
    }
}

/// The engine's thread pools take this many.
fn threads() -> u32 {
    let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|threads| threads.parse().ok());
    asked
        .filter(|threads| *threads > 0)
        .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, |threads| threads.get() as u32))
}
