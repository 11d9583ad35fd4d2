//! From the start of a program to the death of its last process.

use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};

use super::message::Report;
use super::processes::{Family, Kin};
use super::written::Written;
use crate::{Exit, Limits, Stopped};

/// How often the processes are looked at: the shortest and the longest interval. Near the limit of CPU
/// time it shrinks, so that a run is stopped soon after it.
const INTERVALS: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(10)];

/// How much memory a program can touch in a nanosecond at most, in bytes. Near the limit of memory, too, the interval shrinks.
const MEMORY_RATE: u64 = 8;

/// How many times its time on the clock a run takes at most, however long it has to wait for a processor.
const MOST_WAITING: u32 = 10;

/// Waits until the program ends, reaches a limit, or something comes over the socket, which can only be
/// the wish to stop, or the end of the caller. Then kills whatever is left.
pub(super) fn watch(
    leader: Pid,
    kin: Kin,
    cores: u32,
    limits: &Limits,
    written: Option<Written>,
    socket: BorrowedFd,
    start: Instant,
) -> Report {
    let mut family = Family::new(kin, leader, start);
    let cores = limits.processes.clamp(1, cores);
    let stopped = wait(leader, &mut family, cores, limits, written, socket, start);
    let wall = start.elapsed();
    family.kill_all();
    let (cpu, memory) = (family.cpu(), family.memory());
    // A program that ends by itself in the last interval may be over a limit all the same.
    let stopped = stopped
        .or((cpu > limits.cpu).then_some(Stopped::Cpu))
        .or(family.has_used_more_than(limits.memory).then_some(Stopped::Memory));
    let (waited, address_space) = (family.waited(wall, cores), family.address_space());
    Report { exit: exit(family.status()), cpu, wall, waited, memory, address_space, stopped }
}

fn wait(
    leader: Pid,
    family: &mut Family,
    cores: u32,
    limits: &Limits,
    mut written: Option<Written>,
    socket: BorrowedFd,
    start: Instant,
) -> Option<Stopped> {
    // It is our child, so even a dead one has a descriptor.
    let leader = pidfd_open(leader, PidfdFlags::empty()).ok()?;
    loop {
        let elapsed = start.elapsed();
        // While it wants a processor and has none, its time does not run.
        let wall =
            limits.wall + family.waited(elapsed, cores).min(limits.wall * (MOST_WAITING - 1));
        if elapsed >= wall {
            return Some(Stopped::Wall);
        }
        let interval = interval(family, cores, limits).min(wall - elapsed);
        let interval = Timespec::try_from(interval).expect("a few milliseconds");
        let mut awaited = [
            PollFd::from_borrowed_fd(leader.as_fd(), PollFlags::IN),
            PollFd::from_borrowed_fd(socket, PollFlags::IN),
        ];
        let _ = poll(&mut awaited, Some(&interval));
        let [leader, socket] = awaited.map(|awaited| !awaited.revents().is_empty());
        if leader || socket {
            return None;
        }
        family.look();
        if family.cpu() > limits.cpu {
            return Some(Stopped::Cpu);
        }
        if family.memory_now() > limits.memory {
            return Some(Stopped::Memory);
        }
        if written.as_mut().is_some_and(Written::is_too_much) {
            return Some(Stopped::Output);
        }
    }
}

/// How long nothing can happen: as long as it must take at least to reach a limit.
fn interval(family: &Family, cores: u32, limits: &Limits) -> Duration {
    let [shortest, longest] = INTERVALS;
    let cpu = limits.cpu.saturating_sub(family.cpu());
    let memory = limits.memory.saturating_sub(family.memory_now()) / MEMORY_RATE;
    (cpu.min(Duration::from_nanos(memory)) / cores).clamp(shortest, longest)
}

fn exit(status: Option<ExitStatus>) -> Exit {
    let signal = status.and_then(|status| status.signal()).unwrap_or(libc::SIGKILL);
    status.and_then(|status| status.code()).map_or(Exit::Killed(signal), Exit::Exited)
}
