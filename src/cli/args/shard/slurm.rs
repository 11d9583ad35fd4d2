//! The flags of `shard slurm`.

use std::path::PathBuf;

use clap::Args;

use super::super::quantity;
use super::{SharedRunArgs, hide_of_runs};

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
