use std::ops::Range;
use std::sync::Arc;

use super::Source;

/// A text taken out of a source, perhaps with marks of its surroundings left out or a few characters put in, that
/// still knows where each of its bytes came from. The body of a fenced block inside a quotation is one, so is a
/// YAML value whose escapes are resolved.
#[derive(Clone, Debug)]
pub struct Excerpt {
    pub source: Arc<Source>,
    pub text: String,
    /// Ascending by `at`, the first at 0.
    pieces: Vec<Piece>,
}

/// From `at` in the text on, `length` bytes are those from `origin` on in the source. What follows them up to the
/// next piece was put in, and counts as standing at their end.
#[derive(Clone, Copy, Debug)]
struct Piece {
    at: usize,
    origin: usize,
    length: usize,
}

impl Excerpt {
    /// An empty excerpt that counts as standing at `origin`.
    pub fn empty(source: &Arc<Source>, origin: usize) -> Self {
        Self { source: source.clone(), text: String::new(), pieces: vec![Piece { at: 0, origin, length: 0 }] }
    }

    /// Those bytes of the source, as they are. A range outside the text gives an empty excerpt.
    pub fn of(source: &Arc<Source>, range: Range<usize>) -> Self {
        let mut excerpt = Self::empty(source, range.start);
        excerpt.push(source.text.get(range.clone()).unwrap_or_default(), range.start);
        excerpt
    }

    /// Appends text that stands in the source at `origin`, byte for byte.
    pub fn push(&mut self, text: &str, origin: usize) {
        if text.is_empty() {
            return;
        }
        let at = self.text.len();
        self.text.push_str(text);
        match self.pieces.last_mut() {
            Some(last) if last.at + last.length == at && last.origin + last.length == origin => {
                last.length += text.len();
            }
            Some(last) if last.at == at => *last = Piece { at, origin, length: text.len() },
            _ => self.pieces.push(Piece { at, origin, length: text.len() }),
        }
    }

    /// Appends text that is not in the source; it counts as standing at `origin`.
    pub fn insert(&mut self, text: &str, origin: usize) {
        if text.is_empty() {
            return;
        }
        let at = self.text.len();
        self.text.push_str(text);
        match self.pieces.last_mut() {
            Some(last) if last.at == at => *last = Piece { at, origin, length: 0 },
            _ => self.pieces.push(Piece { at, origin, length: 0 }),
        }
    }

    /// Where the byte at `at` stands in the source.
    pub fn origin(&self, at: usize) -> usize {
        let after = self.pieces.partition_point(|piece| piece.at <= at);
        let piece = after.checked_sub(1).and_then(|index| self.pieces.get(index));
        piece.map_or(0, |piece| piece.origin + (at - piece.at).min(piece.length))
    }

    /// The part of the source that the range was taken from.
    pub fn span(&self, range: Range<usize>) -> Range<usize> {
        let start = self.origin(range.start);
        let end = if range.end > range.start { self.origin(range.end - 1) + 1 } else { start };
        start..end.max(start)
    }

    /// A part of this excerpt; empty when the range is outside it or cuts a character.
    pub fn part(&self, range: Range<usize>) -> Self {
        let mut part = Self::empty(&self.source, self.origin(range.start));
        part.extend(self, range);
        part
    }

    /// The same text with ranges replaced, each by a text that was not in the source. The ranges ascend and do not
    /// overlap; those that do are left out.
    pub fn edited(&self, edits: &[(Range<usize>, &str)]) -> Self {
        let mut out = Self::empty(&self.source, self.origin(0));
        let mut at = 0;
        for (range, replacement) in edits {
            if range.start < at {
                continue;
            }
            out.extend(self, at..range.start);
            out.insert(replacement, self.origin(range.start));
            at = range.end;
        }
        out.extend(self, at..self.text.len());
        out
    }

    /// Appends a part of another excerpt of the same source.
    pub fn extend(&mut self, other: &Self, range: Range<usize>) {
        let first = other.pieces.partition_point(|piece| piece.at <= range.start).saturating_sub(1);
        for (index, piece) in other.pieces.iter().enumerate().skip(first) {
            if piece.at >= range.end {
                break;
            }
            let copied_end = piece.at + piece.length;
            let next = other.pieces.get(index + 1).map_or(other.text.len(), |next| next.at);
            let copied = range.start.max(piece.at)..range.end.min(copied_end);
            let inserted = range.start.max(copied_end)..range.end.min(next);
            if copied.start < copied.end {
                let origin = piece.origin + (copied.start - piece.at);
                self.push(other.text.get(copied).unwrap_or_default(), origin);
            }
            if inserted.start < inserted.end {
                self.insert(other.text.get(inserted).unwrap_or_default(), piece.origin + piece.length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edited_excerpt_still_knows_its_origin() {
        let source = Source::new("a.md", "ab <s> cd");
        let excerpt = Excerpt::of(&source, 3..9);
        let edited = excerpt.edited(&[(0..0, "\\")]);
        assert_eq!(edited.text, "\\<s> cd");
        assert_eq!(edited.span(1..4), 3..6);
        let again = edited.edited(&[(4..5, "")]);
        assert_eq!(again.text, "\\<s>cd");
        assert_eq!(again.span(4..6), 7..9);
        assert_eq!(again.part(1..6).span(3..5), 7..9);
    }

    #[test]
    fn an_insertion_in_the_middle_stands_where_it_was_put() {
        let source = Source::new("a.md", "abcd");
        let edited = Excerpt::of(&source, 0..4).edited(&[(2..2, "XX")]);
        assert_eq!(edited.text, "abXXcd");
        assert_eq!(edited.span(4..6), 2..4);
        assert_eq!(edited.origin(3), 2);
    }
}
