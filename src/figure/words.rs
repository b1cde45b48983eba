//! Words of an author in a picture: our own fonts where they have the signs, else set as a token's text is.

use super::canvas::{Anchor, Canvas, Span};
use super::ink::{Ink, NOTE, TOKEN};
use super::token_label::Label;
use crate::words::Words;

impl Canvas {
    /// In at most `room`; what is longer loses its end.
    pub(super) fn words(&mut self, ink: Ink, text: &str, x: f64, y: f64, anchor: Anchor, room: f64) {
        if text.is_empty() {
            return;
        }
        let covered = text.chars().all(|sign| ink.font.has(sign));
        if covered && ink.width(text) <= room {
            return self.text(ink, x, y, anchor, text);
        }
        if covered {
            let mut cut = text.to_owned();
            while cut.pop().is_some() && ink.width(&cut) + ink.width("…") > room {}
            return self.text(ink, x, y, anchor, &format!("{}…", cut.trim_end()));
        }
        let label = Label::new(text.replace(' ', "_").as_bytes()).fit(room, TOKEN.size);
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - label.width / 2.0,
            Anchor::End => x - label.width,
        };
        self.group("", Span::ALWAYS, |canvas| {
            canvas.title(&label);
            canvas.label(&label, left, y);
        });
    }

    /// How much of `room` [`Canvas::words`] takes.
    pub(super) fn words_width(ink: Ink, text: &str, room: f64) -> f64 {
        match text.chars().all(|sign| ink.font.has(sign)) {
            true => ink.width(text).min(room),
            false => Label::new(text.replace(' ', "_").as_bytes()).fit(room, TOKEN.size).width,
        }
    }

    /// That so many tokens are not drawn.
    pub(super) fn more(&mut self, words: &Words, count: usize, x: f64, y: f64) {
        self.text(NOTE, x, y, Anchor::Start, &words.text("tokens-more", &[("n", count.into())]));
    }

    /// In lines of at most `room`, one every 18 pixels. Returns where the next line would stand.
    pub(super) fn paragraph(&mut self, ink: Ink, text: &str, x: f64, y: f64, room: f64) -> f64 {
        let mut lines = vec![String::new()];
        for word in text.split(' ') {
            let Some(line) = lines.last_mut() else { continue };
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if line.is_empty() || ink.width(&longer) <= room {
                *line = longer;
            } else {
                lines.push(word.to_owned());
            }
        }
        let mut y = y;
        for line in lines {
            self.words(ink, &line, x, y, Anchor::Start, room);
            y += 18.0;
        }
        y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::canvas::Shows;
    use crate::figure::ink::NOTE;

    #[test]
    fn long_words_are_cut_and_foreign_ones_keep_their_room() {
        let mut canvas = Canvas::new("w".into(), Shows::All(1));
        canvas.words(NOTE, &"tokens ".repeat(30), 0.0, 10.0, Anchor::Start, 80.0);
        canvas.words(NOTE, "狐狸 <b>", 0.0, 30.0, Anchor::End, 80.0);
        let bottom = canvas.paragraph(NOTE, "one two three four five six seven", 0.0, 50.0, 60.0);
        assert!(bottom > 86.0);
        let markup = canvas.finish(1.0, 1.0).markup;
        assert!(markup.contains("…</text>") && markup.contains("textLength") && !markup.contains("<b>"), "{markup}");
    }
}
