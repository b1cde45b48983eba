//! An axis: where a number stands, and round numbers to write beside it.

use super::block::Scale;
use crate::figure::tick::tick;
use crate::words::Words;

#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    scale: Scale,
    from: f64,
    to: f64,
    /// In pixels.
    start: f64,
    length: f64,
}

impl Axis {
    /// Holds all `values`; a linear axis of amounts begins at 0 (`zero`). Only numbers above 0 count on a logarithmic
    /// one.
    pub(super) fn new(scale: Scale, values: &[f64], zero: bool, start: f64, length: f64) -> Self {
        let usable =
            || values.iter().copied().filter(|value| value.is_finite() && (scale == Scale::Linear || *value > 0.0));
        let (low, high) =
            usable().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (mut from, mut to) = if low.is_finite() { (low, high) } else { (1.0, 10.0) };
        match scale {
            Scale::Log => (from, to) = (10_f64.powf(from.log10().floor()), 10_f64.powf(to.log10().ceil())),
            Scale::Linear if zero => (from, to) = (from.min(0.0), to.max(0.0)),
            Scale::Linear => {
                let room = (to - from) * 0.06;
                (from, to) = (from - room, to + room);
            }
        }
        if from >= to {
            to = if scale == Scale::Log { from * 10.0 } else { from + 1.0 };
        }
        Self { scale, from, to, start, length }
    }

    pub(super) fn at(&self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Linear => (value - self.from) / (self.to - self.from),
            Scale::Log => (value.max(self.from).log10() - self.from.log10()) / (self.to.log10() - self.from.log10()),
        };
        self.start + share.clamp(0.0, 1.0) * self.length
    }

    /// At most about `count` of them.
    pub(super) fn ticks(&self, count: usize, words: &Words) -> Vec<(f64, String)> {
        let mut ticks = Vec::new();
        match self.scale {
            Scale::Log => {
                let decades = (self.to.log10() - self.from.log10()).round().max(1.0) as i32;
                let every = (decades as usize).div_ceil(count.max(1)).max(1);
                for power in (0..=decades).step_by(every) {
                    let value = self.from * 10_f64.powi(power);
                    ticks.push((value, marked(value, value, words)));
                }
            }
            Scale::Linear => {
                let step = tick(self.to - self.from, count);
                let first = (self.from / step).ceil() as i64;
                let last = (self.to / step + 1e-9).floor() as i64;
                ticks
                    .extend((first..=last).map(|at| at as f64 * step).map(|value| (value, marked(value, step, words))));
            }
        }
        ticks
    }
}

fn marked(value: f64, step: f64, words: &Words) -> String {
    words.number(value, (-step.abs().log10().floor()).clamp(0.0, 4.0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_logarithmic_axis_has_equal_steps_for_equal_ratios() {
        let axis = Axis::new(Scale::Log, &[3.0, 400.0, 0.0, -1.0], false, 0.0, 300.0);
        assert_eq!([1.0, 10.0, 100.0, 1000.0].map(|value| axis.at(value).round()), [0.0, 100.0, 200.0, 300.0]);
        let ticks: Vec<String> = axis.ticks(5, Words::english()).into_iter().map(|(_, words)| words).collect();
        assert_eq!(ticks, ["1", "10", "100", "1,000"]);
    }

    #[test]
    fn amounts_begin_at_zero_and_ticks_are_round() {
        let axis = Axis::new(Scale::Linear, &[41.3, 150.8], true, 10.0, 100.0);
        assert_eq!((axis.at(0.0), axis.at(150.8)), (10.0, 110.0));
        let ticks: Vec<String> = axis.ticks(4, Words::english()).into_iter().map(|(_, words)| words).collect();
        assert_eq!(ticks, ["0", "50", "100", "150"]);
        assert!(!Axis::new(Scale::Linear, &[], false, 0.0, 1.0).ticks(4, Words::english()).is_empty());
    }
}
