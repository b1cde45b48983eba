use super::prose::ProseContext;
use super::read_block::{given_id, items, required_items};
use super::{Block, Choice, Question, QuestionKind, QuizBlock};
use crate::number::{read_quoted, read_run};
use crate::yaml::{Fields, Node};

/// ```yaml
/// questions:
///   - ask: Which part reads the whole prompt at once?     # inline Markdown, as all texts here
///     choices:
///       - {text: Prefill, right: true}
///       - {text: Decode, because: It adds one token at a time.}
///     several: true            # when more than one may be ticked though one is right
///     explain: …
///   - ask: How many tokens has the prompt?
///     answer: =fox.prompt.tokens   # or a number
///     tolerance: 0
///     unit: tokens
///     explain: …
///   - ask: Which token comes next?
///     next_token: {run: fox, step: 0, choices: 4}
///     explain: …
/// ```
pub(super) fn read_quiz(fields: &Fields, context: &ProseContext) -> Block {
    let mut questions = Vec::new();
    for node in fields.required_list("questions", "Add `- ask: …`.") {
        questions.extend(read_question(node, context));
    }
    Block::Quiz(QuizBlock { id: given_id(fields), questions })
}

fn read_question(node: &Node, context: &ProseContext) -> Option<Question> {
    let fields = Fields::of(node, "the question", context.complaints)?;
    let ask = required_items(&fields, "ask", "Add `ask: …`.", context);
    const KINDS: &str = "Give it one of `choices: […]`, `answer: 4` or `next_token: {run: …, step: 0}`.";
    let given: Vec<&str> = ["choices", "answer", "next_token"].into_iter().filter(|key| fields.has(key)).collect();
    let kind = match given.as_slice() {
        ["choices"] => read_choices(&fields, context),
        ["answer"] => read_number(&fields, context),
        ["next_token"] => read_next_token(&fields, context),
        [] => {
            context.complaints.error("question-kind", fields.at(), "the question has no answer", KINDS);
            None
        }
        _ => {
            context.complaints.error(
                "question-kind",
                fields.at(),
                "the question has more than one kind of answer",
                KINDS,
            );
            None
        }
    };
    let question = Question {
        id: given_id(&fields),
        ask,
        explain: items(&fields, "explain", context),
        span: node.span.clone(),
        kind: kind?,
    };
    fields.finish();
    Some(question)
}

fn read_choices(fields: &Fields, context: &ProseContext) -> Option<QuestionKind> {
    let several = fields.boolean("several");
    let nodes = fields.required_list("choices", "Add `- {text: …, right: true}`.");
    let mut choices = Vec::new();
    for node in nodes {
        let Some(inner) = Fields::of(node, "the choice", context.complaints) else { continue };
        let text = required_items(&inner, "text", "Add `text: …`.", context);
        let right = inner.boolean("right").unwrap_or(false);
        let hint = "Add `because: …`, why this is wrong; or `right: true`.";
        let because =
            if right { items(&inner, "because", context) } else { required_items(&inner, "because", hint, context) };
        inner.finish();
        choices.push(Choice { text, right, because });
    }
    let right = choices.iter().filter(|choice| choice.right).count();
    let complain = |message: &str, hint: &str| context.complaints.error("choices", fields.at(), message, hint);
    if choices.len() < 2 {
        complain("a question needs at least two choices", "Add `- {text: …, because: …}`.");
    }
    if right == 0 && several != Some(true) {
        complain("no choice is right", "Mark the right one with `right: true`.");
    }
    if right > 1 && several == Some(false) {
        complain("more than one choice is right, and `several` is false", "Write `several: true`, or keep one right.");
    }
    Some(if right > 1 || several == Some(true) {
        QuestionKind::Several(choices)
    } else {
        QuestionKind::Single(choices)
    })
}

fn read_number(fields: &Fields, context: &ProseContext) -> Option<QuestionKind> {
    let hint = "Write a number, or `=run.path` for a value of a run.";
    let answer = read_quoted(fields, "answer", hint, context.runs);
    let tolerance = fields.number("tolerance", "0 or more", |tolerance| tolerance >= 0.0).unwrap_or(0.0);
    let unit = fields.text("unit").map(str::to_owned);
    Some(QuestionKind::Number { answer: answer?, tolerance, unit })
}

fn read_next_token(fields: &Fields, context: &ProseContext) -> Option<QuestionKind> {
    let inner = Fields::of(fields.node("next_token")?, "`next_token`", context.complaints)?;
    let run = read_run(&inner, "run", true, context.runs);
    let step = inner.integer("step", 0..=4096).unwrap_or(0);
    let choices = inner.integer("choices", 2..=8).unwrap_or(4);
    inner.finish();
    Some(QuestionKind::NextToken { run: run?, step, choices })
}
