//! `referee validate`.

use std::path::{Path, PathBuf};

use super::args;
use super::solve::{find_cases, print_faults, summary};
use referee_author::{validate, verify};
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_base::plural;
use referee_display::{diagnostics, fault};
use referee_events::exit::Exit;
use referee_package::{Severity, Work};
use referee_problem::ProblemSelection;
use referee_programs::Strictness;
use referee_report::tally::Tally;
use referee_run::output::{CASES, OutputSettings};
use referee_run::package::{self, OpenedPackage};
use referee_run::settings;

pub(super) fn run(
    args: args::ValidateArgs,
    machine: Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let named = args.problem.named(&args.cases, settings::NOTHING, output)?;
    let mut exit = Exit::Expected;
    let mut others = Vec::new();
    for path in args.cases {
        match package::open(&path, &named)? {
            Some(opened) => {
                let strictness = args.strictness.strictness();
                exit = exit.max(validate_package(&path, opened, strictness, machine, output)?);
            }
            None => others.push(path),
        }
    }
    if others.is_empty() {
        Ok(exit)
    } else {
        Ok(exit.max(validate_cases(&others, &named, machine, output)?))
    }
}

/// Prints all diagnostics of a package. Those of its cases come last, since they take time.
fn validate_package(
    path: &Path,
    opened: OpenedPackage,
    strictness: Strictness,
    machine: Machine,
    output: &OutputSettings,
) -> Result<Exit, Fault> {
    let OpenedPackage { mut problem, mut diagnostics } = opened;
    let lacks_compiler = problem.build(strictness, &mut diagnostics);
    let package = &problem.package;
    validate::interaction::validate(package, &mut diagnostics);
    let progress = output.progress("validating", CASES, package.cases.len());
    validate::package::validate(&problem, machine, &progress, |found| {
        progress.step();
        diagnostics.extend(found);
        Ok::<(), Fault>(())
    })?;
    drop(progress);
    let found = diagnostics.sorted();
    let has_errors = found.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let exit = match (lacks_compiler, has_errors) {
        // The package is not at fault, and its errors are not fully known.
        (true, _) => Exit::JudgeError,
        (false, true) => Exit::BadInput,
        (false, false) => Exit::Expected,
    };
    output.print_sentences(&diagnostics::diagnostics(&found))?;
    if !output.quiet || exit != Exit::Expected {
        let gap = if found.is_empty() { "" } else { "\n" };
        let cases = plural(package.cases.len(), "case", "cases");
        let (version, counts) = (package.metadata.version, diagnostics::counts(&found));
        let path = referee_base::fault::show(path);
        output.print_sentences(&format!(
            "{gap}{path}: {version}, {cases}: {counts}\nexit code {}\n",
            exit as u8
        ))?;
    }
    Ok(exit)
}

fn validate_cases(
    paths: &[PathBuf],
    named: &ProblemSelection,
    machine: Machine,
    output: &OutputSettings,
) -> Result<Exit, Fault> {
    let (cases, faults) = find_cases(paths, named, Work::Judging, output)?;
    let mut exit = found(print_faults(&faults, output)?);
    let mut tally = Tally::new(&["valid"], &["not valid"]);
    let progress = output.progress("validating", CASES, cases.len());
    let mut lacks: Vec<Fault> = Vec::new();
    validate::validate(&cases, machine, &progress, |case, validated| {
        progress.step();
        let word = match (validated.faults.is_empty(), validated.lacks.is_empty()) {
            (false, _) => "not valid",
            (true, true) => "valid",
            (true, false) => verify::UNVERIFIABLE,
        };
        tally.count(word, &case.file.name);
        for lack in validated.lacks {
            if lacks.iter().all(|known| known.message != lack.message) {
                lacks.push(lack);
            }
        }
        for trouble in &validated.faults {
            exit = exit.max(found(Exit::of_fault(trouble)));
            progress.pause(|| output.print_sentences(&(fault(trouble) + "\n")))?;
        }
        Ok::<(), Fault>(())
    })?;
    drop(progress);
    exit = exit.max(print_faults(&lacks, output)?);
    summary(cases.len(), &tally, exit, output)?;
    Ok(exit)
}

/// Maps an exit to that of `validate`: finding bad input is its purpose, not a failure of the
/// command.
fn found(exit: Exit) -> Exit {
    if exit == Exit::BadInput { Exit::Failed } else { exit }
}
