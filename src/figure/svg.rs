//! A drawn picture as `<svg>`: inline for a page that styles its classes, or stand-alone with the light theme in it.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::canvas::short;
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
    /// Groups of `markup` that have a place of their own, in the order of their beginning.
    pub(super) parts: Vec<Part>,
}

/// One `<g transform="translate(x y)" …>…</g>` of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) start: usize,
    /// Where what does not depend on its place begins.
    pub(super) rest: usize,
    pub(super) end: usize,
    pub(super) x: f64,
    pub(super) y: f64,
}

/// Shorter than this, a part is not worth a reference.
const WORTH: usize = 80;

/// As `static/css/figure.css` has it. Its colours are written out: a file has no page to ask, and the rasteriser no
/// variables.
pub(super) const RULES: &str = ".lp-paper{fill:var(--lp-paper)}\
.lp-off{display:none}\
text{fill:var(--lp-ink)}.lp-mid{text-anchor:middle}.lp-end{text-anchor:end}\
.lp-note,.lp-id,.lp-sign{fill:var(--lp-muted)}\
.lp-box{fill:var(--lp-raised);stroke:var(--lp-line);stroke-width:1.2}\
.lp-open .lp-box,.lp-c .lp-box{stroke:var(--lp-muted)}\
.lp-a .lp-box{fill:var(--lp-prompt-fill);stroke:var(--lp-prompt)}.lp-a .lp-tok{fill:var(--lp-prompt-ink)}\
.lp-b .lp-box{fill:var(--lp-model-fill);stroke:var(--lp-model);stroke-width:2}.lp-b .lp-tok{fill:var(--lp-model-ink)}\
.lp-c .lp-box{fill:none;stroke-dasharray:4 3}\
.lp-a .lp-sign{fill:var(--lp-prompt)}.lp-b .lp-sign{fill:var(--lp-model)}\
.lp-kv-a{fill:var(--lp-prompt)}.lp-kv-b{fill:var(--lp-model)}.lp-kv-n{fill:var(--lp-muted)}\
.lp-ring{fill:none;stroke:var(--lp-ink);stroke-width:2}\
.lp-boxes,.lp-share{fill:var(--lp-raised);stroke:var(--lp-muted);stroke-width:1.2}\
.lp-rest{fill:none;stroke:var(--lp-muted);stroke-width:11;stroke-dasharray:1.2 3.8}\
.lp-way{fill:none;stroke:var(--lp-model);stroke-width:2;stroke-linecap:round}.lp-way-in{stroke:var(--lp-prompt)}\
.lp-field{fill:var(--lp-raised);stroke:var(--lp-line)}\
.lp-pick .lp-share,.lp-boxes.lp-pick{fill:var(--lp-model);stroke:var(--lp-model)}\
.lp-logit{fill:var(--lp-muted);opacity:.45}.lp-axis{stroke:var(--lp-ink);stroke-width:1.2;fill:none}\
.lp-tail{stroke:var(--lp-muted)}.lp-hatch{stroke:var(--lp-muted);stroke-width:1.2;fill:none}\
.lp-zero,.lp-rule{stroke:var(--lp-line);fill:none}\
.lp-choices{fill:none}.lp-stage-now{fill:var(--lp-prompt)}\
.lp-fork{stroke:var(--lp-muted);stroke-width:1.4;fill:none}.lp-rank{fill:var(--lp-model);opacity:.55}\
.lp-halo text{stroke:var(--lp-paper);stroke-width:5;paint-order:stroke;stroke-linejoin:round}\
.lp-time-a{fill:var(--lp-prompt)}.lp-time-b{fill:var(--lp-model)}\
.lp-whisker{stroke:var(--lp-ink);stroke-width:1.4;fill:none}.lp-dot{fill:var(--lp-ink)}.lp-cut{stroke:var(--lp-paper);fill:none}\
.lp-cut-mark{stroke:var(--lp-prompt);stroke-width:3;fill:none}\
.lp-mark{stroke:var(--lp-prompt);stroke-width:1.4;fill:none}\
.lp-plot{fill:var(--lp-prompt)}.lp-curve{stroke:var(--lp-prompt);stroke-width:2;fill:none;stroke-linejoin:round}\
.lp-dashed{stroke-dasharray:5 4}.lp-band{fill:var(--lp-prompt);fill-opacity:.18}.lp-second .lp-band{fill:var(--lp-model)}.lp-point{fill:var(--lp-prompt);stroke:var(--lp-prompt);stroke-width:1.6}.lp-hollow{fill:var(--lp-paper)}\
.lp-second .lp-curve{stroke:var(--lp-model);stroke-dasharray:7 4}.lp-second .lp-point{fill:var(--lp-model);stroke:var(--lp-model)}.lp-second .lp-hollow{fill:var(--lp-paper)}\
.lp-first .lp-tok,.lp-first .lp-strong{fill:var(--lp-prompt-ink)}.lp-second .lp-tok,.lp-second .lp-strong{fill:var(--lp-model-ink)}\
.lp-values{opacity:.45}.lp-again{fill:none;stroke:var(--lp-muted);stroke-width:.8}\
.lp-arrow{stroke:var(--lp-muted);stroke-width:1.4;fill:none}\
.lp-heat .lp-box{stroke:var(--lp-muted)}.lp-swatch{stroke:var(--lp-muted)}\
.lp-heat-0 .lp-box,.lp-heat-0 .lp-swatch{fill:var(--lp-raised)}.lp-heat-1 .lp-box,.lp-heat-1 .lp-swatch{fill:var(--lp-heat-1)}\
.lp-heat-2 .lp-box,.lp-heat-2 .lp-swatch{fill:var(--lp-heat-2)}.lp-heat-3 .lp-box,.lp-heat-3 .lp-swatch{fill:var(--lp-heat-3)}\
.lp-heat-4 .lp-box,.lp-heat-4 .lp-swatch{fill:var(--lp-heat-4)}\
.lp-edge{fill:none;stroke:var(--lp-model)}.lp-pruned .lp-edge{stroke:var(--lp-muted);opacity:.5}\
.lp-pruned .lp-box{fill:none;stroke:var(--lp-muted)}.lp-then .lp-tok,.lp-pruned .lp-tok,.lp-pruned .lp-num{fill:var(--lp-muted)}";

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
    /// What the picture refers to.
    fn definitions(&self, markup: &str) -> String {
        let id = &self.id;
        if !markup.contains(&format!("(#{id}-hatch)")) {
            return String::new();
        }
        format!(
            "<defs><pattern id=\"{id}-hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
             <path class=\"lp-hatch\" d=\"M-1 1l2-2M0 6l6-6M5 7l2-2\"/></pattern></defs>"
        )
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
        self.element(class, &self.named(), &self.words(title, description), &self.markup)
    }

    /// The figure in both its layouts, of which a page shows one. What both draw alike stands in `self`, and `narrow`
    /// refers to it; so do its words, because what they name may be hidden.
    pub fn inline_with(&self, narrow: &Self, title: &str, description: &str) -> [String; 2] {
        let (own, other) = self.shared_with(narrow);
        [
            self.element("lp-wide", &self.named(), &self.words(title, description), &own),
            narrow.element("lp-narrow", &self.named(), "", &other),
        ]
    }

    /// The markup of both pictures: parts of `narrow` that this one has too are references to them.
    fn shared_with(&self, narrow: &Self) -> (String, String) {
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for (at, part) in self.parts.iter().enumerate() {
            if let Some(rest) = self.markup.get(part.rest..part.end) {
                known.entry(rest).or_insert(at);
            }
        }
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        let (mut other, mut written) = (String::new(), 0);
        for part in &narrow.parts {
            let rest = narrow.markup.get(part.rest..part.end).filter(|rest| rest.len() >= WORTH);
            let Some(at) = rest.and_then(|rest| known.get(rest)).filter(|_| part.start >= written) else { continue };
            let Some(same) = self.parts.get(*at) else { continue };
            let next = numbers.len();
            let number = numbers.entry(*at).or_insert(next);
            other.push_str(narrow.markup.get(written..part.start).unwrap_or_default());
            let _ = write!(other, "<use href=\"#{}-{number}\"", self.id);
            for (name, move_by) in [("x", part.x - same.x), ("y", part.y - same.y)] {
                if move_by.abs() >= 0.05 {
                    let _ = write!(other, " {name}=\"{}\"", short(move_by));
                }
            }
            other.push_str("/>");
            written = part.end;
        }
        other.push_str(narrow.markup.get(written..).unwrap_or_default());
        let (mut own, mut written) = (String::new(), 0);
        for (at, number) in numbers {
            let Some(part) = self.parts.get(at) else { continue };
            own.push_str(self.markup.get(written..part.rest).unwrap_or_default());
            let _ = write!(own, " id=\"{}-{number}\"", self.id);
            written = part.rest;
        }
        own.push_str(self.markup.get(written..).unwrap_or_default());
        (own, other)
    }

    fn element(&self, class: &str, named: &str, words: &str, markup: &str) -> String {
        format!(
            "<svg class=\"{}\" data-ratio=\"{:.4}\" viewBox=\"0 0 {} {}\" {named}>{words}{}{markup}</svg>",
            escaped(class),
            self.width / self.height,
            short(self.width),
            short(self.height),
            self.definitions(markup),
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
            self.definitions(&self.markup),
            self.markup,
            m = short(-margin),
            w = short(width),
            h = short(height)
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::figure::canvas::{Canvas, Shows, Span};
    use crate::figure::fixture::{examples, hard};
    use crate::words::Words;

    /// Whether a selector of `css` names `class`.
    fn styled(css: &str, class: &str) -> bool {
        let name = format!(".{class}");
        css.match_indices(&name).any(|(at, _)| {
            let next = css[at + name.len()..].chars().next();
            !next.is_some_and(|sign| sign.is_ascii_alphanumeric() || sign == '-')
        })
    }

    /// Of the shapes and texts; a group may be there for scripts alone.
    fn classes(markup: &str) -> BTreeSet<&str> {
        let parts = markup.split('<').filter(|part| !part.starts_with("g "));
        let lists = parts.filter_map(|part| part.split_once("class=\"")?.1.split('"').next());
        lists.flat_map(|list| list.split(' ')).collect()
    }

    /// A shape without a rule is black: in a file, in print and, not to be seen, on a dark page.
    #[test]
    fn every_class_of_a_shape_has_a_rule_in_the_file_and_on_the_page() {
        let sheet = |name: &str| {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("static/css");
            std::fs::read_to_string(folder.join(format!("{name}.css"))).unwrap()
        };
        let shared = sheet("figure");
        let mut seen = BTreeSet::new();
        for (_, trace) in hard() {
            for (kind, drawn) in examples(&trace, Words::english()) {
                let Some(drawn) = drawn else { continue };
                let page = shared.clone() + &kind.style.map(sheet).unwrap_or_default();
                for class in [&drawn.wide, &drawn.narrow].into_iter().flat_map(|svg| classes(&svg.markup)) {
                    // Whose font is the reader's has no look of its own.
                    if class == "lp-far" {
                        continue;
                    }
                    assert!(styled(&stylesheet(), class), "{}: the file has no rule for .{class}", kind.name);
                    assert!(styled(&page, class), "{}: the page has no rule for .{class}", kind.name);
                    seen.insert(class.to_owned());
                }
            }
        }
        assert!(seen.len() > 20, "{seen:?}");
    }

    fn drawn(id: &str, at: f64, wide: f64) -> Svg {
        let mut canvas = Canvas::new(id.into(), Shows::All(2));
        canvas.part("lp-b", Span::only(1), at, 10.0, |canvas| {
            canvas.rect("lp-box", 0.0, 0.0, 40.0, 20.0, 4.0);
            canvas.dot("lp-dot", 3.0, 3.0, 2.0);
        });
        canvas.placed("", 0.0, 0.0, |canvas| {
            canvas.rect("lp-box", 0.0, 0.0, wide, 20.0, 4.0);
            canvas.dot("lp-dot", 3.0, 3.0, 2.0);
        });
        canvas.finish(100.0, 50.0)
    }

    #[test]
    fn what_both_layouts_draw_alike_stands_on_the_page_once() {
        let (wide, narrow) = (drawn("w", 60.0, 70.0), drawn("n", 5.0, 30.0));
        let [own, other] = wide.inline_with(&narrow, "title", "description");
        let part = "<g transform=\"translate(60 10)\" id=\"w-0\" class=\"lp-b lp-off\" data-only=\"1\">";
        assert!(own.contains(part), "{own}");
        assert!(other.contains("<use href=\"#w-0\" x=\"-55\"/>"), "{other}");
        assert!(other.contains("width=\"30\"") && !other.contains("width=\"40\""), "{other}");
        assert_eq!(own.matches(" id=\"w-").count(), 3, "the title, the description and one part: {own}");
        assert!(narrow.file("title", "description").contains("width=\"40\""), "a file stands alone");
    }

    /// Browsers differ in whether the original's ancestors count for what a reference shows.
    #[test]
    fn no_rule_of_a_part_of_a_picture_asks_what_it_stands_in() {
        let css = include_str!("../../static/css/figure.css");
        for part in RULES.split("}").flat_map(|rule| rule.split('{').next().unwrap_or_default().split(',')) {
            let class = part.trim().split([' ', '.']).find(|name| name.starts_with("lp-")).unwrap_or_default();
            if !class.is_empty() {
                assert!(!css.contains(&format!(".lp-picture .{class} ")), ".lp-picture .{class}");
            }
        }
    }
}
