//! What a reader's browser fetches before a page is complete on the screen. Comes in: all files of the site. Goes out:
//! bytes on the wire, by kind. Counts what the markup and the stylesheets name; runs no script.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::OutputFile;
use super::asset::css_references;
use super::html_page::{HtmlPage, Use};
use super::link_target::{Base, Target, target};

/// The first view of one page, in bytes as a host sends them: compressed where that makes them fewer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weight {
    /// By file.
    pub files: BTreeMap<String, usize>,
}

impl Weight {
    pub fn total(&self) -> usize {
        self.files.values().sum()
    }

    /// Of the files whose name ends with `.extension`.
    pub fn of(&self, extension: &str) -> usize {
        let ends = |path: &str| path.rsplit_once('.').is_some_and(|(_, end)| end == extension);
        self.files.iter().filter(|(path, _)| ends(path)).map(|(_, bytes)| bytes).sum()
    }
}

/// `None` when the output has no such page. Pictures that load as the reader comes near them are not part of the
/// first view.
pub fn first_view(files: &[OutputFile], page: &str) -> Option<Weight> {
    let by_path: BTreeMap<&str, &OutputFile> = files.iter().map(|file| (file.path.as_str(), file)).collect();
    by_path.get(page)?;
    let mut weight = Weight::default();
    let mut seen = BTreeSet::new();
    let mut open = vec![page.to_owned()];
    while let Some(path) = open.pop() {
        let Some(file) = by_path.get(path.as_str()) else { continue };
        if !seen.insert(path.clone()) {
            continue;
        }
        weight.files.insert(path.clone(), compressed(&file.bytes));
        open.extend(loads(file).iter().filter_map(|url| match target(&path, url, Use::Load, &Base::new("")) {
            Ok(Target::Inside(inside)) => Some(inside.path),
            _ => None,
        }));
    }
    Some(weight)
}

fn loads(file: &OutputFile) -> Vec<String> {
    let text = || String::from_utf8_lossy(&file.bytes);
    match file.path.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => {
            let references = HtmlPage::read(&file.bytes).references.into_iter();
            references.filter(|reference| reference.kind == Use::Load).map(|reference| reference.url).collect()
        }
        Some("css") => css_references(&text()).into_iter().map(|reference| reference.url).collect(),
        _ => Vec::new(),
    }
}

/// Bytes on the wire: gzipped where that makes them fewer.
pub fn compressed(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.map_or(bytes.len(), |packed| packed.len().min(bytes.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> OutputFile {
        OutputFile { path: path.into(), bytes: text.as_bytes().to_vec() }
    }

    #[test]
    fn the_first_view_is_what_loads_without_the_reader_doing_anything() {
        let files = [
            file(
                "a/index.html",
                "<link rel=stylesheet href=../s.css><script src=../m.js></script><img src=p.png><img loading=lazy src=late.png><a href=../other.html>",
            ),
            file("s.css", "@import 't.css'; p { background: url(f.woff2) }"),
            file("t.css", "p { color: red }"),
            file("f.woff2", "font"),
            file("m.js", "run();"),
            file("late.js", ""),
            file("a/p.png", &"x".repeat(10_000)),
            file("a/late.png", ""),
            file("other.html", ""),
        ];
        let weight = first_view(&files, "a/index.html").unwrap();
        let names: Vec<&str> = weight.files.keys().map(String::as_str).collect();
        assert_eq!(names, ["a/index.html", "a/p.png", "f.woff2", "m.js", "s.css", "t.css"]);
        assert!(weight.of("png") < 200, "{weight:?}");
        assert_eq!(weight.of("woff2"), 4);
        assert_eq!(weight.total(), weight.files.values().sum::<usize>());
        assert_eq!(first_view(&files, "nope.html"), None);
    }
}
