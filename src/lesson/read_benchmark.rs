use super::prose::ProseContext;
use super::read_block::{given_id, node_items, required_items, run_name, value_or_path};
use super::{BenchmarkBlock, BenchmarkRow, BenchmarkValue, Block, Citation, NumberKind};
use crate::yaml::{Entry, Fields};

pub(super) const KINDS: [(&str, NumberKind); 4] = [
    ("measured", NumberKind::Measured),
    ("derived", NumberKind::Derived),
    ("cited", NumberKind::Cited),
    ("illustrative", NumberKind::Illustrative),
];

/// ```yaml
/// title: Batching raised the total output
/// kind: cited                  # measured, derived, cited or illustrative
/// metric: Output throughput
/// unit: tokens/s
/// rows:
///   - {label: One stream, value: 41.3}
///   - {label: This machine, value: =fox.decode.tokens_per_second}
/// conditions: {Model: Llama 3.1 8B, Hardware: Jetson AGX Thor}
/// shows: …                     # what the numbers show, inline Markdown
/// does_not_prove: …            # and what they do not
/// source: {title: …, url: https://…, publisher: …, date: …}   # required when cited
/// run: fox                     # for a measured card: whose model and machine it names
/// id: batching                 # the anchor
/// ```
pub(super) fn read_benchmark(fields: &Fields, context: &ProseContext) -> Option<Block> {
    let title = required_items(fields, "title", "Add `title: …`, what was found.", context);
    let kind = fields
        .required("kind", "Add `kind: measured`, `derived`, `cited` or `illustrative`.")
        .and_then(|_| fields.choice("kind", &KINDS));
    let metric = fields.required_text("metric", "Add `metric: …`, what was measured.").unwrap_or_default();
    let unit = fields.required_text("unit", "Add `unit: …`, such as `tokens/s`.").unwrap_or_default();
    let rows = read_rows(fields, kind, context);
    let run = run_name(fields, "run", kind == Some(NumberKind::Measured), context);
    let source = read_source(fields, kind);
    let block = BenchmarkBlock {
        id: given_id(fields),
        title,
        kind: kind?,
        metric: metric.to_owned(),
        unit: unit.to_owned(),
        rows,
        conditions: read_conditions(fields, context),
        shows: required_items(fields, "shows", "Add `shows: …`, what these numbers show.", context),
        does_not_prove: required_items(
            fields,
            "does_not_prove",
            "Add `does_not_prove: …`, what they leave open.",
            context,
        ),
        source,
        run,
    };
    Some(Block::Benchmark(block))
}

fn read_rows(fields: &Fields, kind: Option<NumberKind>, context: &ProseContext) -> Vec<BenchmarkRow> {
    const VALUE: &str = "Write a number, or `=run.path` for a value of a run.";
    let mut rows = Vec::new();
    for node in fields.required_list("rows", "Add `- {label: …, value: …}`.") {
        let Some(row) = Fields::of(node, "the row", context.complaints) else { continue };
        let label = row.required("label", "Add `label: …`.").and_then(|_| row.shown_text("label")).unwrap_or_default();
        let value = value_or_path(&row, "value", VALUE, context);
        row.finish();
        let Some(value) = value else { continue };
        let span = row_value_span(node);
        match (kind, &value) {
            (Some(NumberKind::Measured | NumberKind::Derived), BenchmarkValue::Given(_)) => {
                let message = "a measured or derived number comes from a run, and this one is written down";
                let hint = "Write `value: =run.path`, or call the card `cited` or `illustrative`.";
                context.complaints.error("written-number", span.clone(), message, hint);
            }
            (Some(NumberKind::Cited | NumberKind::Illustrative), BenchmarkValue::Path(_)) => {
                let message = "this number comes from a run, so the card is not `cited` or `illustrative`";
                context.complaints.error("run-number", span.clone(), message, "Call the card `measured` or `derived`.");
            }
            _ => {}
        }
        rows.push(BenchmarkRow { label: label.to_owned(), value, span });
    }
    rows
}

fn row_value_span(node: &crate::yaml::Node) -> std::ops::Range<usize> {
    match &node.value {
        crate::yaml::Value::Map(entries) => {
            entries.iter().find(|entry| entry.key == "value").map(|entry| entry.value.span.clone())
        }
        _ => None,
    }
    .unwrap_or_else(|| node.span.clone())
}

fn read_conditions(fields: &Fields, context: &ProseContext) -> Vec<(String, Vec<super::Item>)> {
    let entries = fields.entries("conditions");
    entries
        .iter()
        .filter(|entry| !entry.value.is_null())
        .map(|Entry { key, value, .. }| (key.clone(), node_items(fields, key, value, context)))
        .collect()
}

pub(super) fn read_source(fields: &Fields, kind: Option<NumberKind>) -> Option<Citation> {
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
