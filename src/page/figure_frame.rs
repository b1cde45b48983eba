use serde::Serialize;

use super::address::encode;
use super::badge::Badge;
use super::data_script::data_script;
use super::lesson_page::edit_address;
use super::{OutputFile, PageInput, Writer, escape, figure_page};
use crate::figure::Drawn;
use crate::lesson::{Block, FigureBlock, Lesson};

#[derive(Serialize)]
struct FigureView<'a> {
    id: &'a str,
    /// `decode-loop`, as the author writes it.
    kind: &'static str,
    /// The script that makes it move.
    component: Option<&'static str>,
    /// Names of its `data-` attributes.
    switches: &'static [&'static str],
    /// HTML.
    caption: String,
    badge: Badge,
    /// SVG.
    wide: String,
    /// SVG.
    narrow: String,
    /// HTML.
    table: &'a str,
    /// Address of the data that its script loads when a reader comes near.
    rows: Option<String>,
    svg: String,
    png: Option<String>,
    /// One for each table.
    csv: Vec<String>,
    json: String,
    /// The figure's anchor as it stands in an address.
    anchor: String,
    /// Address of its own page; nothing on that page.
    alone: Option<String>,
    /// Of its own page, in CSS pixels, as far as a build knows.
    height: String,
    /// Where the lesson's Markdown can be edited.
    edit: Option<String>,
}

#[derive(Serialize)]
struct MissingView<'a> {
    id: &'a str,
    caption: String,
    command: String,
}

impl Writer<'_> {
    pub fn block(&mut self, block: &Block) -> String {
        match block {
            Block::Figure(figure) => self.figure(figure),
            Block::Benchmark(card) => self.benchmark_card(card),
            Block::Directions(directions) => self.directions(directions),
            Block::Quiz(quiz) => self.quiz(quiz),
        }
    }

    fn figure(&mut self, figure: &FigureBlock) -> String {
        let Some(lesson) = self.place.lesson else { return String::new() };
        let caption = self.inline(&figure.caption);
        let run = figure.run().unwrap_or_default();
        let missing = figure.figure.runs().into_iter().find(|run| self.trace(run).is_none());
        let command = format!("logitpress capture {}#{}", lesson.path, missing.unwrap_or(run));
        let input = self.place.input;
        let Some(drawn) = input.figures.get(&lesson.path).and_then(|figures| figures.get(&figure.id)) else {
            return self.part("figure_missing.html", &MissingView { id: &figure.id, caption, command });
        };
        let file = |extension: &str| file_of(lesson, &figure.id, extension);
        if self.place.base.is_some() {
            let image = self.address(&image_of(input, lesson, &figure.id));
            return feed_figure(drawn, &caption, &image);
        }
        let [wide, narrow] = drawn.wide.inline_with(&drawn.narrow, &drawn.title, &drawn.description);
        let view = FigureView {
            id: &figure.id,
            kind: figure.kind.name,
            component: scripts(figure).last().copied(),
            switches: figure.figure.switches(),
            caption,
            badge: self.badge(drawn.numbers, figure.run(), figure.figure.source()).with(&drawn.origins),
            wide,
            narrow,
            table: &drawn.table,
            rows: rows_file(&lesson.path, &figure.id, drawn).map(|file| self.address(&file.path)),
            svg: self.address(&file("svg")),
            png: has_png(input, lesson, &figure.id).then(|| self.address(&file("png"))),
            csv: (0..drawn.table.matches("<table").count())
                .map(|at| self.address(&csv_path(&lesson.path, &figure.id, at)))
                .collect(),
            json: self.address(&file("json")),
            anchor: encode(&figure.id),
            alone: self.alone(lesson, &figure.id),
            height: format!("{:.0}", figure_page::height(drawn)),
            edit: edit_address(input, lesson),
        };
        self.explain_signs(&drawn.wide.markup) + &self.part("figure.html", &view)
    }
}

/// The output path of what belongs to a figure.
pub fn file_of(lesson: &Lesson, id: &str, extension: &str) -> String {
    format!("{}/figures/{id}.{extension}", lesson.path)
}

/// The output path of a figure's picture for where this site's fonts are not.
pub fn image_of(input: &PageInput, lesson: &Lesson, id: &str) -> String {
    file_of(lesson, id, if has_png(input, lesson, id) { "png" } else { "svg" })
}

fn has_png(input: &PageInput, lesson: &Lesson, id: &str) -> bool {
    input.pictures.get(&lesson.path).and_then(|pictures| pictures.get(id)).is_some_and(|picture| picture.png.is_some())
}

/// The output path of a figure's table `at`.
pub fn csv_path(lesson: &str, id: &str, at: usize) -> String {
    match at {
        0 => format!("{lesson}/figures/{id}.csv"),
        _ => format!("{lesson}/figures/{id}-{}.csv", at + 1),
    }
}

/// What a figure's script reads and a reader does not see.
pub fn rows_file(lesson: &str, id: &str, drawn: &Drawn) -> Option<OutputFile> {
    let target = format!("(self.lpRows??={{}})[{}]", serde_json::Value::from(id));
    Some(data_script(&format!("{lesson}/figures/{id}"), &target, drawn.rows.as_deref()?))
}

/// The scripts that only a page with such a figure loads.
pub fn scripts(figure: &FigureBlock) -> &'static [&'static str] {
    if figure.figure.moves() { figure.kind.scripts } else { &[] }
}

/// A feed reader has none of our styles: a plain image with its table.
fn feed_figure(drawn: &Drawn, caption: &str, image: &str) -> String {
    format!(
        "<figure><img src=\"{}\" alt=\"{}\"><figcaption>{caption}</figcaption>{}</figure>\n",
        escape::html(image),
        escape::html(&drawn.title),
        drawn.table
    )
}
