//! Bytes of the head of a GGUF file, counted: no length that the file states is believed before it is compared with
//! the bytes that are left.

use std::io::Read;

use super::error::GgufError;
use super::value::{Kind, Value};

/// Longest string of the metadata: chat templates and vocabularies' pieces are far below.
const LONGEST_TEXT: u64 = 16 << 20;
/// Longest key or tensor name; the format's own limit for keys.
const LONGEST_NAME: u64 = 65_535;
/// Values in all arrays together; the largest vocabularies have a few hundred thousand tokens and merges.
const MOST_VALUES: u64 = 8 << 20;

/// A reader of the head, and how much of the file is left.
pub struct Head<R> {
    reader: R,
    at: u64,
    length: u64,
    values: u64,
}

impl<R: Read> Head<R> {
    pub fn new(reader: R, length: u64) -> Self {
        Self { reader, at: 0, length, values: 0 }
    }

    /// Bytes read so far.
    pub fn position(&self) -> u64 {
        self.at
    }

    pub fn left(&self) -> u64 {
        self.length.saturating_sub(self.at)
    }

    fn need(&self, needed: u64, what: &'static str) -> Result<(), GgufError> {
        let left = self.left();
        if needed > left { Err(GgufError::Truncated { what, needed: needed - left, left }) } else { Ok(()) }
    }

    fn fill(&mut self, bytes: &mut [u8], what: &'static str) -> Result<(), GgufError> {
        let needed = bytes.len() as u64;
        self.need(needed, what)?;
        self.reader.read_exact(bytes).map_err(|error| match error.kind() {
            // The file shrank while it was read.
            std::io::ErrorKind::UnexpectedEof => GgufError::Truncated { what, needed, left: 0 },
            _ => GgufError::Unreadable(error),
        })?;
        self.at += needed;
        Ok(())
    }

    pub fn bytes<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N], GgufError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes, what)?;
        Ok(bytes)
    }

    pub fn u32(&mut self, what: &'static str) -> Result<u32, GgufError> {
        Ok(u32::from_le_bytes(self.bytes(what)?))
    }

    pub fn u64(&mut self, what: &'static str) -> Result<u64, GgufError> {
        Ok(u64::from_le_bytes(self.bytes(what)?))
    }

    /// A count of things that take at least `least_bytes` each.
    pub fn count(&mut self, what: &'static str, least_bytes: u64, limit: u64) -> Result<u64, GgufError> {
        let count = self.u64(what)?;
        if count > limit {
            return Err(GgufError::TooMany { what, count, limit });
        }
        self.need(count.saturating_mul(least_bytes), what)?;
        Ok(count)
    }

    /// A key or a tensor's name. Names are shown to people, so none may hold signs that steer a terminal.
    pub fn name(&mut self, what: &'static str) -> Result<String, GgufError> {
        let name = self.text_up_to(what, LONGEST_NAME)?;
        if name.is_empty() || name.contains(char::is_control) {
            return Err(GgufError::StrangeName { what, name });
        }
        Ok(name)
    }

    fn text_up_to(&mut self, what: &'static str, limit: u64) -> Result<String, GgufError> {
        let length = self.u64(what)?;
        self.need(length, what)?;
        if length > limit {
            return Err(GgufError::TooMany { what: "bytes in one string", count: length, limit });
        }
        let mut bytes = vec![0; usize::try_from(length).unwrap_or_default()];
        self.fill(&mut bytes, what)?;
        String::from_utf8(bytes).map_err(|_| GgufError::NotUtf8 { what })
    }

    /// The value of `key`, its kind first.
    pub fn value(&mut self, key: &str) -> Result<Value, GgufError> {
        let kind = self.kind(key)?;
        if kind != Kind::Array {
            return self.scalar(key, kind);
        }
        let kind = self.kind(key)?;
        if kind == Kind::Array {
            return Err(GgufError::NestedArray { key: key.to_owned() });
        }
        let count = self.count("values in an array", kind.least_bytes(), MOST_VALUES)?;
        self.values += count;
        if self.values > MOST_VALUES {
            return Err(GgufError::TooMany { what: "values in all arrays", count: self.values, limit: MOST_VALUES });
        }
        let mut values = Vec::with_capacity(usize::try_from(count).unwrap_or_default());
        for _ in 0..count {
            values.push(self.scalar(key, kind)?);
        }
        Ok(Value::Array(kind, values))
    }

    fn kind(&mut self, key: &str) -> Result<Kind, GgufError> {
        let number = self.u32("a value's type")?;
        Kind::from_number(number).ok_or_else(|| GgufError::UnknownKind { key: key.to_owned(), kind: number })
    }

    fn scalar(&mut self, key: &str, kind: Kind) -> Result<Value, GgufError> {
        const WHAT: &str = "a value";
        Ok(match kind {
            Kind::U8 => Value::U8(u8::from_le_bytes(self.bytes(WHAT)?)),
            Kind::I8 => Value::I8(i8::from_le_bytes(self.bytes(WHAT)?)),
            Kind::U16 => Value::U16(u16::from_le_bytes(self.bytes(WHAT)?)),
            Kind::I16 => Value::I16(i16::from_le_bytes(self.bytes(WHAT)?)),
            Kind::U32 => Value::U32(u32::from_le_bytes(self.bytes(WHAT)?)),
            Kind::I32 => Value::I32(i32::from_le_bytes(self.bytes(WHAT)?)),
            Kind::F32 => Value::F32(f32::from_le_bytes(self.bytes(WHAT)?)),
            Kind::U64 => Value::U64(u64::from_le_bytes(self.bytes(WHAT)?)),
            Kind::I64 => Value::I64(i64::from_le_bytes(self.bytes(WHAT)?)),
            Kind::F64 => Value::F64(f64::from_le_bytes(self.bytes(WHAT)?)),
            Kind::Text => Value::Text(self.text_up_to("a string of the metadata", LONGEST_TEXT)?),
            Kind::Bool => match self.bytes::<1>(WHAT)? {
                [0] => Value::Bool(false),
                [1] => Value::Bool(true),
                [byte] => return Err(GgufError::NotABool { key: key.to_owned(), byte }),
            },
            Kind::Array => return Err(GgufError::NestedArray { key: key.to_owned() }),
        })
    }
}
