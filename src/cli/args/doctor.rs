//! The flags of `doctor`.

use std::path::PathBuf;

use clap::Args;

use super::FormatArg;

/// Tell what this machine permits: isolation, compilers and interpreters, cores, memory
///
/// For each isolation layer that is missing, the reason and what enables it. The exit code is 0, whatever is missing, unless --strict is
/// given.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee doctor\n  referee doctor --strict --quiet\n  \
    referee doctor --format json")]
pub(in crate::cli) struct DoctorArgs {
    /// Exit with 1 if an isolation layer is missing
    #[arg(long)]
    pub(in crate::cli) strict: bool,
    /// Add the languages of this file to the built-in ones, or replace them
    #[arg(long, value_name = "FILE.toml")]
    pub(in crate::cli) languages: Option<PathBuf>,
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(in crate::cli) format: FormatArg,
}
