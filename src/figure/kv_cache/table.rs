//! The passes as rows and as data, and what other designs would cost.

use serde_json::{Value, json};

use super::size::{bytes_per_number, bytes_per_token, now, product, size};
use super::steps::entries;
use crate::figure::table::{Table, none, token_cells};
use crate::figure::token_label::escaped;
use crate::figure::{FigureStep, record};
use crate::trace::Trace;
use crate::words::Words;

pub(super) fn table(trace: &Trace, id: &str, steps: &[FigureStep], words: &Words) -> String {
    let heads = [
        "cache-column-pass",
        "cache-column-went-through",
        "column-id",
        "column-bytes",
        "cache-column-entries",
        "cache-column-cache",
        "column-what",
    ]
    .map(|id| words.text(id, &[]));
    let caption = words.text("cache-table", &[]);
    let mut table = Table::new(words, &caption, &heads).cells(&["", "", "", "", "", "", "said"]);
    let each = now(trace);
    for ((at, count), step) in entries(trace).into_iter().enumerate().zip(steps) {
        let pass = match at {
            0 => words.text("cache-pass-prefill", &[]),
            _ => words.text("cache-pass-decode", &[("n", at.into())]),
        };
        let mut cells = vec![escaped(&pass)];
        match at.checked_sub(1).and_then(|before| trace.generated.get(before)) {
            Some(token) => cells.extend(token_cells(words, token)),
            None => cells.extend([escaped(&words.text("cache-tokens", &[("n", count.into())])), none(), none()]),
        }
        cells.extend([words.number(count as f64, 0), escaped(&size(each * count as u64, words)), step.caption.clone()]);
        let n = at + 1;
        table.row(&format!(" id=\"{id}-step-{n}\" data-step=\"{n}\" data-ms=\"{}\"", step.milliseconds), &cells);
    }
    table.html() + &designs_table(trace, words)
}

/// A way to build or use the cache, and what it costs.
struct Design {
    name: String,
    kv_heads: u32,
    bytes: u64,
    tokens: u64,
}

/// This run's, and one change at a time.
fn designs(trace: &Trace, words: &Words) -> Vec<Design> {
    let model = &trace.model;
    let (bytes, tokens) = (bytes_per_number(trace), entries(trace).last().copied().unwrap_or(0) as u64);
    let context = u64::from(model.context);
    let say = |id| words.text(id, &[]);
    let run = say("cache-design-run");
    let mut all = vec![Design { name: run, kv_heads: model.kv_heads, bytes, tokens }];
    if model.heads > model.kv_heads {
        let name = words.text("cache-design-heads", &[("n", model.heads.into())]);
        all.push(Design { name, kv_heads: model.heads, bytes, tokens });
    }
    if bytes > 2 {
        all.push(Design { name: say("cache-design-16"), kv_heads: model.kv_heads, bytes: 2, tokens });
    }
    all.push(Design { name: say("cache-design-8"), kv_heads: model.kv_heads, bytes: 1, tokens });
    let name = words.text("cache-design-context", &[("n", context.into())]);
    all.push(Design { name, kv_heads: model.kv_heads, bytes, tokens: context });
    let name = say("cache-design-context-heads");
    all.push(Design { name, kv_heads: model.heads, bytes, tokens: context });
    let name = say("cache-design-context-8");
    all.push(Design { name, kv_heads: model.kv_heads, bytes: 1, tokens: context });
    all
}

fn designs_table(trace: &Trace, words: &Words) -> String {
    let heads =
        ["cache-column-cache", "cache-column-each", "column-tokens", "cache-column-in-all", "cache-column-ratio"]
            .map(|id| words.text(id, &[]));
    let caption = words.text("cache-designs", &[]);
    let mut table = Table::new(words, &caption, &heads);
    let all = designs(trace, words);
    let cost = |design: &Design| bytes_per_token(&trace.model, design.kv_heads, design.bytes);
    let first = all.first().map_or(1, |design| (cost(design) * design.tokens).max(1));
    for design in &all {
        let (each, model) = (cost(design), &trace.model);
        let whole = each * design.tokens;
        let ratio = whole as f64 / first as f64;
        table.row(
            "",
            &[
                escaped(&design.name),
                escaped(&product(model, design.kv_heads, design.bytes, words.number(each as f64, 0), words)),
                words.number(design.tokens as f64, 0),
                escaped(&size(whole, words)),
                format!("× {}", words.number(ratio, if ratio < 10.0 { 2 } else { 0 })),
            ],
        );
    }
    table.html()
}

pub(super) fn json(trace: &Trace, words: &Words) -> Value {
    let each = now(trace);
    json!({
        "formula": words.text("cache-formula", &[]),
        "layers": trace.model.layers,
        "heads": trace.model.heads,
        "kv_heads": trace.model.kv_heads,
        "head_width": trace.model.head_width,
        "bytes_per_number": bytes_per_number(trace),
        "bytes_per_token": each,
        "passes": entries(trace).into_iter().enumerate().map(|(pass, count)| json!({
            "pass": pass,
            "token": pass.checked_sub(1).and_then(|before| trace.generated.get(before)).map(record::token),
            "entries": count,
            "bytes": each * count as u64,
        })).collect::<Vec<_>>(),
        "designs": designs(trace, words).iter().map(|design| json!({
            "name": design.name,
            "kv_heads": design.kv_heads,
            "bytes_per_number": design.bytes,
            "tokens": design.tokens,
            "bytes": bytes_per_token(&trace.model, design.kv_heads, design.bytes) * design.tokens,
        })).collect::<Vec<_>>(),
    })
}

pub(super) fn description(trace: &Trace, words: &Words) -> String {
    let count = entries(trace).last().copied().unwrap_or(0);
    let values = [
        ("layers", trace.model.layers.into()),
        ("heads", trace.model.kv_heads.into()),
        ("tokens", count.into()),
        ("total", size(now(trace) * count as u64, words).into()),
    ];
    words.text("cache-about", &values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;

    #[test]
    fn bytes_are_the_product_of_the_models_figures() {
        let trace = fixture::fox();
        // 2 × 30 × 3 × 64 × 4
        assert_eq!(now(&trace), 46_080);
        assert_eq!(size(46_080, Words::english()), "45\u{a0}KiB");
        assert_eq!(size(512, Words::english()), "512\u{a0}bytes");
        let all = designs(&trace, Words::english());
        let multi = all.iter().find(|design| design.kv_heads == 9 && design.tokens < 100).unwrap();
        assert_eq!(bytes_per_token(&trace.model, multi.kv_heads, multi.bytes), 3 * 46_080);
    }
}
