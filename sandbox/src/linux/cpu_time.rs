//! The CPU time of a run, added up from what is seen of its processes.
//!
//! A process that ends leaves its time to the one that waits for it: its parent, or the launcher if it has none any more. Where the
//! parent ignores the end of its children, the kernel gives their time to nobody. So each process that is gone is remembered as
//! what it owes to its nearest ancestor, and what that ancestor has not been given is counted beside it.

use std::collections::HashMap;
use std::time::Duration;

/// A process as it was seen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seen {
    pub(super) pid: i32,
    pub(super) parent: i32,
    /// When it was born, since ids are used again.
    pub(super) born: u64,
    /// What it has used itself.
    pub(super) own: Duration,
    /// What the children have used that it waited for, and theirs.
    pub(super) children: Duration,
}

/// The children's time is told in ticks, rounded down, of user and system time each.
const ROUNDING: Duration = Duration::from_millis(25);

/// What is known so far.
#[derive(Debug, Default)]
pub(super) struct CpuTime {
    /// Time of processes that the launcher has waited for.
    reaped: Duration,
    alive: HashMap<i32, Process>,
    /// Time of processes that nobody has waited for, and whose parents are dead.
    lost: Duration,
}

#[derive(Debug, Clone, Copy)]
struct Process {
    seen: Seen,
    /// The time of its descendants that are gone and were not waited for by the launcher.
    owed: Duration,
}

impl Process {
    /// What of the time owed it has not been given.
    fn missing(&self) -> Duration {
        self.owed.saturating_sub(self.seen.children + ROUNDING)
    }

    /// What its parent is given if it waits for it, and what it was not given itself.
    fn all(&self) -> Duration {
        self.seen.own + self.seen.children + self.missing()
    }
}

impl CpuTime {
    /// The time that was surely used.
    pub(super) fn total(&self) -> Duration {
        self.reaped + self.lost + self.alive.values().map(Process::all).sum::<Duration>()
    }

    /// Takes all processes that there are, and those that the launcher has waited for since the last time, each with all the time that
    /// it has left.
    pub(super) fn look(&mut self, present: &[Seen], reaped: &HashMap<i32, Duration>) {
        let mut before = std::mem::take(&mut self.alive);
        for &seen in present {
            let known = before.get(&seen.pid).filter(|known| known.seen.born == seen.born);
            let owed = known.map_or(Duration::ZERO, |known| known.owed);
            let own = known.map_or(seen.own, |known| known.seen.own.max(seen.own));
            self.alive.insert(seen.pid, Process { seen: Seen { own, ..seen }, owed });
        }
        let is_alive = |process: &Process| {
            self.alive.get(&process.seen.pid).is_some_and(|now| now.seen.born == process.seen.born)
        };
        let gone: Vec<Process> =
            before.values().filter(|process| !is_alive(process)).copied().collect();
        for process in gone.iter().filter(|process| !reaped.contains_key(&process.seen.pid)) {
            let mut heir = process.seen.parent;
            // As many steps as there are processes: ids that were used again could lead round in a circle.
            for _ in 0..before.len() {
                if let Some(alive) = self.alive.get_mut(&heir) {
                    alive.owed += process.all();
                    break;
                }
                let Some(dead) = before.get_mut(&heir) else { break };
                if reaped.contains_key(&heir) {
                    dead.owed += process.all();
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
mod tests {
    use super::*;

    const LAUNCHER: i32 = 1;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn seen(pid: i32, parent: i32, own: u64, children: u64) -> Seen {
        Seen { pid, parent, born: 7, own: ms(own), children: ms(children) }
    }

    /// Who is there, and whom the launcher has waited for, with the time that each has left.
    type Look<'a> = (&'a [Seen], &'a [(i32, u64)]);

    /// The total after these looks.
    fn total(looks: &[Look]) -> u64 {
        let mut time = CpuTime::default();
        for (present, reaped) in looks {
            time.look(present, &reaped.iter().map(|&(pid, left)| (pid, ms(left))).collect());
        }
        time.total().as_millis() as u64
    }

    #[test]
    fn time_of_children_that_were_waited_for_counts_once() {
        let both: &[Seen] = &[seen(2, LAUNCHER, 10, 0), seen(3, 2, 500, 0)];
        assert_eq!(total(&[(both, &[])]), 510);
        assert_eq!(total(&[(both, &[]), (&[seen(2, LAUNCHER, 10, 510)], &[])]), 520);
        // The kernel tells ten milliseconds too few of each kind of time.
        assert_eq!(total(&[(both, &[]), (&[seen(2, LAUNCHER, 10, 480)], &[])]), 490);
        // All of it ends before the next look.
        assert_eq!(total(&[(both, &[]), (&[], &[(2, 520)])]), 520);
        // The parent ends first: the launcher waits for both.
        assert_eq!(total(&[(both, &[]), (&[], &[(2, 10), (3, 505)])]), 515);
    }

    #[test]
    fn time_of_children_that_nobody_waited_for_counts_as_well() {
        let both: &[Seen] = &[seen(2, LAUNCHER, 10, 0), seen(3, 2, 500, 0)];
        let without_it = 10 + 500 - ROUNDING.as_millis() as u64;
        assert_eq!(total(&[(both, &[]), (&[seen(2, LAUNCHER, 10, 0)], &[])]), without_it);
        let ended: &[Seen] = &[seen(2, LAUNCHER, 10, 0)];
        assert_eq!(total(&[(both, &[]), (ended, &[]), (&[], &[(2, 10)])]), 510);
        assert_eq!(total(&[(both, &[]), (&[], &[(2, 10)])]), 510);
        // One child is waited for, another is not: neither hides the other.
        let three: &[Seen] = &[seen(2, LAUNCHER, 0, 0), seen(3, 2, 500, 0), seen(4, 2, 400, 0)];
        assert_eq!(total(&[(three, &[]), (&[seen(2, LAUNCHER, 0, 400)], &[])]), 900 - 25);
    }

    #[test]
    fn what_is_lost_below_a_process_that_is_lost_counts_too() {
        let three: &[Seen] = &[seen(2, LAUNCHER, 10, 0), seen(3, 2, 20, 0), seen(4, 3, 500, 0)];
        assert_eq!(total(&[(three, &[]), (&[seen(2, LAUNCHER, 10, 0)], &[])]), 10 + 520 - 25);
        // The middle one is waited for, the last is not.
        let middle: &[Seen] = &[seen(2, LAUNCHER, 10, 0), seen(3, 2, 20, 0)];
        let first: &[Seen] = &[seen(2, LAUNCHER, 10, 20)];
        assert_eq!(total(&[(three, &[]), (middle, &[]), (first, &[])]), 30 + 495 - 20 - 25);
    }

    #[test]
    fn an_id_that_is_used_again_is_another_process() {
        let again = Seen { born: 8, ..seen(3, 2, 40, 0) };
        let both: &[Seen] = &[seen(2, LAUNCHER, 0, 0), seen(3, 2, 500, 0)];
        assert_eq!(total(&[(both, &[]), (&[seen(2, LAUNCHER, 0, 500), again], &[])]), 540);
    }
}
