//! Byte-pair vocabularies (`tokenizer.ggml.model` = `gpt2`), on the `tokenizers` library.

use std::collections::BTreeMap;
use std::ops::Range;

use tokenizers::models::bpe::{BPE, Vocab};
use tokenizers::pre_tokenizers::sequence::Sequence;
use tokenizers::{Model, OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer};

use super::pre_tokenizer::Rule;
use super::{TokenizerError, byte_level};
use crate::model::gguf::Vocabulary;
use crate::token::{MergeStep, Piece, TokenId};
use crate::vocabulary::merge_order;

pub struct BytePair {
    rule: &'static Rule,
    cut: Sequence,
    merge: BPE,
    /// Left and right side in the vocabulary's writing, the earliest to be applied first.
    pairs: Vec<(String, String)>,
}

impl BytePair {
    pub fn new(vocabulary: &Vocabulary, ids: &BTreeMap<&str, u32>) -> Result<Self, TokenizerError> {
        let rule = Rule::named(vocabulary.pre.as_deref())?;
        if vocabulary.merges.is_empty() {
            return Err(TokenizerError::NoMerges);
        }
        for (index, (left, right)) in vocabulary.merges.iter().enumerate() {
            let joined = format!("{left}{right}");
            for piece in [left, right, &joined] {
                if !ids.contains_key(piece.as_str()) {
                    return Err(TokenizerError::MergeOutside { index, piece: piece.clone() });
                }
            }
        }
        let known: Vocab = ids.iter().map(|(piece, id)| ((*piece).to_owned(), *id)).collect();
        let merge = BPE::builder()
            .vocab_and_merges(known, vocabulary.merges.clone())
            .ignore_merges(rule.whole_parts)
            .build()
            .map_err(|error| TokenizerError::Failed(error.to_string()))?;
        Ok(Self { rule, cut: rule.build()?, merge, pairs: vocabulary.merges.clone() })
    }

    pub fn begins_by_default(&self) -> bool {
        self.rule.begins
    }

    /// Ids and byte ranges. The library drops what has no token, so the pieces are held against the text.
    pub fn encode(&self, text: &str, pieces: &[Piece]) -> Result<Vec<(TokenId, Range<usize>)>, TokenizerError> {
        let failed = |error: tokenizers::Error| TokenizerError::Failed(error.to_string());
        let mut parts = PreTokenizedString::from(text);
        self.cut.pre_tokenize(&mut parts).map_err(failed)?;
        parts.tokenize(|part| self.merge.tokenize(part.get())).map_err(failed)?;
        let mut found = Vec::new();
        let mut at = 0;
        for (_, _, tokens) in parts.get_splits(OffsetReferential::Original, OffsetType::Byte) {
            for token in tokens.iter().flatten() {
                let piece = usize::try_from(token.id).ok().and_then(|id| pieces.get(id));
                let bytes = piece.map(Piece::bytes).unwrap_or_default();
                let rest = text.as_bytes().get(at..).unwrap_or_default();
                if bytes.is_empty() || !rest.starts_with(bytes) {
                    return Err(no_token(rest, at));
                }
                found.push((TokenId(token.id), at..at + bytes.len()));
                at += bytes.len();
            }
        }
        let rest = text.as_bytes().get(at..).unwrap_or_default();
        if rest.is_empty() { Ok(found) } else { Err(no_token(rest, at)) }
    }

    /// The merges of one word in their order, from its single bytes on.
    pub fn merges(&self, word: &str) -> Result<Vec<MergeStep>, TokenizerError> {
        let mut parts = PreTokenizedString::from(word);
        self.cut.pre_tokenize(&mut parts).map_err(|error| TokenizerError::Failed(error.to_string()))?;
        let count = parts.get_splits(OffsetReferential::Original, OffsetType::Byte).len();
        if count != 1 {
            return Err(TokenizerError::NotOneWord(word.to_owned(), count));
        }
        let mut ranks: BTreeMap<(Vec<u8>, Vec<u8>), u32> = BTreeMap::new();
        for (rank, (left, right)) in (0_u32..).zip(&self.pairs) {
            let (Some(left), Some(right)) = (byte_level::bytes(left), byte_level::bytes(right)) else { continue };
            let both = [left.as_slice(), &right].concat();
            // Only parts of the word can be joined in it.
            if word.as_bytes().windows(both.len()).any(|part| part == both) {
                ranks.entry((left, right)).or_insert(rank);
            }
        }
        let start = word.bytes().map(|byte| vec![byte]).collect();
        let order = merge_order(start, |left, right| ranks.get(&(left.to_vec(), right.to_vec())).copied());
        Ok(order.into_iter().map(MergeStep::from).collect())
    }
}

fn no_token(rest: &[u8], at: usize) -> TokenizerError {
    TokenizerError::NoToken { byte: rest.first().copied().unwrap_or_default(), at }
}
