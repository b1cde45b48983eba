//! How a token is shown: whitespace, control characters and half characters become signs that a reader can tell
//! from the same signs typed as text. Comes in: exact bytes. Goes out: runs of one look each, safe in XML.

use pulldown_cmark_escape::escape_html;
use unicode_width::UnicodeWidthStr;

use super::font::Font;
use crate::token::{Visible, quotation, visible};

/// What one piece of a label is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// Characters of the bundled monospace.
    Plain,
    /// A sign that stands for something else: `·` for a space, `⟨E6 97⟩` for bytes that are no character, `…` for
    /// what was left out. Drawn muted.
    Sign,
    /// Characters that the bundled fonts lack: some font of the reader's draws them, squeezed into their place.
    Far,
}

/// One grapheme, or one sign.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cell {
    pub(super) look: Look,
    pub(super) text: String,
}

/// A token's text, ready to be shown.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Label {
    pub(super) cells: Vec<Cell>,
}

/// Neighbouring cells of one look.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Run {
    pub(super) look: Look,
    pub(super) text: String,
    /// In the unit of the size it was fitted at.
    pub(super) width: f64,
}

/// A label that fits its place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fitted {
    pub(super) runs: Vec<Run>,
    pub(super) width: f64,
    /// The whole text, where some of it was left out.
    pub(super) whole: Option<String>,
}

impl Cell {
    fn sign(text: impl Into<String>) -> Self {
        Self { look: Look::Sign, text: text.into() }
    }

    pub(super) fn width(&self, size: f64) -> f64 {
        match self.look {
            Look::Plain | Look::Sign => Font::Mono.width(&self.text, size),
            Look::Far => far_width(&self.text) * size,
        }
    }
}

/// Room for a grapheme of an unknown font, in em.
fn far_width(grapheme: &str) -> f64 {
    let emoji = grapheme.chars().any(|sign| matches!(sign as u32, 0x1F000..=0x1FAFF | 0x2600..=0x27BF | 0xFE0F));
    match grapheme.width() {
        _ if emoji => 1.3,
        0 | 1 => 0.65,
        columns => 0.55 * columns.min(4) as f64,
    }
}

impl Label {
    pub(super) fn new(bytes: &[u8]) -> Self {
        Self::of(visible(bytes))
    }

    /// A longer text.
    pub(super) fn quotation(text: &[u8]) -> Self {
        Self::of(quotation(text))
    }

    fn of(parts: Vec<Visible>) -> Self {
        let drawn = |text: &str| text.chars().all(|sign| Font::Mono.has(sign));
        let cell = |part: Visible| match part {
            Visible::Sign(text) if drawn(&text) => Cell::sign(text),
            Visible::Text(text) if drawn(&text) => Cell { look: Look::Plain, text },
            Visible::Text(text) | Visible::Sign(text) => Cell { look: Look::Far, text },
        };
        Self { cells: parts.into_iter().map(cell).collect() }
    }

    /// The label as one plain text, for `<title>` and for descriptions.
    pub(super) fn text(&self) -> String {
        self.cells.iter().map(|cell| cell.text.as_str()).collect()
    }

    /// The label in at most `room`, with its middle left out where it is longer.
    pub(super) fn fit(&self, room: f64, size: f64) -> Fitted {
        let widths: Vec<f64> = self.cells.iter().map(|cell| cell.width(size)).collect();
        if widths.iter().sum::<f64>() <= room {
            return Fitted::new(self.cells.iter(), size, None);
        }
        let dots = Cell::sign("…");
        let mut left = room - dots.width(size);
        let (mut head, mut tail) = (0, self.cells.len());
        // The head gets the larger part: it is what one recognises a word by.
        while head < tail {
            let (from_head, at) =
                if (head * 2) <= (self.cells.len() - tail) * 3 { (true, head) } else { (false, tail - 1) };
            left -= widths[at];
            if left < 0.0 {
                break;
            }
            if from_head { head += 1 } else { tail -= 1 }
        }
        Fitted::new(self.cells[..head].iter().chain([&dots]).chain(&self.cells[tail..]), size, Some(self.text()))
    }

    /// The beginning of the label in at most `room`.
    pub(super) fn begin(&self, room: f64, size: f64) -> Fitted {
        if self.cells.iter().map(|cell| cell.width(size)).sum::<f64>() <= room {
            return Fitted::new(self.cells.iter(), size, None);
        }
        let dots = Cell::sign("…");
        let mut left = room - dots.width(size);
        let fits = |cell: &&Cell| {
            left -= cell.width(size);
            left >= 0.0
        };
        let head: Vec<&Cell> = self.cells.iter().take_while(fits).collect();
        Fitted::new(head.into_iter().chain([&dots]), size, Some(self.text()))
    }

    /// For prose and tables: isolated, so that right-to-left text moves nothing around it.
    pub(super) fn html(&self) -> String {
        self.html_with("")
    }

    /// [`Self::html`] with `attributes` on its element.
    pub(super) fn html_with(&self, attributes: &str) -> String {
        let blank = if attributes.is_empty() { "" } else { " " };
        let mut html = format!("<bdi class=\"lp-token\"{blank}{attributes}>");
        for run in Fitted::new(self.cells.iter(), 1.0, None).runs {
            if run.look == Look::Sign {
                html.push_str("<span class=\"lp-sign\">");
            }
            push_escaped(&run.text, &mut html);
            if run.look == Look::Sign {
                html.push_str("</span>");
            }
        }
        html.push_str("</bdi>");
        html
    }
}

impl Fitted {
    fn new<'a>(cells: impl Iterator<Item = &'a Cell>, size: f64, whole: Option<String>) -> Self {
        let mut runs: Vec<Run> = Vec::new();
        let mut total = 0.0;
        for cell in cells {
            let width = cell.width(size);
            total += width;
            match runs.last_mut() {
                Some(run) if run.look == cell.look => {
                    run.text.push_str(&cell.text);
                    run.width += width;
                }
                _ => runs.push(Run { look: cell.look, text: cell.text.clone(), width }),
            }
        }
        Self { runs, width: total, whole }
    }
}

pub(super) fn push_escaped(text: &str, out: &mut String) {
    // Writing to a String cannot fail.
    let _ = escape_html(out, text);
}

/// For text of people, who may have pasted what XML does not allow.
pub(super) fn xml_text(text: &str) -> String {
    escaped(&text.replace(|sign: char| sign.is_control() || sign as u32 & 0xFFFE == 0xFFFE, " "))
}

pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    push_escaped(text, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(bytes: &[u8]) -> Vec<(Look, String)> {
        let label = Label::new(bytes);
        Fitted::new(label.cells.iter(), 1.0, None).runs.into_iter().map(|run| (run.look, run.text)).collect()
    }

    #[test]
    fn a_space_and_a_typed_dot_look_different() {
        assert_eq!(shown(" ·".as_bytes()), [(Look::Sign, "·".into()), (Look::Plain, "·".into())]);
        assert_eq!(shown(b"\t\n"), [(Look::Sign, "→⏎".into())]);
        assert_eq!(shown("⏎→".as_bytes()), [(Look::Plain, "⏎→".into())]);
    }

    #[test]
    fn half_characters_are_bytes() {
        assert_eq!(shown(b"\xe6\x97"), [(Look::Sign, "⟨E6 97⟩".into())]);
        assert_eq!(shown(b"a\xff\xfe"), [(Look::Plain, "a".into()), (Look::Sign, "⟨FF FE⟩".into())]);
        assert_eq!(shown(b""), [(Look::Sign, "⟨⟩".into())]);
    }

    #[test]
    fn what_hides_is_named() {
        for (text, code) in [
            ("\u{202e}", "⟨U+202E⟩"),
            ("\0", "⟨U+0000⟩"),
            ("\u{200d}", "⟨U+200D⟩"),
            ("\u{feff}", "⟨U+FEFF⟩"),
            ("\u{a0}", "⟨U+00A0⟩"),
            ("\u{ffff}", "⟨U+FFFF⟩"),
            ("\r\n", "⟨U+000D⟩⏎"),
        ] {
            assert_eq!(shown(text.as_bytes()), [(Look::Sign, code.into())], "{text:?}");
        }
    }

    #[test]
    fn a_family_is_one_grapheme_and_a_lone_mark_gets_a_circle() {
        let family = "👨‍👩‍👧‍👦";
        assert_eq!(Label::new(family.as_bytes()).cells.len(), 1);
        assert_eq!(shown("\u{301}".as_bytes()), [(Look::Far, "◌\u{301}".into())]);
        assert_eq!(shown("é".as_bytes()), [(Look::Plain, "é".into())]);
    }

    #[test]
    fn a_long_word_loses_its_middle_and_fits() {
        let word = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter";
        let fitted = Label::new(word.as_bytes()).fit(120.0, 14.0);
        assert!(fitted.width <= 120.0 && fitted.width > 100.0, "{}", fitted.width);
        let text: String = fitted.runs.iter().map(|run| run.text.as_str()).collect();
        assert!(text.starts_with("Donau") && text.ends_with("ter") && text.contains('…'), "{text}");
        assert_eq!(fitted.whole.as_deref(), Some(word));
    }

    #[test]
    fn html_is_escaped() {
        let html = Label::new(b" <img onerror=1></script>{{ 7*7 }}").html();
        assert!(!html.contains("<img") && !html.contains("</script>"), "{html}");
        assert!(html.starts_with("<bdi class=\"lp-token\"><span class=\"lp-sign\">·</span>&lt;img"), "{html}");
    }
}
