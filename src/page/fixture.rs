//! A small site made by hand, for the tests of this module: one lesson with every kind of block, one run whose tokens
//! try to be markup.

use std::collections::BTreeMap;
use std::sync::Arc;

use pulldown_cmark::{Event, Options, Parser};

use super::fixture_blocks::block;
use super::*;
use crate::diagnostic::Source;
use crate::lesson::*;
use crate::output_file::Later;
use crate::project::{Module, SiteConfig, SiteLink, Term};
use crate::request::{KvCache, Prompt, RunSpec, Sampling, Weights};
use crate::run::Traces;
use crate::token::*;
use crate::trace::*;
use crate::words::Words;

pub const LESSON: &str = "foundations/autoregressive-generation";

/// What the model of the fixture knows, by id.
pub const VOCABULARY: [&str; 16] = [
    "<|im_end|>",
    "The",
    " quick",
    " brown",
    " fox",
    " jumps",
    " over",
    " the",
    " lazy",
    " dog",
    "</script>",
    "{{ 7*7 }}",
    "<img src=x onerror=alert(1)>",
    "\n",
    " fence",
    ".",
];

pub struct Fixture {
    pub site: SiteConfig,
    pub glossary: BTreeMap<String, Term>,
    pub modules: Vec<Module>,
    pub lessons: Vec<Lesson>,
    pub traces: Traces,
    pub figures: Figures,
    pub pictures: Pictures,
    pub cards: Cards,
    pub assets: BTreeMap<String, String>,
    pub templates: BTreeMap<String, String>,
}

impl Fixture {
    pub fn new() -> Self {
        let assets = [
            "theme.css",
            "page.css",
            "figure.css",
            "quiz.css",
            "search.css",
            "base.js",
            "page.js",
            "progress.js",
            "quiz.js",
            "find.js",
            "search.js",
            "stepper.js",
        ];
        let asset = |name: &str| {
            let folder = name.rsplit('.').next().unwrap();
            (format!("{folder}/{name}"), format!("assets/{folder}/{name}"))
        };
        let first = lesson(LESSON, "00.1", "Autoregressive generation", BODY);
        let second = lesson("foundations/kv-cache", "00.2", "The K/V cache", "Nothing is computed twice.\n");
        let trace = trace();
        let drawn = first
            .blocks()
            .find_map(|(block, _)| match block {
                Block::Figure(figure) => {
                    figure.draw(&BTreeMap::from([("fox".to_owned(), trace.clone())]), Words::english()).ok()
                }
                _ => None,
            })
            .unwrap();
        let svg = drawn.wide.file(&drawn.title, &drawn.description);
        let picture = Picture { svg, png: Some(Later::new(blake3::hash(b"png"), || Ok(b"png".to_vec()))) };
        Self {
            site: SiteConfig {
                title: "Logitpress & friends".into(),
                base_url: Some("https://lessons.example/sub/".parse().unwrap()),
                language: "en".into(),
                author: Some("A. Author".into()),
                description: Some("Lessons about how language models run, on recorded runs of a real one.".into()),
                tagline: Some("Every number on these pages was measured, and says where.".into()),
                links: vec![SiteLink { label: "Channel".into(), url: "https://video.example/c".into() }],
                start: None,
                report_url: Some("https://code.example/new".into()),
                source_url: Some("https://code.example/edit/main/".into()),
                raw_html: false,
                start_span: 0..0,
                model: None,
                repeat: 5,
                timeout_seconds: 600,
                weights: Weights::Float,
                source: Source::new("content/site.yaml", ""),
            },
            glossary: BTreeMap::from([
                (
                    "token".into(),
                    term("Token", "A unit of the vocabulary: a word, part of one, or several.", &["logits"]),
                ),
                ("logits".into(), term("Logits", "One raw score per token of the vocabulary.", &[])),
                ("eos".into(), term("EOS", "The token that ends the text, `<|im_end|>` here.", &["token"])),
                ("prefill".into(), term("Prefill", "The pass over the whole prompt.", &[])),
            ]),
            modules: vec![Module {
                slug: "foundations".into(),
                title: "Inference foundations".into(),
                order: 0,
                summary: "What happens between a prompt and the first word, and between each word and the next.".into(),
            }],
            lessons: vec![second, first],
            traces: BTreeMap::from([(LESSON.into(), BTreeMap::from([("fox".into(), trace)]))]),
            figures: BTreeMap::from([(LESSON.into(), BTreeMap::from([("fox".into(), drawn)]))]),
            pictures: BTreeMap::from([(LESSON.into(), BTreeMap::from([("fox".into(), picture)]))]),
            cards: BTreeMap::from([(LESSON.into(), Later::new(blake3::hash(b"card"), || Ok(b"card".to_vec())))]),
            assets: assets.into_iter().map(asset).collect(),
            templates: BTreeMap::new(),
        }
    }

    pub fn compose(&self) -> Result<Composed, Vec<Diagnostic>> {
        let source = Source::new("content/glossary.yaml", "");
        let lessons: Vec<&Lesson> = self.lessons.iter().collect();
        let resolve = |_: Option<&Lesson>, dest: &str| match dest {
            "../kv-cache/index.md" => {
                Destination::Inside { path: "foundations/kv-cache/index.html".into(), suffix: "#%E6%95%B0".into() }
            }
            "missing.md" => Destination::Nowhere,
            "picture.png" => Destination::Inside { path: format!("{LESSON}/picture.png"), suffix: String::new() },
            anchor if anchor.starts_with('#') => {
                Destination::Inside { path: format!("{LESSON}/index.html"), suffix: anchor.into() }
            }
            other => Destination::Outside(other.into()),
        };
        let composed = compose(&PageInput {
            site: &self.site,
            words: &Words::of(&self.site.language),
            glossary: &self.glossary,
            glossary_source: Some(&source),
            modules: &self.modules,
            lessons: &lessons,
            traces: &self.traces,
            figures: &self.figures,
            pictures: &self.pictures,
            cards: &self.cards,
            assets: &self.assets,
            templates: &self.templates,
            resolve: &resolve,
        });
        if composed.complaints.iter().any(Diagnostic::is_error) { Err(composed.complaints) } else { Ok(composed) }
    }

    /// The site with `body` as the text of its first lesson.
    pub fn with_body(body: &str) -> Self {
        let mut fixture = Self::new();
        fixture.lessons = vec![lesson(LESSON, "00.1", "Autoregressive generation", body)];
        fixture
    }

    /// The text of a composed file.
    pub fn file(&self, path: &str) -> String {
        let composed = self.compose().unwrap_or_else(|complaints| panic!("{complaints:#?}"));
        let file = composed.files.iter().find(|file| file.path == path);
        String::from_utf8(file.unwrap_or_else(|| panic!("no {path}")).bytes().to_vec()).unwrap()
    }
}

fn term(name: &str, short: &str, see: &[&str]) -> Term {
    let see = see.iter().map(|slug| slug.to_string()).collect();
    Term { name: name.into(), short: items(short), see, aliases: Vec::new() }
}

/// Markdown as the lesson parser gives it, without our blocks.
pub fn items(markdown: &str) -> Vec<Item> {
    items_at(markdown, 0)
}

fn items_at(markdown: &str, offset: usize) -> Vec<Item> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_GFM
        | Options::ENABLE_MATH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_HEADING_ATTRIBUTES;
    Parser::new_ext(markdown, options)
        .into_offset_iter()
        .map(|(event, span)| {
            let span = span.start + offset..span.end + offset;
            match event.into_static() {
                Event::Code(code) if code.starts_with('=') => Item::Value(code[1..].to_owned(), span),
                event => Item::Markdown(event, span),
            }
        })
        .collect()
}

fn lesson(path: &str, number: &str, title: &str, body: &str) -> Lesson {
    let front_matter = format!("---\ntitle: {title}\nruns:\n  fox:\n    prompt: The quick brown fox\n---\n");
    let text = format!("{front_matter}{body}");
    let source: Arc<Source> = Source::new(format!("content/{path}/index.md"), text);
    let first = path == LESSON;
    let run = RunRequest {
        span: source.text.find("fox:").unwrap()..source.text.find("---\n").map_or(0, |_| front_matter.len() - 4),
        prompt: Prompt::Raw("The quick brown fox".into()),
        model: None,
        max_tokens: 8,
        sampling: Sampling::Greedy,
        stop: vec![],
        weights: None,
        kv_cache: KvCache::On,
        repeat: None,
        score: false,
        branch: None,
        merges: None,
        first_tokens: None,
        threads: None,
    };
    Lesson {
        folder: format!("content/{path}").into(),
        path: path.into(),
        module: path.split('/').next().unwrap().into(),
        front: FrontMatter {
            title: title.into(),
            number: number.into(),
            question: "How does one prompt become a streamed answer?".into(),
            summary: "Know which work delays the first token and which sets the pace of the rest.".into(),
            terms: if first { vec!["token".into(), "logits".into(), "eos".into()] } else { vec![] },
            draft: false,
            level: None,
            updated: None,
            runs: if first { BTreeMap::from([("fox".into(), run)]) } else { BTreeMap::new() },
            experiments: BTreeMap::new(),
            expect: BTreeMap::new(),
            holds: Vec::new(),
            places: Default::default(),
        },
        sections: sections(body, front_matter.len(), first),
        source,
    }
}

/// Splits at second-level headings; `@figure`, `@cited`, `@measured`, `@directions` and `@quiz` on a line of their own
/// stand for blocks.
fn sections(body: &str, start: usize, blocks: bool) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut offset = start;
    for (at, part) in body.split("\n## ").enumerate() {
        let (heading, text) = match at {
            0 => (None, part),
            _ => part.split_once('\n').map(|(heading, text)| (Some(heading), text)).unwrap_or((Some(part), "")),
        };
        let text_offset = offset + part.len() - text.len();
        let heading = heading.map(|heading| {
            let (eyebrow, text) = heading.split_once(" | ").map_or((None, heading), |(a, b)| (Some(a), b));
            Heading {
                id: text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "-"),
                text: text.into(),
                items: items(text),
                eyebrow: eyebrow.map(str::to_owned),
                span: offset..offset + heading.len(),
            }
        });
        let mut list = Vec::new();
        let (mut prose, mut at) = (0, 0);
        for line in text.split_inclusive('\n') {
            if let Some(block) = block(line.trim()).filter(|_| blocks) {
                list.extend(items_at(&text[prose..at], text_offset + prose));
                list.push(Item::Block(Box::new(block), text_offset + at..text_offset + at + line.len()));
                prose = at + line.len();
            }
            at += line.len();
        }
        list.extend(items_at(&text[prose..], text_offset + prose));
        sections.push(Section { heading, items: list });
        offset += part.len() + "\n## ".len();
    }
    sections
}

fn token(id: u32, start: u32) -> Token {
    let piece = VOCABULARY[id as usize];
    Token { id: TokenId(id), piece: piece.into(), range: (start, start + piece.len() as u32), control: id == 0 }
}

/// Four prompt tokens, five generated ones that look like markup.
pub fn trace() -> Trace {
    let generated = [10, 11, 12, 8, 0];
    let steps = generated.iter().enumerate().map(|(at, &id)| {
        let mut logits: Vec<f32> = (0..VOCABULARY.len()).map(|id| 0.1 * id as f32).collect();
        logits[id as usize] = 5.0;
        let row = Row::new(&logits);
        let logprob = row.probabilities()[0].ln();
        Step {
            context: 4 + at as u32,
            chosen: TokenId(id),
            rank: Some(1),
            logprob: Some(logprob),
            entropy: Some(entropy(&logits)),
            row: Some(row),
            best: Vec::new(),
        }
    });
    let timed = |add: f64| TimedRun { prefill_ms: Some(61.2 + add), ttft_ms: 61.4 + add, gaps_ms: vec![18.4 + add; 4] };
    let request = RunSpec {
        prompt: Prompt::Raw("The quick brown fox".into()),
        max_tokens: 8,
        repeat: 3,
        ..crate::request::fixture::spec()
    };
    let (model, engine, host) = crate::trace::fixture::records();
    Trace {
        format: FORMAT_VERSION,
        key: request.key(),
        request,
        model,
        engine,
        host,
        recorded_at: "2026-11-30T02:00:00.5Z".parse().unwrap(),
        prompt_text: "The quick brown fox".into(),
        prompt: vec![token(1, 0), token(2, 3), token(3, 9), token(4, 15)],
        generated: generated.iter().map(|&id| token(id, 0)).collect(),
        prompt_scores: Some(vec![PromptScore { logprob: -1.0, rank: 2, entropy: 2.0, best: (TokenId(3), -0.5) }; 3]),
        prompt_rows: Vec::new(),
        branches: Vec::new(),
        merges: None,
        steps: steps.collect(),
        finish: Finish::Eos { token: TokenId(0) },
        timings: Some(Timings {
            measured_by: MeasuredBy::Recorder,
            load_ms: Some(900.0),
            warm_up: Some(timed(9.0)),
            repeats: vec![timed(0.0), timed(1.1), timed(-0.8)],
        }),
        pieces: (0..VOCABULARY.len() as u32).map(|id| (TokenId(id), VOCABULARY[id as usize].into())).collect(),
        control: vec![TokenId(0)],
        missing: BTreeMap::new(),
    }
}

const BODY: &str = r#"
A model writes one token at a time, and every token depends on all those before it. That one fact decides how long you
wait for the first word and how fast the rest arrives.

The next lesson, on [the K/V cache](../kv-cache/index.md), builds on this. A [token](#term-token) is the unit; one pass
over the prompt is called [prefill](#term-prefill).

> [!NOTE]
> Tokens are not words: the model that runs here knows `=fox.model.vocabulary` of them, and `<|im_end|>` is one.

## Current set-up and bottleneck | One pass for the prompt, one pass for every token after it

The prompt takes `=fox.prefill.ms` in one go; each token after it takes `=fox.decode.ms`, again and again.

The whole prompt is `=fox.prompt.text`, and it becomes `=fox.prompt.tokens` tokens. The first token the model wrote is
`=fox.step.0.text` with `=fox.step.0.probability`; the last is `=fox.step.4.text`.[^1] All of it: `=fox.text`.

| What | Where | Cost |
|:-----|:-----:|-----:|
| Prefill | once | `=fox.prefill.ms` |
| Decode | every token | `=fox.decode.ms` |

[^1]: The end token is never shown to a reader, see [the list](https://tokens.example/list).

## The live diagram | Follow one sentence through the loop

Step through it with the arrow keys, or read the table.

@figure

```rust
fn decode(mut tokens: Vec<u32>) -> Vec<u32> {
    while tokens.last() != Some(&EOS) { // stop on the end token
        tokens.push(pick(&forward(&tokens), "greedy"));
    }
    tokens
}
```

## How the numbers usually move | Longer prompts delay the start, not the pace

Read the direction first.

@directions

## Actual benchmark | Two results, each under its own conditions

@measured

@cited

## Quiz | Can you reason through it?

@quiz

"#;
