//! Judges programs on cases that belong to no run of a case folder: the tests of datasets, of any number of problems.
//!
//! Nothing is recorded. A run that exceeded the wall time is repeated alone, as for every submission; one whose CPU time is near its limit
//! is repeated alone as well, and the least time counts, since a busy machine only ever adds to it.

use std::sync::Arc;
use std::time::Duration;

use crate::case_run::run_once;
use crate::prepared::ReadyCase;
use crate::retrial::{Retrials, Tried};
use crate::runner::{RunResult, Runner};
use referee_base::fault::Fault;
use referee_events::{JudgedCase, Reason, Verdict};
use referee_problem::cases::excerpts;
use referee_problem::{CaseJudge, JuryAnswer, PreparedCase};
use referee_programs::{Executor, JURY_LIMITS, Program, StartRule};
use referee_sandbox::{Input, Limits, Run, Stdin};

/// The runs that are made alone of a program near its limit.
const ALONE: usize = 2;

/// Judges programs on cases, of any number of problems.
pub struct StandaloneJudge<'a> {
    executor: &'a dyn Executor,
    start: StartRule,
    retrials: Retrials,
}

/// A judgement, and how certain it is.
pub struct StandaloneRun {
    /// The judgement.
    pub judged: JudgedCase,
    /// Whether an idle machine would give the same verdict, as far as that is known.
    pub confirmed: bool,
}

impl ReadyCase {
    /// Creates a case from its input, the start of its answer and what judges outputs.
    ///
    /// # Errors
    /// There is no memory for the input.
    pub fn in_memory(
        name: Arc<str>,
        input: &[u8],
        answer: &[u8],
        judge: CaseJudge,
    ) -> Result<ReadyCase, Fault> {
        let kept = Input::new(input);
        let kept = kept.map_err(|error| Fault::judge(format!("cannot keep an input: {error}")))?;
        let prepared = PreparedCase { judge, answer: JuryAnswer::in_memory(answer) };
        Ok(ReadyCase {
            name,
            prepared,
            arguments: Vec::new(),
            input: kept,
            files: None,
            start: Some(excerpts::shown(input)),
            bytes: input.len() as u64,
        })
    }
}

impl<'a> StandaloneJudge<'a> {
    /// Creates a judge that runs programs by this executor, and starts them by this rule.
    pub fn new(executor: &'a dyn Executor, start: StartRule) -> StandaloneJudge<'a> {
        StandaloneJudge { executor, start, retrials: Retrials::default() }
    }

    /// Returns the executor of compilers, whose runs never overlap with one that must be alone.
    pub fn compiling(&self) -> impl Executor + '_ {
        self.retrials.beside_others(self.executor)
    }

    /// Runs a program on a case.
    pub fn judge(
        &self,
        name: &Arc<str>,
        case: &ReadyCase,
        program: &Program,
        limits: &Limits,
    ) -> StandaloneRun {
        let attempt = || run_once(name, case, &self.runner(case, program, limits));
        let failed = |fault: Fault| StandaloneRun {
            judged: JudgedCase::plain(name, &case.name, Reason::JudgeError, fault.one_line()),
            confirmed: false,
        };
        let Tried { ran, is_certain } = match self.retrials.run(limits, attempt) {
            Ok(tried) => tried,
            Err(fault) => return failed(fault),
        };
        if !is_near(&ran, limits) {
            return StandaloneRun { judged: explained(ran, case), confirmed: is_certain };
        }
        let mut best = ran;
        let mut verdicts = Vec::new();
        for _ in 0..ALONE {
            let again = match self.retrials.alone(attempt) {
                Ok(again) => again,
                Err(fault) => return failed(fault),
            };
            verdicts.push(again.judged.verdict);
            if again.ended.time() < best.ended.time() {
                best = again;
            }
        }
        let confirmed = verdicts.iter().all(|verdict| *verdict == best.judged.verdict);
        StandaloneRun { judged: explained(best, case), confirmed }
    }

    /// Prepares a run. The program is stopped some time after its limit: whether it was near is then known.
    fn runner<'r>(
        &'r self,
        case: &'r ReadyCase,
        program: &'r Program,
        limits: &Limits,
    ) -> Runner<'r> {
        let stopped_at = Limits { cpu: far(limits.cpu), ..*limits };
        let own = program.run(&stopped_at, &self.executor.inside(program.folder()));
        let files = case.files.as_ref().or(own.files);
        let warm = program.warm(self.start, &JURY_LIMITS, self.executor);
        let mut run = Run { stdin: Stdin::Input(&case.input), files, warm, ..own };
        run.command.extend(case.arguments.iter().map(Into::into));
        let limits = Limits { cpu: limits.cpu, ..run.limits };
        Runner { executor: self.executor, program: run, limits, keeps: true, kept: None }
    }
}

/// The CPU time from which on no load of the machine explains that a limit was exceeded.
fn far(limit: Duration) -> Duration {
    limit + limit / 4
}

/// Returns whether a little more or less CPU time would give another verdict.
fn is_near(ran: &RunResult, limits: &Limits) -> bool {
    let time = ran.ended.time();
    let hangs_on_time = matches!(ran.judged.verdict, Verdict::Accepted | Verdict::TimeLimit);
    hangs_on_time && time >= limits.cpu - limits.cpu / 5 && time < far(limits.cpu)
}

/// Adds excerpts to a judgement that is no acceptance.
fn explained(ran: RunResult, case: &ReadyCase) -> JudgedCase {
    let RunResult { judged, excerpt, .. } = ran;
    match judged.verdict {
        Verdict::Accepted => judged,
        _ => JudgedCase {
            answer: Some(case.prepared.answer.start.clone()),
            input: case.start.clone(),
            ..excerpts::with_output(judged, excerpt)
        },
    }
}
