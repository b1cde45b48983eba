//! One step's distribution: the likeliest tokens with probability and logit, and all the others as one bar.

mod bars;
mod picture;
mod table;

pub(super) use picture::draw;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::candidates::Candidates;
use super::key::{self, CANDIDATES, RUN, STEP};
use super::{Drawing, Figure, FigureError, Frame, Kind};
use crate::number::read_run;
use crate::trace::Part;
use crate::yaml::Fields;

pub static KIND: Kind = Kind {
    name: "logits",
    about: "The likeliest next tokens at one step",
    keys: &[RUN.required(), STEP, CANDIDATES],
    example: "run: fox\nstep: 2\ncandidates: 6\n",
    scripts: &[],
    on_demand: None,
    style: None,
    needs: &[Part::Rows, Part::Logprobs, Part::Pieces, Part::Ids],
    read,
};

#[derive(Debug)]
struct Logits {
    run: String,
    /// Which generated token, from 0.
    step: usize,
    candidates: usize,
}

fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Arc<dyn Figure>> {
    let run = read_run(fields, RUN.name, true, runs);
    let (step, candidates) = (key::step(fields), key::candidates(fields));
    Some(Arc::new(Logits { run: run?, step, candidates }))
}

impl Figure for Logits {
    fn runs(&self) -> Vec<&str> {
        vec![&self.run]
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let trace = frame.trace(&self.run)?;
        let list = Candidates::at(trace, &self.run, self.step, self.candidates)?;
        let pictures = frame.pictures(|id, width| picture::picture(trace, id, self.step, &list, width, frame.words));
        let data = table::json(trace, self.step, &list);
        let description = table::description(trace, self.step, &list, frame.words);
        Ok(Drawing::new(pictures, table::table(trace, &list, frame.words), data, description).of(trace))
    }
}

#[cfg(test)]
mod tests {
    use crate::figure::fixture;

    /// Of the bars of that class, in order.
    fn lengths(markup: &str, class: &str) -> Vec<f64> {
        let start = format!("<rect class=\"{class}\" ");
        let bars = markup.split(&start).skip(1);
        bars.map(|bar| bar.split("width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()).collect()
    }

    #[test]
    fn the_best_token_fills_the_scale_whatever_the_others_hold() {
        let trace = fixture::fox();
        for step in 0..6 {
            let yaml = format!("run: fox\nstep: {step}\ncandidates: 4");
            let drawn = fixture::drawn("logits", &yaml, &[("fox", &trace)]).unwrap();
            for (svg, least) in [(&drawn.wide, 200.0), (&drawn.narrow, 50.0)] {
                let shares = lengths(&svg.markup, "lp-share");
                let longest = shares[..4].iter().copied().fold(0.0, f64::max);
                assert!(longest > least, "step {step}: {shares:?}");
                assert!(lengths(&svg.markup, "lp-logit").iter().all(|length| *length > 0.0));
            }
        }
    }

    #[test]
    fn a_step_out_of_range_is_named() {
        let error = fixture::drawn("logits", "run: fox\nstep: 16", &[("fox", &fixture::fox())]).unwrap_err();
        assert_eq!(error.to_string(), "the run `fox` has no step 16: it has 16, counted from 0");
    }
}
