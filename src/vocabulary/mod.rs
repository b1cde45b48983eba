//! Published vocabularies that the program carries, and the merges by which byte pairs become tokens. Comes in: a text.
//! Goes out: token ids with their exact bytes, or the merges of one word in their order. Knows nothing of runs and of
//! model files.

mod merge;

pub use merge::{Merged, merge_order};

use std::collections::BTreeMap;
use std::ops::Range;

use tiktoken_rs::{CoreBPE, cl100k_base_singleton, o200k_base_singleton, p50k_base_singleton, r50k_base_singleton};

/// Longest text that is cut, in bytes: what a page can show, and what keeps the cutting rules bounded.
pub const LONGEST_TEXT: usize = 4_000;
/// Longest word whose merges are listed, in bytes: as many as a phone shows in one row.
pub const LONGEST_WORD: usize = 24;

/// Whether a text is short enough and has no blank but before its first letter: what no rule cuts for a blank.
pub fn is_word(text: &str) -> bool {
    let letters = text.strip_prefix(' ').unwrap_or(text);
    !letters.is_empty() && text.len() <= LONGEST_WORD && !letters.contains(char::is_whitespace)
}

/// A vocabulary of the `tiktoken-rs` crate, by OpenAI's own name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Vocabulary {
    R50kBase,
    P50kBase,
    Cl100kBase,
    O200kBase,
}

/// One token of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub id: u32,
    /// A control token's are its name.
    pub bytes: Vec<u8>,
    /// Told apart by the vocabulary's list of control tokens.
    pub control: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VocabularyError {
    #[error("the text has {0} bytes; at most {LONGEST_TEXT} go through a published vocabulary")]
    TooLong(usize),
    #[error("`{vocabulary}` cuts {word:?} before it merges, so it has no one order of merges; name one word")]
    NotOneWord { vocabulary: &'static str, word: String },
}

impl Vocabulary {
    pub const ALL: [Self; 4] = [Self::R50kBase, Self::P50kBase, Self::Cl100kBase, Self::O200kBase];

    pub fn name(self) -> &'static str {
        match self {
            Self::R50kBase => "r50k_base",
            Self::P50kBase => "p50k_base",
            Self::Cl100kBase => "cl100k_base",
            Self::O200kBase => "o200k_base",
        }
    }

    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|vocabulary| vocabulary.name() == name)
    }

    /// Models that use it.
    pub fn used_by(self) -> &'static str {
        match self {
            Self::R50kBase => "GPT-2, GPT-3",
            Self::P50kBase => "Codex, GPT-3 after 2021",
            Self::Cl100kBase => "GPT-3.5, GPT-4",
            Self::O200kBase => "GPT-4o, GPT-4.1, GPT-5",
        }
    }

    /// How many ids there are, control tokens and unused ids included.
    pub fn size(self) -> u32 {
        self.control().end
    }

    /// The ids from the first control token to the last.
    fn control(self) -> Range<u32> {
        match self {
            Self::R50kBase => 50_256..50_257,
            // One control token stands in the middle: whitespace was added after it.
            Self::P50kBase => 50_256..50_281,
            Self::Cl100kBase => 100_257..100_277,
            Self::O200kBase => 199_998..200_019,
        }
    }

    /// Loaded once, when it is first asked for.
    fn coder(self) -> &'static CoreBPE {
        match self {
            Self::R50kBase => r50k_base_singleton(),
            Self::P50kBase => p50k_base_singleton(),
            Self::Cl100kBase => cl100k_base_singleton(),
            Self::O200kBase => o200k_base_singleton(),
        }
    }

    fn bytes(self, id: u32) -> Option<Vec<u8>> {
        self.coder().decode_bytes(&[id]).ok()
    }

    /// The tokens of a text, with control tokens in it taken as such. Their bytes put together are the text.
    pub fn encode(self, text: &str) -> Result<Vec<Entry>, VocabularyError> {
        if text.len() > LONGEST_TEXT {
            return Err(VocabularyError::TooLong(text.len()));
        }
        let coder = self.coder();
        let names = coder.special_tokens();
        let ids = coder.encode(text, &names).0;
        Ok(ids
            .into_iter()
            .map(|id| {
                let bytes = self.bytes(id).unwrap_or_default();
                let control =
                    self.control().contains(&id) && std::str::from_utf8(&bytes).is_ok_and(|name| names.contains(name));
                Entry { id, bytes, control }
            })
            .collect())
    }

    /// The merges that make a word into tokens, from its single bytes on. A joined piece's rank is its id: the lower,
    /// the earlier it was learnt and is applied.
    pub fn merges(self, word: &str) -> Result<Vec<Merged>, VocabularyError> {
        let tokens: Vec<Vec<u8>> = self.encode(word)?.into_iter().map(|entry| entry.bytes).collect();
        // Only parts of the word can be joined in it.
        let ranks: BTreeMap<Vec<u8>, u32> = (0..self.size())
            .filter_map(|id| Some((self.bytes(id)?, id)))
            .filter(|(bytes, _)| {
                bytes.len() <= word.len() && word.as_bytes().windows(bytes.len()).any(|at| at == bytes)
            })
            .collect();
        let start = word.bytes().map(|byte| vec![byte]).collect();
        let merges = merge_order(start, |left, right| ranks.get(&[left, right].concat()).copied());
        match merges.last() {
            Some(last) if last.pieces == tokens => Ok(merges),
            _ => Err(VocabularyError::NotOneWord { vocabulary: self.name(), word: word.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(vocabulary: Vocabulary, text: &str) -> Vec<(u32, String)> {
        let entries = vocabulary.encode(text).unwrap();
        entries.into_iter().map(|entry| (entry.id, String::from_utf8_lossy(&entry.bytes).into_owned())).collect()
    }

    #[test]
    fn ids_are_those_that_openai_publishes() {
        let words = |ids: [u32; 2]| vec![(ids[0], "hello".to_owned()), (ids[1], " world".to_owned())];
        assert_eq!(shown(Vocabulary::R50kBase, "hello world"), words([31_373, 995]));
        assert_eq!(shown(Vocabulary::P50kBase, "hello world"), words([31_373, 995]));
        assert_eq!(shown(Vocabulary::Cl100kBase, "hello world"), words([15_339, 1_917]));
        assert_eq!(shown(Vocabulary::O200kBase, "hello world"), words([24_912, 2_375]));
    }

    #[test]
    fn sizes_and_names_are_those_of_the_crate() {
        for vocabulary in Vocabulary::ALL {
            assert_eq!(Vocabulary::named(vocabulary.name()), Some(vocabulary));
            assert!(vocabulary.bytes(vocabulary.size() - 1).is_some(), "{vocabulary:?}");
            assert!(vocabulary.bytes(vocabulary.size()).is_none(), "{vocabulary:?}");
            for name in vocabulary.coder().special_tokens() {
                let entries = vocabulary.encode(name).unwrap();
                assert!(
                    matches!(entries.as_slice(), [only] if only.control && only.bytes == name.as_bytes()),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn the_pieces_are_the_text_and_other_models_control_tokens_are_text() {
        let text = "  if x:\n\t日本語 🦊👨‍👩‍👧 naïve 12345 <|im_start|><|endoftext|>\u{202e}\0";
        for vocabulary in Vocabulary::ALL {
            let entries = vocabulary.encode(text).unwrap();
            let bytes: Vec<u8> = entries.iter().flat_map(|entry| entry.bytes.clone()).collect();
            assert_eq!(bytes, text.as_bytes());
            let control: Vec<&[u8]> =
                entries.iter().filter(|entry| entry.control).map(|entry| entry.bytes.as_slice()).collect();
            assert_eq!(control, [b"<|endoftext|>"]);
        }
        // Whitespace that p50k_base learnt has ids after its control token.
        let indented = Vocabulary::P50kBase.encode("x\n        y").unwrap();
        assert!(indented.iter().any(|entry| entry.id > 50_256 && !entry.control), "{indented:?}");
    }

    #[test]
    fn merges_end_in_the_tokens_that_the_crate_gives() {
        let words = [
            "a",
            " unbelievable",
            "tokenization",
            " Tokenisation",
            "strawberry",
            " antidisestablishment",
            "zzzzqqqq",
            " 的",
            "日本語",
            "نموذج",
            "🦊",
            "naïve",
            " Überraschung",
            "ﷺ",
            "aaaaaaaaaaaa",
            " hello",
            "\u{301}",
            "qwertyuiop",
            "Schifffahrt",
            " здравствуйте",
            "ngừng",
            "हिन्दी",
            "!!!!!!!!",
            "....",
            " =",
            "<|",
            "\u{1f}",
        ];
        for vocabulary in Vocabulary::ALL {
            for word in words {
                let tokens: Vec<Vec<u8>> =
                    vocabulary.encode(word).unwrap().into_iter().map(|entry| entry.bytes).collect();
                match vocabulary.merges(word) {
                    Ok(merges) => {
                        assert_eq!(merges[0].pieces.len(), word.len());
                        assert_eq!(merges.last().unwrap().pieces, tokens, "{word:?} in {vocabulary:?}");
                        assert_eq!(merges.len(), word.len() - tokens.len() + 1, "{word:?} in {vocabulary:?}");
                    }
                    // Combining vowels are no letters to the older rules, which cut there.
                    Err(error) => assert!(word == "हिन्दी", "{word:?} in {vocabulary:?}: {error}"),
                }
            }
        }
    }

    #[test]
    fn what_is_cut_or_too_long_is_refused() {
        let error = Vocabulary::Cl100kBase.merges("x.y=1234567").unwrap_err().to_string();
        assert!(error.contains("`cl100k_base` cuts \"x.y=1234567\""), "{error}");
        for word in ["", " ", "two words", "line\n", "  a", "Donaudampfschifffahrtsgesellschaft"] {
            assert!(!is_word(word), "{word:?}");
        }
        assert!(is_word(" unbelievable") && is_word("日本語"));
        let long = Vocabulary::R50kBase.encode(&" ".repeat(LONGEST_TEXT + 1)).unwrap_err();
        assert_eq!(long, VocabularyError::TooLong(LONGEST_TEXT + 1));
        for hard in [" ".repeat(LONGEST_TEXT), "a".repeat(LONGEST_TEXT), "字".repeat(LONGEST_TEXT / 3)] {
            for vocabulary in Vocabulary::ALL {
                assert!(!vocabulary.encode(&hard).unwrap().is_empty());
            }
        }
    }
}
