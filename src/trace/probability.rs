//! How likely a token was, from one place: the recorded row where it lists the token, so that prose, figures and what a
//! reader turns say the same of it; else the log-probability that was recorded beside the row, which is of the same
//! logits before they were rounded.

use super::{Branch, Step, Trace, WholeStep};
use crate::token::{Row, TokenId};

fn logprob(row: Option<&Row>, id: TokenId, recorded: f64) -> f64 {
    row.and_then(|row| row.logprob(id)).unwrap_or(recorded)
}

impl Step {
    /// Of the chosen token, at temperature 1.
    pub fn probability(&self) -> Option<f64> {
        Some(logprob(self.row.as_ref(), self.chosen, self.logprob?).exp())
    }
}

impl WholeStep<'_> {
    /// Of the chosen token, at temperature 1.
    pub fn probability(&self) -> f64 {
        logprob(Some(self.row), self.chosen, self.logprob).exp()
    }
}

impl Trace {
    /// Of the prompt's token `at`, given those before it; `None` where it has no score.
    pub fn prompt_probability(&self, at: usize) -> Option<f64> {
        let before = at.checked_sub(1)?;
        let (token, score) = (self.prompt.get(at)?, self.prompt_scores.as_ref()?.get(before)?);
        Some(logprob(self.prompt_rows.get(before), token.id, score.logprob).exp())
    }

    /// Of a branch's last token, given those before it. Where the run itself went that way, its own row says it.
    pub(super) fn branch_logprob(&self, branch: &Branch) -> f64 {
        let Some((last, before)) = branch.path.split_last() else { return branch.logprob };
        let went = before.iter().zip(&self.generated).all(|(id, token)| *id == token.id);
        let row = self.steps.get(before.len()).filter(|_| went).and_then(|step| step.row.as_ref());
        logprob(row, *last, branch.logprob)
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::trace::Tree;
    use crate::words::Words;

    fn traces(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let is_run = path.parent().is_some_and(|parent| parent.ends_with("runs"));
            match path.is_dir() {
                true => traces(&path, found),
                false if is_run && path.extension().is_some_and(|ending| ending == "json") => found.push(path),
                false => {}
            }
        }
    }

    #[test]
    fn no_percentage_of_a_recorded_run_differs_from_that_of_its_row() {
        let mut paths = Vec::new();
        for folder in ["content", "tests/sites"] {
            traces(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut paths);
        }
        paths.sort();
        let words = Words::english();
        let mut compared = 0;
        for path in &paths {
            let trace: Trace = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
            let mut same = |what: String, shown: &str, listed: f64| {
                compared += 1;
                assert_eq!(shown, words.percent(listed), "{}: {what}", path.display());
            };
            let quoted = |value: &str| trace.value(value).map(|value| value.display());
            for (at, step) in trace.steps.iter().enumerate() {
                let Some(row) = &step.row else { continue };
                let turned = row.at(1.0).listed();
                for (place, probability) in row.probabilities().into_iter().enumerate() {
                    same(format!("step {at}, turned, {place}"), &words.percent(turned[place]), probability);
                    let quoted = quoted(&format!("step.{at}.candidate.{place}.probability"));
                    if let Ok(shown) = quoted {
                        same(format!("step {at}, candidate {place}"), &shown, probability);
                    }
                    if row.ids[place] == step.chosen {
                        same(format!("step {at}"), &words.percent(step.probability().unwrap()), probability);
                    }
                }
            }
            for (at, row) in trace.prompt_rows.iter().enumerate() {
                let listed = row.ids.iter().position(|id| *id == trace.prompt[at + 1].id);
                if let (Some(place), Ok(shown)) = (listed, quoted(&format!("prompt.{}.probability", at + 1))) {
                    same(format!("prompt {}", at + 1), &shown, row.probabilities()[place]);
                }
            }
            for node in Tree::of(&trace).iter().flat_map(|tree| &tree.nodes).filter(|node| node.place.len() == 1) {
                let first = trace.steps.first().and_then(|step| step.row.as_ref()).unwrap();
                let place = first.ids.iter().position(|id| *id == node.branch.token()).unwrap();
                for shown in [node.logprob, node.joint] {
                    same("branch".to_owned(), &words.percent(shown.exp()), first.probabilities()[place]);
                }
            }
        }
        assert!(compared > 10_000, "{compared}");
    }
}
