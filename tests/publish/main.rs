//! From files in memory to the output folder: static files, the folder itself, and links, on real folders.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails should panic")]

mod assets;
mod folder;
mod links;

use logitpress::publish::OutputFile;

fn file(path: &str, text: impl AsRef<[u8]>) -> OutputFile {
    OutputFile::new(path, text.as_ref())
}
