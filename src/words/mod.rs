//! Every sentence that a reader sees and no author or model wrote, in one catalogue per language, and numbers as that
//! language writes them. Comes in: the site's language. Goes out: texts by the ids of
//! `catalogue/en`, where the head of `page.ftl` says how a message is written. Complaints and the command line are for authors and stay English: they are not here.

mod number;
mod script;
mod value;

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use icu_locale::{Locale, LocaleDirectionality};
use include_dir::{Dir, include_dir};

use number::NumberFormat;
pub use value::Value;

/// A folder per language, named by its tag; a file per subject in it.
static FOLDER: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/src/words/catalogue");

/// The language that has what another lacks.
const FIRST: &str = "en";

/// Each language's messages, all files of its folder in the order of their names; [`FIRST`] comes first.
static CATALOGUES: LazyLock<Vec<(&'static str, String)>> = LazyLock::new(|| {
    let text = |folder: &Dir<'static>| -> String {
        let mut files: Vec<_> = folder.files().collect();
        files.sort_by_key(|file| file.path());
        files.into_iter().filter_map(|file| file.contents_utf8()).collect()
    };
    let named = |folder: &'static Dir<'static>| Some((folder.path().to_str()?, text(folder)));
    let mut all: Vec<_> = FOLDER.dirs().filter_map(named).collect();
    all.sort_by_key(|(language, _)| (*language != FIRST, *language));
    all
});

static LOADED: LazyLock<BTreeMap<&'static str, Arc<Catalogue>>> = LazyLock::new(|| {
    CATALOGUES.iter().map(|(language, text)| (*language, Arc::new(Catalogue::new(language, text)))).collect()
});

static ENGLISH: LazyLock<Words> = LazyLock::new(|| Words::of(FIRST));

/// The words of a site. Cheap to copy.
#[derive(Clone)]
pub struct Words {
    catalogue: Arc<Catalogue>,
    numbers: Arc<NumberFormat>,
    right_to_left: bool,
    /// As its author wrote it.
    site_language: Arc<str>,
    /// Whether there is a catalogue for the site's language.
    spoken: bool,
}

/// What `<html dir>` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    LeftToRight,
    RightToLeft,
}

impl Direction {
    pub fn name(self) -> &'static str {
        match self {
            Self::LeftToRight => "ltr",
            Self::RightToLeft => "rtl",
        }
    }
}

impl Words {
    /// For a site in `language`, a tag such as `de-AT`: its catalogue, else that of the language without what follows it,
    /// else English. Numbers and the direction are the language's own in any case.
    pub fn of(language: &str) -> Self {
        let locale = language.parse::<Locale>().unwrap_or(Locale::UNKNOWN);
        let found = catalogue_for(language);
        Self {
            catalogue: LOADED[found.unwrap_or(FIRST)].clone(),
            numbers: Arc::new(NumberFormat::of(&locale)),
            site_language: language.into(),
            right_to_left: LocaleDirectionality::new_extended().is_right_to_left(&locale.id),
            spoken: found.is_some(),
        }
    }

    /// For what has no site around it.
    pub fn english() -> &'static Self {
        &ENGLISH
    }

    /// The languages that there is a catalogue for.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        CATALOGUES.iter().map(|(language, _)| *language)
    }

    /// Of the catalogue, which need not be that of the site.
    pub fn language(&self) -> &'static str {
        self.catalogue.language
    }

    pub fn site_language(&self) -> &str {
        &self.site_language
    }

    /// Whether the catalogue is in the site's language.
    pub fn is_spoken(&self) -> bool {
        self.spoken
    }

    /// Of the site's language.
    pub fn direction(&self) -> Direction {
        if self.right_to_left { Direction::RightToLeft } else { Direction::LeftToRight }
    }

    pub fn has(&self, id: &str) -> bool {
        self.catalogue.has(id) || ENGLISH.catalogue.has(id)
    }

    /// Plain text: it is still to be escaped where it goes into HTML. A value that is HTML has no place in it.
    pub fn text(&self, id: &str, values: &[(&str, Value)]) -> String {
        debug_assert!(!id.ends_with(HTML), "`{id}` is HTML");
        let args = values.iter().map(|(name, value)| (*name, value.plain(&self.numbers)));
        self.filled(id, args)
    }

    /// HTML, of a message whose id says so by its end, `-html`. Values that are text are escaped.
    pub fn html(&self, id: &str, values: &[(&str, Value)]) -> String {
        debug_assert!(id.ends_with(HTML), "`{id}` is plain text");
        let args = values.iter().map(|(name, value)| (*name, value.escaped(&self.numbers)));
        self.filled(id, args)
    }

    /// `1,234.5`, with as many digits after the sign as asked for.
    pub fn number(&self, value: f64, decimals: usize) -> String {
        self.numbers.format(value, decimals)
    }

    /// The same, to be counted by: a message may have a plural for it.
    pub fn counted(&self, value: f64, decimals: usize) -> Value<'static> {
        Value::Number { value, shown: self.number(value, decimals) }
    }

    /// With the digits that an author wrote.
    pub fn written(&self, value: f64) -> String {
        self.number(value, value.to_string().split_once('.').map_or(0, |(_, digits)| digits.len()))
    }

    /// A probability; what is not zero is never shown as 0, what is not one never as 100.
    pub fn percent(&self, probability: f64) -> String {
        let percent = probability * 100.0;
        let (id, value, decimals) = match percent {
            p if p <= 0.0 => ("percent", 0.0, 0),
            p if p < 0.1 => ("percent-below", 0.1, 1),
            p if p < 10.0 => ("percent", p, 1),
            p if p < 99.0 => ("percent", p, 0),
            p if p < 99.95 => ("percent", p, 1),
            p if p < 100.0 => ("percent-above", 99.9, 1),
            _ => ("percent", 100.0, 0),
        };
        self.text(id, &[("n", self.counted(value, decimals))])
    }

    /// `30 November 2026`; `month` counts from 1.
    pub fn date(&self, year: i16, month: i8, day: i8) -> String {
        let [year, month, day] = [year.to_string(), format!("m{month}"), day.to_string()];
        self.text("date", &[("day", day.into()), ("month", month.into()), ("year", year.into())])
    }

    /// Entries with the language's comma between them.
    pub fn list<T: AsRef<str>>(&self, entries: &[T]) -> String {
        let separator = self.text("list-separator", &[]);
        entries.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(&separator)
    }

    fn filled<'v>(&self, id: &str, values: impl Iterator<Item = (&'v str, FluentValue<'v>)>) -> String {
        let args: FluentArgs = values.collect();
        let text = self.catalogue.format(id, &args).or_else(|| ENGLISH.catalogue.format(id, &args));
        debug_assert!(text.is_some(), "no message `{id}`");
        text.unwrap_or_else(|| id.to_owned())
    }
}

/// How the id of a message ends that is HTML.
pub const HTML: &str = "-html";

fn catalogue_for(language: &str) -> Option<&'static str> {
    let mut tag = language;
    loop {
        if let Some((known, _)) = CATALOGUES.iter().find(|(known, _)| known.eq_ignore_ascii_case(tag)) {
            return Some(known);
        }
        tag = tag.rsplit_once('-')?.0;
    }
}

struct Catalogue {
    language: &'static str,
    bundle: FluentBundle<FluentResource>,
    /// The messages as they are written, for the tables of scripts.
    source: FluentResource,
}

impl Catalogue {
    /// A message with a mistake is left out; a test says which.
    fn new(language: &'static str, text: &str) -> Self {
        let read = || match FluentResource::try_new(text.to_owned()) {
            Ok(resource) => resource,
            Err((resource, _)) => resource,
        };
        let mut bundle = FluentBundle::new_concurrent(language.parse().into_iter().collect());
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(|value, _| value::shown(value)));
        bundle.add_resource_overriding(read());
        Self { language, bundle, source: read() }
    }

    fn has(&self, id: &str) -> bool {
        self.bundle.has_message(id)
    }

    fn format(&self, id: &str, args: &FluentArgs) -> Option<String> {
        let pattern = self.bundle.get_message(id)?.value()?;
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(args), &mut errors);
        debug_assert!(errors.is_empty(), "`{id}`: {errors:?}");
        Some(text.into_owned())
    }
}

#[cfg(test)]
mod tests;
