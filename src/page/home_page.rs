use serde::Serialize;

use super::address::relative;
use super::layout::{Layout, Needs};
use super::order::{Order, OrderedModule, page_of, page_of_module};
use super::templates::Templates;
use super::{OutputFile, PageInput, Pages};

#[derive(Serialize)]
struct HomeView<'a> {
    page: Layout,
    tagline: Option<&'a str>,
    description: Option<&'a str>,
    modules: Vec<ModuleView<'a>>,
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
    /// What a reader's device remembers the lesson by.
    pub path: &'a str,
}

impl<'a> ModuleView<'a> {
    /// As listed on the page at `page`.
    pub fn new(module: &OrderedModule<'a>, page: &str) -> Self {
        let link = |lesson: &&'a crate::lesson::Lesson| LessonLink {
            number: &lesson.front.number,
            title: &lesson.front.title,
            question: &lesson.front.question,
            href: relative(page, &page_of(lesson)),
            path: &lesson.path,
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
    let view = HomeView {
        page: Layout::new(input, order, PAGE, None, Needs { progress: Some("progress"), ..Needs::default() }),
        tagline: input.site.tagline.as_deref(),
        description: input.site.description.as_deref(),
        modules: order.modules.iter().map(|module| ModuleView::new(module, PAGE)).collect(),
    };
    match templates.render("home.html", &view) {
        Ok(html) => Pages { files: vec![OutputFile::new(PAGE, html)], complaints: Vec::new() },
        Err(complaint) => Pages::failed(complaint),
    }
}
