//! The flags of `shard run`, and those shared by all subcommands of `shard` that judge.

use std::path::PathBuf;

use clap::Args;

use super::super::JudgeArgs;
use super::hide_of_whole_runs;
use referee_run::{RunSpec, ShareSpec};
use referee_shards::AskedShard;

/// Judge one shard of a run
///
/// It takes what `referee judge` takes. The events, which `--report jsonl=FILE` writes, are what `referee shard merge` makes the reports
/// of the whole run from.
#[derive(Debug, PartialEq, Args)]
#[command(
    override_usage = "referee shard run [OPTIONS] <K/N> <PROBLEM> [SUBMISSIONS]...",
    mut_args(hide_of_whole_runs),
    after_help = "Examples:\n  referee shard run 2/8 exam submissions --time-limit 2 --report jsonl=shard-2.jsonl\n  \
    referee shard run auto exam submissions --plan plan.json --report jsonl=shard-$SLURM_ARRAY_TASK_ID.jsonl\n  \
    referee shard run last exam submissions --near shard-*.jsonl --report jsonl=last.jsonl"
)]
pub(in crate::cli) struct ShardRunArgs {
    /// Which of N shards, as 2/8; auto takes both numbers from the variables of Slurm, Grid Engine, LSF, GitLab, CircleCI
    /// or Buildkite, auto/8 the number from PBS, Kubernetes, AWS Batch or GNU parallel; last judges again, alone, what
    /// the others have found near the time limit
    #[arg(value_name = "K/N", conflicts_with_all = ["resume", "student"])]
    shard: AskedShard,
    /// The events of all other shards, from which the last shard is made
    #[arg(long, value_name = "SHARD.jsonl", num_args = 1..)]
    near: Vec<PathBuf>,
    /// Judge by the plan that `referee shard plan` has made, and refuse if this run is another one
    #[arg(long, value_name = "FILE", conflicts_with = "weights")]
    plan: Option<PathBuf>,
    #[command(flatten)]
    share: ShareArgs,
    #[command(flatten)]
    judge: JudgeArgs,
}

/// How a run is shared.
#[derive(Debug, Default, Clone, PartialEq, Args)]
pub(in crate::cli) struct ShareArgs {
    /// Make the shards equally long by the times of an earlier run, whose events are in this file [default: by hashes]
    #[arg(long, value_name = "OLD.jsonl")]
    pub(super) weights: Option<PathBuf>,
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
