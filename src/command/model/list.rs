use std::io::Write;

use camino::Utf8Path;

use super::ModelCommandError;
use crate::exit_code::ExitCode;
use crate::model::verified::{Presence, presence};
use crate::model::{FetchEvent, ModelCatalog, ModelEntry, Tokenizer};

/// One line per model; the first is the default.
pub fn list(catalog: &ModelCatalog, folder: &Utf8Path, output: &mut dyn Write) -> Result<(), ModelCommandError> {
    let width = catalog.names().iter().map(|name| name.chars().count()).max().unwrap_or(0);
    for (index, entry) in catalog.entries().iter().enumerate() {
        let mark = if index == 0 { " (default)" } else { "" };
        let state = match presence(entry, folder, false, &mut |_| {}) {
            Ok(Presence::Missing) => "not here".to_owned(),
            Ok(Presence::Right) => format!("here, {}", entry.path(folder)),
            Ok(Presence::Wrong { .. }) => format!("another file is in its place, {}", entry.path(folder)),
            Err(error) => format!("cannot be read, {}: {error}", entry.path(folder)),
        };
        writeln!(output, "{:width$}  {}  {}  {state}{mark}", entry.name, megabytes(entry.bytes), entry.licence)?;
    }
    Ok(())
}

/// Hashes each file again, reads its head and makes its tokenizer: all that can be known without running it.
pub fn verify(
    entries: &[&ModelEntry],
    folder: &Utf8Path,
    output: &mut dyn Write,
    watch: &mut dyn FnMut(FetchEvent<'_>),
) -> Result<ExitCode, ModelCommandError> {
    let mut code = ExitCode::Done;
    for entry in entries {
        let words = match fault(entry, folder, watch) {
            None => "right".to_owned(),
            Some(fault) => {
                code = ExitCode::Engine;
                fault
            }
        };
        writeln!(output, "{}  {words}", entry.name)?;
    }
    Ok(code)
}

fn fault(entry: &ModelEntry, folder: &Utf8Path, watch: &mut dyn FnMut(FetchEvent<'_>)) -> Option<String> {
    let path = entry.path(folder);
    let mut done = 0;
    let mut hashed = |bytes| {
        done += bytes;
        watch(FetchEvent::Verifying { done, total: entry.bytes });
    };
    match presence(entry, folder, true, &mut hashed) {
        Err(error) => return Some(format!("{path} cannot be read: {error}")),
        Ok(Presence::Missing) => return Some(format!("not here: {path} (`logitpress model fetch` gets it)")),
        Ok(Presence::Wrong { sha256: Some(sha256), .. }) => {
            return Some(format!("{path} has sha256 {sha256}, {} is expected", entry.sha256));
        }
        Ok(Presence::Wrong { bytes, sha256: None }) => {
            return Some(format!("{path} has {bytes} bytes, {} are expected", entry.bytes));
        }
        Ok(Presence::Right) => {}
    }
    match entry.read(&path) {
        Err(error) => Some(format!("{path} cannot be used: {error}")),
        Ok(gguf) => Tokenizer::from_gguf(&gguf).err().map(|error| format!("{path} cannot be used: {error}")),
    }
}

fn megabytes(bytes: u64) -> String {
    // One decimal, rounded, without going through a float.
    let tenths = bytes.saturating_add(50_000) / 100_000;
    format!("{}.{} MB", tenths / 10, tenths % 10)
}
