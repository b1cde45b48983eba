use camino::Utf8Path;
use clap::Args;
use url::Url;

use super::build::capture_for;
use super::capture::Policy;
use super::output::Output;
use super::site::Site;
use crate::assemble;
use crate::diagnostic::{Diagnostic, report};
use crate::engine::Engines;
use crate::exit_code::ExitCode;
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
    server.run(
        || build(arguments, folder, engines, &base_url, output),
        |event| match event {
            Event::Built { files, took } => output.line(&format!("{files} files, {:.2} s", took.as_secs_f64())),
            Event::Failed { message } => output.line(&message),
            Event::Changed => {}
            Event::NotWatching { reason } => {
                output
                    .line(&format!("looking for changes every second, for the system does not report them: {reason}"));
            }
        },
    );
    Ok(ExitCode::Done)
}

/// The error is what is shown in the page and on the terminal.
fn build(
    arguments: &ServeArguments,
    folder: &Utf8Path,
    engines: &Engines,
    base_url: &Url,
    output: &Output,
) -> Result<Built, String> {
    let failed = |complaints: &[Diagnostic]| report::render(complaints, report::Format::Human { colour: false });
    let (site, mut complaints) = Site::load(folder, !arguments.no_drafts, engines);
    let Some(mut site) = site.filter(|_| !complaints.iter().any(Diagnostic::is_error)) else {
        return Err(failed(&complaints));
    };
    // A run that cannot be had is no reason to hide the lesson: its figures say that they wait for it.
    if let Err(error) = capture_for(arguments.capture, &mut site, engines, output) {
        output.error(&format!("{error:#}"));
    }
    let (project, traces) = site.traces();
    let assembled = assemble::assemble(&project, &traces, Some(base_url));
    complaints.extend(assembled.complaints);
    if complaints.iter().any(Diagnostic::is_error) {
        return Err(failed(&complaints));
    }
    output.diagnostics(&complaints);
    Ok(Built { files: assembled.files, base_path: "/".into() })
}
