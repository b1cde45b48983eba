//! A token's bytes as one line of a terminal that shows all of them.

use crate::token::{Piece, Visible, visible as parts};

/// A terminal has no markup for a sign, so a character that looks like one is shown by its number where it is text.
pub fn visible(piece: &Piece) -> String {
    let part = |part: Visible| match part {
        Visible::Sign(sign) => sign,
        Visible::Text(text) => text.chars().map(typed).collect(),
    };
    parts(piece.bytes()).into_iter().map(part).collect()
}

fn typed(character: char) -> String {
    match character {
        '·' | '→' | '⏎' | '⟨' | '⟩' | '◌' => format!("⟨U+{:04X}⟩", character as u32),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_unseen() {
        let shown = |bytes: &[u8]| visible(&Piece::new(bytes));
        assert_eq!(shown(b" a\n\t\r"), "·a⏎→⟨U+000D⟩");
        assert_eq!(shown("\u{202e}\u{200b}\x1b[2J".as_bytes()), "⟨U+202E⟩⟨U+200B⟩⟨U+001B⟩[2J");
        assert_eq!(shown(&[b'x', 0xe6, 0x97]), "x⟨E6 97⟩");
        assert_eq!(shown(" ·⟨".as_bytes()), "·⟨U+00B7⟩⟨U+27E8⟩");
        assert_eq!(shown("é日🙂".as_bytes()), "é日🙂");
    }
}
