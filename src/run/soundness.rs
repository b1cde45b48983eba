//! What must be true of an experiment's runs before anything is concluded from them.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::lesson::{Experiment, Lesson, Point, Vary};
use crate::request::Sampling;
use crate::token::{Token, TokenId, sampler};
use crate::trace::Trace;

/// One recorded point.
type Recorded<'a> = (&'a Point, &'a Trace);

/// Why the recorded points of a lesson's experiments may not be compared. A point without a trace is not looked at: that
/// it is missing has been said.
pub(super) fn unsound(lesson: &Lesson, traces: &BTreeMap<String, Trace>) -> Vec<Diagnostic> {
    let experiments = lesson.front.experiments.iter();
    experiments
        .filter_map(|(name, experiment)| {
            let points = experiment.points.iter().filter_map(|point| Some((point, traces.get(&point.run)?)));
            let points: Vec<Recorded> = points.collect();
            let why = check(experiment, &points).err()?;
            let message = format!("the experiment `{name}` is not sound: {why}");
            let hint = "What it shows would not be what its text says. Record it again, or change what it varies.";
            Some(Diagnostic::error("unsound", message).at(&lesson.source, experiment.span.clone()).hint(hint))
        })
        .collect()
}

fn check(experiment: &Experiment, points: &[Recorded]) -> Result<(), String> {
    same_machine(points)?;
    match experiment.vary {
        Vary::PromptLength => prefixes(points),
        Vary::KvCache => same_answer(points),
        Vary::Seeds => draws(points),
        Vary::Threads | Vary::Weights | Vary::Template => Ok(()),
    }
}

/// Times of two machines, or of two builds of an engine, differ for reasons that the experiment does not vary.
fn same_machine(points: &[Recorded]) -> Result<(), String> {
    let Some(((first, trace), rest)) = points.split_first() else { return Ok(()) };
    for (point, other) in rest {
        let same = trace.host == other.host && trace.engine.build_features == other.engine.build_features;
        if !same {
            return Err(format!("`{}` and `{}` were recorded on different machines", first.run, point.run));
        }
    }
    Ok(())
}

/// A shorter prompt is how a longer one begins.
fn prefixes(points: &[Recorded]) -> Result<(), String> {
    let Some((longest, whole)) = points.iter().max_by_key(|(_, trace)| trace.prompt.len()) else { return Ok(()) };
    for (point, trace) in points {
        if let Some((at, [ours, theirs])) = first_difference(&trace.prompt, &whole.prompt) {
            return Err(format!(
                "token {at} of the prompt is {ours} in `{}` and {theirs} in `{}`",
                point.run, longest.run
            ));
        }
    }
    Ok(())
}

/// What a technique saves must not change what is written.
fn same_answer(points: &[Recorded]) -> Result<(), String> {
    let Some(((first, plain), rest)) = points.split_first() else { return Ok(()) };
    for (point, trace) in rest {
        if let Some((at, [ours, theirs])) = first_difference(&plain.generated, &trace.generated) {
            return Err(format!(
                "token {at} of the answer is {ours} in `{}` and {theirs} in `{}`",
                first.run, point.run
            ));
        }
        if plain.generated.len() != trace.generated.len() {
            return Err(format!(
                "`{}` wrote {} tokens and `{}` {}",
                first.run,
                plain.generated.len(),
                point.run,
                trace.generated.len()
            ));
        }
    }
    Ok(())
}

/// The first place at which two lists differ, counted from 1, with both tokens as complaints say them.
fn first_difference(ours: &[Token], theirs: &[Token]) -> Option<(usize, [String; 2])> {
    let at = ours.iter().zip(theirs).position(|(ours, theirs)| ours.id != theirs.id)?;
    let said = |token: &Token| format!("{:?}", String::from_utf8_lossy(token.piece.bytes()));
    Some((at + 1, [said(ours.get(at)?), said(theirs.get(at)?)]))
}

/// How often a bin has to be expected for a chi-square test to be meant for it (Cochran 1954).
const LEAST_EXPECTED: f64 = 5.0;

/// Of a normal variate: one in a thousand lies above it.
const IMPROBABLE: f64 = 3.09;

/// First tokens come as often as the row says that they were drawn from (chi-square).
fn draws(points: &[Recorded]) -> Result<(), String> {
    let Some((_, trace)) = points.first() else { return Ok(()) };
    let (Some(row), Sampling::Random { temperature, .. }) =
        (trace.steps.first().and_then(|step| step.row.as_ref()), trace.request.sampling)
    else {
        return Ok(());
    };
    let distribution = row.at(temperature);
    let survivors = sampler::survivors(&trace.request.sampling, &distribution);
    let count = points.len() as f64;
    let expected = row.ids.iter().copied().zip(distribution.drawn(survivors).into_iter().map(|p| p * count));
    let own: Vec<(TokenId, f64)> = expected.take_while(|(_, expected)| *expected >= LEAST_EXPECTED).collect();
    let seen = |id: TokenId| {
        points.iter().filter(|(_, trace)| trace.generated.first().is_some_and(|token| token.id == id)).count() as f64
    };
    let mut bins: Vec<(f64, f64)> = own.iter().map(|(id, expected)| (seen(*id), *expected)).collect();
    let (seen_own, expected_own) = bins.iter().fold((0.0, 0.0), |sum, bin| (sum.0 + bin.0, sum.1 + bin.1));
    if count - expected_own >= LEAST_EXPECTED {
        bins.push((count - seen_own, count - expected_own));
    }
    if bins.len() < 2 {
        return Ok(());
    }
    let chi_square: f64 = bins.iter().map(|(seen, expected)| (seen - expected).powi(2) / expected).sum();
    let freedom = (bins.len() - 1) as f64;
    if normal(chi_square, freedom) > IMPROBABLE {
        return Err(format!(
            "its {count} first tokens do not come as often as their row says (chi-square {chi_square:.1} with {freedom} \
             degrees of freedom)"
        ));
    }
    Ok(())
}

/// A chi-square value as a standard normal one (Wilson and Hilferty 1931, <https://doi.org/10.1073/pnas.17.12.684>).
fn normal(chi_square: f64, freedom: f64) -> f64 {
    let spread = 2.0 / (9.0 * freedom);
    ((chi_square / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fox() -> Trace {
        let recorded = include_str!("../../tests/sites/figures/content/inference/one-answer/runs/fox.json");
        serde_json::from_str(recorded).unwrap()
    }

    /// What is wrong with an experiment over `traces`, whose points are named by their places.
    fn wrong(vary: Vary, traces: &[Trace]) -> Option<String> {
        let points: Vec<Point> =
            (0..traces.len()).map(|at| Point { name: at.to_string(), run: format!("e.{at}") }).collect();
        let experiment = Experiment { span: 0..0, vary, points: points.clone() };
        let recorded: Vec<Recorded> = points.iter().zip(traces).collect();
        check(&experiment, &recorded).err()
    }

    #[test]
    fn a_cache_must_not_change_the_answer() {
        assert_eq!(wrong(Vary::KvCache, &[fox(), fox()]), None);
        let mut other = fox();
        other.generated[2] = other.generated[1].clone();
        let why = wrong(Vary::KvCache, &[fox(), other]).unwrap();
        assert!(why.starts_with("token 3 of the answer is") && why.contains("`e.0`"), "{why}");
        let mut shorter = fox();
        shorter.generated.pop();
        assert!(wrong(Vary::KvCache, &[fox(), shorter]).unwrap().contains("tokens and `e.1`"));
    }

    #[test]
    fn a_shorter_prompt_must_begin_the_longer_one() {
        let mut shorter = fox();
        shorter.prompt.truncate(2);
        assert_eq!(wrong(Vary::PromptLength, &[shorter.clone(), fox()]), None);
        shorter.prompt[1].id = TokenId(7);
        assert!(wrong(Vary::PromptLength, &[shorter, fox()]).unwrap().starts_with("token 2 of the prompt"));
    }

    #[test]
    fn two_machines_are_not_compared() {
        let mut elsewhere = fox();
        elsewhere.host.cores += 1;
        assert!(wrong(Vary::Threads, &[fox(), elsewhere]).unwrap().contains("different machines"));
    }

    /// Draws of `plain`'s seeds 1 to 60 from one recorded row, and the same with one token far too often.
    #[test]
    fn draws_must_come_as_often_as_their_row_says() {
        let sampling = |seed| Sampling::Random { temperature: 1.0, top_k: None, top_p: None, min_p: None, seed };
        let drawn = |seed| {
            let mut trace = fox();
            trace.request.sampling = sampling(seed);
            let row = trace.steps[0].row.clone().unwrap();
            let rank = sampler::draw(&sampling(seed), &row, 0).unwrap() as usize;
            trace.generated[0].id = row.ids.get(rank - 1).copied().unwrap_or(TokenId(0));
            trace
        };
        let traces: Vec<Trace> = (1..=60).map(drawn).collect();
        assert_eq!(wrong(Vary::Seeds, &traces), None);
        let likeliest = traces[0].steps[0].row.as_ref().unwrap().ids[0];
        let mut stuck = traces;
        stuck.iter_mut().for_each(|trace| trace.generated[0].id = likeliest);
        assert!(wrong(Vary::Seeds, &stuck).unwrap().contains("chi-square"));
    }

    /// The upper 0.001 points of the chi-square distribution, from the tables (for example NIST's, section 1.3.6.7.4).
    #[test]
    fn the_normal_form_of_chi_square_agrees_with_its_tables() {
        for (freedom, point) in [(1.0, 10.828), (2.0, 13.816), (5.0, 20.515), (10.0, 29.588), (30.0, 59.703)] {
            let normal = normal(point, freedom);
            assert!((normal - IMPROBABLE).abs() < 0.06, "{freedom}: {normal}");
        }
    }
}
