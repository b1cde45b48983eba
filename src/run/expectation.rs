use std::collections::BTreeMap;
use std::ops::Range;

use super::soundness::unsound;
use crate::diagnostic::Diagnostic;
use crate::lesson::{Claim, Expectation, Lesson, Operator};
use crate::number::ValueFault;
use crate::trace::{Trace, Value, ValueError};

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
    let claims = lesson.front.holds.iter().filter_map(|claim| {
        let what = broken(claim, traces)?;
        let hint = "change the prose and this comparison to what the runs show";
        Some(Diagnostic::error("expectation", what).at(&lesson.source, claim.span.clone()).hint(hint))
    });
    unmet.chain(claims).chain(unsound(lesson, traces)).collect()
}

/// Why a comparison between runs does not hold. One that is not recorded is not looked at.
fn broken(claim: &Claim, traces: &BTreeMap<String, Trace>) -> Option<String> {
    let sides = claim.left.value(traces).and_then(|left| Ok((left, claim.right.value(traces)?)));
    let (left, right) = match sides {
        Ok(sides) => sides,
        Err(ValueFault::NotRecorded { .. }) => return None,
        Err(fault) => return Some(fault.to_string()),
    };
    let holds = match (&left, &right, claim.operator) {
        (Value::Text(left), Value::Text(right), Operator::Equal) => left == right,
        (Value::Text(left), Value::Text(right), Operator::NotEqual) => left != right,
        _ => match (left.number(), right.number()) {
            (Some(left), Some(right)) => claim.operator.holds(left, right),
            _ => false,
        },
    };
    let shown = |value: &Value| value.number().map_or_else(|| format!("{:?}", value.display()), |n| n.to_string());
    (!holds).then(|| {
        format!(
            "`{} {} {}` was expected to hold, and the values are {} and {}",
            claim.left.text(),
            claim.operator.sign(),
            claim.right.text(),
            shown(&left),
            shown(&right)
        )
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn traces() -> BTreeMap<String, Trace> {
        let read = |text: &str| -> Trace { serde_json::from_str(text).unwrap() };
        let fox = include_str!("../../tests/sites/figures/content/inference/one-answer/runs/fox.json");
        let reply = include_str!("../../tests/sites/figures/content/inference/one-answer/runs/reply.json");
        BTreeMap::from([("fox".into(), read(fox)), ("reply".into(), read(reply))])
    }

    fn said(text: &str) -> Option<String> {
        broken(&Claim::parse(text, 0..0).unwrap(), &traces())
    }

    #[test]
    fn comparisons_between_runs_hold_or_say_both_values() {
        let traces = traces();
        let (fox, reply) = (traces["fox"].prompt.len(), traces["reply"].prompt.len());
        assert!(reply > fox);
        assert_eq!(said("reply.prompt.tokens > fox.prompt.tokens + 1"), None);
        let why = said("2 * reply.prompt.tokens < fox.prompt.tokens").unwrap();
        assert!(why.contains(&fox.to_string()) && why.contains(&(2 * reply).to_string()), "{why}");
        assert_eq!(said("fox.text == fox.text"), None);
        assert!(said("fox.text == reply.text").unwrap().contains('"'));
        assert!(said("fox.text > 1").is_some(), "a text is no number");
        assert!(said("fox.step.999.id > reply.tokens").unwrap().contains("step.999"));
        assert_eq!(said("other.tokens > fox.tokens"), None, "it is said elsewhere that it is not recorded");
    }
}
