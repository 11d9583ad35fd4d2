//! The flags of `shard plan`.

use std::path::PathBuf;

use clap::Args;

use super::{SharedRunArgs, hide_of_shards};

/// Write down which shard of a run judges what, so that shards of another run are refused before they judge
///
/// The plan is one JSON object. It holds hashes of all that verdicts depend on: `referee shard run K/N --plan FILE` says what differs,
/// if anything does. Where a problem's time limit is made from its submissions, that is done here, once for all shards.
#[derive(Debug, PartialEq, Args)]
#[command(
    override_usage = "referee shard plan [OPTIONS] <PROBLEM> [SUBMISSIONS]...",
    mut_args(hide_of_shards),
    after_help = "Examples:\n  referee shard plan infinity-war submissions --shards 8 --write plan.json\n  \
    referee shard plan infinity-war submissions --all-cases --weights old.jsonl > plan.json"
)]
pub(in crate::cli) struct ShardPlanArgs {
    /// Write the plan into this file [default: to standard output]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) write: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) run: SharedRunArgs,
}
