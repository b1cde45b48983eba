//! What several runs asked differently, and where what they wrote parts, in words.

use crate::figure::kind::Named;
use crate::figure::token_label::Label;
use crate::request::{KvCache, Prompt, Role, Sampling, Weights};
use crate::trace::{Finish, Trace};

/// One thing that is not the same in all runs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Difference {
    pub(super) name: &'static str,
    /// One a run, in their order; plain text.
    pub(super) values: Vec<String>,
}

type Ask = fn(&Trace) -> String;

const ASKS: [(&str, Ask); 11] = [
    ("Prompt", prompt),
    ("Temperature", |trace| random(trace, |(temperature, ..)| temperature.to_string(), "greedy")),
    ("Top-k", |trace| random(trace, |(_, top_k, ..)| top_k, "off")),
    ("Top-p", |trace| random(trace, |(_, _, top_p, ..)| top_p, "off")),
    ("Min-p", |trace| random(trace, |(_, _, _, min_p, _)| min_p, "off")),
    ("Seed", |trace| random(trace, |(.., seed)| seed, "none")),
    ("Model", |trace| trace.model.name.clone()),
    ("Weights", weights),
    ("KV cache", |trace| if trace.request.kv_cache == KvCache::On { "on".into() } else { "off".into() }),
    ("Most tokens", |trace| trace.request.max_tokens.to_string()),
    ("Stop strings", |trace| match trace.request.stop.as_slice() {
        [] => "none".into(),
        stop => stop.iter().map(|text| Label::new(text.as_bytes()).text()).collect::<Vec<_>>().join(", "),
    }),
];

/// What differs, in a fixed order.
pub(super) fn differences(runs: &[Named]) -> Vec<Difference> {
    let all =
        ASKS.iter().map(|(name, ask)| Difference { name, values: runs.iter().map(|(_, run)| ask(run)).collect() });
    all.filter(|difference| difference.values.windows(2).any(|pair| pair[0] != pair[1])).collect()
}

type Settings = (f64, String, String, String, String);

fn random(trace: &Trace, of: fn(Settings) -> String, otherwise: &str) -> String {
    fn shown(value: Option<impl ToString>) -> String {
        value.map_or_else(|| "off".into(), |value| value.to_string())
    }
    match trace.request.sampling {
        Sampling::Greedy => otherwise.into(),
        Sampling::Random { temperature, top_k, top_p, min_p, seed } => {
            of((temperature, shown(top_k), shown(top_p), shown(min_p), seed.to_string()))
        }
    }
}

fn prompt(trace: &Trace) -> String {
    match &trace.request.prompt {
        Prompt::Raw(text) => format!("text to continue: {text}"),
        Prompt::Chat(messages) => {
            let said = messages.iter().map(|message| {
                let who = match message.role {
                    Role::System => "system",
                    Role::User => "user",
                    Role::Assistant => "assistant",
                };
                format!("{who}: {}", message.content)
            });
            format!("through the chat template: {}", said.collect::<Vec<_>>().join("; "))
        }
    }
}

fn weights(trace: &Trace) -> String {
    match trace.request.weights {
        Weights::Float => "expanded to 32-bit floats".into(),
        Weights::Quantised => format!("multiplied as {}", trace.model.quantisation),
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

pub(super) fn ended(trace: &Trace) -> String {
    match &trace.finish {
        Finish::Eos { .. } => "ended by itself".into(),
        Finish::Stop { .. } => "ended at a stop string".into(),
        Finish::Length => format!("cut at {} tokens", trace.generated.len()),
    }
}

pub(super) fn summary(runs: &[Named]) -> String {
    match first_difference(runs) {
        Some(at) => format!("the first difference is token {}", at + 1),
        None => "all wrote the same tokens".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;

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
