use super::{FUNCTIONS, Node, Operation};
use crate::diagnostic::suggestion;
use crate::number::split_value_path;

/// How deep brackets may nest.
const DEEPEST: usize = 32;

/// Reads the whole of `text`.
pub(super) fn parse(text: &str) -> Result<Node, String> {
    let mut reader = Reader { rest: text, depth: 0 };
    let node = reader.sum()?;
    reader.skip();
    match reader.rest {
        "" => Ok(node),
        rest => Err(format!("`{rest}` is not expected there")),
    }
}

struct Reader<'a> {
    rest: &'a str,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, sign: char) -> bool {
        self.skip();
        let found = self.rest.strip_prefix(sign);
        self.rest = found.unwrap_or(self.rest);
        found.is_some()
    }

    /// Terms with `+` and `-` between them.
    fn sum(&mut self) -> Result<Node, String> {
        self.chain(&[('+', Operation::Plus), ('-', Operation::Minus)], Self::product)
    }

    /// Factors with `*` and `/` between them.
    fn product(&mut self) -> Result<Node, String> {
        self.chain(&[('*', Operation::Times), ('/', Operation::Over)], Self::factor)
    }

    /// Left to right.
    fn chain(
        &mut self,
        operations: &[(char, Operation)],
        part: impl Fn(&mut Self) -> Result<Node, String>,
    ) -> Result<Node, String> {
        let mut node = part(self)?;
        while let Some((_, operation)) = operations.iter().find(|(sign, _)| self.take(*sign)) {
            node = Node::Binary(*operation, Box::new(node), Box::new(part(self)?));
        }
        Ok(node)
    }

    fn factor(&mut self) -> Result<Node, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("brackets and signs nest deeper than {DEEPEST}"));
        }
        let node = self.one();
        self.depth -= 1;
        node
    }

    fn one(&mut self) -> Result<Node, String> {
        if self.take('-') {
            return Ok(Node::Negative(Box::new(self.factor()?)));
        }
        if self.take('(') {
            let node = self.sum()?;
            return if self.take(')') { Ok(node) } else { Err("a bracket is not closed".into()) };
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
        // A `*` belongs to a path where it stands for all places, between dots.
        let end = self.rest.char_indices().find(|(at, c)| {
            let all = *c == '*' && self.rest.get(..*at).is_some_and(|before| before.ends_with('.'));
            !is_word(*c) && !all
        });
        let (word, rest) = self.rest.split_at(end.map_or(self.rest.len(), |(at, _)| at));
        self.rest = rest;
        if word.is_empty() {
            return Err("a number, a path or a function is missing".into());
        }
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let number = word.parse().ok().filter(|number: &f64| number.is_finite());
            return number.map(Node::Number).ok_or_else(|| format!("`{word}` is not a number"));
        }
        if self.rest.starts_with('(') {
            return self.call(word);
        }
        if split_value_path(word).is_none() || word.matches('*').count() > 1 {
            return Err(format!("`{word}` is not the path of a value"));
        }
        Ok(Node::Path(word.to_owned()))
    }

    fn call(&mut self, name: &'a str) -> Result<Node, String> {
        let Some((_, function)) = FUNCTIONS.iter().find(|(known, _)| *known == name) else {
            let hint = suggestion(name, FUNCTIONS.iter().map(|(known, _)| *known));
            return Err(format!("there is no function `{name}`. {hint}").trim_end().to_owned());
        };
        self.take('(');
        let mut inner = vec![self.sum()?];
        while self.take(',') {
            inner.push(self.sum()?);
        }
        if self.take(')') { Ok(Node::Call(*function, inner)) } else { Err(format!("`{name}(` is not closed")) }
    }
}
