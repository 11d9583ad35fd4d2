//! `referee suite` and `referee strength`.

use std::io::Write;
use std::path::Path;

use super::args::{
    self, JudgeArgs, ReportArgs, ReportTo, SuiteReportKind, SuiteReportTo, SuiteWeight,
};
use super::judge;
use super::matrix_collector::{DoneMatrix, MatrixCollector};
use super::output::OutputSettings;
use super::record::Asked;
use super::reports::refuse_two_in_one_place;
use super::trials;
use crate::events::Totals;
use crate::exit::Exit;
use crate::report::{self, ReportKind};
use crate::suite::{Needs, Weight};
use referee_base::fault::Fault;
use referee_base::files::{Existing, WholeFile};

pub(super) fn run(
    args: args::SuiteArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let weight = match args.least {
        SuiteWeight::Cases => Weight::Number,
        SuiteWeight::Bytes => Weight::Bytes,
        SuiteWeight::Time => Weight::Time,
    };
    let needs = Needs { times: args.cover, weight, steps: args.steps };
    refuse_two_in_one_place(args.reports.iter().map(|to| to.file.as_deref()))?;
    let (pages, tables): (Vec<_>, Vec<_>) =
        args.reports.iter().partition(|to| to.kind == SuiteReportKind::Html);
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    let tables = tables.into_iter().map(|to| TableReport::begin(to, existing));
    let mut tables = tables.collect::<Result<Vec<_>, Fault>>()?;
    if args.reports.is_empty() && !args.order {
        tables.push(TableReport { kind: SuiteReportKind::Human, file: None });
    }
    let pages = pages.into_iter().map(|to| to.file.clone());
    let pages = pages.map(|file| ReportTo { kind: ReportKind::Html, file });
    let reports = ReportArgs {
        reports: pages.collect(),
        force: args.force,
        html_limit: args.html_limit,
        no_default: true,
        ..ReportArgs::default()
    };
    let collector = MatrixCollector::new(needs);
    let programs = (args.programs, args.mutants);
    let totals = judged(programs, reports, jobs, (&collector, output))?;
    if args.order {
        output.print(&report::suite::order(&collector.done().matrix, collector.analysis()))?;
    }
    tables.into_iter().try_for_each(|table| table.finish(&collector, needs, output))?;
    Ok(exit(&totals))
}

pub(super) fn strength(
    args: args::StrengthArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let collector = MatrixCollector::new(Needs::BESIDE_OTHERS);
    let reports = ReportArgs { no_default: true, ..ReportArgs::default() };
    let programs = (args.programs, args.mutants);
    let totals = judged(programs, reports, jobs, (&collector, output))?;
    let DoneMatrix { problem, matrix } = collector.done();
    let strength = matrix.strength();
    let text = match args.json {
        true => report::suite::strength_json(problem, matrix, &strength)?,
        false => report::suite::strength(problem, matrix, &strength, args.least),
    };
    output.print(&text)?;
    let is_strong = strength.is_fair() && strength.caught_share() >= args.least;
    Ok(exit(&totals).max(if is_strong { Exit::Expected } else { Exit::Failed }))
}

/// Runs all programs on all cases.
fn judged(
    (programs, mutants): (args::ProgramsArgs, args::MutantArgs),
    reports: ReportArgs,
    jobs: Option<usize>,
    (collector, output): (&MatrixCollector, &OutputSettings),
) -> Result<Totals, Fault> {
    let judge = JudgeArgs { reports, ..trials::judge_args(programs) };
    let mut asked = Asked::once(judge, jobs);
    asked.mutants = mutants.selection();
    judge::judge(&asked, output, Some(collector))
}

/// Only what could not be judged makes a matrix worthless.
fn exit(totals: &Totals) -> Exit {
    match totals.judge_errors > 0
        || totals.submissions.is_some_and(|all| all.not_judged > all.allowed)
    {
        true => Exit::JudgeError,
        false => Exit::Expected,
    }
}

/// A report that is written when the run is over.
struct TableReport {
    kind: SuiteReportKind,
    /// Where it goes; none for standard output.
    file: Option<WholeFile>,
}

impl TableReport {
    /// Begins its file before anything is run, so that nothing is run in vain if it cannot be written.
    fn begin(to: &SuiteReportTo, existing: Existing) -> Result<TableReport, Fault> {
        let begin = |path: &Path| WholeFile::begin(path, existing);
        Ok(TableReport { kind: to.kind, file: to.file.as_deref().map(begin).transpose()? })
    }

    fn finish(
        self,
        collector: &MatrixCollector,
        needs: Needs,
        output: &OutputSettings,
    ) -> anyhow::Result<()> {
        let DoneMatrix { problem, matrix } = collector.done();
        let suite = collector.analysis();
        let text = match self.kind {
            SuiteReportKind::Human => {
                report::suite::human(problem, matrix, suite, needs, output.width())
            }
            SuiteReportKind::Csv => report::suite::csv(matrix, suite)?,
            SuiteReportKind::Json => report::suite::json(problem, matrix, suite, needs)?,
            // The run itself has written it.
            SuiteReportKind::Html => return Ok(()),
        };
        match self.file {
            Some(mut file) => {
                // Colours are for terminals.
                let text = match self.kind {
                    SuiteReportKind::Human => anstream::adapter::strip_str(&text).to_string(),
                    _ => text,
                };
                file.write_all(text.as_bytes())?;
                file.finish()?;
            }
            None if self.kind == SuiteReportKind::Human => output.tell(&text)?,
            None => output.print(&text)?,
        }
        Ok(())
    }
}
