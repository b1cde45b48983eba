use std::collections::BTreeSet;

use resvg::usvg::roxmltree::Document;

use super::fixture::{Fixture, LESSON, VOCABULARY};
use crate::token::TokenId;

fn lesson_page(fixture: &Fixture) -> String {
    fixture.file(&format!("{LESSON}/index.html"))
}

/// Values of all attributes of that name.
fn attributes<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    html.match_indices(&start).filter_map(|(at, _)| html[at + start.len()..].split('"').next()).collect()
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let fixture = Fixture::new();
    assert_eq!(fixture.compose().unwrap().files, Fixture::new().compose().unwrap().files);
}

#[test]
fn every_part_of_a_lesson_is_there_in_order() {
    let page = lesson_page(&Fixture::new());
    let parts = [
        "lp-skip",
        "Logitpress &amp; friends",
        "aria-current=\"page\">00.1 Autoregressive generation",
        "Channel",
        "Inference foundations",
        "Lesson 00.1",
        "<h1>Autoregressive generation</h1>",
        "How does one prompt become",
        "On this page",
        "id=\"terms\"",
        "Keep in mind",
        "Current set-up and bottleneck",
        "data-component=\"stepper\"",
        "lp-badge-panel",
        "figures/fox.svg",
        "figures/fox.csv",
        "<summary>Data</summary>",
        "How the numbers usually move",
        "goes up",
        "What this result shows",
        "What it does not prove",
        "data-component=\"quiz\"",
        "Show the answer",
        "What you can now explain",
        "Know which work",
        "Next lesson",
        "00.2 The K/V cache",
        "Where this page’s numbers come from",
        "To change a run, edit",
        "index.md",
        "Edit this lesson",
        "https://code.example/new?title=00.1%20Autoregressive%20generation",
    ];
    let mut at = 0;
    for part in parts {
        let found = page[at..].find(part);
        at += found.unwrap_or_else(|| panic!("`{part}` is missing or out of order after {at}"));
    }
}

#[test]
fn what_a_model_wrote_is_text_everywhere() {
    let fixture = Fixture::new();
    for file in fixture.compose().unwrap().files {
        let Ok(text) = String::from_utf8(file.bytes().to_vec()) else { continue };
        if file.path.ends_with(".json") {
            assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{}", file.path);
            continue;
        }
        // Its cells are no markup, and no browser reads them as such.
        if file.path.ends_with(".csv") {
            assert!(text.ends_with("\r\n"), "{}", file.path);
            continue;
        }
        assert!(!text.contains("<img src=x"), "{}", file.path);
        let scripts = text.matches("</script>").count();
        assert_eq!(scripts, text.matches("<script src=").count(), "{}", file.path);
        assert!(!text.contains(">49<"), "{}", file.path);
    }
    let page = lesson_page(&fixture);
    assert!(page.contains("&lt;/script&gt;{{ 7*7 }}&lt;img src=x onerror=alert(1)&gt;"));
    let feed = fixture.file("feed.xml");
    let content = feed_content(&feed);
    assert!(content.contains("&lt;/script&gt;{{ 7*7 }}&lt;img src=x onerror=alert(1)&gt;"));
}

fn feed_content(feed: &str) -> String {
    let document = Document::parse(feed).unwrap();
    document.descendants().find(|node| node.has_tag_name("content")).unwrap().text().unwrap().to_owned()
}

#[test]
fn pages_hold_no_inline_style_or_script() {
    for file in Fixture::new().compose().unwrap().files.iter().filter(|file| file.path.ends_with(".html")) {
        let page = String::from_utf8(file.bytes().to_vec()).unwrap();
        assert!(!page.contains(" style="), "{}", file.path);
        assert!(!page.contains("<style") || file.path == "404.html", "{}", file.path);
        assert_eq!(page.matches("<script").count(), page.matches("<script src=\"").count(), "{}", file.path);
        for handler in ["onclick", "onload", "onerror", "onsubmit"] {
            assert!(attributes(&page, handler).is_empty(), "{}", file.path);
        }
    }
}

#[test]
fn only_the_page_for_missing_addresses_is_absolute() {
    for file in Fixture::new().compose().unwrap().files.iter().filter(|file| file.path.ends_with(".html")) {
        let page = String::from_utf8(file.bytes().to_vec()).unwrap();
        for href in attributes(&page, "href").into_iter().chain(attributes(&page, "src")) {
            let outside = ["https://", "data:", "#"].iter().any(|start| href.starts_with(start));
            let from_base = href.starts_with("/sub/");
            if file.path == "404.html" {
                assert!(outside || from_base, "{href}");
            } else {
                assert!(outside || !href.starts_with('/'), "{}: {href}", file.path);
            }
            assert!(!href.ends_with('/') || outside, "{}: {href} names no file", file.path);
        }
    }
}

#[test]
fn every_link_inside_leads_to_a_file_and_an_id() {
    let composed = Fixture::new().compose().unwrap();
    let text = |path: &str| {
        let file = composed.files.iter().find(|file| file.path == path)?;
        String::from_utf8(file.bytes().to_vec()).ok()
    };
    for file in composed.files.iter().filter(|file| file.path.ends_with(".html") && file.path != "404.html") {
        let page = String::from_utf8(file.bytes().to_vec()).unwrap();
        let folder = url::Url::parse("http://h/").unwrap().join(&file.path).unwrap();
        for href in attributes(&page, "href") {
            let target = folder.join(href).unwrap();
            let path = target.path().trim_start_matches('/');
            let other_host = target.host_str() != Some("h") || target.scheme() == "data";
            // The picture of the fixture's other lesson is not part of it.
            if other_host || path.starts_with("assets/") || target.fragment() == Some("%E6%95%B0") {
                continue;
            }
            let there = text(path).or_else(|| path.ends_with(".png").then(String::new));
            let there = there.unwrap_or_else(|| panic!("{}: {href} leads nowhere", file.path));
            if let Some(fragment) = target.fragment() {
                assert!(there.contains(&format!(" id=\"{fragment}\"")), "{}: {href} has no target", file.path);
            }
        }
    }
}

#[test]
fn ids_are_unique() {
    for file in Fixture::new().compose().unwrap().files.iter().filter(|file| file.path.ends_with(".html")) {
        let page = String::from_utf8(file.bytes().to_vec()).unwrap();
        let ids = attributes(&page, "id");
        let unique: BTreeSet<&&str> = ids.iter().collect();
        assert_eq!(ids.len(), unique.len(), "{}: {ids:?}", file.path);
    }
}

#[test]
fn xml_is_well_formed() {
    let mut fixture = Fixture::new();
    fixture.site.title = "Apples & <oranges>\u{8}".into();
    for path in ["feed.xml", "sitemap.xml", &format!("{LESSON}/figures/fox.svg")] {
        let text = fixture.file(path);
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{path}: {error}"));
        assert!(document.root_element().has_children());
    }
}

#[test]
fn the_feed_says_what_a_reader_needs() {
    let feed = Fixture::new().file("feed.xml");
    let document = Document::parse(&feed).unwrap();
    let of = |parent: &str, name: &str| {
        let parent = document.descendants().find(|node| node.has_tag_name(parent)).unwrap();
        parent.children().find(|node| node.has_tag_name(name)).unwrap().text().unwrap().to_owned()
    };
    assert_eq!(of("feed", "updated"), "2026-11-30T02:00:00Z");
    assert_eq!(of("entry", "id"), format!("https://lessons.example/sub/{LESSON}/"));
    let content = feed_content(&feed);
    assert!(content.contains(&format!("<img src=\"https://lessons.example/sub/{LESSON}/figures/fox.png\"")));
    assert!(content.contains("https://lessons.example/sub/foundations/kv-cache/#%E6%95%B0"));
    for address in attributes(&content, "href").into_iter().chain(attributes(&content, "src")) {
        assert!(address.starts_with("https://"), "{address}");
    }
    assert!(!content.contains(" style="));
}

#[test]
fn without_a_base_url_nothing_claims_an_address() {
    let mut fixture = Fixture::new();
    fixture.site.base_url = None;
    let composed = fixture.compose().unwrap();
    assert!(composed.complaints.iter().any(|warning| warning.code == "no-base-url"));
    let paths: Vec<&str> = composed.files.iter().map(|file| file.path.as_str()).collect();
    assert!(!paths.contains(&"feed.xml") && !paths.contains(&"sitemap.xml") && paths.contains(&"robots.txt"));
    let page = lesson_page(&fixture);
    assert!(!page.contains("canonical") && !page.contains("og:image") && !page.contains("og:url"));
    assert!(fixture.file("404.html").contains("href=\"/index.html\""));
}

#[test]
fn an_unknown_value_is_reported_where_it_stands() {
    let fixture = Fixture::with_body("A b `=fox.prefil.ms` and `=wolf.text` and `=fox`.\n");
    let complaints = fixture.compose().unwrap_err();
    let errors: Vec<_> = complaints.iter().filter(|complaint| complaint.is_error()).collect();
    let codes: Vec<&str> = errors.iter().map(|complaint| complaint.code).collect();
    assert_eq!(codes, ["unknown-value", "unknown-run", "unknown-value"]);
    let location = errors[0].location.as_ref().unwrap();
    assert_eq!(&location.source.text[location.span.clone()], "`=fox.prefil.ms`");
    assert!(errors[0].hints[0].contains("more"), "{:?}", errors[0].hints);
    assert!(errors[1].hints[0].contains("`fox`"), "{:?}", errors[1].hints);
}

#[test]
fn links_that_may_not_lead_there_are_reported_and_no_other_fault_twice() {
    let body = "[a](missing.md) [c](#term-nothing) ![](picture.png)\n";
    let complaints = Fixture::with_body(body).compose().unwrap_err();
    let codes: Vec<&str> = complaints.iter().filter(|c| c.is_error()).map(|complaint| complaint.code).collect();
    assert_eq!(codes, ["image-without-alt"]);
}

#[test]
fn a_term_that_is_not_listed_leads_to_the_glossary() {
    let page = lesson_page(&Fixture::new());
    assert!(page.contains("<a href=\"#term-token\" class=\"lp-term\""));
    assert!(page.contains("<a href=\"../../glossary/index.html#term-prefill\" class=\"lp-term\""));
    let glossary = Fixture::new().file("glossary/index.html");
    assert!(glossary.contains("../foundations/autoregressive-generation/index.html#term-token"));
}

#[test]
fn a_term_is_explained_once_in_a_section() {
    let body = "A [token](#term-token), [tokens](#term-token).\n\nThe [prefill](#term-prefill).\n\n## Next [one](#term-token)\n\nA [token](#term-token).\n";
    let page = lesson_page(&Fixture::with_body(body));
    assert_eq!(attributes(&page, "data-popover"), ["term-popover-1", "term-popover-2", "term-popover-3"]);
    assert_eq!(page.matches("class=\"lp-popover\"").count(), 3);
    assert!(page.contains("data-popover=\"term-popover-1\">token</a><span class=\"lp-popover\" id=\"term-popover-1\""));
    assert!(page.contains("href=\"#term-token\" class=\"lp-term\">tokens</a>,") || page.contains(">tokens</a>."));
}

#[test]
fn a_sign_is_explained_above_the_first_figure_that_shows_it() {
    let fixture = Fixture::new();
    for path in ["index.html", "figures/fox.html"] {
        let page = fixture.file(&format!("{LESSON}/{path}"));
        let note = page.find("stands for a space.").unwrap_or_else(|| panic!("{path}"));
        assert_eq!(page.matches("stands for a space.").count(), 1, "{path}");
        assert!(note < page.find("<figure").unwrap(), "{path}");
    }
}

#[test]
fn a_figure_has_a_page_of_its_own_that_leads_home() {
    let fixture = Fixture::new();
    let page = fixture.file(&format!("{LESSON}/figures/fox.html"));
    assert!(page.contains("href=\"../index.html#fox\" target=\"_top\""), "{page}");
    assert!(page.contains("<meta name=\"robots\" content=\"noindex\">"));
    assert!(page.contains("src=\"../../../assets/js/stepper.js\"") && !page.contains("quiz.js"));
    assert!(page.contains("href=\"fox.svg\"") && !page.contains("<iframe") && !page.contains("lp-header"));
    assert!(page.contains("&lt;iframe src=\"https://") || page.contains("&lt;iframe src=&quot;https://"), "{page}");
    assert!(page.contains("@misc{foundations-autoregressive-generation-fox,"), "{page}");
    assert!(!fixture.file("sitemap.xml").contains("figures/"));
}

#[test]
fn formulas_are_mathml_and_what_is_wrong_with_one_is_said_where_it_stands() {
    let page = lesson_page(&Fixture::with_body("So $p < 1$, for $5 and $6:\n\n$$\\frac{a}{b}$$\n"));
    assert!(page.contains("<mo>&lt;</mo>") && page.contains("for $5 and $6:") && page.contains("<mfrac>"), "{page}");
    let complaints = Fixture::with_body("So $p$ and $\\nosuch$.\n").compose().unwrap_err();
    let location = complaints[0].location.as_ref().unwrap();
    assert_eq!((complaints[0].code, &location.source.text[location.span.clone()]), ("formula", "$\\nosuch$"));
}

#[test]
fn html_of_a_lesson_is_text_unless_the_site_allows_it() {
    let mut fixture = Fixture::with_body("Tokens <s> and <think>\n\n<b onclick=\"x()\">bold</b>\n");
    let page = lesson_page(&fixture);
    assert!(page.contains("Tokens &lt;s&gt; and &lt;think&gt;"));
    assert!(page.contains("&lt;b onclick=\"x()\"&gt;bold") || page.contains("&lt;b onclick=&quot;x()&quot;&gt;bold"));
    fixture.site.raw_html = true;
    assert!(lesson_page(&fixture).contains("<b onclick=\"x()\">bold</b>"));
}

#[test]
fn one_full_stop_ends_a_sentence_that_ends_with_a_quotation() {
    let mut fixture =
        Fixture::with_body("It went on `=fox.text`. Next. It ended: `=fox.text`\n\nIt went on `=fox.text`...\n");
    let trace = fixture.traces.values_mut().flat_map(|runs| runs.values_mut()).next().unwrap();
    trace.generated.truncate(4);
    for (token, id) in trace.generated.iter_mut().zip([7, 14, 15, 13]) {
        (token.id, token.piece) = (TokenId(id), VOCABULARY[id as usize].into());
    }
    let page = lesson_page(&fixture);
    let quote = "<q class=\"lp-quote\"><bdi>the fence.</bdi></q>";
    for sentence in [format!("{quote} Next. It ended: {quote}</p>"), format!("{quote}...</p>")] {
        assert!(page.contains(&sentence), "{}", page.split("It went on").nth(1).unwrap());
    }
}

#[test]
fn a_missing_run_is_said_on_the_page() {
    let mut fixture = Fixture::new();
    fixture.traces.clear();
    fixture.figures.clear();
    let page = lesson_page(&fixture);
    assert!(page.contains("This figure has no recorded run yet"));
    assert!(page.contains("(not recorded yet: fox)"));
    // That a run is to be recorded is said by the plan of runs.
    assert!(fixture.compose().unwrap().complaints.iter().all(|complaint| complaint.code == "no-date"));
}

#[test]
fn the_next_token_is_taken_from_the_run() {
    let page = lesson_page(&Fixture::new());
    let question = page.split("data-question=").nth(4).unwrap();
    let right = question.split("data-right").nth(1).unwrap().split("</label>").next().unwrap();
    assert!(right.contains("src=x<span class=\"lp-sign\">·</span>onerror"), "{right}");
    assert_eq!(question.matches("type=\"radio\"").count(), 4);
    assert!(question.contains("rank 2 of 49,152"));
}

#[test]
fn a_remembered_answer_belongs_to_the_question_as_it_was() {
    let hashes = |fixture: &Fixture| {
        attributes(&lesson_page(fixture), "data-question").into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let before = hashes(&Fixture::new());
    let mut fixture = Fixture::new();
    let quiz =
        fixture.lessons[1].sections.iter_mut().flat_map(|section| &mut section.items).find_map(|item| match item {
            crate::lesson::Item::Block(block, _) => match block.as_mut() {
                crate::lesson::Block::Quiz(quiz) => Some(quiz),
                _ => None,
            },
            _ => None,
        });
    quiz.unwrap().questions[0].ask = super::fixture::items("What delays the second token?");
    let after = hashes(&fixture);
    assert_ne!(before[0], after[0]);
    assert_eq!(before[1..], after[1..]);
}

#[test]
fn a_site_may_replace_a_template() {
    let mut fixture = Fixture::new();
    fixture.templates.insert("not_found.html".into(), "<p>{{ page.site_title }}: gone</p>".into());
    assert_eq!(fixture.file("404.html"), "<p>Logitpress &amp; friends: gone</p>");
    fixture.templates.insert("not_found.html".into(), "{% if %}".into());
    let complaints = fixture.compose().unwrap_err();
    assert_eq!(complaints[0].code, "template");
    assert!(complaints[0].message.contains("not_found.html"), "{}", complaints[0].message);
}

#[test]
fn a_template_that_nothing_names_is_reported() {
    let own = [("hme.html", "x"), ("home.html", "{% include \"note.html\" %}"), ("note.html", "x")];
    let own = own.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    let warnings = super::Templates::unused(&own);
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(warnings[0].message, "nothing reads `templates/hme.html`");
    assert!(warnings[0].hints[0].contains("`home.html`"), "{warnings:?}");
}

#[test]
fn what_is_wrong_in_the_glossary_is_said_once() {
    let mut fixture = Fixture::new();
    let token = fixture.glossary.get_mut("token").unwrap();
    token.short = super::fixture::items("See [that](#term-nothing) and `=fox.prefill.ms`.");
    let complaints = fixture.compose().unwrap_err();
    let codes: Vec<&str> = complaints.iter().filter(|c| c.is_error()).map(|complaint| complaint.code).collect();
    assert_eq!(codes, ["value-without-run"]);
}

#[test]
fn scripts_run_from_a_file_too() {
    // A browser loads no module from `file://`.
    let page = lesson_page(&Fixture::new());
    assert!(!page.contains("type=\"module\""));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/static/js");
    for entry in std::fs::read_dir(folder).unwrap() {
        let script = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let top_level = script.lines().filter(|line| !line.starts_with([' ', '/', '{', '}']) && !line.is_empty());
        assert_eq!(top_level.count(), 0, "scripts of a page share one scope");
    }
}

#[test]
fn a_page_speaks_the_language_of_its_site() {
    let mut fixture = Fixture::new();
    fixture.site.language = "de".into();
    let page = lesson_page(&fixture);
    assert!(page.contains("<html lang=\"de\">") && page.contains("Woher die Zahlen dieser Seite kommen"), "{page}");
    assert!(page.contains("Rang 2 von 49.152"), "{page}");
}

#[test]
fn a_language_is_written_its_way_though_no_catalogue_speaks_it() {
    let mut fixture = Fixture::new();
    fixture.site.language = "ar".into();
    for file in fixture.compose().unwrap().files.iter().filter(|file| file.path.ends_with(".html")) {
        let page = std::str::from_utf8(file.bytes()).unwrap();
        assert!(page.contains("<html lang=\"ar\" dir=\"rtl\" data-words=\"en\">"), "{}", file.path);
    }
    assert!(lesson_page(&fixture).contains("Where this page’s numbers come from"));
}
