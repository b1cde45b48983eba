use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

/// A text file as a person wrote it, with the name it is shown under.
#[derive(Debug)]
pub struct Source {
    /// Path relative to the site folder, as shown to people.
    pub path: Utf8PathBuf,
    /// The file's text without a leading byte-order mark. Line ends are as in the file.
    pub text: String,
}

/// A place in a text, both counted from 1. The column counts characters, not bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    pub line: usize,
    pub column: usize,
}

impl Source {
    pub fn new(path: impl AsRef<Utf8Path>, text: impl Into<String>) -> Arc<Self> {
        let text: String = text.into();
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        Arc::new(Self { path: path.as_ref().to_owned(), text })
    }

    /// `offset` beyond the end, or inside a character, is taken back to the nearest boundary before it.
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &self.text[..offset];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        LineColumn { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_not_part_of_the_text() {
        assert_eq!(Source::new("a.md", "\u{feff}---\n").text, "---\n");
    }

    #[test]
    fn columns_count_characters() {
        let source = Source::new("a.md", "é\nàb");
        assert_eq!(source.line_column(5), LineColumn { line: 2, column: 2 });
        assert_eq!(source.line_column(4), LineColumn { line: 2, column: 1 });
        assert_eq!(source.line_column(999), LineColumn { line: 2, column: 3 });
    }
}
