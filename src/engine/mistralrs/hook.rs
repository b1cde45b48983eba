use std::sync::Arc;
use std::time::Instant;

use mistralrs::Tensor;
use mistralrs::core::CustomLogitsProcessor;

use crate::engine::Recorder;
use crate::token::TokenId;

/// The recorder inside the engine. It hands back a row in which only the token that was picked is possible: the engine's
/// own sampler shares one random state between all requests and reports neither ids nor usable probabilities.
pub struct RecorderHook(pub Arc<Recorder>);

impl CustomLogitsProcessor for RecorderHook {
    fn apply(&self, logits: &Tensor, context: &[u32]) -> mistralrs::Result<Tensor> {
        let now = Instant::now();
        let values = logits.to_vec1::<f32>()?;
        only(self.0.row(&values, context.len(), now), values.len(), logits)
    }
}

/// Takes the same token whatever the row says.
pub struct Always(pub TokenId);

impl CustomLogitsProcessor for Always {
    fn apply(&self, logits: &Tensor, _: &[u32]) -> mistralrs::Result<Tensor> {
        only(self.0, logits.elem_count(), logits)
    }
}

/// A row of the vocabulary in which nothing but `token` is possible.
fn only(token: TokenId, vocabulary: usize, like: &Tensor) -> mistralrs::Result<Tensor> {
    let mut row = vec![f32::NEG_INFINITY; vocabulary];
    if let Some(place) = row.get_mut(token.0 as usize) {
        *place = 0.0;
    }
    Tensor::from_vec(row, vocabulary, like.device())
}
