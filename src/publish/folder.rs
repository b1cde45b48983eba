//! Brings the output folder to a given set of files. Comes in: every file of the site. Goes out: the folder, changed
//! only where bytes differ, and what was done. Whatever stops it half-way, each file is whole, and the next build
//! finishes the work.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Write};

use camino::{Utf8Path, Utf8PathBuf};

use super::manifest::{MANIFEST_NAME, Manifest};
use super::output_paths::{check_paths, folded};
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
    check_paths(files)?;
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
    let mut report = Report { unchanged: files.len() - differing.len(), ..Report::default() };
    if !(differing.is_empty() && stale.is_empty()) {
        put(&folder, MANIFEST_NAME, &json(&folder, &previous.with(&wanted))?)?;
    }

    // A stale file goes first where a new one needs its place, and last otherwise, so that links keep working.
    let (in_the_way, rest) = split_by_place(&stale, &differing);
    for path in in_the_way {
        delete(&folder, path)?;
        report.deleted.push(path.to_owned());
    }
    for file in &differing {
        put(&folder, &file.path, &file.bytes)?;
        report.written.push(file.path.clone());
    }
    for path in rest {
        delete(&folder, path)?;
        report.deleted.push(path.to_owned());
    }
    let manifest = json(&folder, &wanted)?;
    if std::fs::read(folder.join(MANIFEST_NAME)).ok().as_ref() != Some(&manifest) {
        put(&folder, MANIFEST_NAME, &manifest)?;
    }
    drop(lock);
    report.written.sort();
    report.deleted.sort();
    Ok(report)
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
            && metadata.len() == file.bytes.len() as u64
            && std::fs::read(&path).map_err(PublishError::io("read", &path))? == file.bytes;
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
fn strangers_in(folder: &Utf8Path, path: &str, previous: &Manifest) -> Result<Vec<String>, PublishError> {
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

/// Stale files whose place a new file takes: the same name in other case, a folder that becomes a file, a file that
/// becomes a folder.
fn split_by_place<'a>(stale: &[&'a str], differing: &[&OutputFile]) -> (Vec<&'a str>, Vec<&'a str>) {
    let mut new_files = BTreeSet::new();
    let mut new_folders = BTreeSet::new();
    for file in differing {
        let path = folded(&file.path);
        new_folders.extend(path.match_indices('/').map(|(end, _)| path[..end].to_owned()));
        new_files.insert(path);
    }
    stale.iter().partition(|path| {
        let path = folded(path);
        new_files.contains(&path)
            || new_folders.contains(&path)
            || path.match_indices('/').any(|(end, _)| new_files.contains(&path[..end]))
    })
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
            // Left alone if it cannot be removed: it is no part of the site and the next build tries again.
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Written whole at the top of the output folder, then renamed to its place.
fn put(folder: &Utf8Path, path: &str, bytes: &[u8]) -> Result<(), PublishError> {
    let target = folder.join(path);
    if let Some(parent) = target.parent() {
        std::fs::create_dir_all(parent).map_err(PublishError::io("create", parent))?;
    }
    let mut file = tempfile::Builder::new()
        .prefix(TEMPORARY.0)
        .suffix(TEMPORARY.1)
        .tempfile_in(folder)
        .map_err(PublishError::io("write", &target))?;
    file.write_all(bytes).map_err(PublishError::io("write", &target))?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let readable = std::fs::Permissions::from_mode(0o644);
        file.as_file().set_permissions(readable).map_err(PublishError::io("write", &target))?;
    }
    // A folder that a deleted lesson left empty may stand where the file goes.
    if target.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()) {
        remove_empty_folders(&target);
    }
    file.persist(&target).map_err(|error| PublishError::io("write", &target)(error.error))?;
    Ok(())
}

/// Removes a file that an earlier build wrote, and the folders that it leaves empty. A folder that became a link is not
/// followed: what lies behind it is not ours.
fn delete(folder: &Utf8Path, path: &str) -> Result<(), PublishError> {
    let target = folder.join(path);
    let through_link = path
        .match_indices('/')
        .any(|(end, _)| folder.join(&path[..end]).symlink_metadata().is_ok_and(|metadata| metadata.is_symlink()));
    if through_link || target.symlink_metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Ok(());
    }
    match std::fs::remove_file(&target) {
        Ok(()) => {}
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {}
        Err(error) => return Err(PublishError::io("delete", target)(error)),
    }
    for parent in target.ancestors().skip(1).take_while(|parent| *parent != folder) {
        // Fails, as it should, on a folder that still holds something.
        if std::fs::remove_dir(parent).is_err() {
            break;
        }
    }
    Ok(())
}

/// Folders in folders, down to the deepest; one that holds a file stays.
fn remove_empty_folders(folder: &Utf8Path) {
    for entry in walkdir::WalkDir::new(folder).contents_first(true).into_iter().flatten() {
        if entry.file_type().is_dir() {
            // The rename that follows reports a folder that could not go.
            let _ = std::fs::remove_dir(entry.path());
        }
    }
}

fn json(folder: &Utf8Path, manifest: &Manifest) -> Result<Vec<u8>, PublishError> {
    manifest.to_json().map_err(|error| PublishError::io("write", folder.join(MANIFEST_NAME))(error.into()))
}
