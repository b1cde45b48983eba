//! What several runs asked differently, and where what they wrote parts, in words.

use crate::figure::kind::Named;
use crate::figure::token_label::{Label, escaped};
use crate::request::{KvCache, Prompt, Role, Sampling, Weights};
use crate::trace::{Finish, Trace};
use crate::words::{Value, Words};

/// What a run may be asked differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asked {
    Prompt,
    Temperature,
    TopK,
    TopP,
    MinP,
    Seed,
    Model,
    Weights,
    KvCache,
    MostTokens,
    Stop,
}

/// One thing that is not the same in all runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) asked: Asked,
    /// One a run, in their order; plain text.
    pub(super) values: Vec<String>,
}

/// What differs, in a fixed order.
pub(super) fn differences(runs: &[Named], words: &Words) -> Vec<Difference> {
    let all = Asked::ALL.into_iter().map(|asked| {
        let values = runs.iter().map(|(_, run)| asked.of(run, words)).collect();
        Difference { asked, values }
    });
    all.filter(|difference| difference.values.windows(2).any(|pair| pair[0] != pair[1])).collect()
}

impl Asked {
    const ALL: [Self; 11] = [
        Self::Prompt,
        Self::Temperature,
        Self::TopK,
        Self::TopP,
        Self::MinP,
        Self::Seed,
        Self::Model,
        Self::Weights,
        Self::KvCache,
        Self::MostTokens,
        Self::Stop,
    ];

    pub(super) fn name(self, words: &Words) -> String {
        let id = match self {
            Self::Prompt => "compare-prompt",
            Self::Temperature => "compare-temperature",
            Self::TopK => "compare-top-k",
            Self::TopP => "compare-top-p",
            Self::MinP => "compare-min-p",
            Self::Seed => "compare-seed",
            Self::Model => "compare-model",
            Self::Weights => "compare-weights",
            Self::KvCache => "compare-kv-cache",
            Self::MostTokens => "compare-most-tokens",
            Self::Stop => "compare-stop",
        };
        words.text(id, &[])
    }

    /// The run's, in words.
    fn of(self, trace: &Trace, words: &Words) -> String {
        let request = &trace.request;
        let say = |id| words.text(id, &[]);
        match self {
            Self::Prompt => prompt(&request.prompt, words, str::to_owned, str::to_owned),
            Self::Temperature | Self::TopK | Self::TopP | Self::MinP | Self::Seed => {
                self.setting(&request.sampling, words)
            }
            Self::Model => trace.model.name.clone(),
            Self::Weights => match request.weights {
                Weights::Float => say("compare-floats"),
                Weights::Quantised => {
                    words.text("compare-quantised", &[("type", trace.model.quantisation.as_str().into())])
                }
            },
            Self::KvCache if request.kv_cache == KvCache::On => say("compare-cache-on"),
            Self::KvCache => say("compare-cache-off"),
            Self::MostTokens => words.number(request.max_tokens.into(), 0),
            Self::Stop if request.stop.is_empty() => say("compare-no-stop"),
            Self::Stop => {
                let shown: Vec<String> = request.stop.iter().map(|text| Label::new(text.as_bytes()).text()).collect();
                words.list(&shown)
            }
        }
    }

    /// The run's, as HTML in which what its author wrote is told apart from our words.
    pub(super) fn html(self, trace: &Trace, words: &Words) -> String {
        let quote = |text: &str| Label::quotation(text.as_bytes()).html();
        match self {
            Self::Prompt => prompt(&trace.request.prompt, words, escaped, quote),
            Self::Stop if !trace.request.stop.is_empty() => {
                words.list(&trace.request.stop.iter().map(|text| quote(text)).collect::<Vec<_>>())
            }
            _ => escaped(&self.of(trace, words)),
        }
    }

    /// As a part of what a run is called; `None` where it was not set.
    fn label(self, trace: &Trace, words: &Words) -> Option<String> {
        let request = &trace.request;
        let number = |id, value: f64| words.text(id, &[("value", words.written(value).into())]);
        match self {
            Self::Prompt => {
                let chat = matches!(request.prompt, Prompt::Chat(_));
                let id = if chat { "compare-prompt-chat" } else { "compare-prompt-raw" };
                Some(words.text(id, &[("n", trace.prompt.len().into())]))
            }
            Self::Temperature | Self::TopK | Self::TopP | Self::MinP | Self::Seed => match request.sampling {
                Sampling::Greedy => (self == Self::Temperature).then(|| words.text("compare-greedy", &[])),
                Sampling::Random { temperature, top_k, top_p, min_p, seed } => match self {
                    Self::Temperature => Some(number("compare-as-temperature", temperature)),
                    Self::TopK => top_k.map(|k| number("compare-as-top-k", k.into())),
                    Self::TopP => top_p.map(|p| number("compare-as-top-p", p)),
                    Self::MinP => min_p.map(|p| number("compare-as-min-p", p)),
                    _ => Some(words.text("compare-as-seed", &[("value", seed.to_string().into())])),
                },
            },
            Self::Model | Self::Weights => Some(self.of(trace, words)),
            Self::KvCache if request.kv_cache == KvCache::On => Some(words.text("compare-as-cache", &[])),
            Self::KvCache => Some(words.text("compare-as-no-cache", &[])),
            Self::MostTokens => Some(words.text("compare-as-most", &[("n", request.max_tokens.into())])),
            Self::Stop if request.stop.is_empty() => Some(words.text("compare-as-no-stop", &[])),
            Self::Stop => Some(words.text("compare-as-stop", &[("value", self.of(trace, words).into())])),
        }
    }

    /// Of how tokens are chosen.
    fn setting(self, sampling: &Sampling, words: &Words) -> String {
        let (temperature, top_k, top_p, min_p, seed) = match *sampling {
            Sampling::Random { temperature, top_k, top_p, min_p, seed } => {
                (Some(temperature), top_k.map(f64::from), top_p, min_p, Some(seed))
            }
            Sampling::Greedy => (None, None, None, None, None),
        };
        let (value, without) = match self {
            Self::Temperature => (temperature, "compare-greedy"),
            Self::TopK => (top_k, "compare-filter-off"),
            Self::TopP => (top_p, "compare-filter-off"),
            Self::MinP => (min_p, "compare-filter-off"),
            // A name rather than an amount: its digits are not grouped.
            _ => return seed.map_or_else(|| words.text("compare-no-seed", &[]), |seed| seed.to_string()),
        };
        value.map_or_else(|| words.text(without, &[]), |value| words.written(value))
    }
}

/// What each run is called: what it was asked that others were not, in their order. A run's name stands where that
/// does not tell it apart.
pub(super) fn labels(runs: &[Named], words: &Words) -> Vec<String> {
    let mut differs: Vec<Asked> = differences(runs, words).into_iter().map(|difference| difference.asked).collect();
    // How many tokens were allowed says nothing of what came first.
    if differs.len() > 1 {
        differs.retain(|asked| *asked != Asked::MostTokens);
    }
    let of = |trace: &Trace| {
        let parts: Vec<String> = differs.iter().filter_map(|asked| asked.label(trace, words)).collect();
        words.list(&parts)
    };
    let labels: Vec<String> = runs.iter().map(|(_, trace)| of(trace)).collect();
    let told_apart = |label: &String| !label.is_empty() && labels.iter().filter(|other| *other == label).count() == 1;
    let named = runs.iter().zip(&labels).map(|((name, _), label)| match (told_apart(label), label.is_empty()) {
        (true, _) => label.clone(),
        (false, true) => (*name).to_owned(),
        (false, false) => words.list(&[label.as_str(), *name]),
    });
    named.collect()
}

/// What each part is, then the part: `say` makes our words fit where they go, `quote` those of the author.
fn prompt(prompt: &Prompt, words: &Words, say: impl Fn(&str) -> String, quote: impl Fn(&str) -> String) -> String {
    let part = |id, text: &str| format!("{} {text}", say(&words.text(id, &[])));
    match prompt {
        Prompt::Raw(text) => part("compare-raw", &quote(text)),
        Prompt::Chat(messages) => {
            let each = messages.iter().map(|message| {
                let id = match message.role {
                    Role::System => "compare-system",
                    Role::User => "compare-user",
                    Role::Assistant => "compare-assistant",
                };
                part(id, &quote(&message.content))
            });
            part("compare-chat", &each.collect::<Vec<_>>().join("; "))
        }
    }
}

/// Place of the first generated token that is not the same in all runs; `None` where one text is the start of all
/// others and as long.
pub(super) fn first_difference(runs: &[Named]) -> Option<usize> {
    let longest = runs.iter().map(|(_, trace)| trace.generated.len()).max().unwrap_or(0);
    (0..longest).find(|&at| {
        let mut ids = runs.iter().map(|(_, trace)| trace.generated.get(at).map(|token| token.id));
        let first = ids.next();
        ids.any(|id| Some(id) != first)
    })
}

pub(super) fn ended(trace: &Trace, words: &Words) -> String {
    match &trace.finish {
        Finish::Eos { .. } => words.text("compare-ended", &[]),
        Finish::Stop { .. } => words.text("compare-ended-stop", &[]),
        Finish::Length => words.text("compare-ended-length", &[("n", trace.generated.len().into())]),
    }
}

/// The first difference counted from 1, for messages that name it.
pub(super) fn place<'v>(first: usize) -> (&'static str, Value<'v>) {
    ("place", (first + 1).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;

    #[test]
    fn a_run_is_called_by_what_it_was_asked_differently() {
        let fox = fixture::fox();
        let drawn = |seed| {
            let mut run = fixture::fox();
            run.request.sampling = Sampling::Random { temperature: 0.7, top_k: None, top_p: None, min_p: None, seed };
            run
        };
        let (one, mut two) = (drawn(1), drawn(2));
        two.request.max_tokens += 1;
        let called = |runs: &[Named]| labels(runs, Words::english());
        assert_eq!(called(&[("a", &one), ("b", &two)]), ["seed 1", "seed 2"]);
        assert_eq!(called(&[("a", &fox), ("b", &two)]), ["greedy", "temperature 0.7, seed 2"]);
        assert_eq!(called(&[("a", &fox), ("b", &fox)]), ["a", "b"]);
        assert_eq!(
            called(&[("a", &fox), ("b", &one), ("c", &one)])[1..],
            ["temperature 0.7, seed 1, b", "temperature 0.7, seed 1, c"]
        );
    }

    #[test]
    fn the_first_difference_is_a_token_or_an_end() {
        let fox = fixture::fox();
        let mut other = fox.clone();
        assert_eq!(first_difference(&[("a", &fox), ("b", &other)]), None);
        other.generated.truncate(3);
        assert_eq!(first_difference(&[("a", &fox), ("b", &other)]), Some(3));
        other.generated[1].id.0 += 1;
        assert_eq!(first_difference(&[("a", &fox), ("b", &other)]), Some(1));
    }
}
