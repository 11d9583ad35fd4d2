//! `referee solve`.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::args;
use referee_author::solve::{self, Solved};
use referee_author::verify;
use referee_base::fault::Fault;
use referee_base::files::Existing;
use referee_base::machine::Machine;
use referee_base::plural;
use referee_display::fault;
use referee_events::exit::Exit;
use referee_package::Work;
use referee_problem::{Problem, ProblemCase, ProblemSelection};
use referee_report::tally::Tally;
use referee_run::output::{CASES, OutputSettings};
use referee_run::settings;
use referee_run::target::Target;

pub(super) fn run(
    args: args::SolveArgs,
    machine: Machine,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let existing = if args.force { Existing::Replace } else { Existing::Keep };
    let named = args.problem.named(&args.cases, settings::NOTHING, output)?;
    // New answers are not judged.
    let work = if args.verify { Work::Judging } else { Work::Running };
    let (cases, faults) = find_cases(&args.cases, &named, work, output)?;
    if !args.verify {
        refuse_archives(&cases)?;
    }
    let mut exit = print_faults(&faults, output)?;
    let mut tally = Tally::new(&["written", "replaced", "kept", "right"], &["wrong", "failed"]);
    let verb = if args.verify { "verifying" } else { "solving" };
    let progress = output.progress(verb, CASES, cases.len());
    if !args.verify {
        output.interruption.keeps("the finished answers are on disk, each complete");
        let all = "run the same command to replace all answers";
        let others = "run the same command to make the others";
        output.interruption.goes_on(if existing == Existing::Keep { others } else { all });
    }
    let (mut advice, mut empty) = (None, 0);
    let listener = &mut |case: &ProblemCase, solved: Solved| {
        progress.step();
        // As a solver leaves it that writes to a file.
        let is_empty = || fs::metadata(case.file.answer()).is_ok_and(|answer| answer.len() == 0);
        if matches!(solved, Solved::Written | Solved::Replaced) && case.problem.has_answers() {
            empty += usize::from(is_empty());
        }
        let (word, trouble) = match &solved {
            Solved::Written => ("written", None),
            Solved::Replaced => ("replaced", None),
            Solved::Kept => ("kept", None),
            Solved::Right => ("right", None),
            Solved::Wrong(fault) => ("wrong", Some((fault, Exit::Failed))),
            Solved::Unverifiable => {
                advice.get_or_insert_with(|| verify::advice(&case.problem));
                (verify::UNVERIFIABLE, None)
            }
            Solved::Failed(fault) => ("failed", Some((fault, Exit::of_fault(fault)))),
        };
        tally.count(word, &case.file.name);
        if let Some((trouble, end)) = trouble {
            exit = exit.max(end);
            progress.pause(|| output.print_sentences(&(fault(trouble) + "\n")))?;
        }
        Ok::<(), Fault>(())
    };
    if args.verify {
        verify::verify(&cases, machine, &progress, listener)?;
    } else {
        let name = args.solver.as_deref();
        let solvers = cases.iter().map(|case| case.problem.solver(name));
        let solvers = solvers.collect::<Result<Vec<_>, Fault>>()?;
        solve::solve(&cases, &solvers, existing, machine, &progress, listener)?;
    }
    drop(progress);
    exit = exit.max(print_faults(advice.as_slice(), output)?);
    summary(cases.len(), &tally, exit, output)?;
    if empty > 0 {
        let answers = plural(empty, "answer is", "answers are");
        output.warn(&format!("{answers} empty: the solver wrote nothing to its standard output"));
    }
    Ok(exit)
}

/// Checks that answers can be written beside the inputs of cases.
fn refuse_archives(cases: &[ProblemCase]) -> Result<(), Fault> {
    cases.iter().try_for_each(|case| match &case.problem {
        Problem::Packaged(packaged) => packaged.refuse_archive("answers"),
        Problem::Shipped(_) | Problem::Custom(_) => Ok(()),
    })
}

/// Prints the counts, one per line, below the number of cases and above the exit code.
pub(super) fn summary(
    cases: usize,
    tally: &Tally,
    exit: Exit,
    output: &OutputSettings,
) -> Result<(), Fault> {
    if output.quiet && exit == Exit::Expected {
        return Ok(());
    }
    let cases = plural(cases, "case", "cases");
    let lines = tally.lines(output.quiet);
    output.print_sentences(&format!("{cases}\n{lines}exit code {}\n", exit as u8))
}

/// Finds the cases of several folders with their problems, and the faults of the folders.
pub(super) fn find_cases(
    roots: &[PathBuf],
    named: &ProblemSelection,
    work: Work,
    output: &OutputSettings,
) -> Result<(Vec<ProblemCase>, Vec<Fault>), Fault> {
    let mut all = Vec::new();
    let mut faults = Vec::new();
    let mut seen = HashSet::new();
    for root in roots {
        let place = Target::find(root, named, work, output)?;
        let found = place.find_cases()?;
        let problems = place.problems(&found, named)?;
        let cases = found.cases.into_iter().zip(problems);
        // A case may be found in several folders.
        let place = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
        let new = cases.filter(|(file, _)| seen.insert(place(&file.input)));
        all.extend(new.map(|(file, problem)| ProblemCase { file, problem }));
        faults.extend(found.faults);
    }
    Ok((all, faults))
}

/// Prints faults of case folders; returns the resulting exit.
pub(super) fn print_faults(faults: &[Fault], output: &OutputSettings) -> Result<Exit, Fault> {
    let mut exit = Exit::Expected;
    for trouble in faults {
        exit = exit.max(Exit::of_fault(trouble));
        output.print_sentences(&(fault(trouble) + "\n"))?;
    }
    Ok(exit)
}
