//! Waits for files of the site to change. Watches folders, not files: an editor that saves by renaming replaces the file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::editor_file::is_editor_file;
use camino::{Utf8Path, Utf8PathBuf};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// Changes that come within this time of each other make one build: an editor's save is several of them.
const BATCH: Duration = Duration::from_millis(20);
/// A folder that never comes to rest is built all the same.
const LONGEST_BATCH: Duration = Duration::from_secs(2);
const POLL: Duration = Duration::from_secs(1);
/// How soon a stop is noticed.
const TICK: Duration = Duration::from_millis(200);

/// Which files are sources.
#[derive(Debug)]
pub(super) struct Scope {
    top: PathBuf,
    ignored: Vec<PathBuf>,
}

impl Scope {
    fn new(site: &Utf8Path, ignore: &[Utf8PathBuf]) -> Self {
        let real = |path: &Utf8Path| path.canonicalize().unwrap_or_else(|_| absolute(path));
        // Both spellings: an output folder that is a link is reported by its name.
        let ignored = ignore.iter().flat_map(|path| [real(path), absolute(path)]).collect();
        Self { top: real(site), ignored }
    }

    pub(super) fn top(&self) -> &Path {
        &self.top
    }

    pub(super) fn holds(&self, path: &Path) -> bool {
        let inside = path.strip_prefix(&self.top).unwrap_or(path);
        !self.ignored.iter().any(|ignored| path.starts_with(ignored))
            && !inside.components().any(|part| is_no_source(&part.as_os_str().to_string_lossy()))
            && !inside.components().next().is_some_and(|part| is_build_folder(&part.as_os_str().to_string_lossy()))
    }

    /// The top folder, whose own files count, and the folders in it, which count with all that is in them.
    pub(super) fn folders(&self) -> Vec<PathBuf> {
        let mut folders = vec![self.top.clone()];
        if let Ok(entries) = std::fs::read_dir(&self.top) {
            let paths = entries.flatten().map(|entry| entry.path());
            folders.extend(paths.filter(|path| path.is_dir() && self.holds(path)));
        }
        folders
    }
}

fn absolute(path: &Utf8Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

/// What editors, systems and unfinished writes leave, and models, which are large and change no page.
fn is_no_source(name: &str) -> bool {
    is_editor_file(name) || [".gguf", ".verified"].iter().any(|end| name.ends_with(end))
}

/// At the top of a site; further down it is a lesson's name.
fn is_build_folder(name: &str) -> bool {
    matches!(name, "target" | "node_modules")
}

pub(super) struct Watch {
    scope: Scope,
    watcher: Result<RecommendedWatcher, String>,
    watched: BTreeSet<PathBuf>,
    events: Receiver<notify::Result<notify::Event>>,
}

impl Watch {
    pub(super) fn start(site: &Utf8Path, ignore: &[Utf8PathBuf]) -> Self {
        let (sender, events) = channel();
        let watcher = notify::recommended_watcher(sender).map_err(|error| error.to_string());
        let mut watch = Self { scope: Scope::new(site, ignore), watcher, watched: BTreeSet::new(), events };
        watch.follow();
        watch
    }

    pub(super) fn scope(&self) -> &Scope {
        &self.scope
    }

    /// Why changes are looked for and not reported.
    pub(super) fn failure(&self) -> Option<&str> {
        self.watcher.as_ref().err().map(String::as_str)
    }

    /// Waits for the files that changed; `None` when it is to stop. Without a watcher it returns every second.
    pub(super) fn next_change(&mut self, stop: &AtomicBool) -> Option<BTreeSet<PathBuf>> {
        let mut touched = BTreeSet::new();
        let start = Instant::now();
        loop {
            if stop.load(Ordering::SeqCst) {
                return None;
            }
            if self.watcher.is_err() {
                std::thread::sleep(TICK);
                if start.elapsed() >= POLL {
                    return Some(touched);
                }
                continue;
            }
            match self.events.recv_timeout(TICK) {
                Ok(event) => self.note(event, &mut touched),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => self.watcher = Err("the watcher ended".into()),
            }
            if !touched.is_empty() {
                break;
            }
        }
        let start = Instant::now();
        while start.elapsed() < LONGEST_BATCH {
            match self.events.recv_timeout(BATCH) {
                Ok(event) => self.note(event, &mut touched),
                Err(_) => break,
            }
        }
        self.follow();
        Some(touched)
    }

    fn note(&mut self, event: notify::Result<notify::Event>, touched: &mut BTreeSet<PathBuf>) {
        let Ok(event) = event else {
            // Events were lost: look at everything.
            touched.insert(self.scope.top.clone());
            return;
        };
        // Reading a source, which every build does, is no change.
        if matches!(event.kind, EventKind::Access(_)) {
            return;
        }
        if event.need_rescan() {
            touched.insert(self.scope.top.clone());
        }
        for path in event.paths {
            if !self.scope.holds(&path) {
                continue;
            }
            let replaced = matches!(event.kind, EventKind::Create(_) | EventKind::Remove(_))
                || matches!(event.kind, EventKind::Modify(notify::event::ModifyKind::Name(_)));
            if replaced && self.watched.remove(&path) {
                // The folder of this name is another one now; an error says that the old one is gone already.
                if let Ok(watcher) = &mut self.watcher {
                    let _ = watcher.unwatch(&path);
                }
            }
            touched.insert(path);
        }
    }

    /// Watches the folders that are there now. The top folder is not watched with all that is in it: build folders below
    /// it hold tens of thousands of others.
    fn follow(&mut self) {
        for folder in self.scope.folders() {
            let Ok(watcher) = &mut self.watcher else { return };
            if self.watched.contains(&folder) {
                continue;
            }
            let mode = if folder == self.scope.top { RecursiveMode::NonRecursive } else { RecursiveMode::Recursive };
            match watcher.watch(&folder, mode) {
                Ok(()) => {
                    self.watched.insert(folder);
                }
                // It went away again.
                Err(_) if !folder.is_dir() => {}
                Err(error) => self.watcher = Err(error.to_string()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_and_leftovers_are_no_sources() {
        let folder = tempfile::tempdir().unwrap();
        let site = Utf8Path::from_path(folder.path()).unwrap();
        let scope = Scope::new(site, &[site.join("public")]);
        for path in [
            "content/a/index.md",
            "static/root/.nojekyll",
            "content/target-audience.md",
            "content/m/target/index.md",
            "content/node_modules/public/index.md",
            "models/models.yaml",
        ] {
            assert!(scope.holds(&scope.top().join(path)), "{path}");
        }
        for path in [
            "public/a/index.html",
            "models/x.gguf",
            "models/x.gguf.verified",
            "node_modules/x.js",
            "templates/.DS_Store",
            ".git/HEAD",
            "target/debug/x",
            "content/.index.md.swp",
            "content/a.md~",
            "content/runs/.recording-x.part",
        ] {
            assert!(!scope.holds(&scope.top().join(path)), "{path}");
        }
    }
}
