//! A site four times as large takes about four times as long.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that fails should panic")]

use std::time::Instant;

use camino::Utf8Path;
use logitpress::publish::{LinkRules, OutputFile, check_links, write};

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
        OutputFile::new(format!("lesson-{n}/index.html"), format!("<!doctype html><title>{n}</title>{sections}"))
    };
    (0..pages).map(page).chain([OutputFile::new("pic.svg", "<svg/>")]).collect()
}

/// Seconds that this process has computed, on all its threads: other work on the machine does not count. Where the system
/// does not tell, the clock on the wall. This is the only test in its process.
fn computed(start: Instant) -> f64 {
    const TICKS_PER_SECOND: f64 = 100.0;
    let fields = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name in brackets, which may hold spaces: user and system time are the 12th and 13th.
    let behind_name = fields.rsplit(')').next().unwrap_or_default();
    let ticks: Vec<f64> =
        behind_name.split_ascii_whitespace().skip(11).take(2).filter_map(|field| field.parse().ok()).collect();
    if ticks.len() == 2 { (ticks[0] + ticks[1]) / TICKS_PER_SECOND } else { start.elapsed().as_secs_f64() }
}

#[expect(clippy::disallowed_methods, reason = "what it asserts is a ratio of two times of one run")]
fn time(pages: usize) -> f64 {
    let files = site(pages);
    let folder = tempfile::tempdir().unwrap();
    let out = Utf8Path::from_path(folder.path()).unwrap().join("public");
    let start = Instant::now();
    let before = computed(start);
    assert_eq!(
        check_links(&files, &LinkRules { base_url: String::new(), opens_from_disk: false, ..LinkRules::default() }),
        []
    );
    assert_eq!(write(&out, &files, &[]).unwrap().written.len(), pages + 1);
    assert_eq!(write(&out, &files, &[]).unwrap().unchanged, pages + 1);
    computed(start) - before
}

/// The best of as many rounds as it takes: a busy disk adds to what the system counts, and takes nothing away.
#[test]
fn two_thousand_pages_take_four_times_as_long_as_five_hundred() {
    let (mut small, mut large) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..8 {
        (small, large) = (small.min(time(500)), large.min(time(2000)));
        eprintln!("500 pages took {small:.2} s, 2000 took {large:.2} s: {:.1} times as long", large / small);
        if large < 10.0 * small {
            return;
        }
    }
    panic!("a quadratic step would take sixteen times as long");
}
