use std::sync::Arc;

use serde::de::DeserializeOwned;

use crate::diagnostic::{Diagnostic, Source};

/// Reads a whole file into a type of its own, for files that need no place but that of the first mistake. `code` names
/// the kind of complaint.
pub fn typed<T: DeserializeOwned>(source: &Arc<Source>, code: &'static str) -> Result<T, Diagnostic> {
    serde_yaml::from_str(&source.text).map_err(|error| {
        let full = error.to_string();
        // The place is shown by the diagnostic; serde_yaml repeats it at the end of its words.
        let words = full.rsplit_once(" at line ").map_or(full.as_str(), |(words, _)| words);
        let complaint = Diagnostic::error(code, words);
        match error.location() {
            Some(location) => {
                let start = offset_of(&source.text, location.line(), location.column());
                let rest = source.text.get(start..).unwrap_or_default();
                let length = rest.find('\n').unwrap_or(rest.len());
                complaint.at(source, start..start + length)
            }
            None => complaint.at(source, 0..source.text.len()),
        }
    })
}

fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    start + rest.chars().take(column.saturating_sub(1)).map(char::len_utf8).sum::<usize>()
}
