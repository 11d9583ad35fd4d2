//! The budget of a solver, how it ends, and whether a case kills it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use referee_checker::{Case, CheckVerdict};

/// How many turns a mutant may take before it is given up: a few seconds. On all inputs but the
/// largest, mutants that are too slow have exceeded their steps by then.
pub(crate) const PATIENCE: u64 = 100_000_000;

/// The output of a solver.
pub type Output = Result<String, Stopped>;

/// Why there is no output, or no meaningful one.
#[derive(Debug, Clone, Copy)]
pub enum Stopped {
    /// It took too many steps.
    TimeLimit,
    /// It stored too much.
    MemoryLimit,
    /// What would have crashed the program.
    Crash(&'static str),
    /// It took too many turns without exceeding its steps, which says nothing about it.
    Undecided,
}

pub(crate) const OUT_OF_RANGE: Stopped = Stopped::Crash("crash: index out of range");
pub(crate) const OVERFLOW: Stopped = Stopped::Crash("crash: stack overflow");

/// The work that a solver may still do, and the numbers that it may still store.
#[derive(Debug)]
pub struct Budget {
    /// The steps left. Each problem defines what counts as a step.
    pub(crate) steps: u64,
    pub(crate) numbers: u64,
    /// The turns left: how often steps may be taken, however many at a time. They bound the time of
    /// the test.
    pub(crate) turns: u64,
}

impl Budget {
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Stopped> {
        self.work(1)?;
        self.steps = self.steps.checked_sub(steps).ok_or(Stopped::TimeLimit)?;
        Ok(())
    }

    /// Takes turns in addition to those of the steps.
    pub(crate) fn work(&mut self, turns: u64) -> Result<(), Stopped> {
        self.turns = self.turns.checked_sub(turns).ok_or(Stopped::Undecided)?;
        Ok(())
    }

    pub(crate) fn keep(&mut self, numbers: u64) -> Result<(), Stopped> {
        self.numbers = self.numbers.checked_sub(numbers).ok_or(Stopped::MemoryLimit)?;
        Ok(())
    }
}

/// Returns how a case kills a solver, if it does.
pub(crate) fn kills(case: &impl Case, solve: impl FnOnce() -> Output) -> Option<&'static str> {
    match catch_unwind(AssertUnwindSafe(solve)) {
        // Without enough memory to check it, an output says nothing.
        Ok(Ok(output)) => match case.check(&mut output.as_bytes()).ok()? {
            CheckVerdict::Accepted(_) => None,
            CheckVerdict::Refused(refusal) => Some(refusal.kind.words()),
        },
        Ok(Err(Stopped::TimeLimit)) => Some("time limit"),
        Ok(Err(Stopped::MemoryLimit)) => Some("memory limit"),
        Ok(Err(Stopped::Crash(how))) => Some(how),
        Ok(Err(Stopped::Undecided)) => None,
        // On inputs made for other mutants, some index out of their arrays.
        Err(_) => Some("crash: panic"),
    }
}
