//! `referee strength`.

use super::args::{DEFAULT_SEED, StrengthArgs, StrengthReportKind, write_all};
use referee_base::files::Existing;
use referee_events::Totals;
use referee_events::exit::Exit;
use referee_page::DEFAULT_LIMIT;
use referee_report::{ReportKind, suite as report};
use referee_run::judge;
use referee_run::matrix_collector::{DoneMatrix, MatrixCollector};
use referee_run::output::{OutputSettings, columns};
use referee_run::record::RequestedRun;
use referee_run::{ReportSpec, ReportTarget, RunSpec};
use referee_strength::mutate::{OPERATORS, Selection};
use referee_suites::Needs;

pub(super) fn run(
    args: StrengthArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let StrengthArgs { programs, mutants, least, cover, minimize, order, steps, .. } = args;
    let needs = Needs { times: cover, weight: minimize, steps };
    // The run itself writes the page.
    let is_page = |kind| kind == StrengthReportKind::Html;
    let tables = if order { Vec::new() } else { args.reports.begin_all_but(is_page)? };
    let page =
        |to: &ReportTarget<_>| ReportTarget { kind: ReportKind::Html, file: to.file.clone() };
    let reports = ReportSpec {
        reports: args.reports.of(is_page).map(page).collect(),
        force: args.reports.existing() == Existing::Replace,
        html_limit: args.details.unwrap_or(DEFAULT_LIMIT),
        no_default: true,
        ..ReportSpec::default()
    };
    let mut asked = RequestedRun::once(RunSpec { reports, ..programs.spec(jobs) });
    let operators = OPERATORS.iter().collect();
    asked.mutants = mutants.map(|max| Selection { operators, max: Some(max), seed: DEFAULT_SEED });
    let collector = MatrixCollector::new(needs);
    let totals = judge::judge(&asked, output, Some(&collector))?;
    let DoneMatrix { problem, matrix } = collector.done();
    let suite = collector.analysis();
    if order {
        output.print(&report::order(matrix, suite))?;
    }
    let text = |kind| {
        Ok(match kind {
            StrengthReportKind::Csv => report::csv(matrix, suite)?,
            StrengthReportKind::Json => report::json(problem, matrix, suite, needs),
            StrengthReportKind::Human | StrengthReportKind::Html => {
                report::human(problem, matrix, suite, needs, columns())
            }
        })
    };
    write_all(tables, text, output)?;
    let is_fair = matrix.accepted() == matrix.right.len();
    // All of none would be caught.
    let is_measured = !matrix.wrong.is_empty() || matrix.not_judged.is_empty();
    let is_strong = is_fair && is_measured && matrix.caught_share() >= least;
    Ok(exit(&totals).max(if is_strong { Exit::Expected } else { Exit::Failed }))
}

/// Returns the exit for the totals: only cases or submissions that could not be judged make a
/// matrix worthless.
fn exit(totals: &Totals) -> Exit {
    let lacks = totals.submissions.is_some_and(|all| all.not_judged > all.allowed);
    if totals.judge_errors > 0 || lacks { Exit::JudgeError } else { Exit::Expected }
}
