use serde::Serialize;

use super::Writer;
use crate::lesson::{DirectionsBlock, Movement};

#[derive(Serialize)]
struct DirectionsView {
    directions: Vec<DirectionView>,
}

/// The fields but `moves` are HTML.
#[derive(Serialize)]
struct DirectionView {
    /// `up`, `down` or `flat`.
    moves: &'static str,
    /// The path of a 24 by 24 drawing.
    arrow: &'static str,
    words: &'static str,
    measure: String,
    when: String,
    why: String,
}

impl Writer<'_> {
    pub fn directions(&mut self, block: &DirectionsBlock) -> String {
        let directions = block
            .directions
            .iter()
            .map(|direction| {
                let (moves, arrow, words) = match direction.moves {
                    Movement::Up => ("up", "M12 20V4M5 11l7-7 7 7", "goes up"),
                    Movement::Down => ("down", "M12 4v16M5 13l7 7 7-7", "goes down"),
                    Movement::Flat => ("flat", "M4 9h16M4 15h16", "stays about the same"),
                };
                DirectionView {
                    moves,
                    arrow,
                    words,
                    measure: self.inline(&direction.measure),
                    when: self.inline(&direction.when),
                    why: self.inline(&direction.why),
                }
            })
            .collect();
        self.part("directions.html", &DirectionsView { directions })
    }
}
