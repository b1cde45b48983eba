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
                    Movement::Up => ("up", "↑", "goes up"),
                    Movement::Down => ("down", "↓", "goes down"),
                    Movement::Flat => ("flat", "→", "stays about the same"),
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
