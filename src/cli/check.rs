//! `referee check`.

use std::collections::BTreeSet;
use std::path::Path;

use super::args::{self, ReportTo};
use super::output::{Output, cannot_print};
use crate::cases::{self, Found};
use crate::check::Check;
use crate::events::Event;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::files::{Existing, WholeFile};
use crate::machine::Machine;
use crate::manifest;
use crate::outputs::{self, Contestant};
use crate::problem_file::Named;
use crate::problems::Shipped;
use crate::report::progress::Progress;
use crate::report::{Kind, Style};

pub(super) fn run(args: args::Check, machine: Machine, output: &Output) -> anyhow::Result<Exit> {
    let found = cases::find(&args.cases)?;
    let problem = one_problem(&found, &args.problem.named(), &args.cases)?;
    let mut contestants = Vec::new();
    for folder in &args.outputs {
        contestants.extend(outputs::find(folder, &found.cases, machine.jobs)?);
    }
    refuse_namesakes(&contestants)?;
    let not_on_disk = not_on_disk(&args.cases, &found)?;
    forgive_outputs_of(&not_on_disk, &mut contestants);
    let check = Check { problem, found: &found, contestants: &contestants, not_on_disk, machine };
    report_on(&check, &args, output)
}

fn report_on(check: &Check, args: &args::Check, output: &Output) -> anyhow::Result<Exit> {
    let human = ReportTo { kind: Kind::Human, file: None };
    let wanted =
        if args.reports.is_empty() { std::slice::from_ref(&human) } else { &args.reports[..] };
    if wanted.iter().filter(|to| to.file.is_none()).count() > 1 {
        let fault = Fault::bad_input("two reports would both go to standard output");
        return Err(fault.help("give all but one of them a file, as in junit=report.xml").into());
    }
    let mut places = BTreeSet::new();
    for path in wanted.iter().filter_map(|to| to.file.as_deref()) {
        let place = std::path::absolute(path).map_err(|e| Fault::cannot_write(path, &e))?;
        if !places.insert(place) {
            return Err(Fault::bad_input("two reports would both go to this file").at(path).into());
        }
    }
    let (width, details, quiet) = (output.width(), args.details, output.quiet);
    let style = Style { width, details, quiet, plain: false };
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    let mut files = wanted
        .iter()
        .map(|to| to.file.as_deref().map(|path| WholeFile::begin(path, existing)).transpose())
        .collect::<Result<Vec<_>, Fault>>()?;
    let mut reports = Vec::new();
    for (to, file) in wanted.iter().zip(&mut files) {
        let report = match file {
            Some(file) => to.kind.begin(&mut *file, &Style { plain: true, ..style.clone() }),
            None => to.kind.begin(output.stdout(), &style),
        };
        reports.push((report, to.file.as_deref()));
    }
    let mut progress = Progress::new(!output.quiet, "judging", check.found.cases.len());
    let mut seen = 0;
    let totals = check.run(&mut |event: &Event| {
        if matches!(event, Event::Judged(_)) {
            seen += 1;
            if seen % check.contestants.len() == 0 {
                progress.step();
            }
        }
        if matches!(event, Event::Finished(_)) {
            progress.end();
        }
        reports.iter_mut().try_for_each(|(report, path)| {
            report.event(event).map_err(|error| match path {
                Some(path) => Fault::cannot_write(path, &error),
                None => cannot_print(&error),
            })
        })
    })?;
    drop(reports);
    for file in files.into_iter().flatten() {
        file.finish()?;
    }
    Ok(Exit::of_totals(&totals))
}

/// The one problem of all cases.
fn one_problem(found: &Found, named: &Named, root: &Path) -> Result<Shipped, Fault> {
    let problems = cases::problems_of(&found.cases, named)?;
    let names: BTreeSet<&str> = problems.iter().map(Shipped::name).collect();
    let options: BTreeSet<Vec<&str>> = problems.iter().map(Shipped::options).collect();
    match problems.first() {
        Some(problem) if names.len() == 1 && options.len() == 1 => Ok(*problem),
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
fn not_on_disk(folder: &Path, found: &Found) -> Result<Vec<String>, Fault> {
    let manifest = if folder.is_dir() { manifest::read(folder)? } else { None };
    let there: BTreeSet<&str> = found.cases.iter().map(|case| &*case.name).collect();
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
