//! What the flags of a command ask machines to do.

use super::super::args::{GivenFlags, JudgeArgs, ReportTo};
use super::super::reports::refuse_unfit;
use referee_base::fault::Fault;
use referee_report::ReportKind;
use referee_shards::cluster::Work;

/// The flag that shards are given for reports that show inputs and outputs.
const EXCERPTS: &str = "--excerpts";

/// Refuses what a run in shards cannot have, before any work is done for it, and asks the shards for what reports will show.
///
/// # Errors
/// A flag or a report is of single runs.
pub(super) fn prepare(judge: &mut JudgeArgs) -> Result<(), Fault> {
    GivenFlags::of_this_command().check()?;
    // How many submissions there will be, nobody has counted.
    refuse_unfit(&judge.reports, Some(usize::MAX))?;
    let shows = |to: &ReportTo| {
        let kind = to.kind;
        kind == ReportKind::Html || kind.is_for_students() || kind.tells_equal_failures()
    };
    // What reports show of inputs and outputs, only the shards see. Where no report is named, a page is made.
    let reports = &judge.reports.reports;
    judge.sharding.excerpts |= reports.is_empty() || reports.iter().any(shows);
    Ok(())
}

/// Refuses a plan where one is made.
///
/// # Errors
/// One is given.
pub(super) fn refuse_plan(judge: &JudgeArgs) -> Result<(), Fault> {
    match &judge.sharding.plan {
        None => Ok(()),
        Some(_) => {
            let fault = Fault::bad_input("this command makes the plan of its shards itself");
            Err(fault.help("leave --plan away; it is plan.json in the folder"))
        }
    }
}

/// Returns what is to be done; the reports of `default` are made if none are named.
///
/// # Errors
/// A word of the command is not UTF-8.
pub(super) fn work(
    judge: &JudgeArgs,
    referee: String,
    shards: usize,
    default: &[String],
) -> Result<Work, Fault> {
    let given = GivenFlags::of_this_command();
    let mut judge_words = given.of_shards()?;
    if judge.sharding.excerpts && !judge_words.iter().any(|word| word == EXCERPTS) {
        judge_words.insert(0, EXCERPTS.into());
    }
    let mut merge = given.of_merge()?;
    // A page shows cases. Where a flag names their problem, the merge could not: its own flag of that name means the place.
    if has_page(judge) && !given.names_problem() {
        merge.push(format!("--problem={}", judge.root().display()));
    }
    if judge.reports.reports.is_empty() {
        merge.extend(default.iter().flat_map(|report| ["--report".to_string(), report.clone()]));
    }
    Ok(Work { referee, judge: judge_words, shards, merge })
}

/// Returns whether a page is made: where no report is named, one is.
fn has_page(judge: &JudgeArgs) -> bool {
    let reports = &judge.reports.reports;
    reports.is_empty() || reports.iter().any(|to| to.kind == ReportKind::Html)
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
