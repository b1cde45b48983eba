use camino::Utf8Path;
use clap::Args;

use super::findings::Findings;
use super::output::Output;
use super::site::Site;
use crate::assemble;
use crate::diagnostic::Diagnostic;
use crate::engine::Engines;
use crate::exit_code::ExitCode;
use crate::kept::Kept;
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
    let mut findings = Findings::default();
    let (site, complaints) = Site::load(folder, arguments.drafts, engines);
    findings.add(complaints);
    let Some(site) = site else { return Ok(findings.say(output)) };
    findings.add_runs(site.not_fresh());
    let (project, traces) = site.traces();
    let assembled = assemble::assemble(&project, &traces, &Kept::nothing());
    findings.add(assembled.complaints);
    if arguments.external {
        let (problems, asked) = check_external(&assembled.files, &assembled.rules);
        findings.add(problems.into_iter().map(Diagnostic::from));
        output.line(&format!("{asked} addresses on other hosts asked"));
    }
    let code = findings.say(output);
    if findings.all().is_empty() {
        output.line("no complaints");
    }
    Ok(code)
}
