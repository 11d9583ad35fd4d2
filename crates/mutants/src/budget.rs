//! What a solver may spend, how it ends, and whether a case kills it with that.

use std::panic::{AssertUnwindSafe, catch_unwind};

use referee_checker::{Case, CheckVerdict};

/// How often a mutant may take steps before it is given up: some seconds. On all inputs but the
/// largest, mutants that are too slow have taken too many steps by then.
pub(crate) const PATIENCE: u64 = 100_000_000;

/// What a solver writes.
pub type Output = Result<String, Stopped>;

/// Why there is no output, or none worth reading.
#[derive(Debug, Clone, Copy)]
pub enum Stopped {
    /// It took too many steps.
    TimeLimit,
    /// It kept too much.
    MemoryLimit,
    /// What the program would have died of.
    Crash(&'static str),
    /// It took so long that nobody waits for it, and yet not too many steps: that says nothing.
    Undecided,
}

pub(crate) const OUT_OF_RANGE: Stopped = Stopped::Crash("crash: index out of range");
pub(crate) const OVERFLOW: Stopped = Stopped::Crash("crash: stack overflow");

/// The work that a solver may still do, and the numbers that it may still keep.
#[derive(Debug)]
pub struct Budget {
    /// Each problem says what counts as a step.
    pub(crate) steps: u64,
    pub(crate) numbers: u64,
    /// How often steps may still be taken, however many at once: what is left of our patience.
    pub(crate) turns: u64,
}

impl Budget {
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Stopped> {
        self.work(1)?;
        self.steps = self.steps.checked_sub(steps).ok_or(Stopped::TimeLimit)?;
        Ok(())
    }

    /// Works for so long, beside the steps that are taken at once.
    pub(crate) fn work(&mut self, turns: u64) -> Result<(), Stopped> {
        self.turns = self.turns.checked_sub(turns).ok_or(Stopped::Undecided)?;
        Ok(())
    }

    pub(crate) fn keep(&mut self, numbers: u64) -> Result<(), Stopped> {
        self.numbers = self.numbers.checked_sub(numbers).ok_or(Stopped::MemoryLimit)?;
        Ok(())
    }
}

/// Returns how a case kills a solver that writes its output, if it does.
pub(crate) fn kills(case: &impl Case, solve: impl FnOnce() -> Output) -> Option<&'static str> {
    match catch_unwind(AssertUnwindSafe(solve)) {
        // Without the memory to check it, an output tells nothing.
        Ok(Ok(output)) => match case.check(&mut output.as_bytes()).ok()? {
            CheckVerdict::Accepted(_) => None,
            CheckVerdict::Refused(refusal) => Some(refusal.kind.words()),
        },
        Ok(Err(Stopped::TimeLimit)) => Some("time limit"),
        Ok(Err(Stopped::MemoryLimit)) => Some("memory limit"),
        Ok(Err(Stopped::Crash(how))) => Some(how),
        Ok(Err(Stopped::Undecided)) => None,
        // On inputs that are made for others, some leave their arrays.
        Err(_) => Some("crash: panic"),
    }
}
