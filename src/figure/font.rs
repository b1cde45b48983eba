//! The bundled fonts: how wide a text is and which characters they have. Figures are laid out with these numbers and
//! the page serves the same fonts, so that text stays in its box.

use std::sync::LazyLock;

const TEXT: &[u8] = include_bytes!("../../static/fonts/text-400.ttf");
const STRONG: &[u8] = include_bytes!("../../static/fonts/text-600.ttf");
const MONO: &[u8] = include_bytes!("../../static/fonts/mono-400.ttf");

/// What the rasteriser may use, and nothing else.
pub(super) const FILES: [&[u8]; 3] = [TEXT, STRONG, MONO];

pub(super) const TEXT_FAMILY: &str = "'Logitpress Text', 'Source Sans 3', system-ui, sans-serif";
pub(super) const MONO_FAMILY: &str = "'Logitpress Mono', 'JetBrains Mono', ui-monospace, monospace";

/// Of a sign that the font lacks, in the font's units.
const UNKNOWN: u16 = 600;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Font {
    Text,
    Strong,
    Mono,
}

#[expect(clippy::expect_used, reason = "the files are part of the program, and every test draws with them")]
static FACES: LazyLock<[ttf_parser::Face<'static>; 3]> =
    LazyLock::new(|| FILES.map(|file| ttf_parser::Face::parse(file, 0).expect("a bundled font is a font")));

/// Most letters are of the first 256 code points: their advances, by font, without a search in the font's tables.
static LATIN: LazyLock<[Vec<Option<u16>>; 3]> = LazyLock::new(|| {
    [Font::Text, Font::Strong, Font::Mono].map(|font| ('\0'..='\u{ff}').map(|sign| font.look_up(sign)).collect())
});

impl Font {
    fn face(self) -> &'static ttf_parser::Face<'static> {
        let [text, strong, mono] = &*FACES;
        match self {
            Self::Text => text,
            Self::Strong => strong,
            Self::Mono => mono,
        }
    }

    /// The advance of a sign that the font has, in the font's units.
    fn advance(self, sign: char) -> Option<u16> {
        match LATIN[self as usize].get(sign as usize) {
            Some(advance) => *advance,
            None => self.look_up(sign),
        }
    }

    fn look_up(self, sign: char) -> Option<u16> {
        let face = self.face();
        face.glyph_index(sign).map(|glyph| face.glyph_hor_advance(glyph).unwrap_or(UNKNOWN))
    }

    pub(super) fn has(self, sign: char) -> bool {
        self.advance(sign).is_some()
    }

    /// Sum of the advances, in the unit of `size`. Kerning is left out: it is small, and mostly makes text narrower.
    pub(super) fn width(self, text: &str, size: f64) -> f64 {
        let units: f64 = text.chars().map(|sign| f64::from(self.advance(sign).unwrap_or(UNKNOWN))).sum();
        units * size / f64::from(self.face().units_per_em())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_monospace_is_one_and_has_the_signs_of_the_figures() {
        assert_eq!(Font::Mono.width("illi", 10.0), Font::Mono.width("MW·⏎", 10.0));
        assert!("·→⏎⟨⟩…−◌".chars().all(|sign| Font::Mono.has(sign)));
        assert!("·→…−×÷≈≤≥".chars().all(|sign| Font::Text.has(sign) && Font::Strong.has(sign)));
        assert!(!Font::Mono.has('字'));
    }

    #[test]
    fn all_that_is_served_stays_small() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("static/fonts");
        let size = |name: &str| std::fs::metadata(folder.join(name)).unwrap().len();
        let total: u64 = ["text.woff2", "mono-400.woff2"].into_iter().map(size).sum();
        assert!(total <= 20_000, "{total} bytes of fonts");
    }
}
