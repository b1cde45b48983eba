//! A bounded reader of GGUF files (versions 2 and 3, little-endian). Comes in: a file that nobody vouches for. Goes
//! out: its metadata, its tensor table and its shape, all checked, or one error in plain words. It reads the head
//! only, never the weights, and stands before the engine's own loader, which trusts what it reads.
//!
//! Format: <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>.

mod error;
mod read;
mod shape;
mod tensor;
mod value;
mod vocabulary;

#[cfg(test)]
mod hostile_tests;
#[cfg(test)]
pub(crate) mod written;

pub use error::GgufError;
pub use shape::{ModelShape, SUPPORTED_ARCHITECTURES};
pub use tensor::{Tensor, TensorKind};
pub use value::{Kind, Value};
pub use vocabulary::{TokenType, Vocabulary};

use std::collections::BTreeMap;
use std::io::Read;

use camino::Utf8Path;

use read::Head;

const MOST_KEYS: u64 = 65_536;
const MOST_TENSORS: u64 = 65_536;
/// The fewest bytes of an entry: a key's length, a value's type and one byte; a name's length, the count of
/// dimensions, one dimension, the type and the offset.
const LEAST_KEY_BYTES: u64 = 8 + 4 + 1;
const LEAST_TENSOR_BYTES: u64 = 8 + 4 + 8 + 4 + 8;
const DEFAULT_ALIGNMENT: u64 = 32;

/// The head of a model file, checked.
#[derive(Clone, Debug)]
pub struct Gguf {
    pub version: u32,
    /// By key.
    pub metadata: BTreeMap<String, Value>,
    /// In the file's order.
    pub tensors: Vec<Tensor>,
    pub vocabulary: Vocabulary,
    pub shape: ModelShape,
    /// `tokenizer.chat_template`, where the file has one.
    pub chat_template: Option<String>,
}

impl Gguf {
    pub fn open(path: &Utf8Path) -> Result<Self, GgufError> {
        let file = std::fs::File::open(path)?;
        let length = file.metadata()?.len();
        Self::read(std::io::BufReader::with_capacity(1 << 18, file), length)
    }

    /// Reads the head from a reader over a whole file of `length` bytes.
    pub fn read(reader: impl Read, length: u64) -> Result<Self, GgufError> {
        let mut head = Head::new(reader, length);
        let magic: [u8; 4] = head.bytes("the magic number")?;
        if &magic != b"GGUF" {
            return Err(GgufError::NotGguf(magic));
        }
        let version = head.u32("the version")?;
        if version.swap_bytes() <= 3 && version > 3 {
            return Err(GgufError::BigEndian);
        }
        if !(2..=3).contains(&version) {
            return Err(GgufError::Version(version));
        }
        let tensor_count = head.count("tensors", LEAST_TENSOR_BYTES, MOST_TENSORS)?;
        let key_count = head.count("metadata entries", LEAST_KEY_BYTES, MOST_KEYS)?;
        let metadata = read_metadata(&mut head, key_count)?;
        let alignment = alignment(&metadata)?;
        let tensors = read_tensors(&mut head, tensor_count, alignment)?;
        // Both are below the file's length and `MOST` limits: no overflow.
        let data_start = head.position().next_multiple_of(alignment);
        check_extents(&tensors, data_start, length)?;
        let vocabulary = Vocabulary::from_metadata(&metadata)?;
        let shape = ModelShape::checked(&metadata, &tensors, vocabulary.tokens.len())?;
        let chat_template = text(&metadata, "tokenizer.chat_template")?.map(str::to_owned);
        Ok(Self { version, metadata, tensors, vocabulary, shape, chat_template })
    }
}

fn read_metadata<R: Read>(head: &mut Head<R>, count: u64) -> Result<BTreeMap<String, Value>, GgufError> {
    let mut metadata = BTreeMap::new();
    for _ in 0..count {
        let key = head.name("a metadata key")?;
        let value = head.value(&key)?;
        if metadata.contains_key(&key) {
            return Err(GgufError::DuplicateKey(key));
        }
        metadata.insert(key, value);
    }
    Ok(metadata)
}

/// `general.alignment`: the format says a u32 that is a multiple of 8; a power of two besides keeps rounding exact.
fn alignment(metadata: &BTreeMap<String, Value>) -> Result<u64, GgufError> {
    const KEY: &str = "general.alignment";
    let Some(value) = u32_of(metadata, KEY)? else { return Ok(DEFAULT_ALIGNMENT) };
    if !value.is_power_of_two() || !(8..=1 << 20).contains(&value) {
        let why = "a power of two from 8 to 1048576 is expected".to_owned();
        return Err(GgufError::BadValue { key: KEY.to_owned(), value: value.to_string(), why });
    }
    Ok(u64::from(value))
}

fn read_tensors<R: Read>(head: &mut Head<R>, count: u64, alignment: u64) -> Result<Vec<Tensor>, GgufError> {
    let mut tensors = Vec::new();
    let mut names = std::collections::BTreeSet::new();
    for _ in 0..count {
        let name = head.name("a tensor's name")?;
        let rank = head.u32("a tensor's dimensions")?;
        if rank == 0 || rank > Tensor::MOST_DIMENSIONS {
            return Err(GgufError::BadTensor { name, why: format!("it has {rank} dimensions, 1 to 4 are expected") });
        }
        let dimensions =
            (0..rank).map(|_| head.u64("a tensor's dimensions")).collect::<Result<Vec<u64>, GgufError>>()?;
        let kind = head.u32("a tensor's type")?;
        let offset = head.u64("a tensor's offset")?;
        if !names.insert(name.clone()) {
            return Err(GgufError::DuplicateTensor(name));
        }
        tensors.push(Tensor::new(name, dimensions, kind, offset, alignment)?);
    }
    Ok(tensors)
}

fn check_extents(tensors: &[Tensor], data_start: u64, length: u64) -> Result<(), GgufError> {
    for tensor in tensors {
        let end = tensor.end().and_then(|end| end.checked_add(data_start));
        if end.is_none_or(|end| end > length) {
            let why = format!(
                "its {} bytes at offset {} reach beyond the end of the file ({length} bytes, data from {data_start})",
                tensor.bytes, tensor.offset
            );
            return Err(GgufError::BadTensor { name: tensor.name.clone(), why });
        }
    }
    Ok(())
}

fn wrong_kind(key: &str, expected: &'static str, found: &Value) -> GgufError {
    GgufError::WrongKind { key: key.to_owned(), expected, found: found.kind() }
}

fn u32_of(metadata: &BTreeMap<String, Value>, key: &str) -> Result<Option<u32>, GgufError> {
    match metadata.get(key) {
        None => Ok(None),
        Some(Value::U32(value)) => Ok(Some(*value)),
        Some(other) => Err(wrong_kind(key, "a u32", other)),
    }
}

fn f32_of(metadata: &BTreeMap<String, Value>, key: &str) -> Result<Option<f32>, GgufError> {
    match metadata.get(key) {
        None => Ok(None),
        Some(Value::F32(value)) => Ok(Some(*value)),
        Some(other) => Err(wrong_kind(key, "an f32", other)),
    }
}

fn bool_of(metadata: &BTreeMap<String, Value>, key: &str) -> Result<Option<bool>, GgufError> {
    match metadata.get(key) {
        None => Ok(None),
        Some(Value::Bool(value)) => Ok(Some(*value)),
        Some(other) => Err(wrong_kind(key, "a bool", other)),
    }
}

fn text<'a>(metadata: &'a BTreeMap<String, Value>, key: &str) -> Result<Option<&'a str>, GgufError> {
    match metadata.get(key) {
        None => Ok(None),
        Some(Value::Text(value)) => Ok(Some(value)),
        Some(other) => Err(wrong_kind(key, "a string", other)),
    }
}
