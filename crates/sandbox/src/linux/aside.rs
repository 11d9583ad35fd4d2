//! Leaves a program its processor: its run is watched from another one.
//!
//! A program and its launcher are bound to one processor, so that concurrent programs do not share
//! one, and nothing has to be moved at the start of a run. But then each sample of a run interrupts
//! the program, a hundred times a second. So in a run that is long enough for that to matter, the
//! launcher moves to another processor until it ends. If each processor has a program of its own,
//! the interruptions are moved, not reduced; a program that is alone on the machine is no longer
//! interrupted.

use std::time::Duration;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The duration of a run after which the launcher moves; the move takes only a small part of it.
pub(super) const LONG: Duration = Duration::from_millis(30);

#[derive(Debug)]
pub(super) struct Processors {
    /// The one it is bound to.
    own: CpuSet,
    /// All others: one at least.
    others: CpuSet,
}

impl Processors {
    /// Binds this process to a processor. Returns `None` if it cannot be bound, or may use no
    /// other.
    pub(super) fn bind(processor: usize) -> Option<Processors> {
        let mut others = sched_getaffinity(None).ok()?;
        others.unset(processor);
        let mut own = CpuSet::new();
        own.set(processor);
        // If this fails, times are only less exact.
        sched_setaffinity(None, &own).ok()?;
        (others.count() > 0).then_some(Processors { own, others })
    }

    /// Moves this process to the others, until the returned value is dropped.
    pub(super) fn step_aside(&self) -> Aside<'_> {
        let _ = sched_setaffinity(None, &self.others);
        Aside(self)
    }
}

/// Moves the process back when it is dropped. If that fails, the launcher notices it before the
/// next run.
pub(super) struct Aside<'a>(&'a Processors);

impl Drop for Aside<'_> {
    fn drop(&mut self) {
        let _ = sched_setaffinity(None, &self.0.own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_stepped_aside_comes_back() {
        // Only this thread is bound.
        let allowed = sched_getaffinity(None).unwrap();
        let first = (0..CpuSet::MAX_CPU).find(|&number| allowed.is_set(number)).unwrap();
        let Some(processors) = Processors::bind(first) else {
            assert_eq!(allowed.count(), 1);
            return eprintln!(
                "SKIPPED whoever_has_stepped_aside_comes_back: there is one processor"
            );
        };
        let now = || sched_getaffinity(None).unwrap();
        assert!(now().is_set(first) && now().count() == 1);
        let aside = processors.step_aside();
        assert!(!now().is_set(first) && now().count() == allowed.count() - 1);
        drop(aside);
        assert!(now().is_set(first) && now().count() == 1);
    }
}
