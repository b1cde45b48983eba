//! Tokens that are found in a text before anything is merged: those that the vocabulary marks as control, unknown or
//! user-defined.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::model::gguf::{TokenType, Vocabulary};
use crate::token::TokenId;

/// Part of a text.
#[derive(Debug, PartialEq, Eq)]
pub enum Segment {
    Special(TokenId, Range<usize>),
    Plain(Range<usize>),
}

/// Special tokens by length, so that the longest at a place is found first.
#[derive(Default)]
pub struct SpecialTokens {
    by_length: BTreeMap<usize, BTreeMap<String, TokenId>>,
}

impl SpecialTokens {
    pub fn of(vocabulary: &Vocabulary) -> Self {
        let mut all = Self::default();
        for (id, (piece, kind)) in (0_u32..).zip(vocabulary.tokens.iter().zip(&vocabulary.types)) {
            if matches!(kind, TokenType::Control | TokenType::Unknown | TokenType::UserDefined) && !piece.is_empty() {
                all.by_length.entry(piece.len()).or_default().insert(piece.clone(), TokenId(id));
            }
        }
        all
    }

    /// The text from left to right: at each place the longest special token, else plain text.
    pub fn cut(&self, text: &str) -> Vec<Segment> {
        let mut segments = Vec::new();
        let (mut plain, mut at) = (0, 0);
        while let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) {
            match self.longest_at(text, at) {
                Some((id, end)) => {
                    if plain < at {
                        segments.push(Segment::Plain(plain..at));
                    }
                    segments.push(Segment::Special(id, at..end));
                    (plain, at) = (end, end);
                }
                None => at += character.len_utf8(),
            }
        }
        if plain < at {
            segments.push(Segment::Plain(plain..at));
        }
        segments
    }

    fn longest_at(&self, text: &str, at: usize) -> Option<(TokenId, usize)> {
        self.by_length.iter().rev().find_map(|(length, tokens)| {
            let id = tokens.get(text.get(at..at + length)?)?;
            Some((*id, at + length))
        })
    }
}
