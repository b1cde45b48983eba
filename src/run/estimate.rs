use std::time::Duration;

use crate::request::{KvCache, Prompt, RunSpec};
use crate::trace::Trace;

/// Bytes of English text to a token, where a prompt was never cut: this repository's are 3.5 to 5.
const BYTES_PER_TOKEN: usize = 4;

/// How long recording `specs` takes, by the paces of `known` runs of the same model and weights; loading is not counted.
/// `None` where one of them has no such run. An estimate for a person who waits: within a factor of two or so.
pub fn estimate<'a>(specs: impl IntoIterator<Item = &'a RunSpec>, known: &[&Trace]) -> Option<Duration> {
    let mut milliseconds = 0.0;
    for spec in specs {
        let alike =
            |trace: &&&Trace| trace.request.model_sha256 == spec.model_sha256 && trace.request.weights == spec.weights;
        let alike: Vec<&Trace> = known.iter().filter(alike).copied().collect();
        let tokens = prompt_tokens(spec, &alike);
        let written = f64::from(spec.max_tokens.saturating_sub(1));
        let steps = match spec.kv_cache {
            KvCache::On => written * decode(&alike)?,
            // Each step reads the whole text; its mean length stands for all.
            KvCache::Off => written * prefill(tokens + spec.max_tokens as usize / 2, &alike)?,
        };
        // Scored once, recorded once, warmed up once, and timed.
        let passes = f64::from(spec.repeat) + 2.0;
        milliseconds += prefill(tokens, &alike)? * (passes + 1.0) + steps * passes;
    }
    Some(Duration::from_secs_f64(milliseconds / 1000.0))
}

fn prompt_tokens(spec: &RunSpec, alike: &[&Trace]) -> usize {
    let bytes = match &spec.prompt {
        Prompt::Raw(text) => text.len(),
        Prompt::Chat(messages) => messages.iter().map(|message| message.content.len()).sum(),
    };
    let recorded =
        alike.iter().find(|trace| trace.request.prompt == spec.prompt && trace.request.first_tokens.is_none());
    let whole = recorded.map_or(bytes / BYTES_PER_TOKEN, |trace| trace.prompt.len());
    spec.first_tokens.map_or(whole, |first| first as usize).max(1)
}

/// Milliseconds of a prompt of `tokens`, by the run whose prompt is nearest in length.
fn prefill(tokens: usize, alike: &[&Trace]) -> Option<f64> {
    let timed = alike.iter().filter_map(|trace| Some((trace.prompt.len().max(1), trace.prefill()?.median)));
    let (length, time) = timed.min_by_key(|(length, _)| length.abs_diff(tokens))?;
    Some(time * tokens as f64 / length as f64)
}

/// Milliseconds of a decode step with a cache: the middle one of all runs.
fn decode(alike: &[&Trace]) -> Option<f64> {
    let cached = alike.iter().filter(|trace| trace.request.kv_cache == KvCache::On);
    let mut steps: Vec<f64> = cached.filter_map(|trace| Some(trace.gaps()?.median)).collect();
    steps.sort_by(f64::total_cmp);
    steps.get(steps.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::Weights;

    #[test]
    fn a_run_like_a_recorded_one_is_estimated_at_what_that_took() {
        let recorded = include_str!("../../tests/sites/figures/content/inference/one-answer/runs/fox.json");
        let fox: Trace = serde_json::from_str(recorded).unwrap();
        let run = fox.prefill().unwrap().median + fox.gaps().unwrap().median * (fox.generated.len() - 1) as f64;
        let passes = f64::from(fox.request.repeat) + 2.0;
        let wanted = (run * passes + fox.prefill().unwrap().median) / 1000.0;
        let spec = RunSpec { max_tokens: fox.generated.len() as u32, ..fox.request.clone() };
        let estimated = estimate([&spec], &[&fox]).unwrap().as_secs_f64();
        assert!((estimated - wanted).abs() < 0.01, "{estimated} {wanted}");
        let off = RunSpec { kv_cache: KvCache::Off, ..spec.clone() };
        assert!(estimate([&off], &[&fox]).unwrap() > estimate([&spec], &[&fox]).unwrap());
        let longer = RunSpec { first_tokens: Some(1000), ..spec.clone() };
        assert!(estimate([&longer], &[&fox]).unwrap().as_secs_f64() > 10.0 * estimated);
        let other = RunSpec { weights: Weights::Quantised, ..spec.clone() };
        assert_eq!(estimate([&spec, &other], &[&fox]), None, "nothing is known of that pace");
    }
}
