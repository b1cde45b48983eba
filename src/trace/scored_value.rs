//! Values that prose may quote of what a run recorded beside its own tokens: scores, branches, beams.

use super::{Trace, Tree, Unit, Value};

const SCORE: [&str; 4] = ["tokens", "total", "per_token", "perplexity"];
const BRANCH: [&str; 6] = ["text", "probability", "logprob", "joint", "path", "continuation"];
const BEAM: [&str; 3] = ["text", "joint", "logprob"];
const JOINT: &str = "formula-joint";

impl Trace {
    /// `score.perplexity`. An error is the paths that exist there, as of all of these.
    pub(super) fn score_value(&self, name: &str) -> Result<Value, Vec<String>> {
        let Some(score) = self.score(0) else { return Err(Vec::new()) };
        Ok(match name {
            "tokens" => Value::count(score.tokens as f64),
            "total" => Value::derived(score.total, Unit::Nats, "formula-score-total"),
            "per_token" => Value::derived(score.per_token(), Unit::Nats, "formula-score-per-token"),
            "perplexity" => Value::derived(score.perplexity(), Unit::Count, "formula-perplexity"),
            _ => return Err(SCORE.iter().map(|name| format!("score.{name}")).collect()),
        })
    }

    /// `branch.1.0.text`: the likeliest token after the second likeliest after the prompt.
    pub(super) fn branch_value(&self, rest: &[&str]) -> Result<Value, Vec<String>> {
        let Some(tree) = Tree::of(self) else { return Err(Vec::new()) };
        let (name, place) = rest.split_last().unwrap_or((&"", &[]));
        let place: Option<Vec<usize>> = place.iter().map(|index| index.parse().ok()).collect();
        let at = place.and_then(|place| tree.at_place(&place));
        let Some((at, node)) = at.and_then(|at| Some((at, tree.node(at)?))) else {
            return Err((0..tree.first.len()).map(|at| format!("branch.{at}.text")).collect());
        };
        let ids = || node.branch.path.iter().copied();
        Ok(match *name {
            "text" => Value::Text(self.text_of([node.branch.token()])),
            "path" => Value::Text(self.text_of(ids())),
            "continuation" => Value::Text(self.text_of(tree.continuation(at).into_iter().map(|(id, _)| id))),
            "probability" => Value::recorded(node.logprob.exp(), Unit::Probability),
            "logprob" => Value::recorded(node.logprob, Unit::Nats),
            "joint" => Value::derived(node.joint.exp(), Unit::Probability, JOINT),
            _ => {
                let place: String = node.place.iter().map(|child| format!("{child}.")).collect();
                return Err(BRANCH.iter().map(|name| format!("branch.{place}{name}")).collect());
            }
        })
    }

    /// `beam.3.text`: the likeliest path that a beam of width 3 ends on.
    pub(super) fn beam_value(&self, rest: &[&str]) -> Result<Value, Vec<String>> {
        let Some(tree) = Tree::of(self) else { return Err(Vec::new()) };
        let most = tree.first.len();
        let known =
            || (1..=most).flat_map(|width| BEAM.iter().map(move |name| format!("beam.{width}.{name}"))).collect();
        let [width, name] = rest else { return Err(known()) };
        let width = width.parse().ok().filter(|width| (1..=most).contains(width));
        let best = width.and_then(|width| tree.beam(width).best());
        let Some((best, node)) = best.and_then(|best| Some((best, tree.node(best.node)?))) else {
            return Err(known());
        };
        Ok(match *name {
            "text" => Value::Text(self.text_of(node.branch.path.iter().copied())),
            "joint" => Value::derived(best.joint.exp(), Unit::Probability, JOINT),
            "logprob" => Value::derived(best.joint, Unit::Nats, "formula-path"),
            _ => return Err(known()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trace(run: &str) -> Trace {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sites/branches/content/scores/paths/runs");
        let text = std::fs::read_to_string(format!("{folder}/{run}.json")).unwrap();
        let trace: Trace = serde_json::from_str(&text).unwrap();
        trace.validate().unwrap();
        trace
    }

    fn number(trace: &Trace, path: &str) -> f64 {
        trace.value(path).unwrap().number().unwrap()
    }

    #[test]
    fn a_score_is_that_of_its_tokens() {
        let trace = trace("times");
        let total: f64 = (1..trace.prompt.len()).map(|at| -number(&trace, &format!("prompt.{at}.surprisal"))).sum();
        assert!((number(&trace, "score.total") - total).abs() < 1e-9);
        assert_eq!(number(&trace, "score.tokens"), 28.0);
        let perplexity = number(&trace, "score.perplexity");
        assert!((perplexity - (-total / 28.0).exp()).abs() < 1e-9 && perplexity > 5.0, "{perplexity}");
        let unknown = trace.value("score.perplex").unwrap_err();
        assert!(unknown.known().contains(&"score.perplexity".to_owned()));
    }

    #[test]
    fn branches_and_beams_are_quoted() {
        let trace = trace("fox");
        assert_eq!(trace.value("branch.0.0.text").unwrap().display(), " a");
        assert_eq!(trace.value("branch.0.0.path").unwrap().display(), " with a");
        let product = ["branch.1", "branch.1.2"].map(|path| number(&trace, &format!("{path}.probability")));
        assert!((number(&trace, "branch.1.2.joint") - product[0] * product[1]).abs() < 1e-12);
        let whole =
            trace.value("branch.0.path").unwrap().display() + &trace.value("branch.0.continuation").unwrap().display();
        assert!(whole.starts_with(&trace.generated_text()[..24]), "{whole}");
        assert!(number(&trace, "beam.3.joint") >= number(&trace, "beam.1.joint"));
        for wrong in ["branch", "branch.7.text", "branch.0.colour", "beam.4.text", "beam.2"] {
            assert!(!trace.value(wrong).unwrap_err().known().is_empty(), "{wrong}");
        }
        assert!(trace.value("branch.x.text").is_err());
    }
}
