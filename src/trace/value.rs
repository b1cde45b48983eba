use super::{Finish, Missing, Part, PromptScore, Spread, Step, Trace};
use crate::token::Token;
use crate::words::Words;

/// A value of a run that prose may quote.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number {
        value: f64,
        unit: Unit,
        /// Where the number is the median of repeats.
        spread: Option<Spread>,
        /// Arithmetic on recorded values, with the id of the words for its formula; `None` for what was recorded itself.
        formula: Option<&'static str>,
    },
    Text(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Tokens, layers, ids, ranks.
    Count,
    Milliseconds,
    PerSecond,
    /// 0 to 1; shown in percent.
    Probability,
    /// Natural logarithms: log-probability, entropy.
    Nats,
    Bytes,
}

/// Why a path gives no value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ValueError {
    #[error("the run has no value `{path}`{}", why.map(|why| format!(": {why}")).unwrap_or_default())]
    Unknown {
        path: String,
        /// Why this run has no such value, where another may have one.
        why: Option<&'static str>,
        /// Paths that this run has a value at, near the place where `path` goes astray.
        known: Vec<String>,
    },
    #[error("the run has no value `{path}`, for {missing}")]
    Missing { path: String, missing: Missing },
}

/// How many paths a hint names.
const HINTED: usize = 12;

impl ValueError {
    /// What would do in its place: paths of the run `run` that do exist near by, or what can be quoted without the part
    /// that is missing.
    pub fn hint(&self, run: &str) -> String {
        match self {
            Self::Unknown { known, .. } => {
                let listed: Vec<String> = known.iter().take(HINTED).map(|path| format!("{run}.{path}")).collect();
                let more = if known.len() > HINTED { ", …" } else { "" };
                format!("there are {}{more}", listed.join(", "))
            }
            Self::Missing { missing, .. } => format!("what can be quoted of it: {}", missing.part.values_without()),
        }
    }

    /// Paths that do exist near by.
    pub fn known(&self) -> &[String] {
        match self {
            Self::Unknown { known, .. } => known,
            Self::Missing { .. } => &[],
        }
    }
}

const STEP: [&str; 8] = ["text", "id", "probability", "rank", "logprob", "entropy", "ms", "gap"];
const TOKEN: [&str; 2] = ["text", "id"];
const SCORE: [&str; 5] = ["probability", "logprob", "surprisal", "rank", "entropy"];
const CANDIDATE: [&str; 3] = ["text", "id", "probability"];
const PLAIN: [&str; 40] = [
    "text",
    "prompt.text",
    "prompt.tokens",
    "prompt.bytes",
    "prompt.bytes_per_token",
    "generated.tokens",
    "finish",
    "tokens",
    "score.tokens",
    "score.total",
    "score.per_token",
    "score.perplexity",
    "load.ms",
    "prefill.ms",
    "prefill.tokens",
    "prefill.ms_per_token",
    "prefill.tokens_per_second",
    "pick.ms",
    "ttft.ms",
    "decode.ms",
    "decode.tokens_per_second",
    "decode.per_prefill_token",
    "total.ms",
    "repeats",
    "model.name",
    "model.quantisation",
    "model.parameters",
    "model.vocabulary",
    "model.layers",
    "model.heads",
    "model.kv_heads",
    "model.head_width",
    "model.context",
    "kv.numbers_per_token",
    "engine.name",
    "engine.version",
    "engine.weights",
    "engine.threads",
    "host.cpu",
    "recorded",
];

impl Value {
    pub(super) fn count(value: impl Into<f64>) -> Self {
        Self::recorded(value.into(), Unit::Count)
    }

    pub(super) fn recorded(value: f64, unit: Unit) -> Self {
        Self::Number { value, unit, spread: None, formula: None }
    }

    fn median(spread: Spread, unit: Unit) -> Self {
        Self::Number { value: spread.median, unit, spread: Some(spread), formula: None }
    }

    pub(super) fn derived(value: f64, unit: Unit, formula: &'static str) -> Self {
        Self::Number { value, unit, spread: None, formula: Some(formula) }
    }

    pub fn number(&self) -> Option<f64> {
        match self {
            Self::Number { value, .. } => Some(*value),
            Self::Text(_) => None,
        }
    }

    /// As complaints say it.
    pub fn display(&self) -> String {
        self.shown(Words::english())
    }

    /// As prose shows it: `41 %`, `61.2 ms`, `49,152`, or the text itself.
    pub fn shown(&self, words: &Words) -> String {
        match self {
            Self::Number { value, unit, .. } => unit.shown(*value, words),
            Self::Text(text) => text.clone(),
        }
    }
}

impl Unit {
    /// In English.
    pub fn display(self, value: f64) -> String {
        self.shown(value, Words::english())
    }

    /// The number with its unit, in the precision that a reader can use.
    pub fn shown(self, value: f64, words: &Words) -> String {
        match self {
            Self::Milliseconds => words.text("milliseconds", &[("n", words.counted(value, self.decimals(value)))]),
            Self::Probability => words.percent(value),
            _ => words.number(value, self.decimals(value)),
        }
    }

    /// How many digits after the sign a reader can use. A percentage has its own.
    pub fn decimals(self, value: f64) -> usize {
        match self {
            Self::Count if value.fract() == 0.0 || value >= 100.0 => 0,
            Self::Count => 1,
            Self::Milliseconds | Self::PerSecond => usize::from(value < 100.0),
            Self::Nats => 2,
            Self::Bytes | Self::Probability => 0,
        }
    }
}

/// In English.
pub fn grouped(value: f64, decimals: usize) -> String {
    Words::english().number(value, decimals)
}

impl Trace {
    /// The value at a path within the run, such as `prefill.ms` or `step.3.candidate.0.text`. Steps, prompt tokens
    /// and candidates are counted from 0.
    pub fn value(&self, path: &str) -> Result<Value, ValueError> {
        let parts: Vec<&str> = path.split('.').collect();
        if let Some(missing) = parts_of(&parts).iter().find_map(|part| self.need(*part).err()) {
            return Err(ValueError::Missing { path: path.to_owned(), missing });
        }
        self.value_at(path).map_err(|near| {
            // A step or a token is no value, and its number is what a path goes on from.
            let is_place =
                |known: &str| known.matches('.').count() == 1 && known.ends_with(|c: char| c.is_ascii_digit());
            let exists = |known: &String| is_place(known) || self.value_at(known).is_ok();
            let mut known: Vec<String> = near.into_iter().filter(exists).collect();
            if known.is_empty() {
                let all = PLAIN.iter().map(|known| known.to_string());
                known = all.chain(["step.0.text".into(), "prompt.0.id".into()]).filter(exists).collect();
                // What is of the same kind first: `ttft.ms` where there is no `decode.ms`.
                let last = |path: &str| path.rsplit('.').next().map(str::to_owned);
                known.sort_by_key(|known| (last(known) != last(path), known.clone()));
            }
            ValueError::Unknown { path: path.to_owned(), why: self.why_not(path), known }
        })
    }

    /// What this run lacks for a value that others have.
    fn why_not(&self, path: &str) -> Option<&'static str> {
        match path.split('.').next()? {
            "decode" if self.generated.len() < 2 => Some("a run of one token has no decode step"),
            "score" if self.prompt_scores.as_ref().is_some_and(Vec::is_empty) => {
                Some("a prompt of one token has nothing to score")
            }
            "branch" | "beam" if self.branches.is_empty() => {
                Some("the run records no branches, which `branch:` asks for")
            }
            "prompt" if path.starts_with("prompt.0.") && SCORE.iter().any(|name| path.ends_with(name)) => {
                Some("nothing stands before the first token of a prompt, so it has no score")
            }
            _ => None,
        }
    }

    /// An error is the paths that there may be near the one that leads nowhere.
    fn value_at(&self, path: &str) -> Result<Value, Vec<String>> {
        let parts: Vec<&str> = path.split('.').collect();
        match parts.as_slice() {
            ["step", index, rest @ ..] => {
                let step = index.parse().ok().and_then(|index: usize| Some((index, self.steps.get(index)?)));
                let Some((index, step)) = step else {
                    return Err((0..self.steps.len()).map(|at| format!("step.{at}")).collect());
                };
                self.step_value(index, step, rest).ok_or_else(|| {
                    let names = STEP.iter().map(|name| format!("step.{index}.{name}"));
                    let candidates = CANDIDATE.iter().map(|name| format!("step.{index}.candidate.0.{name}"));
                    names.chain(candidates).collect()
                })
            }
            ["branch", rest @ ..] => self.branch_value(rest),
            ["beam", rest @ ..] => self.beam_value(rest),
            ["prompt", "in", rest @ ..] => self.cut_value(rest),
            ["score", name] => self.score_value(name),
            ["prompt", index, rest @ ..] if index.parse::<usize>().is_ok() => {
                let at: usize = index.parse().unwrap_or(usize::MAX);
                let Some(token) = self.prompt.get(at) else {
                    return Err((0..self.prompt.len()).map(|at| format!("prompt.{at}")).collect());
                };
                let scores = self.prompt_scores.as_deref().unwrap_or_default();
                let score = at.checked_sub(1).and_then(|before| scores.get(before));
                self.prompt_value(at, token, score, rest).ok_or_else(|| {
                    let scores: &[&str] = if score.is_some() { &SCORE } else { &[] };
                    TOKEN.iter().chain(scores).map(|name| format!("prompt.{at}.{name}")).collect()
                })
            }
            _ => self.plain_value(path).ok_or_else(|| {
                let first = parts.first().copied().unwrap_or_default();
                let cut = (first == "prompt").then(|| "prompt.in.o200k_base.tokens".to_owned());
                let near = PLAIN.iter().filter(|known| known.split('.').next() == Some(first)).map(|s| s.to_string());
                let mut near: Vec<String> = near.chain(cut).collect();
                near.sort();
                near
            }),
        }
    }

    fn plain_value(&self, path: &str) -> Option<Value> {
        let tokens = self.prompt.len() as f64;
        Some(match path {
            "text" => Value::Text(self.generated_text()),
            "prompt.text" => Value::Text(self.prompt_text.clone()),
            "prompt.tokens" | "prefill.tokens" => Value::count(tokens),
            "prompt.bytes" => Value::recorded(self.prompt_text.len() as f64, Unit::Bytes),
            "prompt.bytes_per_token" => {
                Value::derived(self.prompt_text.len() as f64 / tokens, Unit::Count, "formula-bytes-per-token")
            }
            "generated.tokens" | "tokens" => Value::count(self.generated.len() as f64),
            "finish" => Value::Text(self.finish.name().into()),
            "load.ms" => Value::recorded(self.timings.as_ref()?.load_ms?, Unit::Milliseconds),
            "prefill.ms" => Value::median(self.prefill()?, Unit::Milliseconds),
            "prefill.ms_per_token" => {
                Value::derived(self.prefill()?.median / tokens, Unit::Milliseconds, "formula-prefill-per-token")
            }
            "prefill.tokens_per_second" => {
                Value::derived(tokens * 1000.0 / self.prefill()?.median, Unit::PerSecond, "formula-prefill-speed")
            }
            "pick.ms" => Value::median(self.first_pick()?, Unit::Milliseconds),
            "ttft.ms" => Value::median(self.ttft()?, Unit::Milliseconds),
            "decode.ms" => Value::median(self.gaps()?, Unit::Milliseconds),
            "decode.tokens_per_second" => {
                Value::derived(1000.0 / self.gaps()?.median, Unit::PerSecond, "formula-decode-speed")
            }
            "decode.per_prefill_token" => Value::derived(
                self.gaps()?.median / (self.prefill()?.median / tokens),
                Unit::Count,
                "formula-decode-per-prefill",
            ),
            "total.ms" => Value::median(
                Spread::of(self.repeats().iter().map(|run| run.ttft_ms + run.gaps_ms.iter().sum::<f64>()))?,
                Unit::Milliseconds,
            ),
            "repeats" => Value::count(self.repeats().len() as f64),
            "model.name" => Value::Text(self.model.name.clone()),
            "model.quantisation" => Value::Text(self.model.quantisation.clone()),
            "model.parameters" => Value::count(self.model.parameters as f64),
            "model.vocabulary" => Value::count(self.model.vocabulary),
            "model.layers" => Value::count(self.model.layers),
            "model.heads" => Value::count(self.model.heads),
            "model.kv_heads" => Value::count(self.model.kv_heads),
            "model.head_width" => Value::count(self.model.head_width),
            "model.context" => Value::count(self.model.context),
            "kv.numbers_per_token" => Value::derived(
                2.0 * f64::from(self.model.layers) * f64::from(self.model.kv_heads) * f64::from(self.model.head_width),
                Unit::Count,
                "formula-kv-numbers",
            ),
            "engine.name" => Value::Text(self.engine.name.clone()),
            "engine.version" => Value::Text(self.engine.version.clone()),
            "engine.weights" => Value::Text(self.engine.weights.clone()),
            "engine.threads" => Value::count(self.engine.threads),
            "host.cpu" => Value::Text(self.host.cpu.clone()),
            "recorded" => Value::Text(self.recorded_at.strftime("%Y-%m-%d").to_string()),
            _ => return None,
        })
    }

    fn step_value(&self, index: usize, step: &Step, rest: &[&str]) -> Option<Value> {
        Some(match rest {
            ["text"] => self.token_text(self.generated.get(index)?),
            ["id"] => Value::count(step.chosen.0),
            ["probability"] => Value::recorded(step.probability()?, Unit::Probability),
            ["rank"] => Value::count(step.rank?),
            ["logprob"] => Value::recorded(step.logprob?, Unit::Nats),
            ["entropy"] => Value::recorded(step.entropy?, Unit::Nats),
            ["ms"] if index == 0 => Value::median(self.ttft()?, Unit::Milliseconds),
            // The first token has none.
            ["ms" | "gap"] => Value::median(self.gap(index)?, Unit::Milliseconds),
            ["candidate", at, name] => {
                let at: usize = at.parse().ok()?;
                let (id, logprob) = *step.choices().get(at)?;
                match *name {
                    "text" => Value::Text(String::from_utf8_lossy(self.piece(id)?.bytes()).into_owned()),
                    "id" => Value::count(id.0),
                    "probability" => Value::recorded(logprob.exp(), Unit::Probability),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn prompt_value(&self, at: usize, token: &Token, score: Option<&PromptScore>, rest: &[&str]) -> Option<Value> {
        Some(match (rest, score) {
            (["text"], _) => self.token_text(token),
            (["id"], _) => Value::count(token.id.0),
            (["probability"], _) => Value::recorded(self.prompt_probability(at)?, Unit::Probability),
            (["logprob"], Some(score)) => Value::recorded(score.logprob, Unit::Nats),
            (["surprisal"], Some(score)) => Value::derived(-score.logprob, Unit::Nats, "formula-surprisal"),
            (["rank"], Some(score)) => Value::count(score.rank),
            (["entropy"], Some(score)) => Value::recorded(score.entropy, Unit::Nats),
            _ => return None,
        })
    }

    fn token_text(&self, token: &Token) -> Value {
        Value::Text(String::from_utf8_lossy(token.piece.bytes()).into_owned())
    }
}

/// The parts of a trace that a path's value is taken from, where an engine may not give them.
fn parts_of(path: &[&str]) -> &'static [Part] {
    match path {
        ["step", _, "id"] | ["prompt", _, "id"] => &[Part::Ids],
        ["step", _, "candidate", _, "id"] => &[Part::Logprobs, Part::Ids],
        ["step", _, "candidate", _, "text"] => &[Part::Logprobs, Part::Pieces],
        ["step", _, "entropy"] => &[Part::Rows],
        ["step", _, "probability" | "logprob" | "rank" | "candidate", ..] => &[Part::Logprobs],
        ["prompt", _, "probability" | "logprob" | "surprisal" | "rank" | "entropy"] | ["score", ..] => {
            &[Part::PromptScores]
        }
        ["prefill", "tokens"] => &[],
        ["load", ..] => &[Part::Timings, Part::Loading],
        ["prefill" | "pick", ..] | ["decode", "per_prefill_token"] => &[Part::Timings, Part::Prefill],
        ["ttft" | "decode" | "total" | "repeats", ..] | ["step", _, "ms" | "gap"] => &[Part::Timings],
        _ => &[],
    }
}

impl Finish {
    /// `eos`, `stop` or `length`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Eos { .. } => "eos",
            Self::Stop { .. } => "stop",
            Self::Length => "length",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_path_that_is_listed_has_a_value() {
        let recorded = include_str!("../../tests/sites/figures/content/inference/one-answer/runs/fox.json");
        let trace: Trace = serde_json::from_str(recorded).unwrap();
        trace.validate().unwrap();
        for path in PLAIN {
            assert!(trace.value(path).is_ok(), "{path}");
        }
        for wrong in ["prefill", "step.99.id", "step.0.candidate", "prompt.0.logprob", "nothing", ""] {
            let unknown = trace.value(wrong).unwrap_err();
            assert!(!unknown.known().is_empty(), "{wrong}");
            let known =
                unknown.known().iter().filter(|path| !path.starts_with("step.") || path.matches('.').count() > 1);
            for path in known.filter(|path| !path.starts_with("prompt.") || path.matches('.').count() > 1) {
                assert!(trace.value(path).is_ok(), "{path}, which `{wrong}` proposes");
            }
        }
    }

    #[test]
    fn hints_are_made_from_what_this_run_has() {
        let recorded = include_str!("../../tests/sites/figures/content/inference/one-answer/runs/times.json");
        let trace: Trace = serde_json::from_str(recorded).unwrap();
        assert_eq!(trace.generated.len(), 1);
        for (path, why) in [
            ("decode.ms", "a run of one token has no decode step"),
            ("decode.tokens_per_second", "a run of one token has no decode step"),
            ("decode", "a run of one token has no decode step"),
            ("branch.0.text", "records no branches"),
            ("beam.2.text", "records no branches"),
            ("prompt.0.surprisal", "nothing stands before"),
            ("step.1.ms", ""),
            ("generated", ""),
            ("nonsense", ""),
        ] {
            let unknown = trace.value(path).unwrap_err();
            assert!(unknown.to_string().contains(why), "{unknown}");
            assert!(!unknown.known().is_empty(), "{path}");
            for known in unknown.known().iter().filter(|known| !["step.0", "step.1"].contains(&known.as_str())) {
                assert!(trace.value(known).is_ok(), "{known}, which `{path}` proposes");
            }
        }
        assert!(trace.value("decode.ms").unwrap_err().known()[0].ends_with(".ms"));
    }
}
