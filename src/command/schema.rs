use std::io::Write;

use crate::exit_code::ExitCode;
use crate::lesson::{SchemaPart, schema};

pub fn run(part: SchemaPart) -> anyhow::Result<ExitCode> {
    writeln!(std::io::stdout(), "{}", schema(part)?)?;
    Ok(ExitCode::Done)
}
