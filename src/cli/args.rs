//! The command line: the one definition of all flags, from which help, completions and man pages are
//! made as well.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use super::feedback::Feedback;
use crate::problem_file::Named;
use crate::report::students::{Seeing, Seen};
use crate::report::{self, Kind};
use crate::subtraction::{self, Rule, notation};

/// Generates test cases, runs reference solvers, checks contestants' outputs.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100, arg_required_else_help = true)]
#[command(
    after_help = "Example:\n  referee check cases/infinity-war examples/infinity-war/outputs\n\n\
    Exit codes: 0 all as expected, 1 something was judged and failed, 2 wrong usage or bad input of ours,\n\
    3 judge error, 130 interrupted."
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Command,
    #[command(flatten)]
    pub(super) common: Common,
}

/// Flags that every command knows.
#[derive(Debug, Args)]
pub(super) struct Common {
    /// How many threads may work [default: the cores]
    #[arg(long, short, visible_alias = "threads", global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) jobs: Option<u16>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(super) color: Color,
    /// Say only what is wrong
    #[arg(long, short, global = true)]
    pub(super) quiet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List what is built in: problems, their solvers, their families of inputs with parameters
    #[command(after_help = "Example:\n  referee problems infinity-war")]
    Problems {
        /// Only these problems
        #[arg(value_name = "PROBLEM")]
        problems: Vec<String>,
    },
    Generate(Generate),
    Solve(Solve),
    Validate(Validate),
    Check(Check),
    /// Evaluate the first positions of a game, for those who study it
    #[command(
        arg_required_else_help = true,
        after_help = "Example:\n  referee evaluate subtraction-game --rule squares --upto 2^20"
    )]
    Evaluate {
        #[command(subcommand)]
        game: Game,
    },
    Judge(Judge),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  referee completions bash > ~/.local/share/bash-completion/completions/referee"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write man pages into a folder
    #[command(after_help = "Example:\n  referee man ~/.local/share/man/man1")]
    Man {
        /// The folder
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        /// Overwrite pages that are there
        #[arg(long)]
        force: bool,
    },
}

/// Make cases from recipes: inputs, answers, and a manifest of both
///
/// A case that is there and differs is left alone unless --force is given.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee generate infinity-war\n  \
    referee generate my-recipe.toml --out cases/mine --only 'secret/2*'\n  \
    referee generate infinity-war --check")]
pub(super) struct Generate {
    /// Recipe files, or problems whose built-in recipe is meant [default: all problems]
    #[arg(value_name = "RECIPE.toml|PROBLEM")]
    pub(super) recipes: Vec<String>,
    /// The case folder [default: cases/PROBLEM]
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,
    /// Only cases whose name matches, such as 'secret/2*'; may be given again
    #[arg(long, value_name = "GLOB")]
    pub(super) only: Vec<String>,
    /// Write nothing; name every difference between the recipe, the disk and the manifest
    #[arg(long, conflicts_with_all = ["force", "list"])]
    pub(super) check: bool,
    /// Overwrite cases that are not as the recipe has them
    #[arg(long, conflicts_with = "list")]
    pub(super) force: bool,
    /// Make nothing; list the cases that would be made
    #[arg(long)]
    pub(super) list: bool,
}

/// Run a reference solver over directories of cases and write the answers that are missing
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee solve cases/infinity-war\n  \
    referee solve cases/infinity-war --verify\n  \
    referee solve cases/infinity-war --solver brute-force --force")]
pub(super) struct Solve {
    /// Case folders, or single .in files
    #[arg(required = true)]
    pub(super) cases: Vec<PathBuf>,
    /// The solver; `referee problems` lists them [default: the problem's first]
    #[arg(long, value_name = "NAME", conflicts_with = "verify")]
    pub(super) solver: Option<String>,
    /// Write nothing; check the answers that are there, any right one is accepted
    #[arg(long, conflicts_with = "force")]
    pub(super) verify: bool,
    /// Overwrite answers that are there
    #[arg(long)]
    pub(super) force: bool,
    #[command(flatten)]
    pub(super) problem: Problem,
}

/// Hold every input against the strict grammar and every answer against its input
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  referee validate cases")]
pub(super) struct Validate {
    /// Case folders, or single .in files
    #[arg(required = true)]
    pub(super) cases: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) problem: Problem,
}

/// Check contestants' outputs against cases; any right answer is accepted
///
/// OUTPUTS is the folder of one contestant, or a folder of contestants' folders, laid out like the case
/// folder: CASE.out, CASE.ans or CASE.txt.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  referee check cases/infinity-war examples/infinity-war/outputs\n  \
    referee check cases/infinity-war outputs --report human --report junit=report.xml\n\n\
    Kinds of report: human (a table and every reason), jsonl (one event a line), junit,\n\
    csv (a row per contestant and case), summary-csv (a row per contestant)."
)]
pub(super) struct Check {
    /// The case folder
    pub(super) cases: PathBuf,
    /// Folders of outputs
    #[arg(required = true)]
    pub(super) outputs: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) reports: Reports,
    #[command(flatten)]
    pub(super) problem: Problem,
}

/// The reports of a run.
#[derive(Debug, Args)]
pub(super) struct Reports {
    /// A report to make; without a file it goes to standard output [default: human]
    #[arg(long = "report", value_name = "KIND[=FILE]", value_parser = parse_report)]
    pub(super) reports: Vec<ReportTo>,
    /// Overwrite report files that are there
    #[arg(long)]
    pub(super) force: bool,
    /// How many refusals of each contestant the human report explains, for each reason
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(super) details: usize,
    /// What students may see; flags of `judge` say it.
    #[arg(skip)]
    pub(super) seeing: Seeing,
}

impl Reports {
    /// Whether a report shows students the starts of what programs read and write.
    pub(super) fn want_excerpts(&self) -> bool {
        let is_for_students = |to: &ReportTo| matches!(to.kind, Kind::Students(_));
        self.seeing.sample.max(self.seeing.secret) > Seen::Verdict
            && self.reports.iter().any(is_for_students)
    }
}

/// Compile submissions, run them on every case under limits, and compare verdicts with what is expected
///
/// A submission is a file, or a folder of files. One in a folder called accepted, wrong_answer,
/// time_limit_exceeded, run_time_error and so on is expected to get that; any other one, to be accepted.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  referee judge cases/infinity-war examples/infinity-war/submissions\n  \
    referee judge cases/infinity-war mine.cpp --mode all --time 2 --report jsonl\n  \
    referee judge cases/infinity-war moodle.zip --report feedback=texts\n\n\
    Kinds of report: human, jsonl, junit, csv and summary-csv as `check` has them;\n\
    students-csv (a row per student, with points), feedback (a text for each student),\n\
    gradescope (a results.json for each student). Of the last two, FILE is a folder unless it\n\
    ends in .txt or .json."
)]
pub(super) struct Judge {
    /// The case folder
    pub(super) cases: PathBuf,
    /// Submissions: files, folders of files, folders of submissions, or an archive of any of these
    #[arg(required = true)]
    pub(super) submissions: Vec<PathBuf>,
    /// Whether a submission that has failed is run on the cases after that
    #[arg(long, value_name = "MODE", default_value = "first-failure")]
    pub(super) mode: JudgeMode,
    /// CPU time for each case, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = parse_seconds)]
    pub(super) time: Duration,
    /// Memory, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    pub(super) memory: u64,
    /// What a program may write, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..1 << 20))]
    pub(super) output: u64,
    /// Whether programs must run apart from everything else
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub(super) isolation: IsolationWhen,
    /// A file of languages that are added, or replace built-in ones
    #[arg(long, value_name = "FILE.toml")]
    pub(super) languages: Option<PathBuf>,
    #[command(flatten)]
    pub(super) feedback: Feedback,
    #[command(flatten)]
    pub(super) reports: Reports,
    #[command(flatten)]
    pub(super) problem: Problem,
}

/// The games that can be evaluated.
#[derive(Debug, Subcommand)]
pub(super) enum Game {
    #[command(name = subtraction::NAME)]
    Subtraction(Evaluate),
}

/// Evaluate the first N positions of a subtraction game: cold positions or nim-values, growth, period
///
/// There is a heap; a turn takes an amount from it that the rule allows; whoever cannot move loses. A
/// position is cold if the player to move loses.
#[derive(Debug, Args)]
#[command(after_help = report::evaluation::catalogue())]
pub(super) struct Evaluate {
    /// What may be taken: one of the rules below, or a set of amounts such as 1,2,5
    #[arg(long, value_name = "RULE", default_value = "squares")]
    pub(super) rule: Rule,
    /// Evaluate the positions 0 to N - 1; N as 1000000, 1_000_000, 10^9, 1e9 or 2^30
    #[arg(long, value_name = "N", value_parser = notation::number)]
    pub(super) upto: u64,
    /// Find nim-values, and not only which positions are cold
    #[arg(long)]
    pub(super) nim: bool,
    /// The method, one of those below [default: the fastest for the rule]
    #[arg(long, value_name = "NAME")]
    pub(super) method: Option<String>,
    /// Show the numbers at each power of two
    #[arg(long)]
    pub(super) counts: bool,
    /// Write the cold positions, or the nim-values: as text if the name ends in .txt, else in compact
    /// form; - prints the text instead of the report
    #[arg(long, value_name = "FILE")]
    pub(super) positions: Option<PathBuf>,
    /// Draw how the cold positions grow, or the largest nim-value
    #[arg(long, value_name = "FILE.svg")]
    pub(super) plot: Option<PathBuf>,
    /// The form of the report
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub(super) format: Format,
    /// Overwrite files that are there
    #[arg(long)]
    pub(super) force: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people: it may change at any time
    Human,
    /// One JSON object, with all counts
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum JudgeMode {
    /// It is not
    FirstFailure,
    /// It is run on all
    All,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum IsolationWhen {
    /// All layers must hold, else nothing is run
    Required,
    /// As many as the system allows; what is missing is said
    Auto,
    /// None but the limits
    Off,
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds =
        text.parse::<f64>().ok().filter(|seconds| *seconds >= 0.001 && *seconds <= 86_400.0);
    seconds.map(Duration::from_secs_f64).ok_or_else(|| "not a number from 0.001 to 86400".into())
}

/// The problem of the cases, where no `problem.toml` says it.
#[derive(Debug, Args)]
pub(super) struct Problem {
    /// The problem [default: as the nearest problem.toml says]
    #[arg(long, value_name = "NAME")]
    problem: Option<String>,
    /// An option of the problem's checker; may be given again. `referee problems` lists them
    #[arg(long = "option", value_name = "NAME")]
    options: Vec<String>,
}

impl Problem {
    pub(super) fn named(&self) -> Named {
        Named { problem: self.problem.clone(), options: self.options.clone() }
    }
}

/// A kind of report and where it goes; standard output where there is no file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ReportTo {
    pub(super) kind: Kind,
    pub(super) file: Option<PathBuf>,
}

impl ReportTo {
    /// Whether it goes to a folder: a file for each student, unless a single one is named.
    pub(super) fn is_folder(&self) -> bool {
        let is_file = |path: &PathBuf| path.extension().is_some_and(|e| e == "txt" || e == "json");
        matches!(self.kind, Kind::Students(_)) && self.file.as_ref().is_some_and(|p| !is_file(p))
    }
}

fn parse_report(text: &str) -> Result<ReportTo, String> {
    let (name, file) = match text.split_once('=') {
        Some((_, "")) => return Err("the file name after `=` is missing".into()),
        Some((name, "-")) => (name, None),
        Some((name, file)) => (name, Some(PathBuf::from(file))),
        None => (text, None),
    };
    match Kind::NAMES.iter().find(|(known, _)| *known == name) {
        Some(&(_, kind)) => Ok(ReportTo { kind, file }),
        None => {
            Err(crate::problems::unknown("kind of report", name, &Kind::NAMES.map(|k| k.0))
                .one_line())
        }
    }
}
