use super::{Branch, Trace};
use crate::token::{Row, TokenId};

/// How far two recordings of the same run are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Largest difference between two logits of the same token at the same place, or between two log-probabilities of
    /// the same branch or, where there are no rows, of the same token.
    pub logit: f64,
    /// Largest difference of a step's entropy, in nats.
    pub entropy: f64,
}

/// Compares what is reproducible: token ids, logits and the finish reason, never timings. `Err` says in words what
/// is not the same at all.
pub fn compare(recorded: &Trace, again: &Trace) -> Result<Distance, String> {
    let ids = |trace: &Trace| -> Vec<u32> { trace.prompt.iter().map(|token| token.id.0).collect() };
    if ids(recorded) != ids(again) {
        return Err(format!("the prompt's token ids were {:?}, now {:?}", ids(recorded), ids(again)));
    }
    let mut steps = recorded.steps.iter().zip(&again.steps).enumerate();
    if let Some((at, (was, is))) = steps.find(|(_, (was, is))| was.chosen != is.chosen) {
        return Err(format!("step {at} chose token {}, now {}", was.chosen, is.chosen));
    }
    if recorded.steps.len() != again.steps.len() || recorded.finish != again.finish {
        return Err(format!(
            "the run ended after {} tokens ({}), now after {} ({})",
            recorded.steps.len(),
            recorded.finish.name(),
            again.steps.len(),
            again.finish.name()
        ));
    }
    if recorded.merges != again.merges {
        return Err("the word's merges are others now".into());
    }
    let mut distance = Distance { logit: 0.0, entropy: 0.0 };
    for (was, is) in recorded.steps.iter().zip(&again.steps) {
        if let (Some(was), Some(is)) = (was.entropy, is.entropy) {
            distance.entropy = distance.entropy.max((was - is).abs());
        }
        let logprobs = was.best.iter().filter_map(|(id, was)| {
            let (_, is) = is.best.iter().find(|(other, _)| other == id)?;
            Some((was - is).abs())
        });
        distance.logit = logprobs.fold(distance.logit, f64::max);
    }
    let rows = |trace: &Trace| -> Vec<Row> {
        trace.prompt_rows.iter().chain(trace.steps.iter().filter_map(|step| step.row.as_ref())).cloned().collect()
    };
    for (was, is) in rows(recorded).iter().zip(&rows(again)) {
        for (id, logit) in was.ids.iter().zip(&was.logits) {
            // Near the end of the list two tokens may have changed places.
            let other = is.ids.iter().zip(&is.logits).find(|(other, _)| *other == id);
            if let Some((_, other)) = other {
                distance.logit = distance.logit.max((logit - other).abs());
            }
        }
    }
    let paths = |trace: &Trace| trace.branches.iter().map(|branch| branch.path.clone()).collect::<Vec<_>>();
    if paths(recorded) != paths(again) {
        return Err("the branches are other tokens now".into());
    }
    for (was, is) in recorded.branches.iter().zip(&again.branches) {
        let (was_then, is_then) = (taken(was), taken(is));
        if was_then.iter().map(|(id, _)| id).ne(is_then.iter().map(|(id, _)| id)) {
            return Err(format!("the branch {:?} goes on in other tokens now", was.path));
        }
        let continued = was_then.iter().zip(&is_then).map(|((_, was), (_, is))| (was - is).abs());
        distance.logit = continued.fold(distance.logit.max((was.logprob - is.logprob).abs()), f64::max);
    }
    Ok(distance)
}

/// The tokens that a branch went on with.
fn taken(branch: &Branch) -> Vec<(TokenId, f64)> {
    branch.then.iter().filter_map(|choices| choices.first().copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_are_compared_by_their_tokens_and_log_probabilities() {
        let text = include_str!("../../tests/sites/branches/content/scores/paths/runs/fox.json");
        let trace: Trace = serde_json::from_str(text).unwrap();
        assert_eq!(compare(&trace, &trace).unwrap(), Distance { logit: 0.0, entropy: 0.0 });
        let mut other = trace.clone();
        other.branches[3].logprob -= 0.25;
        assert!((compare(&trace, &other).unwrap().logit - 0.25).abs() < 1e-9);
        other.branches.last_mut().unwrap().then[0][0].0 = TokenId(1);
        assert!(compare(&trace, &other).unwrap_err().contains("goes on in other tokens"));
        other.branches[0].path = vec![TokenId(1)];
        assert!(compare(&trace, &other).unwrap_err().contains("other tokens now"));
    }
}
