//! Beam search over a recorded tree. It is exact for the model, not for the tree alone: a beam of width `w` never
//! needs more than the `w` likeliest children of a path, and the tree holds at least as many where `w` is at most its
//! own width.

use super::Tree;

/// All levels of one search.
#[derive(Clone, Debug, PartialEq)]
pub struct Beam {
    pub width: usize,
    pub levels: Vec<BeamLevel>,
}

/// What a level looked at, likeliest joint probability first; the first `width` of it were kept.
#[derive(Clone, Debug, PartialEq)]
pub struct BeamLevel {
    pub paths: Vec<BeamPath>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeamPath {
    /// Index in `Tree::nodes`.
    pub node: usize,
    /// Sum of the log-probabilities along the path.
    pub joint: f64,
    pub kept: bool,
}

impl Tree<'_> {
    /// Keeps the `width` paths of the highest joint probability at each level. A path that ended competes with its
    /// joint probability as it is. Ties go to the path whose parent stands before, then to the likelier token.
    pub fn beam(&self, width: usize) -> Beam {
        let mut levels: Vec<BeamLevel> = Vec::new();
        let mut open: Vec<usize> = self.first.clone();
        loop {
            let scored = open.iter().filter_map(|at| self.node(*at).map(|node| (*at, node.joint)));
            let mut paths: Vec<BeamPath> = scored.map(|(node, joint)| BeamPath { node, joint, kept: false }).collect();
            paths.sort_by(|a, b| b.joint.total_cmp(&a.joint));
            paths.iter_mut().take(width).for_each(|path| path.kept = true);
            let mut grew = false;
            open = Vec::new();
            for path in paths.iter().filter(|path| path.kept) {
                let Some(node) = self.node(path.node) else { continue };
                if node.branch.ended {
                    open.push(path.node);
                } else {
                    grew |= !node.children.is_empty();
                    open.extend(&node.children);
                }
            }
            levels.push(BeamLevel { paths });
            if !grew {
                return Beam { width, levels };
            }
        }
    }
}

impl Beam {
    /// The likeliest path of the last level.
    pub fn best(&self) -> Option<BeamPath> {
        self.levels.last().and_then(|level| level.paths.first().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::TokenId;
    use crate::trace::{Branch, Trace};

    /// A tree of `width` children over `depth` levels with log-probabilities from a fixed generator; some paths end.
    fn trace(width: u32, depth: usize, seed: u64) -> Trace {
        let mut state = seed;
        let mut roll = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 40) as f64 / (1u64 << 24) as f64
        };
        let text = include_str!("../../tests/sites/figures/content/inference/one-answer/runs/fox.json");
        let mut trace: Trace = serde_json::from_str(text).unwrap();
        let mut level: Vec<Vec<TokenId>> = vec![Vec::new()];
        for at in 1..=depth {
            let mut next = Vec::new();
            for path in &level {
                let mut shares: Vec<f64> = (0..width).map(|_| 0.01 + 0.2 * roll()).collect();
                shares.sort_by(|a, b| b.total_cmp(a));
                for (child, share) in (0..width).zip(shares) {
                    let ended = at < depth && roll() < 0.15;
                    let mut path = path.clone();
                    path.push(TokenId(child));
                    let branch = Branch { path: path.clone(), logprob: share.ln(), ended, then: Vec::new() };
                    trace.branches.push(branch);
                    if !ended {
                        next.push(path);
                    }
                }
            }
            level = next;
        }
        trace
    }

    fn joint(trace: &Trace, path: &[TokenId]) -> f64 {
        let of = |prefix: &[TokenId]| trace.branches.iter().find(|branch| branch.path == prefix).unwrap().logprob;
        (1..=path.len()).map(|end| of(&path[..end])).sum()
    }

    /// The paths that a beam keeps, from the definition alone: of all recorded paths (an ended one stands for itself
    /// on later levels too) those whose beginnings were all kept, by joint probability.
    fn brute_force(trace: &Trace, width: usize, depth: usize) -> Vec<Vec<Vec<TokenId>>> {
        let mut kept: Vec<Vec<Vec<TokenId>>> = Vec::new();
        for level in 1..=depth {
            let mut open: Vec<&Branch> = trace
                .branches
                .iter()
                .filter(|branch| branch.path.len() == level || (branch.ended && branch.path.len() < level))
                .filter(|branch| {
                    kept.iter().enumerate().all(|(at, kept)| {
                        let begin = &branch.path[..branch.path.len().min(at + 1)];
                        kept.iter().any(|path| path == begin)
                    })
                })
                .collect();
            open.sort_by(|a, b| joint(trace, &b.path).total_cmp(&joint(trace, &a.path)));
            open.truncate(width);
            let over = open.iter().all(|branch| branch.ended);
            kept.push(open.into_iter().map(|branch| branch.path.clone()).collect());
            if over {
                break;
            }
        }
        kept
    }

    #[test]
    fn it_keeps_what_a_brute_force_search_keeps() {
        for (width, depth, seed) in [(2, 3, 1), (3, 3, 2), (4, 4, 3), (3, 4, 4), (4, 2, 5)] {
            let trace = trace(width, depth, seed);
            let tree = Tree::of(&trace).unwrap();
            for beam in 1..=width as usize {
                let levels = tree.beam(beam).levels.into_iter().map(|level| {
                    let kept = level.paths.into_iter().filter(|path| path.kept);
                    kept.map(|path| tree.nodes[path.node].branch.path.clone()).collect::<Vec<_>>()
                });
                let wanted = brute_force(&trace, beam, depth);
                assert_eq!(levels.collect::<Vec<_>>(), wanted, "width {width}, depth {depth}, beam {beam}");
            }
        }
    }

    #[test]
    fn a_beam_of_one_is_greedy_and_a_beam_of_all_finds_the_likeliest_path() {
        let trace = trace(4, 4, 9);
        let tree = Tree::of(&trace).unwrap();
        assert!(tree.is_greedy(tree.beam(1).best().unwrap().node));
        let whole = trace.branches.iter().filter(|branch| branch.path.len() == 4 || branch.ended);
        let likeliest = whole.map(|branch| joint(&trace, &branch.path)).fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(tree.beam(256).best().unwrap().joint, likeliest);
    }

    #[test]
    fn joint_probabilities_are_sums_of_the_recorded_ones() {
        let trace = trace(3, 4, 5);
        for node in Tree::of(&trace).unwrap().nodes {
            assert_eq!(node.joint, joint(&trace, &node.branch.path));
        }
    }
}
