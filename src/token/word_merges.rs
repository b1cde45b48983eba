use serde::{Deserialize, Serialize};

use super::{Piece, TokenId};
use crate::vocabulary::Merged;

/// How a tokenizer joins a word's single bytes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordMerges {
    /// The start first.
    pub steps: Vec<MergeStep>,
    /// Ids of the pieces of the last step.
    pub tokens: Vec<TokenId>,
}

/// A word in pieces, after a merge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MergeStep {
    /// Place of the merge in the order in which merges were learnt, from 0; none for the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// Which piece the merge made, from 0.
    pub at: u32,
    pub pieces: Vec<Piece>,
}

impl From<Merged> for MergeStep {
    fn from(merged: Merged) -> Self {
        Self {
            rank: merged.rank,
            at: u32::try_from(merged.at).unwrap_or(u32::MAX),
            pieces: merged.pieces.into_iter().map(Piece::new).collect(),
        }
    }
}
