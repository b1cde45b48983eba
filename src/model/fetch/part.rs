//! The unfinished file: written from where an earlier fetch stopped, hashed while it is written, renamed when right.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};

use camino::{Utf8Path, Utf8PathBuf};

use super::{FetchEvent, Watch};
use crate::model::catalog::ModelEntry;
use crate::model::digest::Hasher;

pub struct Part {
    path: Utf8PathBuf,
    file: File,
    hasher: Hasher,
    written: u64,
    total: u64,
}

impl Part {
    fn path_of(final_path: &Utf8Path) -> Utf8PathBuf {
        Utf8PathBuf::from(format!("{final_path}.part"))
    }

    /// Bytes that an earlier fetch left.
    pub fn size(final_path: &Utf8Path) -> u64 {
        std::fs::metadata(Self::path_of(final_path)).map_or(0, |metadata| metadata.len())
    }

    /// A source that gave nothing leaves nothing behind.
    pub fn remove_empty(final_path: &Utf8Path) {
        let path = Self::path_of(final_path);
        if std::fs::metadata(&path).is_ok_and(|metadata| metadata.len() == 0)
            && let Err(error) = std::fs::remove_file(&path)
        {
            tracing::debug!("{path} was not removed: {error}");
        }
    }

    /// Opens what an earlier fetch left, hashed, or an empty file.
    pub fn open(entry: &ModelEntry, folder: &Utf8Path, watch: Watch<'_>) -> io::Result<Self> {
        let path = Self::path_of(&entry.path(folder));
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path)?;
        let mut part = Self { path, file, hasher: Hasher::default(), written: 0, total: entry.bytes };
        let left = part.file.metadata()?.len();
        if left > part.total {
            part.restart()?;
            return Ok(part);
        }
        let mut done = 0;
        part.hasher.update_from(&part.file, |bytes| {
            done += bytes;
            watch(FetchEvent::Verifying { done, total: left });
        })?;
        part.written = done;
        Ok(part)
    }

    pub fn written(&self) -> u64 {
        self.written
    }

    pub fn is_whole(&self) -> bool {
        self.written == self.total
    }

    /// Forgets everything that was written.
    pub fn restart(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.hasher = Hasher::default();
        self.written = 0;
        Ok(())
    }

    /// Appends; `false` where this would be more than the file can have.
    pub fn append(&mut self, bytes: &[u8], watch: Watch<'_>) -> io::Result<bool> {
        let after = self.written.saturating_add(bytes.len() as u64);
        if after > self.total {
            return Ok(false);
        }
        self.file.write_all(bytes)?;
        self.hasher.update(bytes);
        self.written = after;
        watch(FetchEvent::Bytes { done: after, total: self.total });
        Ok(true)
    }

    /// Gives the file its final name where size and digest are right. Otherwise what was written is of no use: it is
    /// removed, and the words say what was wrong with it.
    pub fn finish(self, entry: &ModelEntry, folder: &Utf8Path) -> Result<(), String> {
        let found = self.hasher.finish();
        if self.written != entry.bytes || found != entry.sha256 {
            let removed = std::fs::remove_file(&self.path);
            let kept = removed.err().map(|error| format!(" ({} stays: {error})", self.path)).unwrap_or_default();
            return Err(format!(
                "what came is another file: {} bytes with sha256 {found}, {} bytes with sha256 {} are expected{kept}",
                self.written, entry.bytes, entry.sha256
            ));
        }
        let path = entry.path(folder);
        let put = || -> io::Result<()> {
            self.file.sync_all()?;
            drop(self.file);
            std::fs::rename(&self.path, &path)?;
            sync_folder(folder);
            Ok(())
        };
        put().map_err(|error| format!("{path} cannot be written: {error}"))
    }
}

/// So that the new name survives a power cut; systems that cannot open a folder do it in their own time.
fn sync_folder(folder: &Utf8Path) {
    if let Ok(folder) = File::open(folder)
        && let Err(error) = folder.sync_all()
    {
        tracing::debug!("the folder of models was not synced: {error}");
    }
}
