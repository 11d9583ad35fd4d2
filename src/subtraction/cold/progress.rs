//! How far an evaluation is, told now and then.

use crate::subtraction::Effort;

/// How often it is told at most.
const TIMES: u64 = 1000;

/// Turns positions that have been reached into the share of the work that is done.
pub(super) struct Progress<'a> {
    tell: &'a dyn Fn(f64),
    size: u64,
    exponent: f64,
    /// The position from which on it is told next.
    due: u64,
}

impl<'a> Progress<'a> {
    /// For the positions below `size`, where the first n take a share of the work that grows like
    /// n^`exponent`.
    pub(super) fn new(effort: &Effort<'a>, size: u64, exponent: f64) -> Progress<'a> {
        Progress { tell: effort.progress, size, exponent, due: 0 }
    }

    /// All positions below this one are done. Positions come in increasing order, and are below
    /// the size.
    #[inline]
    pub(super) fn reached(&mut self, position: u64) {
        if position >= self.due {
            (self.tell)((position as f64 / self.size as f64).powf(self.exponent));
            self.due = position + self.size / TIMES + 1;
        }
    }

    /// All is done.
    pub(super) fn end(self) {
        (self.tell)(1.0);
    }
}
