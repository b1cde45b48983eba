use std::collections::BTreeMap;

use camino::Utf8Path;
use include_dir::{Dir, include_dir};
use serde::Serialize;
use tera::{Context, Error, Kwargs, State, Tera, TeraResult};

use crate::diagnostic::{Diagnostic, suggestion};
use crate::project::unused_file;
use crate::words::{self, Direction, Words};

static BUILT_IN: Dir = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// The code of complaints about templates.
pub const TEMPLATE_FAULT: &str = "template";

/// The built-in templates, and a site's own in place of those of the same name.
pub struct Templates {
    tera: Tera,
}

impl Templates {
    pub fn new(own: &BTreeMap<String, String>, words: &Words) -> Result<Self, Vec<Diagnostic>> {
        let mut sources: BTreeMap<&str, &str> = built_in().collect();
        sources.extend(own.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        let mut tera = Tera::default();
        tera.autoescape_on([".html", ".xml"]);
        let words = words.clone();
        let (foreign, native) = attributes(&words);
        tera.register_function("foreign", move |_: Kwargs, _: &State| tera::Value::safe_string(&foreign));
        tera.register_function("native", move |_: Kwargs, _: &State| tera::Value::safe_string(&native));
        tera.register_function("t", move |values: Kwargs, _: &State| text(&words, &values));
        tera.add_raw_templates(sources).map_err(|error| vec![complaint(&error)])?;
        Ok(Self { tera })
    }

    /// A warning for each of a site's own templates that replaces no built-in one and that no template names.
    pub fn unused(own: &BTreeMap<String, String>) -> Vec<Diagnostic> {
        let built_in: Vec<(&str, &str)> = built_in().collect();
        let named = |name: &str| {
            let own = own.iter().filter(|(other, _)| *other != name).map(|(_, text)| text.as_str());
            let mut texts = own.chain(built_in.iter().map(|(_, text)| *text));
            texts.any(|text| text.contains(&format!("\"{name}\"")) || text.contains(&format!("'{name}'")))
        };
        let used = |name: &str| built_in.iter().any(|(other, _)| *other == name) || named(name);
        let unused = own.keys().filter(|name| !used(name));
        unused
            .map(|name| {
                let hint = suggestion(name, built_in.iter().map(|(name, _)| *name));
                unused_file(&Utf8Path::new("templates").join(name), hint)
            })
            .collect()
    }

    pub fn render<T: Serialize>(&self, name: &str, view: &T) -> Result<String, Diagnostic> {
        let context = Context::from_serialize(view).map_err(|error| complaint(&error))?;
        self.tera.render(name, &context).map_err(|error| complaint(&error))
    }
}

/// Their names and texts.
fn built_in() -> impl Iterator<Item = (&'static str, &'static str)> {
    BUILT_IN.files().filter_map(|file| Some((file.path().file_name()?.to_str()?, file.contents_utf8()?)))
}

/// Where no catalogue speaks the site's language: the attributes of an element that holds our words, and of one inside it
/// that holds the author's. Empty where all are in one language.
fn attributes(words: &Words) -> (String, String) {
    if words.is_spoken() {
        return (String::new(), String::new());
    }
    let attributes = |language: &str, direction: Direction| match words.direction() {
        Direction::LeftToRight => format!(" lang=\"{language}\""),
        Direction::RightToLeft => format!(" lang=\"{language}\" dir=\"{}\"", direction.name()),
    };
    let ours = Words::of(words.language());
    (attributes(words.language(), ours.direction()), attributes(words.site_language(), words.direction()))
}

/// `t(id="…", name=value)`: a message with its values. One that is HTML is not escaped again; its values are, but for
/// those that are marked as safe.
fn text(words: &Words, values: &Kwargs) -> TeraResult<tera::Value> {
    let id: &str = values.must_get("id")?;
    if !words.has(id) {
        return Err(Error::message(format!("there is no message `{id}`")));
    }
    let mut filled = Vec::new();
    for (name, value) in values.iter() {
        let Some(name) = name.as_str().filter(|name| *name != "id") else { continue };
        filled.push((name, message_value(value)));
    }
    if id.ends_with(words::HTML) {
        return Ok(tera::Value::safe_string(&words.html(id, &filled)));
    }
    Ok(words.text(id, &filled).into())
}

fn message_value(value: &tera::Value) -> words::Value<'_> {
    match (value.as_str(), value.as_f64()) {
        (Some(html), _) if value.is_safe() => words::Value::html(html),
        (Some(text), _) => text.into(),
        (None, Some(count)) => words::Value::Count(count),
        (None, None) => value.to_string().into(),
    }
}

fn complaint(error: &tera::Error) -> Diagnostic {
    let mut message = error.to_string();
    let mut source = std::error::Error::source(error);
    while let Some(inner) = source {
        message.push_str(": ");
        message.push_str(&inner.to_string());
        source = inner.source();
    }
    Diagnostic::error(TEMPLATE_FAULT, message)
        .hint("A site's own file in `templates/` replaces the built-in one of the same name; without it the built-in one is used.")
}
