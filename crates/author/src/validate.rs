//! `validate`: checks every input against the strict grammar and every answer against its input.

pub mod interaction;
pub mod package;

use referee_checker::{CheckVerdict, RefusalKind};

use crate::solve::Solved;
use crate::verify;
use referee_base::fault::Fault;
use referee_base::files;
use referee_base::machine::Machine;
use referee_base::parallel::ordered;
use referee_events::watch::{Watch, watched};
use referee_problem::cases::case_fault;
use referee_problem::{
    CaseJudge, Problem, ProblemCase, ResolvedCase, SolveFunction, check_file, contradiction,
};

/// The maximum number of bytes read from a malformed answer to show the line at fault.
const SHOWN_OF_ANSWER: u64 = 64 << 10;

/// The result of validating a case.
#[derive(Debug, Default)]
pub struct ValidatedCase {
    /// All its faults.
    pub faults: Vec<Fault>,
    /// What its problem lacks to verify it, each with advice: the same for all its cases.
    pub lacks: Vec<Fault>,
}

/// Validates cases and reports each to `listener`, in order.
///
/// # Errors
/// Those of the listener; or a solver cannot be prepared.
pub fn validate(
    cases: &[ProblemCase],
    machine: Machine,
    watch: &dyn Watch,
    mut listener: impl FnMut(&ProblemCase, ValidatedCase) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let solvers = verify::solvers(cases)?;
    ordered(
        machine.jobs,
        cases.len(),
        |index| {
            let (case, solver) = (&cases[index], solvers[index].as_deref());
            watched(watch, &case.file.name, || validate_case(case, solver, machine))
        },
        |index, validated| listener(&cases[index], validated),
    )
}

fn validate_case(
    case: &ProblemCase,
    solver: Option<&SolveFunction>,
    machine: Machine,
) -> ValidatedCase {
    let resolved = match case.problem.resolve(&case.file) {
        Ok(resolved) => resolved,
        Err(fault) => return ValidatedCase { faults: vec![fault], lacks: Vec::new() },
    };
    let (mut faults, judge) = case.problem.validate(&resolved, machine);
    let verified = judge.map(|judge| {
        let verify = || verify::answer(&resolved, &judge, solver, machine);
        validate_form(&resolved, &judge, &mut faults)?.map_or_else(verify, Ok)
    });
    let mut lacks: Vec<Fault> = without_validator(&case.problem).into_iter().collect();
    match verified {
        Some(Ok(Solved::Wrong(fault) | Solved::Failed(fault)) | Err(fault)) => faults.push(fault),
        Some(Ok(Solved::Unverifiable)) => lacks.push(verify::advice(&case.problem)),
        _ => {}
    }
    ValidatedCase { faults, lacks }
}

/// Returns the fault of a custom problem that cannot validate inputs.
fn without_validator(problem: &Problem) -> Option<Fault> {
    // Packages are validated as a whole.
    let lacks_one = matches!(problem, Problem::Custom(_)) && !problem.validates_inputs();
    lacks_one.then(|| {
        let name = problem.name();
        Fault::judge(format!("the inputs of {name} are not verifiable: there is no validator"))
            .help("name a [validator] in problem.toml")
    })
}

/// Validates the form of an answer strictly: adds a violation, and then returns the verdict.
///
/// # Errors
/// There is no answer, or it cannot be read or checked.
fn validate_form(
    case: &ResolvedCase,
    judge: &CaseJudge,
    faults: &mut Vec<Fault>,
) -> Result<Option<Solved>, Fault> {
    let path = case.file.answer();
    if !case.file.has_answer {
        let fault = Fault::bad_input("an input without an answer").at(&case.file.input);
        return Err(fault.help(case.answer_advice));
    }
    let form = judge.case().answer_form(&mut files::open(&path)?);
    let Err(error) = form.map_err(|error| Fault::cannot_read(&path, &error))? else {
        return Ok(None);
    };
    let start = files::read_at_most(&path, SHOWN_OF_ANSWER).unwrap_or_default();
    faults.push(case_fault::grammar(&path, &error, &start));
    Ok(Some(match check_file(&path, judge.case())? {
        CheckVerdict::Refused(refusal) if refusal.kind == RefusalKind::WrongAnswer => {
            Solved::Wrong(contradiction(&path, &refusal))
        }
        // The error of its form already describes all that is wrong, with its position.
        _ => Solved::Right,
    }))
}
