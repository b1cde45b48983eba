use std::sync::Arc;
use std::time::Instant;

use super::Recorder;
use crate::model::Tokenizer;
use crate::request::{Abilities, Prompt, RunSpec};
use crate::token::{Piece, Token, TokenId, WordMerges};
use crate::trace::{EngineRecord, ModelRecord};

/// A model that is ready to run, in the hands of an engine. It answers one request at a time.
pub trait LoadedModel {
    /// What it can do. Where a server tells that only when it is asked, this may be less than the engine's facts.
    fn abilities(&self) -> Abilities;

    fn model(&self) -> ModelRecord;

    fn engine(&self, spec: &RunSpec) -> EngineRecord;

    /// From opening the model file to an engine that takes requests, in milliseconds; `None` where that was not seen.
    fn load_ms(&self) -> Option<f64>;

    fn tokens(&self) -> Arc<dyn Tokens>;

    /// The prompt as the model gets it: a chat goes through its template.
    fn prompt_text(&self, prompt: &Prompt) -> anyhow::Result<String>;

    /// Continues `prompt` by at most `max_tokens` tokens, tells `recorder` of each, and ends where the recorder says so
    /// or at one of `ends`. Gives the moment at which the request was handed over.
    fn generate(
        &self,
        prompt: &[TokenId],
        max_tokens: u32,
        ends: &[TokenId],
        recorder: &Arc<Recorder>,
    ) -> anyhow::Result<Instant>;

    /// Waits until the engine has nothing left to do of a run of one token, whose prompt and end tokens those were.
    /// Called when its recorder has finished, so that the next run is not timed with work of the one before it.
    fn settle(&self, _prompt: &[TokenId], _ends: &[TokenId]) -> anyhow::Result<()> {
        Ok(())
    }

    /// The logits after each prompt token: one row of the vocabulary per token. Asked of a model that gives prompt rows
    /// or follows branches.
    fn score(&self, _prompt: &[TokenId]) -> anyhow::Result<Vec<Vec<f32>>> {
        anyhow::bail!("the engine gives no rows of a prompt")
    }
}

/// What a model's tokens are.
pub trait Tokens: Send + Sync {
    fn encode(&self, text: &str) -> anyhow::Result<Vec<Token>>;

    fn piece(&self, id: TokenId) -> Option<Piece>;

    fn is_control(&self, id: TokenId) -> bool;

    /// Those that end a reply.
    fn end_tokens(&self) -> Vec<TokenId>;

    fn merges(&self, _word: &str) -> anyhow::Result<WordMerges> {
        anyhow::bail!("the engine does not say how its tokenizer merges a word")
    }
}

impl Tokens for Tokenizer {
    fn encode(&self, text: &str) -> anyhow::Result<Vec<Token>> {
        Ok(self.encode(text)?)
    }

    fn piece(&self, id: TokenId) -> Option<Piece> {
        self.piece(id)
    }

    fn is_control(&self, id: TokenId) -> bool {
        self.is_control(id)
    }

    fn end_tokens(&self) -> Vec<TokenId> {
        self.end_tokens()
    }

    fn merges(&self, word: &str) -> anyhow::Result<WordMerges> {
        Ok(self.merges(word)?)
    }
}
