use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use unicode_normalization::UnicodeNormalization;
use walkdir::WalkDir;

use super::unused;
use crate::diagnostic::{Diagnostic, Source};
use crate::editor_file::is_editor_file;

/// What lies in `content`, all paths relative to the site folder and sorted.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// `content/<module>/module.yaml`
    pub modules: Vec<Utf8PathBuf>,
    /// `content/<module>/<lesson>/index.md`
    pub lessons: Vec<Utf8PathBuf>,
    /// Other files in a lesson's folder, those in `runs` left out.
    pub assets: Vec<Utf8PathBuf>,
}

impl Files {
    pub fn of(root: &Utf8Path, diagnostics: &mut Vec<Diagnostic>) -> Self {
        let mut files = Self::default();
        let mut paths: Vec<Utf8PathBuf> = Vec::new();
        let visible = |entry: &walkdir::DirEntry| {
            let name = entry.file_name().to_string_lossy();
            entry.depth() == 0 || !(name.starts_with('.') || is_editor_file(&name))
        };
        for entry in WalkDir::new(root.join("content")).into_iter().filter_entry(visible) {
            let path = match entry {
                Ok(entry) if entry.file_type().is_file() => entry.into_path(),
                Ok(entry) if entry.path_is_symlink() && entry.depth() > 0 => {
                    if let Some(path) = Utf8Path::from_path(entry.path()).and_then(|path| path.strip_prefix(root).ok())
                    {
                        diagnostics.push(unused::link(path));
                    }
                    continue;
                }
                Ok(_) => continue,
                Err(error) => {
                    diagnostics
                        .push(Diagnostic::error("unreadable", format!("cannot read the content folder: {error}")));
                    continue;
                }
            };
            match Utf8PathBuf::from_path_buf(path) {
                Ok(path) => {
                    paths.extend(path.strip_prefix(root).ok().map(|path| Utf8PathBuf::from(with_slashes(path))))
                }
                Err(path) => {
                    let message = format!("the name of `{}` is not UTF-8", path.display());
                    diagnostics.push(Diagnostic::error("file-name", message).hint("Rename the file."));
                }
            }
        }
        paths.sort();
        for path in paths {
            files.sort_in(path, diagnostics);
        }
        files
    }

    fn sort_in(&mut self, path: Utf8PathBuf, diagnostics: &mut Vec<Diagnostic>) {
        let parts: Vec<&str> = path.as_str().split('/').collect();
        match parts.as_slice() {
            ["content", "site.yaml" | "glossary.yaml"] => {}
            ["content", module, "module.yaml"] => {
                check_name(module, &path, diagnostics);
                self.modules.push(path);
            }
            ["content", module, lesson, "index.md"] => {
                check_name(module, &path, diagnostics);
                check_name(lesson, &path, diagnostics);
                self.lessons.push(path);
            }
            ["content", _, _, "runs", ..] => {}
            ["content", _, _, .., "index.html"] => {
                let message = format!("`{path}` would have the same address as a page");
                diagnostics.push(Diagnostic::error("same-address", message).hint("Rename the file."));
            }
            [.., "index.md"] => {
                let message = format!("`{path}` is not where a lesson can be");
                let hint = "A lesson is `content/<module>/<lesson>/index.md`.";
                diagnostics.push(Diagnostic::error("lesson-place", message).hint(hint));
            }
            ["content", _, _, _, ..] => self.assets.push(path),
            _ => diagnostics.push(unused::outside(&path)),
        }
    }
}

/// A folder's name is part of an address.
fn check_name(name: &str, path: &Utf8Path, diagnostics: &mut Vec<Diagnostic>) {
    if name.contains(|c: char| c.is_whitespace() || c.is_control() || "?#%\\:*\"<>|&'".contains(c)) {
        let message = format!("the folder name `{name}` in `{path}` cannot be part of an address");
        let hint = "Use letters, digits and hyphens.";
        let diagnostic = Diagnostic::error("folder-name", message).hint(hint);
        if diagnostics.iter().all(|known| known.message != diagnostic.message) {
            diagnostics.push(diagnostic);
        }
    }
}

/// Reads a text file; `path` is relative to the site folder and is what people are shown.
pub(super) fn read(root: &Utf8Path, path: &Utf8Path) -> Result<Arc<Source>, Diagnostic> {
    let bytes = std::fs::read(root.join(path))
        .map_err(|error| Diagnostic::error("unreadable", format!("cannot read `{path}`: {error}")))?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Source::new(path, text)),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let source = Source::new(path, String::from_utf8_lossy(error.as_bytes()));
            Err(Diagnostic::error("not-utf8", format!("`{path}` is not UTF-8 text"))
                .at(&source, at..at)
                .hint("Save it as UTF-8."))
        }
    }
}

/// The form of a path in which two names for the same address are equal.
pub(crate) fn folded(path: &str) -> String {
    path.nfc().flat_map(char::to_lowercase).collect()
}

fn with_slashes(path: &Utf8Path) -> String {
    path.components().map(|part| part.as_str()).collect::<Vec<_>>().join("/")
}
