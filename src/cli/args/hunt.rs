//! The flags of `hunt`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::quantity;
use super::reports::{ResultKind, ResultReportArgs};
use super::strength::ProgramsArgs;

/// Find an input on which a submission fails, and shrink it
///
/// Candidates are small instances, inputs from the families of a shipped problem or the generators
/// of a package, and changes to existing cases. Each must be valid; the reference solver answers
/// it, and the checker judges. The same seed finds the same input, with any number of threads. The
/// input is then shrunk: every smaller candidate must be valid, and get the same verdict for the
/// same kind of reason.
///
/// The exit code is 0 if no failing input is found for submissions that are expected to be
/// accepted, and one is found for all others; a submission whose folder is not named after a
/// verdict is expected to be accepted. With --from, it is 0 if the submission fails on the case.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee hunt infinity-war mine.cpp\n  \
    referee hunt my-package wrong.py --for 60s --keep secret/20-found\n  \
    referee hunt my-package wrong.py --args 'random 1..10 1..100 {seed}'\n  \
    referee hunt my-package slow.py --from secret/2-large --out small\n\n\
    Kinds of report: human; json (one object).")]
pub(in crate::cli) struct HuntArgs {
    #[command(flatten)]
    pub(in crate::cli) programs: ProgramsArgs,
    /// Shrink this case (a name or an input file), on which the one submission fails, instead of
    /// searching
    #[arg(long, value_name = "CASE", conflicts_with_all = ["within", "commands", "no_shrink"])]
    pub(in crate::cli) from: Option<PathBuf>,
    /// With --from: treat the submission as too slow if it takes FACTOR times as long as an
    /// accepted one [default: 10, or half of the factor on CASE]
    #[arg(long, value_name = "FACTOR", requires = "from", value_parser = |text: &str| quantity::number(text, &(1.1..=1e6)))]
    pub(in crate::cli) slower: Option<f64>,
    /// Treat accepted output with a score below SCORE as a failure
    #[arg(long, value_name = "SCORE", value_parser = quantity::score)]
    pub(in crate::cli) below: Option<f64>,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// Give up on a submission after N candidates [default: 10000; with --for, when the time is up]
    #[arg(long, value_name = "N", value_parser = quantity::count(1..=1_000_000_000_u64))]
    pub(in crate::cli) tries: Option<u64>,
    /// Give up on a submission after this time, such as 60s or 500ms; the result then depends on
    /// the machine
    #[arg(long = "for", value_name = "SECONDS", value_parser = quantity::seconds)]
    pub(in crate::cli) within: Option<Duration>,
    /// Shrink for at most this time [default: as long as the hunt took, at least 5 s]
    #[arg(long, value_name = "SECONDS", value_parser = quantity::seconds, conflicts_with = "no_shrink")]
    pub(in crate::cli) shrink_for: Option<Duration>,
    /// Run a generator of the package with these arguments, in which 1..100 is a range, and {seed}
    /// a seed; can be repeated [default: the commands in generators.yaml]
    #[arg(long = "args", value_name = "COMMAND")]
    pub(in crate::cli) commands: Vec<String>,
    /// Do not shrink the input that is found
    #[arg(long)]
    pub(in crate::cli) no_shrink: bool,
    /// Add the input to the cases under this name, with its answer; further ones get -2, -3 and so
    /// on
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) keep: Option<String>,
    /// Write the input and its answer to PATH.in and PATH.ans; further ones get -2, -3 and so on
    #[arg(long, short, value_name = "PATH", conflicts_with = "keep")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// With --keep: append the input to this recipe; by its family, if it was not shrunk
    #[arg(long, value_name = "RECIPE.toml", requires = "keep")]
    pub(in crate::cli) recipe: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) reports: ResultReportArgs<ResultKind>,
}
