use std::ops::Range;

use crate::number::{Expression, is_value_path};

/// A comparison over a value of a run, such as `step.0.probability > 0.5`.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Path within the run.
    pub path: String,
    pub operator: Operator,
    pub number: f64,
    /// Where it stands in the lesson's source.
    pub span: Range<usize>,
}

/// A comparison over values of several runs, such as `again.decode.ms > 2 * kept.decode.ms`.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    pub left: Expression,
    pub operator: Operator,
    pub right: Expression,
    /// Where it stands in the lesson's source.
    pub span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// Longer signs before those that they start with.
const OPERATORS: [(&str, Operator); 6] = [
    ("==", Operator::Equal),
    ("!=", Operator::NotEqual),
    ("<=", Operator::AtMost),
    (">=", Operator::AtLeast),
    ("<", Operator::Less),
    (">", Operator::Greater),
];

impl Operator {
    pub fn holds(self, left: f64, right: f64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }

    pub fn sign(self) -> &'static str {
        OPERATORS.iter().find(|(_, operator)| *operator == self).map_or("", |(sign, _)| sign)
    }
}

impl Comparison {
    /// Reads `path operator number`. The error says what is wrong with it.
    pub fn parse(text: &str, span: Range<usize>) -> Result<Self, String> {
        let (path, operator, number) = sides(text)?;
        if !is_value_path(path) {
            return Err(format!("`{path}` is not the path of a value"));
        }
        let number: f64 = number.parse().map_err(|_| format!("`{number}` is not a number"))?;
        if !number.is_finite() {
            return Err(format!("`{number}` is not a number to compare with"));
        }
        Ok(Self { path: path.to_owned(), operator, number, span })
    }
}

impl Claim {
    /// Reads `expression operator expression`. The error says what is wrong with it.
    pub fn parse(text: &str, span: Range<usize>) -> Result<Self, String> {
        let (left, operator, right) = sides(text)?;
        let claim = Self { left: Expression::parse(left)?, operator, right: Expression::parse(right)?, span };
        if claim.runs().next().is_none() {
            return Err("it names no run".into());
        }
        Ok(claim)
    }

    /// The runs that it names, those of a whole experiment as `experiment.*`.
    pub fn runs(&self) -> impl Iterator<Item = &str> {
        self.left.runs().chain(self.right.runs())
    }
}

/// What stands before the first operator, the operator, and what stands after it.
fn sides(text: &str) -> Result<(&str, Operator, &str), String> {
    let found = text.char_indices().find_map(|(at, _)| {
        let rest = text.get(at..)?;
        OPERATORS.iter().find(|(sign, _)| rest.starts_with(sign)).map(|found| (at, found))
    });
    let Some((at, (sign, operator))) = found else {
        return Err("it has no `==`, `!=`, `<`, `<=`, `>` or `>=`".into());
    };
    let (left, right) = (text.get(..at).unwrap_or_default(), text.get(at + sign.len()..).unwrap_or_default());
    Ok((left.trim(), *operator, right.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_are_read() {
        let read = Comparison::parse("step.0.probability >= 0.5", 0..1).unwrap();
        assert_eq!((read.path.as_str(), read.operator.sign(), read.number), ("step.0.probability", ">=", 0.5));
        assert_eq!(Comparison::parse("tokens==4", 0..1).unwrap().operator, Operator::Equal);
    }

    #[test]
    fn claims_compare_two_runs() {
        let claim = Claim::parse("again.decode.ms > 2 * kept.decode.ms", 0..1).unwrap();
        assert_eq!(
            (claim.left.text(), claim.operator.sign(), claim.right.text()),
            ("again.decode.ms", ">", "2 * kept.decode.ms")
        );
        assert_eq!(claim.runs().collect::<Vec<_>>(), ["again", "kept"]);
        assert!(Claim::parse("1 < 2", 0..1).unwrap_err().contains("no run"));
        assert!(Claim::parse("a.tokens", 0..1).unwrap_err().contains("has no"));
        assert!(Claim::parse("a.tokens < ", 0..1).unwrap_err().contains("is missing"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        assert!(Comparison::parse("tokens = 4", 0..1).unwrap_err().contains("has no"));
        assert!(Comparison::parse("tokens > four", 0..1).unwrap_err().contains("`four`"));
        assert!(Comparison::parse("> 4", 0..1).unwrap_err().contains("path"));
        assert!(Comparison::parse("a b > 4", 0..1).unwrap_err().contains("path"));
        assert!(Comparison::parse("tokens < NaN", 0..1).unwrap_err().contains("number"));
    }
}
