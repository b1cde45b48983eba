//! The alphabet in which byte-pair vocabularies write bytes: each byte is one printable character (GPT-2's
//! `bytes_to_unicode`).

/// The bytes that a piece stands for; `None` where it has a character outside the alphabet.
pub fn bytes(piece: &str) -> Option<Vec<u8>> {
    piece.chars().map(byte).collect()
}

/// Printable bytes stand for themselves; the others took the code points from U+0100 on, in their own order.
fn byte(character: char) -> Option<u8> {
    match u32::from(character) {
        code @ (0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff) => u8::try_from(code).ok(),
        code @ 0x100..=0x120 => u8::try_from(code - 0x100).ok(),
        code @ 0x121..=0x142 => u8::try_from(code - 0x121 + 0x7f).ok(),
        0x143 => Some(0xad),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alphabet_is_the_library_s_and_stands_for_every_byte() {
        let alphabet = tokenizers::pre_tokenizers::byte_level::ByteLevel::alphabet();
        let mut all: Vec<u8> = alphabet.into_iter().map(|character| byte(character).unwrap()).collect();
        all.sort_unstable();
        assert_eq!(all, (0..=255).collect::<Vec<u8>>());
        // Known from every such vocabulary: space, newline, tab, and the soft hyphen that comes last.
        assert_eq!(bytes("ĠĊĉŃ!é"), Some(vec![b' ', b'\n', b'\t', 0xad, b'!', 0xe9]));
    }

    #[test]
    fn other_characters_are_not_bytes() {
        assert_eq!(bytes("a b"), None);
        assert_eq!(bytes("日"), None);
    }
}
