//! `referee check`.

use std::collections::BTreeSet;
use std::path::Path;

use super::args;
use super::output::Output;
use super::place::Place;
use super::reports::{refuse_unfit, report_on};
use crate::cases::{CaseFile, Found};
use crate::check::Check;
use crate::events::Event;
use crate::exit::Exit;
use crate::manifest;
use crate::outputs::{self, Contestant};
use crate::problem::Problem;
use crate::report::progress::Progress;
use referee_base::fault::Fault;
use referee_base::machine::Machine;

pub(super) fn run(args: args::Check, machine: Machine, output: &Output) -> anyhow::Result<Exit> {
    refuse_unfit(&args.reports, None)?;
    let named = args.problem.named([&args.cases].into_iter().chain(&args.outputs), output)?;
    let place = Place::find(&args.cases, &named)?;
    let found = place.find_cases()?;
    let problem = place.problem(&found, &named)?;
    let mut contestants = Vec::new();
    for folder in &args.outputs {
        contestants.extend(outputs::find(folder, &found.cases, machine.jobs)?);
    }
    refuse_namesakes(&contestants)?;
    let not_on_disk = not_on_disk(&place.cases, &found.cases)?;
    forgive_outputs_of(&not_on_disk, &mut contestants);
    let check = Check { problem, found: &found, contestants: &contestants, not_on_disk, machine };
    let mut seen = 0;
    // A case is done when its last contestant is.
    let progress = Progress::new(!output.quiet, "judging", found.cases.len());
    let advance = |event: &Event| {
        if matches!(event, Event::Judged(_)) {
            seen += 1;
            if seen % contestants.len() == 0 {
                progress.step();
            }
        }
    };
    let totals =
        report_on(&args.reports, output, &progress, advance, |listener| check.run(listener))?;
    Ok(Exit::of_totals(&totals))
}

/// The one problem of all cases.
pub(super) fn one_problem(
    problems: Vec<Problem>,
    found: &Found,
    root: &Path,
) -> Result<Problem, Fault> {
    let names: BTreeSet<&str> = problems.iter().map(Problem::name).collect();
    let options: BTreeSet<Vec<String>> = problems.iter().map(Problem::options).collect();
    match problems.first() {
        Some(problem) if names.len() == 1 && options.len() == 1 => Ok(problem.clone()),
        Some(_) if names.len() == 1 => {
            let message = "some of the cases are to be checked with options, others without";
            Err(Fault::bad_input(message)
                .at(root)
                .help("check the folders of their problem.toml files one at a time"))
        }
        Some(_) => {
            let names: Vec<&str> = names.into_iter().collect();
            Err(Fault::bad_input(format!("cases of several problems: {}", names.join(", ")))
                .at(root)
                .help("check the case folder of one problem at a time"))
        }
        None => match &found.faults[..] {
            [] => Err(Fault::bad_input("there are no cases here").at(root)),
            [first, ..] => {
                Err(Fault::bad_input(format!("there are no cases here: {}", first.one_line()))
                    .at(root))
            }
        },
    }
}

/// Reports tell contestants apart by name.
fn refuse_namesakes(contestants: &[Contestant]) -> Result<(), Fault> {
    let mut names = BTreeSet::new();
    match contestants.iter().find(|contestant| !names.insert(&contestant.name)) {
        None => Ok(()),
        Some(twice) => Err(Fault::bad_input(format!("two contestants are called {}", twice.name))
            .help("rename one of the folders, or check them one after the other")),
    }
}

/// The cases that the manifest of a case folder lists, but that are not there because they are made on demand.
pub(super) fn not_on_disk(folder: &Path, cases: &[CaseFile]) -> Result<Vec<String>, Fault> {
    let manifest = if folder.is_dir() { manifest::read(folder)? } else { None };
    let there: BTreeSet<&str> = cases.iter().map(|case| &*case.name).collect();
    let entries = manifest.into_iter().flat_map(|manifest| manifest.cases);
    Ok(entries
        .filter(|entry| entry.is_on_demand() && !there.contains(entry.name.as_str()))
        .map(|entry| entry.name)
        .collect())
}

/// Outputs of cases that are only not on disk are no surprise, and not mentioned file by file.
fn forgive_outputs_of(cases: &[String], contestants: &mut [Contestant]) {
    let cases: BTreeSet<&str> = cases.iter().map(String::as_str).collect();
    for contestant in contestants {
        contestant.extras.retain(|extra| {
            let name = extra.path.rsplit_once('.').map_or(extra.path.as_str(), |(name, _)| name);
            !cases.contains(name)
        });
    }
}
