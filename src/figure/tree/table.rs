use serde_json::{Value, json as value};

use super::Paths;
use crate::figure::record;
use crate::figure::table::{Table, none};
use crate::figure::token_label::escaped;
use crate::trace::Beam;
use crate::words::Words;

/// All paths, what the author's beam search looked at, and where each width ends. `static/js/tree.js` reads the rows of
/// the last: `data-width`, cells by `data-cell`.
pub(super) fn table(paths: &Paths, words: &Words) -> String {
    let heads = [
        "tree-column-path",
        "column-token",
        "column-probability",
        "tree-column-joint",
        "tree-column-sum",
        "tree-column-next",
        "tree-column-greedy",
    ]
    .map(|id| words.text(id, &[]));
    let say = |id| escaped(&words.text(id, &[]));
    let mut table = Table::new(words, &words.text("tree-table", &[]), &heads);
    for at in depth_first(paths) {
        let Some(node) = paths.tree.node(at) else { continue };
        let then = match paths.continuation(at) {
            Some(text) => text.html(),
            None if node.branch.ended => say("tree-nothing"),
            None => none(),
        };
        let id = node.branch.token();
        let control = match paths.trace.is_control(id) {
            true => format!(" <small>{}</small>", say("control-token")),
            false => String::new(),
        };
        table.row(
            "",
            &[
                paths.path_text(node).html(),
                format!("{}{control}", paths.label(id).html()),
                escaped(&words.percent(node.logprob.exp())),
                escaped(&words.percent(node.joint.exp())),
                words.number(node.joint, 2),
                then,
                say(if paths.tree.is_greedy(at) { "tree-yes" } else { "tree-no" }),
            ],
        );
    }
    table.html() + &beam(paths, words) + &ends(paths, words)
}

fn beam(paths: &Paths, words: &Words) -> String {
    let heads = ["column-tokens", "tree-column-path", "tree-column-joint", "tree-column-sum", "tree-column-kept"]
        .map(|id| words.text(id, &[]));
    let caption = words.text("tree-beam-table", &[("n", paths.beam.width.into())]);
    let say = |id| escaped(&words.text(id, &[]));
    let mut table = Table::new(words, &caption, &heads);
    for (at, level) in paths.beam.levels.iter().enumerate() {
        for path in &level.paths {
            let Some(node) = paths.tree.node(path.node) else { continue };
            table.row(
                "",
                &[
                    (at + 1).to_string(),
                    paths.path_text(node).html(),
                    escaped(&words.percent(path.joint.exp())),
                    words.number(path.joint, 2),
                    say(if path.kept { "tree-yes" } else { "tree-no-pruned" }),
                ],
            );
        }
    }
    table.html()
}

fn ends(paths: &Paths, words: &Words) -> String {
    let heads = ["tree-column-width", "tree-column-path", "tree-column-joint", "tree-column-sum"];
    let caption = words.text("tree-ends-table", &[]);
    let mut table = Table::new(words, &caption, &heads.map(|id| words.text(id, &[]))).cells(&["", "path", "joint"]);
    for beam in &paths.beams {
        let Some((best, node)) = beam.best().and_then(|best| Some((best, paths.tree.node(best.node)?))) else {
            continue;
        };
        table.row(
            &format!(" data-width=\"{}\"", beam.width),
            &[
                beam.width.to_string(),
                paths.path_text(node).html(),
                escaped(&words.percent(best.joint.exp())),
                words.number(best.joint, 2),
            ],
        );
    }
    table.html()
}

/// A path is followed by those that go on from it.
fn depth_first(paths: &Paths) -> Vec<usize> {
    let mut order = Vec::new();
    let mut open: Vec<usize> = paths.tree.first.iter().rev().copied().collect();
    while let Some(at) = open.pop() {
        order.push(at);
        if let Some(node) = paths.tree.node(at) {
            open.extend(node.children.iter().rev());
        }
    }
    order
}

/// `0.2.1`
fn place(children: &[usize]) -> String {
    children.iter().map(usize::to_string).collect::<Vec<_>>().join(".")
}

pub(super) fn json(paths: &Paths) -> Value {
    let text = |id| record::piece(paths.trace.piece(id).map(|piece| piece.bytes()).unwrap_or_default());
    let nodes: Vec<Value> = paths
        .tree
        .nodes
        .iter()
        .map(|node| {
            let then: Vec<Value> = node
                .branch
                .then
                .iter()
                .map(|choices| {
                    let listed = choices.iter();
                    listed.map(|(id, logprob)| value!({"id": id, "text": text(*id), "logprob": logprob})).collect()
                })
                .collect();
            let id = node.branch.token();
            value!({
                "place": place(&node.place),
                "id": id,
                "text": text(id),
                "logprob": node.logprob,
                "joint": node.joint,
                "ended": node.branch.ended,
                "then": then,
            })
        })
        .collect();
    let beams: Vec<Value> = paths.beams.iter().map(|beam| beam_json(paths, beam)).collect();
    value!({"branch": paths.trace.request.branch, "nodes": nodes, "beams": beams})
}

fn beam_json(paths: &Paths, beam: &Beam) -> Value {
    let levels: Vec<Value> = beam
        .levels
        .iter()
        .map(|level| {
            let found = level.paths.iter().filter_map(|path| Some((path, paths.tree.node(path.node)?)));
            found
                .map(|(path, node)| value!({"place": place(&node.place), "joint": path.joint, "kept": path.kept}))
                .collect()
        })
        .collect();
    value!({"width": beam.width, "levels": levels})
}
