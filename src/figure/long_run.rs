//! Runs longer than a page has room for.

use std::borrow::Cow;

use crate::trace::Trace;

/// So many generated tokens are drawn one by one; each is a row, a step and a list of candidates.
pub(super) const MOST: usize = 400;

/// The run up to its generated token [`MOST`].
pub(super) fn start(trace: &Trace) -> Cow<'_, Trace> {
    if trace.generated.len() <= MOST {
        return Cow::Borrowed(trace);
    }
    let mut cut = trace.clone();
    cut.generated.truncate(MOST);
    cut.steps.truncate(MOST);
    for run in cut.timings.iter_mut().flat_map(|timings| timings.repeats.iter_mut().chain(&mut timings.warm_up)) {
        run.gaps_ms.truncate(MOST - 1);
    }
    Cow::Owned(cut)
}

/// How many generated tokens [`start`] leaves out.
pub(super) fn left_out(trace: &Trace) -> usize {
    trace.generated.len().saturating_sub(MOST)
}
