//! The blocks of the lesson, one of each kind.

use super::fixture::items;
use crate::figure::KINDS;
use crate::figure::fixture::figure;
use crate::lesson::*;
use crate::number::{Citation, Expression, NumberKind, Quoted};

pub fn block(name: &str) -> Option<Block> {
    Some(match name {
        "@figure" => Block::Figure(FigureBlock {
            kind: KINDS[0],
            id: "fox".into(),
            caption: items("One prompt becomes a loop of next-token decisions"),
            caption_text: "One prompt becomes a loop of next-token decisions".into(),
            figure: figure(KINDS[0], "run: fox\ncandidates: 5"),
        }),
        "@cited" => Block::Benchmark(BenchmarkBlock {
            id: "streams".into(),
            title: items("Serving eight streams at once raised the total output"),
            kind: NumberKind::Cited,
            metric: "Output throughput".into(),
            unit: "tokens/s".into(),
            rows: vec![given("1 stream", 41.3), given("8 streams", 150.8)],
            conditions: vec![
                ("Model".into(), items("Llama 3.1 8B")),
                ("Hardware".into(), items("NVIDIA Jetson AGX Thor")),
                ("Benchmark".into(), items("vLLM, 2,048 input and 128 output tokens")),
            ],
            shows: items("Independent decode loops share the work of one pass, so an engine interleaves them."),
            does_not_prove: items("That one request gets faster: the figure is a total."),
            source: Some(Citation {
                title: "Jetson benchmarks".into(),
                url: "https://source.example/thor".into(),
                publisher: Some("NVIDIA".into()),
                date: None,
            }),
            run: None,
        }),
        "@measured" => Block::Benchmark(BenchmarkBlock {
            id: "pace".into(),
            title: items("A prompt token costs less than a written one"),
            kind: NumberKind::Measured,
            metric: "Time per token".into(),
            unit: "ms".into(),
            rows: vec![path("Prefill, all four", "fox.prefill.ms"), path("Each decode step", "fox.decode.ms")],
            conditions: vec![],
            shows: items("Prefill took `=fox.prefill.ms` for `=fox.prefill.tokens` tokens."),
            does_not_prove: items("Anything about another machine."),
            source: None,
            run: Some("fox".into()),
        }),
        "@directions" => Block::Directions(DirectionsBlock {
            directions: vec![
                direction("Time to first token", Movement::Up, "the prompt gets longer", "Prefill has more to do."),
                direction(
                    "Time per decode step",
                    Movement::Flat,
                    "the prompt gets a little longer",
                    "One token is still one pass.",
                ),
                direction(
                    "Answer time per token",
                    Movement::Down,
                    "the memory is faster",
                    "Each step reads all the weights.",
                ),
            ],
        }),
        "@quiz" => Block::Quiz(QuizBlock { id: "quiz".into(), questions: questions() }),
        _ => return None,
    })
}

fn given(label: &str, value: f64) -> BenchmarkRow {
    BenchmarkRow { label: label.into(), value: Quoted::Given(value), span: 0..1 }
}

fn path(label: &str, path: &str) -> BenchmarkRow {
    BenchmarkRow { label: label.into(), value: Quoted::Of(Expression::parse(path).unwrap()), span: 0..1 }
}

fn direction(measure: &str, moves: Movement, when: &str, why: &str) -> Direction {
    Direction { measure: items(measure), moves, when: items(when), why: items(why) }
}

fn questions() -> Vec<Question> {
    let choice = |text: &str, right: bool, because: &str| Choice { text: items(text), right, because: items(because) };
    let question = |id: &str, ask: &str, kind| Question {
        id: id.into(),
        ask: items(ask),
        kind,
        explain: items("Prefill reads the prompt in one pass; decode writes one token per pass."),
        span: 0..1,
    };
    vec![
        question(
            "q-first",
            "What delays the **first** token?",
            QuestionKind::Single(vec![
                choice("The prompt pass", true, ""),
                choice("The length of the answer", false, "The answer's length adds time after the first token."),
                choice("`</script>`", false, "That is a string."),
            ]),
        ),
        question(
            "q-several",
            "What does a decode step do?",
            QuestionKind::Several(vec![
                choice("It adds one entry to the K/V state", true, ""),
                choice("It reads all the weights", true, ""),
                choice("It reads the prompt again", false, "Its keys and values are kept."),
            ]),
        ),
        question(
            "q-number",
            "How many passes do 4 new tokens take after the prompt pass?",
            QuestionKind::Number { answer: Quoted::Given(3.0), tolerance: 0.0, unit: Some("passes".into()) },
        ),
        question(
            "q-next",
            "Which token comes next?",
            QuestionKind::NextToken { run: "fox".into(), step: 2, choices: 4 },
        ),
    ]
}
