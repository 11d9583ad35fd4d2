//! Repeats runs that exceeded the wall time limit.
//!
//! The wall time limit ends programs that sleep, stop themselves or wait for input that never
//! comes. On a busy machine it may also end a program that was not scheduled, or whose checker was
//! not. The sandbox does not count the time for which a program waits for a processor, but cannot
//! measure all effects of other programs. So such a verdict stands only if the program exceeds the
//! wall time again in a second run, with no other run of this judge beside it. If the program had
//! to wait much even then, the run is not recorded; if it could work for less than its limit, it is
//! not judged.

use std::collections::HashSet;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, Mutex, RwLock, RwLockReadGuard};

use crate::classify::{for_reason, seconds};
use crate::runner::RunResult;
use referee_base::fault::Fault;
use referee_base::parallel::{lock, unpoisoned};
use referee_events::{JudgedCase, Reason, Retried};
use referee_programs::Executor;
use referee_sandbox::{Ended, Limits, Run, SandboxError, Stopped};

/// Decides which runs may be in progress at the same time, and remembers which submissions exceeded
/// the wall time.
#[derive(Default)]
pub(crate) struct Retrials {
    /// Held for reading by every run, and for writing by a run that must be alone.
    machine: RwLock<()>,
    /// The submissions whose second run exceeded the wall time as well, without much waiting for a
    /// processor.
    confirmed: Mutex<HashSet<Arc<str>>>,
    /// Whether several submissions may have the same name, so that none is remembered.
    forgets: bool,
}

/// What may be in progress beside a run.
#[derive(Clone, Copy)]
pub(crate) enum Alongside<'a> {
    /// Other runs; but if the clock ends it, it is repeated alone.
    Others(&'a Retrials),
    /// Nothing of this judge: the caller ensures that.
    Nobody,
}

impl<'a> Alongside<'a> {
    pub(crate) fn run(
        self,
        limits: &Limits,
        attempt: impl Fn() -> Result<RunResult, Fault>,
    ) -> Result<Tried, Fault> {
        match self {
            Alongside::Others(retrials) => retrials.run(limits, attempt),
            Alongside::Nobody => Ok(Tried { ran: attempt()?, is_certain: true }),
        }
    }

    /// Waits until no run must be alone; none begins until the result is dropped. For work other
    /// than runs that takes processor time.
    pub(crate) fn quietly(self) -> Option<RwLockReadGuard<'a, ()>> {
        match self {
            Alongside::Others(retrials) => Some(retrials.beside()),
            Alongside::Nobody => None,
        }
    }
}

/// The run that stands, or the best one available.
pub(crate) struct Tried {
    pub(crate) ran: RunResult,
    /// Whether an idle machine would give the same result, as far as is known. Only such a run is
    /// recorded.
    pub(crate) is_certain: bool,
}

impl Retrials {
    /// Creates retrials of submissions whose names do not identify them.
    pub(crate) fn forgetting() -> Retrials {
        Retrials { forgets: true, ..Retrials::default() }
    }

    /// Runs a submission, and a second time, alone, if it exceeds the wall time.
    pub(crate) fn run(
        &self,
        limits: &Limits,
        attempt: impl Fn() -> Result<RunResult, Fault>,
    ) -> Result<Tried, Fault> {
        // Released before the second run, which waits for all other runs to end.
        let first = {
            let _beside_others = self.beside();
            attempt()?
        };
        let name = Arc::clone(&first.judged.contestant);
        let is_known = || lock(&self.confirmed).contains(&name);
        // A submission that is known to exceed the wall time needs no second run for each case.
        if !was_ended_by_clock(&first, limits) || (!first.ended.waited_much() && is_known()) {
            return Ok(Tried { ran: first, is_certain: true });
        }
        let mut second = self.alone(attempt)?;
        let was_ended_again = was_ended_by_clock(&second, limits);
        let is_certain = !was_ended_again || !second.ended.waited_much();
        if was_ended_again && is_certain && !self.forgets {
            lock(&self.confirmed).insert(name);
        }
        // The program never had the time of its limit, so there can be no verdict.
        let worked = second.ended.wall.saturating_sub(second.ended.waited);
        if was_ended_again && worked < limits.wall {
            second.judged = too_busy(&second);
        }
        second.judged.retried = Some(Retried {
            wall_seconds: first.ended.wall.as_secs_f64(),
            waited_seconds: first.ended.waited.as_secs_f64(),
            // The machine was at fault unless the second run confirms the first.
            machine: !(was_ended_again && is_certain),
        });
        Ok(Tried { ran: second, is_certain })
    }

    /// Calls `act` while no other run of this judge is in progress.
    pub(crate) fn alone<T>(&self, act: impl FnOnce() -> T) -> T {
        let _alone = unpoisoned(self.machine.write());
        act()
    }

    /// Waits for the end of runs that must be alone; none begins until the result is dropped.
    fn beside(&self) -> RwLockReadGuard<'_, ()> {
        unpoisoned(self.machine.read())
    }

    /// Returns an executor whose runs never overlap with one that must be alone.
    pub(crate) fn beside_others<'a>(&'a self, executor: &'a dyn Executor) -> impl Executor + 'a {
        AlongsideOthers { retrials: self, executor }
    }
}

/// Delays each run while another one must be alone.
struct AlongsideOthers<'a> {
    retrials: &'a Retrials,
    executor: &'a dyn Executor,
}

impl Executor for AlongsideOthers<'_> {
    fn run(&self, run: &Run, output: &mut dyn FnMut(&mut dyn Read)) -> Result<Ended, SandboxError> {
        let _beside_others = self.retrials.beside();
        self.executor.run(run, output)
    }

    fn inside(&self, folder: &Path) -> String {
        self.executor.inside(folder)
    }

    fn is_another_user(&self) -> bool {
        self.executor.is_another_user()
    }

    fn hides_files(&self) -> bool {
        self.executor.hides_files()
    }
}

/// Returns whether the CPU time of a run is evidence: the run was judged, and not ended by the
/// clock.
pub(crate) fn is_evidence(judged: &JudgedCase, stopped: Option<Stopped>) -> bool {
    judged.reason != Reason::JudgeError && stopped != Some(Stopped::Wall)
}

/// Returns whether the wall time alone determines the verdict.
fn was_ended_by_clock(ran: &RunResult, limits: &Limits) -> bool {
    // A program that also exceeded its CPU time does not owe its verdict to the clock.
    let is_late = ran.ended.stopped == Some(Stopped::Wall) && ran.ended.time() <= limits.cpu;
    is_late && ran.judged.reason == Reason::TimeLimit
}

fn too_busy(ran: &RunResult) -> JudgedCase {
    let JudgedCase { contestant, case, used, .. } = &ran.judged;
    let message = format!(
        "the machine is too busy to judge it: it waited {} of {} for a processor, with no other run beside it; \
         judge it again when the machine is idle",
        seconds(ran.ended.waited),
        seconds(ran.ended.wall),
    );
    for_reason(contestant, case, Reason::JudgeError, message, *used)
}

#[cfg(test)]
mod tests;
