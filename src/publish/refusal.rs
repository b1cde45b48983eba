//! Decides whether a folder may become the output folder, before anything in it is touched.

use std::io::ErrorKind;

use camino::{Utf8Path, Utf8PathBuf};

use super::PublishError;
use super::manifest::{MANIFEST_NAME, Manifest};

/// The start and the end of the names of half-written files.
pub(super) const TEMPORARY: (&str, &str) = (".logitpress-", ".part");

/// Judges the place. Gives its absolute path, links resolved.
///
/// # Errors
/// [`PublishError::Refused`] with the reason.
pub(super) fn check_place(folder: &Utf8Path, protected: &[Utf8PathBuf]) -> Result<Utf8PathBuf, PublishError> {
    let refuse = |reason: String| PublishError::Refused { folder: folder.to_owned(), reason };
    if folder.as_str().trim().is_empty() {
        return Err(refuse("its name is empty".into()));
    }
    let real = resolve(folder).map_err(|error| refuse(format!("it cannot be resolved ({error})")))?;
    if real.parent().is_none() {
        return Err(refuse("it is the root of the file system".into()));
    }
    let places = [
        ("the working folder", std::env::current_dir().ok()),
        ("the home folder", std::env::home_dir()),
        ("the folder for temporary files", Some(std::env::temp_dir())),
    ];
    for (name, place) in places {
        let Some(place) = place.and_then(|place| Utf8PathBuf::from_path_buf(place).ok()) else { continue };
        let Ok(place) = resolve(&place) else { continue };
        if place == real {
            return Err(refuse(format!("it is {name}")));
        }
        if place.starts_with(&real) {
            return Err(refuse(format!("{name} lies in it")));
        }
    }
    for path in protected {
        let source = resolve(path).map_err(|error| refuse(format!("`{path}` cannot be resolved ({error})")))?;
        if source == real {
            return Err(refuse(format!("it is the source `{path}`")));
        }
        if source.starts_with(&real) {
            return Err(refuse(format!("the source `{path}` lies in it")));
        }
        if real.starts_with(&source) {
            return Err(refuse(format!("it lies in the source `{path}`")));
        }
    }
    Ok(real)
}

/// Judges what lies in the folder. Gives what an earlier build wrote, which is nothing for a new folder.
///
/// # Errors
/// [`PublishError::Refused`] with the reason.
pub(super) fn check_contents(real: &Utf8Path) -> Result<Manifest, PublishError> {
    let refuse = |reason: String| PublishError::Refused { folder: real.to_owned(), reason };
    let metadata = match std::fs::symlink_metadata(real) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Manifest::empty()),
        Err(error) => return Err(PublishError::io("read", real)(error)),
        Ok(metadata) => metadata,
    };
    if metadata.is_symlink() {
        return Err(refuse("it is a link to something that is not there".into()));
    }
    if !metadata.is_dir() {
        return Err(refuse("it is a file".into()));
    }
    if real.join(".git").symlink_metadata().is_ok() {
        return Err(refuse("it is a git repository; publish to a folder beside it and copy the files".into()));
    }
    if let Some(manifest) = Manifest::read(real)? {
        return Ok(manifest);
    }
    let mut strangers = Vec::new();
    for entry in std::fs::read_dir(real).map_err(PublishError::io("read", real))? {
        let name = entry.map_err(PublishError::io("read", real))?.file_name().to_string_lossy().into_owned();
        if !is_temporary(&name) {
            strangers.push(name);
        }
    }
    if strangers.is_empty() {
        return Ok(Manifest::empty());
    }
    strangers.sort();
    let more = if strangers.len() > 3 { ", …" } else { "" };
    strangers.truncate(3);
    Err(refuse(format!(
        "it has no `{MANIFEST_NAME}`, so no earlier build made it, and it is not empty ({}{more}). \
         Name a new or an empty folder",
        strangers.join(", ")
    )))
}

pub(super) fn is_temporary(name: &str) -> bool {
    name.starts_with(TEMPORARY.0) && name.ends_with(TEMPORARY.1)
}

/// The absolute path with links resolved as far as it exists; `.` and `..` in the rest are taken literally.
fn resolve(path: &Utf8Path) -> std::io::Result<Utf8PathBuf> {
    let not_unicode = || std::io::Error::new(ErrorKind::InvalidData, "its path is not Unicode");
    let absolute = std::path::absolute(path)?;
    let absolute = Utf8PathBuf::from_path_buf(absolute).map_err(|_| not_unicode())?;
    let mut real = Utf8PathBuf::new();
    for component in absolute.components() {
        match component {
            camino::Utf8Component::ParentDir => {
                real.pop();
            }
            other => {
                real.push(other);
                match real.canonicalize_utf8() {
                    Ok(canonical) => real = canonical,
                    Err(error) if error.kind() == ErrorKind::NotFound => {}
                    Err(error) => return Err(error),
                }
            }
        }
    }
    Ok(real)
}
