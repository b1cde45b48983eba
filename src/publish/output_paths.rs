//! The paths of one build, seen together: which would overwrite, or be mistaken for, one another.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization;

use super::manifest::MANIFEST_NAME;
use super::output_path::check_path;
use super::{OutputFile, PublishError};

/// One spelling for all the names that a file system without upper and lower case takes for the same.
pub(super) fn folded(path: &str) -> String {
    path.nfc().flat_map(char::to_lowercase).collect::<String>().nfc().collect()
}

/// # Errors
/// All the paths that are invalid or collide, not only the first.
pub(super) fn check_paths(files: &[OutputFile]) -> Result<(), PublishError> {
    let mut complaints = Vec::new();
    let mut taken: BTreeMap<&str, ()> = BTreeMap::new();
    // Every file and folder of the output by its folded spelling, with a file that shows where it comes from.
    let mut seen: BTreeMap<String, Entry<'_>> = BTreeMap::new();
    for file in files {
        let path = file.path.as_str();
        if let Err(error) = check_path(path) {
            complaints.push(error.to_string());
            continue;
        }
        if folded(path) == MANIFEST_NAME {
            complaints.push(format!("`{path}` is the name of the list of published files"));
            continue;
        }
        if taken.insert(path, ()).is_some() {
            complaints.push(format!("`{path}` would be written twice"));
            continue;
        }
        let ends = path.match_indices('/').map(|(end, _)| end).chain([path.len()]);
        for end in ends {
            let entry = Entry { spelling: &path[..end], is_file: end == path.len(), file: path };
            match seen.get(&folded(entry.spelling)) {
                None => {
                    seen.insert(folded(entry.spelling), entry);
                }
                Some(other) => {
                    if let Some(complaint) = entry.collision(other) {
                        complaints.push(complaint);
                        break;
                    }
                }
            }
        }
    }
    if complaints.is_empty() { Ok(()) } else { Err(PublishError::Paths(complaints)) }
}

struct Entry<'a> {
    spelling: &'a str,
    is_file: bool,
    file: &'a str,
}

impl Entry<'_> {
    fn collision(&self, other: &Entry<'_>) -> Option<String> {
        if self.is_file != other.is_file {
            let (file, within) = if self.is_file { (self.file, other.file) } else { (other.file, self.file) };
            return Some(format!("`{file}` would be a file and, for `{within}`, a folder"));
        }
        (self.spelling != other.spelling)
            .then(|| format!("`{}` and `{}` differ in upper and lower case or accents only", other.file, self.file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(paths: &[&str]) -> String {
        let files: Vec<OutputFile> =
            paths.iter().map(|path| OutputFile { path: (*path).to_owned(), bytes: Vec::new() }).collect();
        check_paths(&files).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn collisions_name_both_files() {
        for pair in
            [["Lesson/index.html", "lesson/other.html"], ["a.svg", "A.svg"], ["caf\u{e9}.html", "cafe\u{301}.html"]]
        {
            let message = complaints(&pair);
            assert!(pair.iter().all(|path| message.contains(path)), "{message}");
        }
        let message = complaints(&["a/index.html", "a"]);
        assert!(message.contains("`a` would be a file and, for `a/index.html`, a folder"), "{message}");
        assert!(complaints(&["a", "a"]).contains("written twice"));
        assert!(complaints(&[".Logitpress-manifest.json"]).contains("list of published files"));
    }

    #[test]
    fn every_bad_path_is_listed() {
        let message = complaints(&["../a", "b\\c", "d"]);
        assert!(message.contains("../a") && message.contains("b\\c") && !message.contains("`d`"), "{message}");
    }

    #[test]
    fn files_may_share_a_folder() {
        assert_eq!(complaints(&["a/b.html", "a/c.html", "a.html"]), "");
    }
}
