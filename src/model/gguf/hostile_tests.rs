//! Files that would panic, abort or mislead the engine's loader: each must be one error here.

use std::io::Cursor;

use super::value::{Kind, Value};
use super::written::{KEY_COUNT_AT, TENSOR_COUNT_AT, Written, text, texts};
use super::{Gguf, GgufError};

fn read(bytes: &[u8]) -> Result<Gguf, GgufError> {
    Gguf::read(Cursor::new(bytes), bytes.len() as u64)
}

fn complaint(written: &Written) -> String {
    read(&written.bytes()).expect_err("a wrong file was taken").to_string()
}

fn spoilt(spoil: impl FnOnce(&mut Written)) -> String {
    let mut written = Written::tiny();
    spoil(&mut written);
    complaint(&written)
}

#[test]
fn the_tiny_model_is_read() {
    for version in [2, 3] {
        let gguf = read(&Written { version, ..Written::tiny() }.bytes()).unwrap();
        let shape = &gguf.shape;
        assert_eq!((shape.layers, shape.heads, shape.kv_heads, shape.head_width), (1, 2, 1, 4));
        assert_eq!((shape.embedding, shape.feed_forward, shape.context, shape.vocabulary), (8, 16, 64, 5));
        assert_eq!((shape.quantisation.as_str(), shape.name.as_deref()), ("F32", Some("Tiny")));
        assert_eq!((shape.bos, shape.eos), (Some(0), Some(1)));
        assert_eq!(shape.parameters, 5 * 8 + 8 + 8 + 64 + 32 + 32 + 64 + 8 + 3 * 128);
        assert_eq!(gguf.vocabulary.merges, [("a".to_owned(), "b".to_owned())]);
    }
}

#[test]
fn a_file_cut_at_any_byte_is_an_error() {
    let whole = Written::tiny().bytes();
    for length in 0..whole.len() {
        // As a short file, and as a file that ends before the length that the system reported.
        assert!(read(&whole[..length]).is_err(), "cut at byte {length}");
        let shrunk = Gguf::read(Cursor::new(&whole[..length]), whole.len() as u64);
        assert!(shrunk.is_err() || length >= Written::tiny().head().len(), "shrunk at byte {length}");
    }
}

#[test]
fn wrong_magic_version_and_byte_order_are_named() {
    assert!(spoilt(|file| file.magic = *b"ggml").contains("not a GGUF file"));
    assert!(spoilt(|file| file.version = 1).contains("version 1"));
    assert!(spoilt(|file| file.version = 4).contains("version 4"));
    assert!(spoilt(|file| file.version = 3_u32.swap_bytes()).contains("big-endian"));
}

#[test]
fn no_count_or_length_is_believed() {
    let right = Written::tiny().bytes();
    let first_key = KEY_COUNT_AT + 8;
    for at in [TENSOR_COUNT_AT, KEY_COUNT_AT, first_key] {
        for lie in [u64::MAX, i64::MAX as u64, 1 << 60, 1 << 40, 1 << 31, 60_000] {
            let mut bytes = right.clone();
            bytes[at..at + 8].copy_from_slice(&lie.to_le_bytes());
            assert!(read(&bytes).is_err(), "{lie} at {at}");
        }
    }
    // The count of an array of strings, and the length of its first string.
    let head = Written::tiny().head();
    let key = b"tokenizer.ggml.tokens";
    let array = head.windows(key.len()).position(|window| window == key).unwrap() + key.len() + 8;
    for at in [array, array + 8] {
        for lie in [u64::MAX, 1 << 61, 1 << 32, 1 << 24, 4096] {
            let mut bytes = right.clone();
            bytes[at..at + 8].copy_from_slice(&lie.to_le_bytes());
            assert!(read(&bytes).is_err(), "{lie} at {at}");
        }
    }
}

#[test]
fn wrong_metadata_is_named() {
    let u32s = |key: &'static str, value: u32| spoilt(move |file| file.set(key, Value::U32(value)));
    assert!(spoilt(|file| file.set("general.architecture", text("gemma"))).contains("`gemma`"));
    assert!(spoilt(|file| file.remove("general.architecture")).contains("general.architecture` is missing"));
    for key in ["block_count", "context_length", "embedding_length", "attention.head_count", "rope.dimension_count"] {
        let key = format!("llama.{key}");
        assert!(spoilt(|file| file.remove(&key)).contains(&key));
        assert!(spoilt(|file| file.set(&key, Value::U32(0))).contains(&key));
        assert!(spoilt(|file| file.set(&key, Value::U32(u32::MAX))).contains(&key));
        assert!(spoilt(|file| file.set(&key, text("8"))).contains("a u32 is expected"));
    }
    assert!(u32s("llama.attention.head_count_kv", 0).contains("head_count_kv"));
    assert!(u32s("llama.attention.head_count_kv", 3).contains("1 to 2"));
    assert!(u32s("llama.attention.head_count", 3).contains("divide"));
    assert!(u32s("llama.rope.dimension_count", 3).contains("pairs"));
    assert!(u32s("llama.vocab_size", 4).contains("5 tokens"));
    assert!(u32s("llama.expert_count", 8).contains("experts"));
    for alignment in [0, 1, 7, 33, 1 << 30] {
        assert!(u32s("general.alignment", alignment).contains("power of two"), "{alignment}");
    }
    for base in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(spoilt(|file| file.set("llama.rope.freq_base", Value::F32(base))).contains("rope.freq_base"));
        let epsilon = "llama.attention.layer_norm_rms_epsilon";
        assert!(spoilt(|file| file.set(epsilon, Value::F32(base))).contains("epsilon"));
    }
    assert!(spoilt(|file| file.set("split.count", Value::U16(2))).contains("several files"));
    assert!(spoilt(|file| file.keys.push(("general.name".to_owned(), text("again")))).contains("twice"));
    for name in ["", "a\u{1b}[2J"] {
        let words = spoilt(|file| file.keys.push((name.to_owned(), text(""))));
        assert!(words.contains("a metadata key is \"") && !words.contains('\u{1b}'), "{words}");
    }
    assert!(spoilt(|file| file.set("general.architecture", text("\u{1b}"))).contains("`\\u{1b}`"));
    let inner = Value::Array(Kind::U8, vec![Value::U8(1)]);
    assert!(spoilt(|file| file.set("x", Value::Array(Kind::Array, vec![inner]))).contains("array of arrays"));
}

#[test]
fn a_wrong_vocabulary_is_named() {
    for role in ["bos", "eos", "unknown", "eot", "eom", "padding"] {
        let key = format!("tokenizer.ggml.{role}_token_id");
        assert!(spoilt(|file| file.set(&key, Value::U32(5))).contains("ids go to 4"), "{role}");
        assert!(spoilt(|file| file.set(&key, Value::U64(1))).contains("a u32 is expected"), "{role}");
    }
    let types = |values: &[i32]| Value::Array(Kind::I32, values.iter().map(|value| Value::I32(*value)).collect());
    let key = "tokenizer.ggml.token_type";
    assert!(spoilt(|file| file.set(key, types(&[1, 1]))).contains("2 entries for 5 tokens"));
    assert!(spoilt(|file| file.set(key, types(&[1, 1, 1, 1, 7]))).contains("token 4 has the type 7"));
    assert!(spoilt(|file| file.set(key, types(&[1, -1, 1, 1, 1]))).contains("token 1 has the type -1"));
    assert!(spoilt(|file| file.set(key, texts(["1"; 5]))).contains("an array of i32"));
    assert!(spoilt(|file| file.set(key, Value::I32(1))).contains("an array of i32"));
    assert!(spoilt(|file| file.remove("tokenizer.ggml.eos_token_id")).contains("missing"));
    assert!(spoilt(|file| file.remove("tokenizer.ggml.tokens")).contains("missing"));
    assert!(spoilt(|file| file.set("tokenizer.ggml.tokens", texts([]))).contains("no tokens"));
    for merge in ["ab", "", " b", "a ", "a b c", "a  b"] {
        assert!(spoilt(|file| file.set("tokenizer.ggml.merges", texts([merge]))).contains("merge 0"), "{merge:?}");
    }
    let scores = Value::Array(Kind::F32, vec![Value::F32(f32::NAN); 5]);
    assert!(spoilt(|file| file.set("tokenizer.ggml.scores", scores)).contains("score"));
}

#[test]
fn a_wrong_tensor_is_named() {
    let first = |spoil: fn(&mut (String, Vec<u64>, u32, u64))| spoilt(move |file| spoil(&mut file.tensors[0]));
    assert!(first(|tensor| tensor.0 = "output_norm.weight".to_owned()).contains("twice"));
    assert!(first(|tensor| tensor.0 = "other".to_owned()).contains("`token_embd.weight` is missing"));
    assert!(first(|tensor| tensor.1 = vec![]).contains("0 dimensions"));
    assert!(first(|tensor| tensor.1 = vec![1; 5]).contains("5 dimensions"));
    assert!(first(|tensor| tensor.1 = vec![8, 0]).contains("is 0"));
    assert!(first(|tensor| tensor.1 = vec![1 << 32, 1 << 32]).contains("impossible product"));
    assert!(first(|tensor| tensor.1 = vec![1 << 62, 2]).contains("impossible product"));
    assert!(first(|tensor| tensor.1 = vec![1 << 62, 1]).contains("impossible product"));
    assert!(first(|tensor| tensor.1 = vec![8, 1 << 40]).contains("beyond the end"));
    assert!(first(|tensor| tensor.1 = vec![4, 5]).contains("the metadata makes it"));
    assert!(first(|tensor| tensor.2 = 2).contains("whole Q4_0 blocks"));
    assert!(first(|tensor| tensor.2 = 4).contains("type 4"));
    assert!(first(|tensor| tensor.2 = u32::MAX).contains("the engine reads F32"));
    assert!(first(|tensor| tensor.3 = 1).contains("alignment"));
    assert!(first(|tensor| tensor.3 = u64::MAX - 31).contains("beyond the end"));
    assert!(first(|tensor| tensor.3 = 1 << 40).contains("beyond the end"));
}

/// A small generator with a fixed seed (splitmix64): the same mutations at every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % below as u64) as usize
    }

    fn mutate(&mut self, bytes: &mut [u8], range: std::ops::Range<usize>) {
        for _ in 0..=self.roll(3) {
            let at = range.start + self.roll(range.len());
            match self.roll(4) {
                0 => bytes[at] ^= 1 << self.roll(8),
                1 => bytes[at] = self.roll(256) as u8,
                2 => bytes[at] = [0, 0x7f, 0x80, 0xff][self.roll(4)],
                _ => {
                    let end = (at + 8).min(bytes.len());
                    let lie = [u64::MAX, 1 << 63, i64::MAX as u64, 1 << 32, 0][self.roll(5)].to_le_bytes();
                    bytes[at..end].copy_from_slice(&lie[..end - at]);
                }
            }
        }
    }
}

/// Whatever a mutated head says, reading it ends with a model or an error; a taken one also makes a tokenizer or an
/// error.
#[test]
fn mutations_of_a_small_head_never_panic() {
    let right = Written::tiny().bytes();
    let head = Written::tiny().head().len();
    let mut dice = Dice(1);
    let mut refused = 0;
    for _ in 0..20_000 {
        let mut bytes = right.clone();
        dice.mutate(&mut bytes, 0..head);
        match read(&bytes) {
            Ok(gguf) => {
                if let Ok(tokenizer) = crate::model::Tokenizer::from_gguf(&gguf) {
                    let _ = tokenizer.encode("ab <s>");
                }
            }
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 10_000, "only {refused} of 20000 mutations were noticed");
}

/// A large head is mostly vocabulary, in which a flipped letter is still a vocabulary: half of the mutations go to the
/// part before it and to the tensor table.
#[test]
fn mutations_of_a_large_head_never_panic() {
    let names: Vec<String> = (0..3_000).map(|at| format!("piece{at}")).collect();
    let tokens: Vec<(&str, i32)> = names.iter().map(|name| (name.as_str(), 1)).collect();
    let written = Written::llama("gpt-2", &tokens, &[]);
    let (right, head) = (written.bytes(), written.head().len());
    let length = right.len() as u64;
    let tensors = head - 600;
    let mut dice = Dice(2);
    let mut refused = 0;
    for round in 0..300 {
        let mut bytes = right.clone();
        let range = [0..head, 0..1_400, 0..head, tensors..head][round % 4].clone();
        dice.mutate(&mut bytes, range);
        refused += usize::from(Gguf::read(Cursor::new(&bytes), length).is_err());
    }
    assert!(refused > 100, "only {refused} of 300 mutations were noticed");
}
