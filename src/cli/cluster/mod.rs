//! `referee cluster`: what is done for a run that many machines share, a file for each subcommand.

mod parallel;
mod plan;
mod run_folder;
mod slurm;
mod work;

use super::args::ClusterCommand;
use referee_events::exit::Exit;
use referee_run::output::OutputSettings;

pub(super) fn run(
    command: ClusterCommand,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    match command {
        ClusterCommand::Plan(args) => plan::run(*args, jobs, output),
        ClusterCommand::Slurm(args) => slurm::run(*args, jobs, output),
        ClusterCommand::Parallel(args) => parallel::run(*args, jobs, output),
    }
}
