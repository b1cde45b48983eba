//! A file of the published site, on its way from `page` to `publish`.

/// One file of the published site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputFile {
    /// Relative to the output folder, parts separated by `/`.
    pub path: String,
    pub bytes: Vec<u8>,
}

impl OutputFile {
    /// The path is checked when the file is written.
    pub fn new(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Self { path: path.into(), bytes: bytes.into() }
    }
}
