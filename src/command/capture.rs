use camino::Utf8Path;
use clap::{Args, ValueEnum};

use super::output::Output;
use super::recording::record_each;
use super::site::Site;
use crate::engine::Engines;
use crate::exit_code::ExitCode;
use crate::run::{PlannedRun, RunState};
use crate::trace::compare;

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
    /// Records what the policy wants and an engine of this build can do; gives the number of runs, and anything but
    /// `Done` where one could not be had.
    pub fn record(self, site: &mut Site, engines: &Engines, output: &Output) -> anyhow::Result<(usize, ExitCode)> {
        let here = |run: &PlannedRun| engines.unavailable(&run.spec.engine).is_none();
        match self {
            Self::All => record(site, engines, here, output),
            Self::Missing => record(site, engines, |run| !run.state.is_fresh() && here(run), output),
            Self::Never => Ok((0, ExitCode::Done)),
        }
    }
}

pub fn run(
    arguments: &CaptureArguments,
    folder: &Utf8Path,
    engines: &Engines,
    output: &Output,
) -> anyhow::Result<ExitCode> {
    let (site, complaints) = Site::load(folder, true, engines);
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
        return verify(&mut site, engines, |run| arguments.runs.is_empty() || named(run), output);
    }
    let wanted =
        |run: &PlannedRun| if arguments.runs.is_empty() { arguments.all || !run.state.is_fresh() } else { named(run) };
    let (recorded, code) = record(&mut site, engines, wanted, output)?;
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

/// Logits of the same run on another machine may differ in the last bits of a sum.
const LOGIT_TOLERANCE: f64 = 0.02;

/// Records the wanted runs, each on its own: one that fails leaves its earlier trace and all others as they are.
/// Gives the number recorded.
pub fn record(
    site: &mut Site,
    engines: &Engines,
    wanted: impl Fn(&PlannedRun) -> bool,
    output: &Output,
) -> anyhow::Result<(usize, ExitCode)> {
    let mut recorded = 0;
    let code = record_each(site, engines, wanted, true, output, |run, trace| {
        run.store.write(&run.name, &trace)?;
        run.state = RunState::of(&run.spec, &run.store, &run.name);
        recorded += 1;
        Ok(String::new())
    })?;
    Ok((recorded, code))
}

fn verify(
    site: &mut Site,
    engines: &Engines,
    wanted: impl Fn(&PlannedRun) -> bool,
    output: &Output,
) -> anyhow::Result<ExitCode> {
    let mut different = 0;
    for run in site.runs.iter().filter(|run| wanted(run) && !run.state.is_fresh()) {
        output.error(&format!("{}: {}, so there is nothing to compare with", run.label(), run.state.why()));
        different += 1;
    }
    let mut same = 0;
    let code = record_each(
        site,
        engines,
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
