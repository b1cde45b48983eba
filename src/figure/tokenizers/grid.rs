//! One text on a grid that all its tokenizers share: each letter has one place, and there is room at each cut that any of
//! them makes. Comes in: the text and where each way of cutting it cuts. Goes out: places. Draws nothing.

use std::collections::BTreeSet;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::figure::ink::TOKEN;
use crate::figure::token_label::Label;
use crate::token::Token;

/// Beside the letters at each cut.
pub(super) const PAD: f64 = 5.0;

pub(super) struct Grid {
    text: Vec<u8>,
    /// Every cut that is made, in bytes, with both ends of the text.
    edges: Vec<usize>,
    /// Those that all make.
    common: BTreeSet<usize>,
    /// Where a letter begins, in bytes.
    letters: BTreeSet<usize>,
    /// From each edge to the next.
    widths: Vec<f64>,
    /// The edges from which to which a line goes.
    pub(super) lines: Vec<Range<usize>>,
}

/// Where tokens end, in bytes of the text.
pub(super) fn ends(tokens: &[Token]) -> Vec<usize> {
    tokens.iter().map(|token| token.range.1 as usize).collect()
}

impl Grid {
    pub(super) fn new(text: &str, ways: &[Vec<usize>], width: f64) -> Self {
        let sets: Vec<BTreeSet<usize>> = ways.iter().map(|ends| ends.iter().copied().collect()).collect();
        let made = sets.iter().flatten().copied().filter(|at| *at < text.len());
        let edges: BTreeSet<usize> = made.chain([0, text.len()]).collect();
        let common = edges.iter().copied().filter(|at| sets.iter().all(|set| set.contains(at))).collect();
        let letters = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
        let mut grid = Self {
            text: text.as_bytes().to_vec(),
            edges: edges.into_iter().collect(),
            common,
            letters,
            widths: Vec::new(),
            lines: Vec::new(),
        };
        let segments = grid.edges.windows(2).filter_map(|pair| grid.text.get(pair[0]..pair[1]));
        let wide = |bytes| Label::new(bytes).fit(f64::MAX, TOKEN.size).width + 2.0 * PAD;
        grid.widths = segments.map(|bytes| wide(bytes).min(width)).collect();
        grid.lines = grid.broken(width);
        grid
    }

    /// Into lines: after a line of the text, else where all cut, else where any does.
    fn broken(&self, width: f64) -> Vec<Range<usize>> {
        let mut lines = Vec::new();
        let (mut from, mut at, mut room) = (0, 0, width);
        while at < self.widths.len() {
            if self.widths[at] > room && at > from {
                let whole = (from + 1..=at).rev().find(|edge| self.is_common(*edge));
                let end = whole.filter(|edge| self.between(from..*edge) > width / 2.0).unwrap_or(at);
                lines.push(from..end);
                (from, at, room) = (end, end, width);
                continue;
            }
            room -= self.widths[at];
            at += 1;
            if self.is_common(at) && self.edges[at].checked_sub(1).and_then(|last| self.text.get(last)) == Some(&b'\n')
            {
                lines.push(from..at);
                (from, room) = (at, width);
            }
        }
        if from < self.widths.len() {
            lines.push(from..self.widths.len());
        }
        lines
    }

    fn is_common(&self, edge: usize) -> bool {
        self.edges.get(edge).is_some_and(|at| self.common.contains(at))
    }

    /// Whether some cut at these bytes and others do not.
    pub(super) fn differs(&self, byte: usize) -> bool {
        !self.common.contains(&byte)
    }

    /// Whether all ways of cutting are one.
    pub(super) fn is_one(&self) -> bool {
        self.edges.iter().skip(1).all(|at| self.common.contains(at))
    }

    fn between(&self, edges: Range<usize>) -> f64 {
        self.widths.get(edges).map_or(0.0, |widths| widths.iter().sum())
    }

    /// The bytes of a line.
    pub(super) fn bytes(&self, line: &Range<usize>) -> Range<usize> {
        let edge = |at: usize| self.edges.get(at).copied().unwrap_or(self.text.len());
        edge(line.start)..edge(line.end)
    }

    /// What of some bytes is in a line, from where to where it reaches there.
    pub(super) fn place(&self, line: &Range<usize>, bytes: &Range<usize>) -> Option<(f64, f64)> {
        let of = self.bytes(line);
        let (start, end) = (bytes.start.max(of.start), bytes.end.min(of.end));
        let edge = |byte: usize| self.edges.binary_search(&byte).unwrap_or_else(|next| next);
        (start < end).then(|| (self.between(line.start..edge(start)), self.between(line.start..edge(end))))
    }

    /// A token's bytes in the parts that have a place of their own: cut where others cut, but not inside a letter.
    pub(super) fn parts(&self, line: &Range<usize>, bytes: &Range<usize>) -> Vec<Range<usize>> {
        let of = self.bytes(line);
        let (start, end) = (bytes.start.max(of.start), bytes.end.min(of.end));
        let inner = self.edges.iter().copied().filter(|at| start < *at && *at < end && self.letters.contains(at));
        let cuts: Vec<usize> = [start].into_iter().chain(inner).chain([end]).collect();
        cuts.windows(2).filter(|pair| pair[0] < pair[1]).map(|pair| pair[0]..pair[1]).collect()
    }

    pub(super) fn label(&self, bytes: &Range<usize>) -> Label {
        Label::new(self.text.get(bytes.clone()).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spans(parts: Vec<Range<usize>>) -> Vec<(usize, usize)> {
        parts.into_iter().map(|part| (part.start, part.end)).collect()
    }

    #[test]
    fn a_letter_has_one_place_whoever_cuts_beside_it() {
        let grid = Grid::new("unbelievable", &[vec![2, 12], vec![5, 12]], 700.0);
        assert_eq!((grid.lines.len(), grid.differs(2), grid.differs(12)), (1, true, false));
        let line = &grid.lines[0];
        let (_, end) = grid.place(line, &(0..2)).unwrap();
        assert_eq!(grid.parts(line, &(0..5)), [0..2, 2..5]);
        assert_eq!(grid.place(line, &(2..5)).unwrap().0, end);
        assert!(!grid.is_one() && Grid::new("one", &[vec![3], vec![3]], 99.0).is_one());
    }

    #[test]
    fn a_letter_that_only_others_cut_stays_whole() {
        let grid = Grid::new("a日", &[vec![1, 4], vec![1, 2, 4]], 700.0);
        let line = &grid.lines[0];
        assert_eq!(spans(grid.parts(line, &(1..4))), [(1, 4)]);
        assert_eq!(spans(grid.parts(line, &(1..2))), [(1, 2)]);
        assert_eq!(grid.label(&(1..4)).text(), "日");
    }

    #[test]
    fn every_byte_is_in_one_line_and_no_line_is_too_wide() {
        let text = "one two\nthree 日本語 four five six seven eight nine ten";
        let every: Vec<usize> = (1..=text.len()).collect();
        for width in [60.0, 150.0, 320.0] {
            let grid = Grid::new(text, &[every.clone(), vec![7, 8, text.len()]], width);
            let mut at = 0;
            for line in &grid.lines {
                let bytes = grid.bytes(line);
                assert_eq!(bytes.start, at);
                assert!(grid.between(line.clone()) <= width + 1e-9);
                at = bytes.end;
            }
            assert_eq!(at, text.len());
        }
    }
}
