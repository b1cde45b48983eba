use camino::Utf8Path;
use clap::Args;
use crate::exit_code::ExitCode;
#[derive(Debug, Args)]
pub struct ModelCommand {}
pub fn run(_: &ModelCommand, _: &Utf8Path) -> anyhow::Result<ExitCode> { Ok(ExitCode::Done) }
