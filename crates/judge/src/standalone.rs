//! Judges programs on cases that belong to no case folder: the tests of data sets, of any number of
//! problems.
//!
//! Nothing is recorded. A run that exceeded the wall time is repeated alone, as for every
//! submission; a run whose CPU time is close to its limit is also repeated alone, and the least
//! time counts, because a busy machine only ever adds to it.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

use crate::case_run::{judge_error, run_once};
use crate::prepared::ReadyCase;
use crate::retrial::{Retrials, Tried, is_evidence};
use crate::runner::{RunResult, Runner};
use referee_base::fault::Fault;
use referee_events::{JudgedCase, Verdict};
use referee_problem::cases::excerpts;
use referee_problem::{CaseJudge, JuryAnswer, PreparedCase};
use referee_programs::{Executor, JURY_LIMITS, Program, StartRule};
use referee_sandbox::{Input, Limits};

/// The minimum and maximum number of runs that are made alone if a program is close to its limit.
const ALONE: RangeInclusive<usize> = 2..=7;

/// The two least times are close if they differ by at most one part in this many.
const CLOSE: u32 = 100;

/// Judges programs on cases, of any number of problems.
pub struct StandaloneJudge<'a> {
    executor: &'a dyn Executor,
    start: StartRule,
    /// Whether this is a virtual machine.
    is_virtual: bool,
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
    /// Creates a case from its input, the start of its answer and the judge of its outputs.
    ///
    /// # Errors
    /// There is not enough memory for the input.
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
    /// Creates a judge that runs programs with this executor, and starts them by this rule. On a
    /// virtual machine, more is close to a limit.
    pub fn new(
        executor: &'a dyn Executor,
        start: StartRule,
        is_virtual: bool,
    ) -> StandaloneJudge<'a> {
        StandaloneJudge { executor, start, is_virtual, retrials: Retrials::forgetting() }
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
        let Tried { ran, is_certain } = match self.retrials.run(limits, attempt) {
            Ok(tried) => tried,
            Err(fault) => {
                let judged = judge_error(name, &case.name, &fault);
                return StandaloneRun { judged, confirmed: false };
            }
        };
        let (time, range) = (Measured::of(&ran), NearLimit::of(limits.cpu, self.is_virtual));
        if !time.is_near(range) {
            let confirmed = is_certain && time.is_clear(time.time, range);
            return StandaloneRun { judged: explained(ran, case), confirmed };
        }
        let (mut best, mut runs) = (ran, vec![time]);
        let is_whole = loop {
            if is_settled(&runs) {
                break true;
            }
            // If it cannot be run, the runs so far decide.
            let Ok(again) = self.retrials.alone(attempt) else { break false };
            runs.push(Measured::of(&again));
            let is_evidence = is_evidence(&again.judged, again.ended.stopped);
            if is_evidence && again.ended.time() < best.ended.time() {
                best = again;
            }
        };
        // Other runs may have been in progress beside the first run.
        let alone = &runs[1..];
        let is_same = alone.iter().all(|run| run.verdict == best.judged.verdict);
        let slowest = alone.iter().map(|run| run.time).max().unwrap_or_default();
        let confirmed = is_whole && is_same && Measured::of(&best).is_clear(slowest, range);
        StandaloneRun { judged: explained(best, case), confirmed }
    }

    /// Prepares a run. The program is stopped some time after its limit, to find out whether it was
    /// close.
    fn runner<'r>(
        &'r self,
        case: &'r ReadyCase,
        program: &'r Program,
        limits: &Limits,
    ) -> Runner<'r> {
        let stopped_at = Limits { cpu: NearLimit::of(limits.cpu, self.is_virtual).end, ..*limits };
        let mut runner = Runner::new(self.executor, case, program, limits, &stopped_at);
        runner.program.warm = program.warm(self.start, &JURY_LIMITS, self.executor);
        runner
    }
}

/// Returns whether further runs are unlikely to find a time that changes the verdict. Noise comes
/// in bursts: over the limit, the program's own time is known once the two least times are close.
fn is_settled(runs: &[Measured]) -> bool {
    let alone = runs.len() - 1;
    if alone < *ALONE.start() {
        return false;
    }
    let are_over = runs.iter().all(|run| run.verdict == Verdict::TimeLimit);
    let mut times: Vec<_> = runs.iter().map(|run| run.time).collect();
    times.sort_unstable();
    let is_close = times[1] - times[0] <= times[0] / CLOSE;
    alone >= *ALONE.end() || !are_over || is_close
}

/// The CPU times that another load of the machine may bring to the other side of a limit.
#[derive(Clone, Copy)]
struct NearLimit {
    begin: Duration,
    limit: Duration,
    /// The time above which repeated runs can show that a limit was exceeded.
    sure: Duration,
    /// From here on, no load explains that the limit was exceeded: programs are stopped.
    end: Duration,
}

impl NearLimit {
    /// On a virtual machine, equal times only show that other machines were equally busy.
    fn of(limit: Duration, is_virtual: bool) -> NearLimit {
        let begin = limit - limit / 5;
        let end = if is_virtual { limit * 2 } else { limit + limit / 4 };
        NearLimit { begin, limit, sure: if is_virtual { end } else { limit }, end }
    }
}

/// The time of a run, and what it depends on.
#[derive(Clone, Copy)]
struct Measured {
    verdict: Verdict,
    time: Duration,
    /// Whether it had to wait for a processor: then it also shared caches with others, and took
    /// more time.
    waited: bool,
}

impl Measured {
    fn of(ran: &RunResult) -> Measured {
        let RunResult { judged, ended, .. } = ran;
        Measured { verdict: judged.verdict, time: ended.time(), waited: ended.waited_much() }
    }

    /// Returns whether a little more or less CPU time would give another verdict.
    fn is_near(self, range: NearLimit) -> bool {
        let hangs_on_time = matches!(self.verdict, Verdict::Accepted | Verdict::TimeLimit);
        hangs_on_time && (range.begin..range.end).contains(&self.time)
    }

    /// Returns whether an idle machine would give the same verdict, as far as is known: a busy one
    /// only ever adds to a time. With `slowest` as the longest of several times, the fastest must
    /// be clear of the limit by more than the two differ.
    fn is_clear(self, slowest: Duration, range: NearLimit) -> bool {
        let NearLimit { limit, sure, .. } = range;
        let spread = slowest.saturating_sub(self.time);
        match self.verdict {
            Verdict::Accepted => self.time + spread < limit,
            Verdict::TimeLimit if self.time > limit => {
                !self.waited && self.time >= sure && self.time > limit + spread
            }
            _ => true,
        }
    }
}

/// Adds excerpts to a judgement that is not an acceptance.
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

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_millis(1000);

    fn measured(verdict: Verdict, time: u64, waited: bool) -> Measured {
        Measured { verdict, time: Duration::from_millis(time), waited }
    }

    #[test]
    fn what_more_or_less_time_would_change_is_near() {
        let on = |is_virtual| {
            let range = NearLimit::of(LIMIT, is_virtual);
            move |verdict, time| measured(verdict, time, false).is_near(range)
        };
        let is_near = on(false);
        let near = [799, 800, 1000].map(|time| is_near(Verdict::Accepted, time));
        assert_eq!(near, [false, true, true]);
        let near = [1001, 1249, 1250].map(|time| is_near(Verdict::TimeLimit, time));
        assert_eq!(near, [true, true, false]);
        assert!(!is_near(Verdict::WrongAnswer, 900));
        let near = [1250, 1999, 2000].map(|time| on(true)(Verdict::TimeLimit, time));
        assert_eq!(near, [true, true, false]);
    }

    #[test]
    fn runs_over_the_limit_are_repeated_until_two_agree() {
        use Verdict::{Accepted, TimeLimit, WrongAnswer};
        let are_settled = |runs: &[(Verdict, u64)]| {
            let runs = runs.iter().map(|&(verdict, time)| measured(verdict, time, false));
            is_settled(&runs.collect::<Vec<_>>())
        };
        assert!(!are_settled(&[(Accepted, 900)]));
        assert!(!are_settled(&[(Accepted, 900), (Accepted, 900)]));
        assert!(are_settled(&[(Accepted, 900), (Accepted, 950), (Accepted, 990)]));
        assert!(are_settled(&[(TimeLimit, 1100), (TimeLimit, 1200), (TimeLimit, 1111)]));
        let bursts = [1150, 1200, 1100, 1180, 1120, 1190, 1160, 1210].map(|time| (TimeLimit, time));
        assert!((3..8).all(|number| !are_settled(&bursts[..number])));
        assert!(are_settled(&bursts));
        // A run within the limit decides.
        assert!(are_settled(&[(TimeLimit, 1100), (TimeLimit, 1200), (Accepted, 990)]));
        assert!(are_settled(&[(TimeLimit, 1100), (TimeLimit, 1200), (WrongAnswer, 900)]));
    }

    #[test]
    fn runs_are_clear_of_the_limit_by_more_than_they_differ() {
        let is_clear = |verdict, time, slowest, waited| {
            let range = NearLimit::of(LIMIT, false);
            measured(verdict, time, waited).is_clear(Duration::from_millis(slowest), range)
        };
        assert!(is_clear(Verdict::Accepted, 900, 999, false));
        assert!(!is_clear(Verdict::Accepted, 900, 1000, false));
        assert!(is_clear(Verdict::TimeLimit, 1100, 1199, false));
        assert!(!is_clear(Verdict::TimeLimit, 1100, 1200, false));
        // Other work has slowed it down.
        assert!(!is_clear(Verdict::TimeLimit, 1300, 1300, true));
        assert!(is_clear(Verdict::Accepted, 900, 950, true));
        // The clock ended it, and it was repeated already.
        assert!(is_clear(Verdict::TimeLimit, 0, 0, false));
        // Other virtual machines may have slowed down all runs alike.
        let are_clear = [1999, 2000].map(|time| {
            let run = measured(Verdict::TimeLimit, time, false);
            run.is_clear(run.time, NearLimit::of(LIMIT, true))
        });
        assert_eq!(are_clear, [false, true]);
    }
}
