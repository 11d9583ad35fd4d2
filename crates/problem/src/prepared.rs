//! A case that is ready to judge outputs, and the check of the jury's own answer.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use referee_checker::text::excerpt;
use referee_checker::{Case, CheckVerdict, Refusal, RefusalKind};

use super::external::ExternalCase;
use crate::cases::{case_fault, excerpts};
use referee_base::fault::Fault;
use referee_base::files;

/// How much of a jury's answer is quoted in a message, in bytes.
const QUOTED: usize = 2000;

/// A case that is ready to judge outputs.
pub struct PreparedCase {
    /// The judge of outputs.
    pub judge: CaseJudge,
    /// The jury's answer.
    pub answer: JuryAnswer,
}

/// The judge of a case's outputs.
pub enum CaseJudge {
    /// Built-in rules, which check an output as a stream.
    Rules(Box<dyn Case>),
    /// A program that comes with the problem.
    Program(ExternalCase),
}

impl CaseJudge {
    /// Returns the case, for outputs that are complete.
    pub fn case(&self) -> &dyn Case {
        match self {
            CaseJudge::Rules(case) => &**case,
            CaseJudge::Program(case) => case,
        }
    }
}

impl PreparedCase {
    /// Returns the case, unless its answer is required to be right and is not.
    ///
    /// # Errors
    /// The answer is wrong.
    pub fn with_right_answer(self) -> Result<PreparedCase, Fault> {
        self.answer.fault(self.judge.case()).map_or(Ok(self), Err)
    }
}

/// The jury's answer of a case.
pub struct JuryAnswer {
    path: PathBuf,
    /// The start of the answer for reports, line by line, each escaped.
    pub start: String,
    /// The fault of the answer, once it was checked.
    fault: OnceLock<Option<Fault>>,
}

impl JuryAnswer {
    /// Reads the start of an answer. If `must_be_right`, it must be a right output: built-in rules
    /// check that immediately, a program only when [`JuryAnswer::fault`] is called. Error: the
    /// answer cannot be read, or the rules reject it.
    pub(super) fn read(
        path: PathBuf,
        judge: &CaseJudge,
        must_be_right: bool,
    ) -> Result<JuryAnswer, Fault> {
        let mut answer = files::open(&path)?;
        // The check reuses the bytes that are shown later: one pass, one small buffer.
        let mut start = Vec::new();
        (&mut answer)
            .take(excerpts::SHOWN as u64 + 1)
            .read_to_end(&mut start)
            .map_err(|error| Fault::cannot_read(&path, &error))?;
        let fault = OnceLock::new();
        let shown = excerpts::shown(&start);
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

    /// Creates an answer that is not in a file and is right by definition.
    pub fn in_memory(answer: &[u8]) -> JuryAnswer {
        let start = &answer[..answer.len().min(excerpts::SHOWN + 1)];
        let fault = OnceLock::from(None);
        JuryAnswer { path: PathBuf::new(), start: excerpts::shown(start), fault }
    }

    /// Returns the fault of the answer, if it must be a right output and `case` rejects it. The
    /// verdict is kept; a check that failed may have failed by chance, and is repeated.
    pub fn fault(&self, case: &dyn Case) -> Option<Fault> {
        if let Some(known) = self.fault.get() {
            return known.clone();
        }
        match check_file(&self.path, case) {
            Ok(verdict) => self.fault.get_or_init(|| accepted(&self.path, verdict).err()).clone(),
            Err(fault) => Some(fault),
        }
    }
}

/// Returns a case's verdict on the output in a file.
///
/// # Errors
/// The file cannot be read, or gets no verdict.
pub fn check_file(path: &Path, case: &dyn Case) -> Result<CheckVerdict, Fault> {
    let mut output = files::open(path)?;
    case.check(&mut output).map_err(|error| case_fault::cannot_check(path, &error))
}

fn accepted(path: &Path, verdict: CheckVerdict) -> Result<(), Fault> {
    match verdict {
        CheckVerdict::Accepted(_) => Ok(()),
        CheckVerdict::Refused(refusal) => Err(contradiction(path, &refusal)),
    }
}

/// Returns the fault for a jury's answer that the checker refutes.
pub fn contradiction(path: &Path, refusal: &Refusal) -> Fault {
    let explanation = &refusal.explanation;
    // Only the rules of shipped problems describe the claim of an output.
    let says = match (&*explanation.says, refusal.kind) {
        ("", _) => quoted_start(path),
        (says, RefusalKind::WrongAnswer) => format!("\"{says}\""),
        (says, _) => says.to_string(),
    };
    let facts: Vec<&str> = explanation.facts.iter().map(|fact| fact.text.as_str()).collect();
    let message = match refusal.kind {
        RefusalKind::WrongAnswer => {
            format!("the jury says {says}, the checker proves otherwise: {}", facts.join("; "))
        }
        kind => {
            format!("the jury's own answer is rejected: {kind}; it says {says}")
        }
    };
    Fault::bad_input(message).at(path).help("`referee solve --force CASES` rewrites the answer")
}

/// Quotes the first lines of a file.
fn quoted_start(path: &Path) -> String {
    const LINES: usize = 3;
    let bytes = files::read_at_most(path, QUOTED as u64).unwrap_or_default();
    let mut lines = bytes.trim_ascii().split(|&byte| byte == b'\n');
    let quoted = |line: &[u8]| format!("\"{}\"", excerpt(line.trim_ascii_end(), QUOTED / LINES));
    let first: Vec<String> = lines.by_ref().take(LINES).map(quoted).collect();
    let more = if lines.next().is_some() { ", ..." } else { "" };
    first.join(", ") + more
}
