//! The flags of `batch` and `serve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::choice::{details, listed, named};
use super::quantity;
use super::reports::{ResultReport, ResultReportArgs};
use super::submissions::ISOLATIONS;
use referee_base::document::one_of;
use referee_base::fault::Fault;
use referee_batch::{
    Address, BatchSettings, Comparing, FieldTable, Reward, RowForm, Shape, TaskFormat,
};
use referee_problem::limits::LimitOverrides;
use referee_programs::StartRule;
use referee_run::ReportSpec;
use referee_run::detail::{self, Detail};
use referee_sandbox::Isolation;
use referee_shards::RequestedShard;

/// Judge candidate programs on the tasks of a data set
///
/// Each candidate is run on the tests of its task, which read standard input or call functions.
/// Expected results are never in the process of a candidate. The exit code does not depend on
/// verdicts: it is 0 if everything was judged, and 3 if not.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  referee batch --tasks tasks.jsonl --candidates samples.jsonl.gz\n  \
    referee batch --tasks HumanEval.jsonl.gz --candidates - --extract --report jsonl=rows.jsonl\n  \
    referee batch --tasks 'data/*.jsonl' --candidates out/ --reward fraction --report jsonl\n  \
    referee batch --tasks 'data/*.jsonl' --audit --report audit=card.jsonl\n\n\
    Files contain JSON lines or JSON arrays, plain or compressed by gzip or zstd. Kinds of report:\n\
    human; json (the same figures, one object); html (a page with the figures, tasks and failures);\n\
    jsonl (a row for each candidate); audit (a row for each task with solutions, with --audit);\n\
    lcb, verl, open-instruct (rows in the format of these harnesses)."
)]
pub(in crate::cli) struct BatchArgs {
    /// Read tasks from these files, folders or patterns, or from standard input (`-`); problems,
    /// packages, folders of them, and shipped problems by name are also tasks
    #[arg(long, value_name = "PATH", required = true, num_args = 1..)]
    pub(in crate::cli) tasks: Vec<PathBuf>,
    /// Read candidates from these files, folders or patterns, or from standard input (`-`)
    #[arg(long, value_name = "PATH", required_unless_present = "audit", num_args = 1..)]
    pub(in crate::cli) candidates: Vec<PathBuf>,
    /// First judge the solutions that come with tasks, and list the tasks whose tests reject a
    /// right one or accept a wrong one; leave-out does not judge the candidates of these tasks
    #[arg(long, value_name = "leave-out", num_args = 0..=1, require_equals = true, default_missing_value = "tell")]
    pub(in crate::cli) audit: Option<AuditWhen>,
    /// Read all tasks in this shape, instead of recognizing the shape by the fields
    #[arg(long, value_name = "SHAPE", value_parser = parse_shape)]
    format: Option<Shape>,
    /// Read tasks and candidates using the table of fields in this file
    #[arg(long, value_name = "FILE.toml", conflicts_with = "format")]
    pub(in crate::cli) fields: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) judging: CandidateArgs,
    /// Continue with the rows that an interrupted run left next to the file of `--report
    /// jsonl=FILE`
    #[arg(long)]
    pub(in crate::cli) resume: bool,
    /// Judge only the candidates of one shard of the tasks: 2/8 is the second of 8; auto and auto/8
    /// read the numbers from the variables of engines, as `referee shard run` does
    #[arg(long, value_name = "K/N")]
    pub(in crate::cli) shard: Option<RequestedShard>,
    /// Reuse rows that are up to date from the file of `--report jsonl=FILE` of an earlier run, or
    /// from those of all shards
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "resume")]
    pub(in crate::cli) rows: Vec<PathBuf>,
    /// What reports show; can be repeated, or a list
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = details(&detail::OF_BATCHES))]
    pub(in crate::cli) details: Vec<Detail>,
    #[command(flatten)]
    pub(in crate::cli) reports: ResultReportArgs<BatchReportKind>,
}

/// Judge candidate programs on request, from standard input or over HTTP
///
/// Each line of standard input is a request: an object with a program and its task, or the key of a
/// task that was sent before. Each line of standard output is an answer, written as soon as it is
/// known. With --listen, requests and answers are HTTP bodies.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  referee serve --jobs 8 < requests.jsonl\n  referee serve --listen 127.0.0.1:8080\n\n\
    A request: {\"id\": \"1\", \"task\": {...}, \"code\": \"...\"}. An answer: {\"id\": \"1\", \"verdict\": \"AC\", ...}."
)]
pub(in crate::cli) struct ServeArgs {
    /// Serve these tasks by name: data files, problems, packages, folders of them, or shipped
    /// problems
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(in crate::cli) tasks: Vec<PathBuf>,
    /// Read all tasks in this shape, instead of recognizing the shape by the fields
    #[arg(long, value_name = "SHAPE", value_parser = parse_shape)]
    pub(in crate::cli) format: Option<Shape>,
    /// Listen for HTTP at this address: IP:PORT (port 0 selects a free one), or unix:PATH
    #[arg(long, value_name = "ADDRESS")]
    pub(in crate::cli) listen: Option<Address>,
    /// Require the token in this file from HTTP clients; needed if other machines can reach ADDRESS
    #[arg(long, value_name = "FILE", requires = "listen")]
    pub(in crate::cli) token_file: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) judging: CandidateArgs,
}

/// The help of each part of a reward.
const REWARDS: [(&str, &str); 5] = [
    ("binary", "1 for passing all tests"),
    ("fraction", "The share of tests passed; runs all tests"),
    ("first-N", "1 for passing the first N tests"),
    ("compiled", "1 if the program compiles"),
    ("ran", "1 unless the first failure is an error or a limit"),
];

/// How candidates are judged.
#[derive(Debug, Args)]
pub(in crate::cli) struct CandidateArgs {
    /// Extract the code from Markdown
    #[arg(long)]
    extract: bool,
    /// Compute rewards from one of these parts, or a sum such as 0.9*fraction+0.1*compiled
    #[arg(long, value_name = "SUM", default_value = "binary", value_parser = listed(str::parse::<Reward>, &REWARDS))]
    pub(in crate::cli) reward: Reward,
    /// Run all tests of a candidate, not only those up to its first failure
    #[arg(long)]
    all_tests: bool,
    /// Compare outputs this way, whatever the task says: lines, exact, tokens or float=1e-6
    #[arg(long, value_name = "HOW", value_parser = Comparing::parse)]
    compare_by: Option<Comparing>,
    /// The language of candidates if neither they nor their task name one
    #[arg(long, value_name = "NAME", default_value = "python")]
    default_language: String,
    /// Limit CPU time for each test, whatever the task says: in seconds, or as 2s or 500ms
    #[arg(long, value_name = "SECONDS", value_parser = quantity::seconds)]
    time_limit: Option<Duration>,
    /// Limit memory, whatever the task says: in MiB, or as 512m or 1g
    #[arg(long, value_name = "MIB", value_parser = quantity::mebibytes)]
    memory: Option<u64>,
    /// How strictly to isolate programs
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = named(&ISOLATIONS))]
    isolation: Isolation,
    /// Add the languages of this file, or replace built-in ones
    #[arg(long, value_name = "FILE.toml")]
    pub(in crate::cli) languages: Option<PathBuf>,
}

/// What follows from an audit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum AuditWhen {
    /// Tasks with doubtful tests are named.
    #[value(hide = true)]
    Tell,
    /// Do not judge candidates of such tasks
    LeaveOut,
}

/// The kinds of report of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum BatchReportKind {
    /// For people: it may change at any time.
    Human,
    /// One JSON object.
    Json,
    /// A row for each task that has solutions of its own.
    Audit,
    /// A page to look at.
    Html,
    /// A row for each candidate, as they come.
    Rows(RowForm),
}

impl ResultReport for BatchReportKind {
    const KINDS: &'static [(&'static str, Self)] = &[
        ("human", BatchReportKind::Human),
        ("json", BatchReportKind::Json),
        ("audit", BatchReportKind::Audit),
        ("html", BatchReportKind::Html),
        ("jsonl", BatchReportKind::Rows(RowForm::Whole)),
        ("lcb", BatchReportKind::Rows(RowForm::LiveCodeBench)),
        ("verl", BatchReportKind::Rows(RowForm::Verl)),
        ("open-instruct", BatchReportKind::Rows(RowForm::OpenInstruct)),
    ];
    const HUMAN: Self = BatchReportKind::Human;
}

impl CandidateArgs {
    /// Returns how candidates are judged.
    pub(in crate::cli) fn settings(&self, start: StartRule) -> BatchSettings {
        let (time, memory) = (self.time_limit, self.memory);
        BatchSettings {
            limits: LimitOverrides { time, memory, ..LimitOverrides::default() },
            comparing: self.compare_by.clone(),
            language: Some(self.default_language.clone()),
            all_tests: self.all_tests || self.reward.needs_all_tests(),
            extract: self.extract,
            isolation: self.isolation,
            start,
        }
    }
}

impl BatchArgs {
    /// Returns the settings of the batch's reports.
    pub(in crate::cli) fn reported(&self) -> ReportSpec {
        let mut reported = ReportSpec::default();
        detail::add_to(&self.details, &mut reported);
        reported
    }

    /// Returns how tasks are read.
    pub(in crate::cli) fn format(&self) -> Result<TaskFormat, Fault> {
        let table = self.fields.as_deref().map(FieldTable::read).transpose()?;
        Ok(TaskFormat { shape: self.format, table })
    }
}

fn parse_shape(text: &str) -> Result<Shape, String> {
    one_of(text, &Shape::ALL.map(|(shape, name, _)| (name, shape)))
}
