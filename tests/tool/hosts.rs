//! What web hosts do with the output, and what lies around beside sources.

use crate::site::{LESSON, Site, said};

#[test]
fn hosts_publish_the_output_as_it_is() {
    let site = Site::copy_of("figures");
    assert_eq!(site.build().status.code(), Some(0));
    assert_eq!(site.read("public/.nojekyll"), "");
    // What a site has for its host is meant in place of ours.
    for name in [".nojekyll", "robots.txt", "_headers", "_redirects"] {
        site.write(&format!("static/root/{name}"), &format!("# {name}\n"));
    }
    let built = site.build();
    assert_eq!(built.status.code(), Some(0), "{}", said(&built));
    for name in [".nojekyll", "robots.txt", "_headers", "_redirects"] {
        assert_eq!(site.read(&format!("public/{name}")), format!("# {name}\n"));
    }
}

#[test]
fn files_of_editors_and_systems_are_no_sources_anywhere() {
    let site = Site::copy_of("figures");
    assert_eq!(site.build().status.code(), Some(0));
    let before = site.published();
    let lesson = LESSON.rsplit_once('/').unwrap().0;
    for folder in ["templates", "templates/deep", "static", "static/css", "content", "content/inference", lesson] {
        for name in [
            ".DS_Store",
            "._x.html",
            "home.html~",
            "#x.html#",
            ".#x.md",
            ".x.swp",
            "4913",
            "Thumbs.db",
            "desktop.ini",
            "x.css.orig",
        ] {
            let path = site.path.join(folder).join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, [0xff, 0xfe]).unwrap();
        }
    }
    let built = site.build();
    assert_eq!(built.status.code(), Some(0), "{}", said(&built));
    assert!(!said(&built).contains("warning"), "{}", said(&built));
    assert!(site.published() == before);
}

#[test]
fn names_that_addresses_reserve_are_encoded_in_links() {
    let site = Site::copy_of("figures");
    let lesson = LESSON.rsplit_once('/').unwrap().0;
    for name in ["a b.txt", "50%.txt", "c#d.txt", "é+&'.txt"] {
        site.write(&format!("{lesson}/{name}"), "x");
    }
    let text = site.read(LESSON);
    let links = "\n[1](<a b.txt>) [2](50%25.txt) [3](c%23d.txt) [4](é+&'.txt)\n";
    site.write(LESSON, &format!("{text}{links}"));
    let built = site.build();
    assert_eq!(built.status.code(), Some(0), "{}", said(&built));
}

#[test]
fn links_that_the_tool_makes_lead_to_files_that_it_wrote() {
    let with = |updated: bool, base: bool, terms: bool, lesson: bool| {
        let site = Site::copy_of("figures");
        std::fs::remove_dir_all(site.path.join("content")).unwrap();
        let base = if base { "base_url: https://example.org/x/\n" } else { "" };
        site.write("content/site.yaml", &format!("title: S\n{base}"));
        site.write("content/m/module.yaml", "title: M\norder: 1\nsummary: S\n");
        if terms {
            site.write("content/glossary.yaml", "token:\n  name: Token\n  short: A piece.\n");
        }
        if lesson {
            let updated = if updated { "updated: 2026-01-01\n" } else { "" };
            let front = format!("title: A\nnumber: \"00.1\"\nquestion: Q?\nsummary: S\n{updated}");
            site.write("content/m/a/index.md", &format!("---\n{front}---\n\n## One\n\nText.\n"));
        }
        let built = site.build();
        assert_eq!(built.status.code(), Some(0), "{updated} {base} {terms} {lesson}: {}", said(&built));
        let feed = site.path.join("public/feed.xml").exists();
        assert_eq!(site.read("public/index.html").contains("feed.xml"), feed);
        assert_eq!(feed, updated && lesson && !base.is_empty());
    };
    for mix in 0..16 {
        with(mix & 1 > 0, mix & 2 > 0, mix & 4 > 0, mix & 8 > 0);
    }
}
