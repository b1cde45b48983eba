//! Writes the inside of an `<svg>`: shapes and texts with classes, and which steps they are there for.

use std::fmt::Write;

use super::Svg;
use super::ink::{ID, Ink, TOKEN};
use super::svg::Part;
use super::token_label::{Fitted, Look, push_escaped};

/// The steps during which something is in the picture, counted from 1; both ends belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: usize,
    pub(super) until: Option<usize>,
}

impl Span {
    pub(super) const ALWAYS: Self = Self { from: 0, until: None };

    pub(super) fn from(step: usize) -> Self {
        Self { from: step, until: None }
    }

    pub(super) fn only(step: usize) -> Self {
        Self { from: step, until: Some(step) }
    }

    pub(super) fn between(from: usize, until: usize) -> Self {
        Self { from, until: Some(until) }
    }

    pub(super) fn holds(self, step: usize) -> bool {
        self.from <= step && self.until.is_none_or(|until| step <= until)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Which steps a picture holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shows {
    /// All of them; the given one is seen where no script runs.
    All(usize),
    /// One of them and nothing else.
    One(usize),
}

pub(super) struct Canvas {
    id: String,
    shows: Shows,
    markup: String,
    /// For each open group, whether an element was written for it.
    open: Vec<bool>,
    /// Depth of the group from which on nothing is written.
    muted: Option<usize>,
    parts: Vec<Part>,
}

/// A coordinate in tenths of a pixel.
pub(super) fn short(value: f64) -> String {
    let text = format!("{:.1}", value);
    match text.strip_suffix(".0") {
        Some("-0") => "0".into(),
        Some(whole) => whole.into(),
        None => text,
    }
}

impl Canvas {
    /// `id`: unique on the page.
    pub(super) fn new(id: String, shows: Shows) -> Self {
        Self { id, shows, markup: String::new(), open: Vec::new(), muted: None, parts: Vec::new() }
    }

    pub(super) fn finish(self, width: f64, height: f64) -> Svg {
        Svg { id: self.id, width, height: height.ceil(), markup: self.markup, parts: self.parts }
    }

    fn put(&mut self, write: impl FnOnce(&mut String) -> std::fmt::Result) {
        if self.muted.is_none() {
            // Writing to a String cannot fail.
            let _ = write(&mut self.markup);
        }
    }

    /// What `draw` draws with its origin at (`x`, `y`). What differs only in its place is then written alike: a page
    /// of it is small, and where both layouts of a figure have it, it stands there once.
    pub(super) fn placed(&mut self, class: &str, x: f64, y: f64, draw: impl FnOnce(&mut Self)) {
        self.part(class, Span::ALWAYS, x, y, draw);
    }

    /// [`Self::placed`], there only during `span`.
    pub(super) fn part(&mut self, class: &str, span: Span, x: f64, y: f64, draw: impl FnOnce(&mut Self)) {
        self.enclosed(class, span, Some((x, y)), draw);
    }

    /// What `draw` draws, read from bottom to top, with its origin at (`x`, `y`).
    pub(super) fn upright(&mut self, x: f64, y: f64, draw: impl FnOnce(&mut Self)) {
        self.put(|out| write!(out, "<g transform=\"translate({} {}) rotate(-90)\">", short(x), short(y)));
        draw(self);
        self.put(|out| out.write_str("</g>"));
    }

    /// What `draw` draws, grouped; there only during `span`.
    pub(super) fn group(&mut self, class: &str, span: Span, draw: impl FnOnce(&mut Self)) {
        self.enclosed(class, span, None, draw);
    }

    fn enclosed(&mut self, class: &str, span: Span, place: Option<(f64, f64)>, draw: impl FnOnce(&mut Self)) {
        if self.misses(span) && self.muted.is_none() {
            self.muted = Some(self.open.len());
        }
        let attributes = self.attributes(class, span);
        let element = !attributes.is_empty() || place.is_some();
        self.open.push(element);
        let start = self.markup.len();
        let mut part = None;
        if element && self.muted.is_none() {
            self.markup.push_str("<g");
            if let Some((x, y)) = place {
                // Writing to a String cannot fail.
                let _ = write!(self.markup, " transform=\"translate({} {})\"", short(x), short(y));
                part = Some(self.parts.len());
                let (x, y) = ((x * 10.0).round() / 10.0, (y * 10.0).round() / 10.0);
                self.parts.push(Part { start, rest: self.markup.len(), end: start, x, y });
            }
            self.markup.push_str(&attributes);
            self.markup.push('>');
        }
        draw(self);
        if self.open.pop() == Some(true) {
            self.put(|out| out.write_str("</g>"));
        }
        if let Some(part) = part.and_then(|part| self.parts.get_mut(part)) {
            part.end = self.markup.len();
        }
        if self.muted == Some(self.open.len()) {
            self.muted = None;
        }
    }

    /// What `draw` draws, grouped, for a script to find: `data` is `data-NAME="VALUE"`, written by us.
    pub(super) fn marked(&mut self, class: &str, data: &str, draw: impl FnOnce(&mut Self)) {
        self.put(|out| write!(out, "<g class=\"{class}\" {data}>"));
        draw(self);
        self.put(|out| out.write_str("</g>"));
    }

    /// A line that is as thick as what it stands for is much.
    pub(super) fn strand(&mut self, class: &str, data: &str, thick: f64) {
        self.put(|out| write!(out, "<path class=\"{class}\" d=\"{data}\" stroke-width=\"{}\"/>", short(thick)));
    }

    /// Whether the picture is of one step that `span` does not hold.
    fn misses(&self, span: Span) -> bool {
        matches!(self.shows, Shows::One(step) if span != Span::ALWAYS && !span.holds(step))
    }

    /// Class and steps of an element, with a blank before each.
    fn attributes(&self, class: &str, span: Span) -> String {
        let timed = span != Span::ALWAYS && matches!(self.shows, Shows::All(_));
        let off = matches!(self.shows, Shows::All(step) if timed && !span.holds(step));
        let mut out = match (class, off) {
            ("", false) => String::new(),
            ("", true) => " class=\"lp-off\"".to_owned(),
            (_, false) => format!(" class=\"{class}\""),
            (_, true) => format!(" class=\"{class} lp-off\""),
        };
        if timed {
            out += &match span.until {
                Some(until) if until == span.from => format!(" data-only=\"{until}\""),
                Some(until) => format!(" data-from=\"{}\" data-until=\"{until}\"", span.from),
                None => format!(" data-from=\"{}\"", span.from),
            };
        }
        out
    }

    pub(super) fn rect(&mut self, class: &str, x: f64, y: f64, width: f64, height: f64, radius: f64) {
        self.rect_during(Span::ALWAYS, class, x, y, width, height, radius);
    }

    pub(super) fn rect_during(
        &mut self,
        span: Span,
        class: &str,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
        radius: f64,
    ) {
        if self.misses(span) {
            return;
        }
        let attributes = self.attributes(class, span);
        self.put(|out| {
            write!(out, "<rect{attributes} x=\"{}\" y=\"{}\"", short(x), short(y))?;
            write!(out, " width=\"{}\" height=\"{}\"", short(width.max(0.0)), short(height))?;
            if radius > 0.0 {
                write!(out, " rx=\"{}\"", short(radius))?;
            }
            out.write_str("/>")
        });
    }

    /// Hatched: what is not shown one by one. Uses the pattern that [`Svg::inline`] and [`Svg::file`] define.
    pub(super) fn hatched(&mut self, x: f64, y: f64, width: f64, height: f64) {
        let fill = format!("url(#{}-hatch)", self.id);
        self.put(|out| {
            write!(out, "<rect class=\"lp-tail\" fill=\"{fill}\" x=\"{}\" y=\"{}\"", short(x), short(y))?;
            write!(out, " width=\"{}\" height=\"{}\" rx=\"2\"/>", short(width.max(0.0)), short(height))
        });
    }

    pub(super) fn path(&mut self, class: &str, data: &str) {
        self.path_during(Span::ALWAYS, class, data);
    }

    pub(super) fn path_during(&mut self, span: Span, class: &str, data: &str) {
        if self.misses(span) {
            return;
        }
        let attributes = self.attributes(class, span);
        self.put(|out| write!(out, "<path{attributes} d=\"{data}\"/>"));
    }

    pub(super) fn dot(&mut self, class: &str, x: f64, y: f64, radius: f64) {
        self.put(|out| {
            write!(out, "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>", short(x), short(y), short(radius))
        });
    }

    /// Our own words: characters of the bundled fonts only.
    pub(super) fn text(&mut self, ink: Ink, x: f64, y: f64, anchor: Anchor, text: &str) {
        self.put(|out| {
            write!(out, "<text class=\"{}", ink.class)?;
            out.push_str(match anchor {
                Anchor::Start => "",
                Anchor::Middle => " lp-mid",
                Anchor::End => " lp-end",
            });
            write!(out, "\" x=\"{}\" y=\"{}\">", short(x), short(y))?;
            push_escaped(text, out);
            out.write_str("</text>")
        });
    }

    /// A token's text from `x` on. What the bundled fonts lack stands in a text of its own with a fixed length, so
    /// that it keeps its place whatever font draws it, and so that directions do not mix.
    pub(super) fn label(&mut self, label: &Fitted, x: f64, y: f64) {
        let mut at = x;
        let mut open = false;
        for run in &label.runs {
            let place = short(at);
            self.put(|out| {
                if run.look == Look::Far {
                    if std::mem::take(&mut open) {
                        out.push_str("</text>");
                    }
                    write!(out, "<text class=\"{} lp-far\" x=\"{place}\" y=\"{}\"", TOKEN.class, short(y))?;
                    write!(out, " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">", short(run.width))?;
                    push_escaped(&run.text, out);
                    return out.write_str("</text>");
                }
                if !std::mem::replace(&mut open, true) {
                    write!(out, "<text class=\"{}\" x=\"{place}\" y=\"{}\">", TOKEN.class, short(y))?;
                }
                match run.look {
                    Look::Sign => {
                        out.push_str("<tspan class=\"lp-sign\">");
                        push_escaped(&run.text, out);
                        out.push_str("</tspan>");
                    }
                    _ => push_escaped(&run.text, out),
                }
                Ok(())
            });
            at += run.width;
        }
        if open {
            self.put(|out| out.write_str("</text>"));
        }
    }

    /// What a mark stands for, for who points at it.
    pub(super) fn tip(&mut self, text: &str) {
        self.put(|out| {
            out.push_str("<title>");
            push_escaped(text, out);
            out.write_str("</title>")
        });
    }

    /// The full text of what was shortened, for who points at it.
    pub(super) fn title(&mut self, label: &Fitted) {
        if let Some(whole) = &label.whole {
            self.put(|out| {
                out.push_str("<title>");
                push_escaped(whole, out);
                out.write_str("</title>")
            });
        }
    }
}

/// How wide a chip with this label and id is.
pub(super) fn chip_width(label: &Fitted, beneath: &str) -> f64 {
    (label.width.max(ID.width(beneath)) + 2.0 * CHIP_PAD).max(34.0).ceil()
}

/// Between two chips of a row.
pub(super) const GAP: f64 = 8.0;

pub(super) const CHIP_PAD: f64 = 7.0;
pub(super) const CHIP_HEIGHT: f64 = 26.0;
/// From a chip's top to the baseline of what stands beneath it.
pub(super) const BENEATH: f64 = CHIP_HEIGHT + 14.0;

impl Canvas {
    /// A token's box with its text. `beneath`: its id, in small.
    pub(super) fn chip(&mut self, class: &str, label: &Fitted, beneath: &str, x: f64, y: f64, width: f64) {
        self.placed(class, x, y, |canvas| {
            canvas.title(label);
            canvas.rect("lp-box", 0.0, 0.0, width, CHIP_HEIGHT, 5.0);
            canvas.label(label, (width - label.width) / 2.0, 18.0);
            if !beneath.is_empty() {
                canvas.text(ID, width / 2.0, BENEATH, Anchor::Middle, beneath);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::token_label::Label;

    #[test]
    fn what_is_not_there_in_the_last_step_is_off() {
        let draw = |shows| {
            let mut canvas = Canvas::new("f".into(), shows);
            canvas.group("a", Span::only(2), |canvas| canvas.dot("d", 1.0, 2.0, 3.0));
            canvas.group("", Span::from(3), |canvas| canvas.dot("d", 1.0, 2.0, 3.0));
            canvas.finish(10.0, 10.0).markup
        };
        let dot = "<circle class=\"d\" cx=\"1\" cy=\"2\" r=\"3\"/>";
        let all = format!("<g class=\"a lp-off\" data-only=\"2\">{dot}</g><g data-from=\"3\">{dot}</g>");
        assert_eq!(draw(Shows::All(3)), all);
        assert_eq!(draw(Shows::One(2)), format!("<g class=\"a\">{dot}</g>"));
        assert_eq!(draw(Shows::One(3)), dot);
    }

    #[test]
    fn foreign_text_stands_alone_with_its_length() {
        let mut canvas = Canvas::new("f".into(), Shows::All(1));
        canvas.label(&Label::new(" a字<".as_bytes()).fit(100.0, 14.0), 0.0, 10.0);
        assert_eq!(
            canvas.finish(1.0, 1.0).markup,
            "<text class=\"lp-tok\" x=\"0\" y=\"10\"><tspan class=\"lp-sign\">·</tspan>a</text>\
             <text class=\"lp-tok lp-far\" x=\"16.8\" y=\"10\" textLength=\"15.4\" lengthAdjust=\"spacingAndGlyphs\">字\
             </text><text class=\"lp-tok\" x=\"32.2\" y=\"10\">&lt;</text>"
        );
    }
}
