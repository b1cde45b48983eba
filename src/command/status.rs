use anyhow::Context;
use camino::Utf8Path;
use clap::Args;
use std::io::Write;

use super::output::Output;
use super::site::Site;
use crate::engine::Engines;
use crate::exit_code::ExitCode;
use crate::run::RunState;

#[derive(Debug, Args)]
pub struct StatusArguments {
    /// Include drafts
    #[arg(long)]
    drafts: bool,
}

#[expect(clippy::disallowed_methods, reason = "a recording is shown with its age")]
pub fn run(
    arguments: &StatusArguments,
    folder: &Utf8Path,
    engines: &Engines,
    output: &Output,
) -> anyhow::Result<ExitCode> {
    let (site, complaints) = Site::load(folder, arguments.drafts, engines);
    let failed = output.diagnostics(&complaints);
    let Some(site) = site else { return Ok(ExitCode::Content) };
    let now = jiff::Timestamp::now();
    let mut out = std::io::stdout().lock();
    let width = site.runs.iter().map(|run| run.label().len()).max().unwrap_or(0);
    let mut stale = 0;
    for run in &site.runs {
        let state = match &run.state {
            RunState::Fresh(trace) => format!("fresh    recorded {}", age(now, trace.recorded_at)),
            RunState::Stale { trace, .. } => {
                format!("stale    {}; recorded {}", run.state.why(), age(now, trace.recorded_at))
            }
            RunState::Missing => "missing  never recorded".into(),
            RunState::Unreadable(error) => format!("broken   {error}"),
        };
        stale += usize::from(!run.state.is_fresh());
        writeln!(out, "{:width$}  {state}", run.label()).context("standard output")?;
    }
    for orphan in site.orphans() {
        writeln!(out, "{orphan}  orphaned: no lesson names this run").context("standard output")?;
    }
    writeln!(out, "{} runs, {stale} to record", site.runs.len()).context("standard output")?;
    Ok(if failed { ExitCode::Content } else { ExitCode::Done })
}

/// `today`, `1 day ago`, `12 days ago`.
fn age(now: jiff::Timestamp, then: jiff::Timestamp) -> String {
    match (now.as_second() - then.as_second()).div_euclid(86_400) {
        days if days < 1 => "today".into(),
        1 => "1 day ago".into(),
        days => format!("{days} days ago"),
    }
}
