use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::diagnostic::{Complaints, Excerpt, Source, suggestion};
use crate::lesson::{Item, ProseContext, is_anchor, read_inline};
use crate::yaml::{Entry, Fields, Value, parse};

/// `content/glossary.yaml`: the terms of all lessons by slug.
///
/// ```yaml
/// logits:
///   name: Logits
///   short: Raw scores for every [token](#term-token) that could come next.   # inline Markdown
///   see: [token]
///   aliases: [raw scores]   # what else readers search for it by
/// ```
#[derive(Clone, Debug, Default)]
pub struct Glossary {
    pub terms: BTreeMap<String, Term>,
}

#[derive(Clone, Debug)]
pub struct Term {
    pub name: String,
    pub short: Vec<Item>,
    /// Slugs of related terms.
    pub see: Vec<String>,
    /// Other names that the search knows it by.
    pub aliases: Vec<String>,
}

impl Glossary {
    pub(super) fn read(source: &Arc<Source>, raw_html: bool, complaints: &Complaints) -> Self {
        let mut glossary = Self::default();
        let Some(node) = parse(&Excerpt::of(source, 0..source.text.len()), complaints) else { return glossary };
        let Value::Map(entries) = &node.value else {
            let message = "the glossary must be a mapping from terms to what they mean";
            complaints.error(
                "wrong-type",
                node.head(source),
                message,
                "Write `token:` and below it `name` and `short`.",
            );
            return glossary;
        };
        let slugs: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
        let no_runs = BTreeSet::new();
        let context = ProseContext { raw_html, runs: &no_runs, complaints };
        for entry in entries {
            if let Some(term) = read_term(entry, &slugs, &context) {
                glossary.terms.insert(entry.key.clone(), term);
            }
        }
        glossary
    }

    pub fn get(&self, slug: &str) -> Option<&Term> {
        self.terms.get(slug)
    }
}

fn read_term(entry: &Entry, slugs: &[&str], context: &ProseContext) -> Option<Term> {
    let Entry { key, key_span, value } = entry;
    let complaints = context.complaints;
    if !is_anchor(key) || key.chars().any(char::is_uppercase) {
        let hint = "A term's key is lower-case letters, digits and hyphens; its `name` is what readers see.";
        complaints.error("term-name", key_span.clone(), format!("`{key}` cannot be a term's key"), hint);
    }
    let fields = Fields::of(value, format!("the term `{key}`"), complaints)?.missing_at(key_span.clone());
    let name = fields.required_text("name", "Add `name: …`, the term as readers see it.").unwrap_or_default();
    let short = fields
        .required_text("short", "Add `short: …`, what it means, in a sentence or two.")
        .and(fields.node("short"))
        .map(|node| read_inline(&node.excerpt(complaints.source()), context))
        .unwrap_or_default();
    let mut see = Vec::new();
    for (slug, node) in fields.texts("see") {
        if !slugs.contains(&slug) {
            let hint = suggestion(slug, slugs.iter().copied());
            complaints.error("unknown-term", node.span.clone(), format!("there is no term `{slug}`"), hint);
        }
        see.push(slug.to_owned());
    }
    let aliases = fields.texts("aliases").into_iter().map(|(alias, _)| alias.to_owned()).collect();
    fields.finish();
    Some(Term { name: name.to_owned(), short, see, aliases })
}
