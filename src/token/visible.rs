//! Bytes made visible: the one way in which pages, figures, quizzes and the terminal write what cannot be seen. Comes in:
//! exact bytes. Goes out: text and signs in turn; each place has its own markup for a sign, so that a reader can tell it
//! from the same sign typed as text.

use icu_properties::CodePointSetData;
use icu_properties::props::{DefaultIgnorableCodePoint, Emoji, EnumeratedProperty, GeneralCategory as Category};
use unicode_normalization::char::is_combining_mark;
use unicode_segmentation::UnicodeSegmentation;

/// One grapheme, or one sign that stands for what would not be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visible {
    Text(String),
    /// `·` for a space, `→` for a tab, `⏎` for a line end, `⟨U+202E⟩` for another character that has no look of its own,
    /// `⟨E6 97⟩` for bytes that are no character, `◌` under a mark that has nothing to stand on, `⟨⟩` for nothing.
    Sign(String),
}

impl Visible {
    /// As it is written, whatever it is.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Sign(text) => text,
        }
    }

    fn code(character: char) -> Self {
        Self::Sign(format!("⟨U+{:04X}⟩", character as u32))
    }
}

/// What a space is written as.
const SPACE: &str = "·";

/// Bytes that follow each other and are no character are one sign, however many broken characters they belong to.
pub fn visible(bytes: &[u8]) -> Vec<Visible> {
    let mut parts = Vec::new();
    let mut broken: Vec<String> = Vec::new();
    for chunk in bytes.utf8_chunks() {
        if !chunk.valid().is_empty() {
            push_bytes(&mut broken, &mut parts);
        }
        for grapheme in chunk.valid().graphemes(true) {
            push_grapheme(grapheme, &mut parts);
        }
        broken.extend(chunk.invalid().iter().map(|byte| format!("{byte:02X}")));
    }
    push_bytes(&mut broken, &mut parts);
    if parts.is_empty() {
        parts.push(Visible::Sign("⟨⟩".into()));
    }
    parts
}

/// A longer text than a token: spaces inside it stay spaces, those at its ends are shown.
pub fn quotation(text: &[u8]) -> Vec<Visible> {
    let mut parts = visible(text);
    let last = parts.len().saturating_sub(1);
    for part in parts.iter_mut().take(last).skip(1) {
        if matches!(part, Visible::Sign(sign) if sign == SPACE) {
            *part = Visible::Text(" ".into());
        }
    }
    parts
}

fn push_bytes(broken: &mut Vec<String>, parts: &mut Vec<Visible>) {
    if !broken.is_empty() {
        parts.push(Visible::Sign(format!("⟨{}⟩", broken.join(" "))));
        broken.clear();
    }
}

fn push_grapheme(grapheme: &str, parts: &mut Vec<Visible>) {
    let mut characters = grapheme.chars();
    let Some(first) = characters.next() else { return };
    let rest = characters.as_str();
    if !is_hidden(first) && !is_combining_mark(first) && (!rest.contains(is_hidden) || is_emoji(grapheme)) {
        parts.push(Visible::Text(grapheme.to_owned()));
    } else if is_combining_mark(first) && !grapheme.contains(is_hidden) {
        parts.push(Visible::Sign(format!("◌{grapheme}")));
    } else if rest.is_empty() {
        parts.push(match first {
            ' ' => Visible::Sign(SPACE.into()),
            '\t' => Visible::Sign("→".into()),
            '\n' => Visible::Sign("⏎".into()),
            hidden => Visible::code(hidden),
        });
    } else {
        // What can be seen keeps its marks; what cannot stands by itself.
        let mut seen = String::new();
        for character in grapheme.chars() {
            if is_hidden(character) {
                if !seen.is_empty() {
                    push_grapheme(&std::mem::take(&mut seen), parts);
                }
                push_grapheme(character.encode_utf8(&mut [0; 4]), parts);
            } else {
                seen.push(character);
            }
        }
        if !seen.is_empty() {
            push_grapheme(&seen, parts);
        }
    }
}

/// Whether a reader would see nothing, or would see its neighbours in another order. Most are told by what they are for;
/// the last is a pattern of dots without a dot.
fn is_hidden(character: char) -> bool {
    use Category::{
        Control, Format, LineSeparator, ParagraphSeparator, PrivateUse, SpaceSeparator, Surrogate, Unassigned,
    };
    let category = Category::for_char(character);
    let by_category = matches!(
        category,
        Control | Format | LineSeparator | ParagraphSeparator | PrivateUse | SpaceSeparator | Surrogate | Unassigned
    );
    by_category || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character) || character == '\u{2800}'
}

/// Whether every invisible character of the grapheme does its work inside an emoji: a joiner between two of them, a
/// selector after one, the tags of a flag.
fn is_emoji(grapheme: &str) -> bool {
    let emoji = CodePointSetData::new::<Emoji>();
    let skin = |c: char| matches!(c, '\u{1f3fb}'..='\u{1f3ff}');
    let characters: Vec<char> = grapheme.chars().collect();
    let flag = characters.first() == Some(&'\u{1f3f4}') && characters.last() == Some(&'\u{e007f}');
    characters.iter().enumerate().all(|(at, &c)| {
        let before = at.checked_sub(1).and_then(|at| characters.get(at)).copied().unwrap_or('\0');
        let after = characters.get(at + 1).copied();
        match c {
            '\u{200d}' => {
                (emoji.contains(before) || before == '\u{fe0f}' || skin(before))
                    && after.is_some_and(|after| emoji.contains(after) && !after.is_ascii())
            }
            // A digit is an emoji only as a key.
            '\u{fe0e}' | '\u{fe0f}' => emoji.contains(before) && (!before.is_ascii() || after == Some('\u{20e3}')),
            '\u{e0020}'..='\u{e007f}' => flag,
            c => !is_hidden(c),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Signs between brackets that no test text has.
    fn shown(bytes: &[u8]) -> String {
        let part = |part: &Visible| match part {
            Visible::Text(text) => text.clone(),
            Visible::Sign(sign) => format!("«{sign}»"),
        };
        visible(bytes).iter().map(part).collect()
    }

    #[test]
    fn nothing_stays_unseen() {
        for (text, wanted) in [
            (" a\t\n", "«·»a«→»«⏎»"),
            ("\r", "«⟨U+000D⟩»"),
            ("\r\n", "«⟨U+000D⟩»«⏎»"),
            ("\0\x1b\u{7f}\u{85}", "«⟨U+0000⟩»«⟨U+001B⟩»«⟨U+007F⟩»«⟨U+0085⟩»"),
            ("\u{a0}\u{3000}\u{2009}", "«⟨U+00A0⟩»«⟨U+3000⟩»«⟨U+2009⟩»"),
            ("a\u{202e}b", "a«⟨U+202E⟩»b"),
            ("\u{ad}\u{200b}\u{2060}\u{feff}", "«⟨U+00AD⟩»«⟨U+200B⟩»«⟨U+2060⟩»«⟨U+FEFF⟩»"),
            ("\u{2028}\u{2029}", "«⟨U+2028⟩»«⟨U+2029⟩»"),
            ("\u{e0041}", "«⟨U+E0041⟩»"),
            ("a\u{e0041}", "a«⟨U+E0041⟩»"),
            ("a\u{fe0f}", "a«⟨U+FE0F⟩»"),
            ("1\u{fe0f}", "1«⟨U+FE0F⟩»"),
            ("字\u{e0100}", "字«⟨U+E0100⟩»"),
            ("\u{fe0f}", "«⟨U+FE0F⟩»"),
            ("\u{200d}", "«⟨U+200D⟩»"),
            ("a\u{200d}b", "a«⟨U+200D⟩»b"),
            ("م\u{200c}", "م«⟨U+200C⟩»"),
            ("👩\u{200d}", "👩«⟨U+200D⟩»"),
            ("\u{600}\u{70f}", "«⟨U+0600⟩»«⟨U+070F⟩»"),
            ("\u{378}\u{ffff}\u{10ffff}", "«⟨U+0378⟩»«⟨U+FFFF⟩»«⟨U+10FFFF⟩»"),
            ("\u{e000}\u{f0000}", "«⟨U+E000⟩»«⟨U+F0000⟩»"),
            ("\u{115f}\u{3164}\u{ffa0}\u{34f}\u{2800}", "«⟨U+115F⟩»«⟨U+3164⟩»«⟨U+FFA0⟩»«⟨U+034F⟩»«⟨U+2800⟩»"),
            ("", "«⟨⟩»"),
            ("\u{301}", "«◌\u{301}»"),
            (" \u{301}", "«·»«◌\u{301}»"),
        ] {
            assert_eq!(shown(text.as_bytes()), wanted, "{text:?}");
        }
        for (bytes, wanted) in
            [(&b"\xe6\x97"[..], "«⟨E6 97⟩»"), (b"a\xff\xfe", "a«⟨FF FE⟩»"), (b"\r\xff", "«⟨U+000D⟩»«⟨FF⟩»")]
        {
            assert_eq!(shown(bytes), wanted);
        }
    }

    #[test]
    fn what_can_be_seen_stays_as_it_is() {
        for text in [
            "é日🙂",
            "e\u{301}",
            "👩\u{200d}💻",
            "👨🏽\u{200d}👩\u{200d}👧",
            "❤\u{fe0f}",
            "❤\u{fe0f}\u{200d}🔥",
            "1\u{fe0f}\u{20e3}",
            "🏴\u{e0067}\u{e0062}\u{e007f}",
            "🇫🇷",
            "हिन्दी",
            "·→⏎⟨⟩\u{fffd}",
        ] {
            assert_eq!(shown(text.as_bytes()), text);
        }
    }
}
