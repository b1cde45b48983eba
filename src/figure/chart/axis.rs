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

/// Where an axis begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// From 0, for bars.
    Zero,
    /// From one mark to another. Amounts begin at 0, unless all of them are in the upper half.
    Marks,
    /// A little beyond the values, so that none stands on the frame.
    Room,
}

impl Axis {
    /// Holds all `values`. Only numbers above 0 count on a logarithmic one.
    pub(super) fn new(scale: Scale, values: &[f64], reach: Reach, start: f64, length: f64) -> Self {
        let usable =
            || values.iter().copied().filter(|value| value.is_finite() && (scale == Scale::Linear || *value > 0.0));
        let (low, high) =
            usable().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (mut from, mut to) = if low.is_finite() { (low, high) } else { (1.0, 10.0) };
        match (scale, reach) {
            (Scale::Log, Reach::Room) => {
                let room = (to / from).max(2.0).powf(0.05);
                (from, to) = (from / room, to * room);
            }
            (Scale::Log, _) => (from, to) = (mark_below(from), mark_above(to)),
            (Scale::Linear, Reach::Zero) => (from, to) = (from.min(0.0), to.max(0.0)),
            (Scale::Linear, Reach::Marks) => {
                if from <= to / 2.0 {
                    from = from.min(0.0);
                }
                let step = tick((to - from).max(to.abs() * 1e-3), 5);
                (from, to) = ((from / step).floor() * step, (to / step - 1e-9).ceil() * step);
            }
            (Scale::Linear, Reach::Room) => {
                let room = (to - from) * 0.06;
                (from, to) = (from - room, to + room);
            }
        }
        if from >= to {
            to = if scale == Scale::Log { from * 10.0 } else { from + 1.0 };
        }
        Self { scale, from, to, start, length }
    }

    /// What the axis begins at, where that is neither 0 nor on a logarithmic scale.
    pub(super) fn begins(&self) -> Option<f64> {
        (self.scale == Scale::Linear && self.from > 0.0).then_some(self.from)
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
                let (first, last) = (self.from.log10().floor() as i32, self.to.log10().ceil() as i32);
                let inside = |value: &f64| (self.from * (1.0 - 1e-9)..=self.to * (1.0 + 1e-9)).contains(value);
                let of = |steps: &[f64]| -> Vec<f64> {
                    let all = (first..=last).flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)));
                    all.filter(inside).collect()
                };
                let (many, few) = (of(&[1.0, 2.0, 5.0]), of(&[1.0]));
                let every = few.len().div_ceil(count.max(1)).max(1);
                let chosen = if many.len() <= count { many } else { few.into_iter().step_by(every).collect() };
                ticks.extend(chosen.into_iter().map(|value| (value, marked(value, value, words))));
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

/// 1, 2 or 5 times a power of ten.
fn mark_below(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let below = [5.0, 2.0, 1.0].map(|step| step * power).into_iter().find(|mark| *mark <= value * (1.0 + 1e-9));
    below.unwrap_or(power)
}

fn mark_above(value: f64) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let above = [1.0, 2.0, 5.0].map(|step| step * power).into_iter().find(|mark| *mark >= value * (1.0 - 1e-9));
    above.unwrap_or(power * 10.0)
}

fn marked(value: f64, step: f64, words: &Words) -> String {
    words.number(value, (-step.abs().log10().floor()).clamp(0.0, 4.0) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(axis: &Axis, count: usize) -> Vec<String> {
        axis.ticks(count, Words::english()).into_iter().map(|(_, words)| words).collect()
    }

    #[test]
    fn a_logarithmic_axis_has_equal_steps_for_equal_ratios() {
        let axis = Axis::new(Scale::Log, &[1.3, 900.0, 0.0, -1.0], Reach::Marks, 0.0, 300.0);
        assert_eq!([1.0, 10.0, 100.0, 1000.0].map(|value| axis.at(value).round()), [0.0, 100.0, 200.0, 300.0]);
        assert_eq!(ticks(&axis, 5), ["1", "10", "100", "1,000"]);
        let short = Axis::new(Scale::Log, &[41.3, 150.8], Reach::Marks, 0.0, 100.0);
        assert_eq!(
            (ticks(&short, 5), short.at(20.0)),
            (vec!["20".into(), "50".into(), "100".into(), "200".into()], 0.0)
        );
    }

    #[test]
    fn amounts_begin_at_zero_and_ticks_are_round() {
        let axis = Axis::new(Scale::Linear, &[41.3, 150.8], Reach::Zero, 10.0, 100.0);
        assert_eq!((axis.at(0.0), axis.at(150.8)), (10.0, 110.0));
        assert_eq!(ticks(&axis, 4), ["0", "50", "100", "150"]);
        assert!(!ticks(&Axis::new(Scale::Linear, &[], Reach::Room, 0.0, 1.0), 4).is_empty());
    }

    #[test]
    fn no_value_stands_above_the_last_mark_and_no_half_is_empty() {
        let axis = Axis::new(Scale::Linear, &[0.01, 6.02], Reach::Marks, 0.0, 100.0);
        assert_eq!((ticks(&axis, 5).first().unwrap().as_str(), ticks(&axis, 5).last().unwrap().as_str()), ("0", "8"));
        assert!(axis.at(6.02) < 100.0 && axis.begins().is_none());
        let high = Axis::new(Scale::Linear, &[92.0, 101.0], Reach::Marks, 0.0, 100.0);
        assert_eq!(high.begins(), Some(92.0));
        let inside = Axis::new(Scale::Log, &[1.0, 64.0], Reach::Room, 10.0, 100.0);
        assert!(inside.at(1.0) > 12.0 && inside.at(64.0) < 108.0);
    }
}
