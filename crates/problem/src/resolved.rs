//! A case with everything that its files and settings determine, resolved once for all commands.

use std::sync::Arc;

use referee_checker::Strictness;

use super::checker::{Checker, read_within};
use super::prepared::{CaseJudge, JuryAnswer, PreparedCase};
use super::shipped::Shipped;
use crate::cases::CaseFile;
use crate::cases::case_fault;
use referee_base::fault::Fault;
use referee_base::files;
use referee_base::machine::Machine;
use referee_package::{CaseSettings, ExtraFile, ExtraFiles};
use referee_sandbox::{WorkingFile, WorkingFiles};

/// The advice for a case without an answer. `Problem::resolve` replaces it if there is no solver.
pub(super) const SOLVE: &str = "`referee solve CASES` makes it";

/// A case of a problem, resolved.
pub struct ResolvedCase {
    /// Its name, its input and its answer.
    pub file: CaseFile,
    /// The arguments and the extra files of programs that are run on it.
    pub settings: CaseSettings,
    /// Whether its answer must be a right output; validators of packages may expect another.
    pub(super) answer_is_output: bool,
    /// What to do if it has no answer.
    pub answer_advice: &'static str,
    /// The judge of outputs, or the reason why there is none.
    pub(super) judged_by: Result<JudgedBy, Fault>,
}

/// The judge of a case's outputs.
#[derive(Clone)]
pub(super) enum JudgedBy {
    /// The rules of a shipped problem.
    Rules(Shipped),
    /// The checker of another problem.
    Checker(Arc<Checker>),
}

impl ResolvedCase {
    /// Creates a case without settings of its own.
    pub(super) fn plain(file: &CaseFile, judged_by: JudgedBy) -> ResolvedCase {
        ResolvedCase {
            file: file.clone(),
            settings: CaseSettings::default(),
            answer_is_output: true,
            answer_advice: SOLVE,
            judged_by: Ok(judged_by),
        }
    }

    /// Returns the arguments of programs that are run on it.
    pub fn arguments(&self) -> &[String] {
        self.settings.arguments.arguments()
    }

    /// Returns the options for judging it: cases with equal files may get other verdicts by them.
    pub fn options(&self) -> Vec<String> {
        let [of_checker, own] = [&*self.settings.checker_arguments, self.arguments()];
        // The number tells where they part, whatever they are.
        let number = own.len().to_string();
        [number].into_iter().chain(own.iter().chain(of_checker).cloned()).collect()
    }

    /// Returns whether outputs are only compared with its answer, which is right by definition.
    pub fn compares_with_answer(&self) -> bool {
        matches!(&self.judged_by, Ok(JudgedBy::Checker(checker)) if matches!(**checker, Checker::Tokens { .. }))
    }

    /// Reads its extra files within bounds; `None` if it has none.
    ///
    /// # Errors
    /// One of them cannot be read, or they are too many or too large.
    pub fn working_files(&self) -> Result<Option<WorkingFiles>, Fault> {
        working_files(&self.settings.extra_files)
    }

    /// Reads its input: up to the maximum size of a valid one, or, where that is unknown, up to the
    /// memory of the machine.
    ///
    /// # Errors
    /// The input cannot be read, is not a file, or does not fit in memory.
    pub fn read_input(&self, machine: Machine) -> Result<Vec<u8>, Fault> {
        let path = &self.file.input;
        if let Ok(JudgedBy::Rules(shipped)) = &self.judged_by {
            let mut file = files::open(path)?;
            let size = file.metadata().map_or(0, |metadata| metadata.len());
            let read = referee_checker::read_input(shipped.rules, &mut file, size);
            return read.map_err(|error| Fault::cannot_read(path, &error));
        }
        read_within(path, "the input", machine)
    }

    /// Prepares the case for outputs, each of which is checked within the memory that the machine
    /// allows. Built-in rules read the input, unless the caller passes it.
    ///
    /// # Errors
    /// Its files cannot be read, its input violates the grammar in more than white space, or its
    /// answer is missing or rejected by the rules.
    pub fn prepare(&self, input: Option<&[u8]>, machine: Machine) -> Result<PreparedCase, Fault> {
        let judge = self.judge(input, machine)?;
        if !self.file.has_answer {
            return Err(self.no_answer());
        }
        let answer = JuryAnswer::read(self.file.answer(), &judge, self.answer_is_output)?;
        Ok(PreparedCase { judge, answer })
    }

    /// Returns the judge of outputs. The answer is not checked, and needs to exist only if outputs
    /// are judged by a checker.
    ///
    /// # Errors
    /// Those of [`ResolvedCase::prepare`], except those of the answer.
    pub fn judge(&self, input: Option<&[u8]>, machine: Machine) -> Result<CaseJudge, Fault> {
        match &self.judged_by {
            Err(fault) => Err(fault.clone()),
            Ok(JudgedBy::Rules(shipped)) => {
                let read = input.is_none().then(|| self.read_input(machine)).transpose()?;
                let input = input.or(read.as_deref()).unwrap_or_default();
                let case = shipped.prepare(input, Strictness::Lenient, machine);
                let fault = |error| case_fault::broken_input(&self.file.input, &error, input);
                case.map(CaseJudge::Rules).map_err(fault)
            }
            Ok(JudgedBy::Checker(_)) if !self.file.has_answer => Err(self.no_answer()),
            Ok(JudgedBy::Checker(checker)) => checker.prepare(&self.file, machine),
        }
    }

    fn no_answer(&self) -> Fault {
        Fault::judge("the case has no answer").at(self.file.answer()).help(self.answer_advice)
    }
}

/// Reads extra files within bounds; `None` if there are none.
///
/// # Errors
/// One of them cannot be read, or they are too many or too large.
pub fn working_files(files: &ExtraFiles) -> Result<Option<WorkingFiles>, Fault> {
    if files.list().is_empty() {
        return Ok(None);
    }
    files.check_size()?;
    let list = files.list().iter();
    let read = WorkingFiles::read(list.map(|ExtraFile { name, path }| WorkingFile { name, path }));
    read.map(Some).map_err(|error| Fault::cannot_read(files.folder(), &error))
}

#[cfg(test)]
mod tests {
    use referee_checker::compare::Comparison;

    use super::*;

    #[test]
    fn an_input_of_any_problem_must_fit_in_memory() {
        let folder = tempfile::tempdir().unwrap();
        let input = folder.path().join("1.in");
        std::fs::write(&input, "12345678").unwrap();
        let file = CaseFile { name: "1".into(), input, has_answer: true };
        let comparison = Comparison::parse([]).unwrap();
        let checker = Checker::Tokens { comparison, options: Vec::new() };
        let case = ResolvedCase::plain(&file, JudgedBy::Checker(Arc::new(checker)));
        let read = |memory| case.read_input(Machine { jobs: 1, memory });
        assert_eq!(read(8).unwrap(), b"12345678");
        assert!(read(7).unwrap_err().message.starts_with("the input would take 8 bytes"));
    }
}
