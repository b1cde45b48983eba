//! The paths of one build, seen together: which would overwrite, or be mistaken for, one another.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use unicode_normalization::UnicodeNormalization;

use super::OutputFile;
use super::manifest::MANIFEST_NAME;
use super::output_path::check_path;

/// One spelling for all the names that a file system without upper and lower case takes for the same.
pub(super) fn folded(path: &str) -> String {
    path.nfc().flat_map(char::to_lowercase).collect::<String>().nfc().collect()
}

/// Why files cannot be published together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PathProblem {
    /// The file that is at fault, by its path in the output.
    pub path: String,
    /// The file that it cannot stand beside. Equal to `path` for two files of one path.
    pub other: Option<String>,
    /// Continues a sentence that begins with the file, or with both.
    pub message: String,
}

impl fmt::Display for PathProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.other {
            Some(other) if *other != self.path => write!(f, "`{other}` and `{}` {}", self.path, self.message),
            _ => write!(f, "`{}` {}", self.path, self.message),
        }
    }
}

/// All the paths that are invalid or collide, sorted.
pub fn path_problems(files: &[OutputFile]) -> Vec<PathProblem> {
    let mut problems = Vec::new();
    let mut taken: BTreeSet<&str> = BTreeSet::new();
    // Every file and folder of the output by its folded spelling, with a file that shows where it comes from.
    let mut seen: BTreeMap<String, Entry<'_>> = BTreeMap::new();
    for file in files {
        let path = file.path.as_str();
        let problem = |other: Option<&str>, message: String| PathProblem {
            path: path.to_owned(),
            other: other.map(str::to_owned),
            message,
        };
        if let Err(reason) = check_path(path) {
            problems.push(problem(None, format!("cannot be written: {reason}")));
            continue;
        }
        if folded(path) == MANIFEST_NAME {
            problems.push(problem(None, "is the name of the list of published files".into()));
            continue;
        }
        if !taken.insert(path) {
            problems.push(problem(Some(path), "would be written twice".into()));
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
                    if let Some(message) = entry.collision(other) {
                        problems.push(problem(Some(other.file), message));
                        break;
                    }
                }
            }
        }
    }
    problems.sort();
    problems
}

struct Entry<'a> {
    spelling: &'a str,
    is_file: bool,
    file: &'a str,
}

impl Entry<'_> {
    fn collision(&self, other: &Entry<'_>) -> Option<String> {
        if self.is_file != other.is_file {
            return Some(format!("cannot stand together: `{}` would be a file and a folder", other.spelling));
        }
        (self.spelling != other.spelling).then(|| "differ in upper and lower case or accents only".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(paths: &[&str]) -> String {
        let files: Vec<OutputFile> = paths.iter().map(|path| OutputFile::new(*path, Vec::new())).collect();
        path_problems(&files).iter().map(|problem| format!("{problem}\n")).collect()
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
        assert!(
            message.contains("`a/index.html` and `a` cannot stand together: `a` would be a file and a folder"),
            "{message}"
        );
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
