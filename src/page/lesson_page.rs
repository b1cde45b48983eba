use serde::Serialize;

use super::address::{absolute, relative};
use super::figure_frame::{csv_path, rows_file};
use super::layout::{Layout, Needs};
use super::order::{Order, page_of, page_of_module};
use super::provenance::{Provenance, provenance};
use super::quiz::Answer;
use super::reading_time::minutes;
use super::templates::Templates;
use super::writer::{Place, Writer};
use super::{OutputFile, PageInput, Pages, csv, figure_page};
use crate::diagnostic::Diagnostic;
use crate::lesson::{Block, Lesson};
use crate::trace::to_json;

#[derive(Serialize)]
struct LessonView<'a> {
    page: Layout,
    module: &'a str,
    module_href: String,
    home_href: String,
    number: &'a str,
    title: &'a str,
    path: &'a str,
    question: &'a str,
    minutes: usize,
    /// The id of the word for what it asks of a reader.
    level: Option<&'static str>,
    sections: Vec<SectionView>,
    /// HTML.
    terms: String,
    /// HTML.
    footnotes: String,
    summary: &'a str,
    previous: Option<Neighbour<'a>>,
    next: Option<Neighbour<'a>>,
    provenance: Vec<Provenance>,
    markdown: &'static str,
    /// Path of the Markdown in the project.
    source: &'a str,
    edit: Option<String>,
    report: Option<String>,
    answers: Vec<Answer>,
    /// Addresses of the numbered links, for paper.
    printed_links: Vec<String>,
}

#[derive(Serialize)]
struct SectionView {
    id: Option<String>,
    /// Plain text, for the table of contents.
    text: String,
    eyebrow: Option<String>,
    /// HTML.
    heading: String,
    /// HTML.
    body: String,
}

#[derive(Serialize)]
struct Neighbour<'a> {
    href: String,
    number: &'a str,
    title: &'a str,
    question: &'a str,
}

/// The page of lesson `at` and the files beside it.
pub fn files(input: &PageInput, templates: &Templates, order: &Order, at: usize) -> Pages {
    let Some(lesson) = order.lessons.get(at).copied() else { return Pages::default() };
    let page = page_of(lesson);
    let place = Place { input, templates, lesson: Some(lesson), source: Some(&lesson.source), page: &page, base: None };
    let mut writer = Writer::new(place);
    let terms = writer.terms();
    let sections = lesson
        .sections
        .iter()
        .map(|section| SectionView {
            id: section.heading.as_ref().map(|heading| heading.id.clone()),
            text: section.heading.as_ref().map(|heading| heading.text.clone()).unwrap_or_default(),
            eyebrow: section.heading.as_ref().and_then(|heading| heading.eyebrow.clone()),
            heading: section.heading.as_ref().map(|heading| writer.inline(&heading.items)).unwrap_or_default(),
            body: writer.section(&section.items),
        })
        .collect();
    let footnotes = writer.footnote_list();
    let needs = Needs { math: writer.math, ..needs(input, lesson, |_| true) };
    let mut layout = Layout::new(input, order, &page, Some(&lesson.front.title), needs);
    layout.kind = "article";
    layout.description = Some(lesson.front.question.clone());
    if let (Some(base), true) = (&input.site.base_url, input.cards.contains_key(&lesson.path)) {
        layout.card = Some(absolute(base, &format!("{}/og.png", lesson.path)));
        layout.card_alt = Some(writer.text("card-alt", &[("title", (&lesson.front.title).into())]));
    }
    let neighbour = |at: Option<usize>| {
        at.and_then(|at| order.lessons.get(at)).map(|other| Neighbour {
            href: relative(&page, &page_of(other)),
            number: &other.front.number,
            title: &other.front.title,
            question: &other.front.question,
        })
    };
    let view = LessonView {
        page: layout,
        module: order.module_title(&lesson.module),
        module_href: relative(&page, &page_of_module(&lesson.module)),
        home_href: relative(&page, "index.html"),
        number: &lesson.front.number,
        title: &lesson.front.title,
        path: &lesson.path,
        question: &lesson.front.question,
        minutes: minutes(lesson),
        level: lesson.front.level.map(crate::lesson::Level::word),
        sections,
        terms,
        footnotes,
        summary: &lesson.front.summary,
        previous: neighbour(at.checked_sub(1)),
        next: neighbour(Some(at + 1)),
        provenance: provenance(input, lesson),
        markdown: "index.md",
        source: lesson.source.path.as_str(),
        edit: edit_address(input, lesson),
        report: report_address(input, lesson),
        answers: std::mem::take(&mut writer.answers),
        printed_links: std::mem::take(&mut writer.printed_links),
    };
    let html = writer.part("lesson.html", &view);
    let mut files = figure_page::files(input, templates, order, lesson, &mut writer.complaints);
    files.extend(data_files(input, lesson, &mut writer.complaints));
    files.push(OutputFile::new(&page, html));
    files.push(OutputFile::new(format!("{}/index.md", lesson.path), lesson.source.text.as_bytes()));
    Pages { files, complaints: writer.complaints }
}

/// What those blocks of a lesson need that `on_page` lets through.
pub(super) fn needs(input: &PageInput, lesson: &Lesson, on_page: impl Fn(&Block) -> bool) -> Needs {
    let mut needs = Needs::default();
    let drawn = input.figures.get(&lesson.path);
    for (block, _) in lesson.blocks().filter(|(block, _)| on_page(block)) {
        match block {
            Block::Figure(figure) => {
                needs.figures = true;
                needs.scripts.insert("frame");
                if drawn.is_some_and(|drawn| drawn.contains_key(&figure.id)) {
                    needs.scripts.extend(super::figure_frame::scripts(figure));
                    needs.figure_styles.extend(figure.kind.style);
                    needs.on_demand = needs.on_demand.or(figure.kind.on_demand);
                }
            }
            Block::Quiz(_) => needs.quiz = true,
            // Its badge opens over the page.
            Block::Benchmark(_) => {
                needs.scripts.insert("frame");
            }
            Block::Directions(_) => {}
        }
    }
    needs
}

pub(super) fn edit_address(input: &PageInput, lesson: &Lesson) -> Option<String> {
    let base = input.site.source_url.as_deref()?;
    Some(format!("{}/{}", base.trim_end_matches('/'), super::address::encode(lesson.source.path.as_str())))
}

/// Where a mistake in the lesson can be reported, with its name filled in.
fn report_address(input: &PageInput, lesson: &Lesson) -> Option<String> {
    let mut url = url::Url::parse(input.site.report_url.as_deref()?).ok()?;
    let key = if url.scheme() == "mailto" { "subject" } else { "title" };
    let title = super::address::encode(&format!("{} {}", lesson.front.number, lesson.front.title));
    let before = url.query().map(|query| format!("{query}&")).unwrap_or_default();
    url.set_query(Some(&format!("{before}{key}={title}")));
    Some(url.into())
}

/// What lies beside the page: each figure's data and pictures, and the social card.
fn data_files(input: &PageInput, lesson: &Lesson, complaints: &mut Vec<Diagnostic>) -> Vec<OutputFile> {
    let mut files = Vec::new();
    let path = &lesson.path;
    for (id, drawn) in input.figures.get(path).into_iter().flatten() {
        files.extend(rows_file(path, id, drawn));
        match to_json(&drawn.json) {
            Ok(json) => files.push(OutputFile::new(format!("{path}/figures/{id}.json"), json)),
            Err(error) => complaints.push(Diagnostic::error("figure-json", error.to_string())),
        }
        for (at, table) in csv::tables(&drawn.table).into_iter().enumerate() {
            files.push(OutputFile::new(csv_path(path, id, at), table));
        }
    }
    for (id, picture) in input.pictures.get(path).into_iter().flatten() {
        files.push(OutputFile::new(format!("{path}/figures/{id}.svg"), picture.svg.as_bytes()));
        if let Some(png) = &picture.png {
            files.push(OutputFile::later(format!("{path}/figures/{id}.png"), png.clone()));
        }
    }
    if let Some(card) = input.cards.get(path) {
        files.push(OutputFile::later(format!("{path}/og.png"), card.clone()));
    }
    files
}
