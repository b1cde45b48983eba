use std::io::Write;

use anyhow::bail;

use crate::exit_code::ExitCode;
use crate::figure::KINDS;
use crate::lesson::{SchemaPart, schema};

pub fn run(part: SchemaPart, kind: Option<&str>) -> anyhow::Result<ExitCode> {
    let kind = match kind {
        None => None,
        Some(name) => match KINDS.iter().copied().find(|kind| kind.name == name && part == SchemaPart::Figure) {
            Some(kind) => Some(kind),
            None => bail!("there is no `figure {name}`; write `logitpress schema figure KIND`"),
        },
    };
    writeln!(std::io::stdout(), "{}", schema(part, kind)?)?;
    Ok(ExitCode::Done)
}
