use std::ops::Range;

use super::prose::{Fence, FenceWord, ProseContext, read_inline};
use super::read_benchmark::read_benchmark;
use super::read_chart::read_chart;
use super::read_quiz::read_quiz;
use super::read_run::read_word;
use super::{
    BenchmarkValue, Block, Chart, Direction, DirectionsBlock, FigureBlock, FigureKind, Item, Movement, plain_text,
};
use crate::diagnostic::{nearest, suggestion};
use crate::vocabulary::Vocabulary;
use crate::yaml::{Fields, Node, Value, parse};

const FIGURES: [(&str, FigureKind); 11] = [
    ("decode-loop", FigureKind::DecodeLoop),
    ("tokens", FigureKind::Tokens),
    ("logits", FigureKind::Logits),
    ("timeline", FigureKind::Timeline),
    ("surprise", FigureKind::Surprise),
    ("tree", FigureKind::Tree),
    ("sampler", FigureKind::Sampler),
    ("compare", FigureKind::Compare),
    ("chart", FigureKind::Chart),
    ("kv-cache", FigureKind::KvCache),
    ("tokenizers", FigureKind::Tokenizers),
];

impl FigureKind {
    /// As written after `figure`.
    pub fn name(self) -> &'static str {
        FIGURES.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// Reads the YAML of a fenced block. Ids that the author did not give are empty; `ids` gives them.
pub(super) fn read_block(fence: &Fence, context: &ProseContext) -> Option<Block> {
    let complaints = context.complaints;
    if fence.word != FenceWord::Figure && !fence.rest.is_empty() {
        let message = format!("nothing can follow the name of this block, and here stands `{}`", fence.rest);
        complaints.error("block-name", fence.opening.clone(), message, "Remove it.");
    }
    let node = parse(&fence.body, complaints)?;
    let what = match fence.word {
        FenceWord::Directions => return Some(Block::Directions(read_directions(&node, fence, context))),
        FenceWord::Figure => "the figure",
        FenceWord::Benchmark => "the benchmark",
        FenceWord::Quiz => "the quiz",
    };
    let fields = Fields::of(&node, what, complaints)?.missing_at(fence.opening.clone());
    let block = match fence.word {
        FenceWord::Figure => read_figure(&fields, fence, context),
        FenceWord::Benchmark => read_benchmark(&fields, context),
        FenceWord::Quiz | FenceWord::Directions => Some(read_quiz(&fields, context)),
    };
    fields.finish();
    block
}

/// ```yaml
/// run: fox                 # required, a run of the lesson; `figure compare` has `runs: [fox, dog]`, and
///                          # `figure chart` what `read_chart` says
/// caption: One prompt …    # required, inline Markdown
/// id: fox                  # the anchor; otherwise the run's name
/// step: 3                  # for `figure logits` and `sampler`: which generated token, from 0
/// candidates: 8            # 1 to 20
/// predict: true            # for `figure decode-loop`: starts with each choice hidden until the reader has made one
/// runs: [paris, lyon]      # for `figure surprise`, in place of `run`: answers to one question
/// given: 11                # for `figure surprise`: so many first tokens are not scored
/// vocabularies: [cl100k_base]  # for `figure tokenizers`: what else cuts the prompt of `run` or `runs`
/// merges: " unbelievable"  # for `figure tokenizers`: the merges of this word; `run` needs the same `merges`
/// beam: 2                  # for `figure tree`: 1 to 4 paths that its beam search keeps
/// ```
fn read_figure(fields: &Fields, fence: &Fence, context: &ProseContext) -> Option<Block> {
    let kind = FIGURES.iter().find(|(name, _)| *name == fence.rest).map(|(_, kind)| *kind);
    if kind.is_none() {
        let hint = suggestion(&fence.rest, FIGURES.iter().map(|(name, _)| *name));
        let message = if fence.rest.is_empty() {
            "the figure has no kind".to_owned()
        } else {
            format!("there is no figure `{}`", fence.rest)
        };
        context.complaints.error("figure-kind", fence.opening.clone(), message, hint);
    }
    let mut chart = None;
    let runs = match kind {
        Some(FigureKind::Compare) => compared(fields, context),
        Some(FigureKind::Chart) => {
            chart = read_chart(fields, context).map(Box::new);
            Vec::new()
        }
        _ if fields.has("runs") => run_names(fields, context),
        _ => run_name(fields, "run", true, context).into_iter().collect(),
    };
    let run = match &chart {
        Some(chart) => Some(first_run(chart)),
        None => runs.first().cloned(),
    };
    let caption = required_items(fields, "caption", "Add `caption: …`, the sentence that the figure proves.", context);
    let several: [(&str, &[FigureKind]); 7] = [
        ("step", &[FigureKind::Logits, FigureKind::Sampler]),
        ("runs", &[FigureKind::Surprise, FigureKind::Compare, FigureKind::Tokenizers]),
        ("given", &[FigureKind::Surprise]),
        ("beam", &[FigureKind::Tree]),
        ("predict", &[FigureKind::DecodeLoop]),
        ("vocabularies", &[FigureKind::Tokenizers]),
        ("merges", &[FigureKind::Tokenizers]),
    ];
    for (key, of) in several {
        if let (Some(span), true) = (fields.key_span(key), kind.is_some_and(|kind| !of.contains(&kind))) {
            let names: Vec<String> = of.iter().map(|kind| format!("`figure {}`", kind.name())).collect();
            let message = format!("`{key}` belongs to {} only", listed(&names));
            context.complaints.error("figure-key", span, message, "Remove it.");
        }
    }
    Some(Block::Figure(FigureBlock {
        id: given_id(fields),
        step: fields.integer("step", 0..=4096).unwrap_or(0),
        candidates: fields.integer("candidates", 1..=20).unwrap_or(8),
        predict: fields.boolean("predict").unwrap_or(false),
        given: fields.integer("given", 1..=100_000),
        beam: fields.integer("beam", 1..=4),
        vocabularies: vocabularies(fields),
        merges: read_word(fields),
        kind: kind?,
        run: run?,
        runs,
        chart,
        caption_text: plain_text(&caption),
        caption,
    }))
}

/// `a`, `a and b`, `a, b and c`
fn listed(names: &[String]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => names.concat(),
    }
}

/// The published vocabularies under `vocabularies`, each once.
fn vocabularies(fields: &Fields) -> Vec<Vocabulary> {
    let mut found = Vec::new();
    for (name, node) in fields.texts("vocabularies") {
        match Vocabulary::named(name) {
            Some(vocabulary) if found.contains(&vocabulary) => {
                let message = format!("`{name}` is listed twice");
                fields.complaints.error("vocabulary", node.span.clone(), message, "Remove one of them.");
            }
            Some(vocabulary) => found.push(vocabulary),
            None => {
                let names = Vocabulary::ALL.map(Vocabulary::name);
                let list = format!("There are {}.", listed(&names.map(|name| format!("`{name}`"))));
                let hint = match nearest(name, names) {
                    Some(near) => format!("Did you mean `{near}`? {list}"),
                    None => list,
                };
                fields.complaints.error(
                    "vocabulary",
                    node.span.clone(),
                    format!("there is no vocabulary `{name}`"),
                    hint,
                );
            }
        }
    }
    found
}

/// Two or more runs of the lesson.
fn compared(fields: &Fields, context: &ProseContext) -> Vec<String> {
    const HINT: &str = "Add `runs: [one, another]`, names of runs in the front matter.";
    let nodes = fields.required_list("runs", HINT);
    if let [only] = nodes {
        let message = "one run has nothing to be compared with";
        fields.complaints.error("one-run", only.span.clone(), message, HINT);
    }
    let names = nodes.iter().filter_map(|node| Some((fields.as_text("an item of `runs`", node)?, node)));
    names
        .map(|(name, node)| {
            known_run(name, node.span.clone(), context);
            name.to_owned()
        })
        .collect()
}

/// The run whose model and machine stand behind the chart's badge.
fn first_run(chart: &Chart) -> String {
    let run = chart.paths().find_map(|(path, _)| Some(super::split_value_path(path)?.0));
    run.unwrap_or_default().to_owned()
}

/// ```yaml
/// - measure: Time to first token   # inline Markdown, as `when` and `why`
///   moves: up                      # up, down or flat
///   when: the prompt gets longer
///   why: prefill works on every prompt token
/// ```
fn read_directions(node: &Node, fence: &Fence, context: &ProseContext) -> DirectionsBlock {
    const MOVEMENTS: [(&str, Movement); 3] = [("up", Movement::Up), ("down", Movement::Down), ("flat", Movement::Flat)];
    let items = match &node.value {
        Value::List(items) => items.as_slice(),
        _ => {
            let message = "`directions` must be a list";
            let hint = "Start each direction with `- measure: …`.";
            context.complaints.error("wrong-type", fence.opening.clone(), message, hint);
            &[]
        }
    };
    let mut directions = Vec::new();
    for item in items {
        let Some(fields) = Fields::of(item, "the direction", context.complaints) else { continue };
        let measure = required_items(&fields, "measure", "Add `measure: …`, what is measured.", context);
        let moves = fields
            .required("moves", "Add `moves: up`, `down` or `flat`.")
            .and_then(|_| fields.choice("moves", &MOVEMENTS))
            .unwrap_or(Movement::Flat);
        let when = required_items(&fields, "when", "Add `when: …`, what is changed.", context);
        let why = required_items(&fields, "why", "Add `why: …`, the reason.", context);
        fields.finish();
        directions.push(Direction { measure, moves, when, why });
    }
    DirectionsBlock { directions }
}

/// The id that the author gave, or an empty one.
pub(super) fn given_id(fields: &Fields) -> String {
    let Some(id) = fields.text("id") else { return String::new() };
    if !super::anchors::is_anchor(id) {
        let span = fields.node("id").map(|node| node.span.clone()).unwrap_or(fields.at());
        let hint = "An id is letters, digits, hyphens and underscores, and does not start with `term-`.";
        fields.complaints.error("id", span, format!("`{id}` cannot be an id"), hint);
        return String::new();
    }
    id.to_owned()
}

/// The name of a run of the lesson.
pub(super) fn run_name(fields: &Fields, key: &'static str, required: bool, context: &ProseContext) -> Option<String> {
    if required {
        fields.required(key, "Add `run: …`, the name of a run in the front matter.")?;
    }
    let name = fields.text(key)?;
    known_run(name, fields.node(key).map(|node| node.span.clone()).unwrap_or(fields.at()), context);
    Some(name.to_owned())
}

/// The names under `runs`, each of a run of the lesson.
fn run_names(fields: &Fields, context: &ProseContext) -> Vec<String> {
    if let Some(span) = fields.key_span("run") {
        context.complaints.error("two-runs", span, "the figure has both `run` and `runs`", "Keep one of them.");
    }
    let names = fields.texts("runs");
    if let (true, Some(span)) = (names.is_empty(), fields.key_span("runs")) {
        context.complaints.error("missing-key", span, "`runs` is empty", "Name at least one run of the front matter.");
    }
    for (name, node) in &names {
        known_run(name, node.span.clone(), context);
    }
    names.into_iter().map(|(name, _)| name.to_owned()).collect()
}

fn known_run(name: &str, span: Range<usize>, context: &ProseContext) {
    if context.runs.contains(name) {
        return;
    }
    let hint = match suggestion(name, context.runs.iter().map(String::as_str)) {
        hint if hint.is_empty() => "Add it to `runs` in the front matter.".to_owned(),
        hint => hint,
    };
    context.complaints.error("unknown-run", span, format!("there is no run `{name}`"), hint);
}

/// Inline Markdown; numbers and truth values are taken as they are written, since they are shown, not computed with.
pub(super) fn items(fields: &Fields, key: &'static str, context: &ProseContext) -> Vec<Item> {
    fields.node(key).map(|node| node_items(fields, key, node, context)).unwrap_or_default()
}

pub(super) fn required_items(fields: &Fields, key: &'static str, hint: &str, context: &ProseContext) -> Vec<Item> {
    fields.required(key, hint).map(|node| node_items(fields, key, node, context)).unwrap_or_default()
}

pub(super) fn node_items(fields: &Fields, name: &str, node: &Node, context: &ProseContext) -> Vec<Item> {
    let excerpt = match node.value {
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => {
            crate::diagnostic::Excerpt::of(context.complaints.source(), node.span.clone())
        }
        _ => match fields.as_text(name, node) {
            Some(_) => node.excerpt(context.complaints.source()),
            None => return Vec::new(),
        },
    };
    read_inline(&excerpt, context)
}

/// A number as the author wrote it, or `=run.path`.
pub(super) fn value_or_path(
    fields: &Fields,
    key: &'static str,
    hint: &str,
    context: &ProseContext,
) -> Option<BenchmarkValue> {
    let node = fields.required(key, hint)?;
    let wrong = |message: String| {
        context.complaints.error("value", node.head(context.complaints.source()), message, hint);
        None
    };
    match &node.value {
        Value::Integer(value) => Some(BenchmarkValue::Given(*value as f64)),
        Value::Float(value) if value.is_finite() => Some(BenchmarkValue::Given(*value)),
        Value::Text(text) => {
            let path = text.trim().strip_prefix('=').map(str::trim);
            match path.and_then(|path| Some((path, super::split_value_path(path)?.0))) {
                Some((path, run)) => {
                    if !context.runs.contains(run) {
                        let hint = suggestion(run, context.runs.iter().map(String::as_str));
                        let message = format!("there is no run `{run}`");
                        context.complaints.error("unknown-run", node.span.clone(), message, hint);
                    }
                    Some(BenchmarkValue::Path(path.to_owned()))
                }
                None => wrong(format!("`{key}` must be a number or `=run.path`, and this is `{text}`")),
            }
        }
        _ => wrong(format!("`{key}` must be a number or `=run.path`, and this is {}", node.kind())),
    }
}
