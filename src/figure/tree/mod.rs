//! Where a run could have gone: at each of the first positions the likeliest tokens, each with how the model really
//! went on from there, and a beam search over the recorded tree.

mod picture;
mod table;

pub(super) use picture::picture;
pub(super) use table::{json, table};

use super::FigureError;
use super::token_label::Label;
use crate::lesson::FigureBlock;
use crate::token::TokenId;
use crate::trace::{Beam, Node, Trace, Tree, percent};

/// The tree of one run with the beam search that the figure shows.
pub(super) struct Paths<'a> {
    trace: &'a Trace,
    tree: Tree<'a>,
    /// As wide as the author asked for.
    beam: Beam,
}

impl<'a> Paths<'a> {
    pub(super) fn of(block: &FigureBlock, trace: &'a Trace) -> Result<Self, FigureError> {
        let tree = Tree::of(trace).ok_or_else(|| FigureError::NotBranched { run: block.run.clone() })?;
        let width = tree.first.len();
        let beam = block.beam.unwrap_or(2);
        if beam > width {
            return Err(FigureError::BeamTooWide { run: block.run.clone(), beam, width });
        }
        let beam = tree.beam(beam);
        Ok(Self { trace, tree, beam })
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

    /// What stands before level `level` (from 0) on the greedy path, as far as it is open: the nodes to choose from.
    fn choices(&self, level: usize) -> &[usize] {
        match level {
            0 => &self.tree.first,
            _ => {
                let before = self.tree.at_place(&vec![0; level]).and_then(|at| self.tree.node(at));
                before.map_or(&[], |node| &node.children)
            }
        }
    }
}

pub(super) fn description(paths: &Paths) -> String {
    let greedy = paths.tree.beam(1).best();
    let found = paths.beam.best();
    let said = |best: Option<crate::trace::BeamPath>| {
        best.and_then(|best| Some((paths.tree.node(best.node)?, best.joint))).map_or(String::new(), |(node, joint)| {
            format!(
                "\u{2068}{}\u{2069} with a joint probability of {}",
                paths.path_text(node).text(),
                percent(joint.exp())
            )
        })
    };
    format!(
        "The {} likeliest tokens at each of the first {} positions, as bars of probability, each with what the model wrote \
         after it. The greedy path begins {}; a beam of {} ends on {}. All {} recorded paths are in the table below the \
         picture.",
        paths.width(),
        paths.tree.depth(),
        said(greedy),
        paths.beam.width,
        said(found),
        paths.tree.nodes.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::{draw, fixture};
    use crate::lesson::FigureKind;

    #[test]
    fn every_recorded_path_has_a_row_and_every_beam_is_in_the_json() {
        for run in ["fox", "food", "blue"] {
            let trace = fixture::recorded(run);
            let drawn = draw(&fixture::block(FigureKind::Tree), &trace).unwrap();
            assert_eq!(drawn.table.matches(" data-place=").count(), trace.branches.len(), "{run}");
            let beams = drawn.json["data"]["beams"].as_array().unwrap();
            assert_eq!(beams.len(), trace.request.branch.unwrap().width as usize);
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
        let block = FigureBlock { beam: Some(4), ..fixture::block(FigureKind::Tree) };
        let error = draw(&block, &fixture::recorded("fox")).unwrap_err().to_string();
        assert!(error.contains('4') && error.contains('3'), "{error}");
        let error = draw(&block, &fixture::recorded("times")).unwrap_err().to_string();
        assert!(error.contains("`branch:"), "{error}");
    }
}
