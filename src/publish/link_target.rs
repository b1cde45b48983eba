//! What an address in a page means: a file of this site, something elsewhere, or nothing that works. Knows the rules of
//! addresses, not which files exist.

use percent_encoding::percent_decode_str;
use url::{Origin, Position, Url};

use super::html_page::Use;
use crate::lesson::{is_picture, scheme};

/// Where the site will stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Base {
    /// Where the host is known.
    origin: Option<Origin>,
    /// Starts and ends with `/`.
    path: String,
}

impl Base {
    /// `https://example.org/sub/`, `/sub/`, or nothing for the root of an unknown host.
    pub(super) fn new(url: &str) -> Self {
        let parsed = Url::parse(url).ok();
        let path = parsed.as_ref().map_or(url, Url::path).trim_matches('/');
        let path = if path.is_empty() { "/".into() } else { format!("/{path}/") };
        Self { origin: parsed.as_ref().map(Url::origin), path }
    }

    /// The part behind the base, when `url` is an absolute address of this site.
    fn own(&self, url: &str) -> Option<String> {
        let origin = self.origin.as_ref()?;
        let url = Url::parse(url).ok().filter(|url| url.origin() == *origin)?;
        let rest = url[Position::BeforePath..].strip_prefix(&self.path)?;
        Some(rest.to_owned())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Inside(Inside),
    /// Nothing in this site.
    Elsewhere,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Inside {
    /// Decoded. A folder is named by its `index.html`.
    pub(super) path: String,
    /// Decoded; never empty.
    pub(super) fragment: Option<String>,
    /// The address names a folder and leaves `index.html` to the host.
    pub(super) is_folder: bool,
}

/// The page that hosts show for every unknown address, at any depth.
pub(super) const NOT_FOUND: &str = "404.html";

/// # Errors
/// What is wrong with the address, to be read behind it.
pub(super) fn target(page: &str, url: &str, kind: Use, base: &Base) -> Result<Target, String> {
    let loads = matches!(kind, Use::Load | Use::LoadLater);
    if url.contains('\\') {
        return Err("has a backslash, which is no separator in an address".into());
    }
    if url.is_empty() && loads {
        return Err("is empty".into());
    }
    if let Some(own) = base.own(url) {
        if loads {
            return Err("names the host; a page loads its own files by relative addresses".into());
        }
        return inside(Vec::new(), &own, page).map(|inside| Target::Inside(Inside { is_folder: false, ..inside }));
    }
    if let Some(scheme) = scheme(url) {
        return elsewhere(&scheme, loads || is_picture(url));
    }
    if url.starts_with("//") {
        return Err("has no scheme, and means something else when the page is opened from a disk".into());
    }
    if url.starts_with('/') {
        if page != NOT_FOUND {
            return Err(
                "starts at the root of the host, where the site need not be; pages link by relative addresses".into()
            );
        }
        let Some(rest) = url.strip_prefix(&base.path) else {
            return Err(format!("lies outside the site, whose addresses start with `{}`", base.path));
        };
        return inside(Vec::new(), rest, page).map(|inside| Target::Inside(Inside { is_folder: false, ..inside }));
    }
    let stays = url.is_empty() || url.starts_with(['#', '?']);
    if page == NOT_FOUND && !stays {
        return Err(format!("is relative, but `{NOT_FOUND}` is shown at any address; start it with `{}`", base.path));
    }
    if stays {
        let fragment = fragment(url)?;
        return Ok(Target::Inside(Inside { path: page.to_owned(), fragment, is_folder: false }));
    }
    let mut folder: Vec<String> = page.split('/').map(str::to_owned).collect();
    folder.pop();
    inside(folder, url, page).map(Target::Inside)
}

fn elsewhere(scheme: &str, loads: bool) -> Result<Target, String> {
    match scheme {
        "data" if loads => Ok(Target::Elsewhere),
        "http" | "https" if loads => Err("is on another host, and a page makes no request to another host".into()),
        _ if loads => Err(format!("cannot be loaded: `{scheme}:` is not an address of this site")),
        "javascript" | "vbscript" | "data" | "blob" | "file" | "filesystem" | "view-source" => {
            Err(format!("must not be a link: `{scheme}:` addresses run code or read the reader's machine"))
        }
        _ => Ok(Target::Elsewhere),
    }
}

/// `url` seen from `folder`.
fn inside(mut folder: Vec<String>, url: &str, page: &str) -> Result<Inside, String> {
    let fragment = fragment(url)?;
    let path = &url[..url.find(['?', '#']).unwrap_or(url.len())];
    let mut is_folder = true;
    for part in path.split('/') {
        let decoded = decode(part)?;
        is_folder = false;
        match decoded.as_str() {
            "" | "." => is_folder = true,
            ".." => {
                is_folder = true;
                folder.pop().ok_or_else(|| format!("leads out of the site from `{page}`"))?;
            }
            // Hosts disagree on whether an encoded slash separates.
            part if part.contains(['/', '\\']) => return Err("has an encoded slash in it".into()),
            part => folder.push(part.to_owned()),
        }
    }
    if is_folder {
        folder.push("index.html".into());
    }
    Ok(Inside { path: folder.join("/"), fragment, is_folder })
}

fn fragment(url: &str) -> Result<Option<String>, String> {
    let Some((_, fragment)) = url.split_once('#') else { return Ok(None) };
    // `:~:text=…` is for the browser to search by and no id.
    let fragment = fragment.split(":~:").next().unwrap_or_default();
    let fragment = decode(fragment)?;
    // Every page has a top.
    Ok(Some(fragment).filter(|fragment| !fragment.is_empty() && !fragment.eq_ignore_ascii_case("top")))
}

fn decode(text: &str) -> Result<String, String> {
    let decoded = percent_decode_str(text).decode_utf8();
    decoded.map(String::from).map_err(|_| "is not UTF-8 when decoded".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(page: &str, url: &str) -> Result<Target, String> {
        target(page, url, Use::Link, &Base::new("https://Example.org/sub"))
    }

    fn path(page: &str, url: &str) -> String {
        match to(page, url) {
            Ok(Target::Inside(Inside { path, fragment, .. })) => {
                fragment.map_or(path.clone(), |fragment| format!("{path}#{fragment}"))
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn every_spelling_of_a_page_is_the_same_page() {
        for url in ["../b/", "../b/index.html", "../b/./", "../x/../b/", "%2e%2e/b/", "https://example.org/sub/b/"] {
            assert_eq!(path("a/index.html", url), "b/index.html", "{url}");
        }
        assert_eq!(path("a/index.html", ".."), "index.html");
        assert_eq!(path("a/index.html", "#s"), "a/index.html#s");
        assert_eq!(path("a/index.html", "?q=a/b#s"), "a/index.html#s");
        assert_eq!(path("a/index.html", "../b/#%E6%95%B0%E5%AD%A6"), "b/index.html#数学");
        assert_eq!(path("a/index.html", "#top"), "a/index.html");
        assert_eq!(path("a/index.html", "#s:~:text=x"), "a/index.html#s");
        assert_eq!(path("a.html", "x%20y.svg"), "x y.svg");
    }

    #[test]
    fn the_not_found_page_links_from_the_root() {
        assert_eq!(path("404.html", "/sub/a/"), "a/index.html");
        assert_eq!(path("404.html", "#s"), "404.html#s");
        assert!(to("404.html", "a/").is_err());
        assert!(to("404.html", "/a/").is_err());
        assert!(to("x/404.html", "/sub/a/").is_err());
    }

    #[test]
    fn addresses_that_work_nowhere_are_refused() {
        for url in [
            "/sub/a/",
            "../../x",
            "a\\b",
            "//example.org/x",
            "javascript:alert(1)",
            "JavaScript:x",
            "data:text/html,x",
            "file:///etc/passwd",
            "a%2fb",
            "a%5cb",
            "%ff",
            "%2e%2e/%2e%2e/x",
        ] {
            assert!(to("a/index.html", url).is_err(), "{url}");
        }
    }

    #[test]
    fn what_a_page_loads_is_its_own() {
        let base = Base::new("https://example.org");
        let load = |url| target("index.html", url, Use::Load, &base);
        assert!(load("https://cdn.example/x.js").unwrap_err().contains("another host"));
        assert!(load("https://example.org/x.js").unwrap_err().contains("relative"));
        assert!(load("").is_err());
        assert_eq!(load("data:image/png;base64,AA"), Ok(Target::Elsewhere));
        assert!(matches!(load("x.js"), Ok(Target::Inside(_))));
    }

    #[test]
    fn links_may_lead_elsewhere() {
        for url in ["https://example.com/", "mailto:a@b.example", "https://example.org/other/", "https://example.org"] {
            assert_eq!(to("index.html", url), Ok(Target::Elsewhere), "{url}");
        }
    }
}
