//! What the entries of a cache take, in bytes.

use crate::trace::{ModelRecord, Trace};
use crate::words::Words;

/// Bytes of one number in the cache; 32-bit where the engine's name for it is not known.
pub(super) fn bytes_per_number(trace: &Trace) -> u64 {
    match trace.engine.dtype.to_ascii_uppercase().as_str() {
        "F16" | "BF16" => 2,
        "F64" => 8,
        _ => 4,
    }
}

pub(super) fn bytes_per_token(model: &ModelRecord, kv_heads: u32, bytes: u64) -> u64 {
    2 * u64::from(model.layers) * u64::from(kv_heads) * u64::from(model.head_width) * bytes
}

pub(super) fn now(trace: &Trace) -> u64 {
    bytes_per_token(&trace.model, trace.model.kv_heads, bytes_per_number(trace))
}

/// In the largest unit that leaves a number of at least 1; powers of 1,024.
pub(super) fn size(bytes: u64, words: &Words) -> String {
    const UNITS: [&str; 4] = ["cache-bytes", "cache-kib", "cache-mib", "cache-gib"];
    let mut value = bytes as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    let decimals = if unit == 0 || value.fract() == 0.0 { 0 } else { usize::from(value < 100.0) };
    words.text(UNITS[unit], &[("n", words.counted(value, decimals))])
}

/// `2 × 30 layers × 3 KV heads × 64 numbers × 4 bytes = …`
pub(super) fn product(model: &ModelRecord, kv_heads: u32, bytes: u64, total: String, words: &Words) -> String {
    let values = [
        ("layers", model.layers.into()),
        ("heads", kv_heads.into()),
        ("width", model.head_width.into()),
        ("bytes", bytes.into()),
        ("total", total.into()),
    ];
    words.text("cache-product", &values)
}
