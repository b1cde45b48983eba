use std::io::Write;

use camino::{Utf8Path, Utf8PathBuf};

use super::{FORMAT_VERSION, Trace, to_json};

/// Why a trace file could not be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("cannot read `{path}`: {source}")]
    Read { path: Utf8PathBuf, source: std::io::Error },
    #[error("cannot write `{path}`: {source}")]
    Write { path: Utf8PathBuf, source: std::io::Error },
    #[error("`{path}` has trace format {found}, this version reads {FORMAT_VERSION}")]
    Format { path: Utf8PathBuf, found: u64 },
    #[error("`{path}` is not a trace: {message}")]
    Malformed { path: Utf8PathBuf, message: String },
}

/// The recorded runs of one lesson: the folder `runs/` beside its Markdown, one file per run.
#[derive(Clone, Debug)]
pub struct TraceStore {
    folder: Utf8PathBuf,
}

impl TraceStore {
    pub fn beside(lesson_folder: &Utf8Path) -> Self {
        Self { folder: lesson_folder.join("runs") }
    }

    pub fn path(&self, run: &str) -> Utf8PathBuf {
        self.folder.join(format!("{run}.json"))
    }

    /// `None` where the run was never recorded.
    pub fn read(&self, run: &str) -> Result<Option<Trace>, StoreError> {
        let path = self.path(run);
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(source) => return Err(StoreError::Read { path, source }),
        };
        let malformed = |message: String| StoreError::Malformed { path: path.clone(), message };
        // The version is looked at before the rest, so that a newer file is named as such.
        let value: serde_json::Value = serde_json::from_str(&text).map_err(|error| malformed(error.to_string()))?;
        match value.get("format").and_then(serde_json::Value::as_u64) {
            Some(found) if found == u64::from(FORMAT_VERSION) => {}
            Some(found) => return Err(StoreError::Format { path, found }),
            None => return Err(malformed("it has no `format`".into())),
        }
        let trace: Trace = serde_path_to_error::deserialize(value)
            .map_err(|error| malformed(format!("`{}`: {}", error.path(), error.inner())))?;
        trace.validate().map_err(malformed)?;
        Ok(Some(trace))
    }

    /// Written whole beside the old file, flushed to disk, then renamed over it: whatever stops the program, the
    /// old trace or the new one is there, never half of one.
    pub fn write(&self, run: &str, trace: &Trace) -> Result<(), StoreError> {
        let path = self.path(run);
        let failed = |source: std::io::Error| StoreError::Write { path: path.clone(), source };
        let text = to_json(trace).map_err(|error| failed(error.into()))?;
        std::fs::create_dir_all(&self.folder).map_err(failed)?;
        self.sweep();
        let mut file =
            tempfile::Builder::new().prefix(TEMPORARY).suffix(".part").tempfile_in(&self.folder).map_err(failed)?;
        // Through the file itself: the named one adds its own path to the system's reason.
        let open = file.as_file_mut();
        open.write_all(text.as_bytes()).and_then(|()| open.sync_all()).map_err(failed)?;
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let readable = std::fs::Permissions::from_mode(0o644);
            file.as_file().set_permissions(readable).map_err(failed)?;
        }
        file.persist(&path).map_err(|error| failed(error.error))?;
        Ok(())
    }

    /// Removes what a killed program left half-written.
    fn sweep(&self) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(TEMPORARY) && name.ends_with(".part") {
                // Another process may have just removed it.
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }

    /// Names of all recorded runs, sorted.
    pub fn names(&self) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        let mut names: Vec<String> = entries
            .flatten()
            .filter_map(|entry| entry.file_name().to_str()?.strip_suffix(".json").map(str::to_owned))
            .collect();
        names.sort();
        names
    }
}

const TEMPORARY: &str = ".recording-";
