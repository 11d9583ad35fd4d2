//! Converts the flags of a command to the work for machines.

use std::ffi::OsString;

use super::super::args::{JudgeArgs, REFUSED, SharedRunArgs};
use referee_base::fault::Fault;
use referee_checker::text::excerpt;
use referee_report::ReportKind;
use referee_run::reports::refuse_unfit;
use referee_run::{ReportSpec, ReportTarget, RunSpec, ShareSpec};
use referee_shards::cluster::folder::ShardedRun;

/// Returns the request for the shared run, whose events include what its reports will show. This
/// comes first, so that nothing is done for a run that shards cannot have.
pub(super) fn shared(run: SharedRunArgs) -> Result<RunSpec, Fault> {
    refuse_of_single_runs(&run.judge)?;
    let mut spec = run.spec(None);
    // The submissions are not counted yet, so the maximum is assumed.
    refuse_unfit(&spec.reports, Some(usize::MAX))?;
    let shows = |to: &ReportTarget| {
        let kind = to.kind;
        kind == ReportKind::Html || kind.is_for_students() || kind.lists_equal_failures()
    };
    // Only the shards see the inputs and outputs that reports show. If no report is requested, a
    // page is made.
    let reports = &spec.reports.reports;
    spec.sharding.excerpts |= reports.is_empty() || reports.iter().any(shows);
    Ok(spec)
}

/// Rejects flags that a run in shards cannot have.
fn refuse_of_single_runs(judge: &JudgeArgs) -> Result<(), Fault> {
    match REFUSED.iter().find(|(.., is_given)| is_given(judge)) {
        None => Ok(()),
        Some((flag, why, _)) => {
            let message = format!("{flag} does not apply to a run in shards");
            Err(Fault::bad_input(message).help(*why))
        }
    }
}

/// Returns the work; the reports `default` are made if none are requested.
pub(super) fn work(
    spec: &RunSpec,
    referee: String,
    shards: usize,
    default: &[String],
) -> Result<ShardedRun, Fault> {
    let mut merge = texts(of_merge(spec).flags())?;
    // A page, which is made by default, shows cases. If a flag names their problem, the merge
    // cannot find them: its own flag of that name is the path.
    let has_page = spec.reports.reports.is_empty() || spec.reports.want_page();
    if has_page && spec.runs.problem.problem.is_none() {
        merge.push(format!("--problem={}", spec.root().display()));
    }
    if spec.reports.reports.is_empty() {
        merge.extend(default.iter().flat_map(|report| ["--report".to_string(), report.clone()]));
    }
    Ok(ShardedRun { referee, judge: texts(of_shards(spec).arguments())?, shards, merge })
}

/// Returns the request for the shards: without the merge's part, and without the plan, which the
/// scripts pass instead.
fn of_shards(spec: &RunSpec) -> RunSpec {
    let explain_expected = spec.reports.explain_expected;
    RunSpec {
        sharding: ShareSpec { excerpts: spec.sharding.excerpts, ..ShareSpec::default() },
        reports: ReportSpec { explain_expected, ..ReportSpec::default() },
        jobs: None,
        ..spec.clone()
    }
}

/// Returns the request for the merge: the reports and their options. Scripts always overwrite.
fn of_merge(spec: &RunSpec) -> RunSpec {
    let reports = ReportSpec { force: false, explain_expected: false, ..spec.reports.clone() };
    RunSpec { reports, ..RunSpec::default() }
}

/// Converts words to UTF-8, as scripts require.
fn texts(words: Vec<OsString>) -> Result<Vec<String>, Fault> {
    let text = |word: OsString| {
        word.into_string().map_err(|word| {
            let shown = excerpt(word.as_encoded_bytes(), 80);
            Fault::bad_input(format!("this is not UTF-8 text: {shown}"))
                .help("scripts are UTF-8 text: rename the file")
        })
    };
    words.into_iter().map(text).collect()
}

/// Returns the path of this program, for machines that share the same files.
pub(super) fn this_program() -> Result<String, Fault> {
    let help = "set its path on the machines with --referee";
    let path = std::env::current_exe()
        .map_err(|error| Fault::judge(format!("this program has no path: {error}")).help(help))?;
    path.into_os_string()
        .into_string()
        .map_err(|_| Fault::bad_input("the path of this program is not UTF-8").help(help))
}
