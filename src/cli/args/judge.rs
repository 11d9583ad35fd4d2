//! The flags of `judge`, which are most.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::Problem;
use super::feedback::Feedback;
use super::reports::Reports;
use crate::problem::limits::{self, GivenLimits};

/// Compile submissions, run them on every case under limits, and compare verdicts with what is expected
///
/// A submission is a file, or a folder of files. One in a folder called accepted, wrong_answer,
/// time_limit_exceeded, run_time_error and so on is expected to get that; any other one, to be accepted.
#[derive(Debug, PartialEq, Args)]
#[command(
    override_usage = "referee judge [OPTIONS] <PROBLEM> [SUBMISSIONS]...\n       referee judge --resume [PROBLEM]",
    after_help = "Examples:\n  referee judge examples/infinity-war\n  \
    referee judge infinity-war mine.cpp --mode all --time 2 --report jsonl\n  \
    referee judge infinity-war moodle.zip --report feedback=texts\n  \
    referee judge --resume infinity-war\n\n\
    Kinds of report: human, jsonl, junit, csv and summary-csv as `check` has them;\n\
    students-csv (a row per student, with points), feedback (a text for each student),\n\
    gradescope (a results.json for each student). Of the last two, FILE is a folder unless it\n\
    ends in .txt or .json."
)]
pub(in crate::cli) struct Judge {
    /// A problem folder, which has a problem.toml; a problem package; a folder of cases; or a shipped problem by its name
    #[arg(value_name = "PROBLEM", required_unless_present = "resume")]
    pub(in crate::cli) place: Option<PathBuf>,
    /// Submissions: files, folders of files, folders of submissions, or an archive of any of these [default: those
    /// of the problem folder]
    pub(in crate::cli) submissions: Vec<PathBuf>,
    /// Only these cases, as a pattern of names; may be given again
    #[arg(long, value_name = "GLOB")]
    pub(in crate::cli) only: Vec<String>,
    /// Whether a submission that has failed is run on the cases after that
    #[arg(long, value_name = "MODE", default_value = "first-failure")]
    pub(in crate::cli) mode: JudgeMode,
    #[command(flatten)]
    pub(in crate::cli) limits: Limits,
    /// Whether programs must run apart from everything else
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(in crate::cli) isolation: IsolationWhen,
    /// A file of languages that are added, or replace built-in ones
    #[arg(long, value_name = "FILE.toml")]
    pub(in crate::cli) languages: Option<PathBuf>,
    /// Go on with the interrupted run of these cases, as it was begun; no submissions are needed
    #[arg(long)]
    pub(in crate::cli) resume: bool,
    /// Run again what was kept from earlier runs, too
    #[arg(long)]
    pub(in crate::cli) rerun: bool,
    /// Where runs are kept [default: .referee beside problem.toml, or in the case folder]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) record: Option<PathBuf>,
    /// Keep no runs, and use none that are kept
    #[arg(long, conflicts_with_all = ["record", "rerun", "resume"])]
    pub(in crate::cli) no_record: bool,
    #[command(flatten)]
    pub(in crate::cli) feedback: Feedback,
    #[command(flatten)]
    pub(in crate::cli) reports: Reports,
    #[command(flatten)]
    pub(in crate::cli) problem: Problem,
}

/// What each run may use. Where a flag is not given, `problem.toml` says it, or else the default.
#[derive(Debug, PartialEq, Args)]
pub(in crate::cli) struct Limits {
    /// CPU time for each case, in seconds [default: 2]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    time: Option<Duration>,
    /// Make the limit of CPU time from the slowest accepted submission: so many times what it takes [a bare flag: 2]
    #[arg(long, value_name = "FACTOR", num_args = 0..=1, default_missing_value = "2", conflicts_with = "time", value_parser = parse_factor)]
    pub(in crate::cli) infer_time_limit: Option<f64>,
    /// Time on the clock, in seconds [default: twice the CPU time and a second]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    wall: Option<Duration>,
    /// Memory, in MiB [default: 512]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=limits::MOST_MIB))]
    memory: Option<u64>,
    /// What a program may write, in MiB [default: 64]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=limits::MOST_MIB))]
    output: Option<u64>,
    /// What it may write into files, in MiB [default: as --output]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=limits::MOST_MIB))]
    files: Option<u64>,
    /// Processes and threads [default: 128]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(limits::MOST_PROCESSES)))]
    processes: Option<u32>,
}

impl Limits {
    pub(in crate::cli) fn given(&self) -> GivenLimits {
        let Limits { time, infer_time_limit: _, wall, memory, output, files, processes } = *self;
        GivenLimits { time, wall, memory, output, files, processes }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum JudgeMode {
    /// It is not
    FirstFailure,
    /// It is run on all
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum IsolationWhen {
    /// All layers must hold, else nothing is run
    Required,
    /// As many as the system allows; what is missing is said
    Auto,
    /// None but the limits
    Off,
}

fn parse_factor(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (1.0..=100.0).contains(factor));
    factor.ok_or_else(|| "not a number from 1 to 100".into())
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds =
        text.parse().ok().filter(|s| (limits::LEAST_SECONDS..=limits::MOST_SECONDS).contains(s));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "not a number from 0.001 to 86400".into())
}
