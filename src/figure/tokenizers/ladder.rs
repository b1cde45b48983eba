//! The merges of a word as rows: each piece stands above its bytes, so that a merge is two boxes that become one.

use super::picture::{chips, head};
use super::{Cut, Cuts};
use crate::figure::canvas::{Anchor, CHIP_HEIGHT, Canvas, Shows, Span};
use crate::figure::ink::{NOTE, TOKEN};
use crate::figure::token_label::{Fitted, Label};
use crate::figure::{FigureStep, Stage, Svg};
use crate::token::MergeStep;
use crate::words::{Value, Words};

const GAP: f64 = 3.0;
/// Room for the words beside a row.
const WORDS: f64 = 190.0;

pub(super) fn picture(cuts: &Cuts, id: &str, width: f64, words: &Words) -> Svg {
    let last: usize = cuts.cuts.iter().map(|cut| cut.merges.len()).sum();
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(last));
    let (mut y, mut before) = (0.0, 0);
    for cut in &cuts.cuts {
        canvas.group("", Span::from(before + 1), |canvas| {
            y = head(canvas, cut, width, y, words) + 2.0;
        });
        y = rows(&mut canvas, cut, before, width, y, words) + 6.0;
        before += cut.merges.len();
        canvas.group("", Span::from(before), |canvas| {
            canvas.text(NOTE, 0.0, y + 12.0, Anchor::Start, &words.text("cuts-ids", &[]));
            y = chips(canvas, &cut.tokens, cut.hue(), width, y + 22.0, words) + 18.0;
        });
    }
    canvas.finish(width, y - 14.0)
}

/// One row per step; `before` steps belong to others. Returns the lower edge.
fn rows(canvas: &mut Canvas, cut: &Cut, before: usize, width: f64, y: f64, words: &Words) -> f64 {
    let narrow = width < 400.0;
    let room = if narrow { width } else { width - WORDS };
    let pitch = pitch(cut, room);
    let high = if narrow { CHIP_HEIGHT + 24.0 } else { CHIP_HEIGHT + 7.0 };
    for (at, step) in cut.merges.iter().enumerate() {
        let top = y + at as f64 * high;
        canvas.group("lp-new", Span::from(before + at + 1), |canvas| {
            let mut x = 0.0;
            for (place, piece) in step.pieces.iter().enumerate() {
                let wide = pitch * piece.bytes().len() as f64 - GAP;
                let made = step.rank.is_some() && step.at as usize == place;
                let label = fitted(piece.bytes(), wide);
                canvas.chip(if made { "lp-a" } else { "lp-open" }, &label, "", x, top, wide);
                x += wide + GAP;
            }
            let said = beside(at, step, words);
            match narrow {
                true => canvas.text(NOTE, 0.0, top + CHIP_HEIGHT + 14.0, Anchor::Start, &said),
                false => canvas.text(NOTE, x + 14.0, top + 18.0, Anchor::Start, &said),
            }
        });
    }
    y + cut.merges.len() as f64 * high
}

fn beside(at: usize, step: &MergeStep, words: &Words) -> String {
    match step.rank {
        None => words.text("cuts-single-bytes", &[("n", step.pieces.len().into())]),
        Some(rank) => words.text("cuts-merge", &[("n", at.into()), ("rank", rank.into())]),
    }
}

fn fitted(bytes: &[u8], wide: f64) -> Fitted {
    Label::new(bytes).fit((wide - 4.0).max(TOKEN.width("…")), TOKEN.size)
}

/// Pixels for one byte: as many as every piece of the word needs, where there is room for them.
fn pitch(cut: &Cut, room: f64) -> f64 {
    let pieces = cut.merges.iter().flat_map(|step| &step.pieces);
    let needed = pieces.map(|piece| {
        let label = Label::new(piece.bytes()).fit(f64::MAX, TOKEN.size);
        (label.width + 10.0 + GAP) / piece.bytes().len().max(1) as f64
    });
    needed.fold(30.0, f64::max).min(room / cut.bytes.max(1) as f64)
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

    #[test]
    fn pieces_stand_above_their_bytes_at_every_width() {
        let trace = merged(" unbelievable");
        let figure = Tokenizers {
            runs: vec!["fox".into()],
            vocabularies: vec![Vocabulary::Cl100kBase],
            merges: Some(" unbelievable".into()),
        };
        let cuts = Cuts::of(&figure, &[("fox", &trace)]).unwrap();
        for (cut, room) in cuts.cuts.iter().flat_map(|cut| [(cut, 320.0), (cut, 530.0)]) {
            let pitch = pitch(cut, room);
            assert!(pitch * cut.bytes as f64 <= room + 0.01);
            for piece in cut.merges.iter().flat_map(|step| &step.pieces) {
                let wide = pitch * piece.bytes().len() as f64 - GAP;
                assert!(fitted(piece.bytes(), wide).width <= wide, "{piece:?}");
            }
        }
    }

    #[test]
    fn every_merge_is_a_step_with_a_row_and_the_last_state_has_all() {
        let drawn = drawn("tokenizers", WORD, &[("fox", &merged(" unbelievable"))]).unwrap();
        assert_eq!(drawn.table.matches("data-step=").count(), drawn.steps.len());
        assert!(!drawn.wide.markup.contains("lp-off"));
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
