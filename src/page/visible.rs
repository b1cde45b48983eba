//! Pieces of text so that a reader sees every sign of them, as HTML: a sign is marked as one, and all is isolated from
//! the direction of the text around it.

use super::escape;
use crate::token::{Visible, visible};

/// A token: every space is shown.
pub fn piece(bytes: &[u8]) -> String {
    html(visible(bytes))
}

/// A longer text.
pub fn quotation(text: &[u8]) -> String {
    html(crate::token::quotation(text))
}

fn html(parts: Vec<Visible>) -> String {
    let mut html = String::from("<bdi>");
    for part in parts {
        let text = escape::html(part.text());
        match part {
            Visible::Text(_) => html.push_str(&text),
            Visible::Sign(_) => html.push_str(&format!("<span class=\"lp-sign\">{text}</span>")),
        }
    }
    html.push_str("</bdi>");
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a reader sees.
    fn plain(bytes: &[u8]) -> String {
        let html = piece(bytes);
        ["<bdi>", "</bdi>", "<span class=\"lp-sign\">", "</span>"].iter().fold(html, |text, tag| text.replace(tag, ""))
    }

    #[test]
    fn signs_stand_for_what_cannot_be_seen() {
        assert_eq!(plain(b" a\tb\n"), "·a→b⏎");
        assert_eq!(plain(&[b'a', 0xe6, 0x97]), "a⟨E6 97⟩");
        assert_eq!(plain("x\u{202e}y\u{0}".as_bytes()), "x⟨U+202E⟩y⟨U+0000⟩");
        assert_eq!(plain("👩\u{200d}💻".as_bytes()), "👩\u{200d}💻");
        assert_eq!(plain("\u{200d}".as_bytes()), "⟨U+200D⟩");
    }

    #[test]
    fn a_sign_that_was_typed_has_no_markup() {
        assert_eq!(piece(" ·".as_bytes()), "<bdi><span class=\"lp-sign\">·</span>·</bdi>");
        assert_eq!(quotation(b" a b"), "<bdi><span class=\"lp-sign\">·</span>a b</bdi>");
    }

    #[test]
    fn markup_is_text() {
        assert_eq!(piece(b"</script>"), "<bdi>&lt;/script&gt;</bdi>");
    }
}
