//! SentencePiece vocabularies as GGUF holds them (`tokenizer.ggml.model` = `llama`): neighbours are joined, the pair
//! whose union scores highest first, and what is in no piece is spelt in bytes. This is `llm_tokenizer_spm` of
//! llama.cpp; it is not a unigram model.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;

use super::TokenizerError;
use crate::model::gguf::Vocabulary;
use crate::token::TokenId;

/// How such vocabularies write a space.
pub const SPACE: &str = "\u{2581}";

pub struct SentencePiece {
    ids: BTreeMap<String, u32>,
    scores: Vec<f32>,
    /// A space is put before text that starts or follows a control token.
    space_before: bool,
}

/// A run of the text that is one candidate piece; empty once it was joined to the one on its left.
#[derive(Clone)]
struct Symbol {
    /// In the text with its spaces rewritten.
    written: Range<usize>,
    /// In the text as it was.
    place: Range<usize>,
    left: Option<usize>,
    right: Option<usize>,
}

struct Pair {
    left: usize,
    right: usize,
    score: f32,
    /// Length of the union: a pair whose sides changed since is out of date.
    length: usize,
}

impl PartialEq for Pair {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Pair {}

impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Pair {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score.total_cmp(&other.score).then(other.left.cmp(&self.left))
    }
}

impl SentencePiece {
    pub fn new(vocabulary: &Vocabulary, ids: BTreeMap<&str, u32>) -> Result<Self, TokenizerError> {
        if vocabulary.scores.len() != vocabulary.tokens.len() {
            return Err(TokenizerError::NoScores);
        }
        Ok(Self {
            ids: ids.into_iter().map(|(piece, id)| (piece.to_owned(), id)).collect(),
            scores: vocabulary.scores.clone(),
            space_before: vocabulary.add_space_prefix.unwrap_or(true),
        })
    }

    /// Ids and byte ranges in `text`.
    pub fn encode(&self, text: &str, after_special: bool) -> Result<Vec<(TokenId, Range<usize>)>, TokenizerError> {
        let (written, mut symbols) = self.symbols(text, after_special);
        let mut queue = BinaryHeap::new();
        for right in 1..symbols.len() {
            self.offer(&written, &symbols, right - 1, right, &mut queue);
        }
        while let Some(pair) = queue.pop() {
            let (Some(left), Some(right)) = (symbols.get(pair.left).cloned(), symbols.get(pair.right).cloned()) else {
                continue;
            };
            let gone = left.written.is_empty() || right.written.is_empty();
            if gone || left.written.len() + right.written.len() != pair.length {
                continue;
            }
            let joined = Symbol {
                written: left.written.start..right.written.end,
                place: left.place.start..right.place.end,
                left: left.left,
                right: right.right,
            };
            if let Some(symbol) = symbols.get_mut(pair.right) {
                symbol.written = 0..0;
            }
            if let Some(symbol) = right.right.and_then(|next| symbols.get_mut(next)) {
                symbol.left = Some(pair.left);
            }
            if let Some(symbol) = symbols.get_mut(pair.left) {
                *symbol = joined;
            }
            if let Some(before) = left.left {
                self.offer(&written, &symbols, before, pair.left, &mut queue);
            }
            if let Some(after) = right.right {
                self.offer(&written, &symbols, pair.left, after, &mut queue);
            }
        }
        let mut found = Vec::new();
        for symbol in symbols.iter().filter(|symbol| !symbol.written.is_empty()) {
            let piece = written.get(symbol.written.clone()).unwrap_or_default();
            match self.ids.get(piece) {
                Some(id) => found.push((TokenId(*id), symbol.place.clone())),
                None => self.spell(piece, &symbol.place, &mut found)?,
            }
        }
        Ok(found)
    }

    /// The text as the vocabulary writes it, and one symbol per character.
    fn symbols(&self, text: &str, after_special: bool) -> (String, Vec<Symbol>) {
        let mut written = String::with_capacity(text.len() + SPACE.len());
        let mut symbols: Vec<Symbol> = Vec::new();
        let mut add = |piece: &str, place: Range<usize>| {
            let start = written.len();
            written.push_str(piece);
            let index = symbols.len();
            if let Some(last) = symbols.last_mut() {
                last.right = Some(index);
            }
            symbols.push(Symbol { written: start..written.len(), place, left: index.checked_sub(1), right: None });
        };
        if self.space_before && after_special && !text.is_empty() {
            add(SPACE, 0..0);
        }
        for (at, character) in text.char_indices() {
            let mut buffer = [0; 4];
            let piece = if character == ' ' { SPACE } else { character.encode_utf8(&mut buffer) };
            add(piece, at..at + character.len_utf8());
        }
        (written, symbols)
    }

    fn offer(&self, written: &str, symbols: &[Symbol], left: usize, right: usize, queue: &mut BinaryHeap<Pair>) {
        let (Some(first), Some(second)) = (symbols.get(left), symbols.get(right)) else { return };
        let union = first.written.start..second.written.end;
        let length = union.len();
        let id = written.get(union).and_then(|piece| self.ids.get(piece));
        let score = id.and_then(|id| self.scores.get(usize::try_from(*id).ok()?));
        if let Some(score) = score {
            queue.push(Pair { left, right, score: *score, length });
        }
    }

    /// A character that is no piece, as the tokens of its bytes.
    fn spell(
        &self,
        piece: &str,
        place: &Range<usize>,
        found: &mut Vec<(TokenId, Range<usize>)>,
    ) -> Result<(), TokenizerError> {
        let same_length = place.len() == piece.len();
        for (index, byte) in piece.bytes().enumerate() {
            let id = self.ids.get(format!("<0x{byte:02X}>").as_str());
            let id = id.ok_or(TokenizerError::NoToken { byte, at: place.start })?;
            // A space is three bytes in the vocabulary's writing and one in the text: the first has it.
            let part = match (same_length, index) {
                (true, _) => place.start + index..place.start + index + 1,
                (false, 0) => place.clone(),
                (false, _) => place.end..place.end,
            };
            found.push((TokenId(*id), part));
        }
        Ok(())
    }
}

/// The byte that a piece such as `<0x0A>` stands for.
pub fn byte_of(piece: &str) -> Option<u8> {
    let digits = piece.strip_prefix("<0x")?.strip_suffix('>')?;
    if digits.len() == 2 { u8::from_str_radix(digits, 16).ok() } else { None }
}
