use std::ops::{Range, RangeInclusive};

use super::RunRequest;
use super::read_run::{MOST_THREADS, MOST_TOKENS};
use crate::request::{KvCache, Prompt, Sampling, Weights};

/// Runs that differ in one thing, so that what changes between them has one cause.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Where it stands in the lesson's source.
    pub span: Range<usize>,
    pub vary: Vary,
    /// In the author's order: the plain way first.
    pub points: Vec<Point>,
}

/// One setting of what is varied, and its run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// `64`, `off`.
    pub name: String,
    /// `length.64`: a name that no run under `runs` can have.
    pub run: String,
}

/// What the runs of an experiment differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vary {
    /// How many tokens of the prompt go in.
    PromptLength,
    KvCache,
    Threads,
    Weights,
    /// The seed of a run that draws.
    Seeds,
    /// The text as it is, in the model's own chat template, in another model's.
    Template,
}

/// What a point may be.
pub(super) enum Settings {
    Numbers(RangeInclusive<u32>),
    /// In the order that they are run in where the author names none.
    Words(&'static [&'static str]),
}

impl Vary {
    pub(super) const NAMED: [(&'static str, Self); 6] = [
        ("prompt-length", Self::PromptLength),
        ("kv-cache", Self::KvCache),
        ("threads", Self::Threads),
        ("weights", Self::Weights),
        ("seeds", Self::Seeds),
        ("template", Self::Template),
    ];

    /// As an author writes it.
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|(_, vary)| *vary == self).map_or("", |(name, _)| name)
    }

    pub(super) fn settings(self) -> Settings {
        match self {
            Self::PromptLength => Settings::Numbers(1..=MOST_TOKENS),
            Self::Threads => Settings::Numbers(1..=MOST_THREADS),
            Self::Seeds => Settings::Numbers(0..=u32::MAX),
            Self::KvCache => Settings::Words(&["off", "on"]),
            Self::Weights => Settings::Words(&["float", "quantised"]),
            Self::Template => Settings::Words(&["raw", "own", "other"]),
        }
    }

    /// The key of a run that the points set, which `base` therefore leaves out.
    pub(super) fn key(self) -> Option<&'static str> {
        match self {
            Self::PromptLength => Some("first_tokens"),
            Self::KvCache => Some("kv_cache"),
            Self::Threads => Some("threads"),
            Self::Weights => Some("weights"),
            Self::Seeds | Self::Template => None,
        }
    }

    /// What `base` has to be for this to be varied, where it is not.
    pub(super) fn unfit(self, base: &RunRequest) -> Option<&'static str> {
        match self {
            Self::Seeds if base.sampling == Sampling::Greedy => {
                Some("Give `base` a `sampling` that draws: `sampling: {temperature: 1, seed: 1}`.")
            }
            Self::Template if !matches!(&base.prompt, Prompt::Chat(messages) if messages.len() == 1) => {
                Some("Give `base` one message: `chat: …`, without `system` or `messages`.")
            }
            _ => None,
        }
    }

    /// `base` at the point `name`, which [`Vary::settings`] allows.
    pub(super) fn at(self, base: &RunRequest, name: &str) -> RunRequest {
        let mut run = base.clone();
        let number = name.parse().ok();
        match self {
            Self::PromptLength => run.first_tokens = number,
            Self::KvCache => run.kv_cache = if name == "off" { KvCache::Off } else { KvCache::On },
            Self::Threads => run.threads = number,
            Self::Weights => run.weights = Some(if name == "float" { Weights::Float } else { Weights::Quantised }),
            Self::Seeds => {
                if let Sampling::Random { seed, .. } = &mut run.sampling {
                    *seed = number.unwrap_or_default().into();
                }
            }
            Self::Template => {
                if let Prompt::Chat(messages) = &base.prompt {
                    let text: String = messages.iter().map(|message| message.content.as_str()).collect();
                    match name {
                        "raw" => run.prompt = Prompt::Raw(text),
                        // Llama 2's: <https://huggingface.co/blog/llama2#how-to-prompt-llama-2>.
                        "other" => run.prompt = Prompt::Raw(format!("[INST] {text} [/INST]")),
                        _ => {}
                    }
                }
            }
        }
        run
    }
}
