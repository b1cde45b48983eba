//! Byte-pair vocabularies (`tokenizer.ggml.model` = `gpt2`), on the `tokenizers` library.

use std::collections::HashMap;
use std::ops::Range;

use tokenizers::models::bpe::{BPE, Vocab};
use tokenizers::pre_tokenizers::sequence::Sequence;
use tokenizers::{Model, OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer};

use super::TokenizerError;
use super::pre_tokenizer::Rule;
use crate::model::gguf::Vocabulary;
use crate::trace::{Piece, TokenId};

pub struct BytePair {
    rule: &'static Rule,
    cut: Sequence,
    merge: BPE,
}

impl BytePair {
    pub fn new(vocabulary: &Vocabulary, ids: &HashMap<&str, u32>) -> Result<Self, TokenizerError> {
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
        Ok(Self { rule, cut: rule.build()?, merge })
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
}

fn no_token(rest: &[u8], at: usize) -> TokenizerError {
    TokenizerError::NoToken { byte: rest.first().copied().unwrap_or_default(), at }
}
