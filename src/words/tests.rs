use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use super::*;

/// What is the same in German: names, signs, and words that both languages have.
const SAME: &[&str] = &[
    "cache-gib",
    "cache-kib",
    "cache-lane-key",
    "cache-lane-value",
    "cache-mib",
    "column-bytes",
    "column-logit",
    "column-token",
    "column-tokens",
    "compare-min-p",
    "compare-prompt",
    "compare-top-k",
    "compare-top-p",
    "cuts-column-tokenizer",
    "cuts-size-separator",
    "fact-file-is",
    "footer",
    "formula-surprisal",
    "list-separator",
    "loop-decode",
    "loop-prefill",
    "loop-tokenizer",
    "milliseconds",
    "percent",
    "percent-above",
    "percent-below",
    "sampler-min-p",
    "sampler-set-min-p",
    "sampler-set-top-k",
    "sampler-set-top-p",
    "sampler-thousands",
    "sampler-top-k",
    "sampler-top-p",
    "search-found",
    "surprise-column-text",
    "surprise-mean",
    "timeline-column-median",
    "tokens-bytes",
    "tokens-prompt",
    "tree-column-sum",
    "tree-token",
];

/// The values that each message of a catalogue names.
fn messages(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let resource = fluent_syntax::parser::parse(text).expect("the catalogue has no mistake");
    let mut messages = BTreeMap::new();
    for entry in resource.body {
        match entry {
            Entry::Message(message) => {
                let mut names = BTreeSet::new();
                variables(&message.value.expect("a message has a text"), &mut names);
                let before = messages.insert(message.id.name.to_owned(), names);
                assert!(before.is_none(), "`{}` is there twice", message.id.name);
            }
            Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
            other => panic!("{other:?}"),
        }
    }
    messages
}

fn variables(pattern: &Pattern<&str>, names: &mut BTreeSet<String>) {
    let mut inline = |expression: &InlineExpression<&str>| {
        if let InlineExpression::VariableReference { id } = expression {
            names.insert(id.name.to_owned());
        }
    };
    for element in &pattern.elements {
        match element {
            PatternElement::Placeable { expression: Expression::Inline(expression) } => inline(expression),
            PatternElement::Placeable { expression: Expression::Select { selector, .. } } => inline(selector),
            PatternElement::TextElement { .. } => {}
        }
    }
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression: Expression::Select { variants, .. } } = element {
            variants.iter().for_each(|variant| variables(&variant.value, names));
        }
    }
}

#[test]
fn all_catalogues_say_the_same_things() {
    let english = messages(&CATALOGUES[0].1);
    for (language, text) in &CATALOGUES[1..] {
        let other = messages(text);
        for (id, names) in &english {
            let translated = other.get(id).unwrap_or_else(|| panic!("`{id}` is not in `catalogue/{language}`"));
            assert_eq!(names, translated, "the values of `{id}` in `catalogue/{language}`");
        }
        let more: Vec<&String> = other.keys().filter(|id| !english.contains_key(*id)).collect();
        assert!(more.is_empty(), "`catalogue/{language}` has {more:?}, which `catalogue/en` lacks");
    }
}

#[test]
fn german_is_not_english() {
    let source = |text: &str| {
        let one = |part: &str| part.split_once(" =").map(|(id, text)| (id.to_owned(), text.trim().to_owned()));
        let joined = text.replace("\n ", "\u{0}");
        joined.lines().filter_map(one).collect::<BTreeMap<String, String>>()
    };
    let (english, german) = (source(&CATALOGUES[0].1), source(&CATALOGUES[1].1));
    let same: Vec<&String> =
        english.iter().filter(|(id, text)| german.get(*id) == Some(text)).map(|(id, _)| id).collect();
    assert_eq!(same, SAME, "messages that German has in English");
}

/// Every file of the program that may name a message.
fn sources() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files =
        ["src", "templates", "static/js"].into_iter().flat_map(|folder| walkdir::WalkDir::new(root.join(folder)));
    let files = files.map(|entry| entry.unwrap().into_path());
    let files = files.filter(|path| path.is_file() && !path.starts_with(root.join("src/words")));
    files.filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

#[test]
fn every_message_is_used_and_every_one_that_is_used_exists() {
    // By this module itself.
    let own = ["percent", "percent-below", "percent-above", "date", "list-separator"];
    let english = messages(&CATALOGUES[0].1);
    let sources = sources();
    for id in english.keys().filter(|id| !own.contains(&id.as_str())) {
        let named = format!("\"{id}\"");
        assert!(sources.iter().any(|source| source.contains(&named)), "nothing uses `{id}`");
    }
    for source in &sources {
        for call in [
            "words.text(\"",
            "words().text(\"",
            "self.text(\"",
            "words.html(\"",
            "words().html(\"",
            "t(id=\"",
            "word(\"",
            "phrase(\"",
        ] {
            for rest in source.split(call).skip(1) {
                let id = rest.split('"').next().unwrap_or_default();
                if !id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
                    continue;
                }
                assert!(english.contains_key(id), "`{id}` is used and not in `catalogue/en`");
            }
        }
    }
}

#[test]
fn numbers_are_written_as_the_language_does() {
    let (english, german) = (Words::of("en-GB"), Words::of("de"));
    assert_eq!(english.number(49152.0, 0), "49,152");
    assert_eq!(english.number(-1234.5, 1), "−1,234.5");
    assert_eq!(english.number(999.0, 0), "999");
    assert_eq!(german.number(-1234.5, 1), "−1.234,5");
    // Spanish groups from five digits on, French by a narrow space, India by two digits.
    assert_eq!(Words::of("es").number(1234.5, 1), "1234,5");
    assert_eq!(Words::of("fr").number(1234567.0, 0), "1\u{202f}234\u{202f}567");
    assert_eq!(Words::of("hi").number(1234567.0, 0), "12,34,567");
    // Digits are those of tokens and pictures.
    assert_eq!(Words::of("ar-EG").number(12.5, 1), "12.5");
    assert_eq!(Words::of("fa").number(12.5, 1).chars().filter(char::is_ascii_digit).count(), 3);
}

#[test]
fn a_small_probability_is_not_shown_as_none() {
    let percent = |p| Words::english().percent(p);
    assert_eq!(percent(0.0), "0 %");
    assert_eq!(percent(0.0004), "< 0.1 %");
    assert_eq!(percent(0.034), "3.4 %");
    assert_eq!(percent(0.41), "41 %");
    assert_eq!(percent(0.9968), "99.7 %");
    assert_eq!(percent(0.99996), "> 99.9 %");
    assert_eq!(Words::of("de").percent(0.034), "3,4 %");
}

#[test]
fn a_language_finds_its_catalogue() {
    for (language, found, spoken) in
        [("de-AT", "de", true), ("DE", "de", true), ("en-x-y", "en", true), ("den", "en", false), ("fr", "en", false)]
    {
        let words = Words::of(language);
        assert_eq!((words.language(), words.is_spoken()), (found, spoken), "{language}");
    }
}

#[test]
fn a_language_has_its_direction() {
    let direction = |language| Words::of(language).direction().name();
    for language in ["ar", "he", "fa-IR", "ur", "yi", "dv", "ps", "az-Arab", "ku-Arab", "ckb"] {
        assert_eq!(direction(language), "rtl", "{language}");
    }
    for language in ["en", "de", "az", "ja", "ar-Latn", "tlh", "zz-zz-zz-zz"] {
        assert_eq!(direction(language), "ltr", "{language}");
    }
}

#[test]
fn a_date_is_written_out() {
    assert_eq!(Words::english().date(2026, 11, 30), "30 November 2026");
    assert_eq!(Words::of("de").date(2026, 3, 1), "1. März 2026");
}
