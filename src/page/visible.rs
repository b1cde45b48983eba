//! Pieces of text so that a reader sees every sign of them: spaces, tabs, line ends, control characters, invisible
//! formatting and bytes that are no character yet. The result is HTML, isolated from the direction of the text around it.

/// A token: every space is shown.
pub fn piece(bytes: &[u8]) -> String {
    shown(bytes, true)
}

/// A longer text: spaces inside it stay spaces, those at its ends are shown.
pub fn quotation(text: &str) -> String {
    shown(text.as_bytes(), false)
}

enum Part {
    Text(char),
    Sign(String),
}

fn shown(bytes: &[u8], all_spaces: bool) -> String {
    let mut html = String::from("<bdi>");
    let mut run = String::new();
    for part in parts(bytes, all_spaces) {
        match part {
            Part::Text(c) => run.push(c),
            Part::Sign(sign) => {
                html.push_str(&super::escape::html(&std::mem::take(&mut run)));
                html.push_str("<span class=\"lp-sign\">");
                html.push_str(&super::escape::html(&sign));
                html.push_str("</span>");
            }
        }
    }
    html.push_str(&super::escape::html(&run));
    html.push_str("</bdi>");
    html
}

fn parts(bytes: &[u8], all_spaces: bool) -> Vec<Part> {
    let mut parts = Vec::new();
    let (mut at, end) = (0, bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            let outermost = at == 0 || at + c.len_utf8() == end;
            at += c.len_utf8();
            parts.push(part(c, all_spaces || outermost, outermost));
        }
        at += chunk.invalid().len();
        if !chunk.invalid().is_empty() {
            let hex: Vec<String> = chunk.invalid().iter().map(|byte| format!("{byte:02X}")).collect();
            parts.push(Part::Sign(format!("⟨{}⟩", hex.join(" "))));
        }
    }
    parts
}

fn part(c: char, show_space: bool, outermost: bool) -> Part {
    let code = || Part::Sign(format!("⟨U+{:04X}⟩", c as u32));
    match c {
        ' ' if show_space => Part::Sign("·".into()),
        '\t' => Part::Sign("→".into()),
        '\n' => Part::Sign("⏎".into()),
        // Joiners are part of emoji and of many scripts; only on their own would they go unseen.
        '\u{200c}' | '\u{200d}' if !outermost => Part::Text(c),
        '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => code(),
        '\u{feff}' | '\u{fff9}'..='\u{fffb}' => code(),
        c if c.is_control() => code(),
        c => Part::Text(c),
    }
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
        assert_eq!(quotation(" a b"), "<bdi><span class=\"lp-sign\">·</span>a b</bdi>");
    }

    #[test]
    fn markup_is_text() {
        assert_eq!(piece(b"</script>"), "<bdi>&lt;/script&gt;</bdi>");
    }
}
