//! The time a run took, to scale: the prompt pass, then one bar per decode step.

mod picture;
mod table;

use super::key::RUN;
use super::kind::Named;
use super::runs::one_run;
use super::{Drawing, FigureError, Frame, Kind};
use crate::trace::Part;

pub static KIND: Kind = Kind {
    name: "timeline",
    about: "The time a run took, to scale",
    keys: &[RUN.required()],
    example: "run: fox\n",
    scripts: &[],
    on_demand: None,
    style: None,
    needs: &[Part::Timings, Part::Ids],
    read: |fields, runs| one_run(fields, runs, draw),
};

fn draw((_, trace): Named, frame: &Frame) -> Result<Drawing, FigureError> {
    let timings = trace.timings()?;
    let pictures = frame.pictures(|id, width| picture::picture(trace, id, width, frame.words));
    let table = table::table(trace, timings, frame.words);
    Ok(Drawing::new(pictures, table, table::json(trace), table::description(trace, frame.words)).of(trace))
}
