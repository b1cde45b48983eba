use std::collections::BTreeMap;

use include_dir::{Dir, include_dir};
use serde::Serialize;
use tera::{Context, Tera};

use crate::diagnostic::Diagnostic;

static BUILT_IN: Dir = include_dir!("$CARGO_MANIFEST_DIR/templates");

/// The built-in templates, and a site's own in place of those of the same name.
pub struct Templates {
    tera: Tera,
}

impl Templates {
    pub fn new(own: &BTreeMap<String, String>) -> Result<Self, Vec<Diagnostic>> {
        let mut sources: BTreeMap<&str, &str> = BUILT_IN
            .files()
            .filter_map(|file| Some((file.path().file_name()?.to_str()?, file.contents_utf8()?)))
            .collect();
        sources.extend(own.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        let mut tera = Tera::default();
        tera.autoescape_on([".html", ".xml"]);
        tera.add_raw_templates(sources).map_err(|error| vec![complaint(&error)])?;
        Ok(Self { tera })
    }

    pub fn render<T: Serialize>(&self, name: &str, view: &T) -> Result<String, Diagnostic> {
        let context = Context::from_serialize(view).map_err(|error| complaint(&error))?;
        self.tera.render(name, &context).map_err(|error| complaint(&error))
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
    Diagnostic::error("template", message)
        .hint("A site's own file in `templates/` replaces the built-in one of the same name; without it the built-in one is used.")
}
