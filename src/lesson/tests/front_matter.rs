use super::*;
use crate::request::{KvCache, Prompt, Role, Sampling, Weights};

#[test]
fn a_whole_front_matter_is_read() {
    let (lesson, shown) = lesson(
        "---\ntitle: T\nnumber: \"00.1\"\nquestion: Q?\nsummary: S.\nterms: [token, eos]\nupdated: 2026-11-30\nruns:\n  \
         fox: {prompt: \"The e\u{301}\", max_tokens: 12, sampling: greedy}\n  chat:\n    chat: Hi\n    system: Be brief.\n    \
         max_tokens: 40\n    sampling: {temperature: 0.8, top_p: 0.9, seed: 7}\n    stop: [\"\\n\\n\"]\n    weights: \
         quantised\n    kv_cache: off\n    repeat: 3\nexpect:\n  fox: {finish: length, text: \" dog\", holds: \
         [prefill.tokens == 4]}\n---\n",
    );
    assert_eq!(shown, "");
    let front = lesson.unwrap().front;
    assert_eq!(front.terms, ["token", "eos"]);
    assert_eq!(front.updated.map(|date| date.to_string()).as_deref(), Some("2026-11-30"));
    assert_eq!(front.runs["fox"].prompt, Prompt::Raw("The \u{e9}".into()));
    assert_eq!(front.runs["fox"].sampling, Sampling::Greedy);
    let chat = &front.runs["chat"];
    let Prompt::Chat(messages) = &chat.prompt else { panic!("a chat") };
    assert_eq!(messages.iter().map(|message| message.role).collect::<Vec<_>>(), [Role::System, Role::User]);
    assert_eq!((chat.weights, chat.kv_cache, chat.repeat), (Some(Weights::Quantised), KvCache::Off, Some(3)));
    assert!(matches!(chat.sampling, Sampling::Random { seed: 7, top_p: Some(_), top_k: None, .. }));
    assert_eq!(front.expect["fox"].holds[0].path, "prefill.tokens");
}

#[test]
fn byte_order_marks_and_windows_line_ends_change_nothing() {
    let unix = format!("---\n{FRONT}---\n# One\n\nText\n");
    let windows = format!("\u{feff}{}", unix.replace('\n', "\r\n"));
    let (unix, _) = lesson(&unix);
    let (windows, shown) = lesson(&windows);
    assert!(shown.contains("index.md:9:1: error[second-title]"), "{shown}");
    let (unix, windows) = (unix.unwrap(), windows.unwrap());
    assert_eq!(unix.front.title, windows.front.title);
    assert_eq!(unix.front.runs["fox"].prompt, windows.front.runs["fox"].prompt);
    assert_eq!(html(&unix.sections[0].items), html(&windows.sections[0].items));
}

#[test]
fn a_rule_and_an_underlined_heading_in_the_body_are_markdown() {
    let (lesson, shown) = body("Text\n\n---\n\ntitle: x\n---\n\nMore\n");
    assert_eq!(shown, "");
    assert_eq!(lesson.sections.len(), 2);
    assert_eq!(lesson.sections[1].heading.as_ref().map(|heading| heading.text.as_str()), Some("title: x"));
}

#[test]
fn empty_front_matter_lists_all_that_is_missing() {
    let (lesson, shown) = lesson("---\n---\nText\n");
    for key in ["title", "number", "question", "summary"] {
        assert!(
            shown.contains(&format!("index.md:1:1: error[missing-key]: the front matter lacks `{key}`")),
            "{shown}"
        );
    }
    assert!(lesson.is_some());
}

#[test]
fn every_complaint_is_shown_in_one_go() {
    let shown = lesson(
        "---\ntitle: 2024\nnumber: 00.1\nquestion: Q\nsummary: S\ndraft: no\nordre: 1\n---\n# A\n\n[x](javascript:x)\n",
    )
    .1;
    for place in
        ["2:8: error[wrong-type]", "3:9: error[wrong-type]", "6:8: error[wrong-type]", "7:1: error[unknown-key]"]
    {
        assert!(shown.contains(&format!("index.md:{place}")), "{shown}");
    }
    assert!(shown.contains("index.md:9:1: error[second-title]"), "{shown}");
    assert!(shown.contains("index.md:11:1: error[unsafe-link]"), "{shown}");
}

#[test]
fn an_unquoted_colon_points_into_the_file() {
    let shown = lesson("---\nnumber: \"1\"\ntitle: Attention: all you need\n---\n").1;
    assert!(shown.contains("index.md:3:17: error[yaml-syntax]"), "{shown}");
    assert!(shown.contains("Quote the value"), "{shown}");
}

#[test]
fn runs_are_checked() {
    let cases = [
        ("runs: {Fox: {prompt: a, max_tokens: 1}}", "error[run-name]: `Fox` cannot name a run"),
        ("runs: {a: {max_tokens: 1}}", "error[missing-key]: the run has no prompt"),
        ("runs: {a: {prompt: a}}", "error[missing-key]: the run `a` lacks `max_tokens`"),
        ("runs: {a: {prompt: a, chat: b, max_tokens: 1}}", "error[two-prompts]"),
        ("runs: {a: {prompt: a, system: b, max_tokens: 1}}", "error[system]"),
        ("runs: {a: {prompt: \"\", max_tokens: 1}}", "error[missing-key]: `prompt` is empty"),
        ("runs: {a: {prompt: 12, max_tokens: 1}}", "error[wrong-type]: `prompt` must be text"),
        ("runs: {a: {prompt: a, max_tokens: 0}}", "error[out-of-range]: `max_tokens` must be from 1 to 4096"),
        ("runs: {a: {prompt: a, max_tokens: 5000}}", "error[out-of-range]"),
        ("runs: {a: {prompt: a, max_tokens: 1, sampling: random}}", "error[unknown-word]: `sampling` must be `greedy`"),
        (
            "runs: {a: {prompt: a, max_tokens: 1, sampling: {temperature: 0.8}}}",
            "error[missing-key]: `sampling` lacks `seed`",
        ),
        (
            "runs: {a: {prompt: a, max_tokens: 1, sampling: {temperature: 0, seed: 1}}}",
            "error[out-of-range]: `temperature`",
        ),
        ("runs: {a: {prompt: a, max_tokens: 1, sampling: {temperature: .nan, seed: 1}}}", "error[out-of-range]"),
        ("runs: {a: {prompt: a, max_tokens: 1, sampling: {top_p: 1.1, seed: 1}}}", "error[out-of-range]: `top_p`"),
        ("runs: {a: {prompt: a, max_tokens: 1, sampling: {min_p: 1, seed: 1}}}", "error[out-of-range]: `min_p`"),
        ("runs: {a: {prompt: a, max_tokens: 1, sampling: {top_k: 0, seed: 1}}}", "error[out-of-range]: `top_k`"),
        ("runs: {a: {prompt: a, max_tokens: 1, sampling: {seed: -1}}}", "error[out-of-range]: `seed`"),
        ("runs: {a: {prompt: a, max_tokens: 1, weights: quantized}}", "error[unknown-word]: `weights`"),
        (
            "runs: {a: {prompt: a, max_tokens: 1, kv_cache: false}}",
            "error[unknown-word]: `kv_cache` must be `on` or `off`",
        ),
        ("runs: {a: {prompt: a, max_tokens: 1, stop: [\"\"]}}", "error[empty-stop]"),
        ("runs: {a: {prompt: a, max_tokens: 1, repeat: 0}}", "error[out-of-range]: `repeat`"),
        ("runs: {a: {messages: [{role: robot, content: x}], max_tokens: 1}}", "error[unknown-word]: `role`"),
        ("runs: {a: {messages: [{role: assistant, content: x}], max_tokens: 1}}", "error[message-order]"),
        ("runs: {a: {messages: [], max_tokens: 1}}", "error[missing-key]: `messages` is empty"),
        ("runs:\n  a:\n    prompt: |\n      x\n    max_tokens: 1", "warning[line-break]"),
        ("runs: {a: {prompt: a, max_tokens: 1, score: 1}}", "error[wrong-type]: `score`"),
        ("runs: {a: {prompt: a, max_tokens: 1, branch: 3}}", "error[wrong-type]: `branch` must be a mapping"),
        (
            "runs: {a: {prompt: a, max_tokens: 1, branch: {width: 3, depth: 3}}}",
            "error[missing-key]: `branch` lacks `tokens`",
        ),
        (
            "runs: {a: {prompt: a, max_tokens: 1, branch: {width: 5, depth: 3, tokens: 1}}}",
            "error[out-of-range]: `width` must be from 2 to 4",
        ),
        (
            "runs: {a: {prompt: a, max_tokens: 1, branch: {width: 4, depth: 4, tokens: 5}}}",
            "error[branch-size]: the branches take 4^4 × (4 + 5) = 2304 tokens",
        ),
        ("runs: []", "error[wrong-type]: `runs` must be a mapping"),
        ("runs: {a: b}", "error[wrong-type]: the run `a` must be a mapping"),
        ("expect: {a: {tokens: 3}}", "error[unknown-run]: `expect` names a run `a`"),
        ("runs: {a: {prompt: a, max_tokens: 1}}\nexpect: {a: {holds: [tokens = 3]}}", "error[comparison]"),
        ("runs: {a: {prompt: a, max_tokens: 1}}\nexpect: {a: {finish: end}}", "error[unknown-word]: `finish`"),
        ("terms: [a, a]", "error[duplicate-term]"),
        ("updated: 30.11.2026", "error[date]"),
        ("updated: 2026-11-31", "error[date]"),
    ];
    for (lines, wanted) in cases {
        let shown = front(&format!("{lines}\n"));
        assert!(shown.contains(wanted), "{lines}\n{shown}");
        assert!(shown.contains("index.md:"), "{lines}\n{shown}");
    }
    let control = lesson("---\ntitle: \"a\\u0007b\"\nnumber: \"1\"\nquestion: Q\nsummary: S\n---\n").1;
    assert!(control.contains("index.md:2:8: error[control-character]"), "{control}");
    assert!(lesson("---\ntitle: T\nnumber: a1\nquestion: Q\nsummary: S\n---\n").1.contains("error[number]"));
}

#[test]
fn an_experiment_becomes_a_run_for_each_point() {
    let (lesson, shown) = lesson(
        "---\ntitle: T\nnumber: \"1\"\nquestion: Q?\nsummary: S.\nexperiments:\n  length: {vary: prompt-length, points: \
         [1, 16], base: {prompt: Once upon, max_tokens: 2}}\n  cache: {vary: kv-cache, base: {prompt: Once, max_tokens: \
         2}}\n  draws: {vary: seeds, count: 3, base: {prompt: Once, max_tokens: 2, sampling: {seed: 9}}}\n  form: {vary: \
         template, base: {chat: Hi, max_tokens: 2}}\nexpect: {length.1: {tokens: 2}}\nholds: [\"cache.off.decode.ms > \\
         max(length.*.decode.ms)\"]\n---\n`=cache.off.decode.ms`, `=max(length.*.ttft.ms) / 2`\n",
    );
    assert_eq!(shown, "");
    let front = lesson.unwrap().front;
    let names: Vec<&str> = front.runs.keys().map(String::as_str).collect();
    let wanted = "cache.off cache.on draws.1 draws.2 draws.3 form.other form.own form.raw length.1 length.16";
    assert_eq!(names.join(" "), wanted);
    assert_eq!(front.runs["length.16"].first_tokens, Some(16));
    assert_eq!(front.runs["cache.off"].kv_cache, KvCache::Off);
    assert!(matches!(front.runs["draws.3"].sampling, Sampling::Random { seed: 3, .. }));
    assert_eq!(front.runs["form.other"].prompt, Prompt::Raw("[INST] Hi [/INST]".into()));
    assert!(matches!(front.runs["form.own"].prompt, Prompt::Chat(_)));
    let points: Vec<&str> = front.experiments["cache"].points.iter().map(|point| point.name.as_str()).collect();
    assert_eq!(points, ["off", "on"], "the plain way first");
}

#[test]
fn an_experiment_that_cannot_be_run_is_complained_about_where_it_stands() {
    for (lines, complaint) in [
        ("{base: {prompt: x, max_tokens: 1}}", "index.md:7:3: error[missing-key]: the experiment `e` lacks `vary`"),
        ("{vary: heat, base: {prompt: x, max_tokens: 1}}", "error[unknown-word]"),
        ("{vary: kv-cache}", "lacks `base`"),
        ("{vary: threads, base: {prompt: x, max_tokens: 1}}", "lacks `points`"),
        ("{vary: threads, points: [0, 1], base: {prompt: x, max_tokens: 1}}", "7:31: error[experiment-point]"),
        ("{vary: threads, points: [1, 1], base: {prompt: x, max_tokens: 1}}", "the point `1` is there twice"),
        ("{vary: threads, points: [1], base: {prompt: x, max_tokens: 1}}", "compares 2 to 64 points, and this has 1"),
        ("{vary: threads, points: [1, 2], count: 2, base: {prompt: x, max_tokens: 1}}", "error[two-points]"),
        ("{vary: kv-cache, points: [on, never], base: {prompt: x, max_tokens: 1}}", "points: [off, on]"),
        ("{vary: kv-cache, base: {prompt: x, max_tokens: 1, kv_cache: off}}", "7:56: error[experiment-base]"),
        ("{vary: seeds, count: 2, base: {prompt: x, max_tokens: 1}}", "Give `base` a `sampling` that draws"),
        ("{vary: template, base: {prompt: x, max_tokens: 1}}", "Give `base` one message"),
        ("{vary: kv-cache, base: {max_tokens: 1}}", "the run has no prompt"),
    ] {
        let shown = front(&format!("experiments:\n  e: {lines}\n"));
        assert!(shown.contains(complaint), "{lines}: {shown}");
    }
    let shown = front(
        "runs: {e: {prompt: x, max_tokens: 1}}\nexperiments:\n  e: {vary: kv-cache, base: {prompt: x, max_tokens: 1}}\n",
    );
    assert!(shown.contains("a run is named `e` too"), "{shown}");
}

#[test]
fn comparisons_between_runs_are_checked() {
    let claims = |text: &str| front(&format!("runs: {{fox: {{prompt: x, max_tokens: 1}}}}\nholds: [\"{text}\"]\n"));
    assert_eq!(claims("fox.tokens == 1"), "");
    assert!(claims("cat.tokens == 1").contains("index.md:7:9: error[unknown-run]: there is no run `cat`"));
    assert!(claims("fox.tokens").contains("error[comparison]"));
    assert!(claims("maxx(fox.tokens) > 1").contains("there is no function `maxx`"));
}
