//! The flags of `limits`.

use std::time::Duration;

use clap::Args;

use super::quantity;
use super::reports::{ResultReportArgs, TableKind};
use super::strength::ProgramsArgs;

/// Find the time limits that suit all submissions, and recommend one
///
/// Submissions are run under a limit that is much too long. The runs that bound the limits are
/// repeated, one at a time, and the shortest CPU time of each counts. The exit code is 1 if no
/// limit suits all submissions, or if the limit in use does not.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee limits examples/infinity-war\n  \
    referee limits my-package --write\n  \
    referee limits my-package --time-limit 1.5 --report json=limits.json\n\n\
    --time-limit SECONDS examines that limit instead of the current one; with --write, it is written.\n\
    --time-limit 3x recommends that multiple of the slowest run.\n\
    Kinds of report: human; csv (a row for each submission); json (one object).")]
pub(in crate::cli) struct LimitsArgs {
    #[command(flatten)]
    pub(in crate::cli) programs: ProgramsArgs,
    /// Repeat each run that bounds the limits N times, and count the fastest
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = quantity::count(1..=1000_usize))]
    pub(in crate::cli) repeat: usize,
    /// Stop submissions that need not be accepted after this CPU time: in seconds, or as 2s or 500ms
    /// [default: four times the longer of the current and the recommended limit]
    #[arg(long, value_name = "SECONDS", value_parser = quantity::seconds)]
    pub(in crate::cli) upto: Option<Duration>,
    /// Write the recommended limit to the problem: problem.yaml, .timelimit or problem.toml
    #[arg(long)]
    pub(in crate::cli) write: bool,
    #[command(flatten)]
    pub(in crate::cli) reports: ResultReportArgs<TableKind>,
}
