//! The words of one script. Comes in: the script. Goes out: a line of script that hands it the messages that it names,
//! for `word` and `phrase` of `static/js/base.js`. Only those: a page loads what it shows.

use std::collections::BTreeSet;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, PatternElement, VariantKey};
use serde_json::{Value as Json, json};

use super::{ENGLISH, Words};

type Pattern<'a> = fluent_syntax::ast::Pattern<&'a str>;

impl Words {
    /// `None` where the script names no message. An error is the id of one that is not there or that scripts cannot read.
    pub fn for_script(&self, script: &str) -> Result<Option<String>, String> {
        let mut table = serde_json::Map::new();
        for id in ids(script) {
            let known = [&self.catalogue, &ENGLISH.catalogue];
            let pattern = known.iter().find_map(|catalogue| {
                catalogue.source.entries().find_map(|entry| match entry {
                    Entry::Message(message) if message.id.name == id => message.value.as_ref(),
                    _ => None,
                })
            });
            table.insert(id.to_owned(), pattern.and_then(compiled).ok_or(id)?);
        }
        if table.is_empty() {
            return Ok(None);
        }
        let table = Json::Object(table).to_string();
        // `base.js` has a table before it too, so that the table needs nothing of it.
        Ok(Some(format!("Object.assign(globalThis.lpWords??={{}},{table});\n")))
    }
}

/// What a script names: `word("id"` or `phrase("id"`.
fn ids(script: &str) -> BTreeSet<&str> {
    let calls = ["word(\"", "phrase(\""].into_iter().flat_map(|call| script.split(call).skip(1));
    let named = calls.filter_map(|rest| Some(rest.split_once('"')?.0));
    named.filter(|id| id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')).collect()
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
        assert_eq!(words.for_script("keyword(1); let a = 'word';").unwrap(), None);
        let table = words.for_script("word(\"percent\", {n}); say(word(\"list-separator\"))").unwrap().unwrap();
        assert_eq!(
            table,
            "Object.assign(globalThis.lpWords??={},{\"list-separator\":\", \",\"percent\":\"{n} %\"});\n"
        );
        assert_eq!(words.for_script("word(\"no-such\")").unwrap_err(), "no-such");
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
