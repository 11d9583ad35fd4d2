//! The flags of `shard merge`.

use std::path::PathBuf;

use clap::Args;

use super::super::feedback::SeeingArgs;
use super::super::grading::WorksheetArgs;
use super::super::reports::ReportArgs;
use referee_run::{MergeSpec, ReportSpec};

/// Make the reports of one run from the events of its shards
///
/// The files are those that `referee shard run K/N ... --report jsonl=FILE` has written. Exit code 3 if shards are
/// missing: they are named, with the commands that make them. Where machines differ, and verdicts hang on that, the
/// command is named that makes a last shard, which decides them.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  referee shard merge shard-*.jsonl --report html=report.html\n  \
    referee shard merge shard-*.jsonl --report jsonl=all.jsonl --no-times"
)]
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
    /// The problem as `judge` took it: a page then shows inputs, answers and pictures of its cases
    #[arg(long, value_name = "PROBLEM")]
    pub(in crate::cli) problem: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) seen: SeeingArgs,
    /// Put these comments into the feedback of everybody who fails in the same way; `--report failures=FILE.toml` writes
    /// the file to fill in
    #[arg(long, value_name = "FILE.toml")]
    pub(in crate::cli) comments: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) sheet: WorksheetArgs,
    /// A list of students whose grades and feedback are not written out, a line each
    #[arg(long = "withhold", value_name = "FILE")]
    pub(in crate::cli) hold: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) reports: ReportArgs,
}

impl MergeArgs {
    /// The reports that are asked for.
    pub(in crate::cli) fn spec(self) -> MergeSpec {
        let MergeArgs { files, partial, no_times, problem, seen, comments, sheet, hold, reports } =
            self;
        let seeing = seen.seeing();
        let reports = ReportSpec { seeing, comments, no_times, ..reports.spec() };
        MergeSpec { files, partial, problem, sheet: sheet.spec(), hold, reports }
    }
}
