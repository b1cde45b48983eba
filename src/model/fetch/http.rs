//! Fetching over http or https, going on where an earlier try stopped.

use std::io::Read;
use std::time::Duration;

use camino::Utf8Path;
use ureq::Agent;
use ureq::http::StatusCode;

use super::Watch;
use super::part::Part;
use crate::model::catalog::ModelEntry;
use crate::web::words_of;

/// How long a server may be silent before it counts as gone.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(30);
/// Tries in a row that bring nothing new before the source is given up.
const FRUITLESS_TRIES: u32 = 2;

/// What one request came to.
enum Came {
    /// The file is whole.
    Whole,
    /// The connection broke; what came is kept.
    Broken(String),
}

pub fn fetch(entry: &ModelEntry, folder: &Utf8Path, url: &str, watch: Watch<'_>) -> Result<(), String> {
    fetch_with(entry, folder, url, SILENCE_TIMEOUT, watch)
}

pub fn fetch_with(
    entry: &ModelEntry,
    folder: &Utf8Path,
    url: &str,
    silence: Duration,
    watch: Watch<'_>,
) -> Result<(), String> {
    let agent = crate::web::agent(silence);
    let mut part = Part::open(entry, folder, watch).map_err(disk)?;
    let resumed = part.written() > 0;
    complete(&agent, url, &mut part, watch)?;
    match part.finish(entry, folder) {
        // The fault may be with what an earlier fetch left: once more, from the start.
        Err(_) if resumed => {
            let mut part = Part::open(entry, folder, watch).map_err(disk)?;
            part.restart().map_err(disk)?;
            complete(&agent, url, &mut part, watch)?;
            part.finish(entry, folder)
        }
        other => other,
    }
}

/// Asks until the file is whole, going on where a connection broke.
fn complete(agent: &Agent, url: &str, part: &mut Part, watch: Watch<'_>) -> Result<(), String> {
    let mut fruitless = 0;
    while !part.is_whole() {
        let before = part.written();
        match request(agent, url, part, watch)? {
            Came::Whole => break,
            Came::Broken(why) => {
                fruitless = if part.written() > before { 0 } else { fruitless + 1 };
                if fruitless >= FRUITLESS_TRIES {
                    return Err(why);
                }
            }
        }
    }
    Ok(())
}

fn disk(error: std::io::Error) -> String {
    format!("the file cannot be written: {error}")
}

fn request(agent: &Agent, url: &str, part: &mut Part, watch: Watch<'_>) -> Result<Came, String> {
    let start = part.written();
    let mut request = agent.get(url);
    if start > 0 {
        request = request.header("Range", format!("bytes={start}-"));
    }
    let mut response = request.call().map_err(|error| words_of(&error))?;
    let status = response.status();
    match status {
        StatusCode::PARTIAL_CONTENT if start > 0 => {
            let range = response.headers().get("content-range").and_then(|range| range.to_str().ok());
            if !range.is_some_and(|range| range.starts_with(&format!("bytes {start}-"))) {
                return Err(format!("the server sent another range ({}) than asked for", range.unwrap_or("unnamed")));
            }
        }
        // The server does not do ranges: from the start, then.
        StatusCode::OK if start > 0 => part.restart().map_err(disk)?,
        StatusCode::OK => {}
        _ => return Err(format!("the server answered {status}")),
    }
    let mut body = response.body_mut().as_reader();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let count = match body.read(&mut buffer) {
            Ok(0) if part.is_whole() => return Ok(Came::Whole),
            Ok(0) => {
                let written = part.written();
                return Ok(Came::Broken(format!("the server stopped after {written} bytes")));
            }
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => {
                let written = part.written();
                return Ok(Came::Broken(format!("the connection broke after {written} bytes: {error}")));
            }
        };
        let bytes = buffer.get(..count).unwrap_or_default();
        if !part.append(bytes, watch).map_err(disk)? {
            part.restart().map_err(disk)?;
            return Err("the server sends a longer file than the list says".to_owned());
        }
    }
}
