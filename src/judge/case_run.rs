//! One run of a submission on a case, and what the checker makes of it.

use std::io::Read;
use std::sync::Arc;

use super::external::External;
use super::inputs::Judge;
use super::prepared::{Ready, Rules};
use super::retrial::Tried;
use super::runner::{Ran, Runner};
use super::shared::Shared;
use super::{classify, excerpts};
use crate::cases::CaseFile;
use crate::check;
use crate::events::{Judged, Reason, Verdict};
use crate::fault::Fault;
use crate::files;
use crate::problem;
use crate::programs::Program;
use crate::sandbox::{Input, Limits, Run, Stdin, Stopped};

/// Takes a run that may be kept: its limits, at which of them it was stopped, and its judgement.
pub(super) type Keep<'a> = &'a mut dyn FnMut(&Limits, Option<Stopped>, &Judged);

impl Judge<'_> {
    /// Runs a program on a case, given by position, and hands what can be kept of it to `keep`.
    pub(super) fn judge_case(
        &self,
        name: &Arc<str>,
        (at, shared): (usize, &Shared),
        program: &Program,
        stopped_at: &Limits,
        keep: Keep,
    ) -> Judged {
        let file = &self.inputs.cases[at];
        if let Some(said) = self.inputs.problem.look_at_files(file, program) {
            return match said {
                Ok((verdict, score)) => {
                    Judged { score, ..Judged::checked(name, &file.name, verdict) }
                }
                Err(fault) => judge_error(name, file, &fault),
            };
        }
        let ready = shared.cases[at].ready(&shared.room, || self.prepare(file));
        let ready = match ready.as_ref() {
            Ok(ready) => ready,
            Err(fault) => return judge_error(name, file, fault),
        };
        let runner = self.runner(ready, program, stopped_at);
        let limits = runner.limits;
        let attempt = || run_once(name, file, ready, &runner);
        let Tried { ran, is_certain } = match shared.retrials.run(&limits, attempt) {
            Ok(tried) => tried,
            Err(fault) => return judge_error(name, file, &fault),
        };
        let Ran { ended, judged, start } = ran;
        let judged = match judged.verdict {
            Verdict::Accepted => judged,
            _ => {
                let helps = matches!(judged.reason, Reason::Malformed | Reason::Refuted);
                let answer = helps.then(|| ready.answer.clone());
                Judged { answer, input: ready.start.clone(), output: start, ..judged }
            }
        };
        if is_certain {
            keep(&limits, ended.stopped, &judged);
        }
        judged
    }

    fn prepare(&self, file: &CaseFile) -> Result<Ready, Fault> {
        let problem = &self.inputs.problem;
        let (rules, answer) = match problem.external(file)? {
            Some(case) => {
                let (external, answer) = External::new(case, problem.answers_are_outputs())?;
                (Rules::External(external), answer)
            }
            None => {
                let prepared = check::prepare(problem, file, self.services.machine)?;
                (Rules::Here(prepared.case), prepared.answer)
            }
        };
        let bytes = files::read_at_most(&file.input, u64::MAX)?;
        let input = Input::new(&bytes).map_err(|error| Fault::cannot_read(&file.input, &error))?;
        let start = self.policy.excerpts.then(|| excerpts::shown(&bytes));
        let arguments = problem.arguments(file)?;
        let files = problem::working_files(&problem.files(file))?;
        // What is known of an answer takes about as much as the answer.
        let answers = file.answer().metadata().map_or(0, |metadata| metadata.len());
        let bytes = bytes.len() as u64 + answers;
        Ok(Ready { rules, arguments, input, files, answer, start, bytes })
    }

    /// A program that is to run on a case: it is stopped at some limits, and judged by ours.
    fn runner<'a>(
        &'a self,
        ready: &'a Ready,
        program: &'a Program,
        stopped_at: &Limits,
    ) -> Runner<'a> {
        let executor = self.services.executor;
        let inside = executor.inside(program.folder());
        let (stdin, files) = (Stdin::Input(&ready.input), ready.files.as_ref());
        let mut run = Run { stdin, files, ..program.run(stopped_at, &inside) };
        run.command.extend(ready.arguments.iter().map(Into::into));
        let Limits { cpu, wall, .. } = self.policy.limits;
        let limits = Limits { cpu, wall, ..run.limits };
        Runner { executor, program: run, limits, keeps: self.policy.excerpts }
    }
}

/// Runs a submission on a case, by the rules of that.
fn run_once(
    name: &Arc<str>,
    file: &CaseFile,
    ready: &Ready,
    runner: &Runner,
) -> Result<Ran, Fault> {
    match &ready.rules {
        Rules::Here(case) => {
            let look = &mut |output: &mut dyn Read| case.check(output);
            let (ended, checked, start) = runner.run(&runner.program, look)?;
            let judged = classify::judged(name, &file.name, &ended, &runner.limits, checked);
            Ok(Ran { ended, judged, start })
        }
        Rules::External(external) => external.judge(name, &file.name, &ready.input, runner),
    }
}

fn judge_error(name: &Arc<str>, file: &CaseFile, fault: &Fault) -> Judged {
    Judged::plain(name, &file.name, Reason::JudgeError, fault.one_line())
}
