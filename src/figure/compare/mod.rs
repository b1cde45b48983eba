//! Runs that begin alike: what was asked differently, what came out, and where they first part.

mod difference;
mod picture;
mod ranks;
mod table;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Drawing, Figure, FigureError, Frame, Holds, Key, Kind};
use crate::number::known_run;
use crate::trace::Part;
use crate::yaml::Fields;

const RUNS: Key = Key::new("runs", Holds::Runs(2), "The runs beside each other").required();

pub static KIND: Kind = Kind {
    name: "compare",
    about: "Runs beside each other, and where they first part",
    keys: &[RUNS],
    example: "runs: [fox, chat]\n",
    scripts: &[],
    on_demand: None,
    style: None,
    needs: &[Part::Ids],
    read,
};

#[derive(Debug)]
struct Compare {
    runs: Vec<String>,
}

/// Two or more runs of the lesson.
fn read(fields: &Fields, runs: &BTreeSet<String>) -> Option<Arc<dyn Figure>> {
    const HINT: &str = "Add `runs: [one, another]`, names of runs in the front matter.";
    let nodes = fields.required_list(RUNS.name, HINT);
    if let [only] = nodes {
        let message = "one run has nothing to be compared with";
        fields.complaints.error("one-run", only.span.clone(), message, HINT);
    }
    let names = nodes.iter().filter_map(|node| Some((fields.as_text("an item of `runs`", node)?, node)));
    let names: Vec<String> = names
        .map(|(name, node)| {
            known_run(name, node.span.clone(), runs, fields.complaints);
            name.to_owned()
        })
        .collect();
    if names.is_empty() { None } else { Some(Arc::new(Compare { runs: names })) }
}

impl Figure for Compare {
    fn runs(&self) -> Vec<&str> {
        super::each_once(&self.runs)
    }

    fn draw(&self, frame: &Frame) -> Result<Drawing, FigureError> {
        let named = self.runs.iter().map(|run| frame.named(run)).collect::<Result<Vec<_>, _>>()?;
        let pictures = frame.pictures(|id, width| picture::picture(&named, id, width, frame.words));
        Ok(Drawing::new(
            pictures,
            table::tables(&named, frame.words),
            table::json(&named, frame.words),
            table::description(&named, frame.words),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::text_in_box::stays_in_its_box;
    use crate::figure::{draw, fixture};
    use crate::words::Words;

    #[test]
    fn what_runs_share_is_drawn_once() {
        let (fox, mut other) = (fixture::fox(), fixture::fox());
        other.generated[2].id.0 += 1;
        let drawn = fixture::drawn("compare", "runs: [fox, chat]", &[("fox", &fox), ("chat", &other)]).unwrap();
        for svg in [&drawn.wide, &drawn.narrow] {
            let count = |id: u32| svg.markup.matches(&format!(">{id}</text>")).count();
            assert_eq!(count(fox.prompt[1].id.0), 1, "the prompt");
            assert_eq!(count(fox.generated[0].id.0), 1, "the first token");
            assert_eq!(count(fox.generated[6].id.0), 2, "a token after the first difference");
        }
    }

    #[test]
    fn long_names_of_runs_stay_in_the_picture() {
        let names = ["fox", "chat", "a-run-with-a-name-longer-than-a-narrow-picture"].map(str::to_owned);
        let runs = names.clone().into_iter().zip([fixture::fox(), fixture::chat(), fixture::nasty()]).collect();
        let drawn = draw(&KIND, &Compare { runs: names.to_vec() }, "c", "Three runs", &runs, Words::english()).unwrap();
        assert!(stays_in_its_box("compare", &drawn) > 0);
    }
}
