//! The flags that say which reports are made, and where they go.

use std::path::PathBuf;

use clap::Args;

use super::quantity;
use referee_report::ReportKind;
use referee_report::html::DEFAULT_LIMIT;
use referee_report::students::{FeedbackLevel, Seeing};

/// The reports of a run.
#[derive(Debug, Default, PartialEq, Args)]
pub(in crate::cli) struct ReportArgs {
    /// Write a report, to standard output unless a file is named; can be repeated [default: human]
    #[arg(long = "report", value_name = "KIND[=FILE]", value_parser = parse_report)]
    pub(in crate::cli) reports: Vec<ReportTo>,
    /// Overwrite existing report files
    #[arg(long)]
    pub(in crate::cli) force: bool,
    /// Say what has changed since an earlier run, whose events `--report jsonl=OLD.jsonl` has written
    #[arg(long, value_name = "OLD.jsonl")]
    pub(in crate::cli) against: Option<PathBuf>,
    /// Leave out details that would make a page of html or feedback-html larger than SIZE: in MiB, or as 20m or 1g
    #[arg(long, value_name = "SIZE", default_value_t = DEFAULT_LIMIT, value_parser = quantity::mebibytes)]
    pub(in crate::cli) html_limit: u64,
    /// Explain up to N refusals of each contestant for each reason in the human report
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = quantity::count(0..=1_000_000_usize))]
    pub(in crate::cli) details: usize,
    /// In the human report, list who fails each case: a row per case
    #[arg(long = "cases")]
    pub(in crate::cli) by_case: bool,
    /// Whether refusals that were expected are explained as well; a flag of `judge` says it.
    #[arg(skip)]
    pub(in crate::cli) explain_expected: bool,
    /// Whether the human report explains all refusals, however many; a flag of `judge` says it.
    #[arg(skip)]
    pub(in crate::cli) explain_all: bool,
    /// Comments on equal failures; a flag of `judge` says it.
    #[arg(skip)]
    pub(in crate::cli) comments: Option<PathBuf>,
    /// Whether nothing is reported where no report is named; the command says it.
    #[arg(skip)]
    pub(in crate::cli) no_default: bool,
    /// Whether events leave out times, memory and machines; a flag of `judge` and `merge` says it.
    #[arg(skip)]
    pub(in crate::cli) no_times: bool,
    /// What students may see; flags of `judge` say it.
    #[arg(skip)]
    pub(in crate::cli) seeing: Seeing,
}

impl ReportArgs {
    /// Whether a report is a page to look at.
    pub(in crate::cli) fn want_page(&self) -> bool {
        self.reports.iter().any(|to| to.kind == ReportKind::Html)
    }

    /// Whether a report shows the starts of what programs read and write.
    pub(in crate::cli) fn want_excerpts(&self) -> bool {
        let shown_to_students = self.seeing.sample.max(self.seeing.secret) > FeedbackLevel::Verdict;
        self.reports.iter().any(|to| match to.kind {
            ReportKind::Html => true,
            ReportKind::Students(_) | ReportKind::Worksheet => {
                shown_to_students || self.comments.is_some()
            }
            kind if kind.tells_equal_failures() => true,
            _ => false,
        })
    }
}

/// A kind of report and where it goes; standard output where there is no file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct ReportTo<K = ReportKind> {
    pub(in crate::cli) kind: K,
    pub(in crate::cli) file: Option<PathBuf>,
}

impl ReportTo {
    /// Whether it goes to a folder: a file for each student, unless a single one is named.
    pub(in crate::cli) fn is_folder(&self) -> bool {
        let is_file = |path: &PathBuf| {
            path.extension().is_some_and(|e| e == "txt" || e == "json" || e == "html")
        };
        matches!(self.kind, ReportKind::Students(_))
            && self.file.as_ref().is_some_and(|p| !is_file(p))
    }
}

fn parse_report(text: &str) -> Result<ReportTo, String> {
    ReportTo::parse(text, &ReportKind::NAMES)
}

impl<K: Copy> ReportTo<K> {
    /// Parses `KIND` or `KIND=FILE`, where the kind is one of these.
    pub(super) fn parse(text: &str, kinds: &[(&str, K)]) -> Result<ReportTo<K>, String> {
        let (name, file) = match text.split_once('=') {
            Some((_, "")) => return Err("the file name after `=` is missing".into()),
            Some((name, "-")) => (name, None),
            Some((name, file)) => (name, Some(PathBuf::from(file))),
            None => (text, None),
        };
        match kinds.iter().find(|(known, _)| *known == name) {
            Some(&(_, kind)) => Ok(ReportTo { kind, file }),
            None => {
                let names: Vec<&str> = kinds.iter().map(|kind| kind.0).collect();
                Err(referee_problem::unknown("kind of report", name, &names).one_line())
            }
        }
    }
}
