//! A case that is ready to judge outputs, and the check of the jury's own answer, for whoever judges outputs.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use referee_checker::text::excerpt;
use referee_checker::{Case, Refusal, RefusalKind, Verdict};

use super::external::ExternalCase;
use crate::cases::case_fault;
use referee_base::fault::Fault;
use referee_base::files;

/// How much of a jury's answer goes with a refusal.
const ANSWER_SHOWN: usize = 2000;

/// A case that is ready to judge outputs.
pub struct PreparedCase {
    /// What judges them.
    pub judge: CaseJudge,
    /// The jury's answer.
    pub answer: JuryAnswer,
}

/// What judges the outputs of a case.
pub enum CaseJudge {
    /// This program, while an output flows.
    Rules(Box<dyn Case>),
    /// A program of the problem's own.
    Program(ExternalCase),
}

impl CaseJudge {
    /// The case, for outputs that are complete.
    pub fn case(&self) -> &dyn Case {
        match self {
            CaseJudge::Rules(case) => &**case,
            CaseJudge::Program(case) => case,
        }
    }
}

impl PreparedCase {
    /// The same, if the jury's answer is right or need not be.
    ///
    /// # Errors
    /// It must be, and is not.
    pub fn with_right_answer(self) -> Result<PreparedCase, Fault> {
        match self.answer.fault(self.judge.case()) {
            None => Ok(self),
            Some(fault) => Err(fault.clone()),
        }
    }
}

/// The jury's answer of a case.
pub struct JuryAnswer {
    path: PathBuf,
    /// The start of it, escaped, for reports.
    pub start: String,
    /// What is wrong with it, once that is known.
    fault: OnceLock<Option<Fault>>,
}

impl JuryAnswer {
    /// Reads the start of an answer. It must be a right output if `must_be_right` says so: rules of this program are asked at once, a
    /// program when somebody wants to know.
    ///
    /// # Errors
    /// It cannot be read, or the rules refuse it.
    pub(super) fn read(
        path: PathBuf,
        judge: &CaseJudge,
        must_be_right: bool,
    ) -> Result<JuryAnswer, Fault> {
        let mut answer = files::open(&path)?;
        // What is read for the check is also what is shown later: one pass, one small buffer.
        let mut start = Vec::new();
        (&mut answer)
            .take(ANSWER_SHOWN as u64)
            .read_to_end(&mut start)
            .map_err(|error| Fault::cannot_read(&path, &error))?;
        let fault = OnceLock::new();
        let shown = excerpt(start.trim_ascii(), ANSWER_SHOWN);
        match judge {
            _ if !must_be_right => drop(fault.set(None)),
            CaseJudge::Rules(case) => {
                let checked = case.check(&mut start.as_slice().chain(answer));
                let verdict = checked.map_err(|error| case_fault::cannot_check(&path, &error))?;
                accepted(&path, verdict)?;
                drop(fault.set(None));
            }
            CaseJudge::Program(_) => {}
        }
        Ok(JuryAnswer { path, start: shown, fault })
    }

    /// What is wrong with it, as `case` sees it, if it must be a right output and is none. The case is asked once.
    pub fn fault(&self, case: &dyn Case) -> Option<&Fault> {
        let check = || match check_file(&self.path, case) {
            Ok(verdict) => accepted(&self.path, verdict).err(),
            Err(fault) => Some(fault),
        };
        self.fault.get_or_init(check).as_ref()
    }
}

/// What a case says of the output in a file.
///
/// # Errors
/// It cannot be read, or gets no verdict.
pub fn check_file(path: &Path, case: &dyn Case) -> Result<Verdict, Fault> {
    let mut output = files::open(path)?;
    case.check(&mut output).map_err(|error| case_fault::cannot_check(path, &error))
}

fn accepted(path: &Path, verdict: Verdict) -> Result<(), Fault> {
    match verdict {
        Verdict::Accepted(_) => Ok(()),
        Verdict::Refused(refusal) => Err(contradiction(path, &refusal)),
    }
}

/// The fault that a case has no answer.
pub(super) fn no_answer(path: &Path) -> Fault {
    Fault::judge("the case has no answer").at(path).help("`referee solve` makes it")
}

/// The fault that the jury says one thing and the checker proves another.
pub fn contradiction(path: &Path, refusal: &Refusal) -> Fault {
    let explanation = &refusal.explanation;
    let facts: Vec<&str> = explanation.facts.iter().map(|fact| fact.text.as_str()).collect();
    let message = match refusal.kind {
        RefusalKind::WrongAnswer => format!(
            "the jury says \"{}\", the checker proves otherwise: {}",
            explanation.says,
            facts.join("; ")
        ),
        kind => {
            format!("the jury's own answer is refused: {kind}; it says {}", explanation.says)
        }
    };
    Fault::bad_input(message).at(path).help("`referee solve --force` makes the answer anew")
}
