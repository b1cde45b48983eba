//! Each figure on a page of its own, to be framed by other pages or shown on a slide. Comes in: a lesson with its drawn
//! figures. Goes out: one small page per figure beside its picture and data. Search engines, the sitemap, the feed and
//! the search leave it out: the lesson is where a figure is explained.

use serde::Serialize;

use super::address::{absolute, encode};
use super::layout::{Layout, Needs};
use super::lesson_page::needs;
use super::order::{Order, page_of};
use super::templates::Templates;
use super::writer::{Place, Writer};
use super::{OutputFile, PageInput, escape};
use crate::diagnostic::Diagnostic;
use crate::lesson::{Block, Lesson};

#[derive(Serialize)]
struct FigurePageView<'a> {
    page: Layout,
    number: &'a str,
    title: &'a str,
    caption: &'a str,
    /// HTML.
    figure: String,
    /// The figure's place in its lesson.
    home: String,
}

/// How another page shows the figure.
#[derive(Serialize)]
pub struct Embed {
    /// Address of the figure's own page.
    page: String,
    /// HTML that an author of another page copies.
    code: String,
}

/// Output path of a figure's own page.
fn path(lesson: &Lesson, id: &str) -> String {
    format!("{}/figures/{id}.html", lesson.path)
}

impl Writer<'_> {
    /// `None` on the figure's own page. `height` is that of the picture, in CSS pixels.
    pub fn embed(&self, lesson: &Lesson, id: &str, title: &str, height: f64) -> Option<Embed> {
        // The caption, the controls, the closed table and the links around the picture.
        const AROUND: f64 = 420.0;
        let path = path(lesson, id);
        if self.place.page == path {
            return None;
        }
        let whole = match &self.place.input.site.base_url {
            Some(base) => absolute(base, &path),
            None => encode(&path),
        };
        let code = format!(
            "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"{:.0}\" loading=\"lazy\"></iframe>",
            escape::html(&whole),
            escape::html(title),
            height + AROUND
        );
        Some(Embed { page: self.address(&path), code })
    }
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
        if !drawn.is_some_and(|drawn| drawn.contains_key(&figure.id)) {
            continue;
        }
        let page = path(lesson, &figure.id);
        let source = Some(&lesson.source);
        let mut writer = Writer::new(Place { input, templates, lesson: Some(lesson), source, page: &page, base: None });
        let html = writer.block(block);
        let home = format!("{}#{}", writer.own_page(), encode(&figure.id));
        let needs = Needs {
            alone: true,
            progress: None,
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
            home,
        };
        match templates.render("figure_page.html", &view) {
            Ok(html) => files.push(OutputFile::new(&page, html)),
            Err(complaint) => complaints.push(complaint),
        }
    }
    files
}
