use camino::Utf8Path;
use clap::Args;
use url::Url;

use super::capture::Policy;
use super::findings::Findings;
use super::output::Output;
use super::site::Site;
use crate::assemble;
use crate::diagnostic::report;
use crate::engine::Engines;
use crate::exit_code::ExitCode;
use crate::kept::{self, Kept};
use crate::serve::{Built, Event, ServeOptions, Server, open_browser};

#[derive(Debug, Args)]
pub struct ServeArguments {
    /// 0 takes any free port
    #[arg(long, value_name = "N", default_value_t = 4004)]
    port: u16,
    /// Open the browser
    #[arg(long)]
    open: bool,
    /// When to run the model
    #[arg(long, value_name = "WHEN", default_value = "missing")]
    capture: Policy,
    /// Leave drafts out
    #[arg(long)]
    no_drafts: bool,
}

pub fn run(
    arguments: &ServeArguments,
    folder: &Utf8Path,
    engines: &Engines,
    output: &Output,
) -> anyhow::Result<ExitCode> {
    let ignore = vec![folder.join("public")];
    let server = Server::bind(ServeOptions { port: arguments.port, site: folder.to_owned(), ignore })?;
    let base_url = Url::parse(&server.url("/"))?;
    output.line(&format!("serving at {base_url}, until interrupted"));
    if arguments.open
        && let Err(error) = open_browser(base_url.as_str())
    {
        output.line(&format!("cannot open a browser: {error}"));
    }
    let kept = Kept::of_user();
    kept::remember_in_memory();
    server.run(
        || build(arguments, folder, engines, &base_url, &kept, output),
        |event| match event {
            Event::Built { files, took } => output.line(&format!("{files} files, {:.2} s", took.as_secs_f64())),
            // What is wrong was said by the build.
            Event::Failed { .. } | Event::Changed => {}
            Event::NotWatching { reason } => {
                output
                    .line(&format!("looking for changes every second, for the system does not report them: {reason}"));
            }
        },
    );
    Ok(ExitCode::Done)
}

/// The error is what is shown in the page.
fn build(
    arguments: &ServeArguments,
    folder: &Utf8Path,
    engines: &Engines,
    base_url: &Url,
    kept: &Kept,
    output: &Output,
) -> Result<Built, String> {
    let mut findings = Findings::default();
    let (site, complaints) = Site::load(folder, !arguments.no_drafts, engines);
    findings.add(complaints);
    let mut files = Vec::new();
    if let Some(mut site) = site {
        // A run that cannot be had is no reason to hide the lesson: its figures say that they wait for it.
        if !findings.has_errors()
            && let Err(error) = arguments.capture.record(&mut site, engines, output)
        {
            output.error(&format!("{error:#}"));
        }
        findings.add_runs(site.not_fresh());
        let (mut project, traces) = site.traces();
        project.site.base_url = Some(base_url.clone());
        let assembled = assemble::assemble(&project, &traces, kept);
        findings.add(assembled.complaints);
        files = assembled.files;
    }
    kept::forget_unasked();
    if findings.say(output) == ExitCode::Content {
        return Err(report::render(&findings.all(), report::Format::Human { colour: false }));
    }
    Ok(Built { files, base_path: "/".into() })
}
