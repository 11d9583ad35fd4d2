//! What the programs of a package say of its cases: inputs that are valid or not, outputs that are right or not.

use std::io::Read;

use referee_checker::{CheckError, Verdict};

use crate::fault::Fault;
use crate::files;
use crate::machine::Machine;
use crate::package::{Case, Diagnostics, Purpose, Settings};
use crate::parallel::ordered;
use crate::problem::{Looked, Packaged};

/// Has the programs of a package look at each of its cases, and tells `listener` what is wrong with each, in order.
///
/// # Errors
/// Those of the listener.
pub fn validate<E>(
    problem: &Packaged,
    machine: Machine,
    mut listener: impl FnMut(Diagnostics) -> Result<(), E>,
) -> Result<(), E> {
    let cases = &problem.package.cases;
    ordered(
        machine.jobs,
        cases.len(),
        |at| {
            let mut diagnostics = Diagnostics::default();
            Validation { problem, machine, diagnostics: &mut diagnostics }.case(&cases[at]);
            diagnostics
        },
        |_, diagnostics| listener(diagnostics),
    )
}

/// The validation of one case.
struct Validation<'a> {
    problem: &'a Packaged,
    machine: Machine,
    diagnostics: &'a mut Diagnostics,
}

impl Validation<'_> {
    fn case(&mut self, case: &Case) {
        let settings = self.problem.package.settings(case, self.diagnostics);
        // What is not to be valid may be any bytes.
        if case.purpose != Purpose::InvalidInput {
            for ending in ["in", "ans"].into_iter().filter(|ending| case.has(ending)) {
                self.text(&case.file(ending));
            }
        }
        self.input(case, &settings);
        let is_dialogue = self.problem.package.metadata.kinds.is_dialogue();
        if !is_dialogue && self.problem.judges() {
            self.outputs(case);
        }
    }

    /// Notes what is unusual about a text file; other tools may trip over it.
    fn text(&mut self, path: &str) {
        match look_at_text(&self.problem.package.path(path)) {
            Ok(Some(what)) => drop(self.diagnostics.warning(path, what)),
            Ok(None) => {}
            Err(fault) => drop(self.diagnostics.error(path, fault.message)),
        }
    }

    fn input(&mut self, case: &Case, settings: &Settings) {
        if !self.problem.has_input_validators() {
            return;
        }
        let input = case.file("in");
        let is_meant_valid = case.purpose != Purpose::InvalidInput;
        match self.problem.look_at(case, settings) {
            Ok(Looked::Refused(name, why)) if is_meant_valid => {
                self.diagnostics
                    .error(input, format!("the input validator {name} refuses it: {why}"));
            }
            Ok(Looked::Valid) if !is_meant_valid => {
                self.diagnostics
                    .error(input, "no input validator refuses it, though it is not to be valid");
            }
            Ok(_) => {}
            Err(fault) => drop(self.diagnostics.error(input, fault.one_line())),
        }
    }

    fn outputs(&mut self, case: &Case) {
        let (answer, output) = (case.file("ans"), case.file("out"));
        if !case.has("ans") {
            return;
        }
        let judges = |file: &str| case.has(file);
        match case.purpose {
            Purpose::InvalidInput => {}
            Purpose::InvalidOutput => {
                if judges("out") && self.verdict(case, &output) == Some(Ok(())) {
                    self.diagnostics.error(
                        output,
                        "the output validator accepts it, though it is not to be valid",
                    );
                }
            }
            Purpose::ValidOutput | Purpose::Sample | Purpose::Secret => {
                if judges("out")
                    && let Some(Err(why)) = self.verdict(case, &output)
                {
                    self.diagnostics
                        .error(&output, format!("the output validator refuses it: {why}"));
                }
                // An answer need not be an output, though most are.
                if !self.problem.compares()
                    && let Some(Err(why)) = self.verdict(case, &answer)
                {
                    self.diagnostics.warning(
                        &answer,
                        format!("the output validator refuses this answer: {why}"),
                    );
                }
            }
        }
    }

    /// What the output validator says of a file as output: right, or why not; nothing where it fails, which is noted.
    fn verdict(&mut self, case: &Case, path: &str) -> Option<Result<(), String>> {
        let package = &self.problem.package;
        let checked =
            self.problem.prepare(&package.case_file(case), self.machine).and_then(|ready| {
                let path = package.path(path);
                let mut output = files::open(&path)?;
                ready
                    .check(&mut output)
                    .map_err(|error: CheckError| Fault::cannot_check(&path, &error))
            });
        match checked {
            Ok(Verdict::Accepted(_)) => Some(Ok(())),
            Ok(Verdict::Refused(refusal)) => Some(Err(refusal.explanation.headline().to_string())),
            Err(fault) => {
                self.diagnostics.error(path, fault.message);
                None
            }
        }
    }
}

/// What is unusual about a text, read once.
fn look_at_text(path: &std::path::Path) -> Result<Option<&'static str>, Fault> {
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
        Some("there are carriage returns in it")
    } else if last != b'\n' {
        Some("its last line is not ended")
    } else {
        None
    })
}
