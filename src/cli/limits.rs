//! `referee limits`.

use super::args::{LimitsArgs, TableKind, write_tables};
use referee_events::exit::Exit;
use referee_run::limits::LimitsRun;
use referee_run::output::{OutputSettings, columns};
use referee_run::record::RequestedRun;
use referee_strength::limits::LimitsFindings;

pub(super) fn run(
    args: LimitsArgs,
    jobs: Option<usize>,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let LimitsArgs { programs, repeat, upto, write, reports } = args;
    let begun = reports.begin()?;
    let asked = RequestedRun::once(programs.spec(jobs));
    let run = LimitsRun { asked, repeat, upto, write };
    let (findings, targets) = run.findings(output)?;
    let text = |kind| {
        Ok(match kind {
            TableKind::Human => referee_results::limits::human(&findings, columns()),
            TableKind::Csv => referee_results::limits_csv::table(&findings)?,
            TableKind::Json => referee_results::limits::json(&findings),
        })
    };
    write_tables(begun, findings.is_interrupted, text, output)?;
    referee_results::limits::warnings(&findings).iter().for_each(|warning| output.warn(warning));
    let exit = exit(&findings);
    if findings.is_interrupted {
        output.interrupted();
        return Ok(exit);
    }
    match targets {
        Some(targets) => Ok(exit.max(run.write(&findings, &targets, output)?)),
        None => Ok(exit),
    }
}

/// Returns the exit code: whether all submissions were judged, and the limit suits them.
fn exit(findings: &LimitsFindings) -> Exit {
    let not_judged = findings.submissions.iter().filter_map(|one| one.not_judged.as_ref());
    if not_judged.into_iter().any(|(_, is_allowed)| !is_allowed) {
        return Exit::JudgeError;
    }
    let recommended = findings.recommended.map(|one| one.seconds);
    let limit = findings.present.as_ref().map(|(seconds, _)| *seconds).or(recommended);
    let is_good = findings.failing_always().next().is_none()
        && !findings.all.intervals.is_empty()
        && limit.is_none_or(|limit| findings.all.has(limit));
    if is_good { Exit::Expected } else { Exit::Failed }
}
