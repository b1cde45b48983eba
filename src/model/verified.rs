//! Whether the file that is in place is the one that the list describes, without hashing it at every build: what was
//! once verified is noted in `<file>.verified` beside it, with the size and the time of the file's last change.

use std::io;

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use super::catalog::ModelEntry;
use super::digest::Sha256;

/// What is known of the file in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    Missing,
    /// The size and digest are those of the list.
    Right,
    /// Something else lies there.
    Wrong {
        bytes: u64,
        /// `None` where the size alone shows that it is another file.
        sha256: Option<Sha256>,
    },
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Note {
    bytes: u64,
    changed_ns: u128,
    sha256: Sha256,
}

/// Looks at the file of `entry` in `folder`. With `fresh` the note is not believed and the file is hashed.
pub fn presence(
    entry: &ModelEntry,
    folder: &Utf8Path,
    fresh: bool,
    hashed: &mut dyn FnMut(u64),
) -> io::Result<Presence> {
    let path = entry.path(folder);
    let metadata = match std::fs::metadata(&path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Presence::Missing),
        Err(error) => return Err(error),
    };
    if !metadata.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    if metadata.len() != entry.bytes {
        return Ok(Presence::Wrong { bytes: metadata.len(), sha256: None });
    }
    let changed_ns = changed_ns(&metadata);
    let noted = Note { bytes: entry.bytes, changed_ns, sha256: entry.sha256 };
    if !fresh && read_note(&path).is_some_and(|note| note == noted) {
        return Ok(Presence::Right);
    }
    let sha256 = Sha256::of_file(&path, hashed)?;
    if sha256 != entry.sha256 {
        return Ok(Presence::Wrong { bytes: entry.bytes, sha256: Some(sha256) });
    }
    write_note(&path, &noted);
    Ok(Presence::Right)
}

/// Notes that the file at `path` was seen to have the digest of `entry`.
pub fn note(entry: &ModelEntry, path: &Utf8Path) {
    if let Ok(metadata) = std::fs::metadata(path) {
        let changed_ns = changed_ns(&metadata);
        write_note(path, &Note { bytes: metadata.len(), changed_ns, sha256: entry.sha256 });
    }
}

fn changed_ns(metadata: &std::fs::Metadata) -> u128 {
    let since = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    since.map_or(0, |since| since.as_nanos())
}

fn note_path(path: &Utf8Path) -> Utf8PathBuf {
    Utf8PathBuf::from(format!("{path}.verified"))
}

fn read_note(path: &Utf8Path) -> Option<Note> {
    serde_json::from_slice(&std::fs::read(note_path(path)).ok()?).ok()
}

/// A folder that cannot be written costs only time: the file is hashed again at the next build.
fn write_note(path: &Utf8Path, note: &Note) {
    if let Ok(json) = serde_json::to_vec(note)
        && let Err(error) = std::fs::write(note_path(path), json)
    {
        tracing::debug!("{} was not written: {error}", note_path(path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Source;
    use crate::model::catalog::ModelCatalog;
    use crate::model::digest::Hasher;

    fn entry(content: &[u8]) -> ModelEntry {
        let mut hasher = Hasher::default();
        hasher.update(content);
        let sha256 = hasher.finish();
        let text = format!("- {{name: m, file: m.gguf, bytes: {}, sha256: {sha256}, licence: none}}", content.len());
        let catalog = ModelCatalog::parse(&Source::new("models.yaml", text)).unwrap();
        catalog.default_model().unwrap().clone()
    }

    fn look(entry: &ModelEntry, folder: &Utf8Path, fresh: bool) -> (Presence, u64) {
        let mut hashed = 0;
        let seen = presence(entry, folder, fresh, &mut |bytes| hashed += bytes).unwrap();
        (seen, hashed)
    }

    #[test]
    fn a_file_is_hashed_once_and_again_when_it_changed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(folder.path()).unwrap();
        let entry = entry(b"weights");
        assert_eq!(look(&entry, folder, false), (Presence::Missing, 0));
        std::fs::write(entry.path(folder), b"weights").unwrap();
        assert_eq!(look(&entry, folder, false), (Presence::Right, 7));
        assert_eq!(look(&entry, folder, false), (Presence::Right, 0));
        assert_eq!(look(&entry, folder, true), (Presence::Right, 7));
        std::fs::write(entry.path(folder), b"weightS").unwrap();
        // Another time, by more than a step of any clock.
        let file = std::fs::File::options().write(true).open(entry.path(folder)).unwrap();
        file.set_modified(std::time::UNIX_EPOCH).unwrap();
        assert!(matches!(look(&entry, folder, false), (Presence::Wrong { sha256: Some(_), .. }, 7)));
        std::fs::write(entry.path(folder), b"short").unwrap();
        assert_eq!(look(&entry, folder, false), (Presence::Wrong { bytes: 5, sha256: None }, 0));
    }

    #[test]
    fn a_broken_note_is_not_believed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = Utf8Path::from_path(folder.path()).unwrap();
        let entry = entry(b"weights");
        std::fs::write(entry.path(folder), b"weightz").unwrap();
        std::fs::write(folder.join("m.gguf.verified"), b"{\"bytes\": 7").unwrap();
        assert!(matches!(look(&entry, folder, false).0, Presence::Wrong { .. }));
    }
}
