//! Gives every static file its published name, and rewrites the references between them. A file's name is made from
//! its bytes after rewriting, so files are named in the order of their references.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use camino::{Utf8Path, Utf8PathBuf};
use percent_encoding::percent_decode_str;

use super::static_files::{StaticFile, is_font_licence};
use super::{ASSETS, Assets, ROOT, css_references};
use crate::diagnostic::Diagnostic;
use crate::publish::OutputFile;
use crate::words::Words;

/// A reference from one static file to another, checked.
struct Link {
    span: Range<usize>,
    target: String,
    /// `?…` or `#…`, kept as it is.
    rest: String,
}

pub(super) fn publish(files: BTreeMap<String, StaticFile>, words: &Words) -> Result<Assets, Vec<Diagnostic>> {
    let mut complaints = Vec::new();
    let mut links = BTreeMap::new();
    for (name, file) in &files {
        links.insert(name.as_str(), links_of(name, file, &files, &mut complaints));
    }
    if !complaints.is_empty() {
        return Err(complaints);
    }
    let order = order(&files, &links)?;
    let mut paths = BTreeMap::new();
    let mut published = BTreeMap::new();
    for name in order {
        let (Some(file), Some(links)) = (files.get(name), links.get(name)) else { continue };
        let mut bytes = rewrite(&file.bytes, links, name, &paths);
        if name.ends_with(".js") {
            bytes = with_words(bytes, words).map_err(|id| vec![unknown_message(file, &id)])?;
        }
        let path = published_path(name, &bytes);
        paths.insert(name.to_owned(), path.clone());
        published.insert(path, bytes);
    }
    let files = published.into_iter().map(|(path, bytes)| OutputFile::new(path, bytes)).collect();
    Ok(Assets { paths, files })
}

/// A script with the messages that it names in it.
fn with_words(script: Vec<u8>, words: &Words) -> Result<Vec<u8>, String> {
    match std::str::from_utf8(&script) {
        Ok(text) => Ok(words.in_script(text)?.into_bytes()),
        Err(_) => Ok(script),
    }
}

fn unknown_message(file: &StaticFile, id: &str) -> Diagnostic {
    let source = file.source();
    let named = format!("word(\"{id}\"");
    let at = source.text.find(&named).unwrap_or_default();
    Diagnostic::error("unknown-message", format!("no message `{id}` is there that a script can read"))
        .at(&source, at..at + named.len())
        .hint("The messages stand in the program's `src/words/catalogue/en`.")
}

/// `css/page.css` becomes `assets/page.3f2a9c1d.css`.
fn published_path(name: &str, bytes: &[u8]) -> String {
    if let Some(plain) = name.strip_prefix(ROOT) {
        return plain.to_owned();
    }
    if is_font_licence(name) {
        return format!("{ASSETS}{name}");
    }
    let file = name.rsplit_once('/').map_or(name, |(_, file)| file);
    let digest = blake3::hash(bytes).to_hex();
    let digest = &digest[..8];
    match file.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => format!("{ASSETS}{stem}.{digest}.{extension}"),
        _ => format!("{ASSETS}{file}.{digest}"),
    }
}

fn links_of(
    name: &str,
    file: &StaticFile,
    files: &BTreeMap<String, StaticFile>,
    complaints: &mut Vec<Diagnostic>,
) -> Vec<Link> {
    // Scripts are classic ones, which import nothing.
    if !Utf8Path::new(name).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("css")) {
        return Vec::new();
    }
    let Ok(text) = std::str::from_utf8(&file.bytes) else {
        complaints.push(Diagnostic::error("static-encoding", format!("`{}` is not UTF-8", file.shown)));
        return Vec::new();
    };
    let mut complain = |span: Range<usize>, message: String, hint: String| {
        // The shown text has no byte-order mark.
        let mark = text.len() - text.trim_start_matches('\u{feff}').len();
        let span = span.start.saturating_sub(mark)..span.end.saturating_sub(mark);
        complaints.push(Diagnostic::error("static-reference", message).at(&file.source(), span).hint(hint));
    };
    let mut links = Vec::new();
    for reference in css_references(text) {
        match target(name, &reference.url) {
            Ok(None) => {}
            Ok(Some((target, rest))) if files.contains_key(&target) => {
                links.push(Link { span: reference.span, target, rest });
            }
            Ok(Some((target, _))) => {
                let hint = nearest(&target, files).map_or_else(
                    || "Addresses are relative to the file that they stand in.".to_owned(),
                    |near| {
                        format!("There is a `static/{near}`. Addresses are relative to the file that they stand in.")
                    },
                );
                complain(reference.span, format!("there is no `static/{target}`"), hint);
            }
            Err(message) => {
                let hint = "Put the file into `static/` and name it by a relative address.";
                complain(reference.span, format!("`{}` {message}", reference.url), hint.into());
            }
        }
    }
    links
}

/// The static file that an address in the file `name` means, and what follows the path. `None` for an address that
/// loads no file.
fn target(name: &str, url: &str) -> Result<Option<(String, String)>, &'static str> {
    let lower = url.to_ascii_lowercase();
    if lower.starts_with("data:") || url.starts_with('#') {
        return Ok(None);
    }
    if lower.starts_with("//") || lower.split(['/', '?', '#']).next().is_some_and(|start| start.contains(':')) {
        return Err("is on another host, and a page makes no request to another host");
    }
    if url.starts_with('/') {
        return Err("starts at the root of the host, where the site need not be");
    }
    if url.contains('\\') {
        return Err("has a backslash, which is no separator in an address");
    }
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let (path, rest) = url.split_at(end);
    let path = percent_decode_str(path).decode_utf8().map_err(|_| "is not UTF-8 when decoded")?;
    let mut parts: Vec<&str> = name.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop().ok_or("leads out of `static/`")?;
            }
            part => parts.push(part),
        }
    }
    Ok(Some((parts.join("/"), rest.to_owned())))
}

/// A file of the same name elsewhere, or the same path in other case.
fn nearest<'a>(target: &str, files: &'a BTreeMap<String, StaticFile>) -> Option<&'a str> {
    let file = |path: &str| path.rsplit('/').next().unwrap_or(path).to_lowercase();
    files.keys().map(String::as_str).find(|name| file(name) == file(target))
}

/// Files after those that they refer to.
fn order<'a>(
    files: &'a BTreeMap<String, StaticFile>,
    links: &BTreeMap<&'a str, Vec<Link>>,
) -> Result<Vec<&'a str>, Vec<Diagnostic>> {
    let mut order = Vec::new();
    let mut done: BTreeSet<&str> = BTreeSet::new();
    for start in files.keys() {
        // A stack of our own: a chain of imports may be longer than the thread's.
        let mut open: Vec<(&str, usize)> = vec![(start, 0)];
        while let Some((name, next)) = open.last_mut() {
            let name = *name;
            if done.contains(name) {
                open.pop();
                continue;
            }
            let Some(link) = links.get(name).and_then(|links| links.get(*next)) else {
                done.insert(name);
                order.push(name);
                open.pop();
                continue;
            };
            *next += 1;
            let Some((target, _)) = files.get_key_value(&link.target) else { continue };
            if done.contains(target.as_str()) {
                continue;
            }
            if let Some(from) = open.iter().position(|(name, _)| name == target) {
                return Err(vec![circle(&open[from..], files, link)]);
            }
            open.push((target, 0));
        }
    }
    Ok(order)
}

fn circle(open: &[(&str, usize)], files: &BTreeMap<String, StaticFile>, link: &Link) -> Diagnostic {
    let mut names: Vec<String> = open.iter().map(|(name, _)| format!("static/{name}")).collect();
    names.push(format!("static/{}", link.target));
    let message = format!("static files refer to each other in a circle: {}", names.join(" → "));
    let hint = "A file's published name is made from its content, which holds the names of the files it refers to; \
                a circle has no beginning. Move what both need into a third file.";
    let complaint = Diagnostic::error("static-circle", message).hint(hint);
    match open.last().and_then(|(name, _)| files.get(*name)) {
        Some(file) => complaint.at(&file.source(), link.span.clone()),
        None => complaint,
    }
}

fn rewrite(bytes: &[u8], links: &[Link], name: &str, paths: &BTreeMap<String, String>) -> Vec<u8> {
    let mut rewritten = Vec::with_capacity(bytes.len());
    let mut done = 0;
    for link in links {
        let Some(path) = paths.get(&link.target) else { continue };
        let address = address(published_folder(name), path);
        rewritten.extend_from_slice(&bytes[done..link.span.start]);
        rewritten.extend_from_slice(address.as_bytes());
        rewritten.extend_from_slice(link.rest.as_bytes());
        done = link.span.end;
    }
    rewritten.extend_from_slice(&bytes[done..]);
    rewritten
}

/// The folder of the published file, which does not depend on its bytes.
fn published_folder(name: &str) -> Utf8PathBuf {
    let path = published_path(name, &[]);
    Utf8Path::new(&path).parent().map(Utf8Path::to_owned).unwrap_or_default()
}

/// `path` as seen from a file in `folder`, with what an address or a quoted string cannot hold encoded.
fn address(folder: Utf8PathBuf, path: &str) -> String {
    use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
    const ENCODED: &AsciiSet = &CONTROLS
        .add(b' ')
        .add(b'"')
        .add(b'\'')
        .add(b'(')
        .add(b')')
        .add(b'<')
        .add(b'>')
        .add(b'`')
        .add(b'#')
        .add(b'?')
        .add(b'%')
        .add(b'\\')
        .add(b'$');
    let from: Vec<&str> = folder.as_str().split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = path.split('/').collect();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let mut parts: Vec<String> = vec!["..".into(); from.len() - shared];
    parts.extend(to[shared..].iter().map(|part| utf8_percent_encode(part, ENCODED).to_string()));
    parts.join("/")
}
