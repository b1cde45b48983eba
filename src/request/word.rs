use super::canonical_text;
use crate::vocabulary::{LONGEST_WORD, is_word};
use crate::yaml::Fields;

/// The word under `merges`, of a run or of a figure.
pub fn read_word(fields: &Fields) -> Option<String> {
    let word = canonical_text(fields.text("merges")?);
    if !is_word(&word) {
        let span = fields.node("merges").map(|node| node.head(fields.source())).unwrap_or(fields.at());
        let message = format!("{word:?} is not one word of at most {LONGEST_WORD} bytes");
        let hint = "Merges never cross a cut between words. Quote the word, with a space before it where it has one.";
        fields.complaints.error("merges", span, message, hint);
        return None;
    }
    Some(word)
}
