//! The flags of `similar`.

use std::path::PathBuf;

use clap::Args;

use super::choice::choice;
use super::quantity;
use super::reports::{ResultReport, ResultReportArgs};
use super::submissions::HandInArgs;
use referee_intake::hand_in::Template;
use referee_intake::hand_in::attempts::Attempts;
use referee_intake::submission::FindOptions;
use referee_results::similar::SimilarReportKind;
use referee_run::{HandInSpec, detail};

/// The help of each choice of attempts.
const ATTEMPTS: [&str; 3] =
    ["The last", "All; the one with the most points counts", "All; the last counts"];

/// Find submissions that share code
///
/// Names, types, constants, comments, layout and the order of functions are ignored. Nothing leaves
/// this machine, and students' feedback does not mention it. Which pairs stand out depends on how
/// similar all pairs of the exercise are. That proves nothing: look at the lines on both sides.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  referee similar moodle.zip --report html=similar.html\n  \
    referee similar moodle.zip --base given/ --earlier 2024.zip --earlier 2025.zip\n  \
    referee similar hand-ins --each file --anonymous --report csv=pairs.csv\n\n\
    Kinds of report: human; html (a page with the fragments side by side); csv (a row for each\n\
    pair, in the format of Dolos); json (one object).")]
pub(in crate::cli) struct SimilarArgs {
    /// Files, folders of files, folders of submissions, or archives of these, as for `judge`
    #[arg(required = true)]
    pub(in crate::cli) submissions: Vec<PathBuf>,
    /// Ignore code from this file or folder, handed out by the course; can be repeated
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) base: Vec<PathBuf>,
    /// Also compare with these submissions of earlier years, but not those with each other; can be
    /// repeated
    #[arg(long, value_name = "DIR")]
    pub(in crate::cli) earlier: Vec<PathBuf>,
    #[command(flatten)]
    hand_in: HandInArgs,
    /// How students' files or folders are named, such as '{student}_{id}_{*}'; also {attempt},
    /// {time} and {file}
    #[arg(long, value_name = "TEMPLATE", value_parser = Template::parse)]
    students: Option<Template>,
    /// Which of several attempts of a student to judge
    #[arg(long, value_name = "WHICH", default_value = "latest", value_parser = choice(&Attempts::NAMES, &ATTEMPTS))]
    attempt: Attempts,
    /// Replace names with pseudonyms, and leave out comments
    #[arg(long)]
    pub(in crate::cli) anonymous: bool,
    /// Show the pairs that are at least this similar, from 0 to 1 [default: those that stand out]
    #[arg(long, value_name = "SHARE", value_parser = quantity::share)]
    pub(in crate::cli) least: Option<f64>,
    /// Show at most N pairs
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = quantity::count(1..=5000_usize))]
    pub(in crate::cli) pairs: usize,
    /// Ignore fragments that occur in more than this share of the submissions, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.3, value_parser = quantity::share)]
    pub(in crate::cli) common: f64,
    /// Ignore fragments of fewer than N symbols: names, keywords, operators
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = quantity::count(4..=200_usize))]
    pub(in crate::cli) fragment: usize,
    #[command(flatten)]
    pub(in crate::cli) reports: ResultReportArgs<SimilarReportKind>,
    /// Leave out full programs, then fragments, if the page would exceed SIZE: in MiB, or as 20m or
    /// 1g [default: 20m]
    #[arg(long, value_name = "html=SIZE", value_parser = detail::of_pages)]
    pub(in crate::cli) details: Option<u64>,
    /// Add the languages of this file, or replace built-in ones
    #[arg(long, value_name = "FILE.toml")]
    pub(in crate::cli) languages: Option<PathBuf>,
}

impl ResultReport for SimilarReportKind {
    const KINDS: &'static [(&'static str, Self)] = &SimilarReportKind::NAMES;
    const HUMAN: Self = SimilarReportKind::Human;
}

impl SimilarArgs {
    /// Returns how submissions are found.
    pub(in crate::cli) fn find_options(&self) -> FindOptions {
        let (students, attempts) = (self.students.clone(), self.attempt);
        HandInSpec { students, attempts, ..self.hand_in.clone().spec() }.find_options("")
    }
}
