//! A drawn picture as `<svg>`: inline for a page that styles its classes, or stand-alone with the light theme in it.

use std::fmt::Write;

use super::canvas::{CELLS_SHAPE, short};
use super::font::{Font, MONO_FAMILY, TEXT_FAMILY};
use super::token_label::{escaped, xml_text};
use super::{colours, ink};

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

/// As `static/css/figure.css` has it. Its colours are written out: a file has no page to ask, and the rasteriser no
/// variables.
pub(super) const RULES: &str = ".lp-paper{fill:var(--lp-paper)}\
.lp-off{display:none}\
text{fill:var(--lp-ink)}.lp-mid{text-anchor:middle}.lp-end{text-anchor:end}\
.lp-note,.lp-id,.lp-sign{fill:var(--lp-muted)}\
.lp-box{fill:var(--lp-raised);stroke:var(--lp-line);stroke-width:1.2}\
.lp-open .lp-box,.lp-c .lp-box{stroke:var(--lp-muted)}\
.lp-a .lp-box{fill:var(--lp-prompt-fill);stroke:var(--lp-prompt)}.lp-a .lp-tok{fill:var(--lp-prompt-ink)}\
.lp-b .lp-box{fill:var(--lp-model-fill);stroke:var(--lp-model)}.lp-b .lp-tok{fill:var(--lp-model-ink)}\
.lp-c .lp-box{fill:none;stroke-dasharray:4 3}\
.lp-a .lp-sign{fill:var(--lp-prompt)}.lp-b .lp-sign{fill:var(--lp-model)}\
.lp-kv-a{fill:var(--lp-prompt)}.lp-kv-b{fill:var(--lp-model)}.lp-kv-n{fill:var(--lp-muted)}\
.lp-ring{fill:none;stroke:var(--lp-ink);stroke-width:2}\
.lp-band{fill:var(--lp-prompt-fill);opacity:.55}\
.lp-field{fill:var(--lp-raised);stroke:var(--lp-line)}\
.lp-share{fill:var(--lp-raised);stroke:var(--lp-muted);stroke-width:1.2}\
.lp-pick .lp-share{fill:var(--lp-model);stroke:var(--lp-model)}\
.lp-tail{stroke:var(--lp-muted)}.lp-hatch{stroke:var(--lp-muted);stroke-width:1.2;fill:none}\
.lp-zero,.lp-rule{stroke:var(--lp-line);fill:none}\
.lp-stage{fill:var(--lp-line)}.lp-stage-now{fill:var(--lp-prompt)}.lp-stage-done{fill:var(--lp-muted)}\
.lp-halo text{stroke:var(--lp-paper);stroke-width:5;paint-order:stroke;stroke-linejoin:round}\
.lp-time-a{fill:var(--lp-prompt)}.lp-time-b{fill:var(--lp-model)}\
.lp-whisker{stroke:var(--lp-ink);stroke-width:1.4;fill:none}.lp-dot{fill:var(--lp-ink)}\
.lp-cut-mark{stroke:var(--lp-prompt);stroke-width:3;fill:none}\
.lp-mark{stroke:var(--lp-prompt);stroke-width:1.4;fill:none}\
.lp-mass{fill:var(--lp-raised);stroke:var(--lp-muted);stroke-width:1.2}.lp-mass-now{fill:var(--lp-model);stroke:var(--lp-model)}\
.lp-plot{fill:var(--lp-prompt)}.lp-curve{stroke:var(--lp-prompt);stroke-width:2;fill:none;stroke-linejoin:round}\
.lp-dashed{stroke-dasharray:5 4}.lp-point{fill:var(--lp-prompt);stroke:var(--lp-prompt);stroke-width:1.6}.lp-hollow{fill:var(--lp-paper)}\
.lp-stack{fill:none}.lp-stack-a{stroke:var(--lp-prompt)}.lp-stack-b{stroke:var(--lp-model)}\
.lp-arrow{stroke:var(--lp-muted);stroke-width:1.4;fill:none}\
.lp-heat .lp-box{stroke:var(--lp-muted)}.lp-swatch{stroke:var(--lp-muted)}.lp-under{fill:var(--lp-ink)}\
.lp-heat-0 .lp-box,.lp-heat-0 .lp-swatch{fill:var(--lp-raised)}.lp-heat-1 .lp-box,.lp-heat-1 .lp-swatch{fill:var(--lp-heat-1)}\
.lp-heat-2 .lp-box,.lp-heat-2 .lp-swatch{fill:var(--lp-heat-2)}.lp-heat-3 .lp-box,.lp-heat-3 .lp-swatch{fill:var(--lp-heat-3)}\
.lp-heat-4 .lp-box,.lp-heat-4 .lp-swatch{fill:var(--lp-heat-4)}\
.lp-then .lp-tok,.lp-pruned .lp-tok{fill:var(--lp-muted)}.lp-struck{stroke:var(--lp-muted);stroke-width:1.4;fill:none}";

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
    css + &colours::written_out(RULES)
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
