use camino::Utf8Path;
use clap::{Args, ValueEnum};

use super::output::Output;
use super::site::Site;
use crate::exit_code::ExitCode;
use crate::run::PlannedRun;

#[derive(Debug, Args)]
pub struct CaptureArguments {
    /// Runs to record, as `lesson` or `lesson#run`; without any, those that are missing or stale
    #[arg(value_name = "LESSON[#RUN]")]
    runs: Vec<String>,
    /// Record every run again
    #[arg(long, conflicts_with = "runs")]
    all: bool,
    /// Run again and compare token ids and logits with what is recorded; write nothing
    #[arg(long, conflicts_with = "all")]
    verify: bool,
}

/// When a build runs the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Policy {
    /// Where a run is missing or stale
    Missing,
    /// For every run
    All,
    /// Never: a missing or stale run is an error
    Never,
}

impl Policy {
    /// A build without the engine can only do without it.
    pub fn here(self) -> Self {
        if cfg!(feature = "engine") { self } else { Self::Never }
    }

    /// Records what the policy wants; gives the number of runs, and anything but `Done` where one could not be had.
    pub fn record(self, site: &mut Site, output: &Output) -> anyhow::Result<(usize, ExitCode)> {
        match self.here() {
            Self::All => record(site, |_| true, output),
            Self::Missing => record(site, |run| !run.state.is_fresh(), output),
            Self::Never => Ok((0, ExitCode::Done)),
        }
    }
}

pub fn run(arguments: &CaptureArguments, folder: &Utf8Path, output: &Output) -> anyhow::Result<ExitCode> {
    let (site, complaints) = Site::load(folder, true);
    if output.diagnostics(&complaints) {
        return Ok(ExitCode::Content);
    }
    let Some(mut site) = site else { return Ok(ExitCode::Content) };
    for wanted in &arguments.runs {
        if !site.runs.iter().any(|run| is_named(run, wanted)) {
            let known: Vec<String> = site.runs.iter().map(PlannedRun::label).collect();
            anyhow::bail!("there is no run `{wanted}`; there are: {}", known.join(", "));
        }
    }
    let named = |run: &PlannedRun| arguments.runs.iter().any(|wanted| is_named(run, wanted));
    if arguments.verify {
        return verify(&mut site, |run| arguments.runs.is_empty() || named(run), output);
    }
    let wanted =
        |run: &PlannedRun| if arguments.runs.is_empty() { arguments.all || !run.state.is_fresh() } else { named(run) };
    let (recorded, code) = record(&mut site, wanted, output)?;
    output.line(&format!("{} recorded", runs(recorded)));
    Ok(code)
}

/// `lesson`, `lesson#run`, or the last part of the lesson's path in place of all of it.
fn is_named(run: &PlannedRun, wanted: &str) -> bool {
    let (lesson, name) = wanted.split_once('#').map_or((wanted, None), |(lesson, name)| (lesson, Some(name)));
    let lesson = lesson.trim_end_matches('/');
    let same = run.lesson == lesson || run.lesson.rsplit('/').next() == Some(lesson);
    same && name.is_none_or(|name| name == run.name)
}

/// `1 run`, `2 runs`.
pub fn runs(count: usize) -> String {
    if count == 1 { "1 run".into() } else { format!("{count} runs") }
}

#[cfg(feature = "engine")]
pub use with_engine::record;
#[cfg(feature = "engine")]
use with_engine::verify;

#[cfg(feature = "engine")]
mod with_engine {
    use std::collections::{BTreeMap, BTreeSet};
    use std::time::Duration;

    use camino::Utf8PathBuf;

    use super::*;
    use crate::command::model::FetchBar;
    use crate::engine::{Client, EngineError, Job, Progress};
    use crate::model::{fetch, models_folder};
    use crate::run::RunState;
    use crate::trace::{StoreError, Trace, compare};

    /// Logits of the same run on another machine may differ in the last bits of a sum.
    const LOGIT_TOLERANCE: f64 = 0.02;

    /// Records the wanted runs, each on its own: one that fails leaves its earlier trace and all others as they are.
    /// Gives the number recorded.
    pub fn record(
        site: &mut Site,
        wanted: impl Fn(&PlannedRun) -> bool,
        output: &Output,
    ) -> anyhow::Result<(usize, ExitCode)> {
        let mut recorded = 0;
        let code = each(site, wanted, true, output, |run, trace| {
            run.store.write(&run.name, &trace)?;
            run.state = RunState::of(&run.spec, &run.store, &run.name);
            recorded += 1;
            Ok(String::new())
        })?;
        Ok((recorded, code))
    }

    pub fn verify(site: &mut Site, wanted: impl Fn(&PlannedRun) -> bool, output: &Output) -> anyhow::Result<ExitCode> {
        let mut different = 0;
        for run in site.runs.iter().filter(|run| wanted(run) && !run.state.is_fresh()) {
            output.error(&format!("{}: {}, so there is nothing to compare with", run.label(), run.state.why()));
            different += 1;
        }
        let mut same = 0;
        let code = each(
            site,
            |run| wanted(run) && run.state.is_fresh(),
            false,
            output,
            |run, again| {
                let RunState::Fresh(recorded) = &run.state else { return Ok(String::new()) };
                let distance = compare(recorded, &again).map_err(|difference| anyhow::anyhow!(difference))?;
                anyhow::ensure!(
                    distance.logit <= LOGIT_TOLERANCE,
                    "logits differ by {:.4} from the recorded ones, more than {LOGIT_TOLERANCE}",
                    distance.logit
                );
                same += 1;
                Ok(format!("the same ids; logits within {:.4}", distance.logit))
            },
        )?;
        output.line(&format!("{} verified", runs(same)));
        Ok(if different > 0 { ExitCode::Stale } else { code })
    }

    /// Runs what is wanted, grouped by engine configuration, and hands each trace to `then`, which says what there
    /// is to say about it.
    fn each(
        site: &mut Site,
        wanted: impl Fn(&PlannedRun) -> bool,
        timed: bool,
        output: &Output,
        mut then: impl FnMut(&mut PlannedRun, Trace) -> anyhow::Result<String>,
    ) -> anyhow::Result<ExitCode> {
        let mut order: Vec<usize> = (0..site.runs.len()).filter(|at| wanted(&site.runs[*at])).collect();
        order.sort_by_key(|at| {
            let spec = &site.runs[*at].spec;
            (spec.model.clone(), spec.weights, spec.kv_cache)
        });
        let models: BTreeSet<String> = order.iter().map(|at| site.runs[*at].spec.model.clone()).collect();
        let mut files: BTreeMap<String, Utf8PathBuf> = BTreeMap::new();
        for model in models {
            let Some(entry) = site.catalog.get(&model) else { continue };
            let mut bar = FetchBar::new(output);
            let fetched = fetch(entry, &models_folder(&site.folder), &mut |event| bar.show(&event));
            bar.finish();
            match fetched {
                Ok(file) => drop(files.insert(model, file)),
                Err(error) => {
                    output.error(&format!("{error:#}"));
                    return Ok(ExitCode::Engine);
                }
            }
        }
        let mut client = Client::new(std::env::current_exe()?);
        let limit = Duration::from_secs(site.project.site.timeout_seconds);
        let mut code = ExitCode::Done;
        for at in order {
            let run = &mut site.runs[at];
            let Some(file) = files.get(&run.spec.model) else { continue };
            let job = Job { spec: run.spec.clone(), file: file.clone(), timed };
            let label = run.label();
            let bar = output.progress();
            let mut last = String::new();
            let started = std::time::Instant::now();
            let result: Result<Trace, EngineError> = client.run(&job, limit, |progress| {
                last = words(progress, started.elapsed());
                bar.set_message(format!("{label}  {last}"));
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
                    code = if error.is::<StoreError>() { ExitCode::Machine } else { ExitCode::Engine };
                }
            }
        }
        Ok(code)
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
}

#[cfg(not(feature = "engine"))]
const NO_ENGINE: &str =
    "this build of logitpress has no engine; build it without `--no-default-features` to run a model";

#[cfg(not(feature = "engine"))]
pub fn record(
    site: &mut Site,
    wanted: impl Fn(&PlannedRun) -> bool,
    output: &Output,
) -> anyhow::Result<(usize, ExitCode)> {
    if site.runs.iter().any(wanted) {
        output.error(NO_ENGINE);
        return Ok((0, ExitCode::Engine));
    }
    Ok((0, ExitCode::Done))
}

#[cfg(not(feature = "engine"))]
fn verify(_: &mut Site, _: impl Fn(&PlannedRun) -> bool, output: &Output) -> anyhow::Result<ExitCode> {
    output.error(NO_ENGINE);
    Ok(ExitCode::Engine)
}
