//! Counts the instructions that programs execute outside the kernel, with the counters of the
//! processor (PMU).
//!
//! The launcher opens one counter on itself, disabled, to be enabled by `execve` and inherited by
//! children. It executes no program itself, so only its children count, with all their threads and
//! descendants, and the filter need not permit anybody to open a counter. Reading sums up processes
//! that live and those that have ended. A run has used the difference from the count before it.
//!
//! Source of the method: sio2jail, which counts without children and threads, and stops a program
//! by an overflow of the counter. A sum has no overflow, so it is sampled like CPU time.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::OwnedFd;

use super::raw;
use crate::Counted;

/// The largest `perf_event_paranoid` with which users may count what their programs do outside the
/// kernel. Debian and Ubuntu set it higher.
const PERMITTED: i64 = 2;

/// A counter of all programs that this process starts.
pub(super) struct Counter {
    event: File,
    /// A second one, which is not inherited and never enabled. Without it, the kernel may exchange
    /// the counters of two processes if one has inherited all those of the other; it would then
    /// enable the launcher's when its child executes a program, and from then on nothing would be
    /// counted.
    _anchor: OwnedFd,
    before: [u64; 3],
}

impl Counter {
    /// Opens a counter, or returns why that is impossible.
    pub(super) fn open(counted: Counted) -> Result<Counter, String> {
        // `PERF_TYPE_HARDWARE`, `PERF_COUNT_HW_INSTRUCTIONS`; `PERF_TYPE_SOFTWARE`,
        // `PERF_COUNT_SW_TASK_CLOCK`.
        let (kind, event) = match counted {
            Counted::Instructions => (0, 1),
            Counted::TaskClock => (1, 1),
        };
        let open = |is_inherited| raw::open_counter(kind, event, is_inherited);
        let opened = open(true).and_then(|event| Ok((event, open(false)?)));
        let (event, anchor) = opened.map_err(|error| {
            let paranoid = std::fs::read_to_string("/proc/sys/kernel/perf_event_paranoid");
            refusal(&error, paranoid.ok().and_then(|text| text.trim().parse().ok()))
        })?;
        Ok(Counter { event: event.into(), _anchor: anchor, before: [0; 3] })
    }

    pub(super) fn begin(&mut self) {
        self.before = self.read().unwrap_or(self.before);
    }

    /// Returns the count since then.
    pub(super) fn count(&self) -> Option<u64> {
        let now = self.read()?;
        let [count, enabled, running] = [0, 1, 2].map(|at| now[at].saturating_sub(self.before[at]));
        Some(scaled(count, enabled, running))
    }

    /// Returns the count, and the times for which the counter was enabled and for which it counted,
    /// in nanoseconds.
    fn read(&self) -> Option<[u64; 3]> {
        let mut numbers = [0; 24];
        (&self.event).read_exact(&mut numbers).ok()?;
        let (numbers, _) = numbers.as_chunks::<8>();
        Some([0, 1, 2].map(|at: usize| u64::from_ne_bytes(numbers[at])))
    }
}

/// Returns the count for the whole time it was enabled: the processor has few counters, and their
/// users take turns.
fn scaled(count: u64, enabled: u64, running: u64) -> u64 {
    match running {
        0 => count,
        _ if running >= enabled => count,
        _ => (u128::from(count) * u128::from(enabled) / u128::from(running)) as u64,
    }
}

/// Describes why there is no counter; `paranoid` is the system's setting of who may count.
fn refusal(error: &io::Error, paranoid: Option<i64>) -> String {
    match (error.raw_os_error(), paranoid) {
        (Some(libc::ENOENT | libc::EOPNOTSUPP | libc::ENODEV), _) => {
            "the machine has no counters (PMU), as most virtual machines".to_string()
        }
        (Some(libc::EACCES | libc::EPERM), Some(level)) if level > PERMITTED => {
            format!("kernel.perf_event_paranoid is {level}, which forbids it")
        }
        (Some(libc::EACCES | libc::EPERM), _) => {
            format!("the system, or the container, forbids it: {error}")
        }
        (Some(libc::ENOSYS), _) => {
            "the kernel, or the container, has no perf_event_open".to_string()
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests;
