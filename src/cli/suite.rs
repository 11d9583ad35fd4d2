//! `referee suite` and `referee strength`.

use super::args::{self, SuiteReportKind, SuiteWeight};
use referee_base::fault::Fault;
use referee_base::files::Existing;
use referee_events::Totals;
use referee_events::exit::Exit;
use referee_report::ReportKind;
use referee_run::judge;
use referee_run::matrix_collector::{DoneMatrix, MatrixCollector};
use referee_run::output::OutputSettings;
use referee_run::record::Asked;
use referee_run::reports::{WholeReport, refuse_two_in_one_place};
use referee_run::{ReportSpec, ReportTo, RunSpec};
use referee_suites::{Needs, Weight};

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
    let tables = tables.into_iter().map(|to| WholeReport::begin(to, existing));
    let mut tables = tables.collect::<Result<Vec<_>, Fault>>()?;
    if args.reports.is_empty() && !args.order {
        tables.push(WholeReport::printed(SuiteReportKind::Human));
    }
    let pages = pages.into_iter().map(|to| to.file.clone());
    let pages = pages.map(|file| ReportTo { kind: ReportKind::Html, file });
    let reports = ReportSpec {
        reports: pages.collect(),
        force: args.force,
        html_limit: args.html_limit,
        no_default: true,
        ..ReportSpec::default()
    };
    let collector = MatrixCollector::new(needs);
    let programs = (args.programs, args.mutants);
    let totals = judged(programs, reports, jobs, (&collector, output))?;
    if args.order {
        output
            .print(&referee_report::suite::order(&collector.done().matrix, collector.analysis()))?;
    }
    tables.into_iter().try_for_each(|table| write(table, &collector, needs, output))?;
    Ok(exit(&totals))
}

pub(super) fn strength(
    args: args::StrengthArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let collector = MatrixCollector::new(Needs::BESIDE_OTHERS);
    let reports = ReportSpec { no_default: true, ..ReportSpec::default() };
    let programs = (args.programs, args.mutants);
    let totals = judged(programs, reports, jobs, (&collector, output))?;
    let DoneMatrix { problem, matrix } = collector.done();
    let strength = matrix.strength();
    let text = match args.json {
        true => referee_report::suite::strength_json(problem, matrix, &strength)?,
        false => referee_report::suite::strength(problem, matrix, &strength, args.least),
    };
    output.print(&text)?;
    let is_strong = strength.is_fair() && strength.caught_share() >= args.least;
    Ok(exit(&totals).max(if is_strong { Exit::Expected } else { Exit::Failed }))
}

/// Runs all programs on all cases.
fn judged(
    (programs, mutants): (args::ProgramsArgs, args::MutantArgs),
    reports: ReportSpec,
    jobs: Option<usize>,
    (collector, output): (&MatrixCollector, &OutputSettings),
) -> Result<Totals, Fault> {
    let mut asked = Asked::once(RunSpec { reports, ..programs.spec(jobs) });
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

/// Writes a table of what the run has shown. The run itself has written the page.
fn write(
    table: WholeReport<SuiteReportKind>,
    collector: &MatrixCollector,
    needs: Needs,
    output: &OutputSettings,
) -> anyhow::Result<()> {
    let DoneMatrix { problem, matrix } = collector.done();
    let suite = collector.analysis();
    let text = match table.kind {
        SuiteReportKind::Human => {
            referee_report::suite::human(problem, matrix, suite, needs, output.width())
        }
        SuiteReportKind::Csv => referee_report::suite::csv(matrix, suite)?,
        SuiteReportKind::Json => referee_report::suite::json(problem, matrix, suite, needs)?,
        SuiteReportKind::Html => return Ok(()),
    };
    let is_for_people = table.kind == SuiteReportKind::Human;
    table.write(&text, is_for_people, output)
}
