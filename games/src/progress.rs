//! How far an evaluation is, told now and then.

use super::Effort;

/// How often it is told at most.
const TIMES: u64 = 1000;

/// Turns what has been reached into the share of the work that is done.
pub(super) struct Progress<'a> {
    tell: &'a dyn Fn(f64),
    /// Where all is done.
    all: u64,
    exponent: f64,
    /// From where on it is told next.
    due: u64,
}

impl<'a> Progress<'a> {
    /// Of so much work, in any unit.
    pub(super) fn new(effort: &Effort<'a>, all: u64) -> Progress<'a> {
        Progress::growing(effort, all, 1.0)
    }

    /// For the positions below `size`, where the first n take a share of the work that grows like
    /// n^`exponent`.
    pub(super) fn growing(effort: &Effort<'a>, size: u64, exponent: f64) -> Progress<'a> {
        Progress { tell: effort.progress, all: size, exponent, due: 0 }
    }

    /// So much is done by now, which grows from call to call.
    #[inline]
    pub(super) fn reached(&mut self, done: u64) {
        if done >= self.due && done < self.all {
            (self.tell)((done as f64 / self.all as f64).powf(self.exponent));
            self.due = done + self.all / TIMES + 1;
        }
    }

    /// All is done.
    pub(super) fn end(self) {
        (self.tell)(1.0);
    }
}
