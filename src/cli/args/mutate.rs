//! The flags of `mutate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::mutants::DEFAULT_SEED;
use super::quantity;
use super::suite::ProgramsArgs;
use referee_strength::mutate::{OPERATORS, Operator};

/// Make wrong programs from right ones, and see which of them the cases kill
///
/// Mutants are made of the accepted programs in C, C++, Java, Python and Rust. What does not compile is dropped; what compiles to the
/// same program as the original, or as another mutant, is counted apart; all others are run on the cases, each up to its first
/// failure. The exit code is 1 if a program that should be accepted is not, or if a smaller share of the mutants is killed than
/// --least demands.
#[derive(Debug, Args)]
#[command(after_help = referee_results::mutate::catalogue())]
pub(in crate::cli) struct MutateArgs {
    #[command(flatten)]
    pub(in crate::cli) programs: ProgramsArgs,
    /// Make mutants by these operators, with commas between them [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parse_operator)]
    pub(in crate::cli) operators: Vec<&'static Operator>,
    /// Make at most N mutants of all programs together; operators take turns
    #[arg(long, value_name = "N", value_parser = quantity::count(1..=10_000_000_usize))]
    pub(in crate::cli) max: Option<usize>,
    /// The seed of the choice that --max makes
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED)]
    pub(in crate::cli) seed: u64,
    /// Write the mutants that survive into this folder, as programs for `referee hunt`
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) save: Option<PathBuf>,
    /// Write into that folder even if it is not empty, and overwrite files
    #[arg(long, requires = "save")]
    pub(in crate::cli) force: bool,
    /// Hunt for a case that kills a survivor, for this time each, as 10s or 500ms; those that withstand are probably equivalent
    #[arg(long, value_name = "SECONDS", value_parser = quantity::seconds)]
    pub(in crate::cli) hunt: Option<Duration>,
    /// With --hunt: give up after N candidates for a survivor, even before its time is up, so that the result depends on no clock
    #[arg(long, value_name = "N", requires = "hunt", value_parser = quantity::count(1..=1_000_000_000_u64))]
    pub(in crate::cli) tries: Option<u64>,
    /// With --hunt: add the cases that it finds to the cases under this name; further ones get -2, -3 and so on
    #[arg(long, value_name = "NAME", requires = "hunt")]
    pub(in crate::cli) keep: Option<String>,
    /// The share of the mutants that must be killed, from 0 to 1 [default: any]
    #[arg(long, value_name = "SHARE", value_parser = quantity::share)]
    pub(in crate::cli) least: Option<f64>,
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(in crate::cli) format: MutateFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum MutateFormat {
    /// For people: it may change at any time
    Human,
    /// A row for each mutant
    Csv,
    /// One JSON object
    Json,
}

fn parse_operator(text: &str) -> Result<&'static Operator, String> {
    let known = OPERATORS.iter().find(|operator| operator.name == text);
    known.ok_or_else(|| {
        let names: Vec<&str> = OPERATORS.iter().map(|operator| operator.name).collect();
        format!("no such operator; there are {}", names.join(", "))
    })
}
