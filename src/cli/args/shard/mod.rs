//! The flags of `shard`, with a file for each subcommand, and those that several subcommands share.

mod merge;
mod parallel;
mod plan;
mod run;
mod slurm;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use super::{JudgeArgs, headings, quantity};
use referee_run::RunSpec;
use referee_shards::MAX_SHARDS;

pub(in crate::cli) use merge::MergeArgs;
pub(in crate::cli) use parallel::ShardParallelArgs;
pub(in crate::cli) use plan::ShardPlanArgs;
pub(in crate::cli) use run::{ShardRunArgs, ShareArgs};
pub(in crate::cli) use slurm::ShardSlurmArgs;

// The subcommands for a run that many machines share. A doc comment would replace the help of
// `shard`, since they are deferred.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum ShardCommand {
    Plan(Box<ShardPlanArgs>),
    Run(Box<ShardRunArgs>),
    Merge(Box<MergeArgs>),
    Slurm(Box<ShardSlurmArgs>),
    Parallel(Box<ShardParallelArgs>),
}

/// The subcommands of `shard`, whose flags are only created when one of them is given: each has all
/// flags of `judge`, and creating them three times would take a tenth of the start-up time.
#[derive(Debug)]
pub(in crate::cli) struct DeferredShardCommand(pub(in crate::cli) ShardCommand);

impl FromArgMatches for DeferredShardCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        ShardCommand::from_arg_matches(matches).map(DeferredShardCommand)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.0.update_from_arg_matches(matches)
    }
}

impl Subcommand for DeferredShardCommand {
    fn augment_subcommands(command: Command) -> Command {
        command.defer(|command| headings::with_headings(ShardCommand::augment_subcommands(command)))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        command.defer(ShardCommand::augment_subcommands_for_update)
    }

    fn has_subcommand(name: &str) -> bool {
        ShardCommand::has_subcommand(name)
    }
}

/// A run that is to be shared: the flags of `judge`, and among how many machines.
#[derive(Debug, PartialEq, Args)]
pub(in crate::cli) struct SharedRunArgs {
    /// Make N shards, at most 1000 [default: by --weights, such that each takes about ten minutes]
    #[arg(long, value_name = "N", value_parser = quantity::count(1..=MAX_SHARDS))]
    pub(in crate::cli) shards: Option<usize>,
    #[command(flatten)]
    share: ShareArgs,
    #[command(flatten)]
    pub(in crate::cli) judge: JudgeArgs,
}

impl SharedRunArgs {
    /// Returns the request for the shared run; `jobs` is the number of programs that run at the
    /// same time.
    pub(in crate::cli) fn spec(self, jobs: Option<usize>) -> RunSpec {
        let mut spec = self.judge.spec(jobs);
        spec.sharding.weights = self.share.weights;
        spec
    }
}

/// The flags of `judge` for single shards only.
const OF_SHARDS: [&str; 3] = ["resume", "student", "reports"];

/// Hides a flag in the help of the command that judges one shard, if it is only for whole runs.
fn hide_of_whole_runs(flag: clap::Arg) -> clap::Arg {
    let is_of_whole_runs = ["resume", "student"].contains(&flag.get_id().as_str());
    flag.hide(is_of_whole_runs)
}

/// Hides a flag in the help of a command about all shards, if it is only for single shards.
fn hide_of_shards(flag: clap::Arg) -> clap::Arg {
    let is_of_shards = OF_SHARDS.contains(&flag.get_id().as_str());
    flag.hide(is_of_shards)
}

/// A flag of `judge` that a run in shards cannot have: its name, the reason, and whether it is
/// given.
pub(in crate::cli) type RefusedFlag = (&'static str, &'static str, fn(&JudgeArgs) -> bool);

/// All flags of this kind.
pub(in crate::cli) const REFUSED: [RefusedFlag; 4] = [
    ("--resume", "run the same command again to continue", |judge| judge.resume),
    ("--student", "`referee judge --student` judges one submission", |judge| {
        judge.student.is_some()
    }),
    (
        "--keep-output",
        "each shard would replace the folder; `referee judge` keeps outputs",
        |judge| judge.keep_output.is_some(),
    ),
    (
        "--rerun",
        "`referee judge` reports verdicts that change; --record off judges everything again",
        |judge| judge.runs.record.rerun,
    ),
];

/// Hides a flag in the help of a command that writes scripts for a run, if it is only for single
/// shards or only for `judge` itself.
fn hide_of_runs(flag: clap::Arg) -> clap::Arg {
    let is_hidden = flag.is_hide_set()
        || REFUSED.iter().any(|(name, ..)| flag.get_long() == name.strip_prefix("--"));
    flag.hide(is_hidden)
}
