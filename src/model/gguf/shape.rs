//! The model's dimensions, from metadata and tensors that must agree with each other.

use std::collections::BTreeMap;

use serde::Serialize;

use super::error::GgufError;
use super::tensor::Tensor;
use super::value::Value;
use super::{f32_of, text, u32_of};

/// What `general.architecture` may be: the llama family (Llama, Mistral, SmolLM2 and their like), which is the one
/// whose loader in the engine was read and tried against this reader's checks.
pub const SUPPORTED_ARCHITECTURES: &[&str] = &["llama"];

const MOST_LAYERS: u32 = 1_024;
const MOST_HEADS: u32 = 1_024;
const WIDEST_HEAD: u32 = 1_024;
const WIDEST: u32 = 1 << 20;
/// The engine makes tables of this length times the head's width when it loads.
const LONGEST_CONTEXT: u32 = 1 << 20;

/// The model's dimensions and what its weights are stored as.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelShape {
    pub architecture: String,
    /// `general.name`, where the file has one.
    pub name: Option<String>,
    /// Numbers in all tensors together; weights used twice (tied embeddings) count once.
    pub parameters: u64,
    /// The commonest type of the weight matrices, for example `Q4_1`.
    pub quantisation: String,
    pub vocabulary: u32,
    pub layers: u32,
    pub heads: u32,
    pub kv_heads: u32,
    /// Width of one head, in numbers.
    pub head_width: u32,
    /// Width of the residual stream, in numbers.
    pub embedding: u32,
    pub feed_forward: u32,
    /// Longest context the model was made for, in tokens.
    pub context: u32,
    pub rope_base: f32,
    pub bos: Option<u32>,
    pub eos: Option<u32>,
}

impl ModelShape {
    pub(super) fn checked(
        metadata: &BTreeMap<String, Value>,
        tensors: &[Tensor],
        tokens: usize,
    ) -> Result<Self, GgufError> {
        let architecture = text(metadata, "general.architecture")?
            .ok_or_else(|| GgufError::MissingKey("general.architecture".to_owned()))?;
        if !SUPPORTED_ARCHITECTURES.contains(&architecture) {
            let (found, supported) = (architecture.escape_debug().to_string(), SUPPORTED_ARCHITECTURES.join(", "));
            return Err(GgufError::Architecture { found, supported });
        }
        refuse_splits(metadata)?;
        let keys = Keys { metadata, architecture };
        let embedding = keys.number("embedding_length", 1, WIDEST)?;
        let heads = keys.number("attention.head_count", 1, MOST_HEADS)?;
        let kv_heads = keys.number("attention.head_count_kv", 1, heads)?;
        if heads % kv_heads != 0 {
            return Err(keys.bad("attention.head_count_kv", kv_heads, format!("{heads} heads do not share it evenly")));
        }
        let head_width = match keys.optional("attention.key_length", 1, WIDEST_HEAD)? {
            Some(width) => width,
            None if embedding % heads == 0 && embedding / heads <= WIDEST_HEAD => embedding / heads,
            None => {
                return Err(keys.bad(
                    "attention.head_count",
                    heads,
                    format!("it does not divide the width {embedding}"),
                ));
            }
        };
        if let Some(width) = keys.optional("attention.value_length", 1, WIDEST_HEAD)?
            && width != head_width
        {
            return Err(keys.bad("attention.value_length", width, format!("the key length is {head_width}")));
        }
        let rope = keys.number("rope.dimension_count", 2, head_width)?;
        if rope % 2 != 0 {
            return Err(keys.bad("rope.dimension_count", rope, "rotations go in pairs".to_owned()));
        }
        let rope_base = keys.float("rope.freq_base", 1.0..=1e12)?.unwrap_or(10_000.0);
        keys.float("attention.layer_norm_rms_epsilon", 1e-12..=0.1)?
            .ok_or_else(|| GgufError::MissingKey(format!("{architecture}.attention.layer_norm_rms_epsilon")))?;
        if keys.optional("expert_count", 0, 1_024)?.is_some_and(|experts| experts > 0) {
            let why = "mixtures of experts are not read".to_owned();
            return Err(GgufError::BadValue { key: keys.full("expert_count"), value: "set".to_owned(), why });
        }
        let vocabulary = u32::try_from(tokens).map_err(|_| GgufError::Vocabulary("too many tokens".to_owned()))?;
        if let Some(stated) = keys.optional("vocab_size", 1, u32::MAX)?
            && stated != vocabulary
        {
            return Err(keys.bad("vocab_size", stated, format!("the vocabulary has {vocabulary} tokens")));
        }
        let shape = Self {
            architecture: architecture.to_owned(),
            name: text(metadata, "general.name")?.map(str::to_owned),
            parameters: tensors.iter().fold(0, |sum, tensor| sum.saturating_add(tensor.elements())),
            quantisation: commonest_matrix_kind(tensors),
            vocabulary,
            layers: keys.number("block_count", 1, MOST_LAYERS)?,
            heads,
            kv_heads,
            head_width,
            embedding,
            feed_forward: keys.number("feed_forward_length", 1, WIDEST)?,
            context: keys.number("context_length", 1, LONGEST_CONTEXT)?,
            rope_base,
            bos: u32_of(metadata, "tokenizer.ggml.bos_token_id")?,
            eos: u32_of(metadata, "tokenizer.ggml.eos_token_id")?,
        };
        shape.check_tensors(tensors)?;
        Ok(shape)
    }

    /// Each tensor that the architecture needs is there with the dimensions that the metadata says.
    fn check_tensors(&self, tensors: &[Tensor]) -> Result<(), GgufError> {
        let by_name: BTreeMap<&str, &Tensor> = tensors.iter().map(|tensor| (tensor.name.as_str(), tensor)).collect();
        let [embedding, vocabulary, feed_forward] = [self.embedding, self.vocabulary, self.feed_forward].map(u64::from);
        let queries = u64::from(self.heads) * u64::from(self.head_width);
        let keys = u64::from(self.kv_heads) * u64::from(self.head_width);
        let check = |name: String, expected: &[u64], required: bool| match by_name.get(name.as_str()) {
            None if required => Err(GgufError::MissingTensor(name)),
            Some(tensor) if tensor.dimensions != expected => {
                let why = format!("it is {:?}, the metadata makes it {expected:?}", tensor.dimensions);
                Err(GgufError::BadTensor { name, why })
            }
            _ => Ok(()),
        };
        check("token_embd.weight".to_owned(), &[embedding, vocabulary], true)?;
        check("output_norm.weight".to_owned(), &[embedding], true)?;
        check("output.weight".to_owned(), &[embedding, vocabulary], false)?;
        for layer in 0..self.layers {
            let needed: [(&str, &[u64]); 9] = [
                ("attn_norm", &[embedding]),
                ("attn_q", &[embedding, queries]),
                ("attn_k", &[embedding, keys]),
                ("attn_v", &[embedding, keys]),
                ("attn_output", &[queries, embedding]),
                ("ffn_norm", &[embedding]),
                ("ffn_gate", &[embedding, feed_forward]),
                ("ffn_up", &[embedding, feed_forward]),
                ("ffn_down", &[feed_forward, embedding]),
            ];
            for (part, expected) in needed {
                check(format!("blk.{layer}.{part}.weight"), expected, true)?;
            }
        }
        Ok(())
    }
}

/// The engine would look for the other parts by their names and numbers.
fn refuse_splits(metadata: &BTreeMap<String, Value>) -> Result<(), GgufError> {
    match metadata.get("split.count") {
        None | Some(Value::U16(0 | 1)) => Ok(()),
        Some(other) => Err(GgufError::BadValue {
            key: "split.count".to_owned(),
            value: other.to_string(),
            why: "models in several files are not read".to_owned(),
        }),
    }
}

fn commonest_matrix_kind(tensors: &[Tensor]) -> String {
    let mut counts = BTreeMap::new();
    for tensor in tensors.iter().filter(|tensor| tensor.dimensions.len() > 1) {
        *counts.entry(tensor.kind).or_insert(0_u64) += 1;
    }
    counts.iter().max_by_key(|(_, count)| **count).map(|(kind, _)| kind.name()).unwrap_or("none").to_owned()
}

/// The keys under the architecture's name.
struct Keys<'a> {
    metadata: &'a BTreeMap<String, Value>,
    architecture: &'a str,
}

impl Keys<'_> {
    fn full(&self, key: &str) -> String {
        format!("{}.{key}", self.architecture)
    }

    fn bad(&self, key: &str, value: u32, why: String) -> GgufError {
        GgufError::BadValue { key: self.full(key), value: value.to_string(), why }
    }

    fn number(&self, key: &str, least: u32, most: u32) -> Result<u32, GgufError> {
        self.optional(key, least, most)?.ok_or_else(|| GgufError::MissingKey(self.full(key)))
    }

    fn optional(&self, key: &str, least: u32, most: u32) -> Result<Option<u32>, GgufError> {
        let Some(value) = u32_of(self.metadata, &self.full(key))? else { return Ok(None) };
        if (least..=most).contains(&value) {
            return Ok(Some(value));
        }
        Err(self.bad(key, value, format!("{least} to {most} is expected")))
    }

    fn float(&self, key: &str, range: std::ops::RangeInclusive<f32>) -> Result<Option<f32>, GgufError> {
        let full = self.full(key);
        let Some(value) = f32_of(self.metadata, &full)? else { return Ok(None) };
        if range.contains(&value) {
            return Ok(Some(value));
        }
        let why = format!("{:e} to {:e} is expected", range.start(), range.end());
        Err(GgufError::BadValue { key: full, value: value.to_string(), why })
    }
}
