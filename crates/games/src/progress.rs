//! Reports the progress of an evaluation now and then.

use super::Effort;

/// The maximum number of reports.
const TIMES: u64 = 1000;

/// Converts what has been reached to the share of the work that is done.
pub(super) struct WorkShare<'a> {
    tell: &'a dyn Fn(f64),
    /// The amount of all work.
    all: u64,
    exponent: f64,
    /// The amount at which the next report is due.
    due: u64,
}

impl<'a> WorkShare<'a> {
    /// Creates the progress of an amount of work, in any unit.
    pub(super) fn new(effort: &Effort<'a>, all: u64) -> WorkShare<'a> {
        WorkShare::growing(effort, all, 1.0)
    }

    /// Creates the progress for the positions below `size`, of which the first n take a share of
    /// the work that grows like n^`exponent`.
    pub(super) fn growing(effort: &Effort<'a>, size: u64, exponent: f64) -> WorkShare<'a> {
        WorkShare { tell: effort.progress, all: size, exponent, due: 0 }
    }

    /// Reports that this much is done; it grows from call to call.
    #[inline]
    pub(super) fn reached(&mut self, done: u64) {
        if done >= self.due && done < self.all {
            (self.tell)((done as f64 / self.all as f64).powf(self.exponent));
            self.due = done + self.all / TIMES + 1;
        }
    }

    /// Reports that everything is done.
    pub(super) fn end(self) {
        (self.tell)(1.0);
    }
}
