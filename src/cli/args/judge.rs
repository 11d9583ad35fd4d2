//! The flags of `judge`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::choice::{details, named};
use super::feedback::SeeingArgs;
use super::quantity;
use super::reports::ReportArgs;
use super::submissions::{StrictnessArgs, SubmissionArgs};
use referee_run::detail::{self, Detail};
use referee_run::{CountingSpec, FeedbackSpec, RECHECKS, ReportSpec, RunSpec};

/// Run submissions on all cases, and compare verdicts with expectations
///
/// A submission is a file or a folder of files. In a folder called accepted, wrong_answer,
/// time_limit_exceeded, run_time_error and so on, it is expected to get that verdict; anywhere
/// else, it is expected to be accepted.
#[derive(Debug, PartialEq, Args)]
#[command(
    override_usage = "referee judge [OPTIONS] <PROBLEM> [SUBMISSIONS]...\n       referee judge --resume [PROBLEM]",
    after_help = "Examples:\n  referee judge examples/infinity-war\n  \
    referee judge infinity-war mine.cpp --all-cases --time-limit 2 --report jsonl\n  \
    referee judge infinity-war moodle.zip --report feedback=texts\n  \
    referee judge infinity-war a-file-for-each-student.zip --each file\n  \
    referee judge --resume infinity-war\n\n\
    Kinds of report: `referee help reports`. How submissions are found: `referee help submissions`."
)]
pub(in crate::cli) struct JudgeArgs {
    /// A problem folder, a package, a case folder, or the name of a shipped problem
    #[arg(value_name = "PROBLEM", required_unless_present = "resume")]
    pub(in crate::cli) place: Option<PathBuf>,
    /// Files, folders of files, folders of submissions, or archives of these [default: those of the
    /// problem]
    pub(in crate::cli) submissions: Vec<PathBuf>,
    /// Judge only cases whose names match this pattern; can be repeated
    #[arg(long, value_name = "GLOB")]
    pub(in crate::cli) only: Vec<String>,
    /// Run each submission on all cases, even after a failure
    #[arg(long)]
    pub(in crate::cli) all_cases: bool,
    /// Run each case N times, count the worst verdict, and list submissions whose verdicts differ
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = quantity::count(1..=1000_usize))]
    pub(in crate::cli) repeat: usize,
    /// Rerun results close to the time limit, one at a time, up to N times, and count the shortest
    /// time: off, auto (5) or N
    #[arg(long, value_name = "N", default_value = "auto", value_parser = parse_rechecks)]
    pub(in crate::cli) recheck: usize,
    /// Expect no particular verdicts, whatever the folders are named: exit code 0 if all
    /// submissions could be judged, 3 if not
    #[arg(long, value_name = "WHAT")]
    pub(in crate::cli) expect: Option<Expectation>,
    #[command(flatten)]
    pub(in crate::cli) runs: SubmissionArgs,
    /// Count instructions
    #[arg(long, value_name = "WHAT", value_parser = named(&COUNTING))]
    pub(in crate::cli) instructions: Option<CountingSpec>,
    /// Save what submissions write, in DIR/SUBMISSION/CASE.out and CASE.err; reruns everything,
    /// recorded or not
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) keep_output: Option<PathBuf>,
    /// Continue the interrupted run of these cases, with its options
    #[arg(long)]
    pub(in crate::cli) resume: bool,
    /// Judge only one submission, and explain everything: by its name, its student's name or
    /// number, or a unique part of the name
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) student: Option<String>,
    #[command(flatten)]
    pub(in crate::cli) seen: SeeingArgs,
    /// What reports show; can be repeated, or a list
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = details(&detail::OF_RUNS))]
    pub(in crate::cli) details: Vec<Detail>,
    #[command(flatten)]
    pub(in crate::cli) reports: ReportArgs,
}

/// The maximum number of reruns for a recheck.
const MAX_RECHECKS: usize = 20;

impl JudgeArgs {
    /// Returns the request of a command line without flags.
    pub(in crate::cli) fn bare() -> RunSpec {
        let mut bare = RunSpec::default();
        bare.runs.strictness = StrictnessArgs::default().strictness();
        bare
    }

    /// Returns the request; `jobs` is the number of programs that run at the same time.
    pub(in crate::cli) fn spec(self, jobs: Option<usize>) -> RunSpec {
        let explains_all = self.student.is_some();
        let reports = ReportSpec { seeing: self.seen.seeing(), ..self.reports.spec() };
        let mut spec = RunSpec {
            place: self.place,
            submissions: self.submissions,
            only: self.only,
            all_cases: self.all_cases,
            repeat: self.repeat,
            recheck: self.recheck,
            expects_nothing: self.expect == Some(Expectation::Nothing),
            runs: self.runs.spec(),
            counting: self.instructions.unwrap_or_default(),
            keep_output: self.keep_output,
            feedback: FeedbackSpec { student: self.student, sanitize: false },
            reports,
            jobs,
            ..RunSpec::default()
        };
        detail::add_to_run(&self.details, &mut spec);
        // A user who selects one person wants to see all failures, even expected ones.
        spec.reports.explain_all = explains_all;
        spec.reports.explain_expected |= explains_all;
        spec
    }
}

/// What is expected of all submissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Expectation {
    /// Any result is fine
    Nothing,
}

/// What instructions are counted for, with the help of each.
const COUNTING: [(&str, CountingSpec, &str); 2] = [
    ("show", CountingSpec::Shown, "Show them next to the CPU time, if the machine can count them"),
    (
        "limit",
        CountingSpec::Limited,
        "Limit them: for languages compiled to machine code, 2 * 10^9 count as a second of the time \
         limit; fails if the machine cannot count them",
    ),
];

fn parse_rechecks(text: &str) -> Result<usize, String> {
    let number = || text.parse().ok().filter(|runs| (1..=MAX_RECHECKS).contains(runs));
    match text {
        "off" => Ok(0),
        "auto" => Ok(RECHECKS),
        _ => number()
            .ok_or_else(|| format!("not off, auto or a whole number from 1 to {MAX_RECHECKS}")),
    }
}
