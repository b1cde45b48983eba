use std::ops::Range;
use std::sync::Arc;

use url::Url;

use crate::diagnostic::{Complaints, Excerpt, Source};
use crate::lesson::WEIGHTS;
use crate::request::Weights;
use crate::words::Words;
use crate::yaml::{Fields, parse};

/// `content/site.yaml`:
///
/// ```yaml
/// title: Inference, step by step
/// base_url: https://example.org/lessons/   # for the feed, the sitemap and cards; pages work without it
/// language: en
/// author: A. Author
/// description: Lessons about how language models run
/// tagline: Every number was measured
/// links: [{label: Videos, url: https://example.org/videos}]
/// start: foundations/autoregressive-generation
/// model: smollm2                           # otherwise the list's first
/// repeat: 5                                # timed runs
/// timeout_seconds: 600                     # for one run
/// weights: float                           # or quantised
/// raw_html: false                          # whether HTML in Markdown is passed on
/// source_url: https://example.org/edit/content/
/// report_url: https://example.org/issues/new  # for the link that reports a mistake; gets `?title=…`
/// ```
#[derive(Clone, Debug)]
pub struct SiteConfig {
    pub title: String,
    /// With a scheme, a host, and a slash at the end of its path.
    pub base_url: Option<Url>,
    /// A language tag: `en`, `pt-BR`.
    pub language: String,
    pub author: Option<String>,
    pub description: Option<String>,
    pub tagline: Option<String>,
    pub links: Vec<SiteLink>,
    /// The lesson to start with, by its address.
    pub start: Option<String>,
    /// Where `start` stands, for the check that there is such a lesson.
    pub start_span: Range<usize>,
    pub model: Option<String>,
    pub repeat: u32,
    pub timeout_seconds: u64,
    pub weights: Weights,
    pub raw_html: bool,
    /// Where the Markdown can be edited.
    pub source_url: Option<String>,
    /// Where a mistake can be reported.
    pub report_url: Option<String>,
    pub source: Arc<Source>,
}

/// A link in the site's header.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteLink {
    pub label: String,
    pub url: String,
}

impl SiteConfig {
    /// `None` when the file is not YAML; otherwise what is wrong is complained about and left at its default.
    pub(super) fn read(source: &Arc<Source>, complaints: &Complaints) -> Option<Self> {
        let node = parse(&Excerpt::of(source, 0..source.text.len()), complaints)?;
        let fields = Fields::of(&node, "the site", complaints)?;
        let optional = |key| fields.text(key).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let start = optional("start").map(|path| path.trim_matches('/').to_owned());
        let site = Self {
            title: fields.required_text("title", "Add `title: …`, the site's name.").unwrap_or_default().to_owned(),
            base_url: base_url(&fields),
            language: language(&fields),
            author: optional("author"),
            description: optional("description"),
            tagline: optional("tagline"),
            links: links(&fields),
            start_span: fields.node("start").map(|node| node.span.clone()).unwrap_or_default(),
            start,
            model: optional("model"),
            repeat: fields.integer("repeat", 1..=100).unwrap_or(5),
            timeout_seconds: fields.integer("timeout_seconds", 1..=86_400).unwrap_or(600),
            weights: fields.choice("weights", &WEIGHTS).unwrap_or(Weights::Float),
            raw_html: fields.boolean("raw_html").unwrap_or(false),
            source_url: fields.text("source_url").and_then(|_| web_address(&fields, "source_url")),
            report_url: fields.text("report_url").and_then(|_| web_address(&fields, "report_url")),
            source: source.clone(),
        };
        fields.finish();
        Some(site)
    }
}

fn base_url(fields: &Fields) -> Option<Url> {
    read_base_url(fields.text("base_url")?).unwrap_or_else(|wrong| {
        let span = fields.node("base_url").map(|node| node.span.clone()).unwrap_or(fields.at());
        fields.complaints.error("base-url", span, wrong.message, wrong.hint);
        None
    })
}

/// Why a text is no base URL, and what to write.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{message}")]
pub struct WrongBaseUrl {
    pub message: String,
    /// May be empty.
    pub hint: String,
}

/// What the key `base_url` and the flag of that name mean. `None` for an empty text and for `/`: the site does not know
/// where it will be.
pub fn read_base_url(text: &str) -> Result<Option<Url>, WrongBaseUrl> {
    let text = text.trim();
    if text.is_empty() || text == "/" {
        return Ok(None);
    }
    parse_base_url(text).map(Some).map_err(|why| WrongBaseUrl {
        message: format!("`base_url` {why}, and this is `{text}`"),
        hint: if text.contains("://") { String::new() } else { format!("Write `base_url: https://{text}`.") },
    })
}

/// Reads a base URL and gives its path a slash at the end; the error continues a sentence about it.
fn parse_base_url(text: &str) -> Result<Url, &'static str> {
    let mut url = Url::parse(text)
        .ok()
        .filter(|url| matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(|host| !host.is_empty()))
        .ok_or("must start with `https://` or `http://` and a host")?;
    if url.query().is_some() || url.fragment().is_some() {
        return Err("cannot have a `?` or `#`");
    }
    if !url.path().ends_with('/') {
        let path = format!("{}/", url.path());
        url.set_path(&path);
    }
    Ok(url)
}

fn language(fields: &Fields) -> String {
    const DEFAULT: &str = "en";
    let Some(text) = fields.text("language") else { return DEFAULT.into() };
    let span = fields.node("language").map(|node| node.span.clone()).unwrap_or(fields.at());
    let mut parts = text.split('-');
    let first =
        parts.next().is_some_and(|part| matches!(part.len(), 2..=3) && part.bytes().all(|b| b.is_ascii_alphabetic()));
    if first && parts.all(|part| matches!(part.len(), 1..=8) && part.bytes().all(|b| b.is_ascii_alphanumeric())) {
        if !Words::of(text).is_spoken() {
            let known: Vec<String> = Words::languages().map(|language| format!("`{language}`")).collect();
            let message =
                format!("there is no catalogue of words in `{text}`, so what pages say around the lessons is English");
            let hint = format!("There are catalogues in {}; numbers are written as in `{text}`.", known.join(", "));
            fields.complaints.warning("language", span, message, hint);
        }
        return text.to_owned();
    }
    let message = format!("`language` must be a language tag, and this is `{text}`");
    fields.complaints.error("language", span, message, "Write `en`, `fr`, `pt-BR` and so on.");
    DEFAULT.into()
}

fn links(fields: &Fields) -> Vec<SiteLink> {
    let mut links = Vec::new();
    for node in fields.list("links") {
        let Some(inner) = Fields::of(node, "the link", fields.complaints) else { continue };
        let label = inner.required_text("label", "Add `label: …`, what the link says.").map(str::to_owned);
        let url = inner.required_text("url", "Add `url: https://…`.").and_then(|_| web_address(&inner, "url"));
        inner.finish();
        links.extend(label.zip(url).map(|(label, url)| SiteLink { label, url }));
    }
    links
}

fn web_address(fields: &Fields, key: &'static str) -> Option<String> {
    let text = fields.text(key)?.trim();
    if Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https" | "mailto")) {
        return Some(text.to_owned());
    }
    let span = fields.node(key).map(|node| node.span.clone()).unwrap_or(fields.at());
    let message = format!("`{key}` must be a web address, and this is `{text}`");
    fields.complaints.error("url", span, message, "Write it with its scheme: `https://…`.");
    None
}
