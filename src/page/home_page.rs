use serde::Serialize;

use super::address::{encode, relative};
use super::figure_frame::image_of;
use super::layout::{Layout, Needs};
use super::order::{Order, OrderedModule, page_of, page_of_module};
use super::reading_time::minutes;
use super::templates::Templates;
use super::{OutputFile, PageInput, Pages};
use crate::figure::Drawn;
use crate::lesson::{Block, Lesson, Level};

#[derive(Serialize)]
struct HomeView<'a> {
    page: Layout,
    tagline: Option<&'a str>,
    description: Option<&'a str>,
    figure: Option<FirstFigure<'a>>,
    modules: Vec<ModuleView<'a>>,
}

/// The first figure of the lesson to start with, as a picture that leads to it.
#[derive(Serialize)]
struct FirstFigure<'a> {
    href: String,
    /// SVG, for wide places and for narrow ones.
    pictures: [String; 2],
    title: &'a str,
}

impl<'a> FirstFigure<'a> {
    fn of(input: &'a PageInput, order: &Order<'a>) -> Option<Self> {
        let lesson = order.start_lesson()?;
        let drawn = first_figure(input, lesson)?;
        Some(Self {
            href: format!("{}#{}", encode(&page_of(lesson)), encode(&drawn.id)),
            pictures: drawn.wide.inline_with(&drawn.narrow, &drawn.title, &drawn.description),
            title: &drawn.title,
        })
    }
}

fn first_figure<'a>(input: &'a PageInput, lesson: &Lesson) -> Option<&'a Drawn> {
    let drawn = input.figures.get(&lesson.path)?;
    lesson.blocks().find_map(|(block, _)| match block {
        Block::Figure(figure) => drawn.get(&figure.id),
        _ => None,
    })
}

#[derive(Serialize)]
pub struct ModuleView<'a> {
    pub title: &'a str,
    pub summary: &'a str,
    pub href: String,
    pub lessons: Vec<LessonLink<'a>>,
}

#[derive(Serialize)]
pub struct LessonLink<'a> {
    pub number: &'a str,
    pub title: &'a str,
    pub question: &'a str,
    pub href: String,
    /// Minutes to read it.
    pub minutes: usize,
    /// The id of the word for what it asks of a reader.
    pub level: Option<&'static str>,
    /// What a reader's device remembers the lesson by.
    pub path: &'a str,
    /// Address of its first figure as an image.
    pub picture: Option<String>,
}

impl<'a> ModuleView<'a> {
    /// As listed on the page at `page`.
    pub fn new(input: &PageInput, module: &OrderedModule<'a>, page: &str) -> Self {
        let link = |lesson: &&'a Lesson| LessonLink {
            number: &lesson.front.number,
            title: &lesson.front.title,
            question: &lesson.front.question,
            href: relative(page, &page_of(lesson)),
            minutes: minutes(lesson),
            level: lesson.front.level.map(Level::word),
            path: &lesson.path,
            picture: first_figure(input, lesson).map(|drawn| relative(page, &image_of(input, lesson, &drawn.id))),
        };
        Self {
            title: module.title,
            summary: module.summary,
            href: relative(page, &page_of_module(module.slug)),
            lessons: module.lessons.iter().map(link).collect(),
        }
    }
}

pub fn files(input: &PageInput, templates: &Templates, order: &Order) -> Pages {
    const PAGE: &str = "index.html";
    let figure = FirstFigure::of(input, order);
    let needs = Needs { lists: true, progress: true, figures: figure.is_some(), ..Needs::default() };
    let view = HomeView {
        page: Layout::new(input, order, PAGE, None, needs),
        tagline: input.site.tagline.as_deref(),
        description: input.site.description.as_deref(),
        figure,
        modules: order.modules.iter().map(|module| ModuleView::new(input, module, PAGE)).collect(),
    };
    match templates.render("home.html", &view) {
        Ok(html) => Pages { files: vec![OutputFile::new(PAGE, html)], complaints: Vec::new() },
        Err(complaint) => Pages::failed(complaint),
    }
}
