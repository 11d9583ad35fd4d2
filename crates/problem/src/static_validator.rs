//! Runs the static validator of a package, which judges the files of a submission.
//!
//! It works in a copy of these files, including those that the compiler made. The copy contains its
//! feedback folder, whose name starts with a dot, unlike that of any file of a submission.

use std::fs;

use super::external::{CheckerProtocol, Judgement, parse_verdict};
use super::feedback::{FeedbackFolder, SAID};
use super::jury_program::{JuryProgram, JuryRun};
use referee_base::fault::Fault;
use referee_package::{Score, StaticValidation};
use referee_programs::Program;
use referee_sandbox::Stdin;

const FEEDBACK: &str = ".feedback";

/// Runs the static validator on a program. Error: it fails, or the score is out of range.
pub(super) fn validate_submission(
    validator: &JuryProgram,
    program: &Program,
    validation: &StaticValidation,
) -> Result<Judgement, Fault> {
    let files = program.copy()?;
    let feedback = files.path().join(FEEDBACK);
    fs::create_dir(&feedback).map_err(|error| Fault::cannot_write(&feedback, &error))?;
    let mut arguments: Vec<_> = called(program).into_iter().map(Into::into).collect();
    arguments.push(validator.working_inside(files.path())?.join(FEEDBACK).join("").into());
    arguments.extend(validation.arguments.iter().map(Into::into));
    let task =
        JuryRun { arguments, writable: Some(files.path()), ..JuryRun::reading(Stdin::Empty) };
    let (ended, said) = validator.run_and_read(task, SAID)?;
    let judged =
        parse_verdict(validator, CheckerProtocol::Icpc, &ended, &FeedbackFolder(&feedback), said);
    let judged = judged.map_err(|error| Fault::judge(error.to_string()))?;
    match (judged.score, validation.most_score) {
        (Some(Score::Points(points)), Some(most)) if !(0.0..=most).contains(&points) => {
            Err(validator
                .fault(&format!("it gives a score of {points}, which is not in 0..={most}")))
        }
        _ => Ok(judged),
    }
}

/// Returns the name of a program's language in the format, and its main file or class.
fn called(program: &Program) -> [String; 2] {
    let (language, main) = (program.language.name.as_str(), program.main.as_str());
    match language {
        "python" => ["python3".into(), main.into()],
        "java" => [language.into(), program.class.clone()],
        _ => [language.into(), main.into()],
    }
}
