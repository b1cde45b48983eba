use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::prelude::*;

use super::files::{Files, read};
use super::link::{LinkIndex, anchors};
use super::{Glossary, Module, Project, SiteConfig, check, unused};
use crate::diagnostic::{Complaints, Diagnostic};
use crate::lesson::{Lesson, ParseOptions, number_parts};

/// A lesson's address, and the lesson where it could be read.
struct Parsed {
    path: String,
    lesson: Option<Lesson>,
    diagnostics: Vec<Diagnostic>,
}

impl Project {
    /// Reads and checks a whole site. There is no project when `content/site.yaml` cannot be read; every other mistake
    /// leaves out only what it is about. Drafts are parsed in any case, so that links to them can be told.
    pub fn load(root: &Utf8Path, drafts: bool) -> (Option<Self>, Vec<Diagnostic>) {
        let mut diagnostics = Vec::new();
        let project = load(root, drafts, &mut diagnostics);
        (project, diagnostics)
    }
}

fn load(root: &Utf8Path, drafts: bool, diagnostics: &mut Vec<Diagnostic>) -> Option<Project> {
    let site_path = Utf8Path::new("content/site.yaml");
    if !root.join(site_path).is_file() {
        let message = format!("there is no `{site_path}` in `{root}`");
        let hint = "Go to the site's folder, name it with `--site`, or make one with `logitpress new site`.";
        diagnostics.push(Diagnostic::error("no-site", message).hint(hint));
        return None;
    }
    let source = read(root, site_path).map_err(|error| diagnostics.push(error)).ok()?;
    let complaints = Complaints::about(&source);
    let site = SiteConfig::read(&source, &complaints);
    diagnostics.extend(complaints.into_list());
    let site = site?;

    let files = Files::of(root, diagnostics);
    let mut index = LinkIndex::default();
    let (glossary, glossary_source) = load_glossary(root, site.raw_html, diagnostics);
    glossary.terms.keys().for_each(|slug| index.add_term(slug));

    let all_modules = load_modules(root, &files.modules, diagnostics);
    unused::modules(&files.modules, &files.lessons, diagnostics);
    let lessons =
        load_lessons(root, &files.lessons, ParseOptions { raw_html: site.raw_html }, drafts, &mut index, diagnostics);
    let (modules, lessons) = in_order(all_modules, lessons, &files.modules, diagnostics);
    check::addresses(&lessons, diagnostics);
    check::numbers(&lessons, diagnostics);
    modules.iter().for_each(|module| index.add_module(&module.slug));

    let folders: BTreeSet<&Utf8Path> = lessons.iter().map(|lesson| lesson.folder.as_path()).collect();
    let in_lesson = |asset: &Utf8PathBuf| asset.ancestors().any(|folder| folders.contains(folder));
    let (assets, others): (Vec<_>, Vec<_>) = files.assets.into_iter().partition(in_lesson);
    unused::without_lesson(&others, &files.lessons, diagnostics);
    assets.iter().for_each(|asset| index.add_asset(asset));
    let places = lessons.iter().enumerate().map(|(place, lesson)| (lesson.path.clone(), place)).collect();
    let project = Project { root: root.to_owned(), site, glossary, modules, lessons, assets, index, places };
    diagnostics.extend(project.check_start());
    diagnostics.extend(glossary_source.iter().flat_map(|source| project.check_glossary(source)));
    let found: Vec<Vec<Diagnostic>> = project.lessons.par_iter().map(|lesson| project.check_lesson(lesson)).collect();
    diagnostics.extend(found.into_iter().flatten());
    Some(project)
}

/// Every module whose file can be read, those without lessons too.
pub fn modules(root: &Utf8Path) -> Vec<Module> {
    let mut ignored = Vec::new();
    let files = Files::of(root, &mut ignored);
    load_modules(root, &files.modules, &mut ignored)
}

fn load_glossary(
    root: &Utf8Path,
    raw_html: bool,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Glossary, Option<std::sync::Arc<crate::diagnostic::Source>>) {
    let path = Utf8Path::new("content/glossary.yaml");
    if !root.join(path).exists() {
        return (Glossary::default(), None);
    }
    match read(root, path) {
        Ok(source) => {
            let complaints = Complaints::about(&source);
            let glossary = Glossary::read(&source, raw_html, &complaints);
            diagnostics.extend(complaints.into_list());
            (glossary, Some(source))
        }
        Err(error) => {
            diagnostics.push(error);
            (Glossary::default(), None)
        }
    }
}

fn load_modules(root: &Utf8Path, paths: &[Utf8PathBuf], diagnostics: &mut Vec<Diagnostic>) -> Vec<Module> {
    let mut modules = Vec::new();
    for path in paths {
        match read(root, path) {
            Ok(source) => {
                let complaints = Complaints::about(&source);
                modules.extend(Module::read(&source, &complaints));
                diagnostics.extend(complaints.into_list());
            }
            Err(error) => diagnostics.push(error),
        }
    }
    modules
}

fn load_lessons(
    root: &Utf8Path,
    paths: &[Utf8PathBuf],
    options: ParseOptions,
    drafts: bool,
    index: &mut LinkIndex,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Lesson> {
    let parsed: Vec<Parsed> = paths.par_iter().map(|path| parse(root, path, options)).collect();
    let mut lessons = Vec::new();
    for Parsed { path, lesson, diagnostics: complaints } in parsed {
        match lesson {
            // A draft is unfinished; what is wrong with it matters when it is shown.
            Some(lesson) if lesson.front.draft && !drafts => index.add_draft(&path),
            Some(lesson) => {
                diagnostics.extend(complaints);
                index.add_lesson(&path, Some(anchors(&lesson)));
                lessons.push(lesson);
            }
            None => {
                diagnostics.extend(complaints);
                index.add_lesson(&path, None);
            }
        }
    }
    lessons
}

fn parse(root: &Utf8Path, path: &Utf8Path, options: ParseOptions) -> Parsed {
    let mut diagnostics = Vec::new();
    let folder = path.parent().unwrap_or(path);
    let lesson = match read(root, path) {
        Ok(source) => Lesson::parse(&source, folder, options, &mut diagnostics),
        Err(error) => {
            diagnostics.push(error);
            None
        }
    };
    Parsed { path: Lesson::address(folder), lesson, diagnostics }
}

/// Modules and lessons in the order in which readers meet them. A lesson whose module has no file is complained about,
/// once a module, and stays.
fn in_order(
    modules: Vec<Module>,
    lessons: Vec<Lesson>,
    module_files: &[Utf8PathBuf],
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Module>, Vec<Lesson>) {
    let mut modules = modules;
    let mut lessons = lessons;
    let used: BTreeSet<String> = lessons.iter().map(|lesson| lesson.module.clone()).collect();
    modules.retain(|module| used.contains(&module.slug));
    let with_file =
        |slug: &str| module_files.iter().any(|path| path.parent().and_then(|f| f.file_name()) == Some(slug));
    for slug in used.iter().filter(|slug| !with_file(slug)) {
        if let Some(lesson) = lessons.iter().find(|lesson| lesson.module == *slug) {
            let message = format!("the module `{slug}` has lessons and no `content/{slug}/module.yaml`");
            let hint = "Write one with `title`, `order` and `summary`.";
            diagnostics.push(Diagnostic::error("no-module", message).at(&lesson.source, 0..0).hint(hint));
        }
    }
    modules.sort_by(|a, b| (a.order, &a.slug).cmp(&(b.order, &b.slug)));
    let place = |slug: &str| modules.iter().position(|module| module.slug == slug).unwrap_or(usize::MAX);
    lessons.sort_by_cached_key(|lesson| {
        let number = number_parts(&lesson.front.number).unwrap_or_default();
        (place(&lesson.module), lesson.module.clone(), number, lesson.path.clone())
    });
    (modules, lessons)
}
