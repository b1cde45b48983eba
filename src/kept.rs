//! What a build keeps for the next one: bytes that are dear to make, by the digest of what they are made from. Comes in: a
//! folder. Goes out: the bytes, found or made. Losing all of it changes no byte of a site.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cacache::{Algorithm, WriteOpts};
use camino::{Utf8Path, Utf8PathBuf};

/// Names the folder; empty keeps nothing.
pub const KEPT_VARIABLE: &str = "LOGITPRESS_CACHE";
/// The most that is kept, in bytes; what was made first goes first.
const MOST: u64 = 512 << 20;

static REMEMBERS: AtomicBool = AtomicBool::new(false);

/// From now on this process also remembers, in memory, what functions marked with `comemo::memoize` gave: for one that
/// builds again and again.
pub fn remember_in_memory() {
    REMEMBERS.store(true, Ordering::Relaxed);
}

pub fn is_remembering() -> bool {
    REMEMBERS.load(Ordering::Relaxed)
}

/// Forgets what the last builds did not ask for. Once a build.
pub fn forget_unasked() {
    comemo::evict(3);
}

/// The store. Two builds may use one at once: an entry is written elsewhere and moved into place, and is checked against its
/// digest when it is read.
#[derive(Clone, Debug)]
pub struct Kept {
    folder: Option<Utf8PathBuf>,
    grown: Arc<AtomicBool>,
}

impl Kept {
    /// Where `LOGITPRESS_CACHE` says, else in the user's folder for caches; nowhere when the system knows none.
    pub fn of_user() -> Self {
        let named =
            std::env::var_os(KEPT_VARIABLE).map(|path| Utf8PathBuf::try_from(std::path::PathBuf::from(path)).ok());
        let folder = named.unwrap_or_else(|| {
            let folder = dirs::cache_dir()?.join("logitpress").join("made");
            Utf8PathBuf::try_from(folder).ok()
        });
        folder.filter(|folder| !folder.as_str().is_empty()).map_or_else(Self::nothing, |folder| Self::within(&folder))
    }

    pub fn within(folder: &Utf8Path) -> Self {
        Self { folder: Some(folder.to_owned()), grown: Arc::default() }
    }

    /// Everything is made anew each time.
    pub fn nothing() -> Self {
        Self { folder: None, grown: Arc::default() }
    }

    /// `kind`: what is made, and by which version of the maker. A store that cannot be read or written is none.
    pub fn get_or_make<E>(
        &self,
        kind: &str,
        source: blake3::Hash,
        make: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Vec<u8>, E> {
        let key = format!("{kind}-{}", source.to_hex());
        if let Some(bytes) = self.get(&key) {
            return Ok(bytes);
        }
        let bytes = make()?;
        self.put(&key, &bytes);
        Ok(bytes)
    }

    pub fn get(&self, key: &str) -> Option<Vec<u8>> {
        cacache::read_sync(self.folder.as_ref()?, key).ok()
    }

    /// A full disk or a folder that is not ours to write costs the next build time, not this one its end.
    pub fn put(&self, key: &str, bytes: &[u8]) {
        let Some(folder) = &self.folder else { return };
        let write = || {
            let mut writer = WriteOpts::new().algorithm(Algorithm::Xxh3).size(bytes.len()).open_sync(folder, key)?;
            writer.write_all(bytes).map_err(|error| cacache::Error::IoError(error, key.to_owned()))?;
            writer.commit()
        };
        if write().is_ok() {
            self.grown.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets the oldest entries beyond what may be kept. Cheap where nothing was added.
    pub fn trim(&self) {
        self.trim_to(MOST);
    }

    fn trim_to(&self, most: u64) {
        let Some(folder) = self.folder.as_ref().filter(|_| self.grown.swap(false, Ordering::Relaxed)) else { return };
        let mut entries: Vec<_> = cacache::list_sync(folder).flatten().collect();
        entries.sort_by_key(|entry| std::cmp::Reverse(entry.time));
        let mut size = 0;
        for entry in entries {
            size += entry.size as u64;
            if size > most {
                // Another build may have been quicker.
                let _ = cacache::remove_hash_sync(folder, &entry.integrity);
                let _ = cacache::index::RemoveOpts::new().remove_fully(true).remove_sync(folder, &entry.key);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, Kept) {
        let folder = tempfile::tempdir().unwrap();
        let kept = Kept::within(Utf8Path::from_path(folder.path()).unwrap());
        (folder, kept)
    }

    fn get(kept: &Kept, source: &[u8], made: &[u8]) -> Vec<u8> {
        kept.get_or_make::<()>("test", blake3::hash(source), || Ok(made.to_vec())).unwrap()
    }

    #[test]
    fn what_was_made_is_found_by_its_source_and_kind() {
        let (_folder, kept) = store();
        assert_eq!(get(&kept, b"a", b"one"), b"one");
        assert_eq!(get(&kept, b"a", b"two"), b"one");
        assert_eq!(get(&kept, b"b", b"two"), b"two");
        assert_eq!(kept.get_or_make::<()>("other", blake3::hash(b"a"), || Ok(vec![3])).unwrap(), [3]);
        assert_eq!(Kept::nothing().get_or_make::<()>("test", blake3::hash(b"a"), || Ok(vec![4])).unwrap(), [4]);
    }

    #[test]
    fn what_cannot_be_made_is_not_kept() {
        let (_folder, kept) = store();
        assert_eq!(kept.get_or_make("test", blake3::hash(b"a"), || Err("no")), Err("no"));
        assert_eq!(get(&kept, b"a", b"one"), b"one");
    }

    #[test]
    fn a_damaged_entry_is_made_anew() {
        let (folder, kept) = store();
        get(&kept, b"a", b"one");
        for entry in walkdir::WalkDir::new(folder.path()).into_iter().flatten() {
            if entry.file_type().is_file() && std::fs::read(entry.path()).unwrap() == b"one" {
                std::fs::write(entry.path(), b"0ne").unwrap();
            }
        }
        assert_eq!(get(&kept, b"a", b"two"), b"two");
        assert_eq!(get(&kept, b"a", b"three"), b"two");
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_fault() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, b"").unwrap();
        assert_eq!(get(&Kept::within(Utf8Path::from_path(&file).unwrap()), b"a", b"one"), b"one");
    }

    #[test]
    fn the_oldest_go_first() {
        let (_folder, kept) = store();
        for (at, source) in [b"a", b"b", b"c"].into_iter().enumerate() {
            get(&kept, source, &[at as u8; 1000]);
            std::thread::sleep(std::time::Duration::from_millis(3));
        }
        kept.trim_to(2500);
        let there = |source: &[u8]| kept.get(&format!("test-{}", blake3::hash(source).to_hex())).is_some();
        assert_eq!([there(b"a"), there(b"b"), there(b"c")], [false, true, true]);
    }

    #[test]
    fn two_may_write_one_entry_at_once() {
        let (_folder, kept) = store();
        let bytes: Vec<u8> = (0..200_000u32).map(|at| at as u8).collect();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for at in 0..20u8 {
                        assert_eq!(get(&kept, &[at], &bytes), bytes);
                    }
                });
            }
        });
    }
}
