/// What the process tells the shell. The numbers are part of the command line's contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitCode {
    /// Everything asked for was done.
    Done,
    /// The content has errors.
    Content,
    /// The command was used wrongly.
    Usage,
    /// The model or the engine failed, or the model could not be had.
    Engine,
    /// A trace is stale or missing and capturing was forbidden.
    Stale,
    /// The machine refused: a file that cannot be written, a full disk, a port that is taken.
    Machine,
}

impl ExitCode {
    pub fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Content => 1,
            Self::Usage => 2,
            Self::Engine => 3,
            Self::Stale => 4,
            Self::Machine => 5,
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> Self {
        Self::from(code.number())
    }
}
