//! The flags that say which reports are made, and where they go.

use std::path::PathBuf;

use clap::Args;

use super::quantity;
use referee_report::ReportKind;
use referee_report::html::DEFAULT_LIMIT;
use referee_run::{ReportSpec, ReportTo};

/// The reports of a run.
#[derive(Debug, Default, PartialEq, Args)]
pub(in crate::cli) struct ReportArgs {
    /// Write a report, to standard output unless a file is named; can be repeated [default: human]
    #[arg(long = "report", value_name = "KIND[=FILE]", value_parser = parse_report)]
    pub(in crate::cli) reports: Vec<ReportTo>,
    /// Overwrite existing report files
    #[arg(long)]
    pub(in crate::cli) force: bool,
    /// Report what has changed since an earlier run, written by `--report jsonl=OLD.jsonl`
    #[arg(long, value_name = "OLD.jsonl")]
    pub(in crate::cli) against: Option<PathBuf>,
    /// Leave out details if a page of html or feedback-html would exceed SIZE: in MiB, or as 20m or
    /// 1g
    #[arg(long, value_name = "SIZE", default_value_t = DEFAULT_LIMIT, value_parser = quantity::mebibytes)]
    pub(in crate::cli) html_limit: u64,
    /// Explain up to N rejections of each kind per contestant in the human report
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = quantity::count(0..=1_000_000_usize))]
    pub(in crate::cli) details: usize,
    /// Show a row per case in the human report, with the submissions that fail it
    #[arg(long = "cases")]
    pub(in crate::cli) by_case: bool,
}

impl ReportArgs {
    /// What is reported. More is said of the reports of `judge` and `merge` by flags of theirs.
    pub(in crate::cli) fn spec(self) -> ReportSpec {
        let ReportArgs { reports, force, against, html_limit, details, by_case } = self;
        let usual = ReportSpec::default();
        ReportSpec { reports, force, against, html_limit, details, by_case, ..usual }
    }
}

fn parse_report(text: &str) -> Result<ReportTo, String> {
    ReportTo::parse(text, &ReportKind::NAMES)
}
