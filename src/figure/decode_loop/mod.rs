//! The loop, step by step: text, tokens, the prompt pass, then one turn per generated token until the stop.

mod panel;
mod picture;
mod sentence;
mod steps;
mod table;
#[cfg(test)]
mod tests;

pub(super) use picture::{Layout, picture};
pub(super) use sentence::Room;
pub(super) use steps::Steps;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::key::{CANDIDATES, RUN, candidates};
use super::{Drawing, Figure, FigureError, Frame, Holds, Key, Kind, long_run};
use crate::number::read_run;
use crate::trace::Part;
use crate::yaml::Fields;

const PREDICT: Key = Key::new("predict", Holds::Boolean, "Hides each choice until the reader has made one");

pub static KIND: Kind = Kind {
    name: "decode-loop",
    about: "One prompt becomes a loop of next-token decisions, step by step",
    keys: &[RUN.required(), CANDIDATES, PREDICT],
    example: "run: fox\ncandidates: 6\npredict: true\n",
    scripts: &["stepper"],
    on_demand: Some("predict"),
    style: None,
    needs: &[Part::Logprobs, Part::Pieces, Part::Ids],
    read,
};

#[derive(Debug)]
struct DecodeLoop {
    run: String,
    /// How many candidates are listed.
    candidates: usize,
    predict: bool,
}

fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Arc<dyn Figure>> {
    let run = read_run(fields, RUN.name, true, runs);
    let (candidates, predict) = (candidates(fields), fields.boolean(PREDICT.name).unwrap_or(false));
    Some(Arc::new(DecodeLoop { run: run?, candidates, predict }))
}

impl Figure for DecodeLoop {
    fn runs(&self) -> Vec<&str> {
        vec![&self.run]
    }

    fn switches(&self) -> &'static [&'static str] {
        if self.predict { &["predict"] } else { &[] }
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let whole = frame.trace(&self.run)?;
        let trace = &*long_run::start(whole);
        let steps = steps::all(frame.words, trace, whole);
        let pictures =
            frame.pictures(|id, width| picture(trace, id, self.candidates, Layout::of(width), None, frame.words));
        let table = table::table(frame.words, trace, frame.id, &steps, self.candidates);
        let data = table::json(trace, &steps, self.candidates);
        let drawing = Drawing::new(pictures, table, data, table::description(frame.words, trace)).of(trace);
        Ok(Drawing { steps, ..drawing })
    }
}
