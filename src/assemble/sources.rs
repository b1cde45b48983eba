//! What a site brings with it besides its lessons: own templates, and files that are published as they are. And what two
//! sources of one address are called.

use std::collections::BTreeMap;

use camino::Utf8Path;

use crate::diagnostic::Diagnostic;
use crate::editor_file::is_editor_file;
use crate::output_file::OutputFile;
use crate::project::Project;
use crate::publish::{PathProblem, path_problems};

/// The site's own templates, which win over the built-in ones of the same name.
pub fn own_templates(root: &Utf8Path) -> (BTreeMap<String, String>, Vec<Diagnostic>) {
    let folder = root.join("templates");
    let (mut templates, mut complaints) = (BTreeMap::new(), Vec::new());
    if !folder.is_dir() {
        return (templates, complaints);
    }
    let written =
        |entry: &walkdir::DirEntry| entry.depth() == 0 || !is_editor_file(&entry.file_name().to_string_lossy());
    for entry in walkdir::WalkDir::new(&folder).sort_by_file_name().into_iter().filter_entry(written) {
        let mut unreadable = |path: &str, what: &dyn std::fmt::Display| {
            complaints.push(Diagnostic::error("template-unreadable", format!("cannot read `{path}`: {what}")));
        };
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                unreadable("templates", &error);
                continue;
            }
        };
        let Some(path) = Utf8Path::from_path(entry.path()).filter(|path| path.is_file()) else { continue };
        let Ok(name) = path.strip_prefix(&folder) else { continue };
        let name = name.as_str().replace('\\', "/");
        match std::fs::read_to_string(path) {
            Ok(text) => drop(templates.insert(name, text)),
            Err(error) => unreadable(&format!("templates/{name}"), &error),
        }
    }
    (templates, complaints)
}

/// The files beside the lessons that pages may use.
pub fn lesson_files(project: &Project) -> (Vec<OutputFile>, Vec<Diagnostic>) {
    let (mut files, mut complaints) = (Vec::new(), Vec::new());
    for asset in &project.assets {
        match std::fs::read(project.root.join(asset)) {
            Ok(bytes) => files.push(OutputFile::new(published(asset), bytes)),
            Err(error) => complaints.push(Diagnostic::error("asset", format!("cannot read `{asset}`: {error}"))),
        }
    }
    (files, complaints)
}

/// Where a file beside a lesson stands in the output: its path without `content/`.
pub fn published(asset: &Utf8Path) -> String {
    asset.strip_prefix("content").unwrap_or(asset).as_str().replace('\\', "/")
}

/// The paths that cannot be published, or not together, by the names of their sources.
pub fn check_paths(
    project: &Project,
    files: &[OutputFile],
    static_paths: &BTreeMap<String, String>,
) -> Vec<Diagnostic> {
    let problems = path_problems(files);
    if problems.is_empty() {
        return Vec::new();
    }
    let mut sources: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for asset in &project.assets {
        sources.entry(published(asset)).or_default().push(format!("`{asset}`"));
    }
    for (name, path) in static_paths {
        sources.entry(path.clone()).or_default().push(format!("`static/{name}`"));
    }
    let mut page = |folder: &str, source: String| {
        sources.entry(format!("{folder}/index.html")).or_default().push(format!("`{source}`"));
    };
    project.lessons.iter().for_each(|lesson| page(&lesson.path, lesson.source.path.to_string()));
    project.modules.iter().for_each(|module| page(&module.slug, format!("content/{}/module.yaml", module.slug)));
    if !project.glossary.terms.is_empty() {
        page("glossary", "content/glossary.yaml".into());
    }
    let complaint = |problem: PathProblem| {
        let named = |path: &str| sources.get(path).cloned().unwrap_or_default();
        let made = |path: &str| format!("the file `{path}`, which is made for the site,");
        let mut names = named(&problem.path);
        match &problem.other {
            None => {}
            Some(other) if *other == problem.path && names.len() > 1 => {}
            Some(other) if *other == problem.path => names.push(made(other)),
            Some(other) => names.extend(named(other).into_iter().next().or_else(|| Some(made(other)))),
        }
        if names.is_empty() {
            names.push(made(&problem.path));
        }
        let message = format!("{} {}", names.join(" and "), problem.message);
        Diagnostic::error("file-name", message).hint("Rename the file, or the folder that it gives its name to.")
    };
    problems.into_iter().map(complaint).collect()
}
