use crate::exit_code::ExitCode;

pub fn run(shell: clap_complete::Shell, command: &mut clap::Command) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    clap_complete::generate(shell, command, "logitpress", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(ExitCode::Done)
}
