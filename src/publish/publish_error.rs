use camino::Utf8PathBuf;

use super::PathProblem;

/// Why the output folder was not written. Except for `Io`, nothing on disk was changed.
#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    #[error("these paths cannot be published together:{}", list(.0))]
    Paths(Vec<PathProblem>),
    #[error("`{folder}` is refused as the output folder: {reason}")]
    Refused { folder: Utf8PathBuf, reason: String },
    #[error("`{folder}` holds files that logitpress did not write, where this build has its own:{}", list(.files))]
    Collision { folder: Utf8PathBuf, files: Vec<String> },
    #[error("another build is writing `{folder}`; try again when it is done")]
    Busy { folder: Utf8PathBuf },
    #[error("cannot {action} `{path}`: {source}")]
    Io { action: &'static str, path: Utf8PathBuf, source: std::io::Error },
}

impl PublishError {
    pub(super) fn io(action: &'static str, path: impl Into<Utf8PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { action, path, source }
    }
}

fn list<T: std::fmt::Display>(lines: &[T]) -> String {
    lines.iter().map(|line| format!("\n  {line}")).collect()
}
