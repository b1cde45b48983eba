//! What a file weighs on the way to a reader.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Bytes on the wire: gzipped where that makes them fewer.
pub fn compressed(bytes: &[u8]) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let packed = encoder.write_all(bytes).and_then(|()| encoder.finish());
    packed.map_or(bytes.len(), |packed| packed.len().min(bytes.len()))
}
