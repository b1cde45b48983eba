//! `check`, `build` and `serve` find the same faults, in one pass, each once; exit codes say whose they are.

use crate::site::{LESSON, Site, said};

const FOLDER: &str = "content/inference/one-answer";
/// A lesson that needs no run.
const PLAIN: &str = "---\ntitle: Plain\nnumber: \"00.2\"\nquestion: Why?\nsummary: Because.\nupdated: 2026-01-01\n---\n\n## One\n\nText.\n";

/// What is complained about, as `file:line`, code and message, without what else is said.
fn complaints(site: &Site, arguments: &[&str]) -> (Option<i32>, Vec<String>) {
    let ran = site.run(&[&["--message-format", "short"], arguments].concat());
    let lines = said(&ran);
    let lines = lines.lines().filter(|line| line.contains("error[") || line.contains("warning["));
    (ran.status.code(), lines.map(str::to_owned).collect())
}

fn faulty() -> Site {
    let site = Site::copy_of("figures");
    site.edit(LESSON, "prompt: The quick brown fox", "prompt: The slow brown fox");
    let text = site.read(LESSON);
    let more = "\n![a picture](p.png)\n\n`=reply.nope`\n\n$\\nosuch$\n\n[x](gone.md) [t](#term-gone) ![y](https://x.example/a.png)\n";
    site.write(LESSON, &format!("{text}{more}"));
    site
}

#[test]
fn one_complaint_does_not_hide_others_and_none_comes_twice() {
    let site = faulty();
    let (code, checked) = complaints(&site, &["check"]);
    assert_eq!(code, Some(1), "{checked:#?}");
    for part in
        ["prompt changed", "p.png", "no value `nope`", "error[formula]", "gone.md", "term `gone`", "external-image"]
    {
        assert_eq!(checked.iter().filter(|line| line.contains(part)).count(), 1, "{part} in {checked:#?}");
    }
    assert_eq!(checked.len(), 7, "{checked:#?}");
    assert_eq!(complaints(&site, &["build", "--capture", "never"]), (code, checked));
    assert!(!site.path.join("public").exists());
}

#[test]
fn faults_of_templates_static_files_and_the_list_of_models_hide_nothing_either() {
    let site = faulty();
    site.write("templates/home.html", "{% if %}");
    site.write("static/css/mine.css", "p { background: url(gone.png) }");
    let (code, checked) = complaints(&site, &["check"]);
    assert_eq!(code, Some(1));
    for part in ["error[template]", "static/css/mine.css:1", "prompt changed", "error[formula]"] {
        assert!(checked.iter().any(|line| line.contains(part)), "{part} in {checked:#?}");
    }
    site.write("models/models.yaml", "[]\n");
    let (code, checked) = complaints(&site, &["check"]);
    assert_eq!(code, Some(1));
    for part in ["model-list-empty", "error[template]", "error[formula]", "gone.md"] {
        assert!(checked.iter().any(|line| line.contains(part)), "{part} in {checked:#?}");
    }
}

#[test]
fn a_lesson_that_cannot_be_read_and_a_run_that_is_missing_break_no_links() {
    let site = Site::copy_of("figures");
    site.edit(LESSON, "## One sentence", "## [there](../second/index.md#x) [step](#fox-step-2) One sentence");
    site.write("content/inference/second/index.md", "---\ntitle: [\n---\n");
    std::fs::remove_file(site.path.join(FOLDER).join("runs/fox.json")).unwrap();
    let (code, checked) = complaints(&site, &["check"]);
    assert_eq!(code, Some(1));
    assert!(checked.iter().any(|line| line.contains("never recorded")), "{checked:#?}");
    assert!(!checked.iter().any(|line| line.contains("broken-link")), "{checked:#?}");
}

#[test]
fn paths_that_cannot_be_published_are_found_by_check_with_their_sources() {
    let site = Site::copy_of("figures");
    for name in ["fig: one.png", "og.png", "index.md.orig", "A.svg", "a.svg"] {
        site.write(&format!("{FOLDER}/{name}"), "x");
    }
    site.write("static/root/feed.xml", "<feed/>");
    site.write("static/root/Inference/x.txt", "x");
    site.write("content/glossary/module.yaml", "title: G\norder: 9\nsummary: S\n");
    site.write("content/glossary/a/index.md", "---\ntitle: A\nnumber: '9.1'\nquestion: Q?\nsummary: S\n---\n\nText.\n");
    let (code, checked) = complaints(&site, &["check"]);
    assert_eq!(code, Some(1));
    for parts in [
        ["fig: one.png` cannot be written", "content/inference/"],
        ["one-answer/og.png` and the file", "would be written twice"],
        ["content/inference/one-answer/a.svg`", "content/inference/one-answer/A.svg`"],
        ["static/root/Inference/x.txt", "upper and lower case"],
        ["content/glossary/module.yaml` and `content/glossary.yaml`", "would be written twice"],
    ] {
        assert!(checked.iter().any(|line| parts.iter().all(|part| line.contains(part))), "{parts:?} in {checked:#?}");
    }
    assert_eq!(complaints(&site, &["build", "--capture", "never"]), (code, checked));
}

#[test]
fn under_json_all_output_is_json() {
    let site = faulty();
    let broken = ["--message-format", "json"];
    let fine = Site::copy_of("figures");
    for (site, arguments) in [
        (&site, &["check"][..]),
        (&site, &["build", "--capture", "never"]),
        (&fine, &["build", "--capture", "never", "--timings"]),
        (&fine, &["check"]),
        (&fine, &["build", "--out", "content"]),
        (&fine, &["capture", "no#such"]),
        (&fine, &["biuld"]),
        (&fine, &["new", "module", "extra"]),
    ] {
        let ran = site.run(&[&broken, arguments].concat());
        let lines = said(&ran);
        assert!(!lines.is_empty(), "{arguments:?}");
        for line in lines.lines() {
            let object: serde_json::Value =
                serde_json::from_str(line).unwrap_or_else(|e| panic!("{arguments:?}: {e}: {line}"));
            assert!(object["severity"].is_string() && object["message"].is_string(), "{line}");
        }
    }
}

#[test]
fn what_is_not_needed_is_not_asked_for() {
    let site = Site::copy_of("figures");
    std::fs::remove_file(site.path.join("models/models.yaml")).unwrap();
    assert_eq!(complaints(&site, &["build", "--capture", "never"]), (Some(0), Vec::new()), "the built-in list is used");
    std::fs::remove_dir_all(site.path.join(FOLDER)).unwrap();
    std::fs::remove_dir_all(site.path.join("models")).unwrap();
    site.write("content/site.yaml", "title: S\n");
    site.write("content/inference/plain/index.md", PLAIN);
    assert_eq!(complaints(&site, &["build", "--capture", "never"]).0, Some(0));
    assert!(site.path.join("public/inference/plain/index.html").exists());
}

#[test]
fn what_the_machine_refuses_is_exit_5_and_what_the_person_asks_for_wrongly_is_2() {
    let site = Site::copy_of("figures");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let serve = site.run(&["serve", "--port", &port, "--capture", "never"]);
    assert_eq!(serve.status.code(), Some(5), "{}", said(&serve));
    if cfg!(target_os = "linux") {
        let built = site.run(&["build", "--capture", "never", "--out", "/proc/logitpress"]);
        assert_eq!(built.status.code(), Some(5), "{}", said(&built));
    }
    std::fs::write(site.path.join("file"), "").unwrap();
    for out in ["file", "content", "content/x", "."] {
        let built = site.run(&["build", "--capture", "never", "--out", out]);
        assert_eq!(built.status.code(), Some(2), "{out}: {}", said(&built));
    }
    assert_eq!(site.run(&["new", "module", "inference"]).status.code(), Some(2));
}
