//! Broken addresses of every kind, on small whole sites.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use logitpress::publish::{LinkRules, OutputFile, check_external, check_links};

use crate::file;

fn problems_at(base_url: &str, files: &[OutputFile]) -> Vec<String> {
    let rules = LinkRules { base_url: base_url.into(), opens_from_disk: false, ..LinkRules::default() };
    check_links(files, &rules).iter().map(ToString::to_string).collect()
}

fn problems(files: &[OutputFile]) -> Vec<String> {
    problems_at("https://example.org/sub/", files)
}

fn page(body: &str) -> String {
    format!("<!doctype html><html><head><title>t</title></head><body>{body}</body></html>")
}

#[test]
fn a_sound_site_has_no_problems() {
    let files = [
        file(
            "index.html",
            page(
                "<a href='a/'>a</a> <a href='a/index.html#数学'>b</a> <a href='a/#%E6%95%B0%E5%AD%A6'>b</a><a href='#top'></a>",
            ),
        ),
        file(
            "a/index.html",
            page(
                "<h2 id='数学'>x</h2><a href='../'>up</a><a href=''>self</a><a href='https://example.com/'>out</a> <img src='x%20y.svg' srcset='x%20y.svg 1x, ../b.png 2x'><img src='data:image/png;base64,AA'>",
            ),
        ),
        file(
            "404.html",
            page("<link rel=stylesheet href='/sub/s.css'><a href='/sub/a/#数学'>a</a><a href='#top'>t</a>"),
        ),
        file(
            "a/x y.svg",
            "<svg xmlns='http://www.w3.org/2000/svg'><style>p{fill:red}</style><g id='x'/><use href='#x'/></svg>",
        ),
        file("b.png", [0u8, 255]),
        file("s.css", "@font-face { src: url(f.woff2) } p { fill: url(#local) }"),
        file("f.woff2", ""),
        file("m.js", "run();"),
        file("sitemap.xml", "<urlset><url><loc>https://example.org/sub/a/</loc></url></urlset>"),
        file("feed.xml", "<feed><link href='https://example.org/sub/'/></feed>"),
    ];
    assert_eq!(problems(&files), Vec::<String>::new());
}

#[test]
fn each_broken_address_is_named_with_its_page_and_line() {
    let files = [
        file("a/index.html", "<p>\n<a href='../b/'>x</a>\n<img src=no.png>\n<a href='#nope'>y</a>"),
        file("s.css", "p {}\nq { background: url(gone.png) }"),
        file("sitemap.xml", "<urlset>\n<loc>https://example.org/sub/gone/</loc></urlset>"),
    ];
    assert_eq!(
        problems(&files),
        [
            "a/index.html:2: `../b/` leads to `b/index.html`, which the site does not have",
            "a/index.html:3: `no.png` leads to `a/no.png`, which the site does not have",
            "a/index.html:4: `#nope` leads to `a/index.html`, which has no id `nope`",
            "s.css:2: `gone.png` leads to `gone.png`, which the site does not have",
            "sitemap.xml:2: `https://example.org/sub/gone/` leads to `gone/index.html`, which the site does not have",
        ]
    );
}

#[test]
fn near_misses_say_what_was_probably_meant() {
    let files = [
        file(
            "index.html",
            page("<a href='lesson'>no slash</a><a href='Lesson/'>case</a><a href='lesson/pic.svg/'>slash</a>"),
        ),
        file("lesson/index.html", page("")),
        file("lesson/pic.svg", "<svg/>"),
    ];
    let found = problems(&files).join("\n");
    assert!(found.contains("`lesson` names a folder without its slash"), "{found}");
    assert!(found.contains("upper and lower case differ"), "{found}");
    assert!(found.contains("`lesson/pic.svg/` leads to `lesson/pic.svg/index.html`"), "{found}");
}

#[test]
fn nothing_is_loaded_from_another_host() {
    let body = "<script src='https://cdn.example/a.js'></script><link rel=stylesheet href='//cdn.example/a.css'>\
        <link rel=preconnect href='https://fonts.example'><img src='http://x.example/p.gif' srcset='https://x.example/q 2x'>\
        <iframe src='https://video.example/'></iframe><svg><image href='https://x.example/r'/></svg>";
    let files = [file("index.html", page(body)), file("s.css", "@import url(https://x.example/t.css);")];
    let found = problems(&files);
    assert_eq!(found.len(), 8, "{found:#?}");
}

#[test]
fn addresses_that_depend_on_where_the_site_stands_are_refused() {
    let body = "<a href='/a/'>host root</a><a href='..\\a\\'>backslash</a><a href='../../x'>above</a>";
    let found = problems(&[file("a/index.html", page(body))]);
    assert_eq!(found.len(), 3, "{found:#?}");
    let found = problems(&[file("404.html", page("<a href='/other/'>x</a><img src=p.png>")), file("p.png", "")]);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found.iter().all(|problem| problem.contains("`/sub/`")), "{found:#?}");
    // The same page is right at the root of a host.
    let root = [file("404.html", page("<a href='/a/'>x</a>")), file("a/index.html", page(""))];
    assert_eq!(problems_at("", &root), Vec::<String>::new());
    assert_eq!(problems_at("/", &root), Vec::<String>::new());
    assert_eq!(problems_at("/sub", &root).len(), 1);
}

#[test]
fn a_site_for_the_disk_names_its_index_files() {
    let files = [
        file("index.html", page("<a href='a/'>x</a>\n<a href='a/index.html'>y</a>")),
        file("a/index.html", page("<a href='#'>x</a>")),
        file("404.html", page("<a href='/a/'>x</a>")),
    ];
    let rules = LinkRules { base_url: String::new(), opens_from_disk: true, ..LinkRules::default() };
    let found = check_links(&files, &rules);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].page.as_str(), found[0].link.as_deref()), ("index.html", Some("a/")));
}

#[test]
fn ids_are_single_and_references_inside_drawings_count() {
    let body = "<svg><linearGradient id=g /><path fill='url(#g)' marker-end='url(#arrow)'/></svg>\n<p id=g>";
    let found = problems(&[file("index.html", page(body))]);
    assert_eq!(
        found,
        [
            "index.html:1: `#arrow` leads to `index.html`, which has no id `arrow`",
            "index.html:2: the id `g` is used more than once"
        ]
    );
}

#[test]
fn what_a_model_wrote_is_no_link() {
    let body =
        "<p>&lt;a href=\"javascript:alert(1)\"&gt; &lt;/script&gt;&lt;img src=x onerror=y&gt; [x](javascript:z)</p>";
    assert_eq!(problems(&[file("index.html", page(body))]), Vec::<String>::new());
    let found = problems(&[
        file("index.html", page("<a href='javascript:alert(1)'>x</a><img src=p.png onerror=y>")),
        file("p.png", ""),
    ]);
    assert_eq!(found.len(), 2, "{found:#?}");
}

/// Answers each request by its method and path, and counts them.
fn other_host(answer: fn(&str, &str) -> u16) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let asked = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&asked);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut line = String::new();
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            reader.read_line(&mut line).unwrap();
            for rest in reader.lines() {
                if rest.unwrap().is_empty() {
                    break;
                }
            }
            count.fetch_add(1, Ordering::SeqCst);
            let mut words = line.split(' ');
            let status = answer(words.next().unwrap(), words.next().unwrap());
            write!(stream, "HTTP/1.1 {status} x\r\ncontent-length: 0\r\nconnection: close\r\n\r\n").unwrap();
        }
    });
    (address, asked)
}

#[test]
fn other_hosts_are_asked_once_for_each_address() {
    let (host, asked) = other_host(|method, path| match (method, path) {
        (_, "/there") | ("GET", "/no-head") => 200,
        (_, "/no-head") => 405,
        (_, "/for-people") => 403,
        _ => 404,
    });
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let page = format!(
        "<!doctype html><a href=\"{host}/there#a\">1</a><a href=\"{host}/there#b\">2</a>\n<a href=\"{host}/no-head\">3</a>\
         <a href=\"{host}/for-people\">4</a><a href=\"mailto:a@b.c\">5</a>\n<a href=\"{host}/gone\">6</a>\n\
         <a href=\"http://{nobody}/\">7</a><a href=\"b.html\">8</a><a href=\"https://own.example/sub/b.html\">9</a>"
    );
    let files = [file("a.html", page), file("b.html", format!("<a href=\"{host}/gone\">1</a>"))];
    let rules =
        LinkRules { base_url: "https://own.example/sub/".into(), opens_from_disk: true, ..LinkRules::default() };
    let (problems, addresses) = check_external(&files, &rules);
    let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
    assert_eq!(addresses, 5);
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts[0].starts_with(&format!("a.html:3: `{host}/gone` is answered by 404")), "{texts:?}");
    assert!(texts[1].starts_with(&format!("a.html:4: `http://{nobody}/` no connection")), "{texts:?}");
    // Once for what is there, twice where the head alone was refused.
    assert_eq!(asked.load(Ordering::SeqCst), 1 + 2 + 2 + 2);
}
