//! All kinds of figures. A new one is a folder beside this file and a line in the list.

use super::*;

/// In the order in which they are listed to authors.
pub static KINDS: &[&Kind] = &[
    &decode_loop::KIND,
    &tokens::KIND,
    &logits::KIND,
    &stats::KIND,
    &timeline::KIND,
    &surprise::KIND,
    &tree::KIND,
    &sampler::KIND,
    &compare::KIND,
    &chart::KIND,
    &kv_cache::KIND,
    &tokenizers::KIND,
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trace::Part;
    use crate::trace::fixture::without;

    #[test]
    fn a_kind_needs_what_it_says_and_draws_without_the_rest() {
        let traces = fixture::hard();
        for kind in KINDS {
            let examples = || traces.iter().map(|(_, trace)| trace).filter(|trace| drawn(kind, trace).is_ok());
            let trace = examples().next().unwrap();
            for part in Part::ALL {
                let result = drawn(kind, &without(trace, part));
                match kind.needs.contains(&part) {
                    true => {
                        let hint = result.unwrap_err().hint().unwrap();
                        assert!(!hint.contains(&format!("`{}`", kind.name)), "{hint}");
                    }
                    // A chart needs what the values need that it quotes.
                    false => assert!(result.is_ok() || kind.name == "chart", "{} without {part}", kind.name),
                }
            }
        }
    }

    fn drawn(kind: &Kind, trace: &crate::trace::Trace) -> Result<Drawn, FigureError> {
        let runs = ["fox", "chat", "food", "times"].map(|run| (run, trace));
        fixture::drawn(kind.name, kind.example, &runs)
    }
}
