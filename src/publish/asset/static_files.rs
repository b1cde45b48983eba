//! Gathers the static files: those built into the program, overlaid by the site's own of the same name.

use std::collections::BTreeMap;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use include_dir::Dir;

use super::lean;
use crate::diagnostic::{Diagnostic, Source};
use crate::editor_file::is_editor_file;

/// One static file before it gets its published name.
#[derive(Clone, Debug)]
pub(super) struct StaticFile {
    pub(super) bytes: Vec<u8>,
    /// As shown to people: `static/css/page.css`, or `built-in static/css/page.css`.
    pub(super) shown: Utf8PathBuf,
}

impl StaticFile {
    pub(super) fn source(&self) -> Arc<Source> {
        Source::new(&self.shown, String::from_utf8_lossy(&self.bytes))
    }
}

/// Keyed by the path inside the static folder, `/`-separated. The keys say which files exist; a file that is used at build
/// time only, such as the fonts that measure text, is not among them.
pub(super) fn gather(
    built_in: &Dir<'_>,
    site_static: Option<&Utf8Path>,
) -> Result<BTreeMap<String, StaticFile>, Vec<Diagnostic>> {
    let mut files = BTreeMap::new();
    let mut not_published = Vec::new();
    add_built_in(built_in, &mut files, &mut not_published);
    let mut complaints = Vec::new();
    if let Some(folder) = site_static {
        add_site(folder, built_in, &not_published, &mut files, &mut complaints);
    }
    if complaints.is_empty() { Ok(files) } else { Err(complaints) }
}

fn add_built_in(folder: &Dir<'_>, files: &mut BTreeMap<String, StaticFile>, not_published: &mut Vec<String>) {
    for file in folder.files() {
        let Some(path) = Utf8Path::from_path(file.path()) else { continue };
        let name = path.as_str().replace('\\', "/");
        if is_published(path) {
            let shown = Utf8PathBuf::from(format!("built-in static/{name}"));
            let lean = match (path.extension(), file.contents_utf8()) {
                (Some("js"), Some(text)) => Some(lean::script(text)),
                (Some("css"), Some(text)) => Some(lean::style(text)),
                _ => None,
            };
            let bytes = lean.map_or_else(|| file.contents().to_vec(), String::into_bytes);
            files.insert(name, StaticFile { bytes, shown });
        } else {
            not_published.push(name);
        }
    }
    for folder in folder.dirs() {
        add_built_in(folder, files, not_published);
    }
}

fn add_site(
    folder: &Utf8Path,
    built_in: &Dir<'_>,
    not_published: &[String],
    files: &mut BTreeMap<String, StaticFile>,
    complaints: &mut Vec<Diagnostic>,
) {
    let Ok(top) = folder.canonicalize() else {
        // A site without a static folder has no files of its own.
        return;
    };
    let walk = walkdir::WalkDir::new(&top).min_depth(1).sort_by_file_name();
    for entry in walk.into_iter().filter_entry(|entry| !is_editor_file(&entry.file_name().to_string_lossy())) {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let path =
                    error.path().and_then(|path| path.strip_prefix(&top).ok()).unwrap_or(error.path().unwrap_or(&top));
                let message = format!("cannot read `static/{}`", path.display());
                let complaint = Diagnostic::error("static-unreadable", message);
                complaints.push(match error.io_error() {
                    Some(error) => complaint.hint(format!("The system says: {error}.")),
                    None => complaint,
                });
                continue;
            }
        };
        if entry.file_type().is_dir() {
            continue;
        }
        let inside = entry.path().strip_prefix(&top).unwrap_or(entry.path());
        let Some(inside) = Utf8Path::from_path(inside) else {
            let message = format!("the name of `static/{}` is not Unicode", inside.display());
            complaints.push(Diagnostic::error("static-name", message).hint("Rename the file."));
            continue;
        };
        let name = inside.as_str().replace(std::path::MAIN_SEPARATOR, "/");
        if not_published.contains(&name) {
            continue;
        }
        let shown = Utf8PathBuf::from(format!("static/{name}"));
        match read_inside(entry.path(), &top) {
            // A copy of what is built in, as in this program's own repository, changes nothing.
            Ok(bytes) if built_in.get_file(&name).is_some_and(|file| file.contents() == bytes) => {}
            Ok(bytes) => {
                files.insert(name, StaticFile { bytes, shown });
            }
            Err(reason) => {
                let message = format!("cannot publish `{shown}`: {reason}");
                complaints.push(Diagnostic::error("static-unreadable", message));
            }
        }
    }
}

/// A link may lead to another static file, and nowhere else: a site must not publish what lies around on the machine.
fn read_inside(path: &std::path::Path, top: &std::path::Path) -> Result<Vec<u8>, String> {
    let real = path.canonicalize().map_err(|error| error.to_string())?;
    if !real.starts_with(top) {
        return Err("it is a link that leads out of the static folder; copy the file instead".into());
    }
    if !real.is_file() {
        return Err("it is not a file".into());
    }
    std::fs::read(&real).map_err(|error| error.to_string())
}

/// What the program carries besides stylesheets, scripts, web fonts and pictures serves the build, not the page.
fn is_published(path: &Utf8Path) -> bool {
    let kinds = ["css", "js", "woff2", "svg", "png", "jpg", "jpeg", "webp", "avif", "gif", "ico"];
    path.starts_with("root")
        || path.extension().is_some_and(|extension| kinds.contains(&extension.to_ascii_lowercase().as_str()))
        || is_font_licence(path.as_str())
}

/// The licences of fonts ask to travel with them, under their own names.
pub(super) fn is_font_licence(name: &str) -> bool {
    let Some((folder, file)) = name.rsplit_once('/') else { return false };
    let file = file.to_ascii_lowercase();
    (folder == "fonts" || folder.starts_with("fonts/"))
        && (file.ends_with(".txt") || file.ends_with(".md") || !file.contains('.'))
        && ["licen", "ofl", "copying", "notice"].iter().any(|word| file.contains(word))
}
