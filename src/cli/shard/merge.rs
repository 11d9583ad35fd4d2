//! `referee shard merge`.

use std::path::{Path, PathBuf};

use super::super::args::MergeArgs;
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_base::plural;
use referee_display::shell::shell_line;
use referee_events::exit::Exit;
use referee_events::{Event, Reason, Verdict, uneven};
use referee_page::CaseSource;
use referee_run::last_shard::missing;
use referee_run::merged_cases::MergedCases;
use referee_run::output::OutputSettings;
use referee_run::reports::{ReportContext, refuse_unfit, report_on};
use referee_run::{ReportSpec, detail};
use referee_shards::last::ChangedVerdict;
use referee_shards::merge::{LineListener, Merge, Merged};

/// The maximum number of changed verdicts that are printed.
const SHOWN: usize = 10;

/// The maximum number of files in a printed command.
const NAMED: usize = 12;

pub(super) fn run(
    args: MergeArgs,
    machine: Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let MergeArgs { files, partial, details, problem, seen, reports } = args;
    let mut reports = ReportSpec { seeing: seen.seeing(), ..reports.spec() };
    detail::add_to(&details, &mut reports);
    let merge = Merge::open(&files)?;
    merge.notes.iter().for_each(|note| output.note(note));
    refuse_unfit(&reports, Some(merge.count().0))?;
    if !merge.missing.is_empty() && !partial {
        return Err(missing(&merge).into());
    }
    let uneven = uneven(&merge.started().hosts).filter(|_| !reports.no_times);
    let (has_last, command) = (merge.has_last(), merge.command_of_last());
    let merged = report(merge, problem.as_deref(), &reports, machine, output)?;
    uneven.iter().for_each(|sentence| output.note(sentence));
    tell_changes(&merged.changed, output);
    if merged.hosts_differ && !merged.doubtful.is_empty() && !has_last {
        tell_doubt(&merged, &command_of_last(&command, &files), output);
    }
    Ok(Exit::of_totals(&merged.totals))
}

fn report(
    merge: Merge,
    problem: Option<&Path>,
    reports: &ReportSpec,
    machine: Machine,
    output: &OutputSettings,
) -> Result<Merged, Fault> {
    let (name, names) = merge.problem();
    let found = problem.map(|path| MergedCases::find(path, name, names, output)).transpose()?;
    let cases = found.as_ref().map(|found| found.case_files(machine, output));
    let cases = cases.as_ref().map(|cases| cases as &dyn CaseSource);
    let (all, missing) = merge.count();
    let progress = output.progress("merging", ("submission", "submissions"), all - missing);
    // Whether an event should contain the input or output of programs, and whether one does.
    let (mut are_wanted, mut are_there) = (false, false);
    let advance = |event: &Event| match event {
        Event::Submission(_) => progress.step(),
        Event::Judged(judged) => {
            are_wanted |= matches!(judged.reason, Reason::Refuted | Reason::Malformed);
            are_there |= judged.output.is_some() || judged.input.is_some();
        }
        _ => {}
    };
    let shown = ReportContext { progress: &progress, cases, suite: None, grading: None };
    let run = |listener: &mut LineListener| merge.run(machine.jobs, listener);
    let merged = report_on(reports, output, shown, advance, run)?;
    if reports.want_excerpts() && are_wanted && !are_there {
        output.note(
            "the events have no inputs and outputs: for reports that show them, pass --details excerpts to the shards",
        );
    }
    Ok(merged)
}

/// Prints the verdicts that the last shard has changed.
fn tell_changes(changed: &[ChangedVerdict], output: &OutputSettings) {
    if changed.is_empty() {
        return;
    }
    let code = |verdict: Option<Verdict>| verdict.map_or("none", |verdict| verdict.code());
    let line = |one: &ChangedVerdict| {
        let on = one.case.as_ref().map_or(String::new(), |case| format!(" on {case}"));
        format!("\n  {}{on}: {} before, {} now", one.contestant, code(one.before), code(one.now))
    };
    let lines: String = changed.iter().take(SHOWN).map(line).collect();
    let more = match changed.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("\n  and {more} more"),
    };
    let verdicts = plural(changed.len(), "verdict", "verdicts");
    output.note(&format!("the last shard changes {verdicts}:{lines}{more}"));
}

/// Prints how many verdicts depend on their machine, and the command that decides them.
fn tell_doubt(merged: &Merged, command: &str, output: &OutputSettings) {
    let count = merged.doubtful.values().sum();
    let verdicts = plural(count, "verdict depends", "verdicts depend");
    let submissions = plural(merged.doubtful.len(), "submission", "submissions");
    output.note(&format!(
        "{verdicts} on the machine, of {submissions}: run this on one machine to decide them, then merge again with its file\n  {command}"
    ));
}

/// Returns the command that makes the last shard from these files, given the words before and after
/// them.
fn command_of_last((begin, end): &(Vec<String>, Vec<String>), files: &[PathBuf]) -> String {
    let names = files.iter().take(NAMED).map(|file| file.to_string_lossy().into_owned());
    let words: Vec<String> = begin.iter().cloned().chain(names).collect();
    let (begin, end) = (shell_line(&words), shell_line(end));
    let more = match files.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" [and the {more} other files]"),
    };
    format!("{begin}{more} --report jsonl=shard-last.jsonl {end}")
}
