//! The K/V cache, pass by pass: each token's column of entries, one in each layer, appears when the token goes through
//! the model and stays. Bytes are arithmetic on the model's own figures, and so is what another design would cost.

use serde_json::{Value, json};

use super::canvas::{Anchor, BENEATH, CHIP_HEIGHT, Canvas, Shows, Span, short};
use super::ink::{HEAD, NOTE, NUMBER, STRONG, TOKEN};
use super::table::{Table, token_cells};
use super::token_label::Label;
use super::{FigureStep, Svg, record};
use crate::request::KvCache;
use crate::token::Token;
use crate::trace::{ModelRecord, Trace, grouped};

/// Bytes of one number in the cache; 32-bit where the engine's name for it is not known.
fn bytes_per_number(trace: &Trace) -> u64 {
    match trace.engine.dtype.to_ascii_uppercase().as_str() {
        "F16" | "BF16" => 2,
        "F64" => 8,
        _ => 4,
    }
}

fn bytes_per_token(model: &ModelRecord, kv_heads: u32, bytes: u64) -> u64 {
    2 * u64::from(model.layers) * u64::from(kv_heads) * u64::from(model.head_width) * bytes
}

fn now(trace: &Trace) -> u64 {
    bytes_per_token(&trace.model, trace.model.kv_heads, bytes_per_number(trace))
}

/// In the largest unit that leaves a number of at least 1; powers of 1,024.
fn size(bytes: u64) -> String {
    const UNITS: [&str; 4] = ["bytes", "KiB", "MiB", "GiB"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let decimals = if unit == 0 || value.fract() == 0.0 { 0 } else { usize::from(value < 100.0) };
    format!("{}\u{a0}{}", grouped(value, decimals), UNITS[unit])
}

/// `2 × 30 layers × 3 KV heads × 64 numbers × 4 bytes`
fn product(model: &ModelRecord, kv_heads: u32, bytes: u64) -> String {
    let bytes = if bytes == 1 { "1 byte".to_owned() } else { format!("{bytes} bytes") };
    format!("2 × {} layers × {kv_heads} KV heads × {} numbers × {bytes}", model.layers, model.head_width)
}

/// Entries after each pass: the prompt's, then one more for each token that went through. The last token never does.
fn entries(trace: &Trace) -> Vec<usize> {
    let prompt = trace.prompt.len();
    (0..trace.generated.len().max(1)).map(|pass| prompt + pass).collect()
}

/// The tokens that got entries, each with the pass that made it, counted from 1.
fn cached(trace: &Trace) -> Vec<(&Token, usize, bool)> {
    let written = trace.generated.len().saturating_sub(1);
    let prompt = trace.prompt.iter().map(|token| (token, 1, false));
    prompt.chain(trace.generated.iter().take(written).enumerate().map(|(at, token)| (token, at + 2, true))).collect()
}

pub(super) fn steps(trace: &Trace) -> Vec<FigureStep> {
    let each = now(trace);
    let all = entries(trace);
    let total = |entries: usize| {
        format!("{} entries of {} make {}.", grouped(entries as f64, 0), size(each), size(each * entries as u64))
    };
    let mut steps = Vec::new();
    for (at, count) in all.into_iter().enumerate() {
        let passed = at.checked_sub(1).and_then(|before| trace.generated.get(before));
        let (stage, caption, milliseconds) = match passed {
            None => (
                "Prefill",
                format!(
                    "Prefill: {} go through all {} layers and leave a key and a value in each. {}",
                    tokens(count),
                    trace.model.layers,
                    total(count)
                ),
                trace.prefill(),
            ),
            Some(token) => (
                "Decode",
                format!(
                    "{} goes through the model, reads what is there and leaves its own entry. {}",
                    Label::new(token.piece.bytes()).html(),
                    total(count)
                ),
                trace.gap(at),
            ),
        };
        let caption = if trace.request.kv_cache == KvCache::Off {
            format!("{caption} This run kept none of it: it computed all of it again at each step.")
        } else {
            caption
        };
        steps.push(FigureStep { stage, caption, milliseconds: milliseconds.map_or(0.0, |spread| spread.median) });
    }
    steps
}

fn tokens(count: usize) -> String {
    format!("{} {}", grouped(count as f64, 0), if count == 1 { "token" } else { "tokens" })
}

pub(super) fn picture(trace: &Trace, id: &str, width: f64) -> Svg {
    let passes = entries(trace);
    let mut canvas = Canvas::new(id.to_owned(), Shows::All(passes.len()));
    let model = &trace.model;
    let each = now(trace);
    canvas.text(HEAD, 0.0, 13.0, Anchor::Start, "Entries in the K/V cache");
    let shape = format!("{} layers, {} KV heads of {} numbers", model.layers, model.kv_heads, model.head_width);
    if width < 400.0 {
        canvas.text(NOTE, 0.0, 32.0, Anchor::Start, &shape);
    } else {
        canvas.text(NOTE, width, 13.0, Anchor::End, &shape);
    }
    let top = if width < 400.0 { 64.0 } else { 46.0 };
    for (at, count) in passes.iter().enumerate() {
        let step = at + 1;
        let span = if step == passes.len() { Span::from(step) } else { Span::only(step) };
        canvas.group("", span, |canvas| {
            let words = format!("{} × {} = {}", tokens(*count), size(each), size(each * *count as u64));
            canvas.text(STRONG, 0.0, top - 8.0, Anchor::Start, &words);
        });
    }
    let bottom = columns(&mut canvas, trace, width, top + 6.0);
    canvas.text(NUMBER, 0.0, bottom + 20.0, Anchor::Start, "One entry of one token:");
    let formula = format!("{} = {}", product(model, model.kv_heads, bytes_per_number(trace)), size(each));
    let y = canvas.paragraph(NOTE, &formula, 0.0, bottom + 40.0, width);
    canvas.finish(width, y - 8.0)
}

/// Where rows of columns would get too many, the first ones are left out. Returns the lower edge.
fn columns(canvas: &mut Canvas, trace: &Trace, width: f64, y: f64) -> f64 {
    let cell = if width < 400.0 { 52.0 } else { 60.0 };
    let model = &trace.model;
    let layers = f64::from(model.layers.clamp(1, 200));
    let pitch = (150.0 / layers).clamp(1.5, 8.0);
    let height = layers * pitch;
    let row = height + CHIP_HEIGHT + 30.0;
    let across = (width / cell).floor().max(1.0) as usize;
    let all = cached(trace);
    let most = across * if width < 400.0 { 3 } else { 2 };
    let left_out = all.len().saturating_sub(most);
    let mut y = y;
    if left_out > 0 {
        let words = format!("… {} more before these, in the table", tokens(left_out));
        canvas.text(NOTE, 0.0, y + 12.0, Anchor::Start, &words);
        y += 22.0;
    }
    let shown = &all[left_out..];
    let heads = model.kv_heads.clamp(1, 8);
    for (place, (token, pass, written)) in shown.iter().enumerate() {
        let (x, top) = ((place % across) as f64 * cell, y + (place / across) as f64 * row);
        let hue = if *written { "lp-b" } else { "lp-a" };
        let class = if token.control { format!("{hue} lp-c") } else { hue.to_owned() };
        let label = Label::new(token.piece.bytes()).fit(cell - 8.0, TOKEN.size);
        canvas.chip(&class, &label, &token.id.to_string(), x, top, cell - 4.0);
        canvas.group("lp-new", Span::from(*pass), |canvas| {
            let strip = (cell - 8.0) / f64::from(heads);
            for head in 0..heads {
                let x = x + 2.0 + (f64::from(head) + 0.5) * strip;
                let class = if *written { "lp-stack lp-stack-b" } else { "lp-stack lp-stack-a" };
                let data = format!("M{} {}v{}", short(x), short(top + BENEATH + 6.0), short(height));
                canvas.dashes(class, &data, strip - 2.0, pitch);
            }
        });
    }
    let rows = shown.len().div_ceil(across).max(1);
    y + rows as f64 * row
}

pub(super) fn table(trace: &Trace, id: &str, steps: &[FigureStep]) -> String {
    let heads = ["Pass", "Token that went through", "Id", "Bytes", "Entries", "Cache", "What happens"];
    let mut table = Table::new("The cache after each pass, derived from the model’s own figures", &heads);
    let each = now(trace);
    for ((at, count), step) in entries(trace).into_iter().enumerate().zip(steps) {
        let mut cells = vec![if at == 0 { "prefill".into() } else { format!("decode step {at}") }];
        match at.checked_sub(1).and_then(|before| trace.generated.get(before)) {
            Some(token) => cells.extend(token_cells(token)),
            None => cells.extend([tokens(count), super::table::none(), super::table::none()]),
        }
        cells.extend([grouped(count as f64, 0), size(each * count as u64), step.caption.clone()]);
        let n = at + 1;
        table.row(&format!(" id=\"{id}-step-{n}\" data-step=\"{n}\" data-ms=\"{}\"", step.milliseconds), &cells);
    }
    table.html() + &designs_table(trace)
}

/// A way to build or use the cache, and what it costs.
struct Design {
    name: String,
    kv_heads: u32,
    bytes: u64,
    tokens: u64,
}

/// This run's, and one change at a time.
fn designs(trace: &Trace) -> Vec<Design> {
    let model = &trace.model;
    let (bytes, tokens) = (bytes_per_number(trace), entries(trace).last().copied().unwrap_or(0) as u64);
    let context = u64::from(model.context);
    let mut all =
        vec![Design { name: "this run, after its last pass".into(), kv_heads: model.kv_heads, bytes, tokens }];
    if model.heads > model.kv_heads {
        let name = format!("multi-head attention: a key and a value for each of {} heads", model.heads);
        all.push(Design { name, kv_heads: model.heads, bytes, tokens });
    }
    if bytes > 2 {
        all.push(Design { name: "16-bit numbers".into(), kv_heads: model.kv_heads, bytes: 2, tokens });
    }
    all.push(Design { name: "8-bit numbers, without their scales".into(), kv_heads: model.kv_heads, bytes: 1, tokens });
    let name = format!("the longest context, {} tokens", grouped(context as f64, 0));
    all.push(Design { name, kv_heads: model.kv_heads, bytes, tokens: context });
    let name = "the longest context, multi-head".to_owned();
    all.push(Design { name, kv_heads: model.heads, bytes, tokens: context });
    let name = "the longest context, 8-bit numbers".to_owned();
    all.push(Design { name, kv_heads: model.kv_heads, bytes: 1, tokens: context });
    all
}

fn designs_table(trace: &Trace) -> String {
    let heads = ["Cache", "Bytes of one token", "Tokens", "In all", "Against this run"];
    let mut table = Table::new("What another design would cost: derived, not measured", &heads);
    let all = designs(trace);
    let cost = |design: &Design| bytes_per_token(&trace.model, design.kv_heads, design.bytes);
    let first = all.first().map_or(1, |design| (cost(design) * design.tokens).max(1));
    for design in &all {
        let (each, model) = (cost(design), &trace.model);
        let whole = each * design.tokens;
        let ratio = whole as f64 / first as f64;
        table.row(
            "",
            &[
                design.name.clone(),
                format!("{} = {}", product(model, design.kv_heads, design.bytes), grouped(each as f64, 0)),
                grouped(design.tokens as f64, 0),
                size(whole),
                format!("× {}", grouped(ratio, if ratio < 10.0 { 2 } else { 0 })),
            ],
        );
    }
    table.html()
}

pub(super) fn json(trace: &Trace) -> Value {
    let each = now(trace);
    json!({
        "formula": "2 · layers · KV heads · head width · bytes per number · tokens",
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
        "designs": designs(trace).iter().map(|design| json!({
            "name": design.name,
            "kv_heads": design.kv_heads,
            "bytes_per_number": design.bytes,
            "tokens": design.tokens,
            "bytes": bytes_per_token(&trace.model, design.kv_heads, design.bytes) * design.tokens,
        })).collect::<Vec<_>>(),
    })
}

pub(super) fn description(trace: &Trace) -> String {
    let count = entries(trace).last().copied().unwrap_or(0);
    format!(
        "A column of entries under each token, one in each of {} layers and {} KV heads; it appears when the token goes \
         through the model. After the last pass {} make {}. All of it is in the tables below the picture.",
        trace.model.layers,
        trace.model.kv_heads,
        tokens(count),
        size(now(trace) * count as u64)
    )
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
        assert_eq!(size(46_080), "45\u{a0}KiB");
        assert_eq!(size(512), "512\u{a0}bytes");
        let all = designs(&trace);
        let multi = all.iter().find(|design| design.kv_heads == 9 && design.tokens < 100).unwrap();
        assert_eq!(bytes_per_token(&trace.model, multi.kv_heads, multi.bytes), 3 * 46_080);
    }

    #[test]
    fn the_last_token_leaves_no_entry() {
        let trace = fixture::fox();
        assert_eq!(entries(&trace).last(), Some(&(trace.prompt.len() + trace.generated.len() - 1)));
        assert_eq!(cached(&trace).len(), *entries(&trace).last().unwrap());
        assert_eq!(steps(&trace).len(), trace.generated.len());
    }
}
