//! The flags of all commands that run submissions: how these are found and run, and where their
//! results are recorded.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};

use super::choice::{Listed, choice, named};
use super::quantity;
use referee_base::fault::Fault;
use referee_intake::submission::Grouping;
use referee_problem::ProblemSelection;
use referee_problem::limits::{self, LimitOverrides};
use referee_programs::{FilePattern, Strictness};
use referee_run::output::OutputSettings;
use referee_run::{HandInSpec, LimitSpec, ProblemSpec, ProgramSpec, RecordSpec, settings};
use referee_sandbox::Isolation;

/// How submissions are found and run, and where their results are recorded.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct SubmissionArgs {
    #[command(flatten)]
    pub(in crate::cli) hand_in: HandInArgs,
    #[command(flatten)]
    pub(in crate::cli) strictness: StrictnessArgs,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitArgs,
    /// How strictly to isolate programs
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = named(&ISOLATIONS))]
    pub(in crate::cli) isolation: Isolation,
    /// Add the languages of this file, or replace built-in ones
    #[arg(long, value_name = "FILE.toml")]
    pub(in crate::cli) languages: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) record: RecordArgs,
    #[command(flatten)]
    pub(in crate::cli) problem: ProblemArgs,
}

impl SubmissionArgs {
    /// Returns how submissions are found and run.
    pub(in crate::cli) fn spec(self) -> ProgramSpec {
        ProgramSpec {
            hand_in: self.hand_in.spec(),
            strictness: self.strictness.strictness(),
            limits: self.limits.spec(),
            isolation: self.isolation,
            languages: self.languages,
            record: self.record.spec(),
            problem: self.problem.spec(),
        }
    }
}

/// The values of `--isolation`, with their help.
pub(super) const ISOLATIONS: [(&str, Isolation, &str); 3] = [
    ("required", Isolation::Required, "Run nothing unless all isolation layers are active"),
    ("auto", Isolation::Auto, "Use all layers that the system allows, and report missing ones"),
    ("off", Isolation::Off, "Apply only the limits"),
];

/// The help of each grouping.
const EACH: [&str; 3] = [
    "Each file is a submission",
    "All files in a folder are a submission",
    "All files of an argument (a folder or an archive) are a submission, even if they look like several programs",
];

/// Which files are one submission.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct HandInArgs {
    /// What counts as one submission
    #[arg(long, value_name = "WHAT", value_parser = choice(&Grouping::EACH, &EACH))]
    each: Option<Grouping>,
    /// The main file of each submission, by a pattern
    #[arg(long, value_name = "GLOB", value_parser = FilePattern::parse)]
    file: Option<FilePattern>,
}

impl HandInArgs {
    /// Returns how files are grouped into submissions.
    pub(super) fn spec(self) -> HandInSpec {
        let grouping = self.each.unwrap_or_default();
        HandInSpec { grouping, file: self.file, ..HandInSpec::default() }
    }
}

/// The variable that build servers set to `true`.
const CI: &str = "CI";

/// The values of `--missing-compilers`, with their help.
const WHEN: [(&str, Strictness, &str); 3] = [
    ("auto", Strictness::Usual, "Fail if a verdict depends on it"),
    ("fail", Strictness::Strict, "Fail if anything is left undone"),
    ("skip", Strictness::Lenient, "Skip whatever needs it, without failing"),
];

/// What may be left undone for lack of a compiler or interpreter.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub(in crate::cli) struct StrictnessArgs {
    /// How to treat a missing compiler or interpreter [default: auto, or fail if CI=true]
    #[arg(long, value_name = "WHAT", value_parser = named(&WHEN))]
    missing_compilers: Option<Strictness>,
}

impl StrictnessArgs {
    /// Returns the value of the flag, or else that of the environment.
    pub(in crate::cli) fn strictness(&self) -> Strictness {
        self.missing_compilers.unwrap_or_else(|| match std::env::var_os(CI) {
            Some(value) if value == "true" || value == "1" => Strictness::Strict,
            _ => Strictness::Usual,
        })
    }
}

/// The value of `--time-limit`.
#[derive(Debug, Clone, Copy, PartialEq)]
enum TimeLimit {
    Time(Duration),
    /// A multiple of the time of the slowest accepted submission.
    Inferred(f64),
}

/// What each run may use. Without a flag, `problem.toml` or the default applies.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct LimitArgs {
    /// Limit CPU time for each case: in seconds, or as 2s or 500ms; 3x is three times the slowest
    /// accepted submission [default: 2]
    #[arg(long = "time-limit", value_name = "SECONDS", value_parser = parse_time_limit)]
    time: Option<TimeLimit>,
    /// Limit wall-clock time: in seconds, or as 2s or 500ms [default: twice the CPU time plus a
    /// second]
    #[arg(long = "wall-limit", value_name = "SECONDS", value_parser = quantity::seconds)]
    wall: Option<Duration>,
    /// Limit memory: in MiB, or as 512m or 1g [default: 512]
    #[arg(long, value_name = "MIB", value_parser = quantity::mebibytes)]
    memory: Option<u64>,
    /// Limit standard output: in MiB, or as 512m or 1g [default: 64]
    #[arg(long = "output-limit", value_name = "MIB", value_parser = quantity::mebibytes)]
    output: Option<u64>,
    /// Limit the files that a program writes: in MiB, or as 512m or 1g [default: as --output-limit]
    #[arg(long = "file-limit", value_name = "MIB", value_parser = quantity::mebibytes)]
    files: Option<u64>,
    /// Limit processes and threads [default: 128]
    #[arg(long, value_name = "N", value_parser = quantity::count(1..=limits::MAX_PROCESSES))]
    processes: Option<u32>,
}

impl LimitArgs {
    fn spec(self) -> LimitSpec {
        let LimitArgs { time, wall, memory, output, files, processes } = self;
        let (time, infer_time_limit) = match time {
            Some(TimeLimit::Inferred(factor)) => (None, Some(factor)),
            Some(TimeLimit::Time(time)) => (Some(time), None),
            None => (None, None),
        };
        let given = LimitOverrides { time, wall, memory, output, files, processes };
        LimitSpec { given, infer_time_limit }
    }
}

/// Parses a time, or a factor followed by `x`.
fn parse_time_limit(text: &str) -> Result<TimeLimit, String> {
    match text.strip_suffix('x') {
        Some(factor) => quantity::number(factor, &(1.0..=100.0))
            .map(TimeLimit::Inferred)
            .map_err(|message| format!("{message} before x")),
        None => quantity::seconds(text).map(TimeLimit::Time),
    }
}

/// The help of each value of `--record`.
const PLACES: [(&str, &str); 3] = [
    (
        "DIR",
        "Record results in this folder [default: .referee next to problem.toml, or in the case folder]",
    ),
    (
        "from=DIR",
        "Also use the results recorded there, without writing; later ones take precedence",
    ),
    ("off", "Neither record results nor use recorded ones"),
];

/// Where results are recorded.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub(in crate::cli) struct RecordArgs {
    /// Ignore recorded results, and report which verdicts changed
    #[arg(long)]
    pub(in crate::cli) rerun: bool,
    /// Where to record results; can be repeated
    #[arg(long, value_name = "DIR", value_parser = parser())]
    record: Vec<RecordArg>,
}

/// A value of `--record`.
#[derive(Debug, Clone, PartialEq)]
enum RecordArg {
    In(PathBuf),
    From(PathBuf),
    Off,
}

fn parser() -> impl TypedValueParser<Value = RecordArg> {
    Listed { parser: OsStringValueParser::new().try_map(RecordArg::parse), values: &PLACES }
}

impl RecordArg {
    fn parse(word: OsString) -> Result<RecordArg, String> {
        match word.as_bytes().strip_prefix(b"from=") {
            Some(b"") => Err("the folder after `from=` is missing".into()),
            Some(folder) => Ok(RecordArg::From(OsStr::from_bytes(folder).into())),
            None if word.is_empty() => Err("the folder is missing".into()),
            None if word == "off" => Ok(RecordArg::Off),
            None => Ok(RecordArg::In(word.into())),
        }
    }
}

impl RecordArgs {
    /// Returns where results are recorded.
    fn spec(self) -> RecordSpec {
        let mut spec = RecordSpec { reruns: self.rerun, ..RecordSpec::default() };
        for record in self.record {
            match record {
                RecordArg::In(folder) => spec.folders.push(folder),
                RecordArg::From(folder) => spec.from.push(folder),
                RecordArg::Off => spec.is_off = true,
            }
        }
        spec
    }
}

/// The problem of the cases, if no `problem.toml` says it.
#[derive(Debug, Clone, PartialEq, Args)]
pub(in crate::cli) struct ProblemArgs {
    /// The problem of the cases [default: the one in the nearest problem.toml]
    #[arg(long, value_name = "NAME")]
    problem: Option<String>,
    /// Set an option of the problem's checker (see `referee problems`); can be repeated
    #[arg(long = "checker-option", value_name = "NAME")]
    options: Vec<String>,
    /// Follow links of a package that stay inside this folder [default: the repository of the
    /// package]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
}

impl ProblemArgs {
    /// Returns the selected problem.
    pub(in crate::cli) fn spec(self) -> ProblemSpec {
        let ProblemArgs { problem, options, root } = self;
        ProblemSpec { problem, options, root }
    }

    /// Returns the selection of the problem, with the user's languages; `problems` and `others` are
    /// the paths that the command works on.
    pub(in crate::cli) fn named<P: AsRef<Path>, O: AsRef<Path>>(
        &self,
        problems: impl IntoIterator<Item = P>,
        others: impl IntoIterator<Item = O>,
        output: &OutputSettings,
    ) -> Result<ProblemSelection, Fault> {
        let languages = settings::languages(None, problems, others, output)?;
        Ok(self.clone().spec().selection(output.tool_runner(Isolation::Auto, languages)))
    }
}
