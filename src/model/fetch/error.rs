use camino::Utf8PathBuf;

use crate::model::digest::Sha256;

/// One source and why nothing came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt {
    pub source: String,
    pub why: String,
}

/// Why there is no model file.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error(
        "{path} is another file than the list says: it has {found}, {wanted} is expected. It is left as it is; move it \
         away, or correct the list"
    )]
    OtherFile { path: Utf8PathBuf, found: String, wanted: String },
    #[error("there is too little room for {name} in {folder}: {needed} bytes are needed, {free} are free")]
    NoSpace { name: String, folder: Utf8PathBuf, needed: u64, free: u64 },
    #[error("cannot {what} {path}: {error}")]
    Disk { what: &'static str, path: Utf8PathBuf, error: std::io::Error },
    #[error("{}", all_failed(name, attempts, path, *bytes, sha256))]
    AllFailed { name: String, attempts: Vec<Attempt>, path: Utf8PathBuf, bytes: u64, sha256: Sha256 },
}

fn all_failed(name: &str, attempts: &[Attempt], path: &Utf8PathBuf, bytes: u64, sha256: &Sha256) -> String {
    let mut words = format!("the model {name} is not on this machine and could not be fetched.\n");
    if attempts.is_empty() {
        words += "The list names no source for it.\n";
    }
    for attempt in attempts {
        words += &format!("  {}\n    {}\n", attempt.source, attempt.why);
    }
    words
        + &format!(
            "To go on without a network, put the file there by hand:\n  {path}\n  {bytes} bytes, sha256 {sha256}"
        )
}
