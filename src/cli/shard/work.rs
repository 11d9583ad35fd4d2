//! What the flags of a command ask machines to do.

use std::ffi::OsString;

use super::super::args::{JudgeArgs, REFUSED, SharedRunArgs};
use referee_base::fault::Fault;
use referee_checker::text::excerpt;
use referee_report::ReportKind;
use referee_run::reports::refuse_unfit;
use referee_run::{ReportSpec, ReportTo, RunSpec, ShareSpec};
use referee_shards::cluster::Work;

/// Returns the run that is to be shared, whose shards tell what reports will show. Nothing is done yet for a run that shards cannot have.
///
/// # Errors
/// A flag or a report is of single runs.
pub(super) fn shared(run: SharedRunArgs) -> Result<RunSpec, Fault> {
    refuse_of_single_runs(&run.judge)?;
    let mut spec = run.spec(None);
    // How many submissions there will be, nobody has counted.
    refuse_unfit(&spec.reports, Some(usize::MAX))?;
    let shows = |to: &ReportTo| {
        let kind = to.kind;
        kind == ReportKind::Html || kind.is_for_students() || kind.tells_equal_failures()
    };
    // What reports show of inputs and outputs, only the shards see. Where no report is named, a page is made.
    let reports = &spec.reports.reports;
    spec.sharding.excerpts |= reports.is_empty() || reports.iter().any(shows);
    Ok(spec)
}

/// Refuses flags that a run in shards cannot have.
fn refuse_of_single_runs(judge: &JudgeArgs) -> Result<(), Fault> {
    match REFUSED.iter().find(|(.., is_given)| is_given(judge)) {
        None => Ok(()),
        Some((flag, why, _)) => {
            let message = format!("{flag} does not apply to a run in shards");
            Err(Fault::bad_input(message).help(*why))
        }
    }
}

/// Returns what is to be done; the reports of `default` are made if none are named.
///
/// # Errors
/// A word of the command is not UTF-8: scripts are texts.
pub(super) fn work(
    spec: &RunSpec,
    referee: String,
    shards: usize,
    default: &[String],
) -> Result<Work, Fault> {
    let mut merge = texts(of_merge(spec).flags())?;
    // A page shows cases. Where a flag names their problem, the merge could not: its own flag of that name means the place.
    if has_page(spec) && spec.runs.problem.problem.is_none() {
        merge.push(format!("--problem={}", spec.root().display()));
    }
    if spec.reports.reports.is_empty() {
        merge.extend(default.iter().flat_map(|report| ["--report".to_string(), report.clone()]));
    }
    Ok(Work { referee, judge: texts(of_shards(spec).arguments())?, shards, merge })
}

/// Returns what shards are asked for: without what the merge does, and without the plan, which stands for how it was made.
fn of_shards(spec: &RunSpec) -> RunSpec {
    let explain_expected = spec.reports.explain_expected;
    RunSpec {
        sharding: ShareSpec { excerpts: spec.sharding.excerpts, ..ShareSpec::default() },
        reports: ReportSpec { explain_expected, ..ReportSpec::default() },
        jobs: None,
        ..spec.clone()
    }
}

/// Returns what the merge is asked for: the reports, and what is said of them. Scripts always overwrite.
fn of_merge(spec: &RunSpec) -> RunSpec {
    let reports = ReportSpec { force: false, explain_expected: false, ..spec.reports.clone() };
    RunSpec { reports, ..RunSpec::default() }
}

/// Returns words as texts, as scripts are.
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

/// Returns whether a page is made: where no report is named, one is.
fn has_page(spec: &RunSpec) -> bool {
    spec.reports.reports.is_empty() || spec.reports.want_page()
}

/// Returns the path of this program, for machines that see the same files.
///
/// # Errors
/// It has none, or none in UTF-8.
pub(super) fn this_program() -> Result<String, Fault> {
    let help = "say with --referee what machines call it";
    let path = std::env::current_exe()
        .map_err(|error| Fault::judge(format!("this program has no path: {error}")).help(help))?;
    path.into_os_string()
        .into_string()
        .map_err(|_| Fault::bad_input("the path of this program is not UTF-8").help(help))
}
