use crate::site::{LESSON, Site, said};

#[test]
fn a_site_is_built_from_recorded_runs_alone_and_a_second_build_writes_nothing() {
    let site = Site::copy_of("figures");
    let first = site.build();
    assert_eq!(first.status.code(), Some(0), "{}", said(&first));
    assert!(said(&first).contains("0 runs"), "{}", said(&first));
    let files = site.published();
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    for name in [
        "index.html",
        "404.html",
        "sitemap.xml",
        "robots.txt",
        "feed.xml",
        "_headers",
        "inference/index.html",
        "inference/one-answer/index.html",
        "inference/one-answer/index.md",
        "inference/one-answer/og.png",
        "inference/one-answer/figures/fox.svg",
        "inference/one-answer/figures/fox.png",
        "inference/one-answer/figures/fox.json",
    ] {
        assert!(names.contains(&name), "{name} is not in {names:?}");
    }
    let second = site.build();
    assert!(said(&second).contains("(0 written, 0 removed)"), "{}", said(&second));
    assert_eq!(site.published(), files);
}

#[test]
fn a_site_in_another_folder_is_the_same_to_the_byte() {
    let (one, two) = (Site::copy_of("figures"), Site::copy_of("figures"));
    assert!(one.build().status.success() && two.build().status.success());
    assert_eq!(one.published(), two.published());
}

#[test]
fn edited_prose_builds_and_an_edited_prompt_is_exit_4_with_the_reason() {
    let site = Site::copy_of("figures");
    site.edit(LESSON, "in small steps", "in many steps");
    assert_eq!(site.build().status.code(), Some(0));
    site.edit(LESSON, "prompt: The quick brown fox", "prompt: The slow brown fox");
    let stale = site.build();
    assert_eq!(stale.status.code(), Some(4));
    let said = said(&stale);
    assert!(said.contains("inference/one-answer#fox"), "{said}");
    assert!(said.contains("prompt changed"), "{said}");
    assert!(!said.contains("#reply"), "{said}");
    let status = site.run(&["status"]);
    let listed = String::from_utf8(status.stdout).unwrap();
    assert!(listed.contains("stale    prompt changed"), "{listed}");
    assert!(listed.contains(" runs, 1 to record"), "{listed}");
}

#[test]
fn a_missing_and_a_broken_trace_are_said() {
    let site = Site::copy_of("figures");
    let runs = site.path.join("content/inference/one-answer/runs");
    std::fs::remove_file(runs.join("fox.json")).unwrap();
    let text = std::fs::read_to_string(runs.join("reply.json")).unwrap();
    std::fs::write(runs.join("reply.json"), &text[..text.len() / 2]).unwrap();
    std::fs::write(runs.join("gone.json"), &text).unwrap();
    let built = site.build();
    assert_eq!(built.status.code(), Some(4));
    assert!(said(&built).contains("never recorded"), "{}", said(&built));
    assert!(said(&built).contains("is not a trace"), "{}", said(&built));
    let listed = String::from_utf8(site.run(&["status"]).stdout).unwrap();
    assert!(listed.contains("#gone  orphaned"), "{listed}");
}

#[test]
fn what_prose_relies_on_is_checked() {
    let site = Site::copy_of("figures");
    site.edit(LESSON, "contains: Paris", "starts_with: \" on a bed\"");
    site.edit(LESSON, "    finish: length\n", "    finish: length\n    holds:\n      - prompt.tokens == 6\n");
    let built = site.build();
    assert_eq!(built.status.code(), Some(1));
    let said = said(&built);
    assert!(said.contains("expected to start with \" on a bed\""), "{said}");
    assert!(said.contains("`prompt.tokens == 6` was expected to hold, and the value is 5"), "{said}");
    assert!(!site.path.join("public").exists());
}

#[test]
fn an_own_template_and_an_own_style_win_over_the_built_in_ones() {
    let site = Site::copy_of("figures");
    site.write(
        "templates/home.html",
        "{% extends \"base.html\" %}{% block content %}<main id=\"content\"><h1>Mine</h1></main>{% endblock content %}",
    );
    site.write("static/css/quiz.css", ".mine { color: red; }\n");
    assert_eq!(site.build().status.code(), Some(0));
    assert!(site.read("public/index.html").contains("<h1>Mine</h1>"));
    let style =
        site.published().into_iter().find(|(name, _)| name.starts_with("assets/quiz.") && name.ends_with(".css"));
    assert_eq!(style.unwrap().1, b".mine { color: red; }\n");
}

#[test]
fn a_draft_is_nowhere_and_drafts_can_be_asked_for() {
    let site = Site::copy_of("figures");
    let draft = "---\ntitle: Unborn\nnumber: \"00.9\"\nquestion: Why?\nsummary: Because.\ndraft: true\n---\n\n## One\n\nText.\n";
    site.write("content/inference/unborn/index.md", draft);
    assert_eq!(site.build().status.code(), Some(0));
    let mentions = |site: &Site| {
        let files = site.published().into_iter();
        files
            .filter(|(name, bytes)| name.contains("unborn") || String::from_utf8_lossy(bytes).contains("Unborn"))
            .count()
    };
    assert_eq!(mentions(&site), 0);
    assert_eq!(site.run(&["build", "--capture", "never", "--drafts"]).status.code(), Some(0));
    assert!(mentions(&site) >= 3);
    // A renamed or withdrawn page is gone with the next build.
    assert_eq!(site.build().status.code(), Some(0));
    assert_eq!(mentions(&site), 0);
}

#[test]
fn a_site_that_new_makes_asks_for_its_run_and_nothing_else() {
    let site = Site::copy_of("figures");
    assert_eq!(site.run(&["new", "site", "fresh"]).status.code(), Some(0));
    let built = site.run(&["--site", "fresh", "build", "--capture", "never"]);
    assert_eq!(built.status.code(), Some(4), "{}", said(&built));
    assert!(said(&built).contains("basics/first-lesson#first"), "{}", said(&built));
    let again = site.run(&["new", "site", "fresh"]);
    assert_ne!(again.status.code(), Some(0), "never over files that are there");
    assert_eq!(site.run(&["new", "lesson", "inference/paged-attention"]).status.code(), Some(0));
    let checked = site.run(&["check"]);
    assert_eq!(checked.status.code(), Some(4), "{}", said(&checked));
    assert!(said(&checked).contains("inference/paged-attention#first"), "{}", said(&checked));
}

#[test]
fn a_folder_that_is_not_ours_is_refused() {
    let site = Site::copy_of("figures");
    site.write("mine/thesis.txt", "years of work");
    for folder in [".", "content", "mine", ".."] {
        let built = site.run(&["build", "--capture", "never", "--out", folder]);
        assert_eq!(built.status.code(), Some(2), "{folder}: {}", said(&built));
    }
    assert_eq!(site.read("mine/thesis.txt"), "years of work");
}

#[test]
fn hostile_tokens_are_text_in_every_published_file() {
    let site = Site::copy_of("hostile");
    let built = site.build();
    assert_eq!(built.status.code(), Some(0), "{}", said(&built));
    let home = site.read("public/index.html");
    assert!(home.contains("{{ 7*7 }} and &lt;/title&gt;"), "no template is run over what an author or a model wrote");
    let mut looked_at = 0;
    for (name, bytes) in site.published() {
        let markup = [".html", ".xml", ".svg"].iter().any(|ending| name.ends_with(ending));
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        if markup {
            looked_at += 1;
            assert!(!text.contains("<img on") && !text.contains("<script>alert"), "{name}");
        }
        if name.ends_with(".svg") || name.ends_with(".xml") {
            resvg::usvg::roxmltree::Document::parse(&String::from_utf8(bytes).unwrap())
                .unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
    assert!(looked_at > 10);
}

/// Text that YAML reads as something else, and numbers by what exists.
#[test]
fn every_scaffold_builds_at_once() {
    let site = Site::copy_of("hostile");
    let new = |what: &str, name: &str| site.run(&["new", what, "--", name]).status.code();
    assert_eq!(new("module", "m"), Some(0));
    let names =
        ["2024", "1e3", "true", "null", "yes", "0x1F", "nan", "-", "_", "-a", "2024-01-01", "数学", "हिन्दी", "b", "c"];
    for name in names {
        assert_eq!(new("lesson", &format!("m/{name}")), Some(0), "{name}");
    }
    std::fs::remove_dir_all(site.path.join("content/m/b")).unwrap();
    assert_eq!(new("lesson", "m/d"), Some(0));
    assert_eq!(new("module", "2024"), Some(0));
    assert_eq!(new("lesson", "2024/on"), Some(0));
    let checked = site.run(&["--message-format", "short", "check"]);
    assert_eq!(checked.status.code(), Some(4), "{}", said(&checked));
    let others =
        said(&checked).lines().filter(|line| line.contains("error[") && !line.contains("[run-missing]")).count();
    assert_eq!(others, 0, "{}", said(&checked));
    assert_eq!(new("module", "glossary"), Some(2));
    for name in ["m/D", "m/a b", "m/a:b", "m/..", "m/.x", "m/"] {
        assert_eq!(new("lesson", name), Some(2), "{name}");
    }
}
