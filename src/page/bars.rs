//! Horizontal bars from zero, with the number at their end. All of one card share a scale.

use serde::Serialize;

use super::inline_value::about_spread;
use crate::trace::Spread;
use crate::words::Words;

/// The longest bar takes this share of the width, so that its number fits beside it.
const LONGEST: f64 = 78.0;

pub struct Amount {
    pub label: String,
    pub value: f64,
    pub spread: Option<Spread>,
    /// Digits after the point.
    pub decimals: usize,
}

/// Lengths are percent of the width.
#[derive(Serialize)]
pub struct Bar {
    pub label: String,
    pub number: String,
    pub length: String,
    /// From where to where the repeats reach, and where the number starts.
    pub whisker: Option<Whisker>,
    pub number_at: String,
}

#[derive(Serialize)]
pub struct Whisker {
    pub from: String,
    pub to: String,
    /// `median of 5, 60.1 to 63.0`
    pub about: String,
}

pub fn bars(amounts: &[Amount], words: &Words) -> Vec<Bar> {
    let reach = |amount: &Amount| amount.spread.map_or(amount.value, |spread| spread.most.max(amount.value));
    let most = amounts.iter().map(reach).fold(0.0, f64::max);
    let percent = |value: f64| {
        let share = if most > 0.0 { value.max(0.0) / most * LONGEST } else { 0.0 };
        format!("{}%", (share * 100.0).round() / 100.0)
    };
    amounts
        .iter()
        .map(|amount| Bar {
            label: amount.label.clone(),
            number: words.number(amount.value, amount.decimals),
            length: percent(amount.value),
            number_at: percent(reach(amount)),
            whisker: amount.spread.map(|spread| Whisker {
                from: percent(spread.least),
                to: percent(spread.most),
                about: about_spread(&spread, |value| words.number(value, amount.decimals), words),
            }),
        })
        .collect()
}

/// As many digits after the point as a reader can use.
pub fn useful_decimals(value: f64) -> usize {
    match value.abs() {
        value if value.fract() == 0.0 || value >= 1000.0 => 0,
        value if value >= 10.0 => 1,
        value if value >= 1.0 => 2,
        _ => 3,
    }
}

/// As many as the author wrote.
pub fn written_decimals(value: f64) -> usize {
    value.to_string().split_once('.').map_or(0, |(_, fraction)| fraction.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_start_at_zero_and_share_a_scale() {
        let amount =
            |value: f64| Amount { label: String::new(), value, spread: None, decimals: written_decimals(value) };
        let drawn = bars(&[amount(41.3), amount(150.8), amount(0.0)], Words::english());
        let lengths: Vec<&str> = drawn.iter().map(|bar| bar.length.as_str()).collect();
        assert_eq!(lengths, ["21.36%", "78%", "0%"]);
        assert_eq!(drawn[1].number, "150.8");
    }

    #[test]
    fn a_whisker_stays_inside() {
        let spread = Spread::of([8.0, 10.0, 20.0]);
        let drawn = bars(&[Amount { label: String::new(), value: 10.0, spread, decimals: 0 }], Words::english());
        assert_eq!(drawn[0].length, "39%");
        assert_eq!(drawn[0].number_at, "78%");
        assert_eq!(drawn[0].whisker.as_ref().unwrap().about, "median of 3, 8 to 20");
    }
}
