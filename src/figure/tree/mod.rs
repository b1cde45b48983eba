//! Where a run could have gone: the likeliest tokens at the first positions as a tree, how the model really went on from
//! each, and what a beam search over it keeps.

mod layout;
mod picture;
mod table;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::key::RUN;
use super::token_label::Label;
use super::{Drawing, Figure, FigureError, Frame, Holds, Key, Kind};
use crate::number::read_run;
use crate::token::TokenId;
use crate::trace::{Beam, BeamPath, Node, Part, Trace, Tree};
use crate::words::Words;
use crate::yaml::Fields;

const BEAM: Key = Key::new("beam", Holds::Integer(1, 4), "Paths that its beam search keeps");

pub static KIND: Kind = Kind {
    name: "tree",
    about: "Where a run could have gone, with a beam search",
    keys: &[RUN.required(), BEAM],
    example: "run: food\nbeam: 2\n",
    scripts: &["tree"],
    on_demand: None,
    style: Some("tree"),
    needs: &[Part::Ids],
    read,
};

#[derive(Debug)]
struct TreeFigure {
    /// It needs `branch`.
    run: String,
    /// How many paths its beam search keeps.
    beam: usize,
}

fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Arc<dyn Figure>> {
    let run = read_run(fields, RUN.name, true, runs);
    let beam = BEAM.integer(fields).unwrap_or(2);
    Some(Arc::new(TreeFigure { run: run?, beam }))
}

impl Figure for TreeFigure {
    fn runs(&self) -> Vec<&str> {
        vec![&self.run]
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let trace = frame.trace(&self.run)?;
        let paths = Paths::of(self, trace)?;
        let pictures = frame.pictures(|id, width| picture::picture(&paths, id, width, frame.words));
        Ok(Drawing::new(
            pictures,
            table::table(&paths, frame.words),
            table::json(&paths),
            description(&paths, frame.words),
        )
        .of(trace))
    }
}

/// The tree of one run with the beam search that the figure shows.
struct Paths<'a> {
    trace: &'a Trace,
    tree: Tree<'a>,
    /// Of every width that the tree is wide enough for, from 1, which is greedy choice.
    beams: Vec<Beam>,
    /// As wide as the author asked for.
    beam: Beam,
}

impl<'a> Paths<'a> {
    fn of(figure: &TreeFigure, trace: &'a Trace) -> Result<Self, FigureError> {
        let tree = Tree::of(trace).ok_or_else(|| FigureError::NotBranched { run: figure.run.clone() })?;
        let width = tree.first.len();
        let beam = figure.beam;
        if beam > width {
            return Err(FigureError::BeamTooWide { run: figure.run.clone(), beam, width });
        }
        let beams = (1..=width).map(|width| tree.beam(width)).collect();
        let beam = tree.beam(beam);
        Ok(Self { trace, tree, beams, beam })
    }

    /// How many children each node has.
    fn width(&self) -> usize {
        self.tree.first.len()
    }

    fn label(&self, id: TokenId) -> Label {
        Label::new(self.trace.piece(id).map(|piece| piece.bytes()).unwrap_or_default())
    }

    /// Several tokens as one text.
    fn text(&self, ids: impl IntoIterator<Item = TokenId>) -> Label {
        let bytes: Vec<u8> =
            ids.into_iter().filter_map(|id| self.trace.piece(id)).flat_map(|piece| piece.bytes().to_vec()).collect();
        Label::new(&bytes)
    }

    fn path_text(&self, node: &Node) -> Label {
        self.text(node.branch.path.iter().copied())
    }

    /// How the model went on greedily after a node; `None` where nothing follows.
    fn continuation(&self, at: usize) -> Option<Label> {
        let ids: Vec<TokenId> = self.tree.continuation(at).into_iter().map(|(id, _)| id).collect();
        (!ids.is_empty()).then(|| self.text(ids))
    }

    /// Whether a beam of that width keeps the node, to the end of the search where it ends before.
    fn keeps(&self, width: usize, at: usize) -> bool {
        let beam = self.beams.iter().find(|beam| beam.width == width);
        let mut looked = beam.into_iter().flat_map(|beam| &beam.levels).flat_map(|level| &level.paths);
        looked.rfind(|path| path.node == at).is_some_and(|path| path.kept)
    }

    /// Whether some beam looks at what follows the node.
    fn opens(&self, at: usize) -> bool {
        let follows = self.tree.node(at).is_some_and(|node| !node.children.is_empty());
        follows && self.beams.iter().any(|beam| self.keeps(beam.width, at))
    }

    /// From 1.
    fn level(&self, at: usize) -> usize {
        self.tree.node(at).map_or(0, |node| node.place.len())
    }

    /// The nodes that some beam looks at.
    fn shown(&self) -> impl Iterator<Item = usize> {
        let opened = (0..self.tree.nodes.len()).filter(|at| self.opens(*at));
        let children = opened.filter_map(|at| self.tree.node(at)).flat_map(|node| node.children.iter().copied());
        self.tree.first.iter().copied().chain(children)
    }
}

fn description(paths: &Paths, words: &Words) -> String {
    // The text of a path may run from right to left; the sentence around it does not.
    let said = |best: Option<BeamPath>| {
        let found = best.and_then(|best| Some((paths.tree.node(best.node)?, best.joint)));
        found.map(|(node, joint)| {
            (format!("\u{2068}{}\u{2069}", paths.path_text(node).text()), words.percent(joint.exp()))
        })
    };
    let (greedy, joint) = said(paths.tree.beam(1).best()).unwrap_or_default();
    let (found, best) = said(paths.beam.best()).unwrap_or_default();
    let values = [
        ("width", paths.width().into()),
        ("depth", paths.tree.depth().into()),
        ("greedy", greedy.into()),
        ("joint", joint.into()),
        ("beam", paths.beam.width.into()),
        ("found", found.into()),
        ("best", best.into()),
        ("paths", paths.tree.nodes.len().into()),
    ];
    words.text("tree-about", &values)
}

#[cfg(test)]
mod tests {
    use crate::figure::fixture::{drawn, recorded};
    use crate::trace::Trace;

    fn paths_wide(trace: &Trace) -> usize {
        trace.request.branch.unwrap().width as usize
    }

    #[test]
    fn every_recorded_path_has_a_row_and_every_beam_is_in_the_json() {
        for run in ["fox", "food", "blue"] {
            let trace = recorded(run);
            let drawn = drawn("tree", "run: fox", &[("fox", &trace)]).unwrap();
            let (paths, others) = drawn.table.split_once("</table>").unwrap();
            assert_eq!(paths.matches("<tr><th scope=\"row\">").count(), trace.branches.len(), "{run}");
            assert_eq!(others.matches(" data-width=").count(), paths_wide(&trace), "{run}");
            let beams = drawn.json["data"]["beams"].as_array().unwrap();
            assert_eq!(beams.len(), paths_wide(&trace));
            for (at, beam) in beams.iter().enumerate() {
                for level in beam["levels"].as_array().unwrap() {
                    let kept = level.as_array().unwrap().iter().filter(|path| path["kept"] == true).count();
                    assert!(kept <= at + 1 && kept > 0);
                }
            }
        }
    }

    #[test]
    fn a_beam_wider_than_the_tree_and_a_run_without_one_are_named() {
        let error_of = |run| drawn("tree", "run: fox\nbeam: 4", &[("fox", &recorded(run))]).unwrap_err().to_string();
        let error = error_of("fox");
        assert!(error.contains('4') && error.contains('3'), "{error}");
        let error = error_of("times");
        assert!(error.contains("`branch:"), "{error}");
    }
}
