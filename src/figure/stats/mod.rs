//! A run's numbers as a compact card: how many tokens, how long they took, how it ended, and what ran where.

mod facts;
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
    name: "stats",
    about: "A run's numbers as a compact card, with its provenance",
    keys: &[RUN.required()],
    example: "run: fox\n",
    scripts: &[],
    on_demand: None,
    style: None,
    needs: &[Part::Ids],
    read,
};

#[derive(Debug)]
struct Stats {
    run: String,
}

fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Arc<dyn Figure>> {
    Some(Arc::new(Stats { run: read_run(fields, RUN.name, true, runs)? }))
}

impl Figure for Stats {
    fn runs(&self) -> Vec<&str> {
        vec![&self.run]
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let trace = frame.trace(&self.run)?;
        let facts = facts::facts(trace, frame.words);
        let pictures = frame.pictures(|id, width| picture::picture(trace, &facts, id, width, frame.words));
        let table = table::table(trace, &facts, frame.words);
        let description = table::description(&self.run, &facts, frame.words);
        Ok(Drawing::new(pictures, table, table::json(trace), description).of(trace))
    }
}
