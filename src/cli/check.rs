//! `referee check`.

use std::collections::BTreeSet;

use super::args;
use referee_author::check::Check;
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_events::Event;
use referee_events::exit::Exit;
use referee_package::Work;
use referee_problem::cases::outputs::{self, Contestant};
use referee_run::case_files::CaseFiles;
use referee_run::detail;
use referee_run::output::OutputSettings;
use referee_run::reports::{ReportContext, refuse_unfit, report_on};
use referee_run::target::Target;
use referee_shards::merge::LineListener;

pub(super) fn run(
    args: args::CheckArgs,
    machine: Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let mut reports = args.reports.spec();
    detail::add_to(&args.details, &mut reports);
    refuse_unfit(&reports, None)?;
    let named = args.problem.named([&args.cases], &args.outputs, output)?;
    let place = Target::find(&args.cases, &named, Work::Judging, output)?;
    let found = place.find_cases()?;
    let problem = place.problem(&found, &named)?;
    let mut contestants = outputs::find(&args.outputs, &found.cases, machine.jobs)?;
    refuse_namesakes(&contestants)?;
    let not_on_disk = place.not_on_disk(&found.cases)?;
    forgive_outputs_of(&not_on_disk, &mut contestants);
    let outputs = found.cases.len() * contestants.len();
    let progress = output.progress("checking", ("output", "outputs"), outputs);
    let check = Check {
        problem,
        watch: &progress,
        found: &found,
        contestants: &contestants,
        not_on_disk,
        machine,
        excerpts: reports.want_excerpts(),
    };
    let advance = |event: &Event| {
        if matches!(event, Event::Judged(_)) {
            progress.step();
        }
    };
    let cases = CaseFiles::new(&check.problem, &place, &found.cases, &contestants, machine, output);
    let shown =
        ReportContext { progress: &progress, cases: Some(&cases), suite: None, grading: None };
    let run = |listener: &mut LineListener| check.run(&mut |event| listener(event, None));
    let totals = report_on(&reports, output, shown, advance, run)?;
    Ok(Exit::of_totals(&totals))
}

/// Rejects two contestants with the same name, since reports identify contestants by name.
fn refuse_namesakes(contestants: &[Contestant]) -> Result<(), Fault> {
    let mut names = BTreeSet::new();
    match contestants.iter().find(|contestant| !names.insert(&contestant.name)) {
        None => Ok(()),
        Some(twice) => Err(Fault::bad_input(format!("two contestants are named {}", twice.name))
            .help("rename one of the folders, or check them one after the other")),
    }
}

/// Drops the complaints about outputs of the cases `cases`, which exist but are not on disk.
fn forgive_outputs_of(cases: &[String], contestants: &mut [Contestant]) {
    let cases: BTreeSet<&str> = cases.iter().map(String::as_str).collect();
    for contestant in contestants {
        contestant.extras.retain(|extra| {
            let name = extra.path.rsplit_once('.').map_or(extra.path.as_str(), |(name, _)| name);
            !cases.contains(name)
        });
    }
}
