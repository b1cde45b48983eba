//! Text to tokens, from what the model file itself holds. Comes in: a checked [`Gguf`] and a text. Goes out: each
//! token's id, exact bytes and place. Which pieces are control tokens is told by the vocabulary's types, never by what
//! they look like.
//!
//! The rules are those of llama.cpp (`src/llama-vocab.cpp`), whose ids the tests compare with.

mod byte_level;
mod byte_pair;
mod pre_tokenizer;
mod sentence_piece;
mod special;

use std::collections::{BTreeMap, BTreeSet};

use crate::token::{Piece, Token, TokenId, WordMerges};

use super::gguf::{Gguf, TokenType, Vocabulary};
use byte_pair::BytePair;
use sentence_piece::SentencePiece;
use special::{Segment, SpecialTokens};

/// Longest text, in bytes: far more than any context, and what keeps the cutting rules' stacks bounded.
pub const LONGEST_TEXT: usize = 1_000_000;

/// Pieces that end a reply wherever a vocabulary has them as control tokens. GGUF names only some end tokens by key;
/// the others are known by these names, as in llama.cpp.
const END_NAMES: &[&str] =
    &["<|endoftext|>", "<|end_of_text|>", "<|eot_id|>", "<|eom_id|>", "<|im_end|>", "<|end|>", "<end_of_turn>", "</s>"];

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenizerError {
    #[error("the vocabulary's kind `{0}` is not known; known are `gpt2` (byte pairs) and `llama` (SentencePiece)")]
    UnknownModel(String),
    #[error("the pre-tokenizer `{found}` is not known; known are {known}")]
    UnknownPreTokenizer { found: String, known: String },
    #[error("the file does not say which pre-tokenizer its byte pairs need (`tokenizer.ggml.pre`); known are {known}")]
    NoPreTokenizer { known: String },
    #[error("the vocabulary has the piece {piece:?} twice, as {first} and {second}")]
    DuplicatePiece { piece: String, first: u32, second: u32 },
    #[error("merge {index}: the vocabulary has no piece {piece:?}")]
    MergeOutside { index: usize, piece: String },
    #[error("the vocabulary has no merges")]
    NoMerges,
    #[error("the vocabulary has no scores, by which a SentencePiece model merges")]
    NoScores,
    #[error("the text has {0} bytes; at most {LONGEST_TEXT} are tokenised")]
    TooLong(usize),
    #[error("the vocabulary has no token for the byte {byte:#04x} (byte {at} of the text)")]
    NoToken { byte: u8, at: usize },
    #[error(
        "the tokenizer cuts {0:?} into {1} parts before it merges, so it has no one order of merges; name one word"
    )]
    NotOneWord(String, usize),
    #[error("only byte-pair vocabularies list their merges, and this one is SentencePiece")]
    NoMergeOrder,
    #[error("the merges of {0:?} do not end in its tokens")]
    MergesDiffer(String),
    #[error("the tokenizer failed: {0}")]
    Failed(String),
}

/// The tokenizer of one model file.
pub struct Tokenizer {
    /// By id.
    pieces: Vec<Piece>,
    control: Vec<bool>,
    special: SpecialTokens,
    encoder: Encoder,
    begin: Option<TokenId>,
    ends: Vec<TokenId>,
}

enum Encoder {
    BytePair(Box<BytePair>),
    SentencePiece(SentencePiece),
}

impl std::fmt::Debug for Tokenizer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tokenizer").field("vocabulary", &self.pieces.len()).finish_non_exhaustive()
    }
}

impl Tokenizer {
    pub fn from_gguf(gguf: &Gguf) -> Result<Self, TokenizerError> {
        let vocabulary = &gguf.vocabulary;
        let ids = ids_by_piece(vocabulary)?;
        let special = SpecialTokens::of(vocabulary);
        // Byte pairs begin a text as it is, Llama 3's excepted; SentencePiece models begin with their first token.
        let (encoder, begins) = match vocabulary.model.as_str() {
            "gpt2" => {
                let encoder = BytePair::new(vocabulary, &ids)?;
                let begins = encoder.begins_by_default();
                (Encoder::BytePair(Box::new(encoder)), begins)
            }
            "llama" => (Encoder::SentencePiece(SentencePiece::new(vocabulary, ids)?), true),
            other => return Err(TokenizerError::UnknownModel(other.escape_debug().to_string())),
        };
        let begin = vocabulary.bos.filter(|_| vocabulary.add_bos.unwrap_or(begins)).map(TokenId);
        let control = vocabulary.types.iter().map(|kind| is_control(*kind)).collect();
        Ok(Self { pieces: pieces(vocabulary), control, special, encoder, begin, ends: ends(vocabulary) })
    }

    /// The tokens of a text, with control tokens in it taken as such, the longest first. The token that begins every
    /// text is put before it where the file asks for one and the text does not start with it; its range is empty.
    ///
    /// A range is a place in `text`. In byte-pair vocabularies the pieces put together are the text; SentencePiece adds
    /// a space before words, which belongs to a piece but to no place.
    pub fn encode(&self, text: &str) -> Result<Vec<Token>, TokenizerError> {
        if text.len() > LONGEST_TEXT {
            return Err(TokenizerError::TooLong(text.len()));
        }
        let segments = self.special.cut(text);
        let mut tokens = Vec::new();
        if let Some(begin) = self.begin
            && !matches!(segments.first(), Some(Segment::Special(id, _)) if *id == begin)
        {
            tokens.push(self.token(begin, 0..0));
        }
        let mut after_special = true;
        for segment in segments {
            match segment {
                Segment::Special(id, range) => tokens.push(self.token(id, range)),
                Segment::Plain(range) => {
                    let plain = text.get(range.clone()).unwrap_or_default();
                    let found = match &self.encoder {
                        Encoder::BytePair(encoder) => encoder.encode(plain, &self.pieces),
                        Encoder::SentencePiece(encoder) => encoder.encode(plain, after_special),
                    };
                    let found = found.map_err(|error| error.moved_by(range.start))?;
                    tokens.extend(
                        found
                            .into_iter()
                            .map(|(id, place)| self.token(id, range.start + place.start..range.start + place.end)),
                    );
                    after_special = false;
                    continue;
                }
            }
            after_special = true;
        }
        Ok(tokens)
    }

    /// How a word's single bytes are joined, the start first.
    pub fn merges(&self, word: &str) -> Result<WordMerges, TokenizerError> {
        let Encoder::BytePair(encoder) = &self.encoder else { return Err(TokenizerError::NoMergeOrder) };
        let tokens = encoder.encode(word, &self.pieces)?;
        let steps = encoder.merges(word)?;
        let made = steps.last().map(|step| step.pieces.as_slice()).unwrap_or_default();
        // Some vocabularies take a word that is a token as a whole, whatever its merges would give.
        if made.iter().eq(tokens.iter().filter_map(|(id, _)| self.pieces.get(index(*id)))) {
            Ok(WordMerges { steps, tokens: tokens.into_iter().map(|(id, _)| id).collect() })
        } else {
            Err(TokenizerError::MergesDiffer(word.to_owned()))
        }
    }

    fn token(&self, id: TokenId, range: std::ops::Range<usize>) -> Token {
        // Texts are at most `LONGEST_TEXT` bytes long.
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Token {
            id,
            piece: self.piece(id).unwrap_or_else(|| Piece::from("")),
            range: (place(range.start), place(range.end)),
            control: self.is_control(id),
        }
    }

    /// The exact bytes of a token; a control token's are its name. `None` for an id outside the vocabulary.
    pub fn piece(&self, id: TokenId) -> Option<Piece> {
        self.pieces.get(index(id)).cloned()
    }

    /// Whether the vocabulary marks it as a control token (or as the one for unknown text).
    pub fn is_control(&self, id: TokenId) -> bool {
        self.control.get(index(id)).copied().unwrap_or(false)
    }

    /// Ids that end a reply, ascending.
    pub fn end_tokens(&self) -> Vec<TokenId> {
        self.ends.clone()
    }

    /// The token that every text begins with, where the file asks for one.
    pub fn begin_token(&self) -> Option<TokenId> {
        self.begin
    }

    /// How many ids there are.
    pub fn vocabulary(&self) -> usize {
        self.pieces.len()
    }
}

impl TokenizerError {
    fn moved_by(self, bytes: usize) -> Self {
        match self {
            Self::NoToken { byte, at } => Self::NoToken { byte, at: at + bytes },
            other => other,
        }
    }
}

fn index(id: TokenId) -> usize {
    usize::try_from(id.0).unwrap_or(usize::MAX)
}

fn is_control(kind: TokenType) -> bool {
    matches!(kind, TokenType::Control | TokenType::Unknown)
}

fn ids_by_piece(vocabulary: &Vocabulary) -> Result<BTreeMap<&str, u32>, TokenizerError> {
    let mut ids = BTreeMap::new();
    for (id, piece) in (0_u32..).zip(&vocabulary.tokens) {
        if let Some(first) = ids.insert(piece.as_str(), id) {
            return Err(TokenizerError::DuplicatePiece { piece: piece.clone(), first, second: id });
        }
    }
    Ok(ids)
}

fn pieces(vocabulary: &Vocabulary) -> Vec<Piece> {
    let byte_pairs = vocabulary.model == "gpt2";
    let piece = |(written, kind): (&String, &TokenType)| match kind {
        // Written as they are, not in the alphabet of bytes.
        TokenType::Control | TokenType::Unknown | TokenType::UserDefined => Piece::from(written.as_str()),
        _ if byte_pairs => Piece::new(byte_level::bytes(written).unwrap_or_else(|| written.as_bytes().to_vec())),
        TokenType::Byte => match sentence_piece::byte_of(written) {
            Some(byte) => Piece::new([byte]),
            None => Piece::from(written.as_str()),
        },
        _ => Piece::from(written.replace(sentence_piece::SPACE, " ").as_str()),
    };
    vocabulary.tokens.iter().zip(&vocabulary.types).map(piece).collect()
}

fn ends(vocabulary: &Vocabulary) -> Vec<TokenId> {
    let named = (0_u32..).zip(vocabulary.tokens.iter().zip(&vocabulary.types)).filter_map(|(id, (piece, kind))| {
        (*kind == TokenType::Control && END_NAMES.contains(&piece.as_str())).then_some(id)
    });
    let all: BTreeSet<u32> = named.chain([vocabulary.eos]).chain(vocabulary.other_ends.iter().copied()).collect();
    all.into_iter().map(TokenId).collect()
}

#[cfg(test)]
mod tests;
