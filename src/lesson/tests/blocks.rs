use super::*;
use crate::lesson::{Block, QuestionKind, plain_text};
use crate::number::{NumberKind, Quoted};

fn blocks(markdown: &str) -> (Vec<Block>, String) {
    let (lesson, shown) = body(markdown);
    (lesson.blocks().map(|(block, _)| block.clone()).collect(), shown)
}

#[test]
fn a_figure_is_read() {
    let (blocks, shown) = blocks("```figure logits\nrun: fox\ncaption: The *first* `=fox.step.0.text`\nstep: 2\n```\n");
    assert_eq!(shown, "");
    let Block::Figure(figure) = &blocks[0] else { panic!("a figure") };
    assert_eq!((figure.kind.name, figure.id.as_str()), ("logits", "fox"));
    assert_eq!(format!("{:?}", figure.figure), r#"Logits { run: "fox", step: 2, candidates: 8 }"#);
    assert_eq!(figure.caption_text, "The first");
    assert_eq!(html(&figure.caption), "The <em>first</em> {fox.step.0.text}");
}

#[test]
fn figures_of_one_run_get_different_ids_and_headings_give_way() {
    let figure = |kind: &str| format!("```figure {kind}\nrun: fox\ncaption: C\n```\n\n");
    let (lesson, shown) = body(&format!("## Fox\n\n{}{}{}", figure("tokens"), figure("timeline"), figure("timeline")));
    assert_eq!(shown, "");
    let ids: Vec<&str> = lesson
        .blocks()
        .filter_map(|(block, _)| match block {
            Block::Figure(figure) => Some(figure.id.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(ids, ["fox", "fox-timeline", "fox-timeline-1"]);
    assert_eq!(lesson.sections[0].heading.as_ref().unwrap().id, "fox-1");
}

#[test]
fn a_benchmark_is_read() {
    let (blocks, shown) = blocks(
        "```benchmark\ntitle: Batching\nkind: cited\nmetric: Output\nunit: tokens/s\nrows:\n  - {label: One, value: 41.3}\n  \
         - {label: 8, value: 150}\nconditions:\n  Model: Llama 3.1 8B\n  Streams: 8\nshows: A\ndoes_not_prove: B\n\
         source: {title: T, url: \"https://example.org/x\", date: 2025}\n```\n",
    );
    assert_eq!(shown, "");
    let Block::Benchmark(card) = &blocks[0] else { panic!("a benchmark") };
    assert_eq!((card.kind, card.id.as_str()), (NumberKind::Cited, "benchmark"));
    assert!(matches!(card.rows[1].value, Quoted::Given(150.0)));
    let conditions: Vec<(&str, String)> =
        card.conditions.iter().map(|(name, items)| (name.as_str(), plain_text(items))).collect();
    assert_eq!(conditions, [("Model", "Llama 3.1 8B".into()), ("Streams", "8".into())]);
    assert_eq!(card.source.as_ref().and_then(|source| source.date.as_deref()), Some("2025"));
}

#[test]
fn directions_are_read() {
    let (blocks, shown) =
        blocks("```directions\n- measure: Time to first token\n  moves: up\n  when: it grows\n  why: more work\n```\n");
    assert_eq!(shown, "");
    let Block::Directions(block) = &blocks[0] else { panic!("directions") };
    assert_eq!(block.directions.len(), 1);
}

#[test]
fn a_quiz_is_read() {
    let (blocks, shown) = blocks(
        "```quiz\nquestions:\n  - ask: Which?\n    choices:\n      - {text: A, right: true}\n      - {text: \"+5 ms\", \
         because: No.}\n    explain: E\n  - ask: Which ones?\n    choices:\n      - {text: A, right: true}\n      - {text: \
         \"1. B\", right: true}\n  - ask: One?\n    several: true\n    choices:\n      - {text: A, right: true}\n      - \
         {text: B, because: no}\n  - ask: How many?\n    answer: =fox.prompt.tokens\n    unit: tokens\n  - ask: What?\n    \
         answer: 3\n    tolerance: 0.5\n  - ask: Next?\n    id: next\n    next_token: {run: fox, step: 1}\n```\n",
    );
    assert_eq!(shown, "");
    let Block::Quiz(quiz) = &blocks[0] else { panic!("a quiz") };
    let kinds: Vec<&str> = quiz
        .questions
        .iter()
        .map(|question| match &question.kind {
            QuestionKind::Single(_) => "single",
            QuestionKind::Several(_) => "several",
            QuestionKind::Number { answer: Quoted::Of(_), .. } => "path",
            QuestionKind::Number { .. } => "number",
            QuestionKind::NextToken { .. } => "token",
        })
        .collect();
    assert_eq!(kinds, ["single", "several", "several", "path", "number", "token"]);
    assert_eq!(quiz.questions[0].id, "quiz-question-1");
    assert_eq!(quiz.questions[5].id, "next");
    let QuestionKind::Single(choices) = &quiz.questions[0].kind else { panic!("one") };
    assert_eq!(html(&choices[1].text), "+5 ms");
}

#[test]
fn blocks_inside_code_are_text() {
    for markdown in [
        "    let figure = 1;\n",
        "````\n```figure tokens\nrun: fox\n```\n````\n",
        "~~~text\n```quiz\n```\n~~~\n",
        "`` ```figure tokens ``\n",
    ] {
        let (found, shown) = blocks(markdown);
        assert!(found.is_empty() && shown.is_empty(), "{markdown}{shown}");
    }
}

#[test]
fn an_indented_block_is_code_and_reported() {
    let (found, shown) = blocks("Text\n\n    ```figure tokens\n    run: fox\n    ```\n");
    assert!(found.is_empty());
    assert!(shown.contains("index.md:11:5: warning[indented-block]"), "{shown}");
}

#[test]
fn blocks_work_in_lists_and_quotations() {
    for (markdown, place) in [
        ("- a\n\n  ```figure tokens\n  run: fox\n  caption: C\n  zz: 1\n  ```\n", "14:3"),
        ("> ```figure tokens\n> run: fox\n> caption: C\n> zz: 1\n> ```\n", "12:3"),
        ("> - ```figure tokens\r\n>   run: fox\r\n>   caption: C\r\n>   zz: 1\r\n>   ```\r\n", "12:5"),
        ("```figure tokens\nrun: fox\ncaption: C\nzz: 1\n```\n", "12:1"),
    ] {
        let (found, shown) = blocks(markdown);
        assert_eq!(found.len(), 1, "{markdown}");
        assert!(
            shown.contains(&format!("index.md:{place}: error[unknown-key]: the figure has no key `zz`")),
            "{shown}"
        );
    }
}

#[test]
fn a_text_in_a_block_is_prose() {
    let (found, shown) =
        blocks("```figure tokens\nrun: fox\ncaption: \"<think> ends, `<s>` and [x](javascript:y)\"\n```\n");
    let Block::Figure(figure) = &found[0] else { panic!("a figure") };
    assert!(html(&figure.caption).starts_with("&lt;think&gt; ends, <code>&lt;s&gt;</code>"));
    assert!(shown.contains("index.md:11:11: warning[html-as-text]"), "{shown}");
    assert!(shown.contains("index.md:11:35: error[unsafe-link]"), "{shown}");
    let (found, _) = blocks("```figure tokens\nrun: fox\ncaption: >-\n  one\n  <s> `=fox.tokens`\n```\n");
    let Block::Figure(figure) = &found[0] else { panic!("a figure") };
    assert_eq!(figure.caption_text, "one <s>");
}

#[test]
fn blocks_are_checked() {
    let card =
        |more: &str| format!("```benchmark\ntitle: T\nmetric: M\nunit: u\nshows: A\ndoes_not_prove: B\n{more}\n```\n");
    let quiz = |more: &str| format!("```quiz\nquestions:\n  - ask: Q\n{more}\n```\n");
    let cases = [
        ("```figure\nrun: fox\ncaption: C\n```\n".to_owned(), "9:1: error[figure-kind]: the figure has no kind"),
        ("```figure token\nrun: fox\ncaption: C\n```\n".into(), "9:1: error[figure-kind]: there is no figure `token`"),
        ("```figure tokens\nrun: fix\ncaption: C\n```\n".into(), "10:6: error[unknown-run]"),
        ("```figure tokens\nrun: fox\n```\n".into(), "9:1: error[missing-key]: the figure lacks `caption`"),
        ("```figure tokens\nrun: fox\ncaption: C\nstep: 1\n```\n".into(), "12:1: error[figure-key]"),
        ("```figure logits\nrun: fox\ncaption: C\ncandidates: 21\n```\n".into(), "12:13: error[out-of-range]"),
        ("```figure tokens\nrun: fox\ncaption: C\nid: a b\n```\n".into(), "12:5: error[id]"),
        ("```figure tokens\nrun: fox\ncaption: |\n  - a\n  - b\n```\n".into(), "error[not-inline]"),
        ("```figure tokens\nrun: fox\ncaption: |\n  a\n\n  b\n```\n".into(), "error[not-inline]"),
        ("```figure tokens\nrun: fox\ncaption: \"`=fix.tokens`\"\n```\n".into(), "11:11: error[unknown-run]"),
        ("```figure tokens\nrun: fox\ncaption: a: b\n```\n".into(), "11:11: error[yaml-syntax]"),
        ("```figure tokens\nrun: fox\ncaption: C\npredict: true\n```\n".into(), "12:1: error[figure-key]"),
        ("```quiz extra\nquestions: []\n```\n".into(), "9:1: error[block-name]"),
        ("```quiz\n```\n".into(), "9:1: error[missing-key]: the quiz lacks `questions`"),
        ("```directions\na: b\n```\n".into(), "9:1: error[wrong-type]"),
        ("```directions\n- {measure: M, moves: sideways, when: W, why: Y}\n```\n".into(), "10:23: error[unknown-word]"),
        (card("kind: cited\nrows: [{label: a, value: 1}]"), "9:1: error[missing-key]: the benchmark lacks `source`"),
        (card("kind: measured\nrun: fox\nrows: [{label: a, value: 1}]"), "17:26: error[written-number]"),
        (card("kind: illustrative\nrows: [{label: a, value: =fox.tokens}]"), "16:26: error[run-number]"),
        (card("kind: illustrative\nrows: [{label: a, value: much}]"), "16:26: error[value]"),
        (card("kind: illustrative\nrows: []"), "16:7: error[missing-key]: `rows` is empty"),
        (card("kind: guessed\nrows: [{label: a, value: 1}]"), "15:7: error[unknown-word]"),
        (card("kind: cited\nrows: [{label: a, value: 1}]\nsource: {title: T, url: example.org}"), "17:25: error[url]"),
        (quiz("    choices: [{text: A, right: true}, {text: B}]"), "error[missing-key]: the choice lacks `because`"),
        (quiz("    choices: [{text: A, because: x}, {text: B, because: y}]"), "error[choices]: no choice is right"),
        (quiz("    choices: [{text: A, right: true}]"), "error[choices]: a question needs at least two choices"),
        (quiz("    answer: 1\n    choices: []"), "11:5: error[question-kind]"),
        (quiz("    explain: x"), "11:5: error[question-kind]: the question has no answer"),
        (quiz("    next_token: {run: fix}"), "12:23: error[unknown-run]"),
        ("```figure tokens\nrun: fox\ncaption: C\nid: a\n```\n\n```quiz\nid: a\nquestions: [{ask: Q, answer: 1}]\n```\n".into(), "15:1: error[duplicate-id]"),
    ];
    for (markdown, wanted) in cases {
        let (_, shown) = blocks(&markdown);
        assert!(shown.contains(wanted), "{markdown}\nwanted {wanted}\n{shown}");
    }
}

#[test]
fn answers_and_trees_are_read_and_checked() {
    let (read, shown) = blocks(
        "```figure surprise\nruns: [fox, fox]\ncaption: C\ngiven: 3\n```\n\n```figure tree\nrun: fox\ncaption: C\nbeam: 3\n```\n",
    );
    assert_eq!(shown, "");
    let (Block::Figure(surprise), Block::Figure(tree)) = (&read[0], &read[1]) else { panic!("two figures") };
    let read = format!("{:?} {:?}", surprise.figure, tree.figure);
    assert!(read.starts_with(r#"Surprise { runs: ["fox", "fox"], given: Some(3), "#), "{read}");
    assert!(read.ends_with(r#"TreeFigure { run: "fox", beam: 3 }"#), "{read}");
    for (block, wanted) in [
        ("figure surprise\nruns: [fox, dog]\ncaption: C", "error[unknown-run]: there is no run `dog`"),
        ("figure surprise\nruns: []\ncaption: C", "error[missing-key]: `runs` is empty"),
        ("figure surprise\nruns: [fox]\nrun: fox\ncaption: C", "error[two-runs]"),
        (
            "figure tokens\nruns: [fox]\ncaption: C",
            "error[figure-key]: `runs` belongs to `figure surprise`, `figure compare` and `figure tokenizers` only",
        ),
        (
            "figure timeline\nrun: fox\ncandidates: 4\ncaption: C",
            "error[figure-key]: `candidates` belongs to `figure decode-loop`, `figure logits`, `figure surprise` and `figure sampler` only",
        ),
        ("figure surprise\nrun: fox\nbeam: 2\ncaption: C", "error[figure-key]: `beam` belongs to `figure tree` only"),
        ("figure tree\nrun: fox\nbeam: 5\ncaption: C", "error[out-of-range]: `beam` must be from 1 to 4"),
    ] {
        let shown = blocks(&format!("```{block}\n```\n")).1;
        assert!(shown.contains(wanted), "{block}\n{shown}");
    }
}

#[test]
fn tokenizers_are_read_and_checked() {
    let (read, shown) = blocks(
        "```figure tokenizers\nruns: [fox, fox]\nvocabularies: [r50k_base, o200k_base]\nmerges: \" unbelievable\"\ncaption: C\n```\n",
    );
    assert_eq!(shown, "");
    let Block::Figure(figure) = &read[0] else { panic!("a figure") };
    let wanted =
        r#"Tokenizers { runs: ["fox", "fox"], vocabularies: [R50kBase, O200kBase], merges: Some(" unbelievable") }"#;
    assert_eq!(format!("{:?}", figure.figure), wanted);
    for (more, wanted) in [
        ("vocabularies: [cl10k_base]", "Did you mean `cl100k_base`? There are `r50k_base`, `p50k_base`"),
        ("vocabularies: [gpt4]", "error[vocabulary]: there is no vocabulary `gpt4`"),
        ("vocabularies: [r50k_base, r50k_base]", "`r50k_base` is listed twice"),
        ("vocabularies: r50k_base", "error[wrong-type]"),
        ("merges: two words", "error[merges]: \"two words\" is not one word of at most 24 bytes"),
        ("merges: \"\"", "error[merges]"),
        ("merges: Donaudampfschifffahrtsgesellschaft", "error[merges]"),
    ] {
        let shown = blocks(&format!("```figure tokenizers\nrun: fox\ncaption: C\n{more}\n```\n")).1;
        assert!(shown.contains(wanted), "{more}\n{shown}");
    }
    let shown = blocks("```figure tokens\nrun: fox\ncaption: C\nvocabularies: [r50k_base]\n```\n").1;
    assert!(shown.contains("`vocabularies` belongs to `figure tokenizers` only"), "{shown}");
}

#[test]
fn a_chart_takes_a_whole_series_in_one_path() {
    let chart = |rows: &str| {
        body(&format!(
            "```figure chart\ntype: line\nnumbers: measured\nx: Token\ny: Time\nunit: ms\ncaption: C\nrows: {rows}\n```\n"
        ))
        .1
    };
    assert_eq!(chart("=fox.step.*.ms"), "");
    assert!(chart("=fox.decode.ms").contains("`fox.decode.ms` is one value"));
    assert!(chart("=cat.step.*.ms").contains("error[unknown-run]"));
    assert!(chart("fox.step.*.ms").contains("must begin with `=`"));
    assert!(chart("\"=max(fox.step.*.ms\"").contains("is not closed"));
}

#[test]
fn a_series_may_be_of_a_stronger_kind_than_its_chart() {
    let chart = |all: &str, own: &str| {
        body(&format!(
            "```figure chart\ntype: bar\nnumbers: {all}\ny: Tokens\ncaption: C\nseries:\n  - {{label: a, numbers: {own}, rows: [{{label: b, y: =fox.tokens}}]}}\n```\n"
        ))
        .1
    };
    assert_eq!(chart("derived", "measured"), "");
    assert!(chart("measured", "derived").contains("error[number-kind]: the series is `derived`"));
}
