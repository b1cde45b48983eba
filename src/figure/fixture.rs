//! Traces to draw in tests: one that reads like a real run, one whose tokens are as hard to show as tokens get.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::font::Font;
use super::{Drawn, Figure, FigureError, KINDS, Kind, draw};
use crate::diagnostic::{Complaints, Excerpt, Source};
use crate::request::{Message, Prompt, Role, RunSpec, Sampling};
use crate::token::{MergeStep, Piece, Row, Tail, Token, TokenId, WordMerges};
use crate::trace::{FORMAT_VERSION, Finish, MeasuredBy, PromptScore, Step, TimedRun, Timings, Trace};
use crate::vocabulary::Vocabulary;
use crate::words::Words;
use crate::yaml::{Fields, parse};

const VOCABULARY: u32 = 49_152;

/// A small generator with a fixed seed, so that a fixture is the same everywhere.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 40) as f64 / (1u64 << 24) as f64
    }
}

struct Draft {
    dice: Dice,
    pieces: BTreeMap<TokenId, Piece>,
    at: u32,
}

impl Draft {
    fn token(&mut self, bytes: &[u8]) -> Token {
        let control = bytes.starts_with(b"<|");
        let id =
            TokenId(bytes.iter().fold(7u32, |id, byte| id.wrapping_mul(31).wrapping_add((*byte).into())) % VOCABULARY);
        self.pieces.insert(id, Piece::new(bytes));
        let start = self.at;
        self.at += bytes.len() as u32;
        Token { id, piece: Piece::new(bytes), range: (start, self.at), control }
    }

    fn step(&mut self, chosen: &Token, others: &[&[u8]], context: usize, probability: f64, rank: u32) -> Step {
        let mut ids = Vec::new();
        let mut shares = Vec::new();
        let mut left = 1.0 - probability;
        for other in others {
            let mark = self.at;
            let id = self.token(other).id;
            self.at = mark;
            let share = left * (0.35 + 0.2 * self.dice.roll());
            if id != chosen.id {
                ids.push(id);
                shares.push(share);
                left -= share;
            }
        }
        let place = (rank as usize - 1).min(ids.len());
        ids.insert(place, chosen.id);
        shares.insert(place, probability);
        Step {
            context: context as u32,
            chosen: chosen.id,
            rank: Some(rank),
            logprob: Some(probability.ln()),
            entropy: Some(0.4 + 2.0 * (1.0 - probability)),
            best: Vec::new(),
            row: Some(Row {
                ids,
                logits: shares.iter().map(|share| share.ln() + 18.0).collect(),
                logsumexp: 18.0,
                tail: Tail { low: -8.0, high: 10.0, counts: vec![49_140 / 128; 128] },
            }),
        }
    }
}

pub(super) struct Fixture<'a> {
    pub(super) prompt: Prompt,
    pub(super) pieces: &'a [&'a [u8]],
    pub(super) written: &'a [&'a [u8]],
    pub(super) others: &'a [&'a [u8]],
    pub(super) sampling: Sampling,
    pub(super) finish: Finish,
}

impl Fixture<'_> {
    pub(super) fn trace(self) -> Trace {
        let mut draft = Draft { dice: Dice(11), pieces: BTreeMap::new(), at: 0 };
        let prompt: Vec<Token> = self.pieces.iter().map(|piece| draft.token(piece)).collect();
        draft.at = 0;
        let generated: Vec<Token> = self.written.iter().map(|piece| draft.token(piece)).collect();
        let shares = [0.41, 0.93, 0.62, 0.99, 0.27, 0.08, 0.55, 0.999];
        let steps = generated
            .iter()
            .enumerate()
            .map(|(at, token)| {
                let share = shares[at % shares.len()];
                let greedy = matches!(self.sampling, Sampling::Greedy);
                draft.step(token, self.others, prompt.len() + at, share, if greedy || share > 0.3 { 1 } else { 3 })
            })
            .collect();
        let best = prompt[0].id;
        let prompt_scores = (1..prompt.len()).map(|at| PromptScore {
            logprob: -0.3 * at as f64,
            rank: at as u32,
            entropy: 1.5,
            best: (best, -0.2),
        });
        let prompt_scores = Some(prompt_scores.collect());
        let gaps = generated.len().saturating_sub(1);
        let mut timed = |slower: f64| {
            let prefill_ms = (42.0 + prompt.len() as f64 * 2.6 + draft.dice.roll() * 9.0) * slower;
            let gaps_ms = (0..gaps).map(|_| (27.5 + draft.dice.roll() * 4.0) * slower).collect();
            TimedRun { prefill_ms: Some(prefill_ms), ttft_ms: prefill_ms + 0.4, gaps_ms }
        };
        let timings = Timings {
            measured_by: MeasuredBy::Recorder,
            load_ms: Some(412.5),
            warm_up: Some(timed(1.4)),
            repeats: (0..5).map(|_| timed(1.0)).collect(),
        };
        let text = self.pieces.concat();
        let all = prompt.iter().chain(&generated);
        let mut control: Vec<TokenId> = all.filter(|token| token.control).map(|token| token.id).collect();
        control.sort();
        control.dedup();
        let (model, engine, host) = crate::trace::fixture::records();
        Trace {
            format: FORMAT_VERSION,
            key: "0".repeat(64),
            request: RunSpec {
                prompt: self.prompt,
                sampling: self.sampling,
                max_tokens: self.written.len() as u32,
                ..crate::request::fixture::spec()
            },
            model,
            engine,
            host,
            recorded_at: "2026-01-02T03:04:05Z".parse().unwrap(),
            prompt_text: String::from_utf8_lossy(&text).into_owned(),
            prompt,
            generated,
            prompt_scores,
            prompt_rows: Vec::new(),
            branches: Vec::new(),
            merges: None,
            steps,
            finish: self.finish,
            timings: Some(timings),
            pieces: draft.pieces,
            control,
            missing: BTreeMap::new(),
        }
    }
}

pub(super) fn fox() -> Trace {
    Fixture {
        prompt: Prompt::Raw("The quick brown fox jumps over the".into()),
        pieces: &[b"The", b" quick", b" brown", b" fox", b" jumps", b" over", b" the"],
        written: &[
            b" lazy", b" dog", b".", b"\n", b"The", b" dog", b" is", b" not", b" amused", b",", b" but", b" the",
            b" fox", b" runs", b" on", b".",
        ],
        others: &[b" lazy", b" dog", b" fence", b" hedge", b".", b" sleeping", b" moon"],
        sampling: Sampling::Greedy,
        finish: Finish::Length,
    }
    .trace()
}

pub(super) fn chat() -> Trace {
    let start = TokenId(0);
    let mut pieces: Vec<&[u8]> = vec![b"<|im_start|>", b"system", b"\n"];
    pieces.extend(
        "You| are| a| helpful| AI| assistant| named| Smol|L|M|,| trained| by| Hug|ging| Face"
            .split('|')
            .map(str::as_bytes),
    );
    pieces.extend([&b"<|im_end|>"[..], b"\n", b"<|im_start|>", b"user", b"\n"]);
    pieces
        .extend("Name| three| colours| of| a| clear| sky| at| dusk|,| one| line| each|.".split('|').map(str::as_bytes));
    pieces.extend([&b"<|im_end|>"[..], b"\n", b"<|im_start|>", b"assistant", b"\n"]);
    let mut trace = Fixture {
        prompt: Prompt::Chat(vec![
            Message {
                role: Role::System,
                content: "You are a helpful AI assistant named SmolLM, trained by Hugging Face".into(),
            },
            Message { role: Role::User, content: "Name three colours of a clear sky at dusk, one line each.".into() },
        ]),
        pieces: &pieces,
        written: &[b"Or", b"ange", b"\n", b"V", b"iolet", b"\n", b"Deep", b" blue", b"<|im_end|>"],
        others: &[b"Red", b"Blue", b"\n", b" pink", b".", b"<|im_end|>", b" and"],
        sampling: Sampling::Random { temperature: 0.8, top_k: None, top_p: Some(0.9), min_p: None, seed: 7 },
        finish: Finish::Eos { token: start },
    }
    .trace();
    trace.finish = Finish::Eos { token: trace.generated.last().unwrap().id };
    trace
}

pub(super) const NASTY: [&[u8]; 24] = [
    "🦊".as_bytes(),
    "👨‍👩‍👧‍👦".as_bytes(),
    "狐狸跳过".as_bytes(),
    " ثعلب".as_bytes(),
    "שועל".as_bytes(),
    b"\t\t\t",
    b"\n\n",
    b"        ",
    b"\xe6\x97",
    b"\xf0\x9f\xa6",
    b"Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunte",
    b"</script>",
    b"{{ 7*7 }}",
    b"<img onerror=alert(1) src=x>",
    "\u{202e}".as_bytes(),
    b"\0",
    b"]]>",
    b"&amp;\"'",
    "e\u{301}\u{323}".as_bytes(),
    "\u{301}".as_bytes(),
    "ﷺ".as_bytes(),
    "\u{200b}\u{feff}".as_bytes(),
    "·→⏎".as_bytes(),
    b"<|im_end|>",
];

pub(super) fn nasty() -> Trace {
    let text = String::from_utf8_lossy(&NASTY.concat()).into_owned();
    Fixture {
        prompt: Prompt::Raw(text),
        pieces: &NASTY,
        written: &NASTY,
        others: &NASTY[..9],
        sampling: Sampling::Random { temperature: 1.0, top_k: None, top_p: None, min_p: None, seed: 1 },
        finish: Finish::Stop { string: "</script>".into() },
    }
    .trace()
}

/// Reads YAML as the reader of that kind does, for runs of any name.
pub(crate) fn figure(kind: &Kind, yaml: &str) -> Arc<dyn Figure> {
    let complaints = Complaints::about(&Source::new("figure.yaml", yaml));
    let node = parse(&Excerpt::of(complaints.source(), 0..yaml.len()), &complaints).unwrap();
    let fields = Fields::of(&node, "the figure", &complaints).unwrap();
    let figure = (kind.read)(&fields, &RUNS.map(str::to_owned).into()).unwrap();
    fields.finish();
    assert_eq!(complaints.into_list().len(), 0, "{yaml}");
    figure
}

/// What runs are called in YAML for [`figure`].
const RUNS: [&str; 4] = ["fox", "chat", "food", "times"];

/// Traces that are hard to draw, and such as few kinds can do without: scored prompts, trees.
pub(super) fn hard() -> Vec<(&'static str, Trace)> {
    let mut tree = recorded("food");
    for (piece, bytes) in tree.pieces.values_mut().zip(NASTY.iter().cycle()) {
        *piece = Piece::new(*bytes);
    }
    vec![
        ("fox", fox()),
        ("chat", chat()),
        ("nasty", nasty()),
        ("nasty tree", tree),
        ("food", recorded("food")),
        ("blue", recorded("blue")),
        ("times", recorded("times")),
        ("odd", recorded("odd")),
    ]
}

/// A prompt of 8,000 tokens, 3,000 written ones, and all that a kind may ask for.
pub(super) fn long() -> Trace {
    fn repeat<T: Clone>(list: &mut Vec<T>, count: usize) {
        *list = std::mem::take(list).into_iter().cycle().take(count).collect();
    }
    let mut trace = recorded("times");
    let mut of_fox = fox();
    repeat(&mut trace.prompt, 8_000);
    repeat(trace.prompt_scores.as_mut().unwrap(), 7_999);
    repeat(&mut trace.prompt_rows, 7_999);
    trace.prompt_text = trace.prompt_text.repeat(100).chars().take(3_900).collect();
    repeat(&mut of_fox.generated, 3_000);
    repeat(&mut of_fox.steps, 3_000);
    for run in &mut of_fox.timings.as_mut().unwrap().repeats {
        repeat(&mut run.gaps_ms, 2_999);
    }
    trace.generated = of_fox.generated;
    trace.steps = of_fox.steps;
    trace.timings = of_fox.timings;
    trace.pieces.extend(of_fox.pieces);
    trace.branches = recorded("food").branches;
    trace.request.branch = recorded("food").request.branch;
    trace
}

/// The example of each kind, with `trace` as every run that it names; `None` where the kind cannot do without what the
/// trace lacks.
pub(super) fn examples(trace: &Trace, words: &Words) -> Vec<(&'static Kind, Option<Drawn>)> {
    let runs: Vec<(&str, &Trace)> = RUNS.map(|name| (name, trace)).to_vec();
    KINDS.iter().copied().map(|kind| (kind, drawn_in(words, kind.name, kind.example, &runs).ok())).collect()
}

/// Draws the figure that `yaml` describes, without its caption, in English.
pub(super) fn drawn(kind: &str, yaml: &str, runs: &[(&str, &Trace)]) -> Result<Drawn, FigureError> {
    drawn_in(Words::english(), kind, yaml, runs)
}

pub(super) fn drawn_in(words: &Words, kind: &str, yaml: &str, runs: &[(&str, &Trace)]) -> Result<Drawn, FigureError> {
    let kind = KINDS.iter().copied().find(|known| known.name == kind).unwrap();
    let runs = runs.iter().map(|(name, trace)| (name.to_string(), (*trace).clone())).collect();
    draw(kind, figure(kind, yaml).as_ref(), "fox", "One prompt becomes a loop of next-token decisions", &runs, words)
}

/// A run whose merges of a word are those of a published vocabulary.
pub(super) fn merged(word: &str) -> Trace {
    let steps: Vec<MergeStep> = Vocabulary::R50kBase.merges(word).unwrap().into_iter().map(MergeStep::from).collect();
    let tokens = Vocabulary::R50kBase.encode(word).unwrap().iter().map(|entry| TokenId(entry.id)).collect();
    let mut trace = fox();
    trace.request.merges = Some(word.to_owned());
    trace.merges = Some(WordMerges { steps, tokens });
    trace
}

/// A run of `tests/sites/branches`.
pub(super) fn recorded(run: &str) -> Trace {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/branches/content/scores/paths/runs");
    serde_json::from_str(&std::fs::read_to_string(format!("{folder}/{run}.json")).unwrap()).unwrap()
}

/// Their probabilities are made up, so their rows are in no order.
#[test]
fn the_fixtures_are_traces() {
    for trace in [fox(), chat(), nasty()] {
        trace.validate_parts().unwrap();
    }
    assert!(Font::Mono.has('⏎'));
}
