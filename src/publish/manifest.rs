//! The list of published files that lies in the output folder: what a later build may overwrite and delete.
//! Holds paths, sizes and digests, nothing about the machine or the time.

use std::collections::BTreeMap;

use camino::Utf8Path;
use serde::{Deserialize, Serialize};

use super::output_path::check_path;
use super::{OutputFile, PublishError};

pub const MANIFEST_NAME: &str = ".logitpress-manifest.json";
const FORMAT: u32 = 1;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Manifest {
    format: u32,
    pub(super) files: BTreeMap<String, Fingerprint>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Fingerprint {
    size: u64,
    blake3: String,
}

impl Manifest {
    pub(super) fn of(files: &[OutputFile]) -> Self {
        let fingerprint = |file: &OutputFile| Fingerprint {
            size: file.bytes().len() as u64,
            blake3: blake3::hash(file.bytes()).to_hex().to_string(),
        };
        let files = files.iter().map(|file| (file.path.clone(), fingerprint(file))).collect();
        Self { format: FORMAT, files }
    }

    pub(super) fn empty() -> Self {
        Self { format: FORMAT, files: BTreeMap::new() }
    }

    /// Both sets of files. It stands in the folder while a build writes, so that the build after a killed one knows
    /// everything that may lie there.
    pub(super) fn with(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.files.extend(other.files.clone());
        both
    }

    pub(super) fn to_json(&self) -> Result<Vec<u8>, serde_json::Error> {
        let mut json = serde_json::to_vec_pretty(self)?;
        json.push(b'\n');
        Ok(json)
    }

    /// `None` when the folder has no manifest.
    pub(super) fn read(folder: &Utf8Path) -> Result<Option<Self>, PublishError> {
        let path = folder.join(MANIFEST_NAME);
        let refuse = |why: String| PublishError::Refused {
            folder: folder.to_owned(),
            reason: format!(
                "its `{MANIFEST_NAME}` {why}, so it is unknown which files may be replaced. \
                 Delete the folder by hand if nothing in it is needed"
            ),
        };
        match std::fs::symlink_metadata(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Ok(metadata) if !metadata.is_file() => return Err(refuse("is not a file".into())),
            _ => {}
        }
        let json = std::fs::read(&path).map_err(PublishError::io("read", &path))?;
        let manifest: Self = serde_json::from_slice(&json).map_err(|error| refuse(format!("is damaged ({error})")))?;
        if manifest.format != FORMAT {
            return Err(refuse(format!("has format {}, this version knows {FORMAT}", manifest.format)));
        }
        // A manifest is a file that anyone can edit; a path in it must never lead a delete out of the folder.
        for path in manifest.files.keys() {
            check_path(path).map_err(|error| refuse(format!("is damaged (`{path}`: {error})")))?;
        }
        Ok(Some(manifest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_files_does_not_show() {
        let a = OutputFile::new("a", b"1");
        let b = OutputFile::new("b", b"2");
        let forward = Manifest::of(&[a.clone(), b.clone()]).to_json().unwrap();
        assert_eq!(forward, Manifest::of(&[b, a]).to_json().unwrap());
    }

    #[test]
    fn a_manifest_that_leads_out_of_the_folder_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(folder.path()).unwrap();
        let json = br#"{"format": 1, "files": {"../victim": {"size": 1, "blake3": ""}}}"#;
        std::fs::write(folder.join(MANIFEST_NAME), json).unwrap();
        let error = Manifest::read(folder).unwrap_err().to_string();
        assert!(error.contains("../victim"), "{error}");
    }
}
