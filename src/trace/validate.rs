use super::Trace;

impl Trace {
    /// A trace comes from a file that a person may have edited: checks what the rest of the program relies on.
    /// The error is a sentence without a capital.
    pub fn validate(&self) -> Result<(), String> {
        if self.steps.len() != self.generated.len() {
            return Err(format!("{} steps for {} generated tokens", self.steps.len(), self.generated.len()));
        }
        if self.prompt.is_empty() {
            return Err("the prompt has no token".into());
        }
        if self.prompt_scores.len() + 1 != self.prompt.len() {
            return Err(format!("{} prompt scores for {} prompt tokens", self.prompt_scores.len(), self.prompt.len()));
        }
        for (at, (step, token)) in self.steps.iter().zip(&self.generated).enumerate() {
            if step.chosen != token.id {
                return Err(format!("step {at} chose {}, the generated token is {}", step.chosen, token.id));
            }
            if step.row.ids.len() != step.row.logits.len() || step.row.ids.is_empty() {
                return Err(format!("step {at} lists {} ids and {} logits", step.row.ids.len(), step.row.logits.len()));
            }
            if step.context as usize != self.prompt.len() + at {
                return Err(format!("step {at} says a context of {} tokens", step.context));
            }
            if let Some(id) = step.row.ids.iter().find(|id| self.piece(**id).is_none()) {
                return Err(format!("step {at} lists token {id}, whose piece is not recorded"));
            }
        }
        let gaps = self.generated.len().saturating_sub(1);
        for run in self.timings.repeats.iter().chain([&self.timings.warm_up]) {
            if run.gaps_ms.len() != gaps {
                return Err(format!("a timed run has {} gaps, {gaps} belong there", run.gaps_ms.len()));
            }
            let mut times = run.gaps_ms.iter().chain([&run.prefill_ms, &run.ttft_ms]);
            if let Some(wrong) = times.find(|time| !time.is_finite() || **time < 0.0) {
                return Err(format!("{wrong} is not a time"));
            }
        }
        if self.timings.repeats.is_empty() {
            return Err("there is no timed run".into());
        }
        Ok(())
    }
}
