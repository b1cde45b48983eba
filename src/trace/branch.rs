//! The tree of forced continuations of a run with `branch`. Comes in: the recorded nodes. Goes out: who follows whom,
//! and the joint probability of each path. Picks nothing; `beam` does.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Trace;
use crate::token::TokenId;

/// One node: a way to go on after the prompt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The tokens from the end of the prompt to this one, which is the last.
    pub path: Vec<TokenId>,
    /// Natural logarithm of the probability of the last token, given the prompt and those before it.
    pub logprob: f64,
    /// The last token is one that ends a reply: nothing follows it. Stop strings end no branch.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
    /// Of a leaf: how the model went on greedily. Each entry lists the likeliest tokens with their log-probabilities,
    /// and the first of them is the one that was taken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Vec<(TokenId, f64)>>,
}

/// A node with what surrounds it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node<'a> {
    pub branch: &'a Branch,
    /// Which child it is of its parent, and that of its own, from the prompt on; 0 is the likeliest.
    pub place: Vec<usize>,
    /// Indices of nodes, likeliest first.
    pub children: Vec<usize>,
    /// Natural logarithm of the probability of its token, given those before it.
    pub logprob: f64,
    /// Sum of the log-probabilities along the path.
    pub joint: f64,
}

/// The nodes in the order of `Trace::branches`, with their links.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree<'a> {
    pub nodes: Vec<Node<'a>>,
    /// The nodes that follow the prompt, likeliest first.
    pub first: Vec<usize>,
}

impl<'a> Tree<'a> {
    /// `None` where the run recorded no branches. A node whose parent is not recorded is left out.
    pub fn of(trace: &'a Trace) -> Option<Self> {
        if trace.branches.is_empty() {
            return None;
        }
        let mut tree = Self { nodes: Vec::new(), first: Vec::new() };
        let mut known: BTreeMap<&[TokenId], usize> = BTreeMap::new();
        for branch in &trace.branches {
            let Some((_, before)) = branch.path.split_last() else { continue };
            let parent = known.get(before).copied();
            if parent.is_none() && !before.is_empty() {
                continue;
            }
            let at = tree.nodes.len();
            let (mut place, joint) = match parent.and_then(|parent| tree.nodes.get(parent)) {
                Some(parent) => (parent.place.clone(), parent.joint),
                None => (Vec::new(), 0.0),
            };
            let siblings = match parent.and_then(|parent| tree.nodes.get_mut(parent)) {
                Some(parent) => &mut parent.children,
                None => &mut tree.first,
            };
            place.push(siblings.len());
            siblings.push(at);
            known.insert(&branch.path, at);
            let logprob = trace.branch_logprob(branch);
            tree.nodes.push(Node { branch, place, children: Vec::new(), logprob, joint: joint + logprob });
        }
        Some(tree)
    }

    pub fn node(&self, at: usize) -> Option<&Node<'a>> {
        self.nodes.get(at)
    }

    /// The node that is reached by taking that child at each level.
    pub fn at_place(&self, place: &[usize]) -> Option<usize> {
        let mut children = &self.first;
        let mut at = None;
        for index in place {
            let next = *children.get(*index)?;
            children = &self.nodes.get(next)?.children;
            at = Some(next);
        }
        at
    }

    pub fn depth(&self) -> usize {
        self.nodes.iter().map(|node| node.place.len()).max().unwrap_or(0)
    }

    /// Whether each token of the path is the likeliest after those before it.
    pub fn is_greedy(&self, at: usize) -> bool {
        self.node(at).is_some_and(|node| node.place.iter().all(|child| *child == 0))
    }

    /// How the model goes on greedily after a node, with log-probabilities: through the tree, then as the leaf records.
    pub fn continuation(&self, at: usize) -> Vec<(TokenId, f64)> {
        let mut tokens = Vec::new();
        let mut now = self.node(at);
        while let Some(node) = now {
            let Some(next) = node.children.first().and_then(|child| self.node(*child)) else {
                tokens.extend(node.branch.then.iter().filter_map(|choices| choices.first().copied()));
                break;
            };
            tokens.extend(next.branch.path.last().map(|id| (*id, next.logprob)));
            now = Some(next);
        }
        tokens
    }
}

impl Branch {
    pub fn token(&self) -> TokenId {
        self.path.last().copied().unwrap_or(TokenId(0))
    }
}
