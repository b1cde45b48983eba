use crate::diagnostic::report::{Format, render};
use crate::diagnostic::{Complaints, Excerpt, Source};

use super::{Fields, Node, Value, parse};

/// Parses YAML that stands in a file after a first line, as front matter does.
fn read(yaml: &str) -> (Option<Node>, String) {
    let source = Source::new("a.md", format!("---\n{yaml}"));
    let complaints = Complaints::about(&source);
    let node = parse(&Excerpt::of(&source, 4..source.text.len()), &complaints);
    (node, shown(complaints))
}

fn shown(complaints: Complaints) -> String {
    let list = complaints.into_list();
    let hints: Vec<String> = list.iter().flat_map(|diagnostic| diagnostic.hints.clone()).collect();
    format!("{}{}", render(&list, Format::Short), hints.join("\n"))
}

/// Reads `title`, `draft`, `number`, `steps`, `terms` and `weights` and shows the complaints.
fn complaints_about(yaml: &str) -> String {
    let source = Source::new("a.md", format!("---\n{yaml}"));
    let complaints = Complaints::about(&source);
    if let Some(node) = parse(&Excerpt::of(&source, 4..source.text.len()), &complaints)
        && let Some(fields) = Fields::of(&node, "the front matter", &complaints)
    {
        fields.required_text("title", "Give it a title.");
        fields.boolean("draft");
        fields.text("number");
        fields.integer("steps", 1..=20_u32);
        fields.texts("terms");
        fields.choice("weights", &[("float", 0), ("quantised", 1)]);
        fields.finish();
    }
    shown(complaints)
}

#[test]
fn an_unquoted_colon_is_explained_with_the_cure() {
    let shown = complaints_about("title: Attention: all you need\n");
    assert!(shown.contains("a.md:2:17: error[yaml-syntax]: an unquoted value contains a colon and a space"), "{shown}");
    assert!(shown.contains("`title: \"Attention: all you need\"`"), "{shown}");
}

#[test]
fn the_cure_is_not_written_where_it_would_be_wrong() {
    let shown = complaints_about("title: [a: b: c]\n");
    assert!(!shown.contains("\"b"), "{shown}");
}

#[test]
fn columns_count_characters_of_the_file() {
    let shown = complaints_about("# é\ntitle: Überall: ja\n");
    assert!(shown.contains("a.md:3:15: "), "{shown}");
}

#[test]
fn a_tab_is_named() {
    let shown = complaints_about("title: x\nterms:\n\t- a\n");
    assert!(shown.contains("a.md:4:1: error[yaml-tab]"), "{shown}");
}

#[test]
fn duplicate_and_unknown_keys_are_all_shown() {
    let shown = complaints_about("title: x\ntitle: y\nnumbre: 1\nweight: 1\nx: 1\n");
    assert!(shown.contains("a.md:3:1: error[duplicate-key]: `title` is given twice"), "{shown}");
    assert!(shown.contains("a.md:4:1: error[unknown-key]: the front matter has no key `numbre`"), "{shown}");
    assert!(shown.contains("Did you mean `number`?"), "{shown}");
    assert!(shown.contains("Did you mean `weights`?"), "{shown}");
    assert!(shown.contains("4 errors"), "{shown}");
}

#[test]
fn values_of_another_kind_are_explained() {
    let shown = complaints_about("title: 2024\ndraft: no\nnumber: 00.1\nsteps: \"3\"\nterms: a\nweights: quantized\n");
    assert!(shown.contains("a.md:2:8: error[wrong-type]: `title` must be text, and this is a number"), "{shown}");
    assert!(shown.contains("quote it: `\"2024\"`"), "{shown}");
    assert!(shown.contains("a.md:3:8: error[wrong-type]: `draft` must be `true` or `false`"), "{shown}");
    assert!(shown.contains("write `draft: false`"), "{shown}");
    assert!(shown.contains("a.md:4:9: error[wrong-type]"), "{shown}");
    assert!(shown.contains("`\"00.1\"`"), "{shown}");
    assert!(shown.contains("a.md:5:8: error[wrong-type]: `steps` must be a whole number"), "{shown}");
    assert!(shown.contains("a.md:6:8: error[wrong-type]: `terms` must be a list"), "{shown}");
    assert!(shown.contains("a.md:7:10: error[unknown-word]"), "{shown}");
    assert!(shown.contains("Did you mean `quantised`?"), "{shown}");
}

#[test]
fn a_missing_value_is_not_an_empty_one() {
    assert!(complaints_about("title:\n").contains("a.md:2:1: error[missing-key]: `title` has no value"));
    assert!(complaints_about("title: ''\n").contains("a.md:2:8: error[missing-key]: `title` is empty"));
    assert!(complaints_about("").contains("error[missing-key]: the front matter lacks `title`"));
    assert!(complaints_about("# nothing\n").contains("lacks `title`"));
}

#[test]
fn out_of_range_numbers_are_refused() {
    let shown = complaints_about("title: x\nsteps: 99999999999999999999999\n");
    assert!(shown.contains("a.md:3:8: error[out-of-range]: `steps` must be from 1 to 20"), "{shown}");
}

#[test]
fn an_alias_bomb_ends_soon() {
    let mut yaml = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let before = format!("*a{}, ", level - 1).repeat(9);
        yaml.push_str(&format!("a{level}: &a{level} [{before}x]\n"));
    }
    let (node, shown) = read(&yaml);
    assert!(node.is_none());
    assert!(shown.contains("error[yaml-syntax]: the YAML holds too many values"), "{shown}");
}

#[test]
fn deep_nesting_is_refused_and_does_not_overflow() {
    let (node, shown) = read(&"[".repeat(20_000));
    assert!(node.is_none());
    assert!(shown.contains("error["), "{shown}");
    let (_, shown) = read(&format!("a: {}{}", "[".repeat(500), "]".repeat(500)));
    assert!(shown.contains("nested too deeply"), "{shown}");
}

#[test]
fn a_second_document_is_refused() {
    let (_, shown) = read("a: 1\n--- # next\nb: 2\n");
    assert!(shown.contains("a.md:3:1: error[yaml-documents]"), "{shown}");
}

#[test]
fn tags_and_unknown_anchors_are_refused() {
    assert!(read("a: !secret x\n").1.contains("a.md:2:1: error[yaml-syntax]: YAML tags"));
    assert!(read("a: *b\n").1.contains("names no anchor"));
    assert!(read("a: \"x\n").1.contains("never closed"));
    assert!(read("a: @b\n").1.contains("cannot start with `@`"));
}

#[test]
fn every_value_knows_its_place() {
    let yaml =
        "runs:\n  fox: {prompt: \"a\", stop: [x, ÿy]}\n  cat:\n    prompt: |-\n      two\n      lines\nlast: z\n";
    let source = Source::new("a.md", format!("---\n{yaml}"));
    let complaints = Complaints::about(&source);
    let node = parse(&Excerpt::of(&source, 4..source.text.len()), &complaints).unwrap();
    let mut seen = Vec::new();
    collect(&node, &source, &mut seen);
    assert_eq!(
        seen,
        ["runs", "fox", "prompt", "\"a\"", "stop", "x", "ÿy", "cat", "prompt", "two\n      lines", "last", "z"]
    );
}

fn collect<'a>(node: &Node, source: &'a Source, seen: &mut Vec<&'a str>) {
    match &node.value {
        Value::Map(entries) => entries.iter().for_each(|entry| {
            seen.push(&source.text[entry.key_span.clone()]);
            collect(&entry.value, source, seen);
        }),
        Value::List(items) => items.iter().for_each(|item| collect(item, source, seen)),
        _ => seen.push(&source.text[node.span.clone()]),
    }
}

#[test]
fn a_text_knows_where_its_characters_stand() {
    let yaml = "a: |\n  one `two`\n\n  three\nb: \"x \\\"quoted\\\" y\"\nc: plain over\n  two lines\n";
    let source = Source::new("a.md", yaml);
    let complaints = Complaints::about(&source);
    let node = parse(&Excerpt::of(&source, 0..source.text.len()), &complaints).unwrap();
    let Value::Map(entries) = &node.value else { panic!("a mapping") };
    for (entry, words) in entries.iter().zip([vec!["`two`", "three"], vec!["quoted", "y"], vec!["over", "two lines"]]) {
        let excerpt = entry.value.excerpt(&source);
        assert_eq!(Some(excerpt.text.as_str()), entry.value.text());
        for word in words {
            let at = excerpt.text.find(word).unwrap();
            assert_eq!(&source.text[excerpt.span(at..at + word.len())], word);
        }
    }
}
