use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// One run, with every default filled in: equal specs give equal tokens on any machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSpec {
    /// Name in `models/models.yaml`.
    pub model: String,
    /// SHA-256 of the model file; it fixes the vocabulary, the tokenizer and the chat template too.
    pub model_sha256: String,
    pub prompt: Prompt,
    pub sampling: Sampling,
    pub max_tokens: u32,
    /// Generation ends when the generated text contains one of these.
    pub stop: Vec<String>,
    pub weights: Weights,
    pub kv_cache: KvCache,
    /// How many timed runs are kept after the warm-up.
    pub repeat: u32,
    /// Engine and version, for example `mistral.rs 0.8.1`.
    pub engine: String,
    /// Version of the trace format.
    pub format: u32,
    /// Whether the row of every prompt position is kept. Left out of the JSON where it is not asked for, as are
    /// the fields after it: a run that has none of them keeps the key that it had before there were such fields.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub score: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<BranchSpec>,
    /// Of a run that draws: [`super::sampler::version`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampler: Option<u32>,
    /// The word whose merges are recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merges: Option<String>,
    /// Only so many tokens of the prompt go in, from its start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_tokens: Option<u32>,
    /// How many threads the engine computes with; all cores where it is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u32>,
}

/// The tree of continuations that is recorded after the prompt: every node of the first `depth` levels has the
/// `width` likeliest tokens as its children, and each leaf is continued greedily by `tokens` tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BranchSpec {
    pub width: u32,
    pub depth: u32,
    pub tokens: u32,
}

impl BranchSpec {
    pub const WIDTH: RangeInclusive<u32> = 2..=4;
    pub const DEPTH: RangeInclusive<u32> = 1..=4;
    pub const TOKENS: RangeInclusive<u32> = 0..=64;
    /// Most that [`BranchSpec::cost`] may be: about two minutes of decoding for a small model on two cores.
    pub const MOST: u32 = 2048;

    /// Tokens after the prompt that are run to record the tree, without its inner nodes:
    /// `width ^ depth × (depth + tokens)`.
    pub fn cost(self) -> u32 {
        self.width.saturating_pow(self.depth).saturating_mul(self.depth.saturating_add(self.tokens))
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Prompt {
    /// Text that the model continues.
    Raw(String),
    /// Messages that go through the model's own chat template.
    Chat(Vec<Message>),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Message {
    pub role: Role,
    pub content: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    System,
    User,
    Assistant,
}

/// How the next token is picked from a row of logits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Sampling {
    /// The likeliest token; ties go to the lower id.
    Greedy,
    /// See `token::sampler` for the order of the filters.
    Random {
        temperature: f64,
        /// Keep the k likeliest.
        top_k: Option<u32>,
        /// Keep the likeliest tokens until their mass reaches p.
        top_p: Option<f64>,
        /// Drop tokens less likely than p times the likeliest.
        min_p: Option<f64>,
        seed: u64,
    },
}

/// What the weight matrices are multiplied as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weights {
    /// Expanded to 32-bit floats at load: the model, without one kernel's rounding.
    Float,
    /// By the engine's kernels for the file's own kind.
    Quantised,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KvCache {
    On,
    Off,
}

/// The canonical form of a text that a person wrote: no byte-order mark, LF line ends, Unicode NFC.
pub fn canonical_text(text: &str) -> String {
    text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n").nfc().collect()
}

impl RunSpec {
    /// blake3 of the spec's JSON, in hexadecimal.
    pub fn key(&self) -> String {
        // A struct of strings, numbers and lists always has a JSON form.
        let json = serde_json::to_vec(self).unwrap_or_default();
        blake3::hash(&json).to_hex().to_string()
    }
}
