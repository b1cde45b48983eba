use std::collections::BTreeMap;
use std::ops::Range;

use super::soundness::unsound;
use crate::diagnostic::Diagnostic;
use crate::lesson::{Expectation, Lesson};
use crate::trace::{Trace, ValueError};

/// What a lesson's prose relies on and its runs no longer show, and experiments that are not sound. A run without a trace is not looked at: that it is
/// missing has been said.
pub fn unmet(lesson: &Lesson, traces: Option<&BTreeMap<String, Trace>>) -> Vec<Diagnostic> {
    let Some(traces) = traces else { return Vec::new() };
    let expected = lesson.front.expect.iter();
    let unmet = expected.filter_map(|(run, expectation)| Some((run, expectation, traces.get(run)?))).flat_map(
        |(run, expectation, trace)| {
            differences(expectation, trace).into_iter().map(move |(span, what)| {
                Diagnostic::error("expectation", format!("run `{run}`: {what}")).at(&lesson.source, span).hint(
                    "change the prose and this expectation to what the run shows, or ask the run for something else",
                )
            })
        },
    );
    unmet.chain(unsound(lesson, traces)).collect()
}

fn differences(expectation: &Expectation, trace: &Trace) -> Vec<(Range<usize>, String)> {
    let text = trace.generated_text();
    let finish = trace.finish.name();
    let tokens = trace.generated.len() as u32;
    let mut differences = Vec::new();
    let mut expect = |holds: bool, what: String| {
        if !holds {
            differences.push((expectation.span.clone(), what));
        }
    };
    if let Some(wanted) = &expectation.finish {
        expect(wanted == finish, format!("it was expected to finish with `{wanted}` and finished with `{finish}`"));
    }
    if let Some(wanted) = &expectation.text {
        expect(*wanted == text, format!("its text was expected to be {wanted:?} and is {text:?}"));
    }
    if let Some(wanted) = &expectation.starts_with {
        expect(text.starts_with(wanted), format!("its text was expected to start with {wanted:?} and is {text:?}"));
    }
    if let Some(wanted) = &expectation.contains {
        expect(text.contains(wanted), format!("its text was expected to contain {wanted:?} and is {text:?}"));
    }
    if let Some(wanted) = expectation.tokens {
        expect(wanted == tokens, format!("it was expected to generate {wanted} tokens and generated {tokens}"));
    }
    for comparison in &expectation.holds {
        let what = match trace.value(&comparison.path).map(|value| (value.number(), value)) {
            Ok((Some(number), _)) if comparison.operator.holds(number, comparison.number) => continue,
            Ok((Some(number), _)) => format!(
                "`{} {} {}` was expected to hold, and the value is {number}",
                comparison.path,
                comparison.operator.sign(),
                comparison.number
            ),
            Ok((None, value)) => format!("`{}` is the text {:?}, not a number", comparison.path, value.display()),
            Err(error @ ValueError::Unknown { .. }) => format!("{error}; known are: {}", error.known().join(", ")),
            Err(error) => error.to_string(),
        };
        differences.push((comparison.span.clone(), what));
    }
    differences
}
