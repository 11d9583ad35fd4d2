//! The flags of `hunt`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::quantity;
use super::reports::{ResultKind, ResultReportArgs};
use super::strength::ProgramsArgs;

/// Find an input on which a submission fails, and shrink it
///
/// Candidates come from small instances, one after the other; from the families of a shipped problem, or the generators of
/// a package; and from changes of the cases that exist. Each must be valid; the reference solver answers it, and the checker
/// judges. The same seed finds the same input, whatever the number of threads. What is found is shrunk: every smaller
/// candidate must be valid, and get the same verdict for the same kind of reason.
///
/// The exit code is 0 if those that are expected to be accepted withstand, and all others do not; a submission whose folder
/// says nothing is expected to be accepted. With --from, it is 0 if the submission fails on the case.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee hunt infinity-war mine.cpp\n  \
    referee hunt my-package wrong.py --for 60s --keep secret/20-found\n  \
    referee hunt my-package wrong.py --args 'random 1..10 1..100 {seed}'\n  \
    referee hunt my-package slow.py --from secret/2-large --out small")]
pub(in crate::cli) struct HuntArgs {
    #[command(flatten)]
    pub(in crate::cli) programs: ProgramsArgs,
    /// Look for nothing: shrink this case, on which the one submission fails in the same way; a name,
    /// or an input file
    #[arg(long, value_name = "CASE", conflicts_with_all = ["within", "commands", "no_shrink"])]
    pub(in crate::cli) from: Option<PathBuf>,
    /// With --from: treat the submission as too slow if it takes FACTOR times as long as an accepted
    /// one [default: 10, or half of the factor on CASE]
    #[arg(long, value_name = "FACTOR", requires = "from", value_parser = parse_factor)]
    pub(in crate::cli) slower: Option<f64>,
    /// Take accepted output with a score below SCORE for a failure
    #[arg(long, value_name = "SCORE", value_parser = quantity::score)]
    pub(in crate::cli) below: Option<f64>,
    /// The seed of all that is random
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(in crate::cli) seed: u64,
    /// Give up after N candidates for a submission
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = quantity::count(1..=1_000_000_000_u64))]
    pub(in crate::cli) tries: u64,
    /// Give up after this time for a submission, as 60s or 500ms: what is found by then depends on the machine
    #[arg(long = "for", value_name = "SECONDS", value_parser = quantity::seconds)]
    pub(in crate::cli) within: Option<Duration>,
    /// Make what is found smaller for this time at most [default: as long as the hunt took, at least 5 s]
    #[arg(long, value_name = "SECONDS", value_parser = quantity::seconds, conflicts_with = "no_shrink")]
    pub(in crate::cli) shrink_for: Option<Duration>,
    /// Run a generator of the package with these arguments, in which 1..100 is a range, and {seed} a seed; can be repeated
    /// [default: the commands in generators.yaml]
    #[arg(long = "args", value_name = "COMMAND")]
    pub(in crate::cli) commands: Vec<String>,
    /// Keep what is found as it is
    #[arg(long)]
    pub(in crate::cli) no_shrink: bool,
    /// Add what is found to the cases under this name, with its answer; further ones get -2, -3 and so on
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) keep: Option<String>,
    /// Write what is found to PATH.in and PATH.ans; further ones get -2, -3 and so on
    #[arg(long, short, value_name = "PATH", conflicts_with = "keep")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// With --keep: append it to this recipe, as its family made it if it was not made smaller
    #[arg(long, value_name = "RECIPE.toml", requires = "keep")]
    pub(in crate::cli) recipe: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) reports: ResultReportArgs<ResultKind>,
}

fn parse_factor(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (1.1..=1e6).contains(factor));
    factor.ok_or_else(|| "not a number from 1.1 to 1000000".into())
}
