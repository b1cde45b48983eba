use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use super::{Answer, Configuration, EngineError, Engines, Job, Progress, Worker};
use crate::trace::Trace;

/// Runs jobs on whichever engine they name. A worker is started on first use and kept while the configuration stays.
pub struct Client<'a> {
    engines: &'a Engines,
    worker: Option<(Configuration, Box<dyn Worker>)>,
}

impl<'a> Client<'a> {
    pub fn new(engines: &'a Engines) -> Self {
        Self { engines, worker: None }
    }

    /// Runs one job. After a failure the worker is started anew.
    pub fn run(
        &mut self,
        job: &Job,
        time_limit: Duration,
        progress: impl FnMut(Progress),
    ) -> Result<Trace, EngineError> {
        let wanted = Configuration::of(job);
        let kept = self.worker.take().filter(|(configuration, _)| *configuration == wanted);
        let mut worker = match kept {
            Some((_, worker)) => worker,
            None => self.start(&wanted)?,
        };
        let trace = run(worker.as_mut(), job, time_limit, progress)?;
        // What is kept is held to what a reader of the file will hold it to.
        if job.timed {
            trace.validate().map_err(EngineError::Failed)?;
        }
        self.worker = Some((wanted, worker));
        Ok(trace)
    }

    fn start(&self, configuration: &Configuration) -> Result<Box<dyn Worker>, EngineError> {
        let label = &configuration.engine;
        if let Some(error) = self.engines.unavailable(label) {
            return Err(error);
        }
        let engine = self.engines.labelled(label).ok_or_else(|| EngineError::Unknown(label.clone()))?;
        engine.start(configuration)
    }
}

fn run(
    worker: &mut dyn Worker,
    job: &Job,
    time_limit: Duration,
    mut progress: impl FnMut(Progress),
) -> Result<Trace, EngineError> {
    if worker.send(job).is_err() {
        return Err(EngineError::Died(worker.last_words()));
    }
    let deadline = Instant::now() + time_limit;
    loop {
        match worker.answers().recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(Answer::Progress(step)) => progress(step),
            Ok(Answer::Trace(trace)) => return Ok(*trace),
            Ok(Answer::Failed(message)) => return Err(EngineError::Failed(message)),
            Err(RecvTimeoutError::Timeout) => return Err(EngineError::TimedOut(time_limit.as_secs())),
            Err(RecvTimeoutError::Disconnected) => return Err(EngineError::Died(worker.last_words())),
        }
    }
}
