//! The command line: the only definition of all flags. Help, completions and man pages are
//! generated from it.

mod batch;
mod choice;
mod export;
mod feedback;
mod headings;
mod help;
mod hunt;
mod judge;
mod mutate;
mod new;
mod quantity;
mod reports;
#[cfg(test)]
mod round_trip;
mod shard;
mod similar;
mod strength;
mod submissions;

use std::io::Write as _;
use std::path::PathBuf;

use anstream::ColorChoice;
use choice::{details, named};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

use referee_course::course_file;
use referee_events::exit::Exit;
use referee_games::fit::Fit;
use referee_games::{self, Rule, notation};
use referee_programs::StartRule;
use referee_run::detail::{self, Detail};
use referee_run::output;

pub(in crate::cli) use batch::{AuditWhen, BatchArgs, BatchReportKind, ServeArgs};
pub(in crate::cli) use export::ExportArgs;
pub(in crate::cli) use headings::with_headings;
pub(in crate::cli) use hunt::HuntArgs;
pub(in crate::cli) use judge::JudgeArgs;
pub(in crate::cli) use mutate::MutateArgs;
pub(in crate::cli) use new::NewArgs;
pub(in crate::cli) use reports::{
    ReportArgs, ResultKind, ResultReportArgs, TableKind, write_all, write_tables,
};
pub(in crate::cli) use shard::{
    DeferredShardCommand, MergeArgs, REFUSED, ShardCommand, ShardParallelArgs, ShardPlanArgs,
    ShardSlurmArgs, SharedRunArgs,
};
pub(in crate::cli) use similar::SimilarArgs;
pub(in crate::cli) use strength::{DEFAULT_SEED, LimitsArgs, StrengthArgs, StrengthReportKind};
pub(in crate::cli) use submissions::{ProblemArgs, StrictnessArgs, SubmissionArgs};

/// Judge submissions, prepare contest problems, and grade courses
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100, arg_required_else_help = true)]
#[command(
    after_help = "Example:\n  referee check cases/infinity-war examples/infinity-war/outputs\n\n\
    Exit codes: 0 all as expected, 1 something was judged and failed, 2 wrong usage or bad configuration,\n\
    3 judge error, 130 interrupted."
)]
pub(in crate::cli) struct Cli {
    #[command(subcommand)]
    pub(in crate::cli) command: Command,
    #[command(flatten)]
    pub(in crate::cli) common: CommonArgs,
}

impl Cli {
    /// Parses the arguments of the process, or ends it with help or an error; `None` for
    /// `--version --verbose`.
    pub(in crate::cli) fn given() -> Option<Cli> {
        let error = match Cli::try_parse() {
            Ok(cli) => return Some(cli),
            Err(error) if error.kind() == ErrorKind::DisplayVersion && is_verbose() => return None,
            Err(error) => error,
        };
        show(error)
    }
}

/// Prints help or an error about the arguments, and ends the process.
fn show(error: clap::Error) -> ! {
    let words: Vec<String> =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let own = help::from_command(&Cli::command(), &words);
    if let Some(text) = help::topic(own) {
        print_help(text);
    }
    let asks = |flag: &str| words.iter().take_while(|word| *word != "--").any(|word| word == flag);
    let short = || help::short(Cli::command(), &words, output::columns().min(100));
    let command = own.first().map_or("", String::as_str);
    let is_whole = asks("--help") || command == "help";
    match error.kind() {
        ErrorKind::DisplayHelp if is_whole && own.len() > 1 => {
            let again = headings::with_headings(Cli::command()).try_get_matches();
            again.err().unwrap_or(error).exit()
        }
        ErrorKind::DisplayHelp => print_help(&short()),
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand if words.is_empty() => {
            let _ = anstream::stderr().write_all(short().as_bytes());
            std::process::exit(Exit::BadInput as i32)
        }
        ErrorKind::UnknownArgument if ["judge", "grade", "shard"].contains(&command) => {
            pointing_to_courses(error).exit()
        }
        _ => error.exit(),
    }
}

/// Adds a suggestion for a flag that is a key of `course.toml` instead.
fn pointing_to_courses(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg)
        && let Some(tip) = course_file::key_instead_of(flag)
    {
        error.remove(ContextKind::SuggestedArg);
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// Prints help, and ends the process. A reader that closes the output early is not an error.
fn print_help(text: &str) -> ! {
    let _ = anstream::stdout().write_all(text.as_bytes());
    std::process::exit(0)
}

/// Returns whether `--verbose` or `-v` is among the arguments; it is called if they also contain
/// the version flag.
fn is_verbose() -> bool {
    let is_short = |word: &str| word.starts_with('-') && !word.starts_with("--");
    let words = std::env::args_os().skip(1).filter_map(|word| word.into_string().ok());
    words.into_iter().any(|word| word == "--verbose" || is_short(&word) && word.contains('v'))
}

/// Flags of every command.
#[derive(Debug, Args)]
pub(in crate::cli) struct CommonArgs {
    /// Use N threads [default: the number of cores]
    #[arg(long, short, visible_alias = "threads", global = true, value_name = "N", value_parser = quantity::count::<u16>(1..=u16::MAX))]
    pub(in crate::cli) jobs: Option<u16>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", value_parser = named(&COLORS))]
    pub(in crate::cli) color: ColorChoice,
    /// Print only errors
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub(in crate::cli) quiet: bool,
    /// How to start jury programs and candidates of batches; with warm, also submissions
    #[arg(long, global = true, value_name = "HOW", default_value = "auto", value_parser = named(&STARTS))]
    pub(in crate::cli) start: StartRule,
    /// Log what happens and why; -vv: also each program that is started; with --version: how this
    /// program was built, and what this machine provides
    #[arg(long, short, global = true, action = clap::ArgAction::Count)]
    pub(in crate::cli) verbose: u8,
}

/// The values of `--start`, with their help.
const STARTS: [(&str, StartRule, &str); 3] = [
    ("cold", StartRule::Cold, "Start the program for each run"),
    ("warm", StartRule::Warm, "Start a program once and fork it for each run, if possible"),
    (
        "auto",
        StartRule::Auto,
        "Like warm, for candidates and for programs that run more than twice",
    ),
];

/// The values of `--color`, with their help.
const COLORS: [(&str, ColorChoice, &str); 3] = [
    ("auto", ColorChoice::Auto, "On a terminal, unless NO_COLOR is set"),
    ("always", ColorChoice::Always, "Always"),
    ("never", ColorChoice::Never, "Never"),
];

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Command {
    /// List the shipped problems, their solvers and families of inputs
    #[command(after_help = "Example:\n  referee problems infinity-war")]
    Problems {
        /// List only these problems
        #[arg(value_name = "PROBLEM")]
        problems: Vec<String>,
    },
    Generate(GenerateArgs),
    Solve(SolveArgs),
    Validate(ValidateArgs),
    Check(CheckArgs),
    /// Evaluate the first positions of a game
    #[command(
        arg_required_else_help = true,
        after_help = "Example:\n  referee evaluate subtraction-game --rule squares --upto 2^20"
    )]
    Evaluate {
        #[command(subcommand)]
        game: GameArg,
    },
    Judge(Box<JudgeArgs>),
    Batch(Box<BatchArgs>),
    Serve(ServeArgs),
    Grade(GradeArgs),
    /// Split a run over many machines, and merge the results
    #[command(
        arg_required_else_help = true,
        after_help = "Example:\n  referee shard plan infinity-war submissions --shards 8 --write plan.json"
    )]
    Shard {
        #[command(subcommand)]
        command: DeferredShardCommand,
    },
    Show(ShowArgs),
    Similar(SimilarArgs),
    Strength(StrengthArgs),
    Limits(LimitsArgs),
    Hunt(HuntArgs),
    Mutate(MutateArgs),
    Export(ExportArgs),
    Doctor(DoctorArgs),
    New(NewArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  referee completions bash > ~/.local/share/bash-completion/completions/referee"
    )]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// Make cases from recipes and generators
///
/// Existing cases that differ are not changed without --force.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee generate infinity-war\n  \
    referee generate my-recipe.toml --out cases/mine --only 'secret/2*'\n  \
    referee generate infinity-war --check\n  \
    referee generate my-package")]
pub(in crate::cli) struct GenerateArgs {
    /// Recipes, shipped problems (with built-in recipes), folders with a problem.toml and a recipe,
    /// or package folders [default: all shipped problems]
    #[arg(value_name = "RECIPE.toml|PROBLEM|PACKAGE")]
    pub(in crate::cli) recipes: Vec<String>,
    /// The case folder [default: the one set in problem.toml, or cases/PROBLEM]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) out: Option<PathBuf>,
    /// Generate only cases whose names match this pattern, such as 'secret/2*'; can be repeated
    #[arg(long, value_name = "GLOB")]
    pub(in crate::cli) only: Vec<String>,
    /// Write nothing, and report every difference between the recipe, the disk and the manifest
    #[arg(long, conflicts_with_all = ["force", "list"])]
    pub(in crate::cli) check: bool,
    /// Overwrite cases that differ from the recipe
    #[arg(long, conflicts_with = "list")]
    pub(in crate::cli) force: bool,
    /// Write nothing, and list the cases that would be generated
    #[arg(long)]
    pub(in crate::cli) list: bool,
    /// Packages: run each generator twice, even if nothing changed, and compare
    #[arg(long, conflicts_with = "list")]
    pub(in crate::cli) check_deterministic: bool,
    /// Packages: remove files in data/ that no rule generates
    #[arg(long, conflicts_with_all = ["check", "list", "only"])]
    pub(in crate::cli) clean: bool,
    /// Packages: follow links that stay inside this folder [default: the repository of the package]
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) root: Option<PathBuf>,
}

/// Write or verify the answers of cases
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee solve cases/infinity-war\n  \
    referee solve cases/infinity-war --verify\n  \
    referee solve cases/infinity-war --solver brute-force --force")]
pub(in crate::cli) struct SolveArgs {
    /// Problem folders, packages, case folders, names of shipped problems, or single .in files
    #[arg(required = true)]
    pub(in crate::cli) cases: Vec<PathBuf>,
    /// The solver; `referee problems` lists them [default: the problem's first]
    #[arg(long, value_name = "NAME", conflicts_with = "verify")]
    pub(in crate::cli) solver: Option<String>,
    /// Write nothing, and check the existing answers; any right answer is accepted
    #[arg(long, conflicts_with = "force")]
    pub(in crate::cli) verify: bool,
    /// Overwrite existing answers
    #[arg(long)]
    pub(in crate::cli) force: bool,
    #[command(flatten)]
    pub(in crate::cli) problem: ProblemArgs,
}

/// Check inputs, answers and the whole package
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  referee validate cases")]
pub(in crate::cli) struct ValidateArgs {
    /// Problem folders, packages, case folders, names of shipped problems, or single .in files
    #[arg(required = true)]
    pub(in crate::cli) cases: Vec<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) strictness: StrictnessArgs,
    #[command(flatten)]
    pub(in crate::cli) problem: ProblemArgs,
}

/// Check outputs that were produced elsewhere; any right answer is accepted
///
/// OUTPUTS is the folder of one contestant, or a folder of contestants' folders, laid out like the
/// case folder: CASE.out, CASE.ans or CASE.txt.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  referee check cases/infinity-war examples/infinity-war/outputs\n  \
    referee check cases/infinity-war outputs --report human --report junit=report.xml\n\n\
    Kinds of report: human, html, jsonl, junit, csv, summary-csv and changes-csv; see `referee help reports`."
)]
pub(in crate::cli) struct CheckArgs {
    /// A problem folder, a package, a case folder, or the name of a shipped problem
    pub(in crate::cli) cases: PathBuf,
    /// Folders of outputs
    #[arg(required = true)]
    pub(in crate::cli) outputs: Vec<PathBuf>,
    /// What reports show; can be repeated, or a list
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = details(&detail::OF_REPORTS))]
    pub(in crate::cli) details: Vec<Detail>,
    #[command(flatten)]
    pub(in crate::cli) reports: ReportArgs,
    #[command(flatten)]
    pub(in crate::cli) problem: ProblemArgs,
}

/// Draw a case, and the proof or refutation of an output
///
/// CASE is an input file, or the name of a case prefixed by its case folder, package or shipped
/// problem. If a problem has no drawings, the starts of the files are shown.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee show infinity-war/sample/02-tie\n  \
    referee show my-package/secret/2-large my.out --svg claim.svg")]
pub(in crate::cli) struct ShowArgs {
    /// The case
    pub(in crate::cli) case: PathBuf,
    /// An output for the case
    pub(in crate::cli) output: Option<PathBuf>,
    /// Write the drawing to FILE as an image
    #[arg(long, value_name = "FILE.svg")]
    pub(in crate::cli) svg: Option<PathBuf>,
    /// Overwrite an existing FILE
    #[arg(long, requires = "svg")]
    pub(in crate::cli) force: bool,
    #[command(flatten)]
    pub(in crate::cli) problem: ProblemArgs,
}

/// Check this machine: isolation, compilers, cores, memory
///
/// For each missing isolation layer, it gives the reason and how to enable it. Without --strict,
/// the exit code is 0 even if something is missing.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee doctor\n  referee doctor --strict --quiet\n  \
    referee doctor --report json")]
pub(in crate::cli) struct DoctorArgs {
    /// Exit with 1 if an isolation layer is missing
    #[arg(long)]
    pub(in crate::cli) strict: bool,
    /// Add the languages of this file, or replace built-in ones
    #[arg(long, value_name = "FILE.toml")]
    pub(in crate::cli) languages: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) reports: ResultReportArgs<ResultKind>,
}

/// Grade a class: deadlines, points, feedback, worksheets (course.toml)
///
/// Judges the hand-ins, applies due times and decisions, and writes grades, the filled worksheet,
/// feedback and a page into a new folder of results.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee new --course exercise-3\n  \
    referee grade exercise-3\n  \
    referee grade exercise-3 --student 'Bob Ray'\n  \
    referee grade --publish exercise-3")]
pub(in crate::cli) struct GradeArgs {
    /// The folder of the course.toml
    #[arg(value_name = "FOLDER", default_value = ".")]
    pub(in crate::cli) folder: PathBuf,
    /// Judge nothing, and mark the last run, or the one of this name, as published: later runs are
    /// compared with it
    #[arg(long, value_name = "RUN", num_args = 0..=1, require_equals = true)]
    pub(in crate::cli) publish: Option<Option<String>>,
    /// Judge only one student's submission, explain everything, and write no results: by the
    /// student's name or number, or a unique part of the name
    #[arg(long, value_name = "NAME", conflicts_with = "publish")]
    pub(in crate::cli) student: Option<String>,
    /// The exercise of that submission, if the course has several
    #[arg(long, value_name = "NAME", requires = "student")]
    pub(in crate::cli) exercise: Option<String>,
    /// Judge that submission only on cases whose names match this pattern; can be repeated
    #[arg(long, value_name = "GLOB", requires = "student")]
    pub(in crate::cli) only: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) strictness: StrictnessArgs,
}

/// The games that can be evaluated.
#[derive(Debug, Subcommand)]
pub(in crate::cli) enum GameArg {
    #[command(name = referee_games::NAME)]
    Subtraction(EvaluateArgs),
}

/// Evaluate the first N positions of a subtraction game: cold positions or nim-values, growth,
/// period
///
/// In a turn, a player removes an amount that the rule allows from a heap; a player who cannot move
/// loses. A position is cold if the player to move loses.
#[derive(Debug, Args)]
#[command(after_help = referee_results::evaluation::catalogue())]
pub(in crate::cli) struct EvaluateArgs {
    /// The allowed amounts: one of the rules below, or a set such as 1,2,5
    #[arg(long, value_name = "RULE", default_value = "squares")]
    pub(in crate::cli) rule: Rule,
    /// Evaluate the positions 0 to N - 1; N is written as 1000000, 1_000_000, 10^9, 1e9 or 2^30
    #[arg(long, value_name = "N", value_parser = notation::number)]
    pub(in crate::cli) upto: u64,
    /// Compute nim-values instead of cold positions
    #[arg(long)]
    pub(in crate::cli) nim: bool,
    /// Use one of the methods below [default: the fastest for the rule and many positions]
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) method: Option<String>,
    /// Compare all suitable methods, on growing powers of two up to N, for this many seconds
    #[arg(long, value_name = "SECONDS", num_args = 0..=1, default_missing_value = "60")]
    #[arg(conflicts_with_all = ["method", "counts", "positions", "fit"])]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(in crate::cli) compare: Option<u64>,
    /// Print the counts at each power of two
    #[arg(long)]
    pub(in crate::cli) counts: bool,
    /// Store the cold positions in FILE instead of in memory, and continue an interrupted run
    #[arg(long, value_name = "FILE")]
    #[arg(conflicts_with_all = ["nim", "method", "compare", "positions", "fit"])]
    pub(in crate::cli) stretches: Option<PathBuf>,
    /// How to fit the growth law
    #[arg(long, value_name = "FIT", default_value = "least-squares", value_parser = named(&FITS))]
    pub(in crate::cli) fit: Fit,
    /// Write the cold positions, or the nim-values, to FILE: as text if its name ends in .txt,
    /// otherwise in compact form; - prints the text instead of the report
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) positions: Option<PathBuf>,
    /// Plot the growth of the cold positions, or of the largest nim-value; with --compare, the
    /// times
    #[arg(long, value_name = "FILE.svg")]
    pub(in crate::cli) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) reports: ResultReportArgs<ResultKind>,
}

/// The values of `--fit`, with their help.
const FITS: [(&str, Fit, &str); 2] = [
    ("least-squares", Fit::LeastSquares, "To the powers of two from 2^10 on"),
    (
        "repeated-medians",
        Fit::RepeatedMedians,
        "To all cubes below N, as in the figure of the source",
    ),
];
