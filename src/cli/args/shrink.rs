//! The flags of `referee shrink`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::judge::SubmissionArgs;

/// Find the smallest case on which a submission fails in the same way
///
/// CASE is an input file, or the name of a case after its case folder, package or shipped problem.
/// Every candidate must be valid, and the submission must get the same verdict for the same kind of
/// reason.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  referee shrink infinity-war/secret/24-uniform-50 mine.cpp\n  \
    referee shrink my-package/secret/2-large mine.py --out small\n  \
    referee shrink my-problem/cases/9-large.in mine.py --keep secret/10-small"
)]
pub(in crate::cli) struct ShrinkArgs {
    /// The case
    pub(in crate::cli) case: PathBuf,
    /// The submission, a file or a folder
    pub(in crate::cli) submission: PathBuf,
    /// Write the smallest case to PATH.in and PATH.ans
    #[arg(long, short, value_name = "PATH", conflicts_with = "keep")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Add the smallest case to the cases of the problem under this name
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) keep: Option<String>,
    /// Overwrite existing files
    #[arg(long)]
    pub(in crate::cli) force: bool,
    /// Treat the submission as too slow if it takes FACTOR times as long as an accepted one
    /// [default: 10, or half of the factor on CASE]
    #[arg(long, value_name = "FACTOR", value_parser = parse_factor)]
    pub(in crate::cli) slower: Option<f64>,
    /// The format of the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(in crate::cli) format: ShrinkFormat,
    #[command(flatten)]
    pub(in crate::cli) runs: SubmissionArgs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ShrinkFormat {
    /// For people; it may change at any time
    Human,
    /// One JSON object
    Json,
}

fn parse_factor(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (1.1..=1e6).contains(factor));
    factor.ok_or_else(|| "not a number from 1.1 to 1000000".into())
}
