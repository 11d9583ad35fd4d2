//! The flags of `merge`.

use std::path::PathBuf;

use clap::Args;

use super::reports::ReportArgs;

/// Make the reports of one run from the events of its shards, whichever machines have judged them
///
/// The files are those that `referee judge ... --shard K/N --report jsonl=FILE` has written. Exit code 3 if shards are
/// missing: they are named, with the commands that make them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee merge shard-*.jsonl --report html=report.html\n  \
    referee merge shard-*.jsonl --report jsonl=all.jsonl --no-times")]
pub(in crate::cli) struct MergeArgs {
    /// The events of the shards
    #[arg(value_name = "SHARD.jsonl", required = true)]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// Report on the shards that are there. The reports say which are missing, and the exit code is still 3
    #[arg(long)]
    pub(in crate::cli) partial: bool,
    /// Tell no times, memory and machines: two runs can then be compared byte for byte
    #[arg(long)]
    pub(in crate::cli) no_times: bool,
    #[command(flatten)]
    pub(in crate::cli) reports: ReportArgs,
}
