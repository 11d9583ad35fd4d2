//! The flags of `shard run`, and those shared by all subcommands of `shard` that judge.

use std::path::PathBuf;

use clap::Args;

use super::super::JudgeArgs;
use super::hide;
use referee_run::{RunSpec, ShareSpec};
use referee_shards::RequestedShard;

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

/// How a run is shared.
#[derive(Debug, Default, Clone, PartialEq, Args)]
pub(in crate::cli) struct ShareArgs {
    /// Balance the shards by the times of an earlier run, whose events are in this file [default:
    /// by hashes]
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
