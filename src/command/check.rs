use camino::Utf8Path;
use clap::Args;

use super::build::capture_for;
use super::capture::Policy;
use super::output::Output;
use super::site::Site;
use crate::assemble;
use crate::exit_code::ExitCode;

#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Include drafts
    #[arg(long)]
    drafts: bool,
}

pub fn run(arguments: &CheckArguments, folder: &Utf8Path, output: &Output) -> anyhow::Result<ExitCode> {
    let (site, mut complaints) = Site::load(folder, arguments.drafts);
    let Some(mut site) = site else {
        output.diagnostics(&complaints);
        return Ok(ExitCode::Content);
    };
    let (_, code) = capture_for(Policy::Never, &mut site, output)?;
    let (project, traces) = site.traces();
    if code == ExitCode::Done {
        complaints.extend(assemble::assemble(&project, &traces, None).complaints);
    }
    if output.diagnostics(&complaints) {
        return Ok(ExitCode::Content);
    }
    if code == ExitCode::Done {
        output.line("no complaints");
    }
    Ok(code)
}
