//! `referee shard`: the commands for a run that many machines share, with a file for each
//! subcommand.

mod merge;
mod parallel;
mod plan;
mod run_folder;
mod slurm;
mod work;

use super::args::ShardCommand;
use referee_base::machine::Machine;
use referee_events::exit::Exit;
use referee_run::judge::judge;
use referee_run::output::OutputSettings;
use referee_run::record::RequestedRun;

pub(super) fn run(
    command: ShardCommand,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    match command {
        ShardCommand::Run(args) => {
            let asked = RequestedRun::resumable(args.spec(jobs));
            Ok(Exit::of_totals(&judge(&asked, output, None)?))
        }
        ShardCommand::Merge(args) => merge::run(*args, Machine::here(jobs), output),
        ShardCommand::Plan(args) => plan::run(*args, jobs, output),
        ShardCommand::Slurm(args) => slurm::run(*args, jobs, output),
        ShardCommand::Parallel(args) => parallel::run(*args, jobs, output),
    }
}
