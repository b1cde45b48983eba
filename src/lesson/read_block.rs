use std::collections::BTreeSet;

use super::prose::{Fence, FenceWord, ProseContext, read_inline};
use super::read_benchmark::read_benchmark;
use super::read_quiz::read_quiz;
use super::{Block, Direction, DirectionsBlock, FigureBlock, Item, Movement, plain_text};
use crate::diagnostic::suggestion;
use crate::figure::{KINDS, Kind, listed};
use crate::yaml::{Fields, Node, Value, parse};

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
        FenceWord::Figure => return read_figure(fields, fence, context),
        FenceWord::Benchmark => read_benchmark(&fields, context),
        FenceWord::Quiz | FenceWord::Directions => Some(read_quiz(&fields, context)),
    };
    fields.finish();
    block
}

/// The keys that all figures have; those of its kind are read by the kind.
///
/// ```yaml
/// caption: One prompt …    # required, inline Markdown
/// id: fox                  # the anchor; otherwise the run's name
/// ```
fn read_figure(fields: Fields, fence: &Fence, context: &ProseContext) -> Option<Block> {
    let Some(kind) = KINDS.iter().copied().find(|kind| kind.name == fence.rest) else {
        let hint = suggestion(&fence.rest, KINDS.iter().map(|kind| kind.name));
        let message = if fence.rest.is_empty() {
            "the figure has no kind".to_owned()
        } else {
            format!("there is no figure `{}`", fence.rest)
        };
        context.complaints.error("figure-kind", fence.opening.clone(), message, hint);
        return None;
    };
    let figure = (kind.read)(&fields, context.runs);
    let caption = required_items(&fields, "caption", "Add `caption: …`, the sentence that the figure proves.", context);
    let id = given_id(&fields);
    complain_of_other_kinds_keys(kind, &fields);
    fields.finish();
    Some(Block::Figure(FigureBlock { kind, id, caption_text: plain_text(&caption), caption, figure: figure? }))
}

/// A key that the kind has not and others have.
fn complain_of_other_kinds_keys(kind: &Kind, fields: &Fields) {
    let others = KINDS.iter().flat_map(|other| other.keys).map(|key| key.name);
    let others: BTreeSet<&str> = others.filter(|name| kind.keys.iter().all(|key| key.name != *name)).collect();
    for name in others {
        if let Some(span) = fields.stray(name) {
            let having = KINDS.iter().filter(|other| other.keys.iter().any(|key| key.name == name));
            let having: Vec<String> = having.map(|kind| format!("`figure {}`", kind.name)).collect();
            let message = format!("`{name}` belongs to {} only", listed(&having));
            fields.complaints.error("figure-key", span, message, "Remove it.");
        }
    }
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
