//! The command line: one file per subcommand. The only place that prints and picks exit codes.

mod build;
mod capture;
mod check;
mod completions;
mod findings;
mod model;
mod new;
mod output;
mod recording;
mod schema;
mod serve;
mod site;
mod status;
mod unchanged;

use camino::Utf8PathBuf;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};

use crate::engine::Engines;
use crate::exit_code::ExitCode;
use output::Output;

const EXIT_CODES: &str = "Exit codes: 0 done; 1 the content has errors; 2 wrong usage; 3 the model or the engine failed; \
    4 a run is stale or missing under `--capture never`; 5 the machine refused: files, a full disk, a taken port";

/// Lessons about how language models run, built on recorded runs of a real model.
#[derive(Debug, Parser)]
#[command(name = "logitpress", version, max_term_width = 100, after_help = EXIT_CODES)]
struct Arguments {
    /// The folder with content/, templates/, static/ and models/
    #[arg(long, global = true, value_name = "DIR", default_value = ".")]
    site: Utf8PathBuf,
    /// How complaints about the content are written
    #[arg(long, global = true, value_name = "FORMAT", default_value = "human")]
    message_format: MessageFormat,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// With the lines they are about
    Human,
    /// file:line:column and one line each
    Short,
    /// One JSON object per line
    Json,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Build the site: record what is missing, draw, compose, write
    Build(build::BuildArguments),
    /// Preview on this machine, rebuilt at every change
    Serve(serve::ServeArguments),
    /// Say everything that `build` would complain about; write nothing, run no model
    Check(check::CheckArguments),
    /// Run prompts through the model and keep what came back
    Capture(capture::CaptureArguments),
    /// Each run: fresh, stale and why, missing, orphaned; and how old
    Status(status::StatusArguments),
    /// Start a site, a module or a lesson
    New(new::NewArguments),
    /// The models in models/
    Model(model::ModelCommand),
    /// Print the JSON Schema of a lesson's front matter or of a block, for editors
    Schema {
        #[arg(value_name = "PART", default_value = "front-matter")]
        part: crate::lesson::SchemaPart,
        /// With `figure`: figures of this kind alone
        #[arg(value_name = "KIND")]
        kind: Option<String>,
    },
    /// Print a shell's completion script
    Completions {
        #[arg(value_name = "SHELL")]
        shell: clap_complete::Shell,
    },
    /// An engine's own process; takes jobs on standard input
    #[command(hide = true)]
    EngineWorker { engine: String },
}

/// Runs the command line of this process.
pub fn main(engines: &Engines) -> std::process::ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        // What is asked for, such as the help, is printed as it is.
        Err(error) if !error.use_stderr() || !asks_for_json(std::env::args()) => error.exit(),
        Err(error) => {
            Output::new(MessageFormat::Json).error(error.to_string().trim_start_matches("error: ").trim_end());
            return ExitCode::Usage.into();
        }
    };
    carry_out(arguments, engines).into()
}

/// Runs one command line: `arguments` without the program's name.
pub fn run(arguments: &[&str], engines: &Engines) -> Result<ExitCode, clap::Error> {
    let arguments = Arguments::try_parse_from([&["logitpress"], arguments].concat())?;
    Ok(carry_out(arguments, engines))
}

fn carry_out(arguments: Arguments, engines: &Engines) -> ExitCode {
    let output = Output::new(arguments.message_format);
    let site = &arguments.site;
    let result = match &arguments.command {
        Command::Build(build) => build::run(build, site, engines, &output),
        Command::Serve(serve) => serve::run(serve, site, engines, &output),
        Command::Check(check) => check::run(check, site, engines, &output),
        Command::Capture(capture) => capture::run(capture, site, engines, &output),
        Command::Status(status) => status::run(status, site, engines, &output),
        Command::New(new) => new::run(new, site, &output),
        Command::Model(model) => model::run(model, site, &output).or_else(|error| {
            if let model::ModelCommandError::List(complaints) = &error {
                output.diagnostics(complaints);
            } else {
                output.error(&error.to_string());
            }
            Ok(error.exit_code())
        }),
        Command::Schema { part, kind } => schema::run(*part, kind.as_deref()),
        Command::Completions { shell } => completions::run(*shell, &mut Arguments::command()),
        Command::EngineWorker { engine } => match engines.named(engine) {
            Some(engine) => engine.work().map(|()| ExitCode::Done),
            None => Err(anyhow::anyhow!("this program knows no engine `{engine}`")),
        },
    };
    result.unwrap_or_else(|error| {
        output.error(&format!("{error:#}"));
        // A reader that went away, such as `head`, is not the user's mistake.
        let gone = |cause: &(dyn std::error::Error + 'static)| {
            cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
        };
        if error.chain().any(gone) { ExitCode::Done } else { code_of(&error) }
    })
}

/// Known before the command line could be read, so that what is wrong with it is JSON, too.
fn asks_for_json(arguments: impl Iterator<Item = String>) -> bool {
    let arguments: Vec<String> = arguments.collect();
    let apart = arguments.windows(2).any(|pair| pair[0] == "--message-format" && pair[1] == "json");
    apart || arguments.iter().any(|argument| argument == "--message-format=json")
}

/// Whose fault an error is: the person's who asked for something that cannot be, or the machine's.
fn code_of(error: &anyhow::Error) -> ExitCode {
    use crate::publish::PublishError;
    if let Some(error) = error.downcast_ref::<PublishError>() {
        return match error {
            PublishError::Paths(_) => ExitCode::Content,
            PublishError::Refused { .. } | PublishError::Collision { .. } => ExitCode::Usage,
            PublishError::Busy { .. } | PublishError::Io { .. } => ExitCode::Machine,
        };
    }
    let refused = |cause: &(dyn std::error::Error + 'static)| {
        cause.is::<crate::serve::ServeError>()
            || cause.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() != std::io::ErrorKind::AlreadyExists)
    };
    if error.chain().any(refused) { ExitCode::Machine } else { ExitCode::Usage }
}
