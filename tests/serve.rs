//! The preview server over real connections, on real folders.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails should panic")]
#![cfg(unix)]

use std::fs;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use logitpress::publish::OutputFile;
use logitpress::serve::{Built, Event, ServeError, ServeOptions, Server, Stopper};

/// A served site whose build turns `content/*.md` into pages and fails on a page that says so.
struct Preview {
    _folder: tempfile::TempDir,
    site: Utf8PathBuf,
    address: SocketAddr,
    stopper: Stopper,
    builds: Arc<AtomicUsize>,
    events: Arc<Events>,
    thread: Option<std::thread::JoinHandle<()>>,
}

/// What the server told so far.
#[derive(Default)]
struct Events {
    told: Mutex<Vec<Event>>,
    more: Condvar,
}

/// Ends a test that would wait for ever; no right run comes near it.
const HUNG: Duration = Duration::from_secs(120);

const PAGE: &str = "<!doctype html><html><head><title>t</title></head><body><p>TEXT</p></body></html>\n";

fn build(site: &Utf8Path, base_path: &str, nth: usize) -> Result<Built, String> {
    let page = |text: &str| PAGE.replace("TEXT", text).into_bytes();
    let mut files = vec![
        OutputFile::new("404.html", page("no such page")),
        OutputFile::new("assets/a b.1234.css", b"p { color: red }"),
        OutputFile::new("_headers", b"/*\n  Content-Security-Policy: default-src 'none'; script-src 'self'\n"),
    ];
    for entry in walkdir::WalkDir::new(site.join("content")).min_depth(1).sort_by_file_name() {
        let path = entry.map_err(|error| error.to_string())?.into_path();
        let Some(name) = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".md"))
        else {
            continue;
        };
        let text = fs::read_to_string(&path).map_err(|error| error.to_string())?;
        if text.contains("FAIL") {
            return Err(format!("content/{name}.md:1: <bad>"));
        }
        let path = if name == "index" { "index.html".to_owned() } else { format!("{name}/index.html") };
        files.push(OutputFile::new(path, page(&text)));
    }
    // As a careless build would: into the folder that is watched.
    fs::create_dir_all(site.join("public")).map_err(|error| error.to_string())?;
    fs::write(site.join("public/index.html"), nth.to_string()).map_err(|error| error.to_string())?;
    Ok(Built { files, base_path: base_path.to_owned() })
}

impl Preview {
    fn start(base_path: &'static str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let site = Utf8Path::from_path(folder.path()).unwrap().to_owned();
        fs::create_dir(site.join("content")).unwrap();
        fs::write(site.join("content/index.md"), "home").unwrap();
        fs::write(site.join("content/lesson.md"), "one").unwrap();
        std::os::unix::fs::symlink("/etc", site.join("content/out")).unwrap();
        let options = ServeOptions { port: 0, site: site.clone(), ignore: vec![site.join("public")] };
        let server = Server::bind(options).unwrap();
        let (address, stopper) = (server.address(), server.stopper());
        let (builds, events) = (Arc::new(AtomicUsize::new(0)), Arc::new(Events::default()));
        let (count, log, folder_of_site) = (builds.clone(), events.clone(), site.clone());
        let thread = std::thread::spawn(move || {
            let built = || {
                let nth = count.fetch_add(1, Ordering::SeqCst);
                build(&folder_of_site, base_path, nth)
            };
            server.run(built, |event| {
                log.told.lock().unwrap().push(event);
                log.more.notify_all();
            });
        });
        let preview = Self { _folder: folder, site, address, stopper, builds, events, thread: Some(thread) };
        preview.until("the first build", || {
            preview.events.told.lock().unwrap().iter().any(|e| matches!(e, Event::Built { .. }))
        });
        preview
    }

    fn until(&self, what: &str, mut done: impl FnMut() -> bool) {
        loop {
            let seen = self.events.told.lock().unwrap().len();
            if done() {
                return;
            }
            // What was told while it was looked at is looked at again.
            let told = self.events.told.lock().unwrap();
            let (told, _) = self.events.more.wait_timeout_while(told, HUNG, |told| told.len() == seen).unwrap();
            assert!(told.len() > seen, "waited in vain for {what}");
        }
    }

    /// Sends the bytes as they are and gives the status line, the headers and the body.
    fn raw(&self, request: &str) -> (String, String, String) {
        answer(self.ask(request))
    }

    fn ask(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(HUNG)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    fn get(&self, target: &str) -> (String, String, String) {
        answer(self.ask_for(target))
    }

    fn ask_for(&self, target: &str) -> TcpStream {
        self.ask(&format!("GET {target} HTTP/1.1\r\nHost: {}\r\n\r\n", self.address))
    }

    fn save(&self, name: &str, text: &str) {
        fs::write(self.site.join("content").join(name), text).unwrap();
    }

    fn shows(&self, target: &str, text: &str) {
        self.until(&format!("`{text}` at {target}"), || self.get(target).2.contains(text));
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        self.stopper.stop();
        let ended = self.thread.take().unwrap().join();
        if !std::thread::panicking() {
            ended.unwrap();
        }
    }
}

/// The status line, the headers and the body.
fn answer(mut stream: TcpStream) -> (String, String, String) {
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8(answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let (status, headers) = head.split_once("\r\n").unwrap();
    (status.strip_prefix("HTTP/1.1 ").unwrap().to_owned(), headers.to_owned(), body.to_owned())
}

fn version(page: &str) -> String {
    page.split("reload.js?version=").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned()
}

#[test]
fn exactly_the_output_answers_under_the_base_path() {
    let preview = Preview::start("/alfa/");
    let (status, headers, body) = preview.get("/alfa/lesson/");
    assert_eq!(status, "200 OK");
    assert!(headers.contains("Content-Type: text/html; charset=utf-8"), "{headers}");
    assert!(headers.contains("Content-Security-Policy: default-src 'none'; script-src 'self'"), "{headers}");
    let script = format!("<script src=\"/__logitpress/reload.js?version={}\"></script>", version(&body));
    assert_eq!(body.replace(&script, ""), PAGE.replace("TEXT", "one"), "nothing but the script is added");

    let (status, headers, body) = preview.get("/alfa/assets/a%20b.1234.css?x=1");
    assert_eq!((status.as_str(), body.as_str()), ("200 OK", "p { color: red }"));
    assert!(headers.contains("Content-Type: text/css") && headers.contains("Content-Length: 16"), "{headers}");

    for target in [
        "/bravo/",
        "/lesson/",
        "/alfa/bravo/",
        "/alfa/lesson/x",
        "/alfa/assets/a%20b.1234.css/",
        "/alfa/content/lesson.md",
    ] {
        let (status, _, body) = preview.get(target);
        assert_eq!(status, "404 Not Found", "{target}");
        assert!(body.contains("no such page"), "{target}: {body}");
    }
    for (target, location) in [("/alfa/lesson?a=b", "/alfa/lesson/?a=b"), ("/alfa", "/alfa/"), ("/", "/alfa/")] {
        let (status, headers, _) = preview.get(target);
        assert_eq!(status, "302 Found", "{target}");
        assert!(headers.contains(&format!("Location: {location}\r\n")), "{target}: {headers}");
    }
}

#[test]
fn no_address_leads_out_of_the_site() {
    let preview = Preview::start("/");
    for target in [
        "/../../etc/passwd",
        "/../../../../../../../../etc/passwd",
        "/%2e%2e%2f%2e%2e%2fetc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/lesson/..%2f..%2f..%2fetc%2fpasswd",
        "/..\\..\\etc\\passwd",
        "/%252e%252e/etc/passwd",
        "//etc/passwd",
        "/out/passwd",
        "/content/out/passwd",
        "file:///etc/passwd",
        "/lesson/%00",
    ] {
        let (status, headers, body) = preview.get(target);
        assert!(status.starts_with("400") || status.starts_with("404"), "{target}: {status}");
        assert!(!body.contains("root:") && !headers.contains("Location"), "{target}: {body}");
    }
}

#[test]
fn requests_that_make_no_sense_are_answered_and_do_no_harm() {
    let preview = Preview::start("/");
    assert_eq!(preview.raw("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n").0, "405 Method Not Allowed");
    assert_eq!(preview.raw("nonsense\r\n\r\n").0, "400 Bad Request");
    assert_eq!(preview.raw("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n").0, "403 Forbidden");
    let long = format!("GET /{} HTTP/1.1\r\n", "x".repeat(40_000));
    let mut stream = TcpStream::connect(preview.address).unwrap();
    // The server may hang up before it has read everything.
    let _ = stream.write_all(long.as_bytes());
    drop(stream);
    let (status, headers, body) = preview.raw("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!((status.as_str(), body.as_str()), ("200 OK", ""));
    assert!(!headers.contains("Content-Length: 0"), "{headers}");
    assert_eq!(preview.get("/").0, "200 OK");
}

#[test]
fn a_change_reaches_a_waiting_page() {
    let preview = Preview::start("/");
    let before = version(&preview.get("/lesson/").2);
    let waits = preview.ask_for(&format!("/__logitpress/wait.js?version={before}"));
    assert_eq!(preview.get("/").0, "200 OK", "others are answered meanwhile");
    waits.set_nonblocking(true).unwrap();
    assert_eq!(waits.peek(&mut [0]).unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
    waits.set_nonblocking(false).unwrap();
    preview.save("lesson.md", "two");
    let waiting = answer(waits);
    let (_, _, page) = preview.get("/lesson/");
    assert!(page.contains("two"), "the tree is there before the page is told");
    assert!(waiting.2.contains(&version(&page)), "{}", waiting.2);
    assert_ne!(version(&page), before);
    assert!(preview.get("/__logitpress/reload.js").1.contains("text/javascript"));
}

#[test]
fn a_failed_build_is_shown_until_it_is_mended() {
    let preview = Preview::start("/");
    preview.save("lesson.md", "FAIL");
    preview.shows("/", "content/lesson.md:1: &lt;bad&gt;");
    let (status, _, page) = preview.get("/");
    assert_eq!(status, "500 Internal Server Error");
    assert!(page.contains("reload.js"), "the page comes back by itself");
    assert_eq!(preview.get("/assets/a%20b.1234.css").0, "200 OK");
    preview.save("lesson.md", "mended");
    preview.shows("/lesson/", "mended");
}

#[test]
fn editors_that_save_by_renaming_are_followed() {
    let preview = Preview::start("/");
    for text in ["two", "three", "four"] {
        let temporary = preview.site.join("content/.lesson.md.swp");
        fs::write(&temporary, text).unwrap();
        fs::rename(&temporary, preview.site.join("content/lesson.md")).unwrap();
        preview.shows("/lesson/", text);
    }
    // A whole folder that is replaced, and a new one.
    fs::rename(preview.site.join("content"), preview.site.join("content~")).unwrap();
    fs::create_dir(preview.site.join("content")).unwrap();
    preview.save("index.md", "another folder");
    preview.shows("/", "another folder");
    preview.save("index.md", "and a change in it");
    preview.shows("/", "and a change in it");
}

#[test]
fn only_a_change_of_content_builds_again() {
    let preview = Preview::start("/");
    // That nothing happens can only be seen by waiting; a slow machine hides a fault here and makes none.
    std::thread::sleep(Duration::from_millis(700));
    let count = || preview.builds.load(Ordering::SeqCst);
    assert_eq!(count(), 1, "what the build itself writes does not start another");
    preview.save("lesson.md", "one");
    fs::create_dir_all(preview.site.join("target/debug")).unwrap();
    fs::write(preview.site.join("target/debug/x"), "x").unwrap();
    fs::write(preview.site.join("public/y.html"), "y").unwrap();
    fs::write(preview.site.join("content/lesson.md~"), "x").unwrap();
    std::thread::sleep(Duration::from_millis(700));
    assert_eq!(count(), 1);
    // The same length within one tick of the clock is a change all the same.
    preview.save("lesson.md", "two");
    preview.shows("/lesson/", "two");
    preview.save("lesson.md", "six");
    preview.shows("/lesson/", "six");
}

#[test]
fn a_taken_port_is_named() {
    let preview = Preview::start("/");
    let options = ServeOptions { port: preview.address.port(), site: preview.site.clone(), ignore: Vec::new() };
    let error = Server::bind(options).unwrap_err();
    assert!(matches!(error, ServeError::PortTaken { port } if port == preview.address.port()));
    assert!(error.to_string().contains("--port"), "{error}");
    assert!(preview.address.ip().is_loopback());
}
