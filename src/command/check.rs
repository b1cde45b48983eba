use camino::Utf8Path;
use clap::Args;

use super::build::capture_for;
use super::capture::Policy;
use super::output::Output;
use super::site::Site;
use crate::assemble;
use crate::diagnostic::Diagnostic;
use crate::engine::Engines;
use crate::exit_code::ExitCode;
use crate::publish::check_external;

#[derive(Debug, Args)]
pub struct CheckArguments {
    /// Include drafts
    #[arg(long)]
    drafts: bool,
    /// Ask the other hosts that pages link to, too
    #[arg(long)]
    external: bool,
}

pub fn run(
    arguments: &CheckArguments,
    folder: &Utf8Path,
    engines: &Engines,
    output: &Output,
) -> anyhow::Result<ExitCode> {
    let (site, mut complaints) = Site::load(folder, arguments.drafts, engines);
    let Some(mut site) = site else {
        output.diagnostics(&complaints);
        return Ok(ExitCode::Content);
    };
    let (_, code) = capture_for(Policy::Never, &mut site, engines, output)?;
    let (project, traces) = site.traces();
    if code == ExitCode::Done {
        let assembled = assemble::assemble(&project, &traces, None);
        complaints.extend(assembled.complaints);
        if arguments.external {
            let (problems, asked) = check_external(&assembled.files, &assembled.rules);
            complaints.extend(problems.into_iter().map(Diagnostic::from));
            output.line(&format!("{asked} addresses on other hosts asked"));
        }
    }
    if output.diagnostics(&complaints) {
        return Ok(ExitCode::Content);
    }
    if code == ExitCode::Done {
        output.line("no complaints");
    }
    Ok(code)
}
