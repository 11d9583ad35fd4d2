//! Judges outputs by checkers that are programs.
//!
//! The output is first written to a file, since a checker may read it twice; an interactive checker
//! runs at the same time as the submission instead. What the checker writes to standard error or to
//! its feedback files becomes part of the explanation. Its exit code is the verdict; an exit code
//! that is no verdict is a judge error.

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use referee_checker::text::{InputError, excerpt};
use referee_checker::{
    Case, CheckError, CheckVerdict, Explanation, Refusal, RefusalKind, TooLarge,
};

use super::checker_dir::CheckerDir;
use super::feedback::{FeedbackFolder, SAID};
use super::jury_program::{JuryProgram, JuryRun, end_of, last_words};
use referee_base::fault::Fault;
use referee_base::files::everyone;
use referee_events::CHECKER;
use referee_package::{Package, Score};
use referee_sandbox::{Ended, PipeEnd, ProcessExit, Stdin, Stdout, Stopped};

/// The file of an output, for checkers that do not read it from standard input.
const OUTPUT: &str = "output";

/// The file of the input of a later pass.
const INPUT: &str = "nextpass.in";

/// The protocol for calling a checker, and the meaning of its exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckerProtocol {
    /// `checker INPUT ANSWER FEEDBACK_FOLDER/ < OUTPUT`: 42 accepts, 43 rejects.
    Icpc,
    /// The same in packages of the legacy format, whose validators may write a score before they
    /// reject an output: it is ignored, as by DOMjudge, and by problemtools when they were written.
    IcpcLegacy,
    /// `checker INPUT OUTPUT ANSWER`: 0 accepts; 1, 2 and 8 reject.
    Testlib,
}

impl CheckerProtocol {
    /// Returns the protocol of that name.
    pub fn of_name(name: &str) -> Option<CheckerProtocol> {
        let all = [CheckerProtocol::Icpc, CheckerProtocol::Testlib];
        all.into_iter().find(|protocol| protocol.name() == name)
    }

    /// Returns the protocol of a package.
    pub fn of(package: &Package) -> CheckerProtocol {
        if package.metadata.version.is_legacy() {
            CheckerProtocol::IcpcLegacy
        } else {
            CheckerProtocol::Icpc
        }
    }

    /// Returns its name in `problem.toml`.
    pub fn name(self) -> &'static str {
        match self {
            CheckerProtocol::Icpc | CheckerProtocol::IcpcLegacy => "icpc",
            CheckerProtocol::Testlib => "testlib",
        }
    }

    /// Returns the verdict that an exit code means, if any: accepted, or the kind of rejection.
    fn verdict(self, code: i32) -> Option<Result<(), RefusalKind>> {
        let is_testlib = self == CheckerProtocol::Testlib;
        match (is_testlib, code) {
            (false, 42) | (true, 0) => Some(Ok(())),
            (false, 43) | (true, 1) => Some(Err(RefusalKind::WrongAnswer)),
            (true, 2 | 8) => Some(Err(RefusalKind::Malformed)),
            _ => None,
        }
    }

    /// Returns whether an exit code accepts.
    pub(super) fn accepts(self, code: i32) -> bool {
        self.verdict(code) == Some(Ok(()))
    }

    /// Describes the exit codes that are verdicts.
    fn codes(self) -> &'static str {
        match self {
            CheckerProtocol::Icpc | CheckerProtocol::IcpcLegacy => {
                "a validator must exit with 42 (accepted) or 43 (wrong answer)"
            }
            CheckerProtocol::Testlib => {
                "a testlib checker must exit with 0 (accepted), 1 (wrong answer) or 2 (wrong output format)"
            }
        }
    }
}

/// How outputs reach a checker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunMode {
    /// Whether checker and submission run at the same time, each reading what the other writes.
    pub interactive: bool,
    /// The maximum number of passes on a case; the checker makes the input of each further pass.
    pub passes: u32,
}

impl RunMode {
    /// The submission runs once, then the checker.
    pub const PLAIN: RunMode = RunMode { interactive: false, passes: 1 };

    /// Returns the run mode of a package. `validation_passes` counts in multi-pass problems only.
    pub fn of(package: &Package) -> RunMode {
        let (kinds, limits) = (package.metadata.kinds, &package.metadata.limits);
        let passes = if kinds.multi_pass { limits.validation_passes } else { 1 };
        let passes = passes.try_into().unwrap_or(u32::MAX);
        RunMode { interactive: kinds.interactive, passes }
    }
}

/// A program that judges outputs, and how it is called.
#[derive(Clone)]
pub struct ProgramChecker {
    /// The program.
    pub tool: Arc<JuryProgram>,
    /// Further checkers that must also accept an output. They are called in the same way, and only
    /// if the run mode is plain.
    pub others: Vec<Arc<JuryProgram>>,
    /// The protocol for calling it.
    pub protocol: CheckerProtocol,
    /// How outputs reach it; anything but [`RunMode::PLAIN`] is for [`CheckerProtocol::Icpc`] only.
    pub run_mode: RunMode,
}

impl ProgramChecker {
    /// Creates the checker of a package from its output validators; `None` if there are none.
    pub fn of(package: &Package, programs: Vec<Arc<JuryProgram>>) -> Option<ProgramChecker> {
        let mut programs = programs.into_iter();
        Some(ProgramChecker {
            tool: programs.next()?,
            others: programs.collect(),
            protocol: CheckerProtocol::of(package),
            run_mode: RunMode::of(package),
        })
    }
}

/// A case whose outputs a program judges.
pub struct ExternalCase {
    checker: ProgramChecker,
    /// The absolute path of the input.
    input: PathBuf,
    answer: PathBuf,
}

/// The judgement of a checker, or of a static validator.
#[derive(Debug)]
pub struct Judgement {
    /// The verdict, up to this pass.
    pub verdict: CheckVerdict,
    /// The score, if the program gives one.
    pub score: Option<Score>,
    /// The input of a further pass, if there is one.
    pub next: Option<Vec<u8>>,
}

/// The run of one submission on a case. The checker's files are kept from pass to pass.
pub struct Attempt<'a> {
    case: &'a ExternalCase,
    desk: CheckerDir<'a>,
    /// The path at which the checker finds the input of this pass.
    input: PathBuf,
    answer: PathBuf,
    /// The number of passes so far.
    passes: u32,
}

impl ExternalCase {
    /// Creates a case. The paths are absolute.
    pub fn new(checker: ProgramChecker, input: PathBuf, answer: PathBuf) -> ExternalCase {
        ExternalCase { checker, input, answer }
    }

    /// Creates a case that one program judges. The paths are absolute.
    pub fn of_program(
        tool: &Arc<JuryProgram>,
        protocol: CheckerProtocol,
        run_mode: RunMode,
        input: PathBuf,
        answer: PathBuf,
    ) -> ExternalCase {
        let (tool, others) = (Arc::clone(tool), Vec::new());
        ExternalCase::new(ProgramChecker { tool, others, protocol, run_mode }, input, answer)
    }

    /// Returns how outputs reach the checker.
    pub fn run_mode(&self) -> RunMode {
        self.checker.run_mode
    }

    /// Starts judging a submission.
    ///
    /// # Errors
    /// The checker cannot be built, or the disk is full.
    pub fn begin(&self) -> Result<Attempt<'_>, Fault> {
        let mut desk = self.checker.tool.desk()?;
        let mut lay_out =
            |path: &Path| desk.lay_out(path).map_err(|error| Fault::cannot_read(path, &error));
        let (input, answer) = (lay_out(&self.input)?, lay_out(&self.answer)?);
        Ok(Attempt { case: self, desk, input, answer, passes: 0 })
    }
}

impl Attempt<'_> {
    /// Runs the checker on an output, and then the other checkers until one rejects it. The last
    /// score counts.
    ///
    /// # Errors
    /// The output cannot be read, or a checker gives no verdict.
    pub fn check(&mut self, output: &mut dyn Read) -> Result<Judgement, CheckError> {
        let checker = &self.case.checker;
        let mut spool = match checker.protocol {
            CheckerProtocol::Testlib => File::create_new(self.desk.feedback().join(OUTPUT))?,
            _ => tempfile::tempfile()?,
        };
        // The checker may run as another user, and may open the file a second time.
        everyone::permit_open(&spool, 0o644)?;
        io::copy(output, &mut spool)?;
        spool.rewind()?;
        let stdin = match checker.protocol {
            CheckerProtocol::Testlib => Stdin::Empty,
            _ => Stdin::File(&spool),
        };
        let mut said = Vec::new();
        let ended = self.run(stdin, Stdout::Read, Duration::ZERO, &mut |output| {
            let _ = output.take(SAID).read_to_end(&mut said);
        })?;
        let mut judgement = self.judgement(&ended, said)?;
        for other in &checker.others {
            if matches!(judgement.verdict, CheckVerdict::Refused(_)) {
                break;
            }
            spool.rewind()?;
            let (input, answer) = (self.case.input.clone(), self.case.answer.clone());
            let (protocol, run_mode) = (checker.protocol, checker.run_mode);
            let other = ExternalCase::of_program(other, protocol, run_mode, input, answer);
            let later = other.begin().map_err(failed)?.check(&mut spool)?;
            let score = match later.verdict {
                CheckVerdict::Accepted(_) => later.score.or(judgement.score),
                CheckVerdict::Refused(_) => None,
            };
            judgement = Judgement { score, ..later };
        }
        Ok(judgement)
    }

    /// Runs the checker interactively with a program. The checker's wall time is extended by
    /// `waiting`, the time that the program may take. Error: the checker gives no verdict.
    pub(super) fn talk(
        &mut self,
        reads: &PipeEnd<PipeReader>,
        writes: &PipeEnd<PipeWriter>,
        waiting: Duration,
    ) -> Result<Judgement, CheckError> {
        let (stdin, stdout) = (Stdin::Pipe(reads), Stdout::Pipe(writes));
        let ended = self.run(stdin, stdout, waiting, &mut |_| ())?;
        self.judgement(&ended, Vec::new())
    }

    /// Returns the folders of the checker, with the files that it left in them.
    pub(super) fn desk(&self) -> &CheckerDir<'_> {
        &self.desk
    }

    /// Returns the paths at which the checker finds the input of this pass and the answer.
    pub(super) fn files(&self) -> [&Path; 2] {
        [&self.input, &self.answer]
    }

    fn run(
        &self,
        stdin: Stdin,
        stdout: Stdout,
        waiting: Duration,
        output: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<Ended, CheckError> {
        let ProgramChecker { tool, protocol, .. } = &self.case.checker;
        let (input, answer) = (self.input.clone().into(), self.answer.clone().into());
        let feedback = tool.working_inside(self.desk.feedback()).map_err(failed)?;
        let arguments = match protocol {
            CheckerProtocol::Testlib => vec![input, feedback.join(OUTPUT).into(), answer],
            // Joined with nothing, it ends with a separator.
            _ => vec![input, answer, feedback.join("").into()],
        };
        let readable = self.desk.readable().to_vec();
        let writable = Some(self.desk.feedback());
        let task =
            JuryRun { arguments, stdout, readable, writable, waiting, ..JuryRun::reading(stdin) };
        tool.run(task, output).map_err(failed)
    }

    /// Returns the judgement for the way in which the checker ended.
    fn judgement(&mut self, ended: &Ended, said: Vec<u8>) -> Result<Judgement, CheckError> {
        let ProgramChecker { tool, protocol, run_mode, .. } = &self.case.checker;
        let feedback = FeedbackFolder(self.desk.feedback());
        let wrong = |what: String| CheckError::Failed(tool.fault(&what).to_string());
        let judgement = parse_verdict(tool, *protocol, ended, &feedback, said)?;
        self.passes += 1;
        if run_mode.passes == 1 {
            return Ok(judgement);
        }
        let next = feedback.take_next_pass().map_err(wrong)?;
        if let Some(input) = &next {
            if matches!(judgement.verdict, CheckVerdict::Refused(_)) {
                return Err(wrong("it requests another pass and rejects the output".into()));
            }
            if self.passes >= run_mode.passes {
                let most = run_mode.passes;
                return Err(wrong(format!("it requests more than the maximum of {most} passes")));
            }
            self.input = self.desk.write(INPUT.as_ref(), input)?;
        }
        Ok(Judgement { next, ..judgement })
    }
}

impl Case for ExternalCase {
    fn check(&self, output: &mut dyn Read) -> Result<CheckVerdict, CheckError> {
        if self.run_mode() != RunMode::PLAIN {
            let message =
                "the checker interacts with the program: outputs cannot be checked without it";
            return Err(CheckError::Failed(message.into()));
        }
        self.begin().map_err(failed)?.check(output).map(|judgement| judgement.verdict)
    }

    fn outcome(&self) -> Result<&'static str, TooLarge> {
        Ok("the checker's")
    }

    fn answer_form(&self, _: &mut dyn Read) -> io::Result<Result<(), InputError>> {
        Ok(Ok(()))
    }
}

/// Parses the result of a jury program that judges, for one pass; `said` is what it wrote to
/// standard output. Error: the program gives no verdict, or an invalid score.
pub(super) fn parse_verdict(
    program: &JuryProgram,
    protocol: CheckerProtocol,
    ended: &Ended,
    feedback: &FeedbackFolder,
    said: Vec<u8>,
) -> Result<Judgement, CheckError> {
    let verdict = match (ended.stopped, ended.exit) {
        (None, ProcessExit::Exited(code)) => protocol.verdict(code),
        (Some(Stopped::Cpu | Stopped::Memory), _) if feedback.blames_program() => {
            Some(Err(RefusalKind::WrongAnswer))
        }
        _ => None,
    };
    let verdict = verdict.ok_or_else(|| {
        let told = feedback.judge_error().filter(|_| ended.stopped.is_none());
        if let Some(why) = told {
            return CheckError::Failed(program.fault(&why).to_string());
        }
        let what = format!("{}; {}", end_of(ended), protocol.codes());
        let fault = program.in_full(program.failure(ended, &what));
        CheckError::Failed(match last_words(ended) {
            None => fault.to_string(),
            Some(said) => format!("{fault}; {said}"),
        })
    })?;
    let score = match verdict {
        Err(_) if protocol == CheckerProtocol::IcpcLegacy => Ok(None),
        _ => feedback.score(verdict.is_ok()),
    };
    let score = score.map_err(|what| CheckError::Failed(program.fault(&what).to_string()))?;
    let verdict = match verdict {
        Ok(()) => CheckVerdict::Accepted(String::new()),
        Err(kind) => {
            let stopped = ended.stopped.map(|_| format!("on what it was given, {}", end_of(ended)));
            let stopped = stopped.unwrap_or_default().into_bytes();
            let messages = [stopped, feedback.message(), ended.stderr.clone(), said];
            let message = messages.into_iter().find(|text| !text.trim_ascii().is_empty());
            let message = message.unwrap_or_default();
            CheckVerdict::Refused(refusal(kind, &message, &feedback.team_message()))
        }
    };
    Ok(Judgement { verdict, score, next: None })
}

fn failed(fault: Fault) -> CheckError {
    CheckError::Failed(fault.to_string())
}

fn refusal(kind: RefusalKind, message: &[u8], for_team: &[u8]) -> Box<Refusal> {
    let mut explanation = Explanation { public: kind.to_string(), ..Explanation::default() };
    for line in lines(message) {
        explanation = explanation.with(CHECKER, line);
    }
    if explanation.facts.is_empty() {
        explanation = explanation.with(CHECKER, "it gives no reason");
    }
    let for_team: Vec<String> = lines(for_team).collect();
    if !for_team.is_empty() {
        explanation.public = format!("{kind}: {}", for_team.join("; "));
    }
    Box::new(Refusal { kind, explanation })
}

/// Returns the first nonempty lines of a checker's message, each escaped.
fn lines(message: &[u8]) -> impl Iterator<Item = String> {
    let lines = message.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty()).take(10).map(|line| excerpt(line, SAID as usize))
}
