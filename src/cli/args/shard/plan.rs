//! The flags of `shard plan`.

use std::path::PathBuf;

use clap::Args;

use super::{SharedRunArgs, hide_of_shards};

/// Write the plan of a run in shards, so that shards of another run are rejected before they judge
///
/// The plan is one JSON object with hashes of everything that verdicts depend on:
/// `referee shard run K/N --plan FILE` reports what differs, if anything does. If a problem's
/// time limit is inferred from its submissions, that is done here, once for all shards.
#[derive(Debug, PartialEq, Args)]
#[command(
    override_usage = "referee shard plan [OPTIONS] <PROBLEM> [SUBMISSIONS]...",
    mut_args(hide_of_shards),
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
