//! Puts a site together: draws its figures, composes its pages, names its assets, checks its links. Comes in: a
//! project and its traces. Goes out: every file of the output folder, or all complaints. Writes nothing.

use std::collections::{BTreeMap, BTreeSet};

use camino::Utf8Path;
use include_dir::{Dir, include_dir};
use rayon::prelude::*;
use url::Url;

use crate::diagnostic::Diagnostic;
use crate::editor_file::is_editor_file;
use crate::figure::{self, Drawn};
use crate::lesson::{Block, Lesson};
use crate::output_file::OutputFile;
use crate::page::{self, Cards, Destination, Figures, ModuleInput, PageInput, Picture, Pictures, SiteInput, TermInput};
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
    fn failed(complaints: Vec<Diagnostic>) -> Self {
        Self { complaints, ..Self::default() }
    }
}

/// `base_url` wins over the site's own.
pub fn assemble(project: &Project, traces: &Traces, base_url: Option<&Url>) -> Assembled {
    let site_static = project.root.join("static");
    let site_static = Some(site_static).filter(|folder| folder.is_dir());
    let words = Words::of(&project.site.language);
    let assets = match Assets::load(&STATIC, site_static.as_deref(), &words) {
        Ok(assets) => assets,
        Err(complaints) => return Assembled::failed(complaints),
    };
    let templates = match own_templates(&project.root) {
        Ok(templates) => templates,
        Err(complaint) => return Assembled::failed(vec![complaint]),
    };
    let drawn: Vec<Result<LessonFigures, Vec<Diagnostic>>> =
        project.lessons.par_iter().map(|lesson| draw_lesson(project, lesson, traces, &words)).collect();
    let (mut figures, mut pictures, mut cards) = (Figures::new(), Pictures::new(), Cards::new());
    let mut complaints = Vec::new();
    for (lesson, drawn) in project.lessons.iter().zip(drawn) {
        match drawn {
            Ok(drawn) => {
                figures.insert(lesson.path.clone(), drawn.figures);
                pictures.insert(lesson.path.clone(), drawn.pictures);
                cards.extend(drawn.card.map(|card| (lesson.path.clone(), card)));
            }
            Err(more) => complaints.extend(more),
        }
    }
    for lesson in &project.lessons {
        complaints.extend(crate::run::unmet(lesson, traces.get(&lesson.path)));
    }
    if complaints.iter().any(Diagnostic::is_error) {
        return Assembled::failed(complaints);
    }
    let site = site_input(project, base_url);
    let glossary: BTreeMap<String, TermInput> = project
        .glossary
        .terms
        .iter()
        .map(|(slug, term)| {
            (slug.clone(), TermInput { name: term.name.clone(), short: term.short.clone(), see: term.see.clone() })
        })
        .collect();
    let modules: Vec<ModuleInput> = project
        .modules
        .iter()
        .map(|module| ModuleInput {
            slug: module.slug.clone(),
            title: module.title.clone(),
            order: i64::from(module.order),
            summary: module.summary.clone(),
        })
        .collect();
    let lessons: Vec<&Lesson> = project.lessons.iter().collect();
    let input = PageInput {
        site: &site,
        words: &words,
        glossary: &glossary,
        glossary_source: None,
        modules: &modules,
        lessons: &lessons,
        traces,
        figures: &figures,
        pictures: &pictures,
        cards: &cards,
        assets: &assets.paths,
        templates: &templates,
        resolve: &|lesson: Option<&Lesson>, link| destination(project, lesson, link),
    };
    let composed = match page::compose(&input) {
        Ok(composed) => composed,
        Err(more) => {
            complaints.extend(more);
            return Assembled::failed(complaints);
        }
    };
    complaints.extend(composed.warnings);
    let pages = composed.files.iter().filter(|file| file.path.ends_with(".html")).count();
    let mut files = composed.files;
    // What the site itself has under `static/root/` for its host is meant in place of ours.
    let own: BTreeSet<&str> = assets.files.iter().map(|file| file.path.as_str()).collect();
    files.retain(|file| !(page::is_for_hosts(&file.path) && own.contains(file.path.as_str())));
    files.extend(assets.files);
    match lesson_assets(project) {
        Ok(more) => files.extend(more),
        Err(complaint) => complaints.push(complaint),
    }
    let rules =
        LinkRules { base_url: site.base_url.as_ref().map(Url::to_string).unwrap_or_default(), opens_from_disk: true };
    complaints.extend(check_links(&files, &rules).into_iter().map(Diagnostic::from));
    Assembled { files, pages, rules, complaints }
}

struct LessonFigures {
    figures: BTreeMap<String, Drawn>,
    pictures: BTreeMap<String, Picture>,
    card: Option<Vec<u8>>,
}

fn draw_lesson(
    project: &Project,
    lesson: &Lesson,
    traces: &Traces,
    words: &Words,
) -> Result<LessonFigures, Vec<Diagnostic>> {
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
        match figure::raster::png(&svg, PICTURE_WIDTH) {
            Ok(png) => drop(drawn.pictures.insert(figure.id.clone(), Picture { svg, png: Some(png) })),
            Err(error) => complaints.push(failed(&error)),
        }
        if let (None, Some(trace)) = (&drawn.card, block.run().and_then(|run| recorded.get(run))) {
            match figure::card(&project.site.title, &lesson.front.number, &lesson.front.title, trace, words) {
                Ok(card) => drawn.card = Some(card),
                Err(error) => complaints.push(failed(&error)),
            }
        }
        drawn.figures.insert(figure.id.clone(), figure);
    }
    if complaints.is_empty() { Ok(drawn) } else { Err(complaints) }
}

fn site_input(project: &Project, base_url: Option<&Url>) -> SiteInput {
    let site = &project.site;
    SiteInput {
        title: site.title.clone(),
        base_url: base_url.or(site.base_url.as_ref()).cloned(),
        language: site.language.clone(),
        author: site.author.clone(),
        description: Some(site.description.clone()),
        tagline: site.tagline.clone(),
        links: site
            .links
            .iter()
            .map(|link| page::SiteLink { label: link.label.clone(), url: link.url.clone() })
            .collect(),
        start: site.start.clone(),
        source_url: site.source_url.clone(),
        raw_html: site.raw_html,
    }
}

/// The site's own templates, which win over the built-in ones of the same name.
fn own_templates(root: &Utf8Path) -> Result<BTreeMap<String, String>, Diagnostic> {
    let folder = root.join("templates");
    let mut templates = BTreeMap::new();
    if !folder.is_dir() {
        return Ok(templates);
    }
    let written =
        |entry: &walkdir::DirEntry| entry.depth() == 0 || !is_editor_file(&entry.file_name().to_string_lossy());
    for entry in walkdir::WalkDir::new(&folder).sort_by_file_name().into_iter().filter_entry(written) {
        let unreadable =
            |what: &dyn std::fmt::Display| Diagnostic::error("template", format!("cannot read `{folder}`: {what}"));
        let entry = entry.map_err(|error| unreadable(&error))?;
        let Some(path) = Utf8Path::from_path(entry.path()).filter(|path| path.is_file()) else { continue };
        let Ok(name) = path.strip_prefix(&folder) else { continue };
        let text = std::fs::read_to_string(path).map_err(|error| unreadable(&format!("{path}: {error}")))?;
        templates.insert(name.as_str().replace('\\', "/"), text);
    }
    Ok(templates)
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
        LinkTarget::Asset(path) => published(path),
        LinkTarget::Term(_) => "glossary/index.html".into(),
        LinkTarget::Anchor(_) => {
            lesson.map_or("glossary/index.html".into(), |lesson| format!("{}/index.html", lesson.path))
        }
        LinkTarget::External => return Destination::Outside(link.trim().to_owned()),
        LinkTarget::Broken(message) => {
            return Destination::Nowhere { message: message.clone(), hints: Vec::new() };
        }
    };
    Destination::Inside { path, suffix: link_suffix(&target, link) }
}

/// Where a file beside a lesson stands in the output: its path without `content/`.
fn published(asset: &Utf8Path) -> String {
    asset.strip_prefix("content").unwrap_or(asset).as_str().replace('\\', "/")
}

/// The files beside the lessons that pages may use.
fn lesson_assets(project: &Project) -> Result<Vec<OutputFile>, Diagnostic> {
    let assets = project.assets.iter();
    assets
        .map(|asset| {
            let failed = |what: &dyn std::fmt::Display| Diagnostic::error("asset", format!("`{asset}`: {what}"));
            let bytes = std::fs::read(project.root.join(asset)).map_err(|error| failed(&error))?;
            Ok(OutputFile::new(published(asset), bytes))
        })
        .collect()
}
