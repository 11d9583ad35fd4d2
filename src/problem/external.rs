//! Checkers that are programs: a case whose outputs such a program judges.
//!
//! The output is written to a file first, for a checker may want to read it twice. What the checker says on its standard error
//! or in its feedback files goes into the explanation; its exit code is the verdict, and any code that is none is a
//! fault of the judge.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_checker::text::{InputError, excerpt};
use referee_checker::{Case, CheckError, Explanation, Refusal, RefusalKind, TooLarge, Verdict};

use super::tool::{Task, Tool};
use crate::files::TemporaryFolder;
use crate::sandbox::{Ended, Exit, Stdin, Stopped};

/// How much of what a checker says is shown.
const SAID: usize = 2000;

/// How a checker is called, and what its exit codes mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// `checker INPUT ANSWER FEEDBACK_FOLDER/ < OUTPUT`: 42 accepts, 43 refuses.
    Icpc,
    /// `checker INPUT OUTPUT ANSWER`: 0 accepts; 1, 2 and 8 refuse.
    Testlib,
}

impl Protocol {
    /// The protocol of that name.
    pub fn of_name(name: &str) -> Option<Protocol> {
        match name {
            "icpc" => Some(Protocol::Icpc),
            "testlib" => Some(Protocol::Testlib),
            _ => None,
        }
    }

    /// The name by which `problem.toml` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::Icpc => "icpc",
            Protocol::Testlib => "testlib",
        }
    }

    /// What an exit code of a checker means: accepted, or the kind of refusal; none if it is no verdict.
    fn verdict(self, code: i32) -> Option<Result<(), RefusalKind>> {
        match (self, code) {
            (Protocol::Icpc, 42) | (Protocol::Testlib, 0) => Some(Ok(())),
            (Protocol::Icpc, 43) | (Protocol::Testlib, 1) => Some(Err(RefusalKind::WrongAnswer)),
            (Protocol::Testlib, 2 | 8) => Some(Err(RefusalKind::Malformed)),
            _ => None,
        }
    }

    /// Which exit codes are verdicts, in words.
    fn codes(self) -> &'static str {
        match self {
            Protocol::Icpc => {
                "an output validator must end with 42 (accepted) or 43 (wrong answer)"
            }
            Protocol::Testlib => {
                "a testlib checker must end with 0 (accepted), 1 (wrong answer) or 2 (wrong output format)"
            }
        }
    }
}

/// A case whose outputs a program judges.
pub(super) struct ExternalCase {
    pub(super) checker: Arc<Tool>,
    pub(super) protocol: Protocol,
    /// The input and the answer: absolute paths.
    pub(super) input: PathBuf,
    pub(super) answer: PathBuf,
}

impl ExternalCase {
    fn judge(&self, output: &mut dyn Read) -> Result<Verdict, CheckError> {
        let failed = |error: crate::fault::Fault| CheckError::Failed(error.to_string());
        // The folder is the checker's working folder, and its folder for feedback.
        let desk = TemporaryFolder::new().map_err(failed)?;
        let path = desk.path().join("output");
        let mut spool = File::create_new(&path)?;
        io::copy(output, &mut spool)?;
        spool.flush()?;
        drop(spool);
        let spooled = File::open(&path)?;
        let (input, answer) = (self.input.clone().into(), self.answer.clone().into());
        let (arguments, stdin) = match self.protocol {
            Protocol::Icpc => {
                fs::remove_file(&path)?;
                (vec![input, answer, "./".into()], Stdin::File(&spooled))
            }
            Protocol::Testlib => (vec![input, "output".into(), answer], Stdin::Empty),
        };
        let readable = vec![self.input.clone(), self.answer.clone()];
        let task = Task { arguments, stdin, readable, writable: Some(desk.path()) };
        let mut said = Vec::new();
        let ended = self.checker.run(task, &mut |output| {
            let _ = output.take(SAID as u64).read_to_end(&mut said);
        });
        let ended = ended.map_err(failed)?;
        let Some(verdict) = self.verdict(&ended) else {
            return Err(CheckError::Failed(self.no_verdict(&ended)));
        };
        let feedback = |name| read_feedback(&desk.path().join(name));
        Ok(match verdict {
            Ok(()) => Verdict::Accepted(String::new()),
            Err(kind) => {
                let message = [feedback("judgemessage.txt"), ended.stderr, said]
                    .into_iter()
                    .find(|text| !text.trim_ascii().is_empty());
                Verdict::Refused(refusal(
                    kind,
                    &message.unwrap_or_default(),
                    &feedback("teammessage.txt"),
                ))
            }
        })
    }

    fn verdict(&self, ended: &Ended) -> Option<Result<(), RefusalKind>> {
        match (ended.stopped, ended.exit) {
            (None, Exit::Exited(code)) => self.protocol.verdict(code),
            _ => None,
        }
    }

    fn no_verdict(&self, ended: &Ended) -> String {
        let fault = self.checker.fault(&format!("{}; {}", end_of(ended), self.protocol.codes()));
        match ended.stderr.trim_ascii() {
            [] => fault.to_string(),
            said => format!("{fault}; it says: {}", excerpt(last_line(said), 200)),
        }
    }
}

impl Case for ExternalCase {
    fn check(&self, output: &mut dyn Read) -> Result<Verdict, CheckError> {
        self.judge(output)
    }

    fn outcome(&self) -> Result<&'static str, TooLarge> {
        Ok("the checker's")
    }

    fn answer_form(&self, _: &mut dyn Read) -> io::Result<Result<(), InputError>> {
        Ok(Ok(()))
    }
}

/// How a tool ended, in words.
pub(super) fn end_of(ended: &Ended) -> String {
    match (ended.stopped, ended.exit) {
        (Some(Stopped::Cpu), _) => format!("it took more than {} s", ended.cpu.as_secs()),
        (Some(Stopped::Wall), _) => {
            format!("it did not end within {} s", ended.wall.as_secs())
        }
        (Some(Stopped::Memory), _) => "it took too much memory".into(),
        (Some(Stopped::Output), _) => "it wrote without end".into(),
        (None, Exit::Exited(code)) => format!("it ended with exit code {code}"),
        (None, Exit::Killed(signal)) => format!("it was ended by signal {signal}"),
    }
}

/// The last line of a text: that is where interpreters say what happened.
pub(super) fn last_line(text: &[u8]) -> &[u8] {
    text.rsplit(|&byte| byte == b'\n').next().unwrap_or(text)
}

fn refusal(kind: RefusalKind, message: &[u8], for_team: &[u8]) -> Box<Refusal> {
    let lines = message.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let lines = lines.filter(|line| !line.is_empty()).take(10);
    let mut explanation = Explanation { public: kind.to_string(), ..Explanation::default() };
    for line in lines {
        explanation = explanation.with("checker", excerpt(line, 200));
    }
    if explanation.facts.is_empty() {
        explanation = explanation.with("checker", "it gives no reason");
    }
    let for_team = excerpt(for_team.trim_ascii(), 400);
    if !for_team.is_empty() {
        explanation.public = format!("{kind}: {for_team}");
    }
    Box::new(Refusal { kind, explanation })
}

/// The start of a feedback file; nothing where there is none. What a checker has left there may be a link to any file,
/// or a pipe.
fn read_feedback(path: &Path) -> Vec<u8> {
    let is_file = path.symlink_metadata().is_ok_and(|found| found.is_file());
    let mut text = Vec::new();
    if is_file && let Ok(file) = File::open(path) {
        let _ = file.take(SAID as u64).read_to_end(&mut text);
    }
    text
}
