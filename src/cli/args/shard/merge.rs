//! The flags of `shard merge`.

use std::path::PathBuf;

use clap::Args;

use super::super::choice::details;
use super::super::feedback::SeeingArgs;
use super::super::reports::ReportArgs;
use referee_run::detail::{self, Detail};
use referee_run::{MergeSpec, ReportSpec};

/// Combine shards into the reports of one run
///
/// The files are written by `referee shard run K/N ... --report jsonl=FILE`. Missing shards are
/// listed with the commands that make them, and the exit code is 3. If verdicts may depend on
/// differences between machines, the report shows the command for a last shard, which decides these
/// verdicts.
#[derive(Debug, Args)]
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

impl MergeArgs {
    /// Returns the request for the merged reports.
    pub(in crate::cli) fn spec(self) -> MergeSpec {
        let MergeArgs { files, partial, details, problem, seen, reports } = self;
        let mut reports = ReportSpec { seeing: seen.seeing(), ..reports.spec() };
        detail::add_to(&details, &mut reports);
        MergeSpec { files, partial, problem, reports }
    }
}
