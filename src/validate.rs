//! `validate`: every input against the strict grammar, every answer against its input.

use referee_checker::{Form, Verdict};

use crate::cases::ProblemCase;
use crate::check::contradiction;
use crate::fault::Fault;
use crate::files;
use crate::parallel::ordered;

/// The most that is read of an answer: well-formed ones of the shipped problems are shorter, and of the
/// others the first fault is found long before.
const LONGEST_ANSWER: u64 = 16 << 20;

/// Validates cases on `jobs` threads and tells `listener` about each, in order: all faults of it.
///
/// # Errors
/// Those of the listener.
pub fn validate<E>(
    cases: &[ProblemCase],
    jobs: usize,
    mut listener: impl FnMut(&ProblemCase, Vec<Fault>) -> Result<(), E>,
) -> Result<(), E> {
    ordered(
        jobs,
        cases.len(),
        |index| validate_case(&cases[index]),
        |index, faults| listener(&cases[index], faults),
    )
}

fn validate_case(case: &ProblemCase) -> Vec<Fault> {
    let rules = case.problem.rules;
    let input = match files::read_case_input(rules, &case.file.input) {
        Ok(input) => input,
        Err(fault) => return vec![fault],
    };
    let mut faults = Vec::new();
    let prepared = match rules.prepare(&input, Form::Strict) {
        Ok(prepared) => prepared,
        Err(error) => {
            faults.push(Fault::grammar(&case.file.input, &error, &input));
            // What is wrong may be no more than a line end: then the answer can still be looked at.
            match rules.prepare(&input, Form::Lenient) {
                Ok(prepared) => prepared,
                Err(_) => return faults,
            }
        }
    };
    drop(input);
    let path = case.file.answer();
    if !case.file.has_answer {
        let fault = Fault::bad_input("an input without an answer").at(&case.file.input);
        faults.push(fault.help("`referee solve` makes the answer"));
        return faults;
    }
    let answer = match files::read_at_most(&path, LONGEST_ANSWER) {
        Ok(answer) => answer,
        Err(fault) => {
            faults.push(fault);
            return faults;
        }
    };
    if let Err(error) = prepared.answer_form(&answer) {
        faults.push(Fault::grammar(&path, &error, &answer));
    }
    match prepared.check(&mut answer.as_slice()) {
        // A malformed answer was named above, with its place.
        Ok(Verdict::Refused(refusal))
            if refusal.kind == referee_checker::RefusalKind::WrongAnswer =>
        {
            faults.push(contradiction(&path, &refusal));
        }
        Ok(_) => {}
        Err(error) => faults.push(Fault::cannot_read(&path, &error)),
    }
    faults
}
