//! A step's distribution as a sampler sees it, which a reader turns the temperature and the filters of.

mod picture;
mod rows;
mod table;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::candidates::Candidates;
use super::key::{self, CANDIDATES, RUN, STEP};
use super::{Drawing, Figure, FigureError, Frame, Kind, long_run};
use crate::number::read_run;
use crate::trace::Part;
use crate::yaml::Fields;

pub static KIND: Kind = Kind {
    name: "sampler",
    about: "One step's candidates under other temperatures and filters",
    keys: &[RUN.required(), STEP, CANDIDATES],
    example: "run: fox\nstep: 2\ncandidates: 6\n",
    scripts: &["distribution", "sampler"],
    on_demand: None,
    style: Some("sampler"),
    needs: &[Part::Rows, Part::Logprobs, Part::Pieces, Part::Ids],
    read,
};

#[derive(Debug)]
struct Sampler {
    run: String,
    /// Which generated token, from 0.
    step: usize,
    candidates: usize,
}

fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Arc<dyn Figure>> {
    let run = read_run(fields, RUN.name, true, runs);
    let (step, candidates) = (key::step(fields), key::candidates(fields));
    Some(Arc::new(Sampler { run: run?, step, candidates }))
}

impl Figure for Sampler {
    fn runs(&self) -> Vec<&str> {
        vec![&self.run]
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let trace = frame.trace(&self.run)?;
        let steps = trace.whole_steps()?;
        let list = Candidates::at(trace, &self.run, self.step, self.candidates)?;
        let pictures =
            frame.pictures(|id, width| picture::picture(trace, &steps, id, self.step, (&list, width, frame.words)));
        let tables = table::tables(trace, &steps, self.step, &list, frame.words);
        let data = table::json(trace, &steps, self.step, &list);
        let drawing =
            Drawing::new(pictures, tables, data, table::description(&steps, self.step, frame.words)).of(trace);
        // The page's script turns the shown step, so that it is there however long the run is.
        let turned = if self.step < long_run::MOST { &*long_run::start(trace) } else { trace };
        let rows = rows::json(turned, &turned.whole_steps()?, self.step, self.candidates);
        Ok(Drawing { rows: Some(rows), ..drawing })
    }
}
