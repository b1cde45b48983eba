//! Where an axis has its ticks.

/// 1, 2 or 5 times a power of ten, so that at most `count` of them reach `most`.
pub(super) fn tick(most: f64, count: usize) -> f64 {
    let rough = (most / count as f64).max(1e-3);
    let power = 10_f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|step| *step >= rough).unwrap_or(rough)
}
