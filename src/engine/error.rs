/// Why a run gave no trace.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("this program knows no engine `{0}`")]
    Unknown(String),
    #[error("{0}")]
    Unavailable(&'static str),
    #[error("the engine could not be started: {0}")]
    Start(std::io::Error),
    #[error("{0}")]
    Failed(String),
    #[error("the run took longer than {0} s and was ended")]
    TimedOut(u64),
    #[error("the engine ended in the middle of the run ({0})")]
    Died(String),
}
