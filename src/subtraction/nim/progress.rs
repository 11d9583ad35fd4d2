//! How far an evaluation is, told now and then.

use crate::subtraction::Effort;

/// How often it is told at most.
const TIMES: f64 = 1000.0;

/// The part of some work that is done.
pub(in crate::subtraction) struct Progress<'a> {
    tell: &'a dyn Fn(f64),
    /// All of the work, in any unit.
    all: f64,
    /// From so much on it is told next.
    due: f64,
}

impl<'a> Progress<'a> {
    /// Of so much work, in any unit.
    pub(in crate::subtraction) fn new(effort: &Effort<'a>, all: f64) -> Progress<'a> {
        Progress { tell: effort.progress, all, due: all / TIMES }
    }

    /// So much of the work is done by now.
    pub(in crate::subtraction) fn reach(&mut self, done: f64) {
        if done >= self.due && done < self.all {
            (self.tell)(done / self.all);
            self.due = done + self.all / TIMES;
        }
    }

    /// All is done.
    pub(in crate::subtraction) fn end(self) {
        (self.tell)(1.0);
    }
}

/// The steps of dynamic programming below `size`: pairs of a position and an amount that can be
/// taken from it.
pub(super) fn steps(amounts: &[usize], size: usize) -> f64 {
    amounts.iter().map(|&amount| size.saturating_sub(amount) as f64).sum()
}
