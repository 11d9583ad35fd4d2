//! The mutants of submissions: which submissions they are made from, and mutants as further
//! submissions of a kill matrix.

use std::sync::Arc;

use crate::RunSpec;
use crate::judge_task::JudgeTask;
use crate::output::{MUTANTS, OutputSettings};
use crate::record::RequestedRun;
use referee_base::fault::Fault;
use referee_intake::submission::FoundSubmissions;
use referee_judge::record::Record;
use referee_programs::{Builder, Builds};
use referee_strength::mutate::{CompileServices, MutantSubmissions, Original, Selection, choose};

/// Makes the mutants of all submissions that are expected to be accepted and are in a language with
/// operators.
///
/// # Errors
/// There is no submission to make mutants of.
pub fn originals(
    found: &FoundSubmissions,
    selection: &Selection,
    output: &OutputSettings,
) -> Result<Vec<Original>, Fault> {
    let mut originals = Vec::new();
    for submission in found.submissions.iter().filter(|one| one.is_expected_right()) {
        match Original::new(submission, &selection.operators) {
            Ok(original) => originals.push(original),
            Err(fault) => {
                output.note(&format!("{} has no mutants: {}", submission.name, fault.message));
            }
        }
    }
    if !originals.is_empty() {
        Ok(originals)
    } else {
        Err(Fault::bad_input("there is no program to mutate").help(
            "name submissions in C, C++, Java, Python 3 or Rust that are expected to be accepted",
        ))
    }
}

/// Returns the record of what mutants compiled to before, unless everything is to be run again.
pub fn known<'a>(spec: &RunSpec, record: Option<&'a Record>) -> Option<&'a Record> {
    record.filter(|_| !spec.runs.record.reruns)
}

/// Adds the requested mutants, if any, to the submissions of a task, and returns the programs that
/// were compiled to find which of them differ. `jobs` compilers run at a time.
pub fn add(
    asked: &RequestedRun,
    task: &mut JudgeTask,
    builder: Builder,
    jobs: usize,
    record: Option<&Record>,
    output: &OutputSettings,
) -> Result<Option<Arc<Builds>>, Fault> {
    let Some(selection) = &asked.mutants else { return Ok(None) };
    let mut originals = originals(&task.found, selection, output)?;
    choose(&mut originals, selection);
    let count = originals.iter().map(|original| original.mutants.len()).sum();
    let known = known(&asked.spec, record);
    let services = CompileServices { builder, known, jobs };
    let progress = output.progress("compiling", MUTANTS, count);
    let made = MutantSubmissions::make(&originals, services, &|| progress.step());
    progress.end();
    for (name, fault) in made.not_compiled {
        output.note(&format!("{name} has no mutants: {}", fault.message));
    }
    task.found.add(made.found);
    Ok(Some(made.builds))
}
