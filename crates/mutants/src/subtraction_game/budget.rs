//! What a solver may spend, and how it can end without an answer.

use referee_checker::subtraction_game::Instance;

use crate::budget::PATIENCE;
pub use crate::budget::Stopped;

pub(crate) const OUT_OF_RANGE: Stopped = Stopped::Crash("crash: index out of range");
pub(crate) const OVERFLOW: Stopped = Stopped::Crash("crash: stack overflow");

/// The work that a solver may still do, and the numbers that it may still keep.
#[derive(Debug)]
pub struct Budget {
    steps: u64,
    numbers: u64,
    /// How often steps may still be taken, however many at once: what is left of our patience.
    turns: u64,
}

impl Budget {
    /// Eight times what a table of nim-values and a look at every move take. The constant is for
    /// small cases: some hundredths of a second in C++, and some seconds in Python.
    pub(crate) fn of(instance: &Instance) -> Self {
        let heaps = instance.heaps();
        let largest = heaps.iter().copied().max().unwrap_or(0);
        let amounts = instance.rule().up_to(largest).len() as u64;
        let positions = largest + heaps.len() as u64;
        Budget {
            steps: 8 * positions * (amounts + 1) + 10_000_000,
            numbers: 1 << 27,
            turns: 10 * PATIENCE,
        }
    }

    /// Takes that many looks at a move or a heap.
    pub(crate) fn spend(&mut self, steps: u64) -> Result<(), Stopped> {
        self.turns = self.turns.checked_sub(1).ok_or(Stopped::Undecided)?;
        self.steps = self.steps.checked_sub(steps).ok_or(Stopped::TimeLimit)?;
        Ok(())
    }

    /// Works for so long, beside the steps that are taken at once.
    pub(crate) fn work(&mut self, turns: u64) -> Result<(), Stopped> {
        self.turns = self.turns.checked_sub(turns).ok_or(Stopped::Undecided)?;
        Ok(())
    }

    /// Keeps that many numbers.
    pub(crate) fn keep(&mut self, numbers: u64) -> Result<(), Stopped> {
        self.numbers = self.numbers.checked_sub(numbers).ok_or(Stopped::MemoryLimit)?;
        Ok(())
    }
}
