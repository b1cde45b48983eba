//! Every kind of text in a figure: its class, font and size. Layout measures with it, the stand-alone file is styled
//! from it, and a test holds `static/css/figure.css` to it.

use super::font::Font;

#[derive(Clone, Copy, Debug)]
pub(super) struct Ink {
    pub(super) class: &'static str,
    pub(super) font: Font,
    pub(super) size: f64,
}

/// A token's text.
pub(super) const TOKEN: Ink = Ink { class: "lp-tok", font: Font::Mono, size: 14.0 };
/// A token's id, a count of bytes, a logit.
pub(super) const ID: Ink = Ink { class: "lp-id", font: Font::Mono, size: 12.0 };
/// What a part of the picture is called.
pub(super) const HEAD: Ink = Ink { class: "lp-head", font: Font::Strong, size: 15.0 };
/// Words beside the thing they name.
pub(super) const NOTE: Ink = Ink { class: "lp-note", font: Font::Text, size: 13.0 };
/// A number that a reader compares.
pub(super) const NUMBER: Ink = Ink { class: "lp-num", font: Font::Text, size: 14.0 };
/// The number of what was chosen.
pub(super) const STRONG: Ink = Ink { class: "lp-strong", font: Font::Strong, size: 14.0 };

pub(super) const ALL: [Ink; 6] = [TOKEN, ID, HEAD, NOTE, NUMBER, STRONG];

impl Ink {
    pub(super) fn width(self, text: &str) -> f64 {
        self.font.width(text, self.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_styles_text_as_it_was_measured() {
        let css = include_str!("../../static/css/figure.css");
        for ink in ALL {
            let rule = format!("text.{} {{", ink.class);
            let body = css.split(&rule).nth(1).unwrap_or_else(|| panic!("no rule {rule}")).split('}').next().unwrap();
            assert!(body.contains(&format!("font-size: {}px;", ink.size)), "{rule} {body}");
            let strong = body.contains("font-weight: 600;");
            assert_eq!(strong, ink.font == Font::Strong, "{rule}");
            assert_eq!(body.contains("var(--lp-mono)"), ink.font == Font::Mono, "{rule}");
            assert!(ink.size >= 12.0);
        }
    }
}
