//! Verifies the answers of cases: by the rules or the checker, and by the solver's output.
//!
//! A checker may only compare an output with the answer, and then accepts every answer as an
//! output. So the output of the solver is also judged, against the answer. If outputs are compared
//! with answers and there is no solver, answers cannot be verified.

use std::io::{self, Seek};

use referee_checker::CheckVerdict;

use crate::solve::Solved;
use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_base::parallel::ordered;
use referee_events::watch::{Watch, watched};
use referee_problem::cases::case_fault;
use referee_problem::{
    CaseJudge, Problem, ProblemCase, ResolvedCase, SolveFunction, check_file, contradiction,
};

/// The words of reports for answers that cannot be verified.
pub const UNVERIFIABLE: &str = "not verifiable";

/// Verifies the answers of cases and reports each to `listener`, in order.
///
/// # Errors
/// Those of the listener, or of preparing a solver.
pub fn verify(
    cases: &[ProblemCase],
    machine: Machine,
    watch: &dyn Watch,
    listener: &mut dyn FnMut(&ProblemCase, Solved) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let solvers = solvers(cases)?;
    ordered(
        machine.jobs,
        cases.len(),
        |at| {
            let case = &cases[at];
            watched(watch, &case.file.name, || verify_case(case, solvers[at].as_deref(), machine))
        },
        |at, solved| listener(&cases[at], solved),
    )
}

/// Returns the solver to verify the answers of each case; `None` if there is none, or if the rules
/// suffice.
///
/// # Errors
/// A solver cannot be prepared.
pub fn solvers(cases: &[ProblemCase]) -> Result<Vec<Option<Box<SolveFunction<'_>>>>, Fault> {
    let is_needed =
        |problem: &Problem| problem.has_solver() && !matches!(problem, Problem::Shipped(_));
    let all = cases.iter().map(|case| {
        if is_needed(&case.problem) { case.problem.solver(None).map(Some) } else { Ok(None) }
    });
    all.collect()
}

fn verify_case(case: &ProblemCase, solver: Option<&SolveFunction>, machine: Machine) -> Solved {
    if !case.file.has_answer {
        let fault = Fault::bad_input("the case has no answer").at(case.file.answer());
        return Solved::Wrong(fault.help(case.problem.answer_advice()));
    }
    let verified = || {
        let resolved = case.problem.resolve(&case.file)?;
        let judge = resolved.judge(None, machine)?;
        answer(&resolved, &judge, solver, machine)
    };
    verified().unwrap_or_else(Solved::Failed)
}

/// Returns whether the answer of a case is right, wrong or not verifiable; `judge` is the judge of
/// its outputs.
///
/// # Errors
/// The judge or the solver fails.
pub fn answer(
    case: &ResolvedCase,
    judge: &CaseJudge,
    solver: Option<&SolveFunction>,
    machine: Machine,
) -> Result<Solved, Fault> {
    let path = case.file.answer();
    if let CheckVerdict::Refused(refusal) = check_file(&path, judge.case())? {
        return Ok(Solved::Wrong(contradiction(&path, &refusal)));
    }
    let Some(solver) = solver else {
        return Ok(if case.compares_with_answer() { Solved::Unverifiable } else { Solved::Right });
    };
    let cannot_keep = |error: io::Error| Fault::judge(format!("cannot keep an output: {error}"));
    let mut output = tempfile::tempfile().map_err(cannot_keep)?;
    solver(case, machine, &mut output)?;
    output.rewind().map_err(cannot_keep)?;
    let verdict = judge.case().check(&mut output);
    Ok(match verdict.map_err(|error| case_fault::cannot_check(&path, &error))? {
        CheckVerdict::Accepted(_) => Solved::Right,
        CheckVerdict::Refused(refusal) => {
            let why = refusal.explanation.reason();
            let message = format!("the output of the solver is wrong by this answer: {why}");
            let help = "one of them is wrong; `referee solve --force CASES` rewrites the answer";
            Solved::Wrong(Fault::bad_input(message).at(path).help(help))
        }
    })
}

/// Returns the fault for answers of a problem that cannot be verified, with advice.
pub fn advice(problem: &Problem) -> Fault {
    let message = format!(
        "the answers of {} are not verifiable: outputs are compared with them, and there is no solver",
        problem.name()
    );
    Fault::judge(message).help(match problem {
        Problem::Packaged(_) => "add an accepted submission",
        _ => "name a [solver] in problem.toml",
    })
}
