//! The processes of a run: finding them, measuring them, and killing them all.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::process::ExitStatus;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::cgroup::{Group, Measured, MeasuredMemory};
use super::cpu_time::{CpuTime, ProcessTime};
use super::memory::Memory;
use super::proc::{NamespaceCounts, Usage};
use super::standing::{Standing, standing};
use super::{proc, raw};

/// How the processes of a run are found.
#[derive(Clone, Copy)]
pub(super) enum Ancestry<'a> {
    /// All processes of this PID namespace but the first.
    Namespace(&'a NamespaceCounts),
    /// The descendants of the launcher, which inherits the orphans among them.
    Descendants,
}

/// The interval at which the scheduling delay of threads is measured. That reads a file for each of
/// them.
const DELAY_INTERVAL: Duration = Duration::from_millis(50);

/// From this number on, processes too short-lived to be seen count as having filled the interval.
const UNSEEN: u64 = 2;

/// Returns the pauses between checks on killed processes. Most die immediately. Others take long,
/// and may look dead because their first threads are: they release much memory, or wait for a disk,
/// and need the processor more than the launcher does.
fn pauses() -> impl Iterator<Item = Duration> {
    const FIRST: Duration = Duration::from_micros(50);
    const MAX_PAUSE: Duration = Duration::from_millis(10);
    std::iter::successors(Some(FIRST), |pause| Some((*pause * 2).min(MAX_PAUSE)))
}

pub(super) struct ProcessTree<'a> {
    ancestry: Ancestry<'a>,
    listed: Listed,
    /// The control group of all processes, and its measurements, which take precedence.
    group: Option<&'a Group>,
    measured: Option<Measured>,
    /// The program itself.
    leader: Pid,
    /// The program that waits for the next run, and is not part of this one.
    waiting: Option<Pid>,
    /// The exit status of the leader, once it has ended.
    pub(super) status: Option<ExitStatus>,
    cpu: CpuTime,
    /// Processes waited for here since the last measurement, each with its CPU time.
    reaped: HashMap<i32, Duration>,
    /// The time in which processes came and went that were neither seen nor waited for.
    unseen: Duration,
    /// The largest resident memory of one process.
    largest: u64,
    /// The memory of all together.
    memory: Memory,
    /// The largest measured address space of one process, and the largest measured memory that one
    /// has for itself and can write to, in bytes.
    pub(super) reserved: (u64, u64),
    threads: u64,
    delay: Delay,
}

/// The processes that were found last. Listing the files of `/proc` takes as long as everything
/// else in a sample.
#[derive(Default)]
struct Listed {
    members: Vec<Pid>,
    /// The last ID given to a thread of the namespace before they were listed. While it stays the
    /// last, there are no others.
    last_id: Option<u64>,
}

/// The time for which the run waited for a processor, and the values of the last measurement.
struct Delay {
    waited: Duration,
    at: Instant,
    cpu: Duration,
    threads: u64,
    /// The last ID that was given to a thread of the namespace.
    last_id: Option<u64>,
    /// How long the program that writes its input has worked.
    partner: Duration,
    /// The time for which any process on the machine waited for a processor.
    pressure: Option<Duration>,
    /// The time for which each thread waited since it was created.
    of_threads: HashMap<i32, Duration>,
}

impl<'a> ProcessTree<'a> {
    /// Creates the process tree of a program that was just started, without the one that may wait.
    pub(super) fn new(
        ancestry: Ancestry<'a>,
        group: Option<&'a Group>,
        leader: Pid,
        waiting: Option<Pid>,
        start: Instant,
        memory: Memory,
    ) -> ProcessTree<'a> {
        ProcessTree {
            ancestry,
            listed: Listed::default(),
            group,
            measured: None,
            leader,
            waiting,
            status: None,
            cpu: CpuTime::default(),
            reaped: HashMap::new(),
            unseen: Duration::ZERO,
            largest: 0,
            memory,
            reserved: (0, 0),
            threads: 1,
            delay: Delay {
                waited: Duration::ZERO,
                at: start,
                cpu: Duration::ZERO,
                threads: 1,
                last_id: None,
                partner: Duration::ZERO,
                pressure: None,
                of_threads: HashMap::new(),
            },
        }
    }

    /// Returns the CPU time that was used for certain.
    pub(super) fn cpu(&self) -> Duration {
        self.measured.map_or(self.cpu.total() + self.unseen, |measured| measured.cpu)
    }

    /// Returns the control group's measurement of memory.
    fn measured_memory(&self) -> Option<MeasuredMemory> {
        self.measured?.memory
    }

    /// Returns the maximum memory that was in use at any time, in bytes.
    pub(super) fn memory(&self) -> u64 {
        let seen = self.largest.max(self.memory.most);
        self.measured_memory().map_or(seen, |memory| memory.most)
    }

    /// Returns the memory in use at the last measurement, in bytes.
    pub(super) fn memory_now(&self) -> u64 {
        self.measured_memory().map_or(self.memory.now, |memory| memory.now)
    }

    /// Returns whether more memory than the limit was used at any time.
    pub(super) fn has_used_more_than(&self, limit: u64) -> bool {
        if let Some(memory) = self.measured_memory() {
            return memory.was_killed || memory.most > limit;
        }
        // Until a child calls `execve` it shares the launcher's memory, which the kernel counts as
        // its own.
        self.memory.most > limit || (self.largest > limit && self.largest > proc::own_peak())
    }

    /// Returns how long the run has wanted a processor and had none, since its start.
    ///
    /// In each interval the longest delay of a single thread counts, not the sum: threads that wait
    /// for each other gain a program no time, or at most as much as it works meanwhile, which has a
    /// limit of its own. Time on a processor does not count either.
    pub(super) fn waited(&self, elapsed: Duration, cores: u32) -> Duration {
        self.delay.waited.min(elapsed.saturating_sub(self.cpu() / cores))
    }

    pub(super) fn standing(&self) -> Standing {
        standing(self.leader, || self.members())
    }

    /// Measures all processes, and waits for those that have ended. `partner` is how long the
    /// program that writes their input has worked.
    pub(super) fn look(&mut self, partner: Duration) {
        self.reap();
        self.threads = 0;
        let is_due = self.delay.at.elapsed() >= DELAY_INTERVAL;
        let members = self.members_now(is_due);
        let (mut present, mut resident) = (Vec::new(), Vec::new());
        for &pid in &members {
            let Some(usage) = Usage::of(pid) else { continue };
            let Usage { parent, children, born, memory, address_space, data, threads } = usage;
            // More precise than the ticks in `stat`.
            let own = raw::cpu_time(pid).unwrap_or_default();
            present.push(ProcessTime { pid: pid.as_raw_pid(), parent, born, own, children });
            resident.push((pid, memory));
            let (most, own) = self.reserved;
            self.reserved = (most.max(address_space), own.max(data));
            self.threads += threads;
        }
        self.cpu.look(&present, &std::mem::take(&mut self.reaped));
        self.memory.look(&resident, proc::socket_memory() * self.sockets(&members));
        self.measure();
        if is_due {
            self.adapt_delay(&members, partner);
        }
        self.listed.members = members;
    }

    /// Returns the processes, listed again if there may be new ones or if requested. Some may have
    /// ended.
    fn members_now(&mut self, is_demanded: bool) -> Vec<Pid> {
        let last_id = self.last_id();
        let listed = std::mem::replace(&mut self.listed, Listed { members: Vec::new(), last_id });
        let is_known = last_id.is_some() && last_id == listed.last_id;
        if is_known && !is_demanded { listed.members } else { self.members() }
    }

    /// Reads what the control group has measured.
    fn measure(&mut self) {
        let most = self.measured_memory().map_or(0, |memory| memory.most);
        let measure =
            if self.memory.has_files() { Group::measure_with_files } else { Group::measure };
        // A failed read keeps the last measurement.
        self.measured = self.group.and_then(measure).or(self.measured);
        if let Some(Measured { memory: Some(memory), .. }) = &mut self.measured {
            // A file that is cached later must not hide what was used before.
            memory.most = memory.most.max(most);
        }
    }

    /// Measures the scheduling delay of threads, and whether processes have come and gone unseen.
    fn adapt_delay(&mut self, members: &[Pid], partner: Duration) {
        let threads = members.iter().flat_map(|&pid| proc::threads(pid));
        let of_threads: HashMap<i32, Duration> =
            threads.filter_map(|(pid, id)| Some((id, proc::run_delay(pid, id)?))).collect();
        let before = &self.delay;
        let grown = |(id, &delay): (&i32, &Duration)| {
            delay.saturating_sub(before.of_threads.get(id).copied().unwrap_or_default())
        };
        let delayed = of_threads.iter().map(grown).max().unwrap_or_default();
        let (last_id, pressure) = (self.last_id(), proc::cpu_pressure());
        // Unseen processes may have waited for all the time in which anything on the machine did.
        let elapsed = before.at.elapsed();
        let busy =
            pressure.zip(before.pressure).map_or(elapsed, |(now, then)| now.saturating_sub(then));
        // While another program writes their input, they wait for it as the seen ones do.
        let writing = partner.saturating_sub(before.partner);
        let seen = self.cpu().saturating_sub(before.cpu);
        let unseen = unseen(self.have_gone(last_id), elapsed, [busy, writing, seen]);
        self.unseen += unseen;
        self.delay = Delay {
            waited: before.waited + delayed,
            at: Instant::now(),
            cpu: self.cpu(),
            threads: self.threads,
            last_id,
            partner,
            pressure,
            of_threads,
        };
    }

    /// Returns how many processes and threads have ended since the last measurement.
    fn have_gone(&self, last_id: Option<u64>) -> u64 {
        let (Some(last), Some(before)) = (last_id, self.delay.last_id) else { return 0 };
        (self.delay.threads + last.saturating_sub(before)).saturating_sub(self.threads)
    }

    /// Returns the last ID that was given to a thread, if the namespace is the run's own.
    fn last_id(&self) -> Option<u64> {
        match self.ancestry {
            Ancestry::Namespace(counts) => counts.last_id(),
            Ancestry::Descendants => None,
        }
    }

    /// Returns how many sockets its processes have open or have sent to each other.
    fn sockets(&self, members: &[Pid]) -> u64 {
        match self.ancestry {
            Ancestry::Namespace(counts) => counts.sockets(),
            Ancestry::Descendants => members.iter().map(|&pid| proc::sockets_of(pid)).sum(),
        }
    }

    /// Kills every process of the run and waits until none is left. If none is left anyway, a
    /// waiting program stays; otherwise it is killed as well.
    ///
    /// In a namespace or a control group that is one call. Without either, a process may be created
    /// during the search; so the search is repeated until none is left, with the shortest pause
    /// whenever it finds new ones.
    pub(super) fn kill_all(&mut self) {
        let (mut pauses, mut killed) = (pauses(), HashSet::new());
        let is_over = self.is_over_but_for_waiting();
        loop {
            match (self.ancestry, self.group) {
                _ if is_over => {}
                (Ancestry::Namespace(_), _) => raw::kill_namespace(),
                // All have ended by themselves: killing an empty group would only mean a new one
                // for the next run.
                (Ancestry::Descendants, Some(_)) if self.reap() => {}
                (Ancestry::Descendants, Some(group)) => group.kill(),
                (Ancestry::Descendants, None) => {
                    let _ = kill_process_group(self.leader, Signal::KILL);
                    for pid in self.members() {
                        let _ = kill_process(pid, Signal::KILL);
                        if killed.insert(pid) {
                            pauses = self::pauses();
                        }
                    }
                }
            }
            if is_over || self.reap() {
                // A last measurement, in which no process is alive.
                self.cpu.look(&[], &std::mem::take(&mut self.reaped));
                self.memory.look_at_files();
                self.measure();
                return;
            }
            // Killed, but not dead yet.
            sleep(pauses.next().unwrap_or_default());
        }
    }

    /// Returns whether a program waits, and no process of the run is left.
    ///
    /// The waiting program has no children. Every other process descends from a child of the
    /// launcher, which is the parent of those whose parent has ended. The waiting program is the
    /// oldest child, and the kernel looks for the one after it under a lock; so if there is none,
    /// there is none that a fork could have hidden.
    fn is_over_but_for_waiting(&mut self) -> bool {
        let Some(waiting) = self.waiting else { return false };
        !self.reap() && proc::children(rustix::process::getpid()) == [waiting]
    }

    /// Waits for all processes that have ended; returns whether no child is left.
    fn reap(&mut self) -> bool {
        loop {
            match raw::reap() {
                // From now on another process may have its ID.
                Ok(Some(dead)) if Some(dead.pid) == self.waiting => self.waiting = None,
                Ok(Some(dead)) => {
                    *self.reaped.entry(dead.pid.as_raw_pid()).or_default() += dead.cpu;
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
        match self.ancestry {
            Ancestry::Namespace(_) => {
                let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
                let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
                let pids = pids.filter(|&pid| pid != 1).filter_map(Pid::from_raw);
                pids.filter(|&pid| Some(pid) != self.waiting).collect()
            }
            Ancestry::Descendants => {
                let mut all = proc::children(rustix::process::getpid());
                let mut known: HashSet<Pid> = all.iter().copied().collect();
                let mut at = 0;
                while let Some(&pid) = all.get(at) {
                    let children = proc::children(pid).into_iter();
                    all.extend(children.filter(|&child| known.insert(child)));
                    at += 1;
                }
                all
            }
        }
    }
}

/// Returns how long processes too short-lived to be seen count as having worked, given how many
/// have gone and for how long there is another explanation.
fn unseen(gone: u64, elapsed: Duration, explained: [Duration; 3]) -> Duration {
    let idle = elapsed.saturating_sub(explained.iter().sum());
    // Children that were waited for show in their parent's time, if only to ten milliseconds.
    if gone >= UNSEEN && idle > elapsed / 2 { idle } else { Duration::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unseen_processes_fill_an_interval_unless_something_else_explains_it() {
        let ms = Duration::from_millis;
        let charged = |gone, [busy, writing, seen]: [u64; 3]| {
            unseen(gone, ms(50), [ms(busy), ms(writing), ms(seen)]).as_millis()
        };
        assert_eq!(charged(2, [0, 0, 5]), 45);
        assert_eq!(charged(1, [0, 0, 5]), 0);
        // The machine was busy, the interactor worked, or the parent has the time.
        for explained in [[40, 0, 0], [0, 40, 0], [0, 0, 40], [0, 60, 0]] {
            assert_eq!(charged(9, explained), 0, "{explained:?}");
        }
    }

    #[test]
    fn processes_that_do_not_die_are_looked_for_a_hundred_times_a_second_and_no_more() {
        let second = Duration::from_secs(1);
        let ends = pauses().scan(Duration::ZERO, |end, pause| {
            *end += pause;
            Some(*end)
        });
        let ends: Vec<Duration> = ends.take_while(|&end| end < 2 * second).collect();
        let looks = |from: Duration, to: Duration| {
            ends.iter().filter(|&&end| from <= end && end < to).count()
        };
        assert_eq!(looks(second, 2 * second), 100);
        assert!(looks(Duration::ZERO, second) < 110);
        // A process that dies within a millisecond is found within another one.
        assert!(looks(Duration::ZERO, Duration::from_millis(1)) >= 4);
    }
}
