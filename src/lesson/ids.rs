use std::ops::Range;

use super::anchors::{Anchors, is_anchor};
use super::{Block, FigureBlock};
use crate::diagnostic::Complaints;

/// Gives every block the id that its author chose, or else one that is free, and complains about those chosen twice.
/// Headings come after: theirs give way.
pub(super) fn assign_block_ids(blocks: &mut [(Block, Range<usize>)], anchors: &mut Anchors, complaints: &Complaints) {
    for (block, span) in blocks.iter_mut() {
        for id in block.ids() {
            if !id.is_empty() && !anchors.claim(id) {
                taken(id, span.clone(), complaints);
                id.clear();
            }
        }
    }
    for (block, _) in blocks.iter_mut() {
        if let Block::Figure(figure) = block
            && figure.id.is_empty()
        {
            figure.id = free_figure_id(figure, anchors);
        }
    }
    for (block, _) in blocks.iter() {
        if let Block::Figure(figure) = block {
            anchors.is_figure(&figure.id);
        }
    }
    for (block, _) in blocks.iter_mut() {
        let wanted = if matches!(block, Block::Quiz(_)) { "quiz" } else { "benchmark" };
        let quiz = matches!(block, Block::Quiz(_));
        let mut first = String::new();
        for (index, id) in block.ids().into_iter().enumerate() {
            if id.is_empty() {
                let wanted = if index == 0 { wanted.to_owned() } else { format!("{first}-question-{index}") };
                *id = anchors.claim_like(&wanted);
            }
            if quiz && index == 0 {
                first = id.clone();
            }
        }
    }
}

/// Takes an id that a heading's author chose; `None` when it cannot be had.
pub(super) fn claim_heading_id(
    id: &str,
    span: Range<usize>,
    anchors: &mut Anchors,
    complaints: &Complaints,
) -> Option<String> {
    if !is_anchor(id) {
        let hint = "An id is letters, digits, hyphens and underscores, and does not start with `term-`.";
        complaints.error("id", span, format!("`{id}` cannot be an id"), hint);
        return None;
    }
    if !anchors.claim(id) {
        taken(id, span, complaints);
        return None;
    }
    Some(id.to_owned())
}

fn taken(id: &str, span: Range<usize>, complaints: &Complaints) {
    complaints.error(
        "duplicate-id",
        span,
        format!("the id `{id}` is used twice in this lesson"),
        "Change one of them.",
    );
}

fn free_figure_id(figure: &FigureBlock, anchors: &mut Anchors) -> String {
    let Some(run) = figure.run() else { return anchors.claim_like(figure.kind.name) };
    if anchors.claim(run) {
        return run.to_owned();
    }
    anchors.claim_like(&format!("{run}-{}", figure.kind.name))
}

impl Block {
    /// The block's own id first, then those of its questions.
    fn ids(&mut self) -> Vec<&mut String> {
        match self {
            Self::Figure(figure) => vec![&mut figure.id],
            Self::Benchmark(card) => vec![&mut card.id],
            Self::Directions(_) => Vec::new(),
            Self::Quiz(quiz) => std::iter::once(&mut quiz.id)
                .chain(quiz.questions.iter_mut().map(|question| &mut question.id))
                .collect(),
        }
    }
}
