use super::NumberKind;
use crate::yaml::Fields;

/// Where someone else's result is published.
#[derive(Clone, Debug)]
pub struct Citation {
    pub title: String,
    pub url: String,
    pub publisher: Option<String>,
    pub date: Option<String>,
}

/// What stands under `source`, which a cited number needs.
pub fn read_citation(fields: &Fields, kind: Option<NumberKind>) -> Option<Citation> {
    const HINT: &str = "Add `source: {title: …, url: https://…}`.";
    let node = if kind == Some(NumberKind::Cited) { fields.required("source", HINT) } else { fields.node("source") }?;
    let inner = Fields::of(node, "the source", fields.complaints)?;
    let title = inner.required_text("title", "Add `title: …`.").map(str::to_owned);
    let url = inner.required_text("url", "Add `url: https://…`.");
    if let Some(url) = url
        && !url::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
    {
        let span = inner.node("url").map(|node| node.span.clone()).unwrap_or(inner.at());
        let message = format!("`{url}` is not a web address");
        fields.complaints.error("url", span, message, "Write it with its scheme: `https://…`.");
    }
    let citation = Citation {
        title: title.unwrap_or_default(),
        url: url.unwrap_or_default().to_owned(),
        publisher: inner.text("publisher").map(str::to_owned),
        date: inner.shown_text("date").map(str::to_owned),
    };
    inner.finish();
    Some(citation)
}
