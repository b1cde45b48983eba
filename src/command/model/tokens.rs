use std::io::{self, Read, Write};

use serde::Serialize;
use unicode_width::UnicodeWidthStr;

use super::{ModelCommandError, visible};
use crate::model::tokenizer::LONGEST_TEXT;
use crate::model::{ModelEntry, Tokenizer};
use crate::token::Token;

#[derive(Serialize)]
struct Written<'a> {
    model: &'a str,
    tokens: &'a [Token],
}

/// The text that was given, else all of the input.
pub fn text(given: Option<&str>, input: &mut dyn Read) -> Result<String, ModelCommandError> {
    if let Some(given) = given {
        return Ok(given.to_owned());
    }
    let mut text = String::new();
    // One byte more than can be tokenised, so that a longer input is refused and not cut.
    let limit = u64::try_from(LONGEST_TEXT).unwrap_or(u64::MAX).saturating_add(1);
    input.take(limit).read_to_string(&mut text).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => ModelCommandError::Input(io::Error::other("it is not valid UTF-8")),
        _ => ModelCommandError::Input(error),
    })?;
    Ok(text)
}

/// One line per token: number, id, place, piece and bytes.
pub fn print(
    tokenizer: &Tokenizer,
    entry: &ModelEntry,
    text: &str,
    json: bool,
    output: &mut dyn Write,
) -> Result<(), ModelCommandError> {
    let tokens = tokenizer.encode(text).map_err(ModelCommandError::Text)?;
    if json {
        let written = Written { model: &entry.name, tokens: &tokens };
        serde_json::to_writer_pretty(&mut *output, &written).map_err(io::Error::from)?;
        writeln!(output)?;
        return Ok(());
    }
    let rows: Vec<[String; 5]> = tokens.iter().enumerate().map(|(index, token)| row(index, token)).collect();
    let head = ["#", "id", "place", "piece", "bytes"].map(str::to_owned);
    let mut widths = [0; 5];
    for row in rows.iter().chain([&head]) {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.width().max(*width);
        }
    }
    for row in [&head].into_iter().chain(&rows) {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(widths).enumerate() {
            let padding = " ".repeat(width.saturating_sub(cell.width()));
            // Numbers stand to the right.
            line += &if column < 2 { format!("{padding}{cell}  ") } else { format!("{cell}{padding}  ") };
        }
        writeln!(output, "{}", line.trim_end())?;
    }
    Ok(())
}

fn row(index: usize, token: &Token) -> [String; 5] {
    let bytes: Vec<String> = token.piece.bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    let control = if token.control { " (control)" } else { "" };
    let (start, end) = token.range;
    [
        index.to_string(),
        token.id.to_string(),
        format!("{start}..{end}"),
        format!("{}{control}", visible(&token.piece)),
        bytes.join(" "),
    ]
}
