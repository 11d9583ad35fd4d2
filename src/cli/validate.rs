//! `referee validate`.

use super::args;
use super::output::Output;
use super::solve::{find_cases, print_faults, summary};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::machine::Machine;
use crate::report::fault;
use crate::report::progress::Progress;
use crate::report::tally::Tally;
use crate::validate;

pub(super) fn run(args: args::Validate, machine: Machine, output: &Output) -> anyhow::Result<Exit> {
    let (cases, faults) = find_cases(&args.cases, &args.problem.named()?)?;
    let mut exit = found(print_faults(&faults, output)?);
    let mut tally = Tally::new(&[("valid", false), ("not valid", true)]);
    let progress = Progress::new(!output.quiet, "validating", cases.len());
    validate::validate(&cases, machine, |case, faults| {
        progress.step();
        tally.count(if faults.is_empty() { "valid" } else { "not valid" }, &case.file.name);
        for trouble in &faults {
            exit = exit.max(found(Exit::of_fault(trouble)));
            progress.pause(|| output.print(&(fault(trouble) + "\n")))?;
        }
        Ok::<(), Fault>(())
    })?;
    drop(progress);
    summary(cases.len(), &tally, exit, output)?;
    Ok(exit)
}

/// Bad input is what this command is there to find: no failure of the command itself.
fn found(exit: Exit) -> Exit {
    if exit == Exit::BadInput { Exit::Failed } else { exit }
}
