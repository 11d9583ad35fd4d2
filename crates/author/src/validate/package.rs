//! Runs the validators of a package on its cases: on inputs and outputs, right and wrong ones.

use std::io::Read;

use referee_checker::CheckVerdict;

use referee_base::fault::Fault;
use referee_base::files;
use referee_base::machine::Machine;
use referee_base::parallel::ordered;
use referee_events::watch::{Watch, watched};
use referee_package::CaseFileKind::{Answer, Input, Output};
use referee_package::{Diagnostics, PackageCase, Purpose, Work};
use referee_problem::{CaseJudge, InputRefusal, Packaged, ResolvedCase, check_file};

/// Validates each case with the programs of the package, and reports its diagnostics to `listener`,
/// in order.
///
/// # Errors
/// Those of the listener.
pub fn validate<E>(
    problem: &Packaged,
    machine: Machine,
    watch: &dyn Watch,
    mut listener: impl FnMut(Diagnostics) -> Result<(), E>,
) -> Result<(), E> {
    let cases = &problem.package.cases;
    ordered(
        machine.jobs,
        cases.len(),
        |at| {
            let mut validation =
                Validation { problem, machine, diagnostics: Diagnostics::default() };
            watched(watch, &cases[at].name, || validation.case(&cases[at]));
            validation.diagnostics
        },
        |_, diagnostics| listener(diagnostics),
    )
}

struct Validation<'a> {
    problem: &'a Packaged,
    machine: Machine,
    diagnostics: Diagnostics,
}

impl Validation<'_> {
    fn case(&mut self, case: &PackageCase) {
        let mut of_settings = Diagnostics::default();
        let settings = self.problem.package.settings(case, &mut of_settings);
        let is_resolved = !of_settings.block(Work::Judging);
        self.diagnostics.extend(of_settings);
        // An input that is meant to be invalid may be any bytes.
        if case.purpose != Purpose::InvalidInput {
            for kind in [Input, Answer].into_iter().filter(|kind| case.has(*kind)) {
                self.text(&case.file(kind));
            }
        }
        let resolved = self.problem.resolve_by(case, settings);
        let may_judge = self.input(case, &resolved) && is_resolved && self.problem.judges();
        let is_dialogue = self.problem.package.metadata.kinds.is_dialogue();
        if may_judge && !is_dialogue && case.has(Answer) {
            self.outputs(case, &resolved.judge(None, self.machine));
        }
    }

    /// Warns of properties of a text file that other tools may not accept.
    fn text(&mut self, path: &str) {
        match text_fault(&self.problem.package.path(path)) {
            Ok(Some(what)) => drop(self.diagnostics.warning(path, what)),
            Ok(None) => {}
            Err(fault) => drop(self.diagnostics.error(path, fault.message)),
        }
    }

    /// Returns false if an input that must be valid is rejected: its outputs are not judged.
    fn input(&mut self, case: &PackageCase, resolved: &ResolvedCase) -> bool {
        if self.problem.input_validators().is_empty() {
            return true;
        }
        let input = case.file(Input);
        let is_meant_valid = case.purpose != Purpose::InvalidInput;
        match self.problem.validate_input(resolved) {
            Ok(Some((name, InputRefusal { place, reason }))) if is_meant_valid => {
                let message = format!("the input validator {name} rejects it: {reason}");
                self.diagnostics.error(input, message).place = place;
                return false;
            }
            Ok(None) if !is_meant_valid => {
                self.diagnostics
                    .error(input, "no input validator rejects it, but it must be invalid");
            }
            Ok(_) => {}
            Err(fault) => drop(self.diagnostics.error(input, fault.one_line())),
        }
        true
    }

    /// Judges the outputs that come with the case, and its answer.
    fn outputs(&mut self, case: &PackageCase, judge: &Result<CaseJudge, Fault>) {
        let is_meant_valid = match case.purpose {
            Purpose::InvalidInput => return,
            Purpose::InvalidOutput => false,
            Purpose::ValidOutput | Purpose::Sample | Purpose::Secret => true,
        };
        if case.has(Output) {
            let output = case.file(Output);
            match self.verdict(&output, judge) {
                Some(Err(why)) if is_meant_valid => {
                    self.diagnostics
                        .error(output, format!("the output validator rejects it: {why}"));
                }
                Some(Ok(())) if !is_meant_valid => {
                    let message = "the output validator accepts it, but it must be invalid";
                    self.diagnostics.error(output, message);
                }
                _ => {}
            }
        }
        let answer = case.file(Answer);
        if is_meant_valid && self.problem.compares() {
            // As a solution leaves it that writes to a file.
            let metadata = self.problem.package.path(&answer).metadata();
            if metadata.is_ok_and(|metadata| metadata.len() == 0) {
                let message = "it is empty: a program that prints nothing is right";
                self.diagnostics.warning(answer, message);
            }
        } else if is_meant_valid {
            // An answer need not be an output, though most are.
            if let Some(Err(why)) = self.verdict(&answer, judge) {
                let message = format!("the output validator rejects this answer: {why}");
                self.diagnostics.warning(answer, message);
            }
        }
    }

    /// Returns the output validator's verdict on a file as output, with the reason of a rejection;
    /// `None` if the validator fails, which is reported.
    fn verdict(
        &mut self,
        path: &str,
        judge: &Result<CaseJudge, Fault>,
    ) -> Option<Result<(), String>> {
        let judge = judge.as_ref().map_err(Fault::clone);
        let file = self.problem.package.path(path);
        match judge.and_then(|judge| check_file(&file, judge.case())) {
            Ok(CheckVerdict::Accepted(_)) => Some(Ok(())),
            Ok(CheckVerdict::Refused(refusal)) => Some(Err(refusal.explanation.reason())),
            Err(fault) => {
                self.diagnostics.error(path, fault.message);
                None
            }
        }
    }
}

/// Returns a property of a text that other tools may not accept, reading it once.
fn text_fault(path: &std::path::Path) -> Result<Option<&'static str>, Fault> {
    let mut file = files::open(path)?;
    let mut buffer = vec![0; 64 << 10];
    let (mut is_first, mut last, mut has_returns) = (true, b'\n', false);
    loop {
        let read = file.read(&mut buffer).map_err(|error| Fault::cannot_read(path, &error))?;
        let part = &buffer[..read];
        let Some(&end) = part.last() else { break };
        if is_first && part.starts_with(b"\xef\xbb\xbf") {
            return Ok(Some("it begins with a byte order mark"));
        }
        is_first = false;
        has_returns |= part.contains(&b'\r');
        last = end;
    }
    Ok(if has_returns {
        Some("it contains carriage returns")
    } else if last != b'\n' {
        Some("its last line has no line feed")
    } else {
        None
    })
}
