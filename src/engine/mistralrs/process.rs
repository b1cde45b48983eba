use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};

use super::FACTS;
use crate::engine::{Answer, Configuration, Job, Worker};
use crate::request::Weights;

/// What stands before each line of the child's that is meant for the parent: the engine prints lines of its own.
pub const MARK: char = '\u{1e}';

/// A parent's end of the engine process.
pub struct Process {
    child: Child,
    input: ChildStdin,
    answers: Receiver<Answer>,
    said: Arc<Mutex<VecDeque<String>>>,
    /// The engine would create folders of a model hub in the user's home.
    _home: tempfile::TempDir,
}

impl Process {
    /// `program` is one that answers to `engine-worker`.
    pub fn start(program: &Path, configuration: &Configuration) -> std::io::Result<Self> {
        let home = tempfile::Builder::new().prefix("logitpress-engine-").tempdir()?;
        let mut command = Command::new(program);
        command.args(["engine-worker", FACTS.name]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
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
        if let Some(threads) = configuration.threads {
            command.env("RAYON_NUM_THREADS", threads.to_string());
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
        Ok(Self { child, input, answers, said, _home: home })
    }
}

impl Worker for Process {
    fn send(&mut self, job: &Job) -> std::io::Result<()> {
        let line = serde_json::to_string(job)?;
        writeln!(self.input, "{line}").and_then(|()| self.input.flush())
    }

    fn answers(&self) -> &Receiver<Answer> {
        &self.answers
    }

    fn last_words(&mut self) -> String {
        let status = match self.child.wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        let said = self.said.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        said.iter().fold(status, |all, line| format!("{all}\n  {line}"))
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
