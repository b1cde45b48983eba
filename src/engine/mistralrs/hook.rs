use std::sync::Arc;
use std::time::Instant;

use mistralrs::Tensor;
use mistralrs::core::CustomLogitsProcessor;

use crate::engine::Recorder;

/// The recorder inside the engine. It hands back a row in which only the token that was picked is possible: the engine's
/// own sampler shares one random state between all requests and reports neither ids nor usable probabilities.
pub struct RecorderHook(pub Arc<Recorder>);

impl CustomLogitsProcessor for RecorderHook {
    fn apply(&self, logits: &Tensor, context: &[u32]) -> mistralrs::Result<Tensor> {
        let now = Instant::now();
        let values = logits.to_vec1::<f32>()?;
        let given = self.0.row(&values, context.len(), now);
        let mut only = vec![f32::NEG_INFINITY; values.len()];
        if let Some(place) = only.get_mut(given.0 as usize) {
            *place = 0.0;
        }
        Tensor::from_vec(only, values.len(), logits.device())
    }
}
