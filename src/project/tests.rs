use camino::{Utf8Path, Utf8PathBuf};
use tempfile::TempDir;

use super::{LinkTarget, Project};
use crate::diagnostic::report::{Format, render};
use crate::lesson::Lesson;

/// A site in a temporary folder, to which tests add files.
struct Site {
    folder: TempDir,
}

impl Site {
    /// A site with one module `m` and one term `token`.
    fn new() -> Self {
        let site = Self { folder: TempDir::new().unwrap() };
        site.write("content/site.yaml", "title: S\n")
            .write("content/glossary.yaml", "token: {name: Token, short: A unit.}\n")
            .write("content/m/module.yaml", "title: M\norder: 1\nsummary: About.\n")
    }

    fn root(&self) -> Utf8PathBuf {
        Utf8PathBuf::from_path_buf(self.folder.path().to_owned()).unwrap()
    }

    fn write(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
        self
    }

    fn lesson(self, path: &str, number: &str, front: &str, body: &str) -> Self {
        let text = format!("---\ntitle: T\nnumber: \"{number}\"\nquestion: Q?\nsummary: S.\n{front}---\n{body}");
        self.write(&format!("content/{path}/index.md"), text)
    }

    fn load_with(&self, drafts: bool) -> (Option<Project>, String) {
        let (project, diagnostics) = Project::load(&self.root(), drafts);
        let hints: Vec<&str> = diagnostics.iter().flat_map(|d| d.hints.iter().map(String::as_str)).collect();
        (project, format!("{}{}", render(&diagnostics, Format::Short), hints.join("\n")))
    }

    fn load(&self) -> (Project, String) {
        let (project, shown) = self.load_with(false);
        (project.expect("a project"), shown)
    }

    fn complaints(&self) -> String {
        self.load_with(false).1
    }
}

fn paths(project: &Project) -> Vec<&str> {
    project.lessons.iter().map(|lesson| lesson.path.as_str()).collect()
}

#[test]
fn a_site_is_read_in_order() {
    let site = Site::new()
        .write("content/a/module.yaml", "title: A\norder: 2\nsummary: S\n")
        .write("content/empty/module.yaml", "title: E\norder: 0\nsummary: S\n")
        .lesson("a/x", "1", "", "")
        .lesson("m/third", "00.10", "", "")
        .lesson("m/second", "00.2", "", "")
        .lesson("m/first", "00.1", "", "![i](pic.png)")
        .write("content/m/first/pic.png", "")
        .write("content/m/first/runs/fox.json", "{}")
        .write("content/m/first/.DS_Store", "");
    let (project, shown) = site.load();
    assert!(shown.starts_with("warning[unused-file]: nothing reads `content/empty/module.yaml`\n1 warning"), "{shown}");
    assert_eq!(paths(&project), ["m/first", "m/second", "m/third", "a/x"]);
    assert_eq!(project.modules.iter().map(|module| module.slug.as_str()).collect::<Vec<_>>(), ["m", "a"]);
    assert_eq!(project.assets, ["content/m/first/pic.png"]);
    assert_eq!(project.lesson("m/second").map(|lesson| lesson.folder.as_str()), Some("content/m/second"));
    assert_eq!(project.site.repeat, 5);
    assert_eq!(project.site.timeout_seconds, 600);
}

#[test]
fn without_a_site_file_there_is_no_project() {
    let (project, shown) = Site { folder: TempDir::new().unwrap() }.load_with(false);
    assert!(project.is_none());
    assert!(shown.contains("error[no-site]") && shown.contains("logitpress new site"), "{shown}");
}

#[test]
fn the_site_file_is_checked() {
    let cases = [
        ("title: S\nbase_url: u.github.io\n", "site.yaml:2:11: error[base-url]"),
        ("title: S\nbase_url: localhost:8000\n", "site.yaml:2:11: error[base-url]"),
        ("title: S\nbase_url: file:///x\n", "site.yaml:2:11: error[base-url]"),
        ("title: S\nbase_url: https://h/x?y\n", "site.yaml:2:11: error[base-url]"),
        ("titel: S\n", "site.yaml:1:1: error[unknown-key]"),
        ("title: S\nlanguage: english\n", "site.yaml:2:11: error[language]"),
        ("title: S\nlinks: [{label: V, url: example.org}]\n", "site.yaml:2:25: error[url]"),
        ("title: S\nstart: m/x\n", "site.yaml:2:8: error[start]: `start` names `m/x`, and there is no such lesson"),
        ("title: S\nstart: m/d\n", "site.yaml:2:8: error[start]: `start` names `m/d`, which is a draft"),
        ("title: S\nrepeat: 0\n", "site.yaml:2:9: error[out-of-range]"),
        ("title: S\nraw_html: yes\n", "site.yaml:2:11: error[wrong-type]"),
        ("- title\n", "site.yaml:1:1: error[wrong-type]"),
    ];
    for (yaml, wanted) in cases {
        let site = Site::new().lesson("m/a", "1", "", "").lesson("m/d", "2", "draft: true\n", "");
        let shown = site.write("content/site.yaml", yaml).complaints();
        assert!(shown.contains(&format!("content/{wanted}")), "{yaml}\n{shown}");
    }
}

#[test]
fn a_base_url_ends_with_a_slash_and_may_be_absent() {
    let base = |yaml: &str| Site::new().write("content/site.yaml", yaml).load().0.site.base_url.map(String::from);
    assert_eq!(base("title: S\nbase_url: https://h/sub\n").as_deref(), Some("https://h/sub/"));
    assert_eq!(base("title: S\nbase_url: https://h\n").as_deref(), Some("https://h/"));
    assert_eq!(base("title: S\nbase_url: /\n"), None);
    assert_eq!(base("title: S\nbase_url: \"\"\n"), None);
}

#[test]
fn files_are_checked_against_each_other() {
    let site = Site::new()
        .lesson("m/a", "1", "terms: [tokn]\n", "")
        .lesson("m/b", "1", "", "")
        .lesson("M/A", "1", "", "")
        .lesson("a b/c", "1", "", "")
        .write("content/m/index.md", "x")
        .write("content/m/modul.yaml", "x")
        .write("content/planned/module.yaml", "title: P\norder: 9\nsummary: S\n")
        .write("content/m/a/index.html", "x")
        .write("content/m/u/index.md", [b'-', b'-', b'-', 0xff]);
    let shown = site.complaints();
    for wanted in [
        "content/m/a/index.md:6:9: error[unknown-term]: the glossary has no term `tokn`",
        "Did you mean `token`?",
        "content/m/b/index.md:3:9: error[same-number]: the number `1` is also that of `content/m/a/index.md`",
        "error[same-address]",
        "content/M/A/index.md:1:1: error[no-module]",
        "error[folder-name]: the folder name `a b`",
        "error[lesson-place]: `content/m/index.md`",
        "error[same-address]: `content/m/a/index.html`",
        "warning[unused-file]: nothing reads `content/m/modul.yaml`",
        "warning[unused-file]: nothing reads `content/planned/module.yaml`",
        "content/m/u/index.md:1:4: error[not-utf8]",
    ] {
        assert!(shown.contains(wanted), "wanted {wanted}\n{shown}");
    }
}

#[test]
fn the_glossary_is_checked() {
    let site = Site::new().lesson("m/a", "1", "", "");
    let shown = site
        .write(
            "content/glossary.yaml",
            "token: {name: Token, short: \"See [x](#term-logit) and `=fox.ms`.\", see: [logit]}\nLogits: {name: L, short: x}\neos: {name: E}\n",
        )
        .complaints();
    for wanted in [
        "content/glossary.yaml:1:34: error[broken-link]: the glossary has no term `logit`",
        "error[unknown-run]",
        "content/glossary.yaml:1:74: error[unknown-term]",
        "content/glossary.yaml:2:1: error[term-name]",
        "content/glossary.yaml:3:1: error[missing-key]: the term `eos` lacks `short`",
    ] {
        assert!(shown.contains(wanted), "wanted {wanted}\n{shown}");
    }
}

#[test]
fn a_term_has_other_names() {
    let glossary = "eos: {name: EOS, short: The end., aliases: [end token, stop token]}\n";
    let site = Site::new().lesson("m/a", "1", "", "").write("content/glossary.yaml", glossary);
    let (project, shown) = site.load_with(false);
    assert_eq!(project.unwrap().glossary.terms["eos"].aliases, ["end token", "stop token"], "{shown}");
}

#[test]
fn drafts_are_absent_and_links_to_them_say_so() {
    let site = Site::new()
        .lesson("m/a", "1", "", "[d](../d/index.md)\n\n![p](../d/p.png)\n")
        .lesson("m/d", "2", "draft: true\nterms: [unfinished]\n", "[x](nowhere.md)\n")
        .write("content/m/d/p.png", "");
    let (project, shown) = site.load();
    assert_eq!(paths(&project), ["m/a"]);
    assert!(project.assets.is_empty());
    assert!(shown.contains("content/m/a/index.md:7:1: error[broken-link]: `m/d` is a draft"), "{shown}");
    assert!(shown.contains("content/m/a/index.md:9:1: error[broken-link]"), "{shown}");
    assert!(!shown.contains("content/m/d"), "{shown}");
    let (project, shown) = site.load_with(true);
    assert_eq!(paths(&project.unwrap()), ["m/a", "m/d"]);
    assert!(shown.contains("content/m/d/index.md:7:9: error[unknown-term]"), "{shown}");
    assert!(!shown.contains("content/m/a"), "{shown}");
}

#[test]
fn a_lesson_that_cannot_be_read_breaks_no_links() {
    let site = Site::new().lesson("m/a", "1", "", "[b](../b/index.md#x)\n").write("content/m/b/index.md", "# no\n");
    let shown = site.complaints();
    assert!(shown.contains("content/m/b/index.md:1:1: error[front-matter]"), "{shown}");
    assert!(shown.contains("1 error\n"), "{shown}");
}

fn linked() -> (Site, Project) {
    let site = Site::new()
        .lesson(
            "m/a",
            "1",
            "runs: {fox: {prompt: x, max_tokens: 2}}\n",
            "## Öne پارسی\n\n### Deep\n\n```figure decode-loop\nrun: fox\ncaption: C\n```\n",
        )
        .lesson("m/数", "2", "", "## پارسی\n")
        .write("content/m/a/my pic.png", "")
        .write("content/m/a/sub/x.svg", "");
    let project = site.load().0;
    (site, project)
}

#[test]
fn links_resolve() {
    let (_site, project) = linked();
    let from = project.lesson("m/a").unwrap();
    let lesson = |path: &str, fragment: Option<&str>| LinkTarget::Lesson {
        path: path.to_owned(),
        fragment: fragment.map(str::to_owned),
    };
    let cases = [
        ("#öne-پارسی", LinkTarget::Anchor("öne-پارسی".into())),
        ("#%C3%B6ne-%D9%BE%D8%A7%D8%B1%D8%B3%DB%8C", LinkTarget::Anchor("öne-پارسی".into())),
        ("#deep", LinkTarget::Anchor("deep".into())),
        ("#", LinkTarget::Anchor(String::new())),
        ("#fox", LinkTarget::Anchor("fox".into())),
        ("#top", LinkTarget::Anchor("top".into())),
        ("#fox-step-7", LinkTarget::Anchor("fox-step-7".into())),
        ("#term-token", LinkTarget::Term("token".into())),
        ("../数/index.md#پارسی", lesson("m/数", Some("پارسی"))),
        ("../%E6%95%B0/index.md", lesson("m/数", None)),
        ("../数/#پارسی", lesson("m/数", Some("پارسی"))),
        ("../数#پارسی", lesson("m/数", Some("پارسی"))),
        ("../数/index.html", lesson("m/数", None)),
        ("/m/a/", lesson("m/a", None)),
        ("index.md", lesson("m/a", None)),
        ("../", LinkTarget::Module("m".into())),
        ("../..", LinkTarget::Home),
        ("my%20pic.png", LinkTarget::Asset("content/m/a/my pic.png".into())),
        ("my pic.png", LinkTarget::Asset("content/m/a/my pic.png".into())),
        ("./sub/x.svg?v=1", LinkTarget::Asset("content/m/a/sub/x.svg".into())),
        ("/m/a/sub/x.svg", LinkTarget::Asset("content/m/a/sub/x.svg".into())),
        ("https://example.org/x#y", LinkTarget::External),
        ("mailto:a@example.org", LinkTarget::External),
        ("MAILTO:a@example.org", LinkTarget::External),
        ("tel:+441234567", LinkTarget::External),
        ("data:image/png;base64,AA", LinkTarget::External),
    ];
    for (address, wanted) in cases {
        assert_eq!(project.resolve_link(from, address), wanted, "{address}");
    }
}

#[test]
fn links_keep_their_query_and_fragment() {
    let (_site, project) = linked();
    let from = project.lesson("m/a").unwrap();
    let cases = [
        ("sub/x.svg#k", "#k"),
        ("sub/x.svg?v=1#page=3", "?v=1#page=3"),
        ("my pic.png#t=4,9", "#t=4,9"),
        ("my pic.png#xywh=percent:0,0,50,50", "#xywh=percent:0,0,50,50"),
        ("my pic.png#a b", "#a%20b"),
        ("my pic.png?a=%20&b=ö", "?a=%20&b=%C3%B6"),
        ("my pic.png?", "?"),
        ("../数/?v=1#پارسی", "?v=1#%D9%BE%D8%A7%D8%B1%D8%B3%DB%8C"),
        ("../数/#:~:text=a%20b,c", "#:~:text=a%20b,c"),
        ("../数/#پارسی:~:text=x", "#%D9%BE%D8%A7%D8%B1%D8%B3%DB%8C:~:text=x"),
        ("#deep", "#deep"),
        ("?v=1#deep", "?v=1#deep"),
        ("#", "#"),
        ("../", ""),
        ("../?x=1#y", "?x=1#y"),
        ("#term-token", "#term-token"),
    ];
    for (address, suffix) in cases {
        let target = project.resolve_link(from, address);
        assert!(!matches!(target, LinkTarget::Broken(_)), "{address}: {target:?}");
        assert_eq!(super::link_suffix(&target, address), suffix, "{address}");
    }
}

#[test]
fn broken_links_say_why() {
    let (_site, project) = linked();
    let from = project.lesson("m/a").unwrap();
    let cases = [
        ("", "no address"),
        ("#one", "this lesson has no `#one`"),
        ("#fox-step-", "this lesson has no"),
        ("#fox-step-x", "this lesson has no"),
        ("#cat-step-1", "this lesson has no"),
        ("#term-tokn", "did you mean `token`?"),
        ("../A/", "case matters, and there is `m/a`"),
        ("My pic.png", "case matters"),
        ("../b/index.md", "there is no lesson and no file"),
        ("../数/index.md#nope", "has no `#nope`"),
        ("..\\a\\index.md", "backslash"),
        ("../../../x", "leaves the content folder"),
        ("../../../../../../etc/passwd", "leaves the content folder"),
        ("my%20pic.png/", "has no `/` at its end"),
        ("%FF", "not UTF-8"),
        ("javascript:alert(1)", "run code"),
        ("//example.org/x", "write `https://example.org/x`"),
        ("file:///etc/passwd", "may not lead to a `file:` address"),
        ("https://", "not a whole address"),
        ("runs/fox.json", "no file"),
    ];
    for (address, wanted) in cases {
        match project.resolve_link(from, address) {
            LinkTarget::Broken(reason) => assert!(reason.contains(wanted), "{address}: {reason}"),
            target => panic!("{address}: {target:?}"),
        }
    }
}

#[test]
fn broken_links_are_reported_where_they_stand() {
    let site = Site::new().lesson(
        "m/a",
        "1",
        "",
        "## A [x](b.md)\n\n> - ![p](https://example.org/p.png) <a@example.org>\n\n```quiz\nquestions:\n  - {ask: \"is [y](#z)\", answer: 1}\n```\n",
    );
    let shown = site.complaints();
    for wanted in ["7:6: error[broken-link]", "9:5: error[external-image]", "13:15: error[broken-link]"] {
        assert!(shown.contains(&format!("content/m/a/index.md:{wanted}")), "{shown}");
    }
    assert!(shown.contains("3 errors\n"), "{shown}");
}

#[test]
#[expect(clippy::disallowed_methods, reason = "what it asserts is a ratio of two times of one run")]
fn many_lessons_take_time_in_proportion() {
    let build = |count: usize| {
        let mut site = Site::new();
        for at in 0..count {
            let next = (at + 1) % count;
            site = site.lesson(
                &format!("m/l{at}"),
                &at.to_string(),
                "terms: [token]\n",
                &format!("[n](../l{next}/index.md)\n"),
            );
        }
        let start = std::time::Instant::now();
        let (project, shown) = site.load();
        assert_eq!((project.lessons.len(), shown.as_str()), (count, ""));
        start.elapsed().as_secs_f64()
    };
    let (few, many) = (build(100), build(800));
    assert!(many < 40.0 * few.max(0.005), "{few} s for 100 lessons, {many} s for 800");
}

#[test]
fn the_same_folder_gives_the_same_complaints_in_the_same_order() {
    let site = Site::new().lesson("m/a", "1", "terms: [x, y]\n", "[a](b)\n").lesson("m/b", "1", "x: 1\n", "<s>\n");
    let first = site.complaints();
    for _ in 0..5 {
        assert_eq!(site.complaints(), first);
    }
}

#[test]
fn addresses_are_parts_of_folders() {
    assert_eq!(Lesson::address(Utf8Path::new("content/m/cafe\u{301}")), "m/caf\u{e9}");
}

/// Only `-step-` and digits belong to figures.
#[test]
fn a_heading_whose_words_hold_step_is_linked_by_its_slug() {
    let site = Site::new().lesson(
        "m/a",
        "1",
        "runs:\n  prefill: {prompt: A, max_tokens: 4}\n",
        "## Prefill\n\n## Prefill, step by step\n\n## Prefill step 2b\n\n[a](#prefill-step-by-step) [b](#prefill-step-2b) [c](#prefill-1)\n\n```figure tokens\nrun: prefill\ncaption: C.\n```\n\n[d](#prefill-step-7)\n",
    );
    let shown = site.complaints();
    assert!(!shown.contains("error"), "{shown}");
}

/// A source that a person wrote and that is not used.
#[test]
fn a_source_that_is_not_used_is_reported() {
    let site = Site::new().lesson("m/a", "1", "", "x\n");
    let site = [
        "content/m/b.md",
        "content/c.MARKDOWN",
        "content/m/c/Index.md",
        "content/m/d/index.markdown",
        "content/m/e/text.md",
        "content/m/f/picture.png",
        "content/m/picture.png",
        "content/Site.yaml",
        "content/m/module.yml",
        "content/m/a/notes.md",
        "content/m/a/.hidden",
    ]
    .iter()
    .fold(site, |site, path| site.write(path, ""));
    let shown = site.complaints();
    for (path, hint) in [
        ("content/m/b.md", "move it to `content/m/b/index.md`"),
        ("content/c.MARKDOWN", "content/<module>/<lesson>/index.md"),
        ("content/m/c/Index.md", "rename it"),
        ("content/m/d/index.markdown", "rename it"),
        ("content/m/e/text.md", "rename it"),
        ("content/m/f", "it has no `index.md`"),
        ("content/m/picture.png", "in the lesson's folder"),
        ("content/Site.yaml", "site.yaml"),
        ("content/m/module.yml", "module.yaml"),
    ] {
        assert!(shown.contains(&format!("`{path}`")) && shown.contains(hint), "{path}: {shown}");
    }
    assert!(!shown.contains("notes.md") && !shown.contains("hidden"), "{shown}");
    assert!(shown.contains("9 warnings"), "{shown}");
}

#[test]
fn a_language_without_a_catalogue_is_a_warning_that_lists_those_there_are() {
    let shown = |language: &str| {
        Site::new().write("content/site.yaml", format!("title: S\nlanguage: {language}\n")).complaints()
    };
    let french = shown("fr-CA");
    assert!(french.contains("site.yaml:2:11: warning[language]") && french.contains("`en`, `de`"), "{french}");
    for language in ["en-GB", "de", "de-CH", "DE"] {
        assert!(!shown(language).contains("[language]"), "{language}");
    }
}
