//! Writes small GGUF files for tests, right ones and wrong ones.

use super::value::{Kind, Value};

/// A GGUF file in parts; each part may be spoilt before it is written.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub magic: [u8; 4],
    pub version: u32,
    pub keys: Vec<(String, Value)>,
    /// Name, dimensions, type number and offset.
    pub tensors: Vec<(String, Vec<u64>, u32, u64)>,
    /// Bytes of tensor data after the head and its padding.
    pub data: usize,
}

/// Offsets of the counts in every file.
pub(crate) const TENSOR_COUNT_AT: usize = 8;
pub(crate) const KEY_COUNT_AT: usize = 16;

const F32: u32 = 0;

impl Written {
    /// A llama of one layer with `tokens` (piece and type) and `merges`, whose vocabulary model is `gpt2`.
    pub fn llama(pre: &str, tokens: &[(&str, i32)], merges: &[&str]) -> Self {
        let (width, feed_forward, vocabulary) = (8_u64, 16_u64, tokens.len() as u64);
        let mut written = Self { magic: *b"GGUF", version: 3, keys: Vec::new(), tensors: Vec::new(), data: 0 };
        written.set("general.architecture", text("llama"));
        written.set("general.name", text("Tiny"));
        for (key, value) in [
            ("block_count", 1),
            ("context_length", 64),
            ("embedding_length", 8),
            ("feed_forward_length", 16),
            ("attention.head_count", 2),
            ("attention.head_count_kv", 1),
            ("rope.dimension_count", 4),
        ] {
            written.set(&format!("llama.{key}"), Value::U32(value));
        }
        written.set("llama.attention.layer_norm_rms_epsilon", Value::F32(1e-5));
        written.set("tokenizer.ggml.model", text("gpt2"));
        written.set("tokenizer.ggml.pre", text(pre));
        written.set("tokenizer.ggml.tokens", texts(tokens.iter().map(|(piece, _)| *piece)));
        let types = tokens.iter().map(|(_, kind)| Value::I32(*kind)).collect();
        written.set("tokenizer.ggml.token_type", Value::Array(Kind::I32, types));
        written.set("tokenizer.ggml.merges", texts(merges.iter().copied()));
        written.set("tokenizer.ggml.bos_token_id", Value::U32(0));
        written.set("tokenizer.ggml.eos_token_id", Value::U32(1));
        written.tensor("token_embd.weight", &[width, vocabulary]);
        written.tensor("output_norm.weight", &[width]);
        for (part, dimensions) in [
            ("attn_norm", vec![width]),
            ("attn_q", vec![width, 8]),
            ("attn_k", vec![width, 4]),
            ("attn_v", vec![width, 4]),
            ("attn_output", vec![8, width]),
            ("ffn_norm", vec![width]),
            ("ffn_gate", vec![width, feed_forward]),
            ("ffn_up", vec![width, feed_forward]),
            ("ffn_down", vec![feed_forward, width]),
        ] {
            written.tensor(&format!("blk.0.{part}.weight"), &dimensions);
        }
        written
    }

    /// The smallest file that passes every check.
    pub fn tiny() -> Self {
        Self::llama("gpt-2", &[("<s>", 3), ("</s>", 3), ("a", 1), ("b", 1), ("ab", 1)], &["a b"])
    }

    /// Enough of a vocabulary to take "A quick" and a character of three bytes in two tokens.
    pub fn small() -> Self {
        let pieces = ["A", "Ġ", "q", "u", "i", "c", "k", "Ġq", "ui", "ck", "Ġqui", "Ġquick", "Ċ", "æ", "Ĺ", "¥", "æĹ"];
        let control = [("<s>", 3), ("<|im_end|>", 3)];
        let tokens: Vec<(&str, i32)> = control.into_iter().chain(pieces.map(|piece| (piece, 1))).collect();
        Self::llama("gpt-2", &tokens, &["Ġ q", "u i", "c k", "Ġq ui", "Ġqui ck", "æ Ĺ"])
    }

    pub fn set(&mut self, key: &str, value: Value) {
        match self.keys.iter_mut().find(|(known, _)| known == key) {
            Some((_, old)) => *old = value,
            None => self.keys.push((key.to_owned(), value)),
        }
    }

    pub fn remove(&mut self, key: &str) {
        self.keys.retain(|(known, _)| known != key);
    }

    pub fn tensor(&mut self, name: &str, dimensions: &[u64]) {
        let bytes = dimensions.iter().product::<u64>() * 4;
        self.tensors.push((name.to_owned(), dimensions.to_vec(), F32, self.data as u64));
        self.data += bytes.next_multiple_of(32) as usize;
    }

    /// The head, without padding and data.
    pub fn head(&self) -> Vec<u8> {
        let mut bytes = self.magic.to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend((self.tensors.len() as u64).to_le_bytes());
        bytes.extend((self.keys.len() as u64).to_le_bytes());
        for (key, value) in &self.keys {
            put_text(&mut bytes, key);
            bytes.extend(number(value.kind()).to_le_bytes());
            put(&mut bytes, value);
        }
        for (name, dimensions, kind, offset) in &self.tensors {
            put_text(&mut bytes, name);
            bytes.extend((dimensions.len() as u32).to_le_bytes());
            dimensions.iter().for_each(|dimension| bytes.extend(dimension.to_le_bytes()));
            bytes.extend(kind.to_le_bytes());
            bytes.extend(offset.to_le_bytes());
        }
        bytes
    }

    pub fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.head();
        bytes.resize(bytes.len().next_multiple_of(32) + self.data, 0);
        bytes
    }
}

pub(crate) fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

pub(crate) fn texts<'a>(all: impl IntoIterator<Item = &'a str>) -> Value {
    Value::Array(Kind::Text, all.into_iter().map(text).collect())
}

fn number(kind: Kind) -> u32 {
    (0..13).find(|number| Kind::from_number(*number) == Some(kind)).unwrap()
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend((text.len() as u64).to_le_bytes());
    bytes.extend(text.as_bytes());
}

fn put(bytes: &mut Vec<u8>, value: &Value) {
    match value {
        Value::U8(value) => bytes.extend(value.to_le_bytes()),
        Value::I8(value) => bytes.extend(value.to_le_bytes()),
        Value::U16(value) => bytes.extend(value.to_le_bytes()),
        Value::I16(value) => bytes.extend(value.to_le_bytes()),
        Value::U32(value) => bytes.extend(value.to_le_bytes()),
        Value::I32(value) => bytes.extend(value.to_le_bytes()),
        Value::F32(value) => bytes.extend(value.to_le_bytes()),
        Value::Bool(value) => bytes.push(u8::from(*value)),
        Value::Text(text) => put_text(bytes, text),
        Value::U64(value) => bytes.extend(value.to_le_bytes()),
        Value::I64(value) => bytes.extend(value.to_le_bytes()),
        Value::F64(value) => bytes.extend(value.to_le_bytes()),
        Value::Array(kind, values) => {
            bytes.extend(number(*kind).to_le_bytes());
            bytes.extend((values.len() as u64).to_le_bytes());
            // An inner array brings its own kind and count.
            values.iter().for_each(|value| put(bytes, value));
        }
    }
}
