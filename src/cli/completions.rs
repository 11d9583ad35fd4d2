//! Completions, generated from the one definition of the flags, and tests of that definition.

use clap::CommandFactory;
use clap_complete::Shell;

use super::args::Cli;
use referee_events::exit::Exit;
use referee_run::output::OutputSettings;

pub(super) fn run(shell: Shell, output: &OutputSettings) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "referee", &mut script);
    output.print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Expected)
}

#[cfg(test)]
mod tests;
