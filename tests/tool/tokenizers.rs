use crate::site::{Site, said};

const LESSON: &str = "content/foundations/tokenization/index.md";

/// What `check` says of the lesson with one edit, which has to be wrong.
fn complaint(from: &str, to: &str) -> String {
    let site = Site::copy_of(".");
    site.edit(LESSON, from, to);
    let broken = site.run(&["--message-format", "short", "check"]);
    let text = said(&broken);
    assert_eq!(broken.status.code(), Some(1), "{to}: {text}");
    assert!(text.contains(&format!("{LESSON}:")), "{text}");
    text
}

#[test]
fn a_vocabulary_that_is_not_carried_is_named_with_those_that_are() {
    let text = complaint("vocabularies: [r50k_base, o200k_base]", "vocabularies: [r50k_base, o20k_base]");
    assert!(text.contains("there is no vocabulary `o20k_base`"), "{text}");
    let site = Site::copy_of(".");
    site.edit(LESSON, "vocabularies: [r50k_base, o200k_base]", "vocabularies: [r50k_base, o20k_base]");
    let text = said(&site.run(&["check"]));
    assert!(text.contains("Did you mean `o200k_base`?") && text.contains("`cl100k_base`"), "{text}");
}

#[test]
fn runs_with_different_texts_are_refused() {
    let text = complaint("run: english\nid: sentence", "runs: [english, german]\nid: sentence");
    assert!(text.contains("`english` and `german` have different prompts"), "{text}");
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
    let text = complaint("`=hindi.prompt.in.o200k_base.tokens`", "`=hindi.prompt.in.o200k.tokens`");
    assert!(text.contains("hindi") && text.contains("prompt.in.o200k.tokens"), "{text}");
}

#[test]
fn another_word_makes_its_run_stale_and_other_runs_keep_their_keys() {
    let site = Site::copy_of(".");
    site.edit(LESSON, "merges: \" unbelievable\"", "merges: \" token\"");
    let stale = site.build();
    let text = said(&stale);
    assert_eq!(stale.status.code(), Some(4), "{text}");
    assert!(text.contains("foundations/tokenization#english") && text.contains("word to merge changed"), "{text}");
    assert_eq!(text.matches("changed").count(), 1, "{text}");
}
