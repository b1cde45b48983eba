//! A drawn picture as `<svg>`: inline for a page that styles its classes, or stand-alone with the light theme in it.

use std::fmt::Write;

use super::canvas::{CELLS_SHAPE, short};
use super::font::{Font, MONO_FAMILY, TEXT_FAMILY};
use super::ink;
use super::token_label::{escaped, xml_text};

/// A picture. Colours come from classes, so that a page can theme it; `file` writes the light theme into it.
#[derive(Clone, Debug, PartialEq)]
pub struct Svg {
    /// Unique on the page; ids inside the picture begin with it.
    pub id: String,
    /// In CSS pixels.
    pub width: f64,
    pub height: f64,
    /// What stands inside `<svg>`.
    pub markup: String,
}

/// The light theme of `static/css/theme.css`, literal: a file has no page to ask, and the rasteriser no variables.
const LIGHT: &str = ".lp-paper{fill:#fbfaf7}\
.lp-off{display:none}\
text{fill:#1d1f24}.lp-mid{text-anchor:middle}.lp-end{text-anchor:end}\
.lp-note,.lp-id,.lp-sign{fill:#5b606b}\
.lp-box{fill:#fff;stroke:#d9d6ce;stroke-width:1.2}\
.lp-open .lp-box,.lp-c .lp-box{stroke:#5b606b}\
.lp-a .lp-box{fill:#e3edf9;stroke:#1f5fae}.lp-a .lp-tok{fill:#123f78}\
.lp-b .lp-box{fill:#fbead9;stroke:#b4530a}.lp-b .lp-tok{fill:#7a3504}\
.lp-c .lp-box{fill:none;stroke-dasharray:4 3}\
.lp-a .lp-sign{fill:#1f5fae}.lp-b .lp-sign{fill:#b4530a}\
.lp-kv-a{fill:#1f5fae}.lp-kv-b{fill:#b4530a}.lp-kv-n{fill:#5b606b}\
.lp-ring{fill:none;stroke:#1d1f24;stroke-width:2}\
.lp-band{fill:#e3edf9;opacity:.55}\
.lp-field{fill:#fff;stroke:#d9d6ce}\
.lp-share{fill:#fff;stroke:#5b606b;stroke-width:1.2}\
.lp-pick .lp-share{fill:#b4530a;stroke:#b4530a}\
.lp-tail{stroke:#5b606b}.lp-hatch{stroke:#5b606b;stroke-width:1.2;fill:none}\
.lp-zero,.lp-rule{stroke:#d9d6ce;fill:none}\
.lp-stage{fill:#d9d6ce}.lp-stage-now{fill:#1f5fae}.lp-stage-done{fill:#5b606b}\
.lp-halo text{stroke:#fbfaf7;stroke-width:5;paint-order:stroke;stroke-linejoin:round}\
.lp-time-a{fill:#1f5fae}.lp-time-b{fill:#b4530a}\
.lp-whisker{stroke:#1d1f24;stroke-width:1.4;fill:none}.lp-dot{fill:#1d1f24}\
.lp-mark{stroke:#1f5fae;stroke-width:1.4;fill:none}\
.lp-mass{fill:#fff;stroke:#5b606b;stroke-width:1.2}.lp-mass-now{fill:#b4530a;stroke:#b4530a}\
.lp-plot{fill:#1f5fae}.lp-curve{stroke:#1f5fae;stroke-width:2;fill:none;stroke-linejoin:round}\
.lp-dashed{stroke-dasharray:5 4}.lp-point{fill:#1f5fae;stroke:#1f5fae;stroke-width:1.6}.lp-hollow{fill:#fbfaf7}\
.lp-stack{fill:none}.lp-stack-a{stroke:#1f5fae}.lp-stack-b{stroke:#b4530a}\
.lp-arrow{stroke:#5b606b;stroke-width:1.4;fill:none}\
.lp-heat .lp-box{stroke:#5b606b}.lp-swatch{stroke:#5b606b}.lp-under{fill:#1d1f24}\
.lp-heat-0 .lp-box,.lp-heat-0 .lp-swatch{fill:#fff}.lp-heat-1 .lp-box,.lp-heat-1 .lp-swatch{fill:#f7e9e9}\
.lp-heat-2 .lp-box,.lp-heat-2 .lp-swatch{fill:#f0d4d2}.lp-heat-3 .lp-box,.lp-heat-3 .lp-swatch{fill:#e7b9b7}\
.lp-heat-4 .lp-box,.lp-heat-4 .lp-swatch{fill:#dd9d9a}\
.lp-then .lp-tok,.lp-pruned .lp-tok{fill:#5b606b}.lp-struck{stroke:#5b606b;stroke-width:1.4;fill:none}";

/// The style sheet of every stand-alone picture: the same text in all of them, so that a host's policy can name its
/// digest.
pub fn stylesheet() -> String {
    let mut css = String::new();
    for ink in ink::ALL {
        let (family, weight) = match ink.font {
            Font::Mono => (MONO_FAMILY, 400),
            Font::Text => (TEXT_FAMILY, 400),
            Font::Strong => (TEXT_FAMILY, 600),
        };
        // Writing to a String cannot fail.
        let _ = write!(css, ".{}{{font-family:{family};font-size:{}px;font-weight:{weight}}}", ink.class, ink.size);
    }
    css + LIGHT
}

impl Svg {
    /// What the picture uses more than once.
    fn definitions(&self) -> String {
        let id = &self.id;
        let mut definitions = String::new();
        if self.markup.contains("class=\"lp-tail\"") {
            definitions.push_str(&format!(
                "<pattern id=\"{id}-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
                 <path class=\"lp-hatch\" d=\"M-1 1l2-2M0 6l6-6M5 7l2-2\"/></pattern>"
            ));
        }
        if self.markup.contains("<use ") {
            definitions.push_str(&format!("<path id=\"{id}-kv\" d=\"{CELLS_SHAPE}\"/>"));
        }
        if definitions.is_empty() { definitions } else { format!("<defs>{definitions}</defs>") }
    }

    fn words(&self, title: &str, description: &str) -> String {
        format!(
            "<title id=\"{id}-title\">{}</title><desc id=\"{id}-desc\">{}</desc>",
            xml_text(title),
            xml_text(description),
            id = self.id
        )
    }

    fn named(&self) -> String {
        format!("role=\"img\" aria-labelledby=\"{id}-title\" aria-describedby=\"{id}-desc\"", id = self.id)
    }

    /// For a page whose style sheet colours the classes. `title` and `description` are plain text.
    pub fn inline(&self, class: &str, title: &str, description: &str) -> String {
        format!(
            "<svg class=\"{}\" viewBox=\"0 0 {} {}\" {}>{}{}{}</svg>",
            escaped(class),
            short(self.width),
            short(self.height),
            self.named(),
            self.words(title, description),
            self.definitions(),
            self.markup
        )
    }

    /// The same figure in another layout beside `other`, which holds the words of both: what they name may be hidden.
    pub fn inline_beside(&self, class: &str, other: &Self) -> String {
        format!(
            "<svg class=\"{}\" viewBox=\"0 0 {} {}\" {}>{}{}</svg>",
            escaped(class),
            short(self.width),
            short(self.height),
            other.named(),
            self.definitions(),
            self.markup
        )
    }

    /// A file that stands alone, in the light theme.
    pub fn file(&self, title: &str, description: &str) -> String {
        self.file_with_margin(20.0, title, description)
    }

    pub(super) fn file_with_margin(&self, margin: f64, title: &str, description: &str) -> String {
        let (width, height) = (self.width + 2.0 * margin, self.height + 2.0 * margin);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{m} {m} {w} {h}\" width=\"{w}\" height=\"{h}\" \
             {}>{}<style>{}</style>{}<rect class=\"lp-paper\" x=\"{m}\" y=\"{m}\" width=\"{w}\" height=\"{h}\"/>{}\
             </svg>\n",
            self.named(),
            self.words(title, description),
            stylesheet(),
            self.definitions(),
            self.markup,
            m = short(-margin),
            w = short(width),
            h = short(height)
        )
    }
}
