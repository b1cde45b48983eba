//! A site four times as large takes about four times as long.

use std::time::{Duration, Instant};

use camino::Utf8Path;
use logitpress::publish::{LinkRules, OutputFile, check_links, write};

use crate::file;

fn site(pages: usize) -> Vec<OutputFile> {
    let page = |n: usize| {
        let sections: String = (0..8)
            .map(|section| {
                let (near, far) = ((n + section) % pages, (n * 7 + section * 31) % pages);
                format!(
                    "<h2 id='s{section}'>Section</h2><p>{}</p><a href='../lesson-{near}/#s{section}'>near</a>\
                     <a href='../lesson-{far}/'>far</a><img src='../pic.svg' alt=''>\n",
                    "Some words of prose. ".repeat(10)
                )
            })
            .collect();
        file(&format!("lesson-{n}/index.html"), format!("<!doctype html><title>{n}</title>{sections}"))
    };
    (0..pages).map(page).chain([file("pic.svg", "<svg/>")]).collect()
}

/// The better of two: another process on the machine must not fail the test.
fn time(pages: usize) -> Duration {
    let files = site(pages);
    let once = || {
        let folder = tempfile::tempdir().unwrap();
        let out = Utf8Path::from_path(folder.path()).unwrap().join("public");
        let start = Instant::now();
        assert_eq!(check_links(&files, &LinkRules { base_url: String::new(), opens_from_disk: false }), []);
        assert_eq!(write(&out, &files, &[]).unwrap().written.len(), pages + 1);
        assert_eq!(write(&out, &files, &[]).unwrap().unchanged, pages + 1);
        start.elapsed()
    };
    (0..2).map(|_| once()).min().unwrap()
}

#[test]
fn two_thousand_pages_take_four_times_as_long_as_five_hundred() {
    let (small, large) = (time(500), time(2000));
    let ratio = large.as_secs_f64() / small.as_secs_f64();
    assert!(ratio < 8.0, "500 pages took {small:?}, 2000 took {large:?}: {ratio:.1} times as long");
}
