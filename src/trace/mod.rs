//! What a run left behind: the recorded data, how it is written down, where it is kept, and the values that prose
//! may quote from it. Comes in: what `engine` saw. Goes out: a [`Trace`]. Knows nothing of engines or of HTML.

mod beam;
mod branch;
mod compare;
mod cut_value;
#[cfg(test)]
pub(crate) mod fixture;
mod part;
mod probability;
mod score;
mod scored_value;
mod statistics;
mod store;
mod validate;
mod value;
mod whole;
mod word_merges;
mod write;

pub use beam::{Beam, BeamLevel, BeamPath};
pub use branch::{Branch, Node, Tree};
pub use compare::{Distance, compare};
pub use part::{Missing, Part, WholeStep};
pub use score::Score;
pub use statistics::Spread;
pub use store::{StoreError, TraceStore};
pub use value::{Unit, Value, ValueError, grouped};
pub use write::to_json;

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use crate::request::RunSpec;
use crate::token::{Piece, Row, Token, TokenId, WordMerges};
use crate::words::Words;

/// Version of the file format; part of every run's key, so that old files are recorded again rather than misread.
pub const FORMAT_VERSION: u32 = 1;

/// One recorded run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// [`FORMAT_VERSION`] of the file.
    pub format: u32,
    /// [`RunSpec::key`] of `request`.
    pub key: String,
    /// What was asked.
    pub request: RunSpec,
    pub model: ModelRecord,
    pub engine: EngineRecord,
    pub host: HostRecord,
    pub recorded_at: Timestamp,
    /// The prompt as the model saw it: for a chat, after the chat template.
    pub prompt_text: String,
    pub prompt: Vec<Token>,
    /// What the model wrote, the end token included where there was one.
    pub generated: Vec<Token>,
    /// `prompt_scores[i]` says how expected prompt token `i + 1` was, given the tokens before it; one entry fewer
    /// than `prompt`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt_scores: Option<Vec<PromptScore>>,
    /// Of a run with `score`: `prompt_rows[i]` is what `prompt_scores[i]` was taken from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub prompt_rows: Vec<Row>,
    /// Of a run with `branch`: the tree of forced continuations, level by level, siblings likeliest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub branches: Vec<Branch>,
    /// Of a run with `merges`: how the tokenizer makes that word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merges: Option<WordMerges>,
    /// One per generated token.
    pub steps: Vec<Step>,
    pub finish: Finish,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timings: Option<Timings>,
    /// The pieces of all token ids that a step lists.
    pub pieces: BTreeMap<TokenId, Piece>,
    /// Ids in `prompt`, `generated` or `pieces` that the vocabulary marks as control tokens.
    pub control: Vec<TokenId>,
    /// What the engine could not give, and why, in a sentence without a capital.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub missing: BTreeMap<Part, String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelRecord {
    pub name: String,
    pub file: String,
    pub sha256: String,
    pub architecture: String,
    /// What the file's weight matrices are stored as, for example `Q4_1`.
    pub quantisation: String,
    pub parameters: u64,
    pub vocabulary: u32,
    pub layers: u32,
    pub heads: u32,
    pub kv_heads: u32,
    /// Width of one head, in numbers.
    pub head_width: u32,
    /// Width of the residual stream, in numbers.
    pub embedding: u32,
    /// Longest context the model was made for, in tokens.
    pub context: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineRecord {
    pub name: String,
    pub version: String,
    pub device: String,
    /// What the weight matrices were multiplied as: `F32`, or the file's own kind.
    pub weights: String,
    /// The kind of the activations and of the K/V cache.
    pub dtype: String,
    pub threads: u32,
    /// CPU instruction sets the kernels were compiled for, for example `avx2, fma, f16c`.
    pub build_features: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HostRecord {
    pub cpu: String,
    pub cores: u32,
    pub os: String,
    pub arch: String,
    pub memory_bytes: u64,
}

/// How expected a prompt token was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PromptScore {
    /// Natural logarithm of the probability of the token that follows.
    pub logprob: f64,
    /// 1 is the likeliest of the vocabulary.
    pub rank: u32,
    /// Entropy of the distribution over the next token, in nats.
    pub entropy: f64,
    /// The token the model would have chosen, and its log-probability.
    pub best: (TokenId, f64),
}

/// One generated token and the distribution it was chosen from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// How many tokens the model had before it when it chose this one.
    pub context: u32,
    pub chosen: TokenId,
    /// 1 is the likeliest of the vocabulary. `None` where there is no row and the token is not among `best`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// Natural logarithm of the chosen token's probability at temperature 1, before any filter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub logprob: Option<f64>,
    /// Entropy at temperature 1, in nats, from the full row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entropy: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub row: Option<Row>,
    /// Where the engine gives no row: the likeliest tokens with their log-probabilities at temperature 1, likeliest
    /// first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub best: Vec<(TokenId, f64)>,
}

impl Step {
    /// The likeliest tokens that are known, with their log-probabilities, likeliest first.
    pub fn choices(&self) -> Vec<(TokenId, f64)> {
        match &self.row {
            Some(row) => row.ids.iter().zip(&row.logits).map(|(id, logit)| (*id, logit - row.logsumexp)).collect(),
            None => self.best.clone(),
        }
    }
}

/// Why the run ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Finish {
    /// The model chose an end token.
    Eos { token: TokenId },
    /// The text came to contain one of the run's stop strings.
    Stop { string: String },
    /// `max_tokens` were generated.
    Length,
}

/// Wall-clock times of runs that recorded nothing else, on a monotonic clock, in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timings {
    #[serde(default, skip_serializing_if = "MeasuredBy::is_recorder")]
    pub measured_by: MeasuredBy,
    /// From opening the model file to an engine that takes requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load_ms: Option<f64>,
    /// The run before the counted ones; not part of any statistic. `None` where the run was not timed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warm_up: Option<TimedRun>,
    pub repeats: Vec<TimedRun>,
}

/// Where the clock was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MeasuredBy {
    /// Inside the engine, at each row and each pick.
    #[default]
    Recorder,
    /// Where the request was made and the tokens came back: the way there and back is in every time.
    Outside,
}

impl MeasuredBy {
    fn is_recorder(&self) -> bool {
        *self == Self::Recorder
    }
}

/// One timed run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedRun {
    /// From handing the token ids to the engine until the logits after the last prompt token are there.
    /// Tokenisation is not included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefill_ms: Option<f64>,
    /// From handing the token ids to the engine until the first token is chosen: prefill and one pick.
    pub ttft_ms: f64,
    /// `gaps_ms[i]` is the time between the choice of generated token `i` and of token `i + 1`: one decode step.
    pub gaps_ms: Vec<f64>,
}

impl Trace {
    /// The generated bytes as text; half characters are U+FFFD.
    pub fn generated_text(&self) -> String {
        self.text_of(self.generated.iter().map(|token| token.id))
    }

    /// The bytes of listed tokens as text, without control tokens; half characters are U+FFFD.
    pub fn text_of(&self, ids: impl IntoIterator<Item = TokenId>) -> String {
        String::from_utf8_lossy(&self.bytes_of(ids)).into_owned()
    }

    /// The bytes of listed tokens, without control tokens.
    pub fn bytes_of(&self, ids: impl IntoIterator<Item = TokenId>) -> Vec<u8> {
        let pieces = ids.into_iter().filter(|id| !self.is_control(*id)).filter_map(|id| self.piece(id));
        pieces.flat_map(|piece| piece.bytes().to_vec()).collect()
    }

    /// The piece of any id that the trace lists.
    pub fn piece(&self, id: TokenId) -> Option<&Piece> {
        self.pieces.get(&id).or_else(|| {
            self.prompt.iter().chain(&self.generated).find(|token| token.id == id).map(|token| &token.piece)
        })
    }

    pub fn is_control(&self, id: TokenId) -> bool {
        self.control.contains(&id)
    }

    /// The day of the recording, written out.
    pub fn day(&self, words: &Words) -> String {
        let time = TimeZone::UTC.to_datetime(self.recorded_at);
        words.date(time.year(), time.month(), time.day())
    }

    /// The counted runs; none where the run was not timed.
    pub fn repeats(&self) -> &[TimedRun] {
        self.timings.as_ref().map_or(&[], |timings| &timings.repeats)
    }

    /// The time to first token over the repeats.
    pub fn ttft(&self) -> Option<Spread> {
        Spread::of(self.repeats().iter().map(|run| run.ttft_ms))
    }

    /// Choosing the first token alone, from its logits on, over the repeats.
    pub fn first_pick(&self) -> Option<Spread> {
        Spread::of(self.repeats().iter().filter_map(|run| Some((run.ttft_ms - run.prefill_ms?).max(0.0))))
    }

    pub fn prefill(&self) -> Option<Spread> {
        Spread::of(self.repeats().iter().filter_map(|run| run.prefill_ms))
    }

    /// The gap before generated token `index` (the first token has none) over the repeats.
    pub fn gap(&self, index: usize) -> Option<Spread> {
        let before = index.checked_sub(1)?;
        Spread::of(self.repeats().iter().filter_map(|run| run.gaps_ms.get(before).copied()))
    }

    /// All gaps of all repeats.
    pub fn gaps(&self) -> Option<Spread> {
        Spread::of(self.repeats().iter().flat_map(|run| run.gaps_ms.iter().copied()))
    }
}
