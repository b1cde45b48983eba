use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;

use super::{Answer, Job, LoadedModel, Worker, serve};

/// A worker for an engine that needs no process of its own, such as one behind a connection. Dropped in the middle of a
/// run, it is left to end by itself and nobody hears it.
pub struct Thread {
    jobs: Sender<Result<Job, String>>,
    answers: Receiver<Answer>,
    thread: Option<JoinHandle<()>>,
}

impl Thread {
    /// `open` loads the model of a job.
    pub fn start(
        open: impl Fn(&Job) -> anyhow::Result<Box<dyn LoadedModel>> + Send + 'static,
    ) -> std::io::Result<Self> {
        let (jobs, taken) = mpsc::channel();
        let (sender, answers) = mpsc::channel();
        let thread = std::thread::Builder::new().name("engine".into()).spawn(move || {
            serve(taken, open, move |answer| {
                // Whoever asked may have gone.
                let _ = sender.send(answer);
            });
        })?;
        Ok(Self { jobs, answers, thread: Some(thread) })
    }
}

impl Worker for Thread {
    fn send(&mut self, job: &Job) -> std::io::Result<()> {
        self.jobs.send(Ok(job.clone())).map_err(|_| std::io::ErrorKind::BrokenPipe.into())
    }

    fn answers(&self) -> &Receiver<Answer> {
        &self.answers
    }

    fn last_words(&mut self) -> String {
        match self.thread.take().map(JoinHandle::join) {
            Some(Err(panic)) => {
                let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
                text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "it panicked".into())
            }
            _ => "its thread is gone".into(),
        }
    }
}
