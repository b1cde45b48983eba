use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub use super::protocol::Progress;
use super::protocol::{Answer, Job, MARK};
use super::record::configuration;
use super::session::Configuration;
use crate::request::Weights;
use crate::trace::Trace;

/// Why a run gave no trace.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("the engine process could not be started: {0}")]
    Start(std::io::Error),
    #[error("{0}")]
    Failed(String),
    #[error("the run took longer than {0} s and was ended")]
    TimedOut(u64),
    #[error("the engine process ended in the middle of the run ({status}){said}")]
    Died { status: String, said: String },
}

/// A parent's end of the engine process. The process is started on first use and kept while the configuration stays.
pub struct Client {
    /// The program that answers to `engine-worker`: this one.
    program: PathBuf,
    process: Option<Process>,
}

struct Process {
    configuration: Configuration,
    child: Child,
    input: ChildStdin,
    answers: Receiver<Answer>,
    said: Arc<Mutex<VecDeque<String>>>,
    /// The engine would create folders of a model hub in the user's home.
    _home: tempfile::TempDir,
}

impl Client {
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), process: None }
    }

    /// Runs one job. After a failure the process is started anew.
    pub fn run(
        &mut self,
        job: &Job,
        time_limit: Duration,
        mut progress: impl FnMut(Progress),
    ) -> Result<Trace, EngineError> {
        let wanted = configuration(job);
        if self.process.as_ref().is_none_or(|process| process.configuration != wanted) {
            self.process = None;
            self.process = Some(Process::start(&self.program, wanted).map_err(EngineError::Start)?);
        }
        let result = match &mut self.process {
            Some(process) => process.run(job, time_limit, &mut progress),
            None => Err(EngineError::Failed("there is no engine process".into())),
        };
        if result.is_err() {
            self.process = None;
        }
        result
    }
}

impl Process {
    fn start(program: &Path, configuration: Configuration) -> std::io::Result<Self> {
        let home = tempfile::Builder::new().prefix("logitpress-engine-").tempdir()?;
        let mut command = Command::new(program);
        command.arg("engine-worker").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        for (name, _) in std::env::vars_os() {
            let name = name.to_string_lossy();
            if ["MISTRALRS_", "CANDLE_", "RING_", "HF_"].iter().any(|prefix| name.starts_with(prefix)) {
                command.env_remove(name.as_ref());
            }
        }
        command.env("HF_HOME", home.path());
        if configuration.weights == Weights::Float {
            command.env("CANDLE_DEQUANTIZE_ALL", "1");
        }
        let mut child = command.spawn()?;
        let pipe = || std::io::Error::other("a pipe is missing");
        let input = child.stdin.take().ok_or_else(pipe)?;
        let output = child.stdout.take().ok_or_else(pipe)?;
        let errors = child.stderr.take().ok_or_else(pipe)?;
        let said = Arc::new(Mutex::new(VecDeque::new()));
        let (sender, answers) = mpsc::channel();
        let heard = said.clone();
        std::thread::spawn(move || {
            lines(output, |line| match line.split_once(MARK).map(|(_, json)| serde_json::from_str(json)) {
                Some(Ok(answer)) => drop(sender.send(answer)),
                _ => keep(&heard, line),
            });
        });
        let heard = said.clone();
        std::thread::spawn(move || lines(errors, |line| keep(&heard, line)));
        Ok(Self { configuration, child, input, answers, said, _home: home })
    }

    fn run(
        &mut self,
        job: &Job,
        time_limit: Duration,
        progress: &mut impl FnMut(Progress),
    ) -> Result<Trace, EngineError> {
        let line = serde_json::to_string(job).map_err(|error| EngineError::Failed(error.to_string()))?;
        if writeln!(self.input, "{line}").and_then(|()| self.input.flush()).is_err() {
            return Err(self.death());
        }
        let deadline = Instant::now() + time_limit;
        loop {
            match self.answers.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(Answer::Progress(step)) => progress(step),
                Ok(Answer::Trace(trace)) => return Ok(*trace),
                Ok(Answer::Failed(message)) => return Err(EngineError::Failed(message)),
                Err(RecvTimeoutError::Timeout) => return Err(EngineError::TimedOut(time_limit.as_secs())),
                Err(RecvTimeoutError::Disconnected) => return Err(self.death()),
            }
        }
    }

    fn death(&mut self) -> EngineError {
        let status = match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        let said = self.said.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let said: String = said.iter().map(|line| format!("\n  {line}")).collect();
        EngineError::Died { status, said }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may be in the middle of a run; nothing of it is kept.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The last lines that the engine printed, for the message when it dies.
const KEPT_LINES: usize = 8;

fn keep(said: &Mutex<VecDeque<String>>, line: &str) {
    let mut said = said.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if said.len() == KEPT_LINES {
        said.pop_front();
    }
    said.push_back(line.chars().filter(|sign| !sign.is_control()).take(300).collect());
}

fn lines(from: impl Read, mut each: impl FnMut(&str)) {
    let mut reader = BufReader::new(from);
    let mut line = Vec::new();
    while matches!(reader.read_until(b'\n', &mut line), Ok(read) if read > 0) {
        each(String::from_utf8_lossy(&line).trim_end());
        line.clear();
    }
}
