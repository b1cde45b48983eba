//! Tells that a build would change nothing: the same program, the same sources, and the output folder as the last build
//! left it. What is remembered lies with what is kept between builds, under the digest of the sources.

use std::time::UNIX_EPOCH;

use camino::Utf8Path;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::build::BuildArguments;
use crate::kept::Kept;
use crate::publish::MANIFEST_NAME;

/// Changes with the form of what is remembered.
const VERSION: &str = "build-1";
/// The folders of a site that a build reads.
const SOURCES: [&str; 4] = ["content", "templates", "static", "models"];

/// What a finished build left.
#[derive(Debug, Serialize, Deserialize)]
pub struct Finished {
    pub pages: usize,
    pub files: usize,
    /// Every file of the output, the manifest too: path, size in bytes, time of the last change in nanoseconds.
    output: Vec<(String, u64, u128)>,
}

/// The digest of all that a build's output follows from; `None` where that cannot be told, and the build has to look.
pub fn sources(folder: &Utf8Path, arguments: &BuildArguments) -> Option<blake3::Hash> {
    let mut all = blake3::Hasher::new();
    let mut add = |part: &[u8]| {
        all.update(&(part.len() as u64).to_le_bytes());
        all.update(part);
    };
    let program = std::env::current_exe().and_then(std::fs::metadata).ok()?;
    add(env!("CARGO_PKG_VERSION").as_bytes());
    add(&program.len().to_le_bytes());
    add(&program.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos().to_le_bytes());
    add(format!("{:?}", (&arguments.out, &arguments.base_url, &arguments.capture, arguments.drafts)).as_bytes());
    add(folder.canonicalize_utf8().ok()?.as_str().as_bytes());
    let mut files = Vec::new();
    for source in SOURCES {
        for entry in walkdir::WalkDir::new(folder.join(source)).follow_links(true).sort_by_file_name() {
            match entry {
                // Weights are not read by a build; the list beside them says which are meant.
                Ok(entry)
                    if entry.file_type().is_file() && entry.path().extension().is_none_or(|end| end != "gguf") =>
                {
                    files.push(entry.into_path());
                }
                Ok(_) => {}
                // A site need not have every folder.
                Err(error) if error.depth() == 0 => {}
                Err(_) => return None,
            }
        }
    }
    let digests: Option<Vec<blake3::Hash>> =
        files.par_iter().map(|file| Some(blake3::hash(&std::fs::read(file).ok()?))).collect();
    for (file, digest) in files.iter().zip(digests?) {
        add(file.as_os_str().as_encoded_bytes());
        add(digest.as_bytes());
    }
    Some(all.finalize())
}

/// The build that made `out` from these sources, where `out` is as it left it.
pub fn finished(kept: &Kept, sources: blake3::Hash, out: &Utf8Path) -> Option<Finished> {
    let finished: Finished = serde_json::from_slice(&kept.get(&key(sources))?).ok()?;
    let same = |(path, size, changed): &(String, u64, u128)| state(out, path) == Some((*size, *changed));
    finished.output.par_iter().all(same).then_some(finished)
}

/// `paths`: of every file that the build published.
pub fn remember(kept: &Kept, sources: blake3::Hash, out: &Utf8Path, pages: usize, paths: &[&str]) {
    let all: Option<Vec<(String, u64, u128)>> = paths
        .par_iter()
        .chain([MANIFEST_NAME].par_iter())
        .map(|path| state(out, path).map(|(size, changed)| ((*path).to_owned(), size, changed)))
        .collect();
    let Some(output) = all else { return };
    if let Ok(json) = serde_json::to_vec(&Finished { pages, files: paths.len(), output }) {
        kept.put(&key(sources), &json);
    }
}

fn key(sources: blake3::Hash) -> String {
    format!("{VERSION}-{}", sources.to_hex())
}

/// Size and time of the last change. A link is not what was written.
fn state(out: &Utf8Path, path: &str) -> Option<(u64, u128)> {
    let metadata = std::fs::symlink_metadata(out.join(path)).ok().filter(std::fs::Metadata::is_file)?;
    Some((metadata.len(), metadata.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_nanos()))
}
