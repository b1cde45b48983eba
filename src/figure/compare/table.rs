//! What was asked and what was written, as rows and as data.

use serde_json::{Value, json};

use super::difference::{differences, ended, first_difference, labels, place};
use crate::figure::kind::Named;
use crate::figure::record;
use crate::figure::table::{Table, none};
use crate::figure::token_label::{Label, escaped};
use crate::words::Words;

pub(super) fn tables(runs: &[Named], words: &Words) -> String {
    let heads = |id| std::iter::once(words.text(id, &[])).chain(labels(runs, words)).collect::<Vec<_>>();
    let mut asked = Table::new(words, &words.text("compare-asked-table", &[]), &heads("compare-column-asked"));
    for difference in differences(runs, words) {
        let mut cells = vec![escaped(&difference.asked.name(words))];
        cells.extend(runs.iter().map(|(_, trace)| difference.asked.html(trace, words)));
        asked.row("", &cells);
    }
    let mut ends = vec![escaped(&words.text("compare-row-ended", &[]))];
    ends.extend(runs.iter().map(|(_, trace)| escaped(&ended(trace, words))));
    asked.row("", &ends);
    let first = first_difference(runs);
    let caption = match first {
        Some(first) => words.text("compare-table", &[place(first)]),
        None => words.text("compare-table-same", &[]),
    };
    let mut table = Table::new(words, &caption, &heads("column-token"));
    let longest = runs.iter().map(|(_, trace)| trace.generated.len()).max().unwrap_or(0);
    for at in 0..longest {
        let number = match first == Some(at) {
            true => escaped(&words.text("compare-first", &[place(at)])),
            false => (at + 1).to_string(),
        };
        let mut cells = vec![number];
        cells.extend(runs.iter().map(|(_, trace)| match (trace.generated.get(at), trace.steps.get(at)) {
            (Some(token), Some(step)) => {
                let probability = step.probability().map(|probability| words.percent(probability));
                let rank = step.rank.map(|rank| words.text("compare-rank", &[("rank", rank.into())]));
                let known: Vec<String> = probability.into_iter().chain(rank).collect();
                let (label, known) = (Label::new(token.piece.bytes()).html(), escaped(&words.list(&known)));
                format!("{label} {} <small>{known}</small>", token.id)
            }
            _ => none(),
        }));
        table.row("", &cells);
    }
    asked.html() + &table.html()
}

pub(super) fn json(runs: &[Named], words: &Words) -> Value {
    let asked = differences(runs, words);
    json!({
        "first_difference": first_difference(runs),
        "asked": asked.iter().map(|difference| json!({
            "name": difference.asked.name(words),
            "values": difference.values,
        })).collect::<Vec<_>>(),
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

pub(super) fn description(runs: &[Named], words: &Words) -> String {
    let count = ("runs", runs.len().into());
    match first_difference(runs) {
        Some(first) => words.text("compare-about", &[count, place(first)]),
        None => words.text("compare-about-same", &[count]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::fixture;
    use crate::request::{Prompt, Sampling};

    #[test]
    fn the_table_says_what_was_asked_differently() {
        let fox = fixture::fox();
        let mut other = fox.clone();
        other.request.sampling =
            Sampling::Random { temperature: 0.7, top_k: None, top_p: Some(0.9), min_p: None, seed: 2 };
        other.request.prompt = Prompt::Raw("a\nb <i> c".into());
        let runs = [("a", &fox), ("b", &other)];
        let english = tables(&runs, Words::english());
        assert!(english.contains("<th scope=\"row\">Temperature</th><td>greedy</td><td>0.7</td>"), "{english}");
        assert!(!english.contains("Most tokens"), "what is the same is not listed: {english}");
        let quoted = "<bdi class=\"lp-token\">a<span class=\"lp-sign\">⏎</span>b &lt;i&gt; c</bdi>";
        assert!(english.contains(quoted), "{english}");
        let german = tables(&runs, &Words::of("de"));
        assert!(german.contains("<th scope=\"row\">Temperatur</th><td>gierig</td><td>0,7</td>"), "{german}");
    }
}
