//! A token's bytes as one line that shows all of them.

use unicode_width::UnicodeWidthChar;

use crate::token::Piece;

/// Spaces, tabs and line ends as signs; what has no width or could steer a terminal by its code point; bytes that are
/// no whole character in hexadecimal between `⟨` and `⟩`.
pub fn visible(piece: &Piece) -> String {
    let mut shown = String::new();
    for chunk in piece.bytes().utf8_chunks() {
        for character in chunk.valid().chars() {
            match character {
                ' ' => shown.push('·'),
                '\n' => shown.push('⏎'),
                '\t' => shown.push('→'),
                '\r' => shown.push('␍'),
                other if other.is_control() || other.width().unwrap_or(0) == 0 || steers(other) => {
                    shown.extend(other.escape_unicode());
                }
                other => shown.push(other),
            }
        }
        if !chunk.invalid().is_empty() {
            let bytes: Vec<String> = chunk.invalid().iter().map(|byte| format!("{byte:02x}")).collect();
            shown += &format!("⟨{}⟩", bytes.join(" "));
        }
    }
    shown
}

/// Signs that change the direction of what follows.
fn steers(character: char) -> bool {
    matches!(character, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_stays_unseen() {
        let shown = |bytes: &[u8]| visible(&Piece::new(bytes));
        assert_eq!(shown(b" a\n\t\r"), "·a⏎→␍");
        assert_eq!(shown("\u{202e}\u{200b}\x1b[2J".as_bytes()), "\\u{202e}\\u{200b}\\u{1b}[2J");
        assert_eq!(shown(&[b'x', 0xe6, 0x97]), "x⟨e6 97⟩");
        assert_eq!(shown("é日🙂".as_bytes()), "é日🙂");
    }
}
