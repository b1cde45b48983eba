//! Puts a site together: draws its figures, composes its pages, names its assets, checks its links. Comes in: a
//! project and its traces. Goes out: every file of the output folder, or all complaints. Writes nothing.

mod sources;

use std::collections::{BTreeMap, BTreeSet};

use include_dir::{Dir, include_dir};
use rayon::prelude::*;
use url::Url;

use crate::diagnostic::Diagnostic;
use crate::figure::{self, Drawn};
use crate::kept::Kept;
use crate::lesson::{Block, Lesson};
use crate::output_file::{Later, OutputFile};
use crate::page::{self, Cards, Destination, Figures, PageInput, Picture, Pictures};
use crate::project::{LinkTarget, Project, link_suffix};
use crate::publish::{Assets, LinkRules, check_links};
use crate::run::Traces;
use crate::words::Words;

static STATIC: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/static");

/// Width of the PNG beside each figure, in pixels: twice the wide layout's.
const PICTURE_WIDTH: u32 = 1440;

/// A whole site in memory.
#[derive(Debug, Default)]
pub struct Assembled {
    pub files: Vec<OutputFile>,
    /// How many of them are pages.
    pub pages: usize,
    /// What the links in them were held to.
    pub rules: LinkRules,
    /// Warnings, or everything that is wrong where one is an error; then `files` is not to be published.
    pub complaints: Vec<Diagnostic>,
}

impl Assembled {
    /// Makes what was left for later, and says what cannot be made.
    pub fn finish(&self) -> Vec<Diagnostic> {
        let failed = |file: &OutputFile| {
            let why = file.make().err()?;
            Some(Diagnostic::error("picture", format!("`{}` cannot be made: {why}", file.path)))
        };
        self.files.par_iter().filter_map(failed).collect()
    }
}

/// One fault hides no other: what can be put together is, and is looked at.
///
/// Pictures in pixels are made when their bytes are asked for, and `kept` for the next build.
pub fn assemble(project: &Project, traces: &Traces, kept: &Kept) -> Assembled {
    let mut complaints = Vec::new();
    let site_static = project.root.join("static");
    let site_static = Some(site_static).filter(|folder| folder.is_dir());
    let words = Words::of(&project.site.language);
    let assets = Assets::load(&STATIC, site_static.as_deref(), &words).unwrap_or_else(|more| {
        complaints.extend(more);
        Assets::default()
    });
    let (templates, more) = sources::own_templates(&project.root);
    complaints.extend(more);
    let drawn: Vec<(LessonFigures, Vec<Diagnostic>)> =
        project.lessons.par_iter().map(|lesson| draw_lesson(project, lesson, traces, &words, kept)).collect();
    let (mut figures, mut pictures, mut cards) = (Figures::new(), Pictures::new(), Cards::new());
    for (lesson, (drawn, more)) in project.lessons.iter().zip(drawn) {
        figures.insert(lesson.path.clone(), drawn.figures);
        pictures.insert(lesson.path.clone(), drawn.pictures);
        cards.extend(drawn.card.map(|card| (lesson.path.clone(), card)));
        complaints.extend(more);
        complaints.extend(crate::run::unmet(lesson, traces.get(&lesson.path)));
    }
    let lessons: Vec<&Lesson> = project.lessons.iter().collect();
    let input = PageInput {
        site: &project.site,
        words: &words,
        glossary: &project.glossary.terms,
        glossary_source: None,
        modules: &project.modules,
        lessons: &lessons,
        traces,
        figures: &figures,
        pictures: &pictures,
        cards: &cards,
        assets: &assets.paths,
        templates: &templates,
        resolve: &|lesson: Option<&Lesson>, link| destination(project, lesson, link),
    };
    let composed = page::compose(&input);
    let is_whole = composed.complaints.iter().all(|complaint| complaint.code != page::TEMPLATE_FAULT);
    complaints.extend(composed.complaints);
    let pages = composed.files.iter().filter(|file| file.path.ends_with(".html")).count();
    let mut files = composed.files;
    // What the site itself has under `static/root/` for its host is meant in place of ours.
    let own: BTreeSet<&str> = assets.files.iter().map(|file| file.path.as_str()).collect();
    files.retain(|file| !(page::is_for_hosts(&file.path) && own.contains(file.path.as_str())));
    files.extend(assets.files);
    let (more_files, more) = sources::lesson_files(project);
    files.extend(more_files);
    complaints.extend(more);
    complaints.extend(sources::check_paths(project, &files, &assets.paths));
    let rules = LinkRules {
        base_url: project.site.base_url.as_ref().map(Url::to_string).unwrap_or_default(),
        opens_from_disk: true,
        unmade: unmade(project, &figures, traces),
        styles: vec![page::INLINE_STYLE],
    };
    // Pages without their template would lack every link and id.
    if is_whole {
        complaints.extend(check_links(&files, &rules).into_iter().map(Diagnostic::from));
    }
    Assembled { files, pages, rules, complaints }
}

/// What links may lead to and is not there for a reason that is said elsewhere: the pages of lessons that could not be read,
/// figures and questions whose runs are to be recorded.
fn unmade(project: &Project, figures: &Figures, traces: &Traces) -> BTreeSet<String> {
    let mut unmade: BTreeSet<String> = project.unread().map(|lesson| format!("{lesson}/index.html")).collect();
    for lesson in &project.lessons {
        let recorded = traces.get(&lesson.path).map_or(0, BTreeMap::len);
        let drawn = figures.get(&lesson.path);
        let mut add = |id: &str| unmade.insert(format!("{}/index.html#{id}", lesson.path));
        for (block, _) in lesson.blocks() {
            match block {
                Block::Figure(figure) if drawn.is_none_or(|drawn| !drawn.contains_key(&figure.id)) => {
                    add(&figure.id);
                }
                Block::Quiz(quiz) if recorded < lesson.front.runs.len() => {
                    for question in &quiz.questions {
                        add(&question.id);
                    }
                }
                _ => {}
            }
        }
    }
    unmade
}

struct LessonFigures {
    figures: BTreeMap<String, Drawn>,
    pictures: BTreeMap<String, Picture>,
    card: Option<Later>,
}

fn draw_lesson(
    project: &Project,
    lesson: &Lesson,
    traces: &Traces,
    words: &Words,
    kept: &Kept,
) -> (LessonFigures, Vec<Diagnostic>) {
    let runs = traces.get(&lesson.path);
    let none = BTreeMap::new();
    let mut complaints = Vec::new();
    let mut drawn = LessonFigures { figures: BTreeMap::new(), pictures: BTreeMap::new(), card: None };
    for (block, span) in lesson.blocks() {
        let Block::Figure(block) = block else { continue };
        // A figure without its trace says so on the page, and how to record it.
        let recorded = runs.unwrap_or(&none);
        if block.figure.runs().iter().any(|run| !recorded.contains_key(*run)) {
            continue;
        }
        let failed = |what: &dyn std::fmt::Display| {
            Diagnostic::error("figure", format!("the figure `{}` cannot be drawn: {what}", block.id))
                .at(&lesson.source, span.clone())
        };
        let figure = match block.draw(recorded, words) {
            Ok(figure) => figure,
            Err(error) => {
                let complaint = failed(&error);
                complaints.push(match error.hint() {
                    Some(hint) => complaint.hint(hint),
                    None => complaint,
                });
                continue;
            }
        };
        let svg = figure.wide.file(&figure.title, &figure.description);
        let png = Some(in_pixels(svg.clone(), PICTURE_WIDTH, kept));
        drawn.pictures.insert(figure.id.clone(), Picture { svg, png });
        if let (None, Some(trace)) = (&drawn.card, block.run().and_then(|run| recorded.get(run))) {
            let card = figure::card(&project.site.title, &lesson.front.number, &lesson.front.title, trace, words);
            drawn.card = Some(in_pixels(card, figure::CARD_WIDTH, kept));
        }
        drawn.figures.insert(figure.id.clone(), figure);
    }
    (drawn, complaints)
}

/// `width`: of the PNG, in pixels.
fn in_pixels(svg: String, width: u32, kept: &Kept) -> Later {
    let source = blake3::Hasher::new().update(&width.to_le_bytes()).update(svg.as_bytes()).finalize();
    let kept = kept.clone();
    Later::new(source, move || {
        let make = || figure::raster::png(&svg, width);
        kept.get_or_make(figure::raster::VERSION, source, make).map_err(|error| error.to_string())
    })
}

/// `lesson`: where the link stands; `None` for the glossary.
fn destination(project: &Project, lesson: Option<&Lesson>, link: &str) -> Destination {
    let target = match lesson {
        Some(lesson) => project.resolve_link(lesson, link),
        None => project.resolve_site_link(link),
    };
    let path = match &target {
        LinkTarget::Home => "index.html".into(),
        LinkTarget::Module(slug) => format!("{slug}/index.html"),
        LinkTarget::Lesson { path, .. } => format!("{path}/index.html"),
        LinkTarget::Asset(path) => sources::published(path),
        LinkTarget::Term(_) => "glossary/index.html".into(),
        LinkTarget::Anchor(_) => {
            lesson.map_or("glossary/index.html".into(), |lesson| format!("{}/index.html", lesson.path))
        }
        LinkTarget::External => return Destination::Outside(link.trim().to_owned()),
        LinkTarget::Broken(_) => return Destination::Nowhere,
    };
    Destination::Inside { path, suffix: link_suffix(&target, link) }
}
