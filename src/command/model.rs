//! `logitpress model`: the models of a site, their files and their tokens. What was asked for goes to standard output;
//! progress goes to standard error.

mod fetch_bar;
mod inspect;
mod list;
mod tokens;
mod visible;

pub use fetch_bar::FetchBar;
pub use visible::visible;

use std::io::{self, Write};

use camino::{Utf8Path, Utf8PathBuf};
use clap::{Args, Subcommand};

use super::output::Output;
use crate::diagnostic::Diagnostic;
use crate::exit_code::ExitCode;
use crate::model::{
    FetchError, FetchEvent, GgufError, ModelCatalog, ModelEntry, Tokenizer, TokenizerError, fetch, models_folder,
};

#[derive(Debug, Args)]
pub struct ModelCommand {
    #[command(subcommand)]
    pub action: ModelAction,
}

#[derive(Debug, Subcommand)]
pub enum ModelAction {
    /// List the models of models/models.yaml and whether their files are here
    List,
    /// Fetch models whose files are not here yet
    Fetch(Named),
    /// Hash the files again and check what is in them
    Verify(Named),
    /// Show a model's dimensions, metadata and tensors
    Inspect(Inspect),
    /// Show the tokens of a text: ids, bytes, places and pieces
    Tokens(Tokens),
}

#[derive(Debug, Args)]
pub struct Named {
    /// Names in models/models.yaml; without any, the default model
    pub names: Vec<String>,
    /// All models of the list
    #[arg(long, conflicts_with = "names")]
    pub all: bool,
}

#[derive(Debug, Args)]
pub struct Inspect {
    /// Name in models/models.yaml; without it, the default model
    pub name: Option<String>,
    /// A GGUF file that need not be in the list
    #[arg(long, value_name = "PATH", conflicts_with = "name")]
    pub file: Option<Utf8PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct Tokens {
    /// The text; without it, standard input as it comes, its last newline included
    pub text: Option<String>,
    /// Name in models/models.yaml; without it, the default model
    #[arg(long, value_name = "NAME")]
    pub model: Option<String>,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum ModelCommandError {
    #[error("models/models.yaml has errors")]
    List(Vec<Diagnostic>),
    #[error("no model is named `{name}`; models/models.yaml has {known}")]
    NoSuchModel { name: String, known: String },
    #[error(transparent)]
    Fetch(#[from] FetchError),
    #[error("{path} cannot be used: {error}")]
    File { path: Utf8PathBuf, error: GgufError },
    #[error("{path} cannot be used: {error}")]
    Vocabulary { path: Utf8PathBuf, error: TokenizerError },
    #[error("{0}")]
    Text(TokenizerError),
    #[error("standard input cannot be read: {0}")]
    Input(io::Error),
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl ModelCommandError {
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::List(_) => ExitCode::Content,
            Self::NoSuchModel { .. } | Self::Text(_) | Self::Input(_) => ExitCode::Usage,
            Self::Fetch(_) | Self::File { .. } | Self::Vocabulary { .. } => ExitCode::Engine,
            Self::Output(_) => ExitCode::Machine,
        }
    }
}

/// Runs the command on the site in the folder `site`.
pub fn run(command: &ModelCommand, site: &Utf8Path, said: &Output) -> Result<ExitCode, ModelCommandError> {
    let mut bar = FetchBar::new(said);
    let mut output = io::stdout().lock();
    let folder = models_folder(site);
    let done = run_with(command, site, &folder, &mut io::stdin().lock(), &mut output, &mut |event| bar.show(&event));
    bar.finish();
    match done.and_then(|code| Ok(output.flush().map(|()| code)?)) {
        // Whoever read the output (`head`) has seen enough.
        Err(ModelCommandError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::Done),
        other => other,
    }
}

fn run_with(
    command: &ModelCommand,
    site: &Utf8Path,
    folder: &Utf8Path,
    input: &mut dyn io::Read,
    output: &mut dyn Write,
    watch: &mut dyn FnMut(FetchEvent<'_>),
) -> Result<ExitCode, ModelCommandError> {
    if let ModelAction::Inspect(Inspect { file: Some(path), json, .. }) = &command.action {
        inspect::file(path, *json, output)?;
        return Ok(ExitCode::Done);
    }
    let catalog = ModelCatalog::load(site).map_err(ModelCommandError::List)?;
    match &command.action {
        ModelAction::List => list::list(&catalog, folder, output)?,
        ModelAction::Fetch(named) => {
            for entry in chosen(&catalog, named)? {
                let path = fetch(entry, folder, watch)?;
                writeln!(output, "{}  {path}", entry.name)?;
            }
        }
        ModelAction::Verify(named) => return list::verify(&chosen(&catalog, named)?, folder, output, watch),
        ModelAction::Inspect(Inspect { name, json, .. }) => {
            let entry = one(&catalog, name.as_deref())?;
            let path = fetch(entry, folder, watch)?;
            inspect::file(&path, *json, output)?;
        }
        ModelAction::Tokens(Tokens { text, model, json }) => {
            let entry = one(&catalog, model.as_deref())?;
            let path = fetch(entry, folder, watch)?;
            let tokenizer = tokenizer(entry, &path)?;
            let text = tokens::text(text.as_deref(), input)?;
            tokens::print(&tokenizer, entry, &text, *json, output)?;
        }
    }
    Ok(ExitCode::Done)
}

fn one<'a>(catalog: &'a ModelCatalog, name: Option<&str>) -> Result<&'a ModelEntry, ModelCommandError> {
    let found = match name {
        Some(name) => catalog.get(name),
        None => catalog.default_model(),
    };
    found.ok_or_else(|| ModelCommandError::NoSuchModel {
        name: name.unwrap_or_default().to_owned(),
        known: catalog.names().join(", "),
    })
}

fn chosen<'a>(catalog: &'a ModelCatalog, named: &Named) -> Result<Vec<&'a ModelEntry>, ModelCommandError> {
    match (named.all, named.names.is_empty()) {
        (true, _) => Ok(catalog.entries().iter().collect()),
        (false, true) => Ok(vec![one(catalog, None)?]),
        (false, false) => named.names.iter().map(|name| one(catalog, Some(name))).collect(),
    }
}

fn tokenizer(entry: &ModelEntry, path: &Utf8Path) -> Result<Tokenizer, ModelCommandError> {
    let gguf = entry.read(path).map_err(|error| ModelCommandError::File { path: path.to_owned(), error })?;
    Tokenizer::from_gguf(&gguf).map_err(|error| ModelCommandError::Vocabulary { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests;
