//! The merges of a word as brackets under its letters, each with its rank: what two pieces become hangs from both.

use super::picture::head;
use super::{Cut, Cuts};
use crate::figure::canvas::{Anchor, CHIP_HEIGHT, Canvas, Shows, Span, short};
use crate::figure::ink::{ID, NOTE, TOKEN};
use crate::figure::token_label::{Fitted, Label};
use crate::figure::{FigureStep, Stage, Svg};
use crate::token::MergeStep;
use crate::words::{Value, Words};

/// From the line of a bracket to that of one hanging from it.
const LEVEL: f64 = 16.0;
/// From a bracket's line to the lower edge of its rank.
const RANK: f64 = 12.0;
/// Room above the letters for the ids of the tokens.
const IDS: f64 = 16.0;
/// Most room for one byte.
const WIDEST: f64 = 48.0;

pub(super) fn picture(cuts: &Cuts, id: &str, width: f64, words: &Words) -> Svg {
    let last: usize = cuts.cuts.iter().map(|cut| cut.merges.len()).sum();
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(last));
    let (mut y, mut before) = (0.0, 0);
    for cut in &cuts.cuts {
        // How it ends is said when it has ended.
        let end = Span::from(before + cut.merges.len());
        y = head(&mut canvas, cut, end, width, y, words) + IDS;
        y = word(&mut canvas, cut, before, width, y, words) + 20.0;
        before += cut.merges.len();
    }
    canvas.finish(width, y - 14.0)
}

/// The letters and, under them, a bracket per step; `before` steps belong to others. Returns the lower edge.
fn word(canvas: &mut Canvas, cut: &Cut, before: usize, width: f64, y: f64, words: &Words) -> f64 {
    let pitch = (width / cut.bytes.max(1) as f64).min(WIDEST);
    let mut at = 0.0;
    canvas.group("lp-a", Span::from(before + cut.merges.len()), |canvas| {
        for token in &cut.tokens {
            let (wide, id) = (pitch * token.piece.bytes().len() as f64, token.id.to_string());
            canvas.rect("lp-box", at + 1.0, y, wide - 2.0, CHIP_HEIGHT, 5.0);
            if ID.width(&id) <= wide {
                canvas.text(ID, at + wide / 2.0, y - 5.0, Anchor::Middle, &id);
            }
            at += wide;
        }
    });
    let letters = cut.merges.first().map(|start| start.pieces.as_slice()).unwrap_or_default();
    for (place, letter) in letters.iter().enumerate() {
        let label = fitted(letter.bytes(), pitch);
        canvas.label(&label, pitch * (place as f64 + 0.5) - label.width / 2.0, y + 18.0);
    }
    let foot = y + CHIP_HEIGHT + 3.0;
    let brackets = brackets(cut, pitch, words);
    for (step, bracket) in brackets.iter().enumerate() {
        let n = before + step + 2;
        canvas.group("", Span::from(n), |canvas| bracket.draw(canvas, foot, width));
        canvas.group("", Span::only(n), |canvas| canvas.path("lp-cut-mark", &bracket.line(foot)));
    }
    // Before the first merge there is room to say what will stand in it.
    canvas.group("", Span::only(before + 1), |canvas| {
        canvas.paragraph(NOTE, &words.text("cuts-bracket", &[]), 0.0, foot + 30.0, width);
    });
    foot + brackets.iter().map(|bracket| bracket.y + RANK).fold(0.0, f64::max)
}

/// A merge: from the middles of two pieces down to a line, and its rank beneath. Heights are counted from the letters' feet.
struct Bracket {
    left: (f64, f64),
    right: (f64, f64),
    y: f64,
    rank: String,
}

impl Bracket {
    fn middle(&self) -> f64 {
        (self.left.0 + self.right.0) / 2.0
    }

    fn line(&self, foot: f64) -> String {
        let [left, right] = [self.left, self.right].map(|(x, y)| (short(x), short(foot + y)));
        format!("M{} {}V{}H{}V{}", left.0, left.1, short(foot + self.y), right.0, right.1)
    }

    fn draw(&self, canvas: &mut Canvas, foot: f64, width: f64) {
        canvas.path("lp-whisker", &self.line(foot));
        let half = ID.width(&self.rank) / 2.0;
        let x = self.middle().clamp(half, (width - half).max(half));
        canvas.text(ID, x, foot + self.y + 10.5, Anchor::Middle, &self.rank);
    }

    /// From where to where nothing else may stand in its level.
    fn reach(&self) -> (f64, f64) {
        let half = ID.width(&self.rank) / 2.0 + 3.0;
        (self.left.0.min(self.middle() - half), self.right.0.max(self.middle() + half))
    }
}

/// Each as high as it can stand under its parts and beside the others.
fn brackets(cut: &Cut, pitch: f64, words: &Words) -> Vec<Bracket> {
    // Of each piece its middle, its lower edge and its level.
    let letters = cut.merges.first().map_or(0, |start| start.pieces.len());
    let mut pieces: Vec<(f64, f64, usize)> = (0..letters).map(|at| (pitch * (at as f64 + 0.5), 0.0, 0)).collect();
    let mut brackets: Vec<(usize, Bracket)> = Vec::new();
    for step in cut.merges.iter().skip(1) {
        let at = step.at as usize;
        let (Some(&left), Some(&right)) = (pieces.get(at), pieces.get(at + 1)) else { break };
        let rank = words.number(step.rank.unwrap_or_default().into(), 0);
        let mut bracket = Bracket { left: (left.0, left.1), right: (right.0, right.1), y: 0.0, rank };
        let mut level = left.2.max(right.2) + 1;
        let (from, to) = bracket.reach();
        let taken = |level: usize| {
            let others = brackets.iter().filter(|(other, _)| *other == level).map(|(_, bracket)| bracket.reach());
            others.into_iter().any(|(start, end)| start < to && from < end)
        };
        while taken(level) {
            level += 1;
        }
        bracket.y = level as f64 * LEVEL - RANK;
        pieces.remove(at + 1);
        if let Some(piece) = pieces.get_mut(at) {
            *piece = (bracket.middle(), bracket.y + RANK, level);
        }
        brackets.push((level, bracket));
    }
    brackets.into_iter().map(|(_, bracket)| bracket).collect()
}

fn fitted(bytes: &[u8], wide: f64) -> Fitted {
    Label::new(bytes).fit((wide - 2.0).max(TOKEN.width("…")), TOKEN.size)
}

pub(super) fn steps(cuts: &Cuts, words: &Words) -> Vec<FigureStep> {
    cuts.cuts.iter().flat_map(|cut| (0..cut.merges.len()).map(move |at| said(cut, at, words))).collect()
}

fn said(cut: &Cut, at: usize, words: &Words) -> FigureStep {
    let shown = |bytes: &[u8]| Value::html(Label::new(bytes).html());
    let name = ("name", (&cut.name).into());
    let before = at.checked_sub(1).and_then(|before| cut.merges.get(before));
    let mut sentences = vec![match (cut.merges.get(at), before) {
        (Some(step), Some(before)) => {
            let place = step.at as usize;
            let piece = |step: &MergeStep, at: usize| shown(step.pieces.get(at).map_or(&[], |piece| piece.bytes()));
            let values = [
                name,
                ("first", piece(before, place)),
                ("second", piece(before, place + 1)),
                ("piece", piece(step, place)),
                ("rank", step.rank.unwrap_or_default().into()),
            ];
            words.html("cuts-merge-html", &values)
        }
        _ => {
            let word: Vec<u8> = cut.tokens.iter().flat_map(|token| token.piece.bytes().to_vec()).collect();
            words.html("cuts-start-html", &[name, ("word", shown(&word)), ("n", cut.bytes.into())])
        }
    }];
    if at + 1 == cut.merges.len() {
        sentences.push(words.html("cuts-end-html", &[("n", cut.tokens.len().into())]));
    }
    FigureStep { stage: Stage::Tokenize, caption: sentences.join(" "), milliseconds: 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture::{drawn, drawn_in, merged};
    use crate::figure::text_in_box::stays_in_its_box;
    use crate::figure::tokenizers::{Cuts, Tokenizers};
    use crate::vocabulary::Vocabulary;

    const WORD: &str = "run: fox\nvocabularies: [cl100k_base]\nmerges: \" unbelievable\"";

    fn cuts<T>(word: &str, test: impl Fn(&Cut) -> T) -> Vec<T> {
        let trace = merged(word);
        let figure = Tokenizers {
            runs: vec!["fox".into()],
            vocabularies: vec![Vocabulary::Cl100kBase],
            merges: Some(word.into()),
        };
        let cuts = Cuts::of(&figure, &[("fox", &trace)]).unwrap();
        cuts.cuts.iter().map(test).collect()
    }

    #[test]
    fn brackets_of_one_level_stand_apart_and_hang_from_both_pieces() {
        for pitch in [14.0, 25.0, 48.0] {
            cuts(" unbelievable", |cut| {
                let all = brackets(cut, pitch, Words::english());
                assert_eq!(all.len() + 1, cut.merges.len());
                for (at, one) in all.iter().enumerate() {
                    assert!(one.y >= one.left.1.max(one.right.1) && one.left.0 < one.right.0);
                    for other in &all[..at] {
                        let (a, b) = (one.reach(), other.reach());
                        assert!(one.y != other.y || a.1 <= b.0 || b.1 <= a.0, "{} and {}", one.rank, other.rank);
                    }
                }
            });
        }
    }

    #[test]
    fn a_word_takes_little_room_and_tells_its_end_only_there() {
        for (trace, width) in [(merged(" unbelievable"), 320.0), (merged(" unbelievable"), 720.0)] {
            let figure =
                Tokenizers { runs: vec!["fox".into()], vocabularies: Vec::new(), merges: Some(" unbelievable".into()) };
            let cuts = Cuts::of(&figure, &[("fox", &trace)]).unwrap();
            let svg = picture(&cuts, "f", width, Words::english());
            assert!(svg.height < 230.0, "{}", svg.height);
            let end = format!("<g data-from=\"{}\">", cuts.cuts[0].merges.len());
            let count = svg.markup.find(&cuts.cuts[0].count(Words::english())).unwrap();
            assert!(svg.markup[..count].contains(&end));
        }
    }

    #[test]
    fn every_merge_is_a_step_with_a_row_and_the_last_state_has_all() {
        let drawn = drawn("tokenizers", WORD, &[("fox", &merged(" unbelievable"))]).unwrap();
        assert_eq!(drawn.table.matches("data-step=").count(), drawn.steps.len());
        // But for what marks a step as the one that was just made.
        assert!(!drawn.wide.markup.contains("lp-off\" data-from"));
        let last = format!("data-from=\"{}\"", drawn.steps.len());
        assert!(drawn.wide.markup.contains(&last) && drawn.narrow.markup.contains(&last));
        let caption = &drawn.steps.last().unwrap().caption;
        assert!(caption.starts_with("cl100k_base: ") && caption.contains("No neighbours are left"), "{caption}");
    }

    #[test]
    fn a_run_without_the_words_merges_is_named() {
        let trace = merged(" unbelievable");
        let error = drawn("tokenizers", "run: fox\nmerges: \" other\"", &[("fox", &trace)]).unwrap_err().to_string();
        assert!(error.contains("`fox`") && error.contains("merges: \" other\""), "{error}");
    }

    #[test]
    fn pieces_of_any_script_stay_in_their_box() {
        for word in [" unbelievable", "日本語", "Überraschungsangriff", "🦊"] {
            let yaml = format!("run: fox\nvocabularies: [cl100k_base]\nmerges: {word:?}");
            for language in Words::languages() {
                let runs = [("fox", &merged(word))];
                let drawn = drawn_in(&Words::of(language), "tokenizers", &yaml, &runs).unwrap();
                stays_in_its_box(&format!("{word} in {language}"), &drawn);
            }
        }
    }
}
