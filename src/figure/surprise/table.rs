use serde_json::{Value, json as value};

use super::{STEPS, SUM, Text, highest, isolated, nats, perplexity};
use crate::figure::record;
use crate::figure::table::{Table, token_cells};
use crate::figure::token_label::{Label, escaped};
use crate::token::TokenId;
use crate::trace::Trace;
use crate::words::Words;

/// First the sums, then what was given, then each text. `static/js/surprise.js` reads them: tables by `data-table`, their rows' cells by
/// `data-cell`, of a row and of each token expected there `data-id` and `data-p`, its probability.
pub(super) fn table(texts: &[Text], words: &Words) -> String {
    let mut html = sums(texts, words) + &given(texts, words);
    for text in texts {
        let say = |id| words.text(id, &[]);
        let heads = [
            say("column-token"),
            say("column-id"),
            say("column-bytes"),
            say("column-probability"),
            say("surprise-column-surprisal"),
            words.text("surprise-column-rank", &[("vocabulary", text.trace.model.vocabulary.into())]),
            say("surprise-column-times"),
            say("surprise-column-expected"),
        ];
        let caption =
            words.text("surprise-table", &[("text", isolated(&text.label().text()).into()), ("n", text.given.into())]);
        let mut table = Table::new(words, &caption, &heads).named("text").cells(CELLS);
        for scored in &text.tokens {
            let [name, id, bytes] = token_cells(words, scored.token);
            let said = escaped(&scored.said(text.trace.model.vocabulary, words));
            let expected: String =
                scored.expected.iter().map(|(id, probability)| item(text.trace, *id, *probability, words)).collect();
            table.row(
                &format!(
                    " data-heat=\"{}\" data-id=\"{}\" data-p=\"{:.5e}\" data-nats=\"{:.3}\" data-name=\"{}\" \
                     data-said=\"{said}\"",
                    scored.step(),
                    scored.token.id,
                    scored.probability,
                    scored.surprisal(),
                    escaped(&scored.name(words))
                ),
                &[
                    name,
                    id,
                    bytes,
                    escaped(&words.percent(scored.probability)),
                    words.number(scored.surprisal(), 2),
                    words.number(scored.rank.into(), 0),
                    scored.times(words),
                    format!("<ul>{expected}</ul>"),
                ],
            );
        }
        html.push_str(&table.html());
    }
    html
}

const SUMS: &[&str] = &["", "", "sum", "mean", "perplexity"];
const CELLS: &[&str] = &["token", "", "", "", "surprisal", "", "", "expected"];

fn item(trace: &Trace, id: TokenId, probability: f64, words: &Words) -> String {
    let bytes = trace.piece(id).map(|piece| piece.bytes()).unwrap_or_default();
    format!(
        "<li data-id=\"{id}\" data-p=\"{probability:.5e}\">{} {}</li>",
        Label::new(bytes).html(),
        escaped(&words.percent(probability)).replace(' ', "\u{a0}")
    )
}

/// What stood before the texts; once where it is the same for all.
fn given(texts: &[Text], words: &Words) -> String {
    let heads = ["surprise-column-text", "surprise-column-given"].map(|id| words.text(id, &[]));
    let mut table =
        Table::new(words, &words.text("surprise-given-table", &[]), &heads).named("given").cells(&["", "given"]);
    let shared = texts.iter().all(|text| text.shares_given(&texts[0]));
    for text in texts.iter().take(if shared { 1 } else { texts.len() }) {
        let name = match shared && texts.len() > 1 {
            true => escaped(&words.text("surprise-all-texts", &[])),
            false => text.label().html(),
        };
        let tokens = text.given_tokens().map(|token| Label::new(token.piece.bytes()).html());
        table.row("", &[name, tokens.collect()]);
    }
    table.html()
}

fn sums(texts: &[Text], words: &Words) -> String {
    let say = |id| words.text(id, &[]);
    let heads = [
        say("surprise-column-text"),
        say("surprise-column-scored"),
        SUM.to_owned(),
        say("surprise-per-token"),
        say("surprise-column-perplexity"),
    ];
    let mut table = Table::new(words, &say("surprise-sums-table"), &heads).named("sums").cells(SUMS);
    let by_sum = highest(texts, |score| score.total);
    let by_token = highest(texts, |score| score.per_token());
    for (at, text) in texts.iter().enumerate() {
        let marked = |number: String, best: Option<usize>| match best == Some(at) {
            true => words.html("surprise-highest-html", &[("number", number.into())]),
            false => number,
        };
        table.row(
            "",
            &[
                text.label().html(),
                text.score.tokens.to_string(),
                marked(nats(text.score.total, words), by_sum),
                marked(nats(text.score.per_token(), words), by_token),
                perplexity(text.score.perplexity(), words),
            ],
        );
    }
    table.html()
}

pub(super) fn json(texts: &[Text], words: &Words) -> Value {
    let texts: Vec<Value> = texts
        .iter()
        .map(|text| {
            let tokens: Vec<Value> = text
                .tokens
                .iter()
                .map(|scored| {
                    let expected: Vec<Value> = scored
                        .expected
                        .iter()
                        .map(|(id, probability)| {
                            let bytes = text.trace.piece(*id).map(|piece| piece.bytes()).unwrap_or_default();
                            value!({"id": id, "text": record::piece(bytes), "probability": probability})
                        })
                        .collect();
                    value!({
                        "token": record::token(scored.token),
                        "logprob": scored.logprob,
                        "rank": scored.rank,
                        "distance": scored.distance,
                        "step": words.text(STEPS[scored.step()], &[]),
                        "expected": expected,
                    })
                })
                .collect();
            value!({
                "run": text.run,
                "given": text.given,
                "tokens": tokens,
                "score": {
                    "tokens": text.score.tokens,
                    "total": text.score.total,
                    "per_token": text.score.per_token(),
                    "perplexity": text.score.perplexity(),
                },
            })
        })
        .collect();
    value!({"texts": texts})
}
