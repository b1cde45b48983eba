use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::figure::KINDS;
use crate::lesson::{SchemaPart, schema};
use crate::yaml::asked_keys;

/// The definitions that describe what a reader calls so in its complaints.
const DESCRIBED: [(&str, &[&str]); 16] = [
    ("the front matter", &["front-matter"]),
    ("the run", &["run"]),
    ("a message", &["message"]),
    ("`sampling`", &["sampling"]),
    ("`branch`", &["branch"]),
    ("the experiment", &["experiment"]),
    ("what is expected of", &["expectation"]),
    ("the series", &["series"]),
    ("the row", &["chart-row", "benchmark-row"]),
    ("the benchmark", &["benchmark"]),
    ("the source", &["source"]),
    ("the direction", &["direction"]),
    ("the quiz", &["quiz"]),
    ("the question", &["question"]),
    ("the choice", &["choice"]),
    ("`next_token`", &["next-token"]),
];

/// One of every kind of mapping, read whole.
const LESSON: &str = r#"---
title: A
number: "1"
question: B
summary: C
runs:
  a: {prompt: x, max_tokens: 1, sampling: {seed: 1}, branch: {width: 2, depth: 1, tokens: 1}}
  b: {messages: [{role: user, content: x}], max_tokens: 1}
  c: {chat: x, system: y, max_tokens: 1}
experiments:
  d: {vary: seeds, count: 2, base: {prompt: x, max_tokens: 1, sampling: {seed: 1}}}
expect: {a: {tokens: 1}}
---

```figure logits
run: a
caption: c
```

```figure chart
type: line
numbers: cited
x: a
y: b
caption: c
source: {title: a, url: https://a.example}
series: [{label: a, numbers: cited, rows: [{x: 1, y: 2}]}]
```

```figure chart
type: bar
numbers: cited
y: b
caption: c
source: {title: a, url: https://a.example}
rows: [{label: a, y: 2}]
```

```benchmark
title: a
kind: cited
metric: a
unit: b
rows: [{label: a, value: 1}]
shows: a
does_not_prove: b
source: {title: a, url: https://a.example}
```

```directions
- {measure: a, moves: up, when: b, why: c}
```

```quiz
questions:
  - {ask: a, choices: [{text: a, right: true}, {text: b, because: c}]}
  - {ask: a, answer: 1}
  - {ask: a, next_token: {run: a}}
```
"#;

#[test]
fn the_schema_has_the_keys_that_the_readers_ask_for() {
    let asked = asked_keys(|| {
        assert_eq!(super::lesson(LESSON).1, "");
    });
    let schema: Value = serde_json::from_str(&schema(SchemaPart::default(), None).unwrap()).unwrap();
    for (what, definitions) in &DESCRIBED {
        let read: BTreeSet<&str> = asked
            .iter()
            .filter(|(name, _)| name.starts_with(what))
            .flat_map(|(_, keys)| keys.iter().copied())
            .collect();
        let keys = |name: &&str| schema["$defs"][name]["properties"].as_object().unwrap().keys().map(String::as_str);
        let described: BTreeSet<&str> = definitions.iter().flat_map(keys).collect();
        assert_eq!(read, described, "{what}");
    }
    let known = |name: &str| name == "the figure" || DESCRIBED.iter().any(|(what, _)| name.starts_with(what));
    let missing: BTreeMap<_, _> = asked.iter().filter(|(name, _)| !known(name)).collect();
    assert!(missing.is_empty(), "the schema has nothing for {missing:?}");
}

#[test]
fn each_part_has_a_definition() {
    use clap::ValueEnum;
    for part in SchemaPart::value_variants() {
        let schema: Value = serde_json::from_str(&schema(*part, None).unwrap()).unwrap();
        let name = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")).unwrap();
        assert!(schema["$defs"][name].is_object(), "{name}");
    }
}

#[test]
fn each_kind_of_figure_reads_the_keys_that_it_lists() {
    let schema: Value = serde_json::from_str(&schema(SchemaPart::Figure, None).unwrap()).unwrap();
    let keys = |name: &str| -> BTreeSet<String> {
        schema["$defs"][name]["properties"].as_object().unwrap().keys().cloned().collect()
    };
    let mut all = BTreeSet::new();
    for kind in KINDS.iter().copied() {
        let text = format!(
            "---\ntitle: A\nnumber: \"1\"\nquestion: B\nsummary: C\nruns: {{{}}}\n---\n\n```figure {}\n{}caption: c\n```\n",
            RUNS.map(|run| format!("{run}: {{prompt: x, max_tokens: 1}}")).join(", "),
            kind.name,
            kind.example,
        );
        let mut complaints = String::new();
        let mut asked = asked_keys(|| complaints = super::lesson(&text).1);
        assert_eq!(complaints, "", "{text}");
        let read: BTreeSet<String> = asked.remove("the figure").unwrap().into_iter().map(str::to_owned).collect();
        let own = keys(&format!("figure-{}", kind.name));
        assert_eq!(read, own, "{}", kind.name);
        all.extend(own);
    }
    assert_eq!(keys("figure"), all);
}

/// What the examples of kinds call runs.
const RUNS: [&str; 4] = ["fox", "chat", "food", "times"];
