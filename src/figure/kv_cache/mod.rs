//! The K/V cache, pass by pass, and what its bytes come to. They are arithmetic on the model's own figures.

mod picture;
mod size;
mod steps;
mod table;

use super::key::RUN;
use super::kind::Named;
use super::runs::one_run;
use super::{Drawing, FigureError, Frame, Kind, long_run};
use crate::number::NumberKind;
use crate::trace::Part;

pub static KIND: Kind = Kind {
    name: "kv-cache",
    about: "The entries of the K/V cache, pass by pass, and their bytes",
    keys: &[RUN.required()],
    example: "run: fox\n",
    scripts: &["stepper"],
    on_demand: None,
    style: None,
    needs: &[Part::Ids],
    read: |fields, runs| one_run(fields, runs, draw),
};

fn draw((_, trace): Named, frame: &Frame) -> Result<Drawing, FigureError> {
    let trace = &*long_run::start(trace);
    let steps = steps::steps(trace, frame.words);
    let pictures = frame.pictures(|id, width| picture::picture(trace, id, width, frame.words));
    let table = table::table(trace, frame.id, &steps, frame.words);
    let drawing =
        Drawing::new(pictures, table, table::json(trace, frame.words), table::description(trace, frame.words))
            .of(trace);
    Ok(Drawing { numbers: NumberKind::Derived, steps, ..drawing })
}
