use std::sync::mpsc::Receiver;

use super::{Answer, Configuration, EngineError, Job, mistralrs};
use crate::request::EngineFacts;

/// What runs models.
pub trait Engine: Send + Sync {
    /// Its name and what it can do, whether or not it can run here.
    fn facts(&self) -> EngineFacts;

    /// Why it cannot run here, in a sentence without a capital.
    fn unavailable(&self) -> Option<&'static str> {
        None
    }

    /// Whether a run needs the model's file on this machine.
    fn takes_file(&self) -> bool {
        true
    }

    /// Something that answers jobs of one configuration, one at a time.
    fn start(&self, configuration: &Configuration) -> Result<Box<dyn Worker>, EngineError>;

    /// Takes jobs from standard input, where the engine runs in a process of its own.
    fn work(&self) -> anyhow::Result<()> {
        anyhow::bail!("the engine {} has no process of its own", self.facts().label())
    }
}

/// A started engine. Dropping it ends what it is doing.
pub trait Worker {
    /// Hands over the next job. An error means that it is gone.
    fn send(&mut self, job: &Job) -> std::io::Result<()>;

    /// Where its answers come in; closed when it is gone.
    fn answers(&self) -> &Receiver<Answer>;

    /// How it ended and what it said last, once it is gone.
    fn last_words(&mut self) -> String;
}

/// The engines that a program knows, the default one first.
pub struct Engines(Vec<Box<dyn Engine>>);

impl Engines {
    pub fn new(engines: Vec<Box<dyn Engine>>) -> Self {
        Self(engines)
    }

    /// Those of this program. A build without an engine still knows it: what a run may ask for is the same everywhere.
    pub fn built_in() -> Self {
        Self(vec![Box::new(mistralrs::MistralRs::default())])
    }

    pub fn facts(&self) -> Vec<EngineFacts> {
        self.0.iter().map(|engine| engine.facts()).collect()
    }

    /// `label`: as in a run's spec.
    pub fn labelled(&self, label: &str) -> Option<&dyn Engine> {
        self.0.iter().find(|engine| engine.facts().label() == label).map(AsRef::as_ref)
    }

    pub fn named(&self, name: &str) -> Option<&dyn Engine> {
        self.0.iter().find(|engine| engine.facts().name == name).map(AsRef::as_ref)
    }

    /// Why none of the engine with that label runs here.
    pub fn unavailable(&self, label: &str) -> Option<EngineError> {
        match self.labelled(label) {
            None => Some(EngineError::Unknown(label.to_owned())),
            Some(engine) => engine.unavailable().map(EngineError::Unavailable),
        }
    }
}
