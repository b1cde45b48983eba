//! Brings the output folder to a given set of files. Comes in: every file of the site. Goes out: the folder, changed
//! only where bytes differ, and what was done. Whatever stops it half-way, each file is whole, no page names a file that is
//! not there, and the next build finishes the work.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Write};

use camino::{Utf8Path, Utf8PathBuf};

use super::exchange::Exchange;
use super::manifest::{MANIFEST_NAME, Manifest};
use super::output_paths::path_problems;
use super::refusal::{TEMPORARY, check_contents, check_place, is_temporary};
use super::{OutputFile, PublishError};

/// What a build changed in the output folder. Paths are relative to it, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub written: Vec<String>,
    pub unchanged: usize,
    pub deleted: Vec<String>,
}

/// Makes `folder` hold exactly `files`, next to what other programs put there.
///
/// `protected` are the source folders and files (`content`, `templates`, `static`, `models`): the output folder may not be
/// one, hold one or lie in one. The project folder that holds them, and in which the output folder usually lies, is
/// covered by that and is not listed.
///
/// # Errors
/// See [`PublishError`]; all refusals come before the first change.
pub fn write(folder: &Utf8Path, files: &[OutputFile], protected: &[Utf8PathBuf]) -> Result<Report, PublishError> {
    let problems = path_problems(files);
    if !problems.is_empty() {
        return Err(PublishError::Paths(problems));
    }
    let folder = check_place(folder, protected)?;
    // Before the first look: what another build changes meanwhile would not be seen.
    let mut lock = lock_folder(&folder)?;
    let previous = check_contents(&folder)?;
    let wanted = Manifest::of(files);
    let stale: Vec<&str> =
        previous.files.keys().map(String::as_str).filter(|path| !wanted.files.contains_key(*path)).collect();
    let differing = compare(&folder, files, &previous)?;

    std::fs::create_dir_all(&folder).map_err(PublishError::io("create", &folder))?;
    if lock.is_none() {
        lock = lock_folder(&folder)?;
        if check_contents(&folder)? != previous {
            return Err(PublishError::Busy { folder });
        }
    }
    sweep(&folder);
    if !(differing.is_empty() && stale.is_empty()) {
        put(&folder, MANIFEST_NAME, &json(&folder, &previous.with(&wanted))?)?;
    }
    let exchange = Exchange::prepare(&folder, &differing, &stale, &previous, &wanted)?;
    for step in &exchange.steps {
        exchange.run(step)?;
    }
    drop(exchange);
    let manifest = json(&folder, &wanted)?;
    if std::fs::read(folder.join(MANIFEST_NAME)).ok().as_ref() != Some(&manifest) {
        put(&folder, MANIFEST_NAME, &manifest)?;
    }
    // Closing is not enough: a process that was started meanwhile holds the same lock until it runs.
    if let Some(lock) = lock {
        let _ = lock.unlock();
    }
    let mut written: Vec<String> = differing.iter().map(|file| file.path.clone()).collect();
    written.sort();
    let deleted = stale.into_iter().map(str::to_owned).collect();
    Ok(Report { unchanged: files.len() - written.len(), written, deleted })
}

/// The files whose bytes are not on disk yet.
///
/// # Errors
/// [`PublishError::Collision`] with every place that something of another program takes.
fn compare<'a>(
    folder: &Utf8Path,
    files: &'a [OutputFile],
    previous: &Manifest,
) -> Result<Vec<&'a OutputFile>, PublishError> {
    let mut collisions = BTreeSet::new();
    let mut differing = Vec::new();
    let mut parents = BTreeMap::new();
    for file in files {
        if let Some(blocked) = blocked_parent(folder, &file.path, previous, &mut parents)? {
            collisions.insert(blocked);
            continue;
        }
        let path = folder.join(&file.path);
        let metadata = match std::fs::symlink_metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                differing.push(file);
                continue;
            }
            Err(error) => return Err(PublishError::io("read", path)(error)),
        };
        if metadata.is_dir() {
            let strangers = strangers_in(folder, &file.path, previous)?;
            if strangers.is_empty() {
                differing.push(file);
            } else {
                collisions.extend(strangers);
            }
            continue;
        }
        let same = metadata.is_file()
            && metadata.len() == file.bytes().len() as u64
            && std::fs::read(&path).map_err(PublishError::io("read", &path))? == file.bytes();
        if same {
            continue;
        }
        if previous.files.contains_key(&file.path) {
            differing.push(file);
        } else {
            collisions.insert(file.path.clone());
        }
    }
    if collisions.is_empty() {
        Ok(differing)
    } else {
        Err(PublishError::Collision { folder: folder.to_owned(), files: collisions.into_iter().collect() })
    }
}

/// The first folder on the way to `path` that is a link, or a file that is not ours. `known` remembers the answers.
fn blocked_parent(
    folder: &Utf8Path,
    path: &str,
    previous: &Manifest,
    known: &mut BTreeMap<String, bool>,
) -> Result<Option<String>, PublishError> {
    for (end, _) in path.match_indices('/') {
        let parent = &path[..end];
        let blocked = match known.get(parent) {
            Some(blocked) => *blocked,
            None => {
                let blocked = match std::fs::symlink_metadata(folder.join(parent)) {
                    Ok(metadata) if metadata.is_dir() => false,
                    Ok(metadata) => metadata.is_symlink() || !previous.files.contains_key(parent),
                    Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => false,
                    Err(error) => return Err(PublishError::io("read", folder.join(parent))(error)),
                };
                known.insert(parent.to_owned(), blocked);
                blocked
            }
        };
        if blocked {
            return Ok(Some(parent.to_owned()));
        }
    }
    Ok(None)
}

/// Files under the folder `path` that no earlier build wrote.
pub(super) fn strangers_in(folder: &Utf8Path, path: &str, previous: &Manifest) -> Result<Vec<String>, PublishError> {
    let mut strangers = Vec::new();
    for entry in walkdir::WalkDir::new(folder.join(path)).min_depth(1) {
        let entry = entry.map_err(|error| PublishError::io("read", folder.join(path))(error.into()))?;
        if entry.file_type().is_dir() {
            continue;
        }
        let inside = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let name = inside.to_string_lossy().replace(std::path::MAIN_SEPARATOR, "/");
        if !previous.files.contains_key(&name) {
            strangers.push(name);
        }
    }
    Ok(strangers)
}

/// Two builds at once would delete each other's half-written files. The lock is on the folder itself: a lock file would be
/// published. `None` for a folder that is not there yet, and where folders cannot be opened.
fn lock_folder(folder: &Utf8Path) -> Result<Option<std::fs::File>, PublishError> {
    if !cfg!(unix) || !folder.is_dir() {
        return Ok(None);
    }
    let handle = std::fs::File::open(folder).map_err(PublishError::io("open", folder))?;
    match handle.try_lock() {
        Err(std::fs::TryLockError::WouldBlock) => Err(PublishError::Busy { folder: folder.to_owned() }),
        // Some network file systems have no locks.
        Ok(()) | Err(std::fs::TryLockError::Error(_)) => Ok(Some(handle)),
    }
}

/// Removes what a killed build left half-written.
fn sweep(folder: &Utf8Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if is_temporary(&entry.file_name().to_string_lossy()) {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            // Left alone if it cannot be removed: it is no part of the site and the next build tries again.
            let _ = if is_folder { std::fs::remove_dir_all(entry.path()) } else { std::fs::remove_file(entry.path()) };
        }
    }
}

/// Written whole at the top of the output folder, then renamed to its place.
fn put(folder: &Utf8Path, name: &str, bytes: &[u8]) -> Result<(), PublishError> {
    let target = folder.join(name);
    let failed = || PublishError::io("write", &target);
    let mut file =
        tempfile::Builder::new().prefix(TEMPORARY.0).suffix(TEMPORARY.1).tempfile_in(folder).map_err(failed())?;
    file.write_all(bytes).map_err(failed())?;
    make_readable(file.as_file()).map_err(failed())?;
    file.persist(&target).map_err(|error| failed()(error.error))?;
    Ok(())
}

/// A web server runs as another user.
pub(super) fn make_readable(file: &std::fs::File) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    Ok(())
}

fn json(folder: &Utf8Path, manifest: &Manifest) -> Result<Vec<u8>, PublishError> {
    manifest.to_json().map_err(|error| PublishError::io("write", folder.join(MANIFEST_NAME))(error.into()))
}
