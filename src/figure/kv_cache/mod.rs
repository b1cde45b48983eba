//! The K/V cache, pass by pass, and what its bytes come to. They are arithmetic on the model's own figures.

mod picture;
mod size;
mod steps;
mod table;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::key::RUN;
use super::{Drawing, Figure, FigureError, Frame, Kind, long_run};
use crate::number::{NumberKind, read_run};
use crate::trace::Part;
use crate::yaml::Fields;

pub static KIND: Kind = Kind {
    name: "kv-cache",
    about: "The entries of the K/V cache, pass by pass, and their bytes",
    keys: &[RUN.required()],
    example: "run: fox\n",
    scripts: &["stepper"],
    on_demand: None,
    style: None,
    needs: &[Part::Ids],
    read,
};

#[derive(Debug)]
struct KvCacheFigure {
    run: String,
}

fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Arc<dyn Figure>> {
    Some(Arc::new(KvCacheFigure { run: read_run(fields, RUN.name, true, runs)? }))
}

impl Figure for KvCacheFigure {
    fn runs(&self) -> Vec<&str> {
        vec![&self.run]
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let trace = &*long_run::start(frame.trace(&self.run)?);
        let steps = steps::steps(trace, frame.words);
        let pictures = frame.pictures(|id, width| picture::picture(trace, id, width, frame.words));
        let table = table::table(trace, frame.id, &steps, frame.words);
        let drawing =
            Drawing::new(pictures, table, table::json(trace, frame.words), table::description(trace, frame.words))
                .of(trace);
        Ok(Drawing { numbers: NumberKind::Derived, steps, ..drawing })
    }
}
