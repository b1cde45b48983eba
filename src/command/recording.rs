//! Recording many runs, whichever engines they name: their models' files, their order, the line that shows how far
//! each is.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use camino::Utf8PathBuf;

use super::model::FetchBar;
use super::output::Output;
use super::site::Site;
use crate::engine::{Client, Configuration, EngineError, Engines, Job, Progress};
use crate::exit_code::ExitCode;
use crate::model::{fetch, models_folder};
use crate::run::{PlannedRun, estimate};
use crate::trace::Trace;

/// Runs what is wanted, grouped by engine configuration, and hands each trace to `then`, which says what there
/// is to say about it.
#[expect(clippy::disallowed_methods, reason = "progress tells the speed so far")]
pub fn record_each(
    site: &mut Site,
    engines: &Engines,
    wanted: impl Fn(&PlannedRun) -> bool,
    timed: bool,
    output: &Output,
    mut then: impl FnMut(&mut PlannedRun, Trace) -> anyhow::Result<String>,
) -> anyhow::Result<ExitCode> {
    let mut order: Vec<usize> = (0..site.runs.len()).filter(|at| wanted(&site.runs[*at])).collect();
    if let Some(error) = order.iter().find_map(|at| engines.unavailable(&site.runs[*at].spec.engine)) {
        output.error(&error.to_string());
        return Ok(ExitCode::Engine);
    }
    let Some(files) = files(site, &order, engines, output) else { return Ok(ExitCode::Engine) };
    let job = |run: &PlannedRun| Job { spec: run.spec.clone(), file: files.get(&run.spec.model).cloned(), timed };
    order.sort_by_key(|at| Configuration::of(&job(&site.runs[*at])));
    if let Some(line) = announced(site, &order) {
        output.line(&line);
    }
    let count = order.len();
    let mut client = Client::new(engines);
    let limit = Duration::from_secs(site.project.site.timeout_seconds);
    let mut code = ExitCode::Done;
    for (done, at) in order.into_iter().enumerate() {
        let run = &mut site.runs[at];
        let job = job(run);
        let label = run.label();
        let bar = output.progress();
        let mut last = String::new();
        let started = std::time::Instant::now();
        let result: Result<Trace, EngineError> = client.run(&job, limit, |progress| {
            last = words(progress, started.elapsed());
            bar.set_message(format!("{} of {count}  {label}  {last}", done + 1));
        });
        bar.finish_and_clear();
        let said = result.map_err(anyhow::Error::from).and_then(|trace| {
            let summary = summary(&trace);
            then(run, trace).map(|said| if said.is_empty() { summary } else { said })
        });
        match said {
            Ok(said) => output.line(&format!("{label}  {said}")),
            Err(error) => {
                output.error(&format!("{label}: {error:#}"));
                code = if error.is::<crate::trace::StoreError>() { ExitCode::Machine } else { ExitCode::Engine };
            }
        }
    }
    Ok(code)
}

/// How many runs there are and how long they take, where that is long enough to be worth saying.
fn announced(site: &Site, order: &[usize]) -> Option<String> {
    const WORTH_SAYING: Duration = Duration::from_secs(5);
    let known: Vec<&Trace> = site.runs.iter().filter_map(|run| run.state.trace()).collect();
    let takes = estimate(order.iter().map(|at| &site.runs[*at].spec), &known).filter(|takes| *takes > WORTH_SAYING)?;
    let takes = match takes.as_secs() {
        seconds if seconds < 90 => format!("{seconds} seconds"),
        seconds => format!("{} minutes", seconds.div_ceil(60)),
    };
    Some(format!("{} to record: about {takes}, by the pace of recorded ones", super::capture::runs(order.len())))
}

/// The files of the models that the runs at `order` need here, fetched where they are not. `None` where one cannot be
/// had, which is said.
fn files(site: &Site, order: &[usize], engines: &Engines, output: &Output) -> Option<BTreeMap<String, Utf8PathBuf>> {
    let specs = order.iter().map(|at| &site.runs[*at].spec);
    let need = specs.filter(|spec| engines.labelled(&spec.engine).is_some_and(|engine| engine.takes_file()));
    let models: BTreeSet<&str> = need.map(|spec| spec.model.as_str()).collect();
    let mut files = BTreeMap::new();
    for entry in models.into_iter().filter_map(|model| site.catalog.get(model)) {
        let mut bar = FetchBar::new(output);
        let fetched = fetch(entry, &models_folder(&site.folder), &mut |event| bar.show(&event));
        bar.finish();
        match fetched {
            Ok(file) => drop(files.insert(entry.name.clone(), file)),
            Err(error) => {
                output.error(&format!("{error:#}"));
                return None;
            }
        }
    }
    Some(files)
}

fn words(progress: Progress, elapsed: Duration) -> String {
    match progress {
        Progress::Loading => "loading the model".into(),
        Progress::Recording { tokens } => {
            format!("{tokens} tokens, {:.1} tokens/s, recording", tokens as f64 / elapsed.as_secs_f64())
        }
        Progress::Branching { done, of } => format!("branch {done} of {of}"),
        Progress::Timed { run, of, tokens, milliseconds } => {
            let which = if run == 0 { "warm-up".into() } else { format!("timed run {run} of {of}") };
            format!("{tokens} tokens, {:.1} tokens/s, {which}", tokens as f64 * 1000.0 / milliseconds)
        }
    }
}

fn summary(trace: &Trace) -> String {
    let speed = match trace.gaps() {
        Some(gaps) if gaps.median > 0.0 => format!("{:.1} tokens/s, ", 1000.0 / gaps.median),
        _ => String::new(),
    };
    let ttft = trace.ttft().map(|ttft| format!("first after {:.0} ms, ", ttft.median)).unwrap_or_default();
    format!(
        "{} prompt tokens, {} generated, {speed}{ttft}{}",
        trace.prompt.len(),
        trace.generated.len(),
        trace.finish.name()
    )
}
