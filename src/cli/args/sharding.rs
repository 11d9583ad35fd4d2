//! The flags of runs that several machines share.

use std::path::PathBuf;

use clap::Args;

use referee_run::ShareSpec;
use referee_shards::AskedShard;

/// Which part of a run is judged, and what its events leave out.
#[derive(Debug, Default, Clone, PartialEq, Args)]
pub(in crate::cli) struct ShardingArgs {
    /// Judge one of N parts of the submissions, as 2/8; auto takes both numbers from the variables of Slurm, Grid
    /// Engine, LSF, GitLab, CircleCI or Buildkite, auto/8 the number from PBS, Kubernetes, AWS Batch or GNU parallel;
    /// last judges again, alone, what the others have found near the time limit
    #[arg(long, value_name = "K/N", conflicts_with_all = ["resume", "student"])]
    pub(in crate::cli) shard: Option<AskedShard>,
    /// Make the parts equally long by the times of an earlier run, whose events are in this file [default: by hashes]
    #[arg(long, value_name = "OLD.jsonl")]
    pub(in crate::cli) weights: Option<PathBuf>,
    /// The events of all other shards, from which the last shard is made
    #[arg(long, value_name = "SHARD.jsonl", requires = "shard", num_args = 1..)]
    pub(in crate::cli) near: Vec<PathBuf>,
    /// Judge by the plan that `referee cluster plan` has made, and refuse if this run is another one
    #[arg(long, value_name = "FILE", conflicts_with = "weights")]
    pub(in crate::cli) plan: Option<PathBuf>,
    /// Tell no times, memory and machines: two runs can then be compared byte for byte
    #[arg(long)]
    pub(in crate::cli) no_times: bool,
    /// Put the starts of what programs read and write into events, for reports that `referee merge` makes of them
    #[arg(long)]
    pub(in crate::cli) excerpts: bool,
}

impl ShardingArgs {
    /// Which part of a run is judged.
    pub(super) fn spec(self) -> ShareSpec {
        let ShardingArgs { shard, weights, near, plan, no_times: _, excerpts } = self;
        ShareSpec { shard, weights, near, plan, excerpts }
    }
}
