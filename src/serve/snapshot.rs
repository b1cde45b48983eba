//! What the files of a site contain at one moment, to tell a change from an event that changed nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::watch::Scope;

#[derive(Debug, Default)]
pub(super) struct Snapshot {
    files: BTreeMap<PathBuf, Stamp>,
}

#[derive(Clone, Debug)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    digest: blake3::Hash,
}

impl Snapshot {
    pub(super) fn take(scope: &Scope) -> Self {
        Self::default().renewed(scope, &BTreeSet::new())
    }

    /// Looks again. A file is read when its length or time differ, or when it is in `touched`: two saves within the
    /// clock's resolution look the same otherwise.
    pub(super) fn renewed(&self, scope: &Scope, touched: &BTreeSet<PathBuf>) -> Self {
        let mut files = BTreeMap::new();
        for folder in scope.folders() {
            let depth = if folder == scope.top() { 1 } else { usize::MAX };
            let walk = walkdir::WalkDir::new(&folder).max_depth(depth).into_iter();
            let entries = walk.filter_entry(|entry| entry.depth() == 0 || scope.holds(entry.path())).flatten();
            for entry in entries.filter(|entry| entry.file_type().is_file()) {
                let known = self.files.get(entry.path()).filter(|_| !touched.contains(entry.path()));
                if let Some(stamp) = Stamp::of(entry.path(), known) {
                    files.insert(entry.into_path(), stamp);
                }
            }
        }
        Self { files }
    }

    pub(super) fn same_content(&self, other: &Self) -> bool {
        let content = |snapshot: &Self| -> Vec<(PathBuf, blake3::Hash)> {
            snapshot.files.iter().map(|(path, stamp)| (path.clone(), stamp.digest)).collect()
        };
        content(self) == content(other)
    }
}

impl Stamp {
    /// `None` for a file that went away meanwhile.
    fn of(path: &Path, known: Option<&Self>) -> Option<Self> {
        let metadata = std::fs::metadata(path).ok()?;
        let (length, modified) = (metadata.len(), metadata.modified().ok());
        if let Some(known) = known.filter(|known| known.length == length && known.modified == modified) {
            return Some(known.clone());
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(std::fs::File::open(path).ok()?).ok()?;
        Some(Self { length, modified, digest: hasher.finalize() })
    }
}
