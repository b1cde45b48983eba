use crate::site::{LESSON, Site, said};

#[test]
fn all_complaints_come_in_one_go_with_place_and_hint() {
    let site = Site::copy_of("figures");
    site.edit(LESSON, "question: What happens", "question: Attention: what happens");
    let broken = site.run(&["--message-format", "short", "check"]);
    assert_eq!(broken.status.code(), Some(1));
    assert!(said(&broken).contains(&format!("{LESSON}:4:")), "{}", said(&broken));

    let site = Site::copy_of("figures");
    site.edit(LESSON, "`=fox.prefill.ms`", "`=fox.prefil.ms`");
    site.edit(LESSON, "run: fox\nid: time", "run: foxes\nid: time");
    site.edit(LESSON, "[prefill](#term-prefill)", "[prefill](#term-prefilling)");
    let broken = site.run(&["--message-format", "short", "check"]);
    let text = said(&broken);
    assert_eq!(broken.status.code(), Some(1), "{text}");
    let places: Vec<&str> = text.lines().filter(|line| line.starts_with(LESSON)).collect();
    assert!(places.len() >= 2, "{text}");
    assert!(text.contains("foxes"), "{text}");
    assert!(text.contains("prefilling"), "{text}");
}

#[test]
fn a_wrong_value_path_lists_the_right_ones() {
    let site = Site::copy_of("figures");
    site.edit(LESSON, "`=fox.prefill.ms`", "`=fox.prefill.seconds`");
    let broken = site.run(&["check"]);
    let text = said(&broken);
    assert_eq!(broken.status.code(), Some(1), "{text}");
    assert!(text.contains("fox.prefill.seconds"), "{text}");
    assert!(text.contains("prefill.ms"), "{text}");
    assert!(text.contains("index.md:"), "{text}");
}

#[test]
fn json_messages_are_one_object_a_line() {
    let site = Site::copy_of("figures");
    site.edit(LESSON, "terms: [token,", "terms: [tokn,");
    let broken = site.run(&["--message-format", "json", "check"]);
    let text = said(&broken);
    let first = text.lines().next().unwrap();
    let object: serde_json::Value = serde_json::from_str(first).unwrap_or_else(|error| panic!("{error}: {first}"));
    assert_eq!(object["severity"], "error");
    assert!(object["message"].as_str().unwrap().contains("tokn"));
}

#[test]
fn usage_errors_are_exit_2() {
    let site = Site::copy_of("figures");
    for arguments in [&["biuld"][..], &["build", "--capture", "sometimes"], &["build", "--base-url", "nowhere"]] {
        assert_eq!(site.run(arguments).status.code(), Some(2), "{arguments:?}");
    }
    assert_eq!(site.run(&["capture", "no/such#run"]).status.code(), Some(2));
}

#[test]
fn a_folder_without_a_site_says_so() {
    let site = Site::copy_of("figures");
    let nothing = site.run(&["--site", "models", "build"]);
    assert_eq!(nothing.status.code(), Some(1));
    assert!(said(&nothing).contains("content/site.yaml"), "{}", said(&nothing));
}

#[test]
fn completions_are_printed() {
    let site = Site::copy_of("figures");
    let script = site.run(&["completions", "bash"]);
    assert!(String::from_utf8(script.stdout).unwrap().contains("logitpress"));
}

#[test]
fn a_model_that_cannot_be_had_is_exit_3_with_each_source_and_the_way_by_hand() {
    let site = Site::copy_of("figures");
    let digest = "ab".repeat(32);
    site.write(
        "models/models.yaml",
        &format!(
            "- name: nowhere\n  file: nowhere.gguf\n  bytes: 10\n  sha256: {digest}\n  licence: none\n  sources:\n    \
             - url: http://127.0.0.1:1/nowhere.gguf\n    - url: http://127.0.0.1:2/nowhere.gguf\n"
        ),
    );
    let folder = site.path.join("elsewhere");
    let fetched = std::process::Command::new(env!("CARGO_BIN_EXE_logitpress"))
        .args(["model", "fetch"])
        .current_dir(&site.path)
        .env("LOGITPRESS_MODELS", &folder)
        .output()
        .unwrap();
    let text = said(&fetched);
    assert_eq!(fetched.status.code(), Some(3), "{text}");
    for part in
        ["127.0.0.1:1", "127.0.0.1:2", "refused", digest.as_str(), folder.join("nowhere.gguf").to_str().unwrap()]
    {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
}

/// A flag and a key are read by one function.
#[test]
fn the_flag_and_the_key_for_the_base_url_say_the_same() {
    for address in
        ["localhost:8080/x", "ftp://example.org/x", "https://example.org/x?y=1", "https://e.org/#a", "nowhere"]
    {
        let site = Site::copy_of("hostile");
        let flag = site.run(&["build", "--capture", "never", "--base-url", address]);
        assert_eq!(flag.status.code(), Some(2), "{address}: {}", said(&flag));
        assert!(!site.path.join("public").exists(), "{address}");
        let settings = site.read("content/site.yaml");
        site.write("content/site.yaml", &settings.replace("https://example.org/sub/", &format!("\"{address}\"")));
        let key = site.run(&["--message-format", "short", "check"]);
        let text = said(&key);
        let sentence = text.lines().find_map(|line| line.split("[base-url]: ").nth(1)).unwrap_or_default();
        assert!(sentence.starts_with("`base_url` ") && said(&flag).contains(sentence), "{text} {}", said(&flag));
    }
}

/// Every link form that Markdown has, in the check, the page and the feed.
#[test]
fn every_form_of_link_is_on_the_page_and_in_the_feed() {
    let site = Site::copy_of("figures");
    site.write("content/inference/one-answer/paper.pdf", "");
    let lesson = "content/inference/one-answer/index.md";
    let text = site.read(lesson).replacen("\n---\n", "\nupdated: 2026-11-30\n---\n", 1);
    let links = "\nWrite to <a@example.org>, [b](MAILTO:b@example.org), [c][], <tel:+44>, [d](paper.pdf?v=1#page=3).[^n]\n\n\
        [c]: mailto:c@example.org \"C\"\n[^n]: Or <n@example.org>.\n";
    site.write(lesson, &format!("{text}{links}"));
    assert_eq!(site.run(&["check"]).status.code(), Some(0));
    let built = site.build();
    assert_eq!(built.status.code(), Some(0), "{}", said(&built));
    let (page, feed) = (site.read("public/inference/one-answer/index.html"), site.read("public/feed.xml"));
    for href in
        ["mailto:a@example.org", "MAILTO:b@example.org", "mailto:c@example.org", "tel:+44", "mailto:n@example.org"]
    {
        assert!(page.contains(&format!("href=\"{href}\"")), "{href}");
        assert!(feed.contains(&format!("href=&quot;{href}&quot;")), "{href}");
    }
    assert!(page.contains("href=\"paper.pdf?v=1#page=3\""));
    assert!(feed.contains("https://example.org/sub/inference/one-answer/paper.pdf?v=1#page=3"));
}
