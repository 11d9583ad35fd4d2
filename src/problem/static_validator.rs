//! The static validator of a package: a program that looks at the files of a submission, and not at what it writes.
//!
//! It works in a copy of them, with all that the compiler made. Its feedback goes into a folder there whose name starts with a
//! dot, as that of no file of a submission does.

use std::fs;
use std::io::Read;

use super::external::{JuryVerdict, Protocol, parse_verdict};
use super::feedback::{Feedback, SAID};
use super::jury_program::{JuryProgram, Task};
use crate::programs::Program;
use referee_base::fault::Fault;
use referee_package::{Score, StaticValidation};
use referee_sandbox::Stdin;

/// The folder for feedback.
const FEEDBACK: &str = ".feedback";

/// Has the static validator look at a program.
///
/// # Errors
/// It cannot be built or started, or gives no verdict, or more than there is to give.
pub(super) fn look_at(
    validator: &JuryProgram,
    program: &Program,
    validation: &StaticValidation,
) -> Result<JuryVerdict, Fault> {
    let files = program.copy()?;
    let feedback = files.path().join(FEEDBACK);
    fs::create_dir(&feedback).map_err(|error| Fault::cannot_write(&feedback, &error))?;
    let mut arguments: Vec<_> = called(program).into_iter().map(Into::into).collect();
    arguments.push(format!("{FEEDBACK}/").into());
    arguments.extend(validation.arguments.iter().map(Into::into));
    let task = Task { arguments, writable: Some(files.path()), ..Task::reading(Stdin::Empty) };
    let mut said = Vec::new();
    let ended = validator.run(task, &mut |output| {
        let _ = output.take(SAID).read_to_end(&mut said);
    })?;
    let judged = parse_verdict(validator, Protocol::Icpc, &ended, &Feedback(&feedback), said);
    let judged = judged.map_err(|error| Fault::judge(error.to_string()))?;
    match (judged.score, validation.most_score) {
        (Some(Score::Points(points)), Some(most)) if !(0.0..=most).contains(&points) => {
            Err(validator
                .fault(&format!("it gives a score of {points}, which is not in 0..={most}")))
        }
        _ => Ok(judged),
    }
}

/// What the format calls the language of a program, and what is started in it.
fn called(program: &Program) -> [String; 2] {
    let (language, main) = (program.language().name.as_str(), program.main());
    match language {
        "python" => ["python3".into(), main.into()],
        "java" => [language.into(), program.class().into()],
        _ => [language.into(), main.into()],
    }
}
