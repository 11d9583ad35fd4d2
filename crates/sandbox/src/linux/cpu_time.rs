//! The CPU time of a run, computed from repeated measurements of its processes.
//!
//! When a process ends, its time is added to the children's time of the process that waits for it:
//! its parent, or the launcher for an orphan. If the parent ignores the end of its children, the
//! kernel adds their time nowhere. So the time of each ended process is recorded as owed to its
//! nearest ancestor, and whatever that ancestor's children's time does not include is counted
//! separately.

use std::collections::HashMap;
use std::time::Duration;

/// A process at the time of a measurement.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProcessTime {
    pub(super) pid: i32,
    pub(super) parent: i32,
    /// When it was created; process IDs are reused.
    pub(super) born: u64,
    /// The CPU time that it has used itself.
    pub(super) own: Duration,
    /// The CPU time of the children that it has waited for, and of theirs.
    pub(super) children: Duration,
}

/// The kernel reports the children's time in ticks, with user and system time each rounded down.
const ROUNDING: Duration = Duration::from_millis(25);

/// The result of the measurements so far.
#[derive(Debug, Default)]
pub(super) struct CpuTime {
    /// Time of processes that the launcher has waited for.
    reaped: Duration,
    alive: HashMap<i32, Process>,
    /// Time of processes that were not waited for and have dead parents.
    lost: Duration,
}

#[derive(Debug, Clone, Copy)]
struct Process {
    seen: ProcessTime,
    /// The time of its descendants that have ended and were not waited for by the launcher.
    owed: Duration,
}

impl Process {
    /// Returns the part of the owed time that its children's time does not include.
    fn missing(&self) -> Duration {
        self.owed.saturating_sub(self.seen.children + ROUNDING)
    }

    /// Returns the time that its parent gets by waiting for it, and the part that is missing from
    /// it.
    fn all(&self) -> Duration {
        self.seen.own + self.seen.children + self.missing()
    }

    /// Returns the same after its end. Nothing is rounded, or each of many processes could hide a
    /// little of the time of others.
    fn left(&self) -> Duration {
        self.seen.own + self.seen.children.max(self.owed)
    }
}

impl CpuTime {
    /// Returns the CPU time that was used for certain.
    pub(super) fn total(&self) -> Duration {
        self.reaped + self.lost + self.alive.values().map(Process::all).sum::<Duration>()
    }

    /// Adds a measurement: all living processes, and those that the launcher has waited for since
    /// the last one, each with its total time.
    pub(super) fn look(&mut self, present: &[ProcessTime], reaped: &HashMap<i32, Duration>) {
        let mut before = std::mem::take(&mut self.alive);
        for &seen in present {
            let known = before.get(&seen.pid).filter(|known| known.seen.born == seen.born);
            let owed = known.map_or(Duration::ZERO, |known| known.owed);
            let own = known.map_or(seen.own, |known| known.seen.own.max(seen.own));
            self.alive.insert(seen.pid, Process { seen: ProcessTime { own, ..seen }, owed });
        }
        let is_alive = |process: &Process| {
            self.alive.get(&process.seen.pid).is_some_and(|now| now.seen.born == process.seen.born)
        };
        let gone: Vec<Process> =
            before.values().filter(|process| !is_alive(process)).copied().collect();
        for process in gone.iter().filter(|process| !reaped.contains_key(&process.seen.pid)) {
            let mut heir = process.seen.parent;
            // At most as many steps as there are processes: reused IDs could form a cycle.
            for _ in 0..before.len() {
                if let Some(alive) = self.alive.get_mut(&heir) {
                    alive.owed += process.left();
                    break;
                }
                let Some(dead) = before.get_mut(&heir) else { break };
                if reaped.contains_key(&heir) {
                    dead.owed += process.left();
                    break;
                }
                heir = dead.seen.parent;
            }
        }
        for (pid, &left) in reaped {
            self.reaped += left;
            if let Some(dead) = before.get(pid) {
                self.lost += (dead.seen.own + dead.owed).saturating_sub(left);
            }
        }
    }
}

#[cfg(test)]
mod tests;
