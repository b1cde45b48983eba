use super::prose::ProseContext;
use super::read_block::{given_id, node_items, required_items};
use super::{BenchmarkBlock, BenchmarkRow, Block};
use crate::number::{NumberKind, Quoted, read_citation, read_quoted, read_run};
use crate::yaml::{Entry, Fields};

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
        .and_then(|_| fields.choice("kind", &NumberKind::NAMED));
    let metric = fields.required_text("metric", "Add `metric: …`, what was measured.").unwrap_or_default();
    let unit = fields.required_text("unit", "Add `unit: …`, such as `tokens/s`.").unwrap_or_default();
    let rows = read_rows(fields, kind, context);
    let run = read_run(fields, "run", kind == Some(NumberKind::Measured), context.runs);
    let source = read_citation(fields, kind);
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
        let value = read_quoted(&row, "value", VALUE, context.runs);
        row.finish();
        let Some(value) = value else { continue };
        let span = row_value_span(node);
        match (kind, &value) {
            (Some(NumberKind::Measured | NumberKind::Derived), Quoted::Given(_)) => {
                let message = "a measured or derived number comes from a run, and this one is written down";
                let hint = "Write `value: =run.path`, or call the card `cited` or `illustrative`.";
                context.complaints.error("written-number", span.clone(), message, hint);
            }
            (Some(NumberKind::Cited | NumberKind::Illustrative), Quoted::Of(_)) => {
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
