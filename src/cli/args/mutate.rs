//! The flags of `mutate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::quantity;
use super::reports::{ResultReportArgs, TableKind};
use super::strength::{DEFAULT_SEED, ProgramsArgs};
use referee_strength::mutate::{OPERATORS, Operator};

/// Make wrong programs from right ones, and see which of them the cases kill
///
/// Mutants are made from accepted programs in C, C++, Java, Python and Rust. Those that do not
/// compile are dropped, and those that compile to the same program as the original or another
/// mutant are counted separately. All others are run on the cases, each up to its first failure.
/// The exit code is 1 if a program that should be accepted is not, or if the share of mutants
/// killed is below --least.
#[derive(Debug, Args)]
#[command(after_help = referee_results::mutate::catalogue())]
pub(in crate::cli) struct MutateArgs {
    #[command(flatten)]
    pub(in crate::cli) programs: ProgramsArgs,
    /// Use these operators, separated by commas [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parse_operator)]
    pub(in crate::cli) operators: Vec<&'static Operator>,
    /// Make at most N mutants in all; operators take turns
    #[arg(long, value_name = "N", value_parser = quantity::count(1..=10_000_000_usize))]
    pub(in crate::cli) max: Option<usize>,
    /// The seed of the choice for --max
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED)]
    pub(in crate::cli) seed: u64,
    /// Write surviving mutants into this folder, as programs for `referee hunt`; if it is not
    /// empty, only with --force
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) save: Option<PathBuf>,
    /// Hunt for a case that kills each survivor, for this time, such as 10s or 500ms; a survivor
    /// without one is probably equivalent
    #[arg(long, value_name = "SECONDS", value_parser = quantity::seconds)]
    pub(in crate::cli) hunt: Option<Duration>,
    /// With --hunt: give up after N candidates for a survivor, so that the result does not depend
    /// on the clock
    #[arg(long, value_name = "N", requires = "hunt", value_parser = quantity::count(1..=1_000_000_000_u64))]
    pub(in crate::cli) tries: Option<u64>,
    /// With --hunt: add the inputs to the cases under this name; further ones get -2, -3 and so on
    #[arg(long, value_name = "NAME", requires = "hunt")]
    pub(in crate::cli) keep: Option<String>,
    /// The share of mutants that must be killed, from 0 to 1 [default: any]
    #[arg(long, value_name = "SHARE", value_parser = quantity::share)]
    pub(in crate::cli) least: Option<f64>,
    #[command(flatten)]
    pub(in crate::cli) reports: ResultReportArgs<TableKind>,
}

fn parse_operator(text: &str) -> Result<&'static Operator, String> {
    let known = OPERATORS.iter().find(|operator| operator.name == text);
    known.ok_or_else(|| {
        let names: Vec<&str> = OPERATORS.iter().map(|operator| operator.name).collect();
        format!("no such operator; there are {}", names.join(", "))
    })
}
