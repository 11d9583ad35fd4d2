//! The flags of `doctor`.

use std::path::PathBuf;

use clap::Args;

use super::reports::{ResultKind, ResultReportArgs};

/// Check this machine: isolation, compilers, cores, memory
///
/// For each missing isolation layer, it gives the reason and how to enable it. Without --strict,
/// the exit code is 0 even if something is missing.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee doctor\n  referee doctor --strict --quiet\n  \
    referee doctor --report json")]
pub(in crate::cli) struct DoctorArgs {
    /// Exit with 1 if an isolation layer is missing
    #[arg(long)]
    pub(in crate::cli) strict: bool,
    /// Add the languages of this file to the built-in ones, or replace built-in ones
    #[arg(long, value_name = "FILE.toml")]
    pub(in crate::cli) languages: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) reports: ResultReportArgs<ResultKind>,
}
