use super::*;

/// Every construct once.
const FIXTURE: &str = "\u{feff}---\r\ntitle: \"Ä: b\"\nnumber: \"00.1\"\nquestion: Q?\nsummary: S.\nterms: [token]\nruns:\n  fox: &a {prompt: x, max_tokens: 4}\n  cat:\n    prompt: 'The 猫'\n    max_tokens: 3\n    sampling: {temperature: 0.8, seed: 7}\nexpect:\n  cat: {holds: [tokens > 1]}\n---\nLead <s> `=cat.prefill.ms` [x](../y/index.md#a \"t\") [^1] <!-- c -->\n\n## Öne {eyebrow=\"a b\" #id}\n\n> [!NOTE]\n> ```figure decode-loop\n> run: cat\n> caption: \"a \\u00e9 `=cat.tokens`\"\n> ```\n\n- a\n\n  ```benchmark\n  title: T\n  kind: measured\n  run: cat\n  metric: M\n  unit: u\n  rows:\n    - {label: a, value: =cat.decode.ms}\n  shows: |\n    two\n    lines <think>\n  does_not_prove: x\n  ```\n\n| a | b |\n|---|---|\n| `x|y` | z |\n\n<div>\n**b** <unk>\n</div>\n\n```quiz\nquestions:\n  - ask: Q\n    choices: [{text: A, right: true}, {text: B, because: c}]\n```\n\n~~~rust,ignore\n<s>\n~~~\n\n[^1]: note\n\n## مرحبا\n";

/// The complaints must be showable too, with the lines that they are about.
fn parse_and_show(text: &str) {
    let source = Source::new("index.md", text);
    let mut diagnostics = Vec::new();
    Lesson::parse(&source, Utf8Path::new("content/m/l"), ParseOptions::default(), &mut diagnostics);
    render(&diagnostics, Format::Human { colour: true });
    render(&diagnostics, Format::Json);
}

#[test]
fn no_prefix_of_a_lesson_panics() {
    for (end, _) in FIXTURE.char_indices() {
        parse_and_show(&FIXTURE[..end]);
        lesson_with(&FIXTURE[..end], ParseOptions { raw_html: true });
    }
}

#[test]
fn no_changed_character_panics() {
    let signs = [
        '\0', '\t', '\n', '\r', ' ', '"', '\'', '`', '<', '{', '[', '|', '>', '-', ':', '&', '*', '!', '\u{202e}', '😀',
    ];
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize
    };
    let characters: Vec<char> = FIXTURE.chars().collect();
    for _ in 0..1500 {
        let mut changed = characters.clone();
        for _ in 0..1 + next() % 3 {
            let at = next() % changed.len();
            match next() % 3 {
                0 => changed[at] = signs[next() % signs.len()],
                1 => changed.insert(at, signs[next() % signs.len()]),
                _ => drop(changed.drain(at..(at + next() % 20).min(changed.len()))),
            }
        }
        parse_and_show(&changed.into_iter().collect::<String>());
    }
}

#[test]
fn every_span_is_a_piece_of_the_file() {
    let (lesson, _) = lesson(FIXTURE);
    let lesson = lesson.unwrap();
    assert_eq!(lesson.blocks().count(), 3);
    for item in lesson.item_lists().into_iter().flatten() {
        let (Item::Markdown(_, span) | Item::Value(_, span) | Item::Block(_, span)) = item;
        assert!(lesson.source.text.get(span.clone()).is_some(), "{item:?}");
    }
    let values: Vec<&str> = lesson.values().into_iter().map(|(_, span)| &lesson.source.text[span.clone()]).collect();
    assert_eq!(values, ["`=cat.prefill.ms`", "`=cat.tokens`", "=cat.decode.ms"]);
}
