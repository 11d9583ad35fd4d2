//! `validate`: checks every input against the strict grammar and every answer against its input.

pub(crate) mod interaction;
pub(crate) mod package;

use referee_checker::CheckVerdict;

use crate::cases::case_fault;
use crate::problem::{ProblemCase, check_file, contradiction};
use crate::watch::{Watch, watched};
use referee_base::fault::Fault;
use referee_base::files;
use referee_base::machine::Machine;
use referee_base::parallel::ordered;

/// The maximum number of bytes read from a malformed answer to show the line at fault.
const SHOWN_OF_ANSWER: u64 = 64 << 10;

/// Validates cases and reports each to `listener`, in order, with all its faults.
///
/// # Errors
/// Those of the listener.
pub(crate) fn validate<E>(
    cases: &[ProblemCase],
    (machine, watch): (Machine, &dyn Watch),
    mut listener: impl FnMut(&ProblemCase, Vec<Fault>) -> Result<(), E>,
) -> Result<(), E> {
    ordered(
        machine.jobs,
        cases.len(),
        |index| {
            let case = &cases[index];
            watched(watch, &case.file.name, || validate_case(case, machine))
        },
        |index, faults| listener(&cases[index], faults),
    )
}

fn validate_case(case: &ProblemCase, machine: Machine) -> Vec<Fault> {
    let resolved = match case.problem.resolve(&case.file) {
        Ok(resolved) => resolved,
        Err(fault) => return vec![fault],
    };
    let (mut faults, judge) = case.problem.validate(&resolved, machine);
    let Some(judge) = judge else { return faults };
    let path = case.file.answer();
    if !case.file.has_answer {
        let fault = Fault::bad_input("an input without an answer").at(&case.file.input);
        faults.push(fault.help("`referee solve` makes the answer"));
        return faults;
    }
    match files::open(&path).and_then(|mut answer| {
        judge.case().answer_form(&mut answer).map_err(|error| Fault::cannot_read(&path, &error))
    }) {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            let start = files::read_at_most(&path, SHOWN_OF_ANSWER).unwrap_or_default();
            faults.push(case_fault::grammar(&path, &error, &start));
        }
        Err(fault) => {
            faults.push(fault);
            return faults;
        }
    }
    match check_file(&path, judge.case()) {
        // A malformed answer was reported above, with its position.
        Ok(CheckVerdict::Refused(refusal))
            if refusal.kind == referee_checker::RefusalKind::WrongAnswer =>
        {
            faults.push(contradiction(&path, &refusal));
        }
        Ok(_) => {}
        Err(fault) => faults.push(fault),
    }
    faults
}
