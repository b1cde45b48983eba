//! Arithmetic over values of runs, as an author writes it after `=`:
//!
//! ```text
//! again.decode.ms / kept.decode.ms
//! max(food.step.*.entropy) - min(food.step.*.entropy)
//! slope(again.step.*.gap)
//! ```
//!
//! A `*` in a path is a series: of all steps, of all tokens of the prompt, of all points of an experiment. The minus
//! sign has spaces around it, since names may hold hyphens.

mod evaluate;
mod parse;

pub use evaluate::{Point, ValueFault, points_of, series};

use super::split_value_path;

/// A path of a value, or arithmetic over such paths and numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Expression {
    /// As its author wrote it.
    text: String,
    node: Node,
}

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    /// May have one `*`.
    Path(String),
    Negative(Box<Node>),
    Binary(Operation, Box<Node>, Box<Node>),
    Call(Function, Vec<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Plus,
    Minus,
    Times,
    Over,
}

/// What a function makes of all numbers that it is given, those of a series one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Function {
    Min,
    Max,
    Sum,
    Mean,
    Median,
    Count,
    First,
    Last,
    /// By least squares, per step of what the series goes along.
    Slope,
}

const FUNCTIONS: [(&str, Function); 9] = [
    ("min", Function::Min),
    ("max", Function::Max),
    ("sum", Function::Sum),
    ("mean", Function::Mean),
    ("median", Function::Median),
    ("count", Function::Count),
    ("first", Function::First),
    ("last", Function::Last),
    ("slope", Function::Slope),
];

impl Expression {
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        Ok(Self { text: text.to_owned(), node: parse::parse(text)? })
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The path where there is nothing but one.
    pub fn as_path(&self) -> Option<&str> {
        match &self.node {
            Node::Path(path) if !path.contains('*') => Some(path),
            _ => None,
        }
    }

    /// Whether there is nothing but one path with a `*`.
    pub fn is_series(&self) -> bool {
        matches!(&self.node, Node::Path(path) if path.contains('*'))
    }

    /// All paths in it, in their order.
    pub fn paths(&self) -> Vec<&str> {
        let mut paths = Vec::new();
        self.node.collect(&mut paths);
        paths
    }

    /// The runs that its paths name, those of a whole experiment as `experiment.*`.
    pub fn runs(&self) -> impl Iterator<Item = &str> {
        self.paths().into_iter().filter_map(|path| Some(split_value_path(path)?.0))
    }
}

impl Node {
    fn collect<'a>(&'a self, paths: &mut Vec<&'a str>) {
        match self {
            Self::Number(_) => {}
            Self::Path(path) => paths.push(path),
            Self::Negative(inner) => inner.collect(paths),
            Self::Binary(_, left, right) => {
                left.collect(paths);
                right.collect(paths);
            }
            Self::Call(_, inner) => inner.iter().for_each(|node| node.collect(paths)),
        }
    }
}
