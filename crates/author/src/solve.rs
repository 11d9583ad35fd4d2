//! `solve`: runs reference solvers over case folders.

use referee_base::fault::Fault;
use referee_base::files::{Existing, WholeFile};
use referee_base::machine::Machine;
use referee_base::parallel::ordered;
use referee_events::watch::{Watch, watched};
use referee_problem::{ProblemCase, SolveFunction};

/// The outcome of a case.
#[derive(Debug)]
pub enum Solved {
    /// Its answer was missing and was written.
    Written,
    /// Its answer was replaced.
    Replaced,
    /// It already has an answer, which was kept.
    Kept,
    /// Its answer is right.
    Right,
    /// Its answer is missing or wrong, or the solver is wrong.
    Wrong(Fault),
    /// There is no way to verify its answer.
    Unverifiable,
    /// It could not be solved or verified.
    Failed(Fault),
}

/// Solves cases and reports each to `listener`, in order. `existing` says whether answers that
/// exist are replaced. `solvers` has the solver of each case at the same position.
///
/// # Errors
/// Those of the listener.
pub fn solve<E>(
    cases: &[ProblemCase],
    solvers: &[Box<SolveFunction<'_>>],
    existing: Existing,
    machine: Machine,
    watch: &dyn Watch,
    listener: &mut dyn FnMut(&ProblemCase, Solved) -> Result<(), E>,
) -> Result<(), E> {
    ordered(
        machine.jobs,
        cases.len(),
        |index| {
            let case = &cases[index];
            // An answer that no solver can make is somebody's own.
            let is_kept = existing == Existing::Keep || !case.problem.has_answers();
            watched(watch, &case.file.name, || {
                if is_kept && case.file.has_answer {
                    Solved::Kept
                } else {
                    solve_case(case, &solvers[index], existing, machine)
                }
            })
        },
        |index, solved| listener(&cases[index], solved),
    )
}

fn solve_case(
    case: &ProblemCase,
    solver: &SolveFunction,
    existing: Existing,
    machine: Machine,
) -> Solved {
    let solve = || {
        let resolved = case.problem.resolve(&case.file)?;
        let mut answer = WholeFile::begin(&case.file.answer(), existing)?;
        solver(&resolved, machine, &mut answer)?;
        answer.finish()
    };
    match solve() {
        Err(fault) => Solved::Failed(fault),
        Ok(()) if case.file.has_answer => Solved::Replaced,
        Ok(()) => Solved::Written,
    }
}
