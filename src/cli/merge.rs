//! `referee merge`.

use super::args::MergeArgs;
use super::output::OutputSettings;
use super::reports::{Shown, refuse_unfit, report_on};
use super::rerun_command::shell_line;
use crate::events::Event;
use crate::exit::Exit;
use crate::report::ReportKind;
use crate::shard::merge::Merge;
use referee_base::fault::Fault;

/// How many commands are shown that make missing shards.
const SHOWN: usize = 10;

pub(super) fn run(mut args: MergeArgs, output: &OutputSettings) -> anyhow::Result<Exit> {
    args.reports.no_times = args.no_times;
    let merge = Merge::open(&args.files)?;
    merge.notes.iter().for_each(|note| output.note(note));
    refuse_unfit(&args.reports, Some(merge.count().0))?;
    if args.reports.reports.iter().any(|to| to.kind == ReportKind::Worksheet) {
        let fault = Fault::bad_input("a worksheet is filled in by `referee judge` alone");
        return Err(fault.help("take the points from --report students-csv").into());
    }
    if !merge.missing.is_empty() && !args.partial {
        return Err(missing(&merge).into());
    }
    let (all, missing) = merge.count();
    let progress = output.progress("merging", ("submission", "submissions"), all - missing);
    let advance = |event: &Event| {
        if matches!(event, Event::Submission(_)) {
            progress.step();
        }
    };
    let shown = Shown { progress: &progress, cases: None, suite: None, grading: None };
    let run = |listener: &mut dyn FnMut(&Event) -> Result<(), Fault>| merge.run(listener);
    let totals = report_on(&args.reports, output, shown, advance, run)?;
    Ok(Exit::of_totals(&totals))
}

/// Says which shards are missing, and what makes them.
fn missing(merge: &Merge) -> Fault {
    let commands =
        merge.missing.iter().take(SHOWN).map(|&number| shell_line(&merge.command(number)));
    let mut lines: Vec<String> = commands.collect();
    let others = merge.missing.len().saturating_sub(SHOWN);
    lines.extend((others > 0).then(|| format!("and {others} more")));
    Fault::judge(merge.describe_missing())
        .details(lines.join("\n"))
        .help("make them and merge again; --partial reports on what is there")
}
