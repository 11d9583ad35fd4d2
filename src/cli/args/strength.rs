//! The flags of `strength` and `limits`, and those of all commands that try cases on programs.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::choice::named;
use super::quantity;
use super::reports::{ResultReport, ResultReportArgs, TableKind};
use super::submissions::SubmissionArgs;
use referee_run::RunSpec;
use referee_run::detail;
use referee_suites::Weight;

/// Measure how well the cases separate right from wrong programs
///
/// All submissions are run on all cases. Submissions that are expected to be accepted are right
/// programs, all others are wrong. A case catches a wrong program if its verdict is as expected.
/// The report shows which cases catch which programs, and the smallest suite of cases that catches
/// all. The exit code is 1 if a right program is rejected, or if the share of wrong programs caught
/// is below --least.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee strength examples/infinity-war\n  \
    referee strength my-package --least 0.95\n  \
    referee strength my-package --cover 2 --minimize bytes\n  \
    referee strength my-package --report html=strength.html --report csv=matrix.csv\n\n\
    Kinds of report: human; csv (a row for each program, a column for each case); json (one\n\
    object); html (the page of `judge --all-cases`, opened at the matrix).")]
pub(in crate::cli) struct StrengthArgs {
    #[command(flatten)]
    pub(in crate::cli) programs: ProgramsArgs,
    /// Add up to N mutants of the right programs to the wrong ones [without N: 100]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100", value_parser = quantity::count(1..=10_000_000_usize))]
    pub(in crate::cli) mutants: Option<usize>,
    /// The share of wrong programs that must be caught, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 1.0, value_parser = quantity::share)]
    pub(in crate::cli) least: f64,
    /// Make N cases of the smallest suite catch each program, or as many as can
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = quantity::count(1..=1000_usize))]
    pub(in crate::cli) cover: usize,
    /// What the smallest suite minimizes
    #[arg(long, value_name = "WHAT", default_value = "cases", value_parser = named(&WEIGHTS))]
    pub(in crate::cli) minimize: Weight,
    /// Print only the cases, one per line, in the order in which wrong programs fail soonest
    #[arg(long, conflicts_with = "reports")]
    pub(in crate::cli) order: bool,
    /// Stop the search for a smaller suite after N steps, and report the bound proved so far
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = quantity::count(0..=1_000_000_000_u64))]
    pub(in crate::cli) steps: u64,
    #[command(flatten)]
    pub(in crate::cli) reports: ResultReportArgs<StrengthReportKind>,
    /// Leave out details if the page would exceed SIZE: in MiB, or as 20m or 1g [default: 20m]
    #[arg(long, value_name = "html=SIZE", value_parser = detail::of_pages)]
    pub(in crate::cli) details: Option<u64>,
}

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
    /// Stop submissions that need not be accepted after this CPU time: in seconds, or as 2s or
    /// 500ms [default: four times the longer of the current and the recommended limit]
    #[arg(long, value_name = "SECONDS", value_parser = quantity::seconds)]
    pub(in crate::cli) upto: Option<Duration>,
    /// Write the recommended limit to the problem: problem.yaml, .timelimit or problem.toml
    #[arg(long)]
    pub(in crate::cli) write: bool,
    #[command(flatten)]
    pub(in crate::cli) reports: ResultReportArgs<TableKind>,
}

/// The default seed for choosing mutants.
pub(in crate::cli) const DEFAULT_SEED: u64 = 1;

/// The problem and the programs that its cases are tried on.
#[derive(Debug, Clone, Args)]
pub(in crate::cli) struct ProgramsArgs {
    /// A problem folder, a package, a case folder, or the name of a shipped problem
    #[arg(value_name = "PROBLEM")]
    pub(in crate::cli) place: PathBuf,
    /// Files, folders of files, folders of submissions, or archives of these [default: those of the
    /// problem]
    pub(in crate::cli) submissions: Vec<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) runs: SubmissionArgs,
}

impl ProgramsArgs {
    /// Returns the request to run these programs on all cases; `jobs` is the number of programs
    /// that run at the same time.
    pub(in crate::cli) fn spec(self, jobs: Option<usize>) -> RunSpec {
        let ProgramsArgs { place, submissions, runs } = self;
        let (place, runs) = (Some(place), runs.spec());
        RunSpec { place, submissions, runs, all_cases: true, jobs, ..RunSpec::default() }
    }
}

/// The values of `--minimize`, with their help.
const WEIGHTS: [(&str, Weight, &str); 3] = [
    ("cases", Weight::Number, "Cases"),
    ("bytes", Weight::Bytes, "Bytes of inputs and answers"),
    ("time", Weight::Time, "Time of the slowest right program"),
];

/// The kinds of report of `strength`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum StrengthReportKind {
    /// For people: it may change at any time.
    Human,
    /// A row for each program, a column for each case.
    Csv,
    /// One JSON object.
    Json,
    /// A page to look at.
    Html,
}

impl ResultReport for StrengthReportKind {
    const KINDS: &'static [(&'static str, Self)] = &[
        ("human", StrengthReportKind::Human),
        ("csv", StrengthReportKind::Csv),
        ("json", StrengthReportKind::Json),
        ("html", StrengthReportKind::Html),
    ];
    const HUMAN: Self = StrengthReportKind::Human;
}
