//! Decides what a request is answered with. Comes in: method, target, host and what is shown. Goes out: status, headers
//! and bytes. Does not touch the network.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::content_type::content_type;
use super::error_page::error_page;
use super::live::{Live, Shown};
use super::request_path::decode;
use super::tree::Found;

/// What of a request matters.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    pub(super) target: String,
    pub(super) host: Option<String>,
}

#[derive(Debug)]
pub(super) struct Response {
    pub(super) status: &'static str,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

const HTML: &str = "text/html; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
/// Addresses that are the server's own, not the site's.
const OWN: &str = "/__logitpress/";
/// Shorter than the time after which browsers and proxies give a silent request up.
const PATIENCE: Duration = Duration::from_secs(25);

impl Response {
    pub(super) fn new(status: &'static str, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: vec![("Content-Type".into(), kind.into())], body: body.into() }
    }

    pub(super) fn plain(status: &'static str, body: &str) -> Self {
        Self::new(status, TEXT, format!("{body}\n"))
    }

    fn redirect(location: &str) -> Self {
        let mut response = Self::plain("302 Found", "This page is elsewhere.");
        response.headers.push(("Location".into(), location.into()));
        response
    }
}

pub(super) fn answer(request: &Request, live: &Live, stop: &AtomicBool) -> Response {
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        let mut response = Response::plain("405 Method Not Allowed", "The preview answers GET and HEAD.");
        response.headers.push(("Allow".into(), "GET, HEAD".into()));
        return response;
    }
    // A page of another site could name this server by a host name of its own and read what it answers.
    if request.host.as_deref().is_some_and(|host| !is_loopback(host)) {
        return Response::plain("403 Forbidden", "The preview answers on 127.0.0.1 and localhost only.");
    }
    let Some(path) = decode(&request.target) else {
        return Response::plain("400 Bad Request", "This address leads nowhere.");
    };
    if let Some(own) = path.strip_prefix(OWN) {
        return answer_own(own, &request.target, live, stop);
    }
    answer_site(&request.target, &path, &live.shown())
}

fn answer_own(name: &str, target: &str, live: &Live, stop: &AtomicBool) -> Response {
    match name {
        "reload.js" => Response::new("200 OK", SCRIPT, include_str!("reload.js")),
        "error.css" => Response::new("200 OK", content_type(name), include_str!("error.css")),
        "wait.js" => {
            let version = live.wait(&query(target, "version"), PATIENCE, stop);
            let script = format!("document.documentElement.dataset.logitpressVersion = \"{version}\";\n");
            Response::new("200 OK", SCRIPT, script)
        }
        "page.js" => Response::new("200 OK", SCRIPT, page_script(&query(target, "path"), &live.shown())),
        _ => Response::plain("404 Not Found", "The preview has no such file."),
    }
}

/// The value of `name` in the address's query, decoded; empty where it has none.
fn query(target: &str, name: &str) -> String {
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let mut pairs = url::form_urlencoded::parse(query.as_bytes());
    pairs.find_map(|(key, value)| (key == name).then(|| value.into_owned())).unwrap_or_default()
}

/// The page at `path` as it is shown now, for a page that is open and takes over what changed; null where an error or
/// nothing is shown there.
fn page_script(path: &str, shown: &Shown) -> String {
    let file = shown.tree.as_ref().filter(|_| shown.failure.is_none()).and_then(|tree| match tree.find(path) {
        Found::File { name, file } if content_type(name) == HTML => Some(String::from_utf8_lossy(file.bytes())),
        _ => None,
    });
    format!("globalThis.logitpressPage = {};\n", serde_json::json!({ "version": &*shown.version, "html": file }))
}

fn answer_site(target: &str, path: &str, shown: &Shown) -> Response {
    let file = path.rsplit('/').next().unwrap_or_default();
    let is_page = !file.contains('.') || content_type(file) == HTML;
    if let Some(message) = shown.failure.as_ref().filter(|_| is_page) {
        let page = with_reload(error_page(message).as_bytes(), &shown.version);
        return Response::new("500 Internal Server Error", HTML, page);
    }
    let Some(tree) = &shown.tree else {
        let mut response = Response::plain("503 Service Unavailable", "The site is being built.");
        response.headers.push(("Refresh".into(), "1".into()));
        return response;
    };
    let mut response = match tree.find(path) {
        Found::File { name, file } => match file.make() {
            Ok(bytes) if content_type(name) == HTML => {
                Response::new("200 OK", HTML, with_reload(bytes, &shown.version))
            }
            Ok(bytes) => Response::new("200 OK", content_type(name), bytes),
            Err(why) => Response::plain("500 Internal Server Error", &format!("`{name}` cannot be made: {why}")),
        },
        Found::AddSlash => {
            let (path, query) = target.split_at(target.find('?').unwrap_or(target.len()));
            Response::redirect(&format!("{path}/{query}"))
        }
        Found::Base => Response::redirect(tree.base_path()),
        Found::Nothing => match tree.not_found() {
            Some(page) => Response::new("404 Not Found", HTML, with_reload(page, &shown.version)),
            None => Response::plain("404 Not Found", "The site has no such page."),
        },
    };
    for (name, value) in tree.headers().of(path) {
        // The preview's own words on caching come last.
        if !name.eq_ignore_ascii_case("cache-control") && !name.eq_ignore_ascii_case("content-type") {
            response.headers.push((name.to_owned(), value.to_owned()));
        }
    }
    response
}

fn is_loopback(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => return rest.split(']').next() == Some("::1"),
        None => host.split(':').next().unwrap_or_default(),
    };
    name.eq_ignore_ascii_case("localhost") || name.parse::<std::net::Ipv4Addr>().is_ok_and(|ip| ip.is_loopback())
}

/// The page with the reload script before the end of its body. The built file stays as it is.
fn with_reload(html: &[u8], version: &str) -> Vec<u8> {
    let script = format!("<script src=\"{OWN}reload.js?version={version}\"></script>");
    let end = html.windows(7).rposition(|window| window.eq_ignore_ascii_case(b"</body>")).unwrap_or(html.len());
    [&html[..end], script.as_bytes(), &html[end..]].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_stands_at_the_end_of_the_body() {
        let page = String::from_utf8(with_reload(b"<body><p></body> quoted</BODY></html>", "v")).unwrap();
        assert_eq!(
            page,
            "<body><p></body> quoted<script src=\"/__logitpress/reload.js?version=v\"></script></BODY></html>"
        );
        assert!(with_reload(b"<p>", "v").starts_with(b"<p><script"));
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:1024", "127.1.2.3", "[::1]:80"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "[::2]", "10.0.0.1"] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
