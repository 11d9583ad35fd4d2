//! One run of a submission on a case, and the checker's verdict on it.

use std::io::Read;
use std::sync::Arc;

use crate::classify;
use crate::external::External;
use crate::inputs::{Judge, Shared};
use crate::kept_outputs;
use crate::prepared::{OpenedCase, Prepare, ReadyCase};
use crate::record::case_key::CaseKey;
use crate::retrial::{Alongside, Tried};
use crate::runner::{RunResult, Runner};
use referee_base::fault::Fault;
use referee_events::{JudgedCase, Reason, Verdict};
use referee_problem::cases::excerpts;
use referee_problem::{CaseJudge, Judgement, PreparedCase};
use referee_programs::Program;
use referee_sandbox::{Limits, Stopped};

/// The judgement of a run, and how it is recorded if it may be: its limits, and the limit at which
/// it was stopped.
pub(crate) struct CaseRun {
    pub(crate) judged: JudgedCase,
    pub(crate) kept: Option<(Limits, Option<Stopped>)>,
}

impl From<JudgedCase> for CaseRun {
    fn from(judged: JudgedCase) -> CaseRun {
        CaseRun { judged, kept: None }
    }
}

#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    /// The name of its submission.
    pub(crate) name: &'a Arc<str>,
    pub(crate) program: &'a Program,
    /// The limits at which it is stopped.
    pub(crate) stopped_at: &'a Limits,
}

impl Judge<'_> {
    /// Runs a program on a case, given by position.
    pub(crate) fn judge_case(
        &self,
        subject: Subject,
        at: usize,
        shared: &Shared,
        alongside: Alongside,
    ) -> CaseRun {
        let Subject { name, program, .. } = subject;
        let file = &self.inputs.cases[at];
        let quietly = alongside.quietly();
        if let Some(said) = self.inputs.problem.validate_submission(file, program) {
            let judged = match said {
                Ok(Judgement { verdict, score, .. }) => {
                    JudgedCase { score, ..JudgedCase::checked(name, &file.name, verdict) }
                }
                Err(fault) => judge_error(name, &file.name, &fault),
            };
            return judged.into();
        }
        let ready = shared.cases.ready(at, self);
        drop(quietly);
        match ready.as_ref() {
            Ok(ready) => self.judge_ready(subject, ready, alongside),
            Err(fault) => judge_error(name, &file.name, fault).into(),
        }
    }

    pub(crate) fn judge_ready(
        &self,
        Subject { name, program, stopped_at }: Subject,
        ready: &ReadyCase,
        alongside: Alongside,
    ) -> CaseRun {
        // A program that is to wait may be compiled once more.
        let quietly = alongside.quietly();
        let runner = self.runner(ready, program, stopped_at);
        drop(quietly);
        let limits = runner.limits;
        let outputs = self.services.outputs;
        let attempt = || {
            let kept = outputs.map(|outputs| outputs.run(name, &ready.name));
            let runner = Runner { kept, program: runner.program.clone(), ..runner };
            let ran = run_once(name, ready, &runner)?;
            runner.kept.iter().for_each(|kept| kept.keep_errors(&ran.ended.stderr));
            Ok(ran)
        };
        let Tried { ran, is_certain } = match alongside.run(&limits, attempt) {
            Ok(tried) => tried,
            Err(fault) => return judge_error(name, &ready.name, &fault).into(),
        };
        let RunResult { ended, judged, excerpt } = ran;
        let judged = match judged.verdict {
            Verdict::Accepted => judged,
            _ => {
                let helps = self.policy.excerpts
                    || matches!(judged.reason, Reason::Malformed | Reason::Refuted);
                let answer = helps.then(|| ready.prepared.answer.start.clone());
                let dialogue = {
                    let _quietly = alongside.quietly();
                    self.dialogue(ready, &runner)
                };
                let input = ready.start.clone();
                JudgedCase { answer, input, dialogue, ..excerpts::with_output(judged, excerpt) }
            }
        };
        // A checker may fail by chance, or because it was interrupted.
        let may_be_kept = is_certain && judged.verdict != Verdict::JudgeError;
        CaseRun { judged, kept: may_be_kept.then_some((limits, ended.stopped)) }
    }

    /// Returns the dialogue of the program and its checker, if reports show it and there is any.
    fn dialogue(&self, ready: &ReadyCase, runner: &Runner) -> Option<String> {
        let PreparedCase { judge, answer } = &ready.prepared;
        match judge {
            CaseJudge::Program(case) if self.policy.excerpts => {
                External { case, answer }.dialogue(&ready.input, runner)
            }
            _ => None,
        }
    }

    /// Prepares the run of a program on a case, stopped at these limits.
    pub(crate) fn runner<'a>(
        &'a self,
        ready: &'a ReadyCase,
        program: &'a Program,
        stopped_at: &Limits,
    ) -> Runner<'a> {
        let (policy, executor) = (&self.policy, self.services.executor);
        let mut runner = Runner::new(executor, ready, program, &policy.limits, stopped_at);
        runner.program.warm = program.warm(policy.start, &policy.compile_limits, executor);
        if self.services.outputs.is_some() {
            runner.program.stderr = kept_outputs::STDERR;
        }
        Runner { keeps: policy.excerpts, ..runner }
    }
}

impl Prepare for Judge<'_> {
    fn open(&self, at: usize) -> Result<OpenedCase, Fault> {
        let case = self.inputs.problem.resolve(&self.inputs.cases[at])?;
        let input = case.read_input(self.services.machine)?;
        Ok(OpenedCase { case, input })
    }

    fn case_key(&self, opened: &OpenedCase) -> Result<CaseKey, Fault> {
        CaseKey::of(&opened.case, &opened.input)
    }

    fn prepare(&self, opened: OpenedCase) -> Result<ReadyCase, Fault> {
        ReadyCase::of_opened(opened, self.services.machine, self.policy.excerpts)
    }
}

/// Runs a submission on a case and judges its output, by the rules of a shipped problem or by a
/// program.
pub(crate) fn run_once(
    name: &Arc<str>,
    ready: &ReadyCase,
    runner: &Runner,
) -> Result<RunResult, Fault> {
    let (PreparedCase { judge, answer }, case) = (&ready.prepared, &ready.name);
    match judge {
        CaseJudge::Rules(rules) => {
            let look = &mut |output: &mut dyn Read| rules.check(output);
            let (ended, checked, excerpt) = runner.run(&runner.program, look)?;
            let failed = classify::failed(name, case, &ended, &runner.limits);
            let judged = failed.unwrap_or_else(|| classify::checked(name, case, &ended, checked));
            Ok(RunResult { ended, judged, excerpt })
        }
        CaseJudge::Program(external) => {
            External { case: external, answer }.judge(name, case, &ready.input, runner)
        }
    }
}

pub(crate) fn judge_error(name: &Arc<str>, case: &Arc<str>, fault: &Fault) -> JudgedCase {
    JudgedCase::plain(name, case, Reason::JudgeError, fault.one_line())
}
