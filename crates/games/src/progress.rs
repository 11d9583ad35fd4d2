//! Reports the progress of an evaluation occasionally.

use super::Effort;

/// The maximum number of reports.
const TIMES: u64 = 1000;

/// Converts progress through positions to the share of the work done.
pub(super) struct WorkShare<'a> {
    tell: &'a dyn Fn(f64),
    /// The amount of all work.
    all: u64,
    exponent: f64,
    /// The amount at which the next report is due.
    due: u64,
}

impl<'a> WorkShare<'a> {
    /// Creates the progress for an amount of work, in any unit.
    pub(super) fn new(effort: &Effort<'a>, all: u64) -> WorkShare<'a> {
        WorkShare::growing(effort, all, 1.0)
    }

    /// Creates the progress for the positions below `size`, where the share of work for the first n
    /// grows like n^`exponent`.
    pub(super) fn growing(effort: &Effort<'a>, size: u64, exponent: f64) -> WorkShare<'a> {
        WorkShare { tell: effort.progress, all: size, exponent, due: 0 }
    }

    /// Reports that this much is done; `done` must not decrease between calls.
    #[inline]
    pub(super) fn reached(&mut self, done: u64) {
        if done >= self.due && done < self.all {
            (self.tell)((done as f64 / self.all as f64).powf(self.exponent));
            self.due = done + self.all / TIMES + 1;
        }
    }

    pub(super) fn end(self) {
        (self.tell)(1.0);
    }
}
