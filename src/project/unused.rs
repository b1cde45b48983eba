//! Files in `content` that a person put there and that nothing reads or publishes: each is named, with what to do.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use crate::diagnostic::{Diagnostic, suggestion};

/// How the Markdown of other tools is named.
const MARKDOWN: [&str; 7] = ["md", "markdown", "mdown", "mkdn", "mkd", "mdx", "qmd"];

/// A file that lies where neither a lesson nor its files can be.
pub(super) fn outside(path: &Utf8Path) -> Diagnostic {
    let parts: Vec<&str> = path.as_str().split('/').collect();
    let hint = match parts.as_slice() {
        ["content", module, name] if is_markdown(name) => {
            let stem = Utf8Path::new(name).file_stem().unwrap_or(name);
            format!("A lesson is a folder: move it to `content/{module}/{stem}/index.md`.")
        }
        [.., name] if is_markdown(name) => "A lesson is `content/<module>/<lesson>/index.md`.".to_owned(),
        ["content", name] if is_yaml(name) => suggestion(name, ["site.yaml", "glossary.yaml"]),
        [.., name] if is_yaml(name) => suggestion(name, ["module.yaml"]),
        _ => "A file that a lesson uses lies in the lesson's folder.".to_owned(),
    };
    unused(path, hint)
}

/// A name that is not followed: the target may lie outside of the site, or hold it.
pub(super) fn link(path: &Utf8Path) -> Diagnostic {
    unused(path, "It is a symbolic link, and links are not followed. Put the file itself there.".to_owned())
}

/// Files in folders that would be a lesson's and have no `index.md`: the one that is meant as it, or the folder.
pub(super) fn without_lesson(files: &[Utf8PathBuf], lessons: &[Utf8PathBuf], diagnostics: &mut Vec<Diagnostic>) {
    let known: BTreeSet<&Utf8Path> = lessons.iter().filter_map(|lesson| lesson.parent()).collect();
    let folder = |file: &Utf8PathBuf| file.as_str().split('/').take(3).collect::<Vec<_>>().join("/");
    let folders: BTreeSet<String> =
        files.iter().map(folder).filter(|name| !known.contains(Utf8Path::new(name))).collect();
    for name in folders {
        let inside = || files.iter().filter(|file| folder(file) == name);
        let markdown = inside().filter(|file| file.file_name().is_some_and(is_markdown));
        // The likeliest first: `Index.md`, then whatever else is Markdown.
        let meant = markdown.min_by_key(|file| (!is_index(file), file.as_str().len(), file.as_str().to_owned()));
        diagnostics.push(match meant {
            Some(file) => unused(file, format!("A lesson's text is `{name}/index.md`, in lower case: rename it.")),
            None => {
                let hint = format!("A lesson's text is `{name}/index.md`; other files lie beside it.");
                let message = format!("nothing reads what is in `{name}`: it has no `index.md`");
                Diagnostic::warning("unused-file", message).hint(hint)
            }
        });
    }
}

/// Modules without a lesson, be it a draft: they get no page.
pub(super) fn modules(modules: &[Utf8PathBuf], lessons: &[Utf8PathBuf], diagnostics: &mut Vec<Diagnostic>) {
    let with: BTreeSet<&Utf8Path> = lessons.iter().filter_map(|lesson| lesson.parent()?.parent()).collect();
    for path in modules {
        let folder = path.parent().unwrap_or(path);
        if !with.contains(folder) {
            let hint = format!("A lesson of it is `{folder}/<lesson>/index.md`.");
            diagnostics.push(unused(path, hint));
        }
    }
}

/// The complaint about one such file, wherever in the site it lies.
pub(crate) fn unused(path: &Utf8Path, hint: String) -> Diagnostic {
    Diagnostic::warning("unused-file", format!("nothing reads `{path}`")).hint(hint)
}

fn is_index(file: &Utf8Path) -> bool {
    file.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("index"))
}

fn is_markdown(name: &str) -> bool {
    let end = Utf8Path::new(name).extension().unwrap_or_default();
    MARKDOWN.iter().any(|known| end.eq_ignore_ascii_case(known))
}

fn is_yaml(name: &str) -> bool {
    let end = Utf8Path::new(name).extension().unwrap_or_default();
    end.eq_ignore_ascii_case("yaml") || end.eq_ignore_ascii_case("yml")
}
