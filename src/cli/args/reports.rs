//! The flags for reports and their destinations: those of a run in progress, and those of other
//! commands' results at the end.

use std::path::PathBuf;

use clap::Args;

use referee_base::fault::Fault;
use referee_base::files::Existing;
use referee_report::ReportKind;
use referee_run::output::OutputSettings;
use referee_run::reports::{WholeReport, refuse_two_in_one_place};
use referee_run::{ReportSpec, ReportTarget};

/// The reports of a run.
#[derive(Debug, Default, PartialEq, Args)]
pub(in crate::cli) struct ReportArgs {
    /// Write a report, to standard output unless a file is named; can be repeated [default: human]
    #[arg(long = "report", value_name = "KIND[=FILE]", value_parser = parse_report)]
    pub(in crate::cli) reports: Vec<ReportTarget>,
    /// Overwrite existing report files
    #[arg(long)]
    pub(in crate::cli) force: bool,
    /// Report what changed since an earlier run, written by `--report jsonl=OLD.jsonl`
    #[arg(long, value_name = "OLD.jsonl")]
    pub(in crate::cli) against: Option<PathBuf>,
}

impl ReportArgs {
    /// Returns the request for reports. The command adds its own `--details`.
    pub(in crate::cli) fn spec(self) -> ReportSpec {
        let ReportArgs { reports, force, against } = self;
        ReportSpec { reports, force, against, ..ReportSpec::default() }
    }
}

fn parse_report(text: &str) -> Result<ReportTarget, String> {
    ReportTarget::parse(text, &ReportKind::NAMES)
}

/// The kinds of report that a command writes when its results are complete.
pub(in crate::cli) trait ResultReport:
    Copy + PartialEq + Send + Sync + 'static
{
    /// The kinds with their names.
    const KINDS: &'static [(&'static str, Self)];
    /// The kind for people, which is printed if no report is requested.
    const HUMAN: Self;
}

/// The reports of what a command has found.
#[derive(Debug, Args)]
pub(in crate::cli) struct ResultReportArgs<K: ResultReport> {
    /// Write a report, to standard output unless a file is named; can be repeated [default: human]
    #[arg(long = "report", value_name = "KIND[=FILE]", value_parser = |text: &str| ReportTarget::parse(text, K::KINDS))]
    reports: Vec<ReportTarget<K>>,
    /// Overwrite existing files
    #[arg(long)]
    pub(in crate::cli) force: bool,
}

impl<K: ResultReport> ResultReportArgs<K> {
    /// Returns what to do with an existing file.
    pub(in crate::cli) fn existing(&self) -> Existing {
        if self.force { Existing::Replace } else { Existing::Keep }
    }

    /// Returns whether a kind goes to standard output.
    pub(in crate::cli) fn are_printed(&self, kind: K) -> bool {
        let is_it = |to: &ReportTarget<K>| to.kind == kind && to.file.is_none();
        self.reports.iter().any(is_it) || self.reports.is_empty() && kind == K::HUMAN
    }

    /// Opens all reports, so that no work is wasted if one cannot be written.
    ///
    /// # Errors
    /// A file exists and must not be replaced or cannot be written, or two reports have the same
    /// destination.
    pub(in crate::cli) fn begin(&self) -> Result<Vec<WholeReport<K>>, Fault> {
        self.begin_all_but(|_| false)
    }

    /// Opens all reports except those of some kinds.
    pub(in crate::cli) fn begin_all_but(
        &self,
        is_left_out: impl Fn(K) -> bool,
    ) -> Result<Vec<WholeReport<K>>, Fault> {
        refuse_two_in_one_place(self.reports.iter().map(|to| to.file.as_deref()))?;
        if self.reports.is_empty() {
            return Ok(vec![WholeReport::printed(K::HUMAN)]);
        }
        let begun = self.reports.iter().filter(|to| !is_left_out(to.kind));
        begun.map(|to| WholeReport::begin(to, self.existing())).collect()
    }

    /// Returns the reports of some kinds.
    pub(in crate::cli) fn of(
        &self,
        is_it: impl Fn(K) -> bool,
    ) -> impl Iterator<Item = &ReportTarget<K>> {
        self.reports.iter().filter(move |to| is_it(to.kind))
    }
}

/// What is found, for people or programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum ResultKind {
    /// For people: it may change at any time.
    Human,
    /// One JSON object.
    Json,
}

impl ResultReport for ResultKind {
    const KINDS: &'static [(&'static str, Self)] =
        &[("human", ResultKind::Human), ("json", ResultKind::Json)];
    const HUMAN: Self = ResultKind::Human;
}

/// What is found, for people, as a table or for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum TableKind {
    /// For people: it may change at any time.
    Human,
    /// A row for each thing that was examined.
    Csv,
    /// One JSON object.
    Json,
}

impl ResultReport for TableKind {
    const KINDS: &'static [(&'static str, Self)] =
        &[("human", TableKind::Human), ("csv", TableKind::Csv), ("json", TableKind::Json)];
    const HUMAN: Self = TableKind::Human;
}

/// Writes reports of results, each as `text` makes it.
pub(in crate::cli) fn write_all<K: ResultReport>(
    reports: impl IntoIterator<Item = WholeReport<K>>,
    text: impl Fn(K) -> anyhow::Result<String>,
    output: &OutputSettings,
) -> anyhow::Result<()> {
    reports.into_iter().try_for_each(|report| {
        let (text, is_for_people) = (text(report.kind)?, report.kind == K::HUMAN);
        report.write(&text, is_for_people, output)
    })
}

/// Does the same, but writes no table if the command was interrupted.
pub(in crate::cli) fn write_tables(
    mut reports: Vec<WholeReport<TableKind>>,
    is_interrupted: bool,
    text: impl Fn(TableKind) -> anyhow::Result<String>,
    output: &OutputSettings,
) -> anyhow::Result<()> {
    // A table could not show that it is incomplete.
    for _ in reports.extract_if(.., |report| is_interrupted && report.kind == TableKind::Csv) {
        output.interruption.lacks(std::iter::once("csv (not written)".into()));
    }
    write_all(reports, text, output)
}
