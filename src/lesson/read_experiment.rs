use std::collections::BTreeMap;
use std::ops::Range;

use super::experiment::Settings;
use super::read_run::read_run;
use super::{Experiment, Point, RunRequest, Vary};
use crate::number::is_run_name;
use crate::yaml::{Entry, Fields, Node, Value};

/// Most points that one experiment may have.
const MOST: usize = 64;

/// Reads the entries of `experiments` and adds their runs to `runs`:
///
/// ```yaml
/// length:
///   vary: prompt-length      # or kv-cache, threads, weights, seeds, template
///   points: [1, 16, 256]     # what is varied takes these, the plain way first; words have all of theirs by default
///   count: 24                # in place of `points`: 1 to 24
///   base:                    # a run, without what is varied
///     prompt: Once upon a time …
///     max_tokens: 8
/// ```
pub(super) fn read_experiments(
    fields: &Fields,
    runs: &mut BTreeMap<String, RunRequest>,
) -> BTreeMap<String, Experiment> {
    let mut experiments = BTreeMap::new();
    for Entry { key, key_span, value } in fields.entries("experiments") {
        if !is_run_name(key) {
            let message = format!("`{key}` cannot name an experiment");
            let hint = "Its name is a lower-case letter, then lower-case letters, digits and hyphens.";
            fields.complaints.error("run-name", key_span.clone(), message, hint);
        }
        if runs.contains_key(key) {
            let message = format!("a run is named `{key}` too");
            fields.complaints.error("run-name", key_span.clone(), message, "Give one of them another name.");
        }
        if let Some((experiment, points)) = read_experiment(key, key_span.clone(), value, fields) {
            runs.extend(points);
            experiments.insert(key.clone(), experiment);
        }
    }
    experiments
}

fn read_experiment(
    name: &str,
    key_span: Range<usize>,
    node: &Node,
    outer: &Fields,
) -> Option<(Experiment, Vec<(String, RunRequest)>)> {
    let complaints = outer.complaints;
    let fields = Fields::of(node, format!("the experiment `{name}`"), complaints)?.missing_at(key_span.clone());
    let vary = fields
        .required("vary", "Add `vary: prompt-length`, what its runs differ in.")
        .and_then(|_| fields.choice("vary", &Vary::NAMED));
    let names = vary.map(|vary| read_points(&fields, vary));
    let base_hint = "Add `base: {prompt: …, max_tokens: 8}`, what its runs have in common.";
    let base_node = fields.required("base", base_hint);
    let base = base_node.and_then(|node| read_run(name, key_span.clone(), node, complaints));
    fields.finish();
    let (vary, names, base, base_node) = (vary?, names?, base?, base_node?);
    if let Some(key) = vary.key()
        && let Value::Map(entries) = &base_node.value
        && let Some(entry) = entries.iter().find(|entry| entry.key == key)
    {
        let message = format!("`base` sets `{key}`, which `vary: {}` sets at each point", vary.name());
        complaints.error("experiment-base", entry.key_span.clone(), message, "Take it out of `base`.");
    }
    if let Some(hint) = vary.unfit(&base) {
        let message = format!("`base` is no run that `vary: {}` can vary", vary.name());
        complaints.error("experiment-base", base_node.head(complaints.source()), message, hint);
        return None;
    }
    let span = key_span.start..node.span.end.max(key_span.end);
    let base = RunRequest { span: span.clone(), ..base };
    let points: Vec<Point> =
        names.into_iter().map(|point| Point { run: format!("{name}.{point}"), name: point }).collect();
    let runs = points.iter().map(|point| (point.run.clone(), vary.at(&base, &point.name))).collect();
    Some((Experiment { span, vary, points }, runs))
}

/// The names of its points. What is wrong with one is complained about and left out.
fn read_points(fields: &Fields, vary: Vary) -> Vec<String> {
    let complaints = fields.complaints;
    let settings = vary.settings();
    let mut names: Vec<String> = Vec::new();
    if let (Settings::Numbers(_), Some(span)) = (&settings, fields.key_span("count")) {
        if fields.has("points") {
            let message = "the experiment has both `points` and `count`";
            complaints.error("two-points", span, message, "Keep one of them.");
        }
        let count: u32 = fields.integer("count", 2..=MOST as u32).unwrap_or_default();
        return (1..=count).map(|number| number.to_string()).collect();
    }
    if let (Settings::Words(words), false) = (&settings, fields.has("points")) {
        return words.iter().map(|word| (*word).to_owned()).collect();
    }
    let hint = match &settings {
        Settings::Numbers(range) => {
            format!("Write numbers from {} to {}: `points: [1, 2]`.", range.start(), range.end())
        }
        Settings::Words(words) => format!("Write words of these: `points: [{}]`.", words.join(", ")),
    };
    let nodes = fields.required_list("points", &hint);
    for node in nodes {
        let fits = match (&node.value, &settings) {
            (Value::Integer(number), Settings::Numbers(range)) => {
                u32::try_from(*number).ok().filter(|number| range.contains(number)).map(|number| number.to_string())
            }
            (Value::Text(text), Settings::Words(words)) => {
                words.iter().find(|word| *word == text).map(|word| (*word).to_owned())
            }
            _ => None,
        };
        let span = node.head(complaints.source());
        match fits {
            None => {
                let message = format!("this is no point of `vary: {}`", vary.name());
                complaints.error("experiment-point", span, message, &hint);
            }
            Some(name) if names.contains(&name) => {
                complaints.error("experiment-point", span, format!("the point `{name}` is there twice"), "");
            }
            Some(name) => names.push(name),
        }
    }
    if !nodes.is_empty() && !(2..=MOST).contains(&nodes.len()) {
        let span = fields.key_span("points").unwrap_or(fields.at());
        let message = format!("an experiment compares 2 to {MOST} points, and this has {}", nodes.len());
        complaints.error("experiment-point", span, message, &hint);
    }
    names
}
