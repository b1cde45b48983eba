use std::process::ExitCode;

use logitpress::{command, engine::Engines};

fn main() -> ExitCode {
    command::main(&Engines::built_in())
}
