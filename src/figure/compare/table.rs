//! What was asked and what was written, as rows and as data.

use serde_json::{Value, json};

use super::difference::{differences, ended, first_difference, summary};
use crate::figure::kind::Named;
use crate::figure::record;
use crate::figure::table::{Table, none};
use crate::figure::token_label::{Label, escaped};
use crate::words::Words;

pub(super) fn tables(runs: &[Named], words: &Words) -> String {
    let mut heads = vec!["Asked"];
    heads.extend(runs.iter().map(|(name, _)| *name));
    let mut asked = Table::new(words, "What differs in what was asked", &heads);
    for difference in differences(runs) {
        let mut cells = vec![escaped(difference.name)];
        cells.extend(difference.values.iter().map(|value| escaped(value)));
        asked.row("", &cells);
    }
    let mut ends = vec!["How it ended".to_owned()];
    ends.extend(runs.iter().map(|(_, trace)| ended(trace)));
    asked.row("", &ends);
    let mut heads = vec!["Token"];
    heads.extend(runs.iter().map(|(name, _)| *name));
    let mut table = Table::new(words, &format!("What each run wrote: {}", summary(runs)), &heads);
    let longest = runs.iter().map(|(_, trace)| trace.generated.len()).max().unwrap_or(0);
    let first = first_difference(runs);
    for at in 0..longest {
        let mut cells =
            vec![if first == Some(at) { format!("{} (first difference)", at + 1) } else { (at + 1).to_string() }];
        cells.extend(runs.iter().map(|(_, trace)| match (trace.generated.get(at), trace.steps.get(at)) {
            (Some(token), Some(step)) => {
                let probability = step.probability().map(|probability| escaped(&words.percent(probability)));
                let rank = step.rank.map(|rank| format!("rank {}", words.number(rank.into(), 0)));
                let known: Vec<String> = probability.into_iter().chain(rank).collect();
                let (label, known) = (Label::new(token.piece.bytes()).html(), known.join(", "));
                format!("{label} {} <small>{known}</small>", token.id)
            }
            _ => none(),
        }));
        table.row("", &cells);
    }
    asked.html() + &table.html()
}

pub(super) fn json(runs: &[Named]) -> Value {
    json!({
        "first_difference": first_difference(runs),
        "asked": differences(runs).iter().map(|difference| json!({"name": difference.name, "values": difference.values})).collect::<Vec<_>>(),
        "runs": runs.iter().map(|(name, trace)| json!({
            "run": name,
            "request": trace.request,
            "prompt": trace.prompt.iter().map(record::token).collect::<Vec<_>>(),
            "generated": trace.generated.iter().map(record::token).collect::<Vec<_>>(),
            "finish": trace.finish,
            "source": record::source(trace),
        })).collect::<Vec<_>>(),
    })
}

pub(super) fn description(runs: &[Named]) -> String {
    format!(
        "{} runs beside each other, each with what was asked differently and the tokens that it wrote; {}. All of it is in \
         the tables below the picture.",
        runs.len(),
        summary(runs)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;
    use crate::request::Sampling;

    #[test]
    fn the_table_says_what_was_asked_differently() {
        let fox = fixture::fox();
        let mut other = fox.clone();
        other.request.sampling =
            Sampling::Random { temperature: 0.7, top_k: None, top_p: Some(0.9), min_p: None, seed: 2 };
        let tables = tables(&[("a", &fox), ("b", &other)], Words::english());
        assert!(tables.contains("<th scope=\"row\">Temperature</th><td>greedy</td><td>0.7</td>"), "{tables}");
        assert!(!tables.contains("Most tokens"), "what is the same is not listed: {tables}");
    }
}
