//! A run's numbers as a compact card: how many tokens, how long they took, how it ended, and what ran where.

mod facts;
mod picture;
mod table;

use super::key::RUN;
use super::kind::Named;
use super::runs::one_run;
use super::{Drawing, FigureError, Frame, Kind};
use crate::trace::Part;

pub static KIND: Kind = Kind {
    name: "stats",
    about: "A run's numbers as a compact card, with its provenance",
    keys: &[RUN.required()],
    example: "run: fox\n",
    scripts: &[],
    on_demand: None,
    style: None,
    needs: &[Part::Ids],
    read: |fields, runs| one_run(fields, runs, draw),
};

fn draw((run, trace): Named, frame: &Frame) -> Result<Drawing, FigureError> {
    let facts = facts::facts(trace, frame.words);
    let pictures = frame.pictures(|id, width| picture::picture(trace, &facts, id, width, frame.words));
    let table = table::table(trace, &facts, frame.words);
    let description = table::description(run, &facts, frame.words);
    Ok(Drawing::new(pictures, table, table::json(trace), description).of(trace))
}
