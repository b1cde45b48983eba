//! How a text is cut before its byte pairs are merged: one rule per value of `tokenizer.ggml.pre`. Merges never cross
//! a cut, so a wrong rule gives wrong ids.

use tokenizers::SplitDelimiterBehavior;
use tokenizers::pre_tokenizers::PreTokenizerWrapper;
use tokenizers::pre_tokenizers::byte_level::ByteLevel;
use tokenizers::pre_tokenizers::sequence::Sequence;
use tokenizers::pre_tokenizers::split::{Split, SplitPattern};

use super::TokenizerError;

const GPT2: &str = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+";
const QWEN2: &str = r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
const LLAMA3: &str = r"(?:'[sS]|'[tT]|'[rR][eE]|'[vV][eE]|'[mM]|'[lL][lL]|'[dD])|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
const PUNCTUATION: &str = r"[\p{P}\$\+<=>\^~\|]+";

/// One named rule.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Values of `tokenizer.ggml.pre`.
    names: &'static [&'static str],
    /// Applied in turn, each to the parts that the ones before it left.
    patterns: &'static [&'static str],
    /// A part that is a piece of the vocabulary is taken whole, without merging.
    pub whole_parts: bool,
    /// Texts begin with the begin token unless the file says otherwise.
    pub begins: bool,
}

/// Patterns and names as in llama.cpp's `llama-vocab.cpp`.
const RULES: &[Rule] = &[
    Rule { names: &["smollm"], patterns: &[r"\p{N}", GPT2], whole_parts: false, begins: false },
    Rule { names: &["gpt-2"], patterns: &[GPT2], whole_parts: false, begins: false },
    Rule { names: &["qwen2"], patterns: &[QWEN2], whole_parts: false, begins: false },
    Rule { names: &["llama-bpe", "llama3", "llama-v3"], patterns: &[LLAMA3], whole_parts: true, begins: true },
    Rule {
        names: &["default"],
        patterns: &[PUNCTUATION, GPT2, r"\p{N}+", "[0-9][0-9][0-9]"],
        whole_parts: false,
        begins: false,
    },
];

impl Rule {
    pub fn named(name: Option<&str>) -> Result<&'static Self, TokenizerError> {
        let known = || RULES.iter().flat_map(|rule| rule.names).copied().collect::<Vec<_>>().join(", ");
        let Some(name) = name else { return Err(TokenizerError::NoPreTokenizer { known: known() }) };
        RULES.iter().find(|rule| rule.names.contains(&name)).ok_or_else(|| TokenizerError::UnknownPreTokenizer {
            found: name.escape_debug().to_string(),
            known: known(),
        })
    }

    /// The rule for the `tokenizers` library; the last stage writes bytes in the vocabulary's alphabet.
    pub fn build(&self) -> Result<Sequence, TokenizerError> {
        let mut stages = Vec::new();
        for pattern in self.patterns {
            let pattern = SplitPattern::Regex((*pattern).to_owned());
            let split = Split::new(pattern, SplitDelimiterBehavior::Isolated, false)
                .map_err(|error| TokenizerError::Failed(error.to_string()))?;
            stages.push(PreTokenizerWrapper::Split(split));
        }
        stages.push(PreTokenizerWrapper::ByteLevel(ByteLevel::new(false, false, false)));
        Ok(Sequence::new(stages))
    }
}

#[cfg(test)]
mod tests {
    use tokenizers::{OffsetReferential, OffsetType, PreTokenizedString, PreTokenizer};

    use super::*;

    fn cut<'a>(rule: &str, text: &'a str) -> Vec<&'a str> {
        let mut parts = PreTokenizedString::from(text);
        Rule::named(Some(rule)).unwrap().build().unwrap().pre_tokenize(&mut parts).unwrap();
        let splits = parts.get_splits(OffsetReferential::Original, OffsetType::Byte);
        splits.into_iter().map(|(_, (start, end), _)| &text[start..end]).collect()
    }

    #[test]
    fn each_rule_cuts_in_its_own_way() {
        let text = "It's 1234\n\nok  x!\n";
        assert_eq!(cut("smollm", text), ["It", "'s", " ", "1", "2", "3", "4", "\n", "\n", "ok", " ", " x", "!", "\n"]);
        assert_eq!(cut("gpt-2", text), ["It", "'s", " 1234", "\n", "\n", "ok", " ", " x", "!", "\n"]);
        assert_eq!(cut("qwen2", text), ["It", "'s", " ", "1", "2", "3", "4", "\n\n", "ok", " ", " x", "!\n"]);
        assert_eq!(cut("llama-bpe", text), ["It", "'s", " ", "123", "4", "\n\n", "ok", " ", " x", "!\n"]);
        assert_eq!(cut("default", text), ["It", "'", "s", " ", "123", "4", "\n", "\n", "ok", " ", " x", "!", "\n"]);
    }

    #[test]
    fn an_unknown_rule_is_refused_by_name() {
        let words = Rule::named(Some("tekken")).unwrap_err().to_string();
        assert!(words.contains("`tekken`") && words.contains("smollm"), "{words}");
        assert!(Rule::named(None).unwrap_err().to_string().contains("tokenizer.ggml.pre"));
    }
}
