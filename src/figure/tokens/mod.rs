//! A run's tokens in reading order: text, id and number of bytes of each.

mod picture;
mod table;

use super::key::RUN;
use super::kind::Named;
use super::runs::one_run;
use super::{Drawing, FigureError, Frame, Kind};
use crate::trace::Part;

pub static KIND: Kind = Kind {
    name: "tokens",
    about: "A run's tokens with their ids and bytes",
    keys: &[RUN.required()],
    example: "run: fox\n",
    scripts: &[],
    on_demand: None,
    style: None,
    needs: &[Part::Ids],
    read: |fields, runs| one_run(fields, runs, draw),
};

fn draw((_, trace): Named, frame: &Frame) -> Result<Drawing, FigureError> {
    let pictures = frame.pictures(|id, width| picture::picture(trace, id, width, frame.words));
    Ok(Drawing::new(
        pictures,
        table::table(trace, frame.words),
        table::json(trace),
        table::description(trace, frame.words),
    )
    .of(trace))
}
