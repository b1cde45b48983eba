//! A run's tokens in reading order: text, id and number of bytes of each.

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
    name: "tokens",
    about: "A run's tokens with their ids and bytes",
    keys: &[RUN.required()],
    example: "run: fox\n",
    scripts: &[],
    on_demand: None,
    style: None,
    needs: &[Part::Ids],
    read,
};

#[derive(Debug)]
struct Tokens {
    run: String,
}

fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Arc<dyn Figure>> {
    Some(Arc::new(Tokens { run: read_run(fields, RUN.name, true, runs)? }))
}

impl Figure for Tokens {
    fn runs(&self) -> Vec<&str> {
        vec![&self.run]
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let trace = frame.trace(&self.run)?;
        let pictures = frame.pictures(|id, width| picture::picture(trace, id, width, frame.words));
        Ok(Drawing::new(
            pictures,
            table::table(trace, frame.words),
            table::json(trace),
            table::description(trace, frame.words),
        )
        .of(trace))
    }
}
