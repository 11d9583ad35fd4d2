//! The flags of `shard`.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches, Subcommand};

use super::choice::details;
use super::feedback::SeeingArgs;
use super::reports::ReportArgs;
use super::{JudgeArgs, headings, quantity};
use referee_run::detail::{self, Detail};
use referee_run::{RunSpec, ShareSpec};
use referee_shards::{MAX_SHARDS, RequestedShard};

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

/// How a run is shared.
#[derive(Debug, Default, Clone, PartialEq, Args)]
struct ShareArgs {
    /// Balance the shards by the times of an earlier run, whose events are in this file [default:
    /// by hashes]
    #[arg(long, value_name = "OLD.jsonl")]
    weights: Option<PathBuf>,
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

/// Judge one shard of a run
///
/// It takes the arguments of `referee judge`. `--report jsonl=FILE` writes the events, from which
/// `referee shard merge` makes the reports of the whole run.
#[derive(Debug, PartialEq, Args)]
#[command(
    override_usage = "referee shard run [OPTIONS] <K/N> <PROBLEM> [SUBMISSIONS]...",
    mut_args(hide(&["resume", "student"])),
    after_help = "Examples:\n  referee shard run 2/8 exam submissions --time-limit 2 --report jsonl=shard-2.jsonl\n  \
    referee shard run auto exam submissions --plan plan.json --report jsonl=shard-$SLURM_ARRAY_TASK_ID.jsonl\n  \
    referee shard run last exam submissions --near shard-*.jsonl --report jsonl=last.jsonl"
)]
pub(in crate::cli) struct ShardRunArgs {
    /// Which of N shards, such as 2/8; auto reads both numbers from the variables of Slurm, Grid
    /// Engine, LSF, GitLab, CircleCI or Buildkite, auto/8 the first from PBS, Kubernetes, AWS Batch
    /// or GNU parallel; last judges submissions with verdicts near the time limit again, alone
    #[arg(value_name = "K/N", conflicts_with_all = ["resume", "student"])]
    shard: RequestedShard,
    /// The events of all other shards, from which the last shard is made
    #[arg(long, value_name = "SHARD.jsonl", num_args = 1..)]
    near: Vec<PathBuf>,
    /// Judge by the plan of `referee shard plan`, and fail if this run differs from it
    #[arg(long, value_name = "FILE", conflicts_with = "weights")]
    plan: Option<PathBuf>,
    #[command(flatten)]
    share: ShareArgs,
    #[command(flatten)]
    judge: JudgeArgs,
}

impl ShardRunArgs {
    /// Returns the request for the shard; `jobs` is the number of programs that run at the same
    /// time.
    pub(in crate::cli) fn spec(self, jobs: Option<usize>) -> RunSpec {
        let mut spec = self.judge.spec(jobs);
        let ShareSpec { excerpts, .. } = spec.sharding;
        let (shard, near, plan) = (Some(self.shard), self.near, self.plan);
        spec.sharding = ShareSpec { shard, weights: self.share.weights, near, plan, excerpts };
        spec
    }
}

/// Combine shards into the reports of one run
///
/// The files are written by `referee shard run K/N ... --report jsonl=FILE`. Missing shards are
/// listed with the commands that make them, and the exit code is 3. If verdicts may depend on
/// differences between machines, the report shows the command for a last shard, which decides these
/// verdicts.
#[derive(Debug, Default, Args)]
#[command(
    after_help = "Examples:\n  referee shard merge shard-*.jsonl --report html=report.html\n  \
    referee shard merge shard-*.jsonl --report jsonl=all.jsonl --details no-times"
)]
pub(in crate::cli) struct MergeArgs {
    /// The event files of the shards
    #[arg(value_name = "SHARD.jsonl", required = true)]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// Report on incomplete shards: the reports name the missing ones, and the exit code is still 3
    #[arg(long)]
    pub(in crate::cli) partial: bool,
    /// What reports show; can be repeated, or a list
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = details(&detail::OF_MERGES))]
    pub(in crate::cli) details: Vec<Detail>,
    /// The problem, as passed to `judge`: a page then shows inputs, answers and pictures of its
    /// cases
    #[arg(long, value_name = "PROBLEM")]
    pub(in crate::cli) problem: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) seen: SeeingArgs,
    #[command(flatten)]
    pub(in crate::cli) reports: ReportArgs,
}

/// Judge on a Slurm cluster: write scripts for an array of jobs and one that merges, and submit
/// them
///
/// Scripts, plan, events, logs and reports are in one folder, which all nodes must share. Run the
/// same command again to submit only missing shards. The merging job makes the reports of the run.
#[derive(Debug, Args)]
#[command(
    override_usage = "referee shard slurm [OPTIONS] <PROBLEM> [SUBMISSIONS]...",
    mut_args(hide_of_runs),
    after_help = "Examples:\n  referee shard slurm exam submissions --time-limit 2 --shards 64 --partition compute --wait\n  \
    referee shard slurm exam submissions --time-limit 2 --weights old.jsonl --sbatch=--account=cs --script-only"
)]
pub(in crate::cli) struct ShardSlurmArgs {
    /// The folder to create for the run
    #[arg(long, value_name = "DIR", default_value = "shards")]
    pub(in crate::cli) folder: PathBuf,
    /// The partition of the jobs [default: the cluster's]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) partition: Option<String>,
    /// Run at most M jobs of the array at the same time [default: no limit]
    #[arg(long, value_name = "M", value_parser = quantity::count::<usize>(1..=1000))]
    pub(in crate::cli) at_once: Option<usize>,
    /// Give each job K whole cores, to run K programs at the same time
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = quantity::count::<usize>(1..=1024))]
    pub(in crate::cli) cpus: usize,
    /// End a job after this time, as for --time of sbatch, such as 01:00:00 [default: the
    /// partition's]
    #[arg(long, value_name = "TIME")]
    pub(in crate::cli) walltime: Option<String>,
    /// Another option of sbatch for all jobs, such as --sbatch=--account=cs; can be repeated
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    pub(in crate::cli) sbatch: Vec<String>,
    /// This program's name on the nodes [default: its path here]
    #[arg(long, value_name = "PROGRAM")]
    pub(in crate::cli) referee: Option<String>,
    /// Wait for the jobs, and print the merged result; Ctrl-C leaves them running
    #[arg(long, conflicts_with = "script_only")]
    pub(in crate::cli) wait: bool,
    /// Write the folder without submitting anything
    #[arg(long)]
    pub(in crate::cli) script_only: bool,
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
