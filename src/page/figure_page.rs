//! Each figure on a page of its own, to be framed by other pages or shown on a slide. Comes in: a lesson with its drawn
//! figures. Goes out: one small page per figure beside its picture and data. Search engines, the sitemap, the feed and
//! the search leave it out: the lesson is where a figure is explained.

use serde::Serialize;

use super::address::{absolute, encode};
use super::figure_frame::file_of;
use super::layout::{Layout, Needs};
use super::lesson_page::needs;
use super::order::{Order, page_of};
use super::templates::Templates;
use super::writer::{Place, Writer};
use super::{OutputFile, PageInput, escape};
use crate::diagnostic::Diagnostic;
use crate::figure::Drawn;
use crate::lesson::{Block, Lesson};

#[derive(Serialize)]
struct FigurePageView<'a> {
    page: Layout,
    number: &'a str,
    title: &'a str,
    caption: &'a str,
    /// HTML.
    figure: String,
    /// The figure's anchor.
    id: &'a str,
    /// HTML that an author of another page copies.
    embed: String,
    /// BibTeX.
    cite: String,
    /// The figure's place in its lesson.
    home: String,
}

/// About the height of a figure's own page, for a frame that does not ask it: `static/js/frame.js` tells who does.
pub fn height(drawn: &Drawn) -> f64 {
    const AROUND: f64 = 240.0;
    const CONTROLS: f64 = 140.0;
    drawn.wide.height + AROUND + if drawn.steps.is_empty() { 0.0 } else { CONTROLS }
}

impl Writer<'_> {
    /// Address of a figure's own page; `None` on that page.
    pub fn alone(&self, lesson: &Lesson, id: &str) -> Option<String> {
        let path = file_of(lesson, id, "html");
        (self.place.page != path).then(|| self.address(&path))
    }
}

/// HTML that shows the figure's page in another page.
fn embed(input: &PageInput, page: &str, drawn: &Drawn) -> String {
    let whole = input.site.base_url.as_ref().map_or_else(|| encode(page), |base| absolute(base, page));
    format!(
        "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"{:.0}\" frameborder=\"0\" allow=\"fullscreen\" loading=\"lazy\"></iframe>",
        escape::html(&whole),
        escape::html(&drawn.title),
        height(drawn),
    )
}

/// The pages of a lesson's figures. What is wrong with a figure was said when the lesson's page was made.
pub fn files(
    input: &PageInput,
    templates: &Templates,
    order: &Order,
    lesson: &Lesson,
    complaints: &mut Vec<Diagnostic>,
) -> Vec<OutputFile> {
    let drawn = input.figures.get(&lesson.path);
    let mut files = Vec::new();
    for (block, _) in lesson.blocks() {
        let Block::Figure(figure) = block else { continue };
        let Some(drawn) = drawn.and_then(|drawn| drawn.get(&figure.id)) else { continue };
        let page = file_of(lesson, &figure.id, "html");
        let source = Some(&lesson.source);
        let mut writer = Writer::new(Place { input, templates, lesson: Some(lesson), source, page: &page, base: None });
        let html = writer.block(block);
        let cite = writer.citations(lesson, figure);
        let home = format!("{}#{}", writer.own_page(), encode(&figure.id));
        let needs = Needs {
            alone: true,
            math: writer.math,
            ..needs(input, lesson, |other| matches!(other, Block::Figure(other) if other.id == figure.id))
        };
        let title = format!("{} · {}", figure.caption_text, lesson.front.title);
        let mut layout = Layout::new(input, order, &page, Some(&title), needs);
        layout.canonical = input.site.base_url.as_ref().map(|base| absolute(base, &page_of(lesson)));
        let view = FigurePageView {
            page: layout,
            number: &lesson.front.number,
            title: &lesson.front.title,
            caption: &figure.caption_text,
            figure: html,
            id: &figure.id,
            embed: embed(input, &page, drawn),
            cite,
            home,
        };
        match templates.render("figure_page.html", &view) {
            Ok(html) => files.push(OutputFile::new(&page, html)),
            Err(complaint) => complaints.push(complaint),
        }
    }
    files
}
