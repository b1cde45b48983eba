use std::process::ExitCode;

fn main() -> ExitCode {
    logitpress::command::main()
}
