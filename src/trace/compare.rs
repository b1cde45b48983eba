use super::Trace;

/// How far two recordings of the same run are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Distance {
    /// Largest difference between two logits of the same token at the same step.
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
    let mut distance = Distance { logit: 0.0, entropy: 0.0 };
    for (was, is) in recorded.steps.iter().zip(&again.steps) {
        distance.entropy = distance.entropy.max((was.entropy - is.entropy).abs());
        for (id, logit) in was.row.ids.iter().zip(&was.row.logits) {
            // Near the end of the list two tokens may have changed places.
            if let Some(at) = is.row.ids.iter().position(|other| other == id) {
                distance.logit = distance.logit.max((logit - is.row.logits[at]).abs());
            }
        }
    }
    Ok(distance)
}
