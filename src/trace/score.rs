use super::Trace;

/// How expected a stretch of the prompt was, as one number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// How many tokens were scored.
    pub tokens: usize,
    /// Σ ln p of those tokens, each given all before it: the log-probability of the stretch.
    pub total: f64,
}

impl Score {
    /// The mean of ln p: what is left of `total` when length no longer counts.
    pub fn per_token(self) -> f64 {
        self.total / self.tokens as f64
    }

    /// exp(−mean ln p): among how many equally likely tokens the model might as well have guessed each time.
    pub fn perplexity(self) -> f64 {
        (-self.per_token()).exp()
    }
}

impl Trace {
    /// Scores the prompt from token `given` on; the first token has no score, since nothing stands before it. `None`
    /// where that leaves nothing.
    pub fn score(&self, given: usize) -> Option<Score> {
        let scores = self.prompt_scores.as_ref()?;
        let scored = scores.get(given.saturating_sub(1)..).filter(|scored| !scored.is_empty())?;
        Some(Score { tokens: scored.len(), total: scored.iter().map(|score| score.logprob).sum() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::TokenId;
    use crate::trace::PromptScore;

    #[test]
    fn perplexity_of_a_coin_is_two() {
        let text = include_str!("../../tests/sites/figures/content/inference/one-answer/runs/fox.json");
        let mut trace: Trace = serde_json::from_str(text).unwrap();
        let score = |logprob| PromptScore { logprob, rank: 1, entropy: 0.0, best: (TokenId(0), logprob) };
        trace.prompt_scores = Some(vec![score(-5.0), score(0.5_f64.ln()), score(0.5_f64.ln())]);
        let coins = trace.score(2).unwrap();
        assert_eq!(coins.tokens, 2);
        assert!((coins.perplexity() - 2.0).abs() < 1e-12 && (coins.per_token() + 2_f64.ln()).abs() < 1e-12);
        assert_eq!(trace.score(0), trace.score(1));
        assert_eq!(trace.score(4), None);
    }
}
