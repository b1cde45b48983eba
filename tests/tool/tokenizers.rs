use crate::site::{LESSON, Site, said};

/// What `check` says of the lesson with one edit, which has to be wrong.
fn complaint(from: &str, to: &str) -> String {
    let site = Site::copy_of("figures");
    site.edit(LESSON, from, to);
    let broken = site.run(&["--message-format", "short", "check"]);
    let text = said(&broken);
    assert_eq!(broken.status.code(), Some(1), "{to}: {text}");
    assert!(text.contains(&format!("{LESSON}:")), "{text}");
    text
}

#[test]
fn a_vocabulary_that_is_not_carried_is_named_with_those_that_are() {
    let text = complaint("vocabularies: [cl100k_base, o200k_base]", "vocabularies: [cl100k_base, o20k_base]");
    assert!(text.contains("there is no vocabulary `o20k_base`"), "{text}");
    let site = Site::copy_of("figures");
    site.edit(LESSON, "vocabularies: [cl100k_base, o200k_base]", "vocabularies: [cl100k_base, o20k_base]");
    let text = said(&site.run(&["check"]));
    assert!(text.contains("Did you mean `o200k_base`?") && text.contains("`cl100k_base`"), "{text}");
}

#[test]
fn runs_with_different_texts_are_refused() {
    let text = complaint("run: pieces\nid: cuts", "runs: [pieces, fox]\nid: cuts");
    assert!(text.contains("`pieces` and `fox` have different prompts"), "{text}");
}

#[test]
fn a_word_is_one_word_and_its_run_records_it() {
    let text = complaint("id: merges\nmerges: \" unbelievable\"", "id: merges\nmerges: \" un believable\"");
    assert!(text.contains("not one word"), "{text}");
    let text = complaint("id: merges\nmerges: \" unbelievable\"", "id: merges\nmerges: \" token\"");
    assert!(text.contains("it needs `merges: \" token\"`"), "{text}");
}

#[test]
fn a_path_into_a_vocabulary_that_is_wrong_lists_the_right_ones() {
    let text = complaint("`=fox.prompt.tokens` [tokens]", "`=fox.prompt.in.o200k.tokens` [tokens]");
    assert!(text.contains("fox") && text.contains("prompt.in.o200k.tokens"), "{text}");
}

#[test]
fn another_word_makes_its_run_stale_and_other_runs_keep_their_keys() {
    let site = Site::copy_of("figures");
    site.edit(LESSON, "merges: \" unbelievable\"", "merges: \" token\"");
    let stale = site.build();
    let text = said(&stale);
    assert_eq!(stale.status.code(), Some(4), "{text}");
    assert!(text.contains("inference/one-answer#pieces") && text.contains("word to merge changed"), "{text}");
    assert_eq!(text.matches("changed").count(), 1, "{text}");
}
