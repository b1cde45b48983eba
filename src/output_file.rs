//! A file of the published site, on its way from `page` to `publish`. Its bytes are there, or are made when somebody
//! needs them.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// One file of the published site.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// Relative to the output folder, parts separated by `/`.
    pub path: String,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Ready(Vec<u8>),
    Later(Later),
}

/// Bytes that are dear to make and follow from a source alone: a picture in pixels.
#[derive(Clone)]
pub struct Later {
    source: blake3::Hash,
    make: Arc<dyn Fn() -> Result<Vec<u8>, String> + Send + Sync>,
    /// Shared by all clones: made once.
    made: Arc<OnceLock<Result<Vec<u8>, String>>>,
}

impl Later {
    /// `source`: the digest of all that the bytes follow from.
    pub fn new(source: blake3::Hash, make: impl Fn() -> Result<Vec<u8>, String> + Send + Sync + 'static) -> Self {
        Self { source, make: Arc::new(make), made: Arc::default() }
    }

    fn made(&self) -> &Result<Vec<u8>, String> {
        self.made.get_or_init(|| (self.make)())
    }
}

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "made from {}", self.source.to_hex())
    }
}

impl OutputFile {
    /// The path is checked when the file is written.
    pub fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), content: Content::Ready(bytes.into()) }
    }

    pub fn later(path: impl Into<String>, later: Later) -> Self {
        Self { path: path.into(), content: Content::Later(later) }
    }

    /// # Errors
    /// What cannot be made says why.
    pub fn make(&self) -> Result<&[u8], &str> {
        match &self.content {
            Content::Ready(bytes) => Ok(bytes),
            Content::Later(later) => later.made().as_deref().map_err(String::as_str),
        }
    }

    /// None where they cannot be made; [`OutputFile::make`] says why.
    pub fn bytes(&self) -> &[u8] {
        self.make().unwrap_or_default()
    }

    /// Equal for files of equal bytes that are there, and for files made from equal sources; makes nothing.
    pub fn digest(&self) -> blake3::Hash {
        match &self.content {
            Content::Ready(bytes) => blake3::hash(bytes),
            Content::Later(later) => later.source,
        }
    }
}

impl PartialEq for OutputFile {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path && self.bytes() == other.bytes()
    }
}

impl Eq for OutputFile {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn what_is_made_later_is_made_once_and_only_when_it_is_needed() {
        let times = Arc::new(AtomicUsize::new(0));
        let counted = times.clone();
        let later = Later::new(blake3::hash(b"source"), move || {
            counted.fetch_add(1, Ordering::SeqCst);
            Ok(b"made".to_vec())
        });
        let (one, other) = (OutputFile::later("a.png", later.clone()), OutputFile::later("a.png", later));
        assert_eq!(one.digest(), blake3::hash(b"source"));
        assert_eq!(times.load(Ordering::SeqCst), 0);
        assert_eq!((one.bytes(), one == other), (&b"made"[..], true));
        assert_eq!(times.load(Ordering::SeqCst), 1);
    }

    #[test]
    fn what_cannot_be_made_says_why() {
        let file = OutputFile::later("a.png", Later::new(blake3::hash(b""), || Err("no room".into())));
        assert_eq!((file.make(), file.bytes()), (Err("no room"), &[][..]));
    }
}
