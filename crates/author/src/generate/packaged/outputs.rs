//! Checks the answers and outputs of generated cases with the output validator of the package.
//!
//! A package without output validators compares outputs with answers, so there is nothing to check.

use referee_checker::{CheckError, CheckVerdict};

use super::cache::CacheKey;
use super::draft::CaseDraft;
use super::generation::Generation;
use super::made::MadeFiles;
use super::make::Maker;
use referee_base::fault::Fault;
use referee_base::files::TemporaryFolder;
use referee_package::generators::{Extension, PlannedCase};
use referee_package::{SAMPLE, SECRET};
use referee_problem::{ExternalCase, ProgramChecker};

impl Maker<'_> {
    /// Runs the output validator on the answer and the outputs of a case.
    ///
    /// # Errors
    /// It rejects a valid output, accepts an invalid one, or exits with an unexpected code.
    /// Rejecting an answer is only a warning: an answer need not be an output, though most are.
    pub(super) fn validate_outputs(&self, draft: &mut CaseDraft) -> Result<(), Fault> {
        let CaseDraft { rule, made, .. } = draft;
        if self.is_dialogue() || !made.files.contains_key("ans") {
            return Ok(());
        }
        let extensions: &[Extension] = match rule.root() {
            SAMPLE | SECRET | "fuzz" | "valid_output" => &["ans", "out"],
            "invalid_output" => &["out"],
            _ => return Ok(()),
        };
        let Some(checker) = self.checker(draft) else { return Ok(()) };
        for extension in extensions {
            if !draft.made.files.contains_key(extension) {
                continue;
            }
            let mut key = CacheKey::new("judge");
            for validator in std::iter::once(&checker.tool).chain(&checker.others) {
                key = key.with(validator.key()?);
            }
            let made = &draft.made;
            let key =
                key.with(&draft.input).with(made.digest("ans")?).with(made.digest(extension)?);
            let refused = self.reason(key, || {
                let folder = TemporaryFolder::new()?;
                let case = judged_case(&checker, made, &folder)?;
                let checked = case.begin()?.check(&mut made.open(extension)?);
                match checked.map_err(fault)?.verdict {
                    CheckVerdict::Accepted(_) => Ok(None),
                    CheckVerdict::Refused(refusal) => Ok(Some(refusal.explanation.reason())),
                }
            })?;
            let is_meant_valid = draft.rule.root() != "invalid_output";
            match refused {
                Some(why) if is_meant_valid && *extension == "ans" => {
                    let PlannedCase { name, place, .. } = draft.rule;
                    let message = format!("{name}: the output validator rejects its answer: {why}");
                    draft.warn(*place, message);
                }
                Some(why) if is_meant_valid => {
                    return Err(Fault::bad_input(format!(
                        "the output validator rejects its output: {why}"
                    )));
                }
                None if !is_meant_valid => {
                    let message = "the output validator accepts its output, which must be invalid";
                    return Err(Fault::bad_input(message));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the output validators with their arguments for a case; `None` if there are none.
    pub(super) fn checker(&self, draft: &CaseDraft) -> Option<ProgramChecker> {
        let Generation { package, programs, .. } = self.generation;
        programs.checker(package, &draft.settings.checker_arguments)
    }
}

/// Returns a case in the form that output validators judge. `folder` receives the files that do not
/// exist on disk yet.
///
/// # Errors
/// A file of the case cannot be written.
pub(super) fn judged_case(
    checker: &ProgramChecker,
    made: &MadeFiles,
    folder: &TemporaryFolder,
) -> Result<ExternalCase, Fault> {
    let [input, answer] = ["in", "ans"].map(|extension| made.lay_out(extension, folder.path()));
    Ok(ExternalCase::new(checker.clone(), input?, answer?))
}

/// Returns the fault for an output validator that gives no verdict.
pub(super) fn fault(error: CheckError) -> Fault {
    Fault::judge(error.to_string())
}
