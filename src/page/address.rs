//! Addresses of pages: from one to another, and as a whole URL.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

/// The way from the page at `from` to the file at `to`, both below the output folder. Names the file
/// (`../x/index.html`), so that it also leads there when the pages are opened as files.
pub fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let folders = from.len().min(to.len()) - 1;
    let shared = (0..folders).take_while(|&at| from[at] == to[at]).count();
    let mut way = "../".repeat(from.len() - 1 - shared);
    way.push_str(&encode(&to[shared..].join("/")));
    way
}

/// From the page at `from` up to the output folder: `../../`, or nothing.
pub fn to_root(from: &str) -> String {
    "../".repeat(from.matches('/').count())
}

/// The URL of a page or file. `index.html` at its end is left out: that is a page's one public address.
pub fn absolute(base: &Url, path: &str) -> String {
    let path = match path.strip_suffix("index.html") {
        Some(folder) if folder.is_empty() || folder.ends_with('/') => folder,
        _ => path,
    };
    format!("{}/{}", base.as_str().trim_end_matches('/'), encode(path))
}

/// The path under which the site is served, with a slash at both ends.
pub fn base_path(base: Option<&Url>) -> String {
    let path = base.map(|base| base.path().trim_matches('/')).unwrap_or_default();
    if path.is_empty() { "/".into() } else { format!("/{path}/") }
}

/// What may stand in a path or a fragment as it is.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// Percent-encodes what may not stand in a path or a fragment as it is; slashes stay.
pub fn encode(path: &str) -> String {
    utf8_percent_encode(path, KEPT).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_between_pages() {
        assert_eq!(relative("a/b/index.html", "a/c/index.html"), "../c/index.html");
        assert_eq!(relative("a/b/index.html", "index.html"), "../../index.html");
        assert_eq!(relative("index.html", "a/index.html"), "a/index.html");
        assert_eq!(relative("a/index.html", "a/index.html"), "index.html");
        assert_eq!(relative("a/index.html", "a/b/index.html"), "b/index.html");
        assert_eq!(relative("a/b/index.html", "数/index.html"), "../../%E6%95%B0/index.html");
    }

    #[test]
    fn a_base_keeps_its_path() {
        for base in ["https://h.example/sub", "https://h.example/sub/"] {
            let base = Url::parse(base).unwrap();
            assert_eq!(absolute(&base, "a/index.html"), "https://h.example/sub/a/");
            assert_eq!(absolute(&base, "feed.xml"), "https://h.example/sub/feed.xml");
            assert_eq!(absolute(&base, "index.html"), "https://h.example/sub/");
            assert_eq!(base_path(Some(&base)), "/sub/");
        }
        assert_eq!(base_path(None), "/");
    }
}
