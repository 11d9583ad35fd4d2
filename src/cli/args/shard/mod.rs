//! The flags of `shard`: those that several subcommands share, and those of `shard plan` and
//! `shard parallel`; other subcommands have files of their own.

mod merge;
mod run;
mod slurm;

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use super::{JudgeArgs, headings, quantity};
use referee_run::RunSpec;
use referee_shards::MAX_SHARDS;

pub(in crate::cli) use merge::MergeArgs;
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

/// Write the plan of a run in shards, so that shards of another run are rejected before they judge
///
/// The plan is one JSON object with hashes of everything that verdicts depend on:
/// `referee shard run K/N --plan FILE` reports what differs, if anything does. If a problem's
/// time limit is inferred from its submissions, that is done here, once for all shards.
#[derive(Debug, PartialEq, Args)]
#[command(
    override_usage = "referee shard plan [OPTIONS] <PROBLEM> [SUBMISSIONS]...",
    mut_args(hide(&["resume", "student", "reports"])),
    after_help = "Examples:\n  referee shard plan infinity-war submissions --shards 8 --write plan.json\n  \
    referee shard plan infinity-war submissions --all-cases --weights old.jsonl > plan.json"
)]
pub(in crate::cli) struct ShardPlanArgs {
    /// Write the plan to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) write: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) run: SharedRunArgs,
}

/// Write scripts that judge on several machines over ssh, with GNU parallel
///
/// Scripts, plan, events, logs and reports are in one folder, which must have the same path on all
/// machines. Nothing is started: `bash DIR/run.sh` does that, and continues after an interruption.
#[derive(Debug, Args)]
#[command(
    override_usage = "referee shard parallel [OPTIONS] <PROBLEM> [SUBMISSIONS]...",
    mut_args(hide_of_runs),
    after_help = "Examples:\n  referee shard parallel exam submissions --time-limit 2 --shards 16 --hosts machines.txt\n  \
    referee shard parallel exam submissions --time-limit 2 --shards 6 --host judge1 --host judge2"
)]
pub(in crate::cli) struct ShardParallelArgs {
    /// The folder to create for the run
    #[arg(long, value_name = "DIR", default_value = "shards")]
    pub(in crate::cli) folder: PathBuf,
    /// A file with one machine per line, as for --sshloginfile of GNU parallel
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) hosts: Option<PathBuf>,
    /// A machine, as for --sshlogin of GNU parallel: HOST, USER@HOST, or : for this one; can be
    /// repeated
    #[arg(long, value_name = "HOST", required_unless_present = "hosts")]
    pub(in crate::cli) host: Vec<String>,
    /// This program's name on the machines [default: its path here]
    #[arg(long, value_name = "PROGRAM")]
    pub(in crate::cli) referee: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) run: SharedRunArgs,
}

/// Hides flags in help: those that are only for whole runs, or only for single shards.
fn hide(flags: &'static [&str]) -> impl Fn(clap::Arg) -> clap::Arg {
    |flag| {
        let is_hidden = flags.contains(&flag.get_id().as_str());
        flag.hide(is_hidden)
    }
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
