//! The words of one script. Comes in: a script that says `word("id", …)` or `phrase("id", …)`. Goes out: the same script
//! with each message in the place of its id, as `static/js/base.js` reads it.

use fluent_syntax::ast::{Entry, Expression, InlineExpression, PatternElement, VariantKey};
use serde_json::{Value as Json, json};

use super::{ENGLISH, Words};

type Pattern<'a> = fluent_syntax::ast::Pattern<&'a str>;

impl Words {
    /// An error is the id of a message that is not there or that scripts cannot read.
    pub fn in_script(&self, script: &str) -> Result<String, String> {
        let mut spoken = String::with_capacity(script.len());
        let mut rest = script;
        while let Some(at) = CALLS.iter().filter_map(|call| Some(rest.find(call)? + call.len())).min() {
            let (before, after) = rest.split_at(at);
            spoken.push_str(before);
            rest = after;
            let Some((id, after)) = after.split_once('"').filter(|(id, _)| is_id(id)) else { continue };
            // The quotation mark before the id is the message's own.
            spoken.pop();
            spoken.push_str(&self.message(id).ok_or(id)?.to_string());
            rest = after;
        }
        Ok(spoken + rest)
    }

    fn message(&self, id: &str) -> Option<Json> {
        let known = [&self.catalogue, &ENGLISH.catalogue];
        let pattern = known.iter().find_map(|catalogue| {
            catalogue.source.entries().find_map(|entry| match entry {
                Entry::Message(message) if message.id.name == id => message.value.as_ref(),
                _ => None,
            })
        });
        pattern.and_then(compiled)
    }
}

const CALLS: [&str; 2] = ["word(\"", "phrase(\""];

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// A text with `{name}` for each value; or `{by: "name", variant: text, …}`, where `other` is what no variant is for.
fn compiled(pattern: &Pattern) -> Option<Json> {
    let selects = pattern.elements.iter().enumerate().find_map(|(at, element)| match element {
        PatternElement::Placeable { expression: Expression::Select { selector, variants } } => {
            Some((at, selector, variants))
        }
        _ => None,
    });
    let Some((at, selector, variants)) = selects else { return Some(json!(plain(&pattern.elements)?)) };
    let InlineExpression::VariableReference { id } = selector else { return None };
    let (before, after) = (plain(&pattern.elements[..at])?, plain(&pattern.elements[at + 1..])?);
    let mut texts = serde_json::Map::from_iter([("by".to_owned(), json!(id.name))]);
    for variant in variants {
        let text = format!("{before}{}{after}", plain(&variant.value.elements)?);
        let key = match variant.key {
            _ if variant.default => "other",
            VariantKey::Identifier { name } => name,
            VariantKey::NumberLiteral { value } => value,
        };
        texts.insert(key.to_owned(), json!(text));
    }
    Some(Json::Object(texts))
}

fn plain(elements: &[PatternElement<&str>]) -> Option<String> {
    let parts = elements.iter().map(|element| match element {
        PatternElement::TextElement { value } => Some((*value).to_owned()),
        PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
            InlineExpression::VariableReference { id } => Some(format!("{{{}}}", id.name)),
            InlineExpression::StringLiteral { value } => Some((*value).to_owned()),
            _ => None,
        },
        PatternElement::Placeable { .. } => None,
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_gets_the_words_that_it_names() {
        let words = Words::of("de");
        let spoken = |script| words.in_script(script).unwrap();
        assert_eq!(
            spoken("keyword(1); let a = 'word'; word(\"\"); word(\"a b"),
            "keyword(1); let a = 'word'; word(\"\"); word(\"a b"
        );
        assert_eq!(
            spoken("word(\"percent\", {n}); phrase(word(\"list-separator\"))"),
            "word(\"{n} %\", {n}); phrase(word(\", \"))"
        );
        assert_eq!(words.in_script("word(\"no-such\")").unwrap_err(), "no-such");
    }

    #[test]
    fn a_choice_takes_the_words_around_it_along() {
        let source = "x = About { $n ->\n    [one] one token\n   *[other] { $n } tokens\n } of { $all }.\n";
        let resource = fluent_syntax::parser::parse(source).unwrap();
        let Some(Entry::Message(message)) = resource.body.first() else { panic!() };
        assert_eq!(
            compiled(message.value.as_ref().unwrap()).unwrap(),
            json!({"by": "n", "one": "About one token of {all}.", "other": "About {n} tokens of {all}."})
        );
    }
}
