use std::ops::Range;

use crate::number::is_value_path;

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
        let found = text.char_indices().find_map(|(at, _)| {
            OPERATORS
                .iter()
                .find(|(sign, _)| text.get(at..).is_some_and(|t| t.starts_with(sign)))
                .map(|found| (at, found))
        });
        let Some((at, (sign, operator))) = found else {
            return Err("it has no `==`, `!=`, `<`, `<=`, `>` or `>=`".into());
        };
        let (path, number) =
            (text.get(..at).unwrap_or_default().trim(), text.get(at + sign.len()..).unwrap_or_default().trim());
        if !is_value_path(path) {
            return Err(format!("`{path}` is not the path of a value"));
        }
        let number: f64 = number.parse().map_err(|_| format!("`{number}` is not a number"))?;
        if !number.is_finite() {
            return Err(format!("`{number}` is not a number to compare with"));
        }
        Ok(Self { path: path.to_owned(), operator: *operator, number, span })
    }
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
    fn what_is_wrong_is_said() {
        assert!(Comparison::parse("tokens = 4", 0..1).unwrap_err().contains("has no"));
        assert!(Comparison::parse("tokens > four", 0..1).unwrap_err().contains("`four`"));
        assert!(Comparison::parse("> 4", 0..1).unwrap_err().contains("path"));
        assert!(Comparison::parse("a b > 4", 0..1).unwrap_err().contains("path"));
        assert!(Comparison::parse("tokens < NaN", 0..1).unwrap_err().contains("number"));
    }
}
