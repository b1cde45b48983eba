//! Where the nodes of a tree stand. What no beam keeps is not opened: its continuation stands for it. The table has all.

use super::Paths;
use super::picture::BOX;
use crate::figure::canvas::{CHIP_HEIGHT, chip_width, short};
use crate::figure::ink::{ID, STRONG, TOKEN};
use crate::figure::token_label::{Fitted, Label};
use crate::words::Words;

/// From row to row.
const ROW: f64 = 27.0;
/// From the edge of the picture to the boxes of the first level, and from level to level where they are indented.
const TRUNK: f64 = 60.0;
const INDENT: f64 = 24.0;
/// Between a number and the next level's boxes, for the branches.
const REACH: f64 = 40.0;
/// Room for a path's continuation; with less of it the tree is indented.
const THEN: f64 = 120.0;
/// Of a box, at most and at least.
const BOXES: (f64, f64) = (110.0, 60.0);
/// Of the thickest branch, in a wide picture and in an indented one.
const THICK: (f64, f64) = (13.0, 5.0);
const THINNEST: f64 = 0.8;

pub(super) struct Item {
    /// Index in `Tree::nodes`.
    pub(super) at: usize,
    pub(super) label: Fitted,
    pub(super) x: f64,
    /// Of its middle.
    pub(super) y: f64,
    pub(super) wide: f64,
    /// Where what follows it may begin.
    pub(super) end: f64,
    /// Whether its probability stands beside it.
    pub(super) numbered: bool,
    /// Whether its children are shown.
    pub(super) open: bool,
    /// From its parent to it.
    pub(super) edge: String,
    pub(super) thick: f64,
}

pub(super) struct Layout {
    /// In the order of the table: a node before what follows it.
    pub(super) items: Vec<Item>,
    /// Where each level begins; none where levels are indented.
    pub(super) columns: Vec<f64>,
    /// Room for a path's joint probability.
    pub(super) joint: f64,
    pub(super) bottom: f64,
}

struct Builder<'a> {
    paths: &'a Paths<'a>,
    words: &'a Words,
    columns: Vec<f64>,
    /// Of a box.
    most: f64,
    /// Thickness of a branch of probability 1.
    scale: f64,
    items: Vec<Item>,
    /// Of the next row.
    y: f64,
}

impl Layout {
    pub(super) fn of(paths: &Paths, width: f64, words: &Words) -> Self {
        let joint = STRONG.width(&words.percent(0.999)) + 10.0;
        let depth = paths.tree.depth().max(1);
        let most = BOXES.0.min(width * 0.3);
        let mut builder = Builder { paths, words, columns: Vec::new(), most, scale: 1.0, items: Vec::new(), y: 0.0 };
        let mut apart = false;
        while !apart && width >= 400.0 && builder.most >= BOXES.1 {
            let mut starts = builder.column_starts(depth);
            let end = starts.pop().unwrap_or(width) - REACH;
            apart = end <= width - joint - THEN;
            match apart {
                true => builder.columns = starts,
                false => builder.most -= 5.0,
            }
        }
        let first = &paths.tree.first;
        let likeliest = first.iter().filter_map(|at| paths.tree.node(*at)).map(|node| node.joint.exp());
        let thick = if apart { THICK.0 } else { THICK.1 };
        builder.scale = thick / likeliest.fold(f64::MIN_POSITIVE, f64::max);
        builder.y = CHIP_HEIGHT + if apart { 44.0 } else { 42.0 };
        builder.level(first, 0, None);
        Self { joint, bottom: builder.y - ROW / 2.0 + 4.0, items: builder.items, columns: builder.columns }
    }
}

fn number_room(words: &Words) -> f64 {
    ID.width(&words.percent(0.0001)) + 6.0
}

/// Where a branch leaves: beneath the prompt or an indented node, or at a node's end.
#[derive(Clone, Copy)]
enum Origin {
    Beneath { x: f64, y: f64 },
    Beside { x: f64, y: f64 },
}

impl Builder<'_> {
    /// Each as wide as its own boxes need, and where another would begin.
    fn column_starts(&self, depth: usize) -> Vec<f64> {
        let mut starts = vec![TRUNK];
        for level in 1..=depth {
            let nodes = self.paths.shown().filter(|at| self.paths.level(*at) == level);
            let widest = nodes.map(|at| self.boxed(at).1).fold(34.0, f64::max);
            let last = starts.last().copied().unwrap_or(TRUNK);
            starts.push(last + widest + number_room(self.words) + REACH);
        }
        starts
    }

    fn boxed(&self, at: usize) -> (Fitted, f64) {
        let label = self.paths.tree.node(at).map(|node| self.paths.label(node.branch.token()));
        let label = label.unwrap_or_else(|| Label::new(b"")).fit(self.most - 14.0, TOKEN.size);
        let wide = chip_width(&label, "");
        (label, wide)
    }

    /// Places `nodes` and what follows them; gives where they stand. `parent`: which item they follow.
    fn level(&mut self, nodes: &[usize], level: usize, parent: Option<usize>) -> Vec<usize> {
        let mut placed = Vec::new();
        for &at in nodes {
            let Some(node) = self.paths.tree.node(at) else { continue };
            let open = self.paths.opens(at);
            let (label, wide) = self.boxed(at);
            let apart = !self.columns.is_empty();
            let x = self.columns.get(level).copied().unwrap_or((level + 1) as f64 * INDENT);
            let numbered = apart || open;
            let number = ID.width(&self.words.percent(node.logprob.exp())) + 6.0;
            let end = x + wide + if numbered { number } else { 0.0 };
            let thick = (node.joint.exp() * self.scale).max(THINNEST);
            let item = Item { at, label, x, y: self.y, wide, end, numbered, open, edge: String::new(), thick };
            let place = self.items.len();
            self.items.push(item);
            placed.push(place);
            if !open || !apart {
                self.y += ROW;
            }
            if open {
                let children = node.children.clone();
                let below = self.level(&children, level + 1, Some(place));
                if let (true, Some(first), Some(last)) = (apart, below.first(), below.last()) {
                    let middle = (self.items[*first].y + self.items[*last].y) / 2.0;
                    self.items[place].y = middle;
                }
                self.branch(place, &below);
            }
        }
        if parent.is_none() {
            self.strands(Origin::Beneath { x: 8.0, y: CHIP_HEIGHT }, &placed);
        }
        placed
    }

    fn branch(&mut self, parent: usize, children: &[usize]) {
        let Some(item) = self.items.get(parent) else { return };
        let origin = match self.columns.is_empty() {
            true => Origin::Beneath { x: item.x + 6.0, y: item.y + BOX / 2.0 },
            false => Origin::Beside { x: item.end + 4.0, y: item.y },
        };
        self.strands(origin, children);
    }

    /// The branches lie beside each other where they leave, and do not cross.
    fn strands(&mut self, origin: Origin, children: &[usize]) {
        let all: f64 = children.iter().filter_map(|child| self.items.get(*child)).map(|item| item.thick).sum();
        let mut before = 0.0;
        for child in children {
            let Some(item) = self.items.get_mut(*child) else { continue };
            let (cx, cy) = (item.x, item.y);
            let middle = before + item.thick / 2.0;
            before += item.thick;
            item.edge = match origin {
                Origin::Beneath { x, y } => {
                    let x = x + all - middle;
                    let bend = (cx - x).clamp(0.0, 12.0);
                    format!(
                        "M{x} {}V{}Q{x} {cy} {} {cy}H{}",
                        short(y),
                        short(cy - bend),
                        short(x + bend),
                        short(cx),
                        x = short(x),
                        cy = short(cy)
                    )
                }
                Origin::Beside { x, y } => {
                    let y = y - all / 2.0 + middle;
                    let half = short((x + cx) / 2.0);
                    format!("M{} {y}C{half} {y} {half} {cy} {} {cy}", short(x), short(cx), y = short(y), cy = short(cy))
                }
            };
        }
    }
}
