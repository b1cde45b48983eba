//! The table of tensors: what each is stored as, its dimensions and where its bytes lie.

use std::fmt;

use super::error::GgufError;

/// How the numbers of a tensor are stored. These are the ones that the engine reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TensorKind {
    name: &'static str,
    number: u32,
    /// Numbers in one block, and the bytes that a block takes.
    block: u64,
    block_bytes: u64,
}

/// Numbers, block sizes and bytes as in ggml's type traits.
const KINDS: &[TensorKind] = &[
    kind("F32", 0, 1, 4),
    kind("F16", 1, 1, 2),
    kind("Q4_0", 2, 32, 18),
    kind("Q4_1", 3, 32, 20),
    kind("Q5_0", 6, 32, 22),
    kind("Q5_1", 7, 32, 24),
    kind("Q8_0", 8, 32, 34),
    kind("Q8_1", 9, 32, 36),
    kind("Q2_K", 10, 256, 84),
    kind("Q3_K", 11, 256, 110),
    kind("Q4_K", 12, 256, 144),
    kind("Q5_K", 13, 256, 176),
    kind("Q6_K", 14, 256, 210),
    kind("Q8_K", 15, 256, 292),
    kind("BF16", 30, 1, 2),
];

const fn kind(name: &'static str, number: u32, block: u64, block_bytes: u64) -> TensorKind {
    TensorKind { name, number, block, block_bytes }
}

impl TensorKind {
    pub fn from_number(number: u32) -> Option<Self> {
        KINDS.iter().find(|kind| kind.number == number).copied()
    }

    pub fn name(self) -> &'static str {
        self.name
    }
}

impl fmt::Display for TensorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    pub name: String,
    /// In the file's order: the first is the one whose numbers lie next to each other.
    pub dimensions: Vec<u64>,
    pub kind: TensorKind,
    /// From the start of the tensor data.
    pub offset: u64,
    pub bytes: u64,
}

impl Tensor {
    pub const MOST_DIMENSIONS: u32 = 4;

    /// Checks what can be checked without the rest of the file.
    pub fn new(name: String, dimensions: Vec<u64>, kind: u32, offset: u64, alignment: u64) -> Result<Self, GgufError> {
        let wrong = |why: String| GgufError::BadTensor { name: name.clone(), why };
        let Some(kind) = TensorKind::from_number(kind) else {
            let known: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
            return Err(wrong(format!("it is stored as type {kind}, the engine reads {}", known.join(", "))));
        };
        if dimensions.contains(&0) {
            return Err(wrong("one of its dimensions is 0".to_owned()));
        }
        let elements = dimensions
            .iter()
            .try_fold(1_u64, |product, &dimension| product.checked_mul(dimension))
            .filter(|&elements| elements <= i64::MAX as u64)
            .ok_or_else(|| wrong(format!("its dimensions {dimensions:?} have an impossible product")))?;
        let row = dimensions.first().copied().unwrap_or(1);
        if row % kind.block != 0 {
            return Err(wrong(format!("its rows of {row} numbers are not whole {kind} blocks of {}", kind.block)));
        }
        let bytes = (elements / kind.block)
            .checked_mul(kind.block_bytes)
            .ok_or_else(|| wrong(format!("its dimensions {dimensions:?} have an impossible product")))?;
        if !offset.is_multiple_of(alignment) {
            return Err(wrong(format!("its offset {offset} is not a multiple of the alignment {alignment}")));
        }
        Ok(Self { name, dimensions, kind, offset, bytes })
    }

    pub fn elements(&self) -> u64 {
        self.dimensions.iter().product()
    }

    /// `None` where the sum is beyond any file.
    pub fn end(&self) -> Option<u64> {
        self.offset.checked_add(self.bytes)
    }
}
