use super::*;

fn ids(markdown: &str) -> Vec<String> {
    let (lesson, _) = body(markdown);
    lesson.sections.iter().filter_map(|section| section.heading.as_ref()).map(|heading| heading.id.clone()).collect()
}

#[test]
fn sections_start_at_second_level_headings_outside_lists_and_quotations() {
    let (lesson, shown) =
        body("Lead\n\n## One\n\n> ## Quoted\n\n- ## Listed\n\n### Deeper\n\n## Two {eyebrow=\"Set-up and more\"}\n");
    assert_eq!(shown, "");
    let texts: Vec<Option<&str>> =
        lesson.sections.iter().map(|section| section.heading.as_ref().map(|heading| heading.text.as_str())).collect();
    assert_eq!(texts, [None, Some("One"), Some("Two")]);
    assert_eq!(lesson.sections[2].heading.as_ref().unwrap().eyebrow.as_deref(), Some("Set-up and more"));
    let html = html(&lesson.sections[1].items);
    assert!(html.contains("<h2 id=\"quoted\">") && html.contains("<h3 id=\"deeper\">"), "{html}");
}

#[test]
fn heading_ids_keep_their_script_and_are_unique() {
    assert_eq!(ids("## پارسی\n\n## 数学\n"), ["پارسی", "数学"]);
    assert_eq!(ids("## Header\n\n## Header\n\n## Header 1\n"), ["header", "header-1", "header-1-1"]);
    assert_eq!(ids("## 🚀\n\n## `Vec<T>` & *x*\n"), ["section", "vect-x"]);
    assert_eq!(ids("## A\n\n## B {#a}\n"), ["a-1", "a"]);
}

#[test]
fn heading_text_is_plain() {
    let (lesson, _) = body("## `Vec<T>` & *x* [y](#term-y)\n");
    assert_eq!(lesson.sections[0].heading.as_ref().unwrap().text, "Vec<T> & x y");
}

#[test]
fn headings_are_checked() {
    let cases = [
        ("# A\n", "9:1: error[second-title]"),
        ("A\n=\n", "9:1: error[second-title]"),
        ("##\n", "9:1: warning[empty-heading]"),
        ("## A {#x}\n\n## B {#x}\n", "11:1: error[duplicate-id]"),
        ("## A {#term-x}\n", "9:1: error[id]"),
        ("## A {eyebro=\"x\"}\n", "9:7: error[heading-attribute]"),
        ("## A `=fox.prefill.ms`\n", "9:6: error[heading-value]"),
        ("## A {eyebrow=\"a > b\"}\n", "9:1: error[heading-attribute]"),
        ("### A {eyebrow=x}\n", "9:1: warning[eyebrow]"),
    ];
    for (markdown, wanted) in cases {
        let (_, shown) = body(markdown);
        assert!(shown.contains(&format!("index.md:{wanted}")), "{markdown}\n{shown}");
    }
}
