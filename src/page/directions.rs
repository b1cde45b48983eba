use serde::Serialize;

use super::Writer;
use crate::lesson::{DirectionsBlock, Movement};
use crate::words::Value;

#[derive(Serialize)]
struct DirectionsView {
    directions: Vec<DirectionView>,
}

/// The fields but `moves` and `arrow` are HTML.
#[derive(Serialize)]
struct DirectionView {
    /// `up`, `down` or `flat`.
    moves: &'static str,
    /// The path of a 24 by 24 drawing.
    arrow: &'static str,
    /// What moves which way, and when.
    sentence: String,
    why: String,
}

impl Writer<'_> {
    pub fn directions(&mut self, block: &DirectionsBlock) -> String {
        let directions = block
            .directions
            .iter()
            .map(|direction| {
                let (moves, arrow, id) = match direction.moves {
                    Movement::Up => ("up", "M12 20V4M5 11l7-7 7 7", "direction-up-html"),
                    Movement::Down => ("down", "M12 4v16M5 13l7 7 7-7", "direction-down-html"),
                    Movement::Flat => ("flat", "M4 9h16M4 15h16", "direction-flat-html"),
                };
                let (measure, when) = (self.inline(&direction.measure), self.inline(&direction.when));
                let values = [("measure", Value::html(measure)), ("when", Value::html(when))];
                let sentence = self.words().html(id, &values);
                DirectionView { moves, arrow, sentence, why: self.inline(&direction.why) }
            })
            .collect();
        self.part("directions.html", &DirectionsView { directions })
    }
}
