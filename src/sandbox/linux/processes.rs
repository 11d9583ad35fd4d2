//! The processes of a run: which they are, what they use, and how to kill them all.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::process::ExitStatus;
use std::thread::sleep;
use std::time::Duration;

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::raw;

/// How the processes of a run are found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kin {
    /// They are all but the first of this PID namespace.
    Namespace,
    /// They are the descendants of this process, which inherits the orphans among them.
    Descendants,
}

/// The processes of a run.
pub(super) struct Family {
    kin: Kin,
    /// The program itself.
    leader: Pid,
    /// How the leader ended, once it has.
    status: Option<ExitStatus>,
    /// CPU time of processes that were waited for here, their waited-for children included.
    reaped: Duration,
    /// CPU time last seen of each process alone, dead or alive, by id and time of birth.
    seen: HashMap<(Pid, u64), Duration>,
    /// CPU time of the living, their waited-for children included.
    living: Duration,
    /// The largest resident memory of one process.
    largest: u64,
    /// The largest resident memory of all together, and the present one.
    together: u64,
    now: u64,
}

impl Family {
    /// The family of a program that was just started.
    pub(super) fn new(kin: Kin, leader: Pid) -> Family {
        Family {
            kin,
            leader,
            status: None,
            reaped: Duration::ZERO,
            seen: HashMap::new(),
            living: Duration::ZERO,
            largest: 0,
            together: 0,
            now: 0,
        }
    }

    /// How the program ended, if it was waited for.
    pub(super) fn status(&self) -> Option<ExitStatus> {
        self.status
    }

    /// The CPU time that surely was used.
    ///
    /// Neither sum alone has everything: children of a process that ignores their end are waited for
    /// by nobody; short-lived ones may never be seen.
    pub(super) fn cpu(&self) -> Duration {
        (self.reaped + self.living).max(self.seen.values().sum())
    }

    /// The most memory that was used at a time, in bytes.
    pub(super) fn memory(&self) -> u64 {
        self.largest.max(self.together)
    }

    /// The memory in use when last looked at, in bytes.
    pub(super) fn memory_now(&self) -> u64 {
        self.now
    }

    /// Looks at all processes, and waits for those that have ended.
    pub(super) fn look(&mut self) {
        self.reap();
        (self.living, self.now) = (Duration::ZERO, 0);
        for pid in self.members() {
            let Some(state) = State::of(pid) else { continue };
            let own = raw::cpu_time(pid).unwrap_or_default();
            self.living += own + state.children;
            self.seen.insert((pid, state.born), own);
            self.now += state.resident;
        }
        self.together = self.together.max(self.now);
    }

    /// Kills every process of the run and waits until none is left.
    ///
    /// In a namespace that is one call. Without, a process may be born while we look for others; so
    /// the search is repeated until nothing is left.
    pub(super) fn kill_all(&mut self) {
        loop {
            match self.kin {
                Kin::Namespace => raw::kill_namespace(),
                Kin::Descendants => {
                    let _ = kill_process_group(self.leader, Signal::KILL);
                    for pid in self.members() {
                        let _ = kill_process(pid, Signal::KILL);
                    }
                }
            }
            if self.reap() {
                self.living = Duration::ZERO;
                return;
            }
            // Killed, but not dead yet.
            sleep(Duration::from_micros(50));
        }
    }

    /// Waits for all that have ended; tells whether no child is left.
    fn reap(&mut self) -> bool {
        loop {
            match raw::reap() {
                Ok(Some(dead)) => {
                    self.reaped += dead.cpu;
                    self.largest = self.largest.max(dead.memory);
                    if dead.pid == self.leader {
                        self.status = Some(dead.status);
                    }
                }
                Ok(None) => return false,
                Err(_) => return true,
            }
        }
    }

    fn members(&self) -> Vec<Pid> {
        match self.kin {
            Kin::Namespace => {
                let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
                let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
                pids.filter(|&pid| pid != 1).filter_map(Pid::from_raw).collect()
            }
            Kin::Descendants => {
                let mut all = children(rustix::process::getpid());
                let mut known: HashSet<Pid> = all.iter().copied().collect();
                let mut at = 0;
                while let Some(&pid) = all.get(at) {
                    all.extend(children(pid).into_iter().filter(|&child| known.insert(child)));
                    at += 1;
                }
                all
            }
        }
    }
}

/// The children of all threads of a process.
fn children(parent: Pid) -> Vec<Pid> {
    let tasks = fs::read_dir(format!("/proc/{}/task", parent.as_raw_pid()));
    let lists = tasks.into_iter().flatten().flatten().map(|task| task.path().join("children"));
    let mut all = Vec::new();
    for list in lists.filter_map(|list| fs::read_to_string(list).ok()) {
        all.extend(list.split(' ').filter_map(|pid| Pid::from_raw(pid.trim().parse().ok()?)));
    }
    all
}

/// What /proc tells of a process.
struct State {
    /// CPU time of the children that it has waited for.
    children: Duration,
    /// When it was born, in ticks of the system.
    born: u64,
    /// Resident memory in bytes.
    resident: u64,
}

impl State {
    fn of(pid: Pid) -> Option<State> {
        let text = fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_pid())).ok()?;
        // The name, in parentheses, may hold anything; the state behind it is field 3.
        let fields: Vec<&str> = text[text.rfind(')')? + 2..].split(' ').collect();
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        let ticks = field(16)? + field(17)?;
        Some(State {
            children: Duration::from_millis(1000 * ticks / clock_ticks_per_second()),
            born: field(22)?,
            resident: field(24)? * page_size() as u64,
        })
    }
}
