use std::collections::BTreeMap;
use std::io::Write;

use camino::Utf8Path;
use serde::Serialize;

use super::ModelCommandError;
use crate::model::{Gguf, ModelShape};
use crate::trace::grouped;

#[derive(Serialize)]
struct Written<'a> {
    file: &'a str,
    gguf_version: u32,
    #[serde(flatten)]
    shape: &'a ModelShape,
    tokenizer: &'a str,
    pre_tokenizer: Option<&'a str>,
    tensors: BTreeMap<&'static str, u64>,
    metadata: BTreeMap<&'a str, String>,
}

/// Dimensions, kinds of tensors and metadata of a model file.
pub fn file(path: &Utf8Path, json: bool, output: &mut dyn Write) -> Result<(), ModelCommandError> {
    let gguf = Gguf::open(path).map_err(|error| ModelCommandError::File { path: path.to_owned(), error })?;
    let mut tensors = BTreeMap::new();
    for tensor in &gguf.tensors {
        *tensors.entry(tensor.kind.name()).or_insert(0_u64) += 1;
    }
    let written = Written {
        file: path.file_name().unwrap_or(path.as_str()),
        gguf_version: gguf.version,
        shape: &gguf.shape,
        tokenizer: &gguf.vocabulary.model,
        pre_tokenizer: gguf.vocabulary.pre.as_deref(),
        tensors,
        metadata: gguf.metadata.iter().map(|(key, value)| (key.as_str(), value.to_string())).collect(),
    };
    if json {
        serde_json::to_writer_pretty(&mut *output, &written).map_err(std::io::Error::from)?;
        writeln!(output)?;
        return Ok(());
    }
    print(&written, output)
}

fn print(written: &Written<'_>, output: &mut dyn Write) -> Result<(), ModelCommandError> {
    let shape = written.shape;
    let kinds: Vec<String> = written.tensors.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
    let id = |id: Option<u32>| id.map_or_else(|| "none".to_owned(), |id| id.to_string());
    let number = |number: u32| grouped(f64::from(number), 0);
    writeln!(output, "{} (GGUF version {})", written.file, written.gguf_version)?;
    let rows = [
        ("architecture", shape.architecture.clone()),
        // Counts of numbers stay far below 2^53: exact as a float.
        ("parameters", grouped(shape.parameters as f64, 0)),
        ("weights", format!("{} ({} tensors)", shape.quantisation, kinds.join(", "))),
        ("vocabulary", number(shape.vocabulary)),
        ("tokenizer", format!("{} ({})", written.tokenizer, written.pre_tokenizer.unwrap_or("no pre-tokenizer named"))),
        ("layers", number(shape.layers)),
        ("heads", format!("{} ({} for keys and values), {} wide", shape.heads, shape.kv_heads, shape.head_width)),
        ("width", format!("{} ({} in the feed-forward part)", number(shape.embedding), number(shape.feed_forward))),
        ("context", format!("{} tokens", number(shape.context))),
        ("begin, end", format!("{}, {}", id(shape.bos), id(shape.eos))),
    ];
    for (name, value) in rows {
        writeln!(output, "  {name:<13} {value}")?;
    }
    writeln!(output, "metadata")?;
    for (key, value) in &written.metadata {
        writeln!(output, "  {key} = {value}")?;
    }
    Ok(())
}
