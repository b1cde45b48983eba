//! The vocabulary as the file holds it: pieces, types, merges or scores, and the ids with a role. Checked, but not yet
//! a tokenizer.

use std::collections::BTreeMap;

use super::error::GgufError;
use super::value::{Kind, Value};
use super::{bool_of, text, u32_of, wrong_kind};

const TOKENS: &str = "tokenizer.ggml.tokens";
const TYPES: &str = "tokenizer.ggml.token_type";
const MERGES: &str = "tokenizer.ggml.merges";
const SCORES: &str = "tokenizer.ggml.scores";

/// What a vocabulary entry is, by its number in `tokenizer.ggml.token_type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenType {
    Normal,
    Unknown,
    Control,
    UserDefined,
    Unused,
    Byte,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Vocabulary {
    /// `tokenizer.ggml.model`, for example `gpt2`.
    pub model: String,
    /// `tokenizer.ggml.pre`, which names the rule that cuts a text before merging.
    pub pre: Option<String>,
    /// By id, as written in the file.
    pub tokens: Vec<String>,
    /// By id, as many as `tokens`.
    pub types: Vec<TokenType>,
    /// Left and right side, the earliest to be applied first.
    pub merges: Vec<(String, String)>,
    /// By id, or empty.
    pub scores: Vec<f32>,
    pub bos: Option<u32>,
    pub eos: u32,
    pub unknown: Option<u32>,
    /// Other ids that end a reply (`eot` and `eom`).
    pub other_ends: Vec<u32>,
    pub add_bos: Option<bool>,
    pub add_space_prefix: Option<bool>,
}

impl Vocabulary {
    pub(super) fn from_metadata(metadata: &BTreeMap<String, Value>) -> Result<Self, GgufError> {
        let missing = |key: &str| GgufError::MissingKey(key.to_owned());
        let model = text(metadata, "tokenizer.ggml.model")?.ok_or_else(|| missing("tokenizer.ggml.model"))?;
        let tokens: Vec<String> = texts(metadata, TOKENS)?.ok_or_else(|| missing(TOKENS))?;
        if tokens.is_empty() {
            return Err(GgufError::Vocabulary("it has no tokens".to_owned()));
        }
        let count = tokens.len();
        let id = |name: &str| -> Result<Option<u32>, GgufError> {
            let key = format!("tokenizer.ggml.{name}_token_id");
            let Some(id) = u32_of(metadata, &key)? else { return Ok(None) };
            if usize::try_from(id).is_ok_and(|id| id < count) {
                return Ok(Some(id));
            }
            let why = format!("the vocabulary has {count} tokens, so ids go to {}", count - 1);
            Err(GgufError::BadValue { key, value: id.to_string(), why })
        };
        let mut other_ends = Vec::new();
        for name in ["eot", "eom"] {
            other_ends.extend(id(name)?);
        }
        // The engine looks these up without asking whether they are there.
        for name in ["padding", "seperator", "separator", "cls", "mask"] {
            id(name)?;
        }
        Ok(Self {
            model: model.to_owned(),
            pre: text(metadata, "tokenizer.ggml.pre")?.map(str::to_owned),
            types: types(metadata, count)?,
            merges: merges(metadata)?,
            scores: scores(metadata, count)?,
            bos: id("bos")?,
            eos: id("eos")?.ok_or_else(|| missing("tokenizer.ggml.eos_token_id"))?,
            unknown: id("unknown")?,
            other_ends,
            add_bos: bool_of(metadata, "tokenizer.ggml.add_bos_token")?,
            add_space_prefix: bool_of(metadata, "tokenizer.ggml.add_space_prefix")?,
            tokens,
        })
    }
}

fn texts(metadata: &BTreeMap<String, Value>, key: &str) -> Result<Option<Vec<String>>, GgufError> {
    match metadata.get(key) {
        None => Ok(None),
        Some(Value::Array(Kind::Text, values)) => {
            Ok(Some(values.iter().filter_map(Value::text).map(str::to_owned).collect()))
        }
        Some(other) => Err(wrong_kind(key, "an array of strings", other)),
    }
}

fn types(metadata: &BTreeMap<String, Value>, count: usize) -> Result<Vec<TokenType>, GgufError> {
    let values = match metadata.get(TYPES) {
        None => return Err(GgufError::MissingKey(TYPES.to_owned())),
        Some(Value::Array(Kind::I32, values)) => values,
        Some(other) => return Err(wrong_kind(TYPES, "an array of i32", other)),
    };
    same_length(TYPES, values.len(), count)?;
    let mut types = Vec::with_capacity(count);
    for (id, value) in values.iter().enumerate() {
        types.push(match value {
            Value::I32(1) => TokenType::Normal,
            Value::I32(2) => TokenType::Unknown,
            Value::I32(3) => TokenType::Control,
            Value::I32(4) => TokenType::UserDefined,
            Value::I32(5) => TokenType::Unused,
            Value::I32(6) => TokenType::Byte,
            other => {
                return Err(GgufError::Vocabulary(format!("token {id} has the type {other}; 1 to 6 are known")));
            }
        });
    }
    Ok(types)
}

fn merges(metadata: &BTreeMap<String, Value>) -> Result<Vec<(String, String)>, GgufError> {
    let Some(written) = texts(metadata, MERGES)? else { return Ok(Vec::new()) };
    written
        .into_iter()
        .enumerate()
        .map(|(index, merge)| match merge.split_once(' ') {
            Some((left, right)) if !left.is_empty() && !right.is_empty() && !right.contains(' ') => {
                Ok((left.to_owned(), right.to_owned()))
            }
            _ => Err(GgufError::Vocabulary(format!("merge {index} is {merge:?}, not two pieces with a space between"))),
        })
        .collect()
}

fn scores(metadata: &BTreeMap<String, Value>, count: usize) -> Result<Vec<f32>, GgufError> {
    let values = match metadata.get(SCORES) {
        None => return Ok(Vec::new()),
        Some(Value::Array(Kind::F32, values)) => values,
        Some(other) => return Err(wrong_kind(SCORES, "an array of f32", other)),
    };
    same_length(SCORES, values.len(), count)?;
    values
        .iter()
        .enumerate()
        .map(|(id, value)| match value {
            Value::F32(score) if score.is_finite() => Ok(*score),
            other => Err(GgufError::Vocabulary(format!("token {id} has the score {other}"))),
        })
        .collect()
}

fn same_length(key: &str, found: usize, tokens: usize) -> Result<(), GgufError> {
    if found == tokens {
        return Ok(());
    }
    Err(GgufError::Vocabulary(format!("`{key}` has {found} entries for {tokens} tokens")))
}
