//! The time a run took, to scale: the prompt pass, then one bar per decode step.

mod picture;
mod table;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::key::RUN;
use super::{Drawing, Figure, FigureError, Frame, Kind};
use crate::number::read_run;
use crate::trace::Part;
use crate::yaml::Fields;

pub static KIND: Kind = Kind {
    name: "timeline",
    about: "The time a run took, to scale",
    keys: &[RUN.required()],
    example: "run: fox\n",
    scripts: &[],
    on_demand: None,
    style: None,
    needs: &[Part::Timings, Part::Ids],
    read,
};

#[derive(Debug)]
struct Timeline {
    run: String,
}

fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Arc<dyn Figure>> {
    Some(Arc::new(Timeline { run: read_run(fields, RUN.name, true, runs)? }))
}

impl Figure for Timeline {
    fn runs(&self) -> Vec<&str> {
        vec![&self.run]
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let trace = frame.trace(&self.run)?;
        let timings = trace.timings()?;
        let pictures = frame.pictures(|id, width| picture::picture(trace, id, width, frame.words));
        let table = table::table(trace, timings, frame.words);
        Ok(Drawing::new(pictures, table, table::json(trace), table::description(trace, frame.words)).of(trace))
    }
}
