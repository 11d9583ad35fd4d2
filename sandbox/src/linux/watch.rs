//! From the start of a program to the death of its last process.

use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

use super::message::Report;
use super::processes::{Ancestry, ProcessTree};
use super::written::Written;
use crate::{Exit, Limits, Stopped};

/// How often the processes are looked at: the shortest and the longest interval. Near the limit of CPU
/// time it shrinks, so that a run is stopped soon after it.
const INTERVALS: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(10)];

/// How much memory a program can touch in a nanosecond at most, in bytes. Near the limit of memory, too, the interval shrinks.
const MEMORY_RATE: u64 = 8;

/// How many times its time on the clock a run takes at most, however long it has to wait for a processor.
const MAX_WAITING: u32 = 10;

/// A program that has been started, and all that is needed to watch it.
pub(super) struct Watch<'a> {
    pub(super) leader: Pid,
    pub(super) kin: Ancestry,
    /// How many processors it can keep busy, whatever it starts.
    pub(super) cores: u32,
    pub(super) limits: &'a Limits,
    /// The folder of the host that it writes to, if there is one.
    pub(super) written: Option<Written>,
    /// Where the caller says that the run is to stop.
    pub(super) socket: BorrowedFd<'a>,
    pub(super) start: Instant,
}

impl Watch<'_> {
    /// Waits until the program ends, reaches a limit, or something comes over the socket, which can only be
    /// the wish to stop, or the end of the caller. Then kills whatever is left.
    pub(super) fn until_all_is_over(mut self) -> Report {
        let (limits, start) = (self.limits, self.start);
        self.cores = limits.processes.clamp(1, self.cores);
        let mut family = ProcessTree::new(self.kin, self.leader, start);
        let stopped = self.wait(&mut family);
        let wall = start.elapsed();
        family.kill_all();
        let (cpu, memory) = (family.cpu(), family.memory());
        // A program that ends by itself in the last interval may be over a limit all the same.
        let stopped = stopped
            .or((cpu > limits.cpu).then_some(Stopped::Cpu))
            .or(family.has_used_more_than(limits.memory).then_some(Stopped::Memory));
        let (waited, address_space) = (family.waited(wall, self.cores), family.address_space());
        Report { exit: exit(family.status()), cpu, wall, waited, memory, address_space, stopped }
    }

    fn wait(&mut self, family: &mut ProcessTree) -> Option<Stopped> {
        let limits = self.limits;
        // It is our child, so even a dead one has a descriptor.
        let leader = pidfd_open(self.leader, PidfdFlags::empty()).ok()?;
        loop {
            let elapsed = self.start.elapsed();
            // While it wants a processor and has none, its time does not run.
            let waited = family.waited(elapsed, self.cores);
            let wall = limits.wall + waited.min(limits.wall * (MAX_WAITING - 1));
            if elapsed >= wall {
                return Some(Stopped::Wall);
            }
            let interval = self.interval(family).min(wall - elapsed);
            let interval = Timespec::try_from(interval).expect("a few milliseconds");
            let mut awaited = [
                PollFd::from_borrowed_fd(leader.as_fd(), PollFlags::IN),
                PollFd::from_borrowed_fd(self.socket, PollFlags::IN),
            ];
            let _ = poll(&mut awaited, Some(&interval));
            if awaited.iter().any(|awaited| !awaited.revents().is_empty()) {
                return None;
            }
            family.look();
            if family.cpu() > limits.cpu {
                return Some(Stopped::Cpu);
            }
            if family.memory_now() > limits.memory {
                return Some(Stopped::Memory);
            }
            if self.written.as_mut().is_some_and(Written::is_too_much) {
                return Some(Stopped::Output);
            }
        }
    }

    /// How long nothing can happen: as long as it must take at least to reach a limit.
    fn interval(&self, family: &ProcessTree) -> Duration {
        let [shortest, longest] = INTERVALS;
        let cpu = self.limits.cpu.saturating_sub(family.cpu());
        let memory = self.limits.memory.saturating_sub(family.memory_now()) / MEMORY_RATE;
        (cpu.min(Duration::from_nanos(memory)) / self.cores).clamp(shortest, longest)
    }
}

fn exit(status: Option<ExitStatus>) -> Exit {
    let signal = status.and_then(|status| status.signal()).unwrap_or(libc::SIGKILL);
    status.and_then(|status| status.code()).map_or(Exit::Killed(signal), Exit::Exited)
}
