//! Watches a run from the start of the program to the death of its last process.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{PidfdFlags, pidfd_open};

use super::aside::{LONG, Processors};
use super::counter::Counter;
use super::instruments::Instruments;
use super::memory::{FilesInMemory, Memory};
use super::message::RunRequest;
use super::processes::{Ancestry, ProcessTree};
use super::progress::RunProgress;
use super::warm::StartedProgram;
use super::written::Written;
use crate::{Ended, Limits, ProcessExit, Stopped, TimeBy, time_of_instructions};

/// The shortest and the longest interval between measurements of the processes. Close to the CPU
/// time limit it shrinks, to stop a run soon after it.
const INTERVALS: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(10)];

/// The maximum number of bytes of memory that a program can touch per nanosecond. The interval also
/// shrinks close to the memory limit.
const MEMORY_RATE: u64 = 8;

/// The maximum seconds' worth of instructions that a processor executes in a second: some 16 *
/// 10^9.
const INSTRUCTION_RATE: u32 = 8;

/// The maximum wall-clock time of a run, as a multiple of its limit, however long it waits for a
/// processor.
const MAX_WAITING: u32 = 10;

/// The connection of a run with a concurrent one.
#[derive(Default)]
pub(super) struct Links {
    /// Where the progress of this run is reported.
    tells: Option<RunProgress>,
    /// The progress of the program that writes its input. While that program works, this one waits
    /// for it.
    excused: Option<RunProgress>,
}

impl Links {
    /// Takes the progress of both runs, which are the last descriptors of a request.
    pub(super) fn of(task: &RunRequest, descriptors: &mut Vec<OwnedFd>) -> Links {
        let mut last = |is_given: bool| is_given.then(|| descriptors.pop()).flatten();
        // From the end: the caller attaches `excused` last.
        let (excused, tells) = (last(task.excused), last(task.tells));
        Links { tells: tells.map(RunProgress::from), excused: excused.map(RunProgress::from) }
    }
}

/// A program that has been started, and the data needed to watch it.
pub(super) struct WatchedProgram<'a> {
    pub(super) program: StartedProgram,
    pub(super) ancestry: Ancestry<'a>,
    pub(super) instruments: &'a Instruments,
    pub(super) limits: &'a Limits,
    /// The folder of the host that it writes to, if there is one.
    pub(super) written: Option<Written>,
    /// The files that it writes to memory, if its working folder is there.
    pub(super) in_memory: Option<FilesInMemory>,
    /// The socket on which the caller asks to stop the run.
    pub(super) socket: BorrowedFd<'a>,
    pub(super) links: Links,
    pub(super) start: Instant,
}

impl WatchedProgram<'_> {
    /// Waits until the program ends, reaches a limit, or something arrives on the socket, which can
    /// only be a request to stop or the end of the caller. Then kills all remaining processes.
    ///
    /// # Errors
    /// The program cannot be waited for. It has been killed.
    pub(super) fn until_all_is_over(mut self) -> Result<Ended, Errno> {
        let (limits, start) = (self.limits, self.start);
        let memory = Memory::new(limits.memory, self.in_memory.take());
        let StartedProgram { leader, waiting, .. } = self.program;
        let group = self.instruments.group.as_ref();
        let mut family = ProcessTree::new(self.ancestry, group, leader, waiting, start, memory);
        // This also works for a child that is dead but has not been waited for.
        let stopped = pidfd_open(leader, PidfdFlags::empty())
            .map(|leader| self.wait(leader.as_fd(), &mut family));
        // Taken before the processes are killed, which may take long.
        let wall = start.elapsed();
        family.kill_all();
        let stopped = stopped?;
        let (cpu, memory) = (self.cpu(&family), family.memory());
        let (time, instructions) = (self.time(&family), self.instructions());
        // A program that ends by itself in the last interval may be over a limit all the same.
        let stopped = stopped
            .or((time > limits.cpu).then_some(Stopped::Cpu))
            .or(family.has_used_more_than(limits.memory).then_some(Stopped::Memory));
        let (address_space, data) = family.reserved;
        Ok(Ended {
            exit: exit(family.status),
            cpu,
            instructions,
            time_by: limits.time_by,
            wall,
            waited: family.waited(wall, self.cores()),
            memory,
            address_space,
            data,
            is_warm: self.program.waiting.is_some(),
            stopped,
            // The caller counts and keeps the output.
            output_bytes: 0,
            stderr_bytes: 0,
            stderr: Vec::new(),
        })
    }

    /// Returns how many processors it can keep busy: a single thread, a single one.
    fn cores(&self) -> u32 {
        self.limits.processes.clamp(1, self.instruments.cores)
    }

    /// Returns its CPU time, including what was spent on its start.
    fn cpu(&self, family: &ProcessTree) -> Duration {
        family.cpu() + self.program.spent.cpu
    }

    fn instructions(&self) -> Option<u64> {
        let count = self.instruments.counter.as_ref().and_then(Counter::count)?;
        Some(count + self.program.spent.instructions)
    }

    /// Returns the time that the limit applies to.
    fn time(&self, family: &ProcessTree) -> Duration {
        match (self.limits.time_by, self.instructions()) {
            (TimeBy::Instructions, Some(count)) => time_of_instructions(count),
            _ => self.cpu(family),
        }
    }

    fn wait(&mut self, leader: BorrowedFd, family: &mut ProcessTree) -> Option<Stopped> {
        let (limits, instruments) = (self.limits, self.instruments);
        let mut aside = None;
        loop {
            let elapsed = self.start.elapsed();
            if elapsed >= LONG && aside.is_none() {
                aside = instruments.processors.as_ref().map(Processors::step_aside);
            }
            // The wall-clock limit does not count the time in which the program waits for a
            // processor.
            let waited = family.waited(elapsed, self.cores());
            let wall = limits.wall + waited.min(limits.wall * (MAX_WAITING - 1));
            // Nor does it count the time in which the program may wait for another program, which
            // has limits of its own.
            let excused = self.links.excused.as_ref().map_or(Duration::ZERO, RunProgress::worked);
            let wall = wall + excused;
            if let Some(progress) = &self.links.tells {
                progress.tell(family.cpu() + waited, || family.standing());
            }
            if elapsed >= wall {
                return Some(Stopped::Wall);
            }
            let interval = self.interval(family).min(wall - elapsed);
            let interval = Timespec::try_from(interval).expect("a few milliseconds");
            let mut awaited = [
                PollFd::from_borrowed_fd(leader, PollFlags::IN),
                PollFd::from_borrowed_fd(self.socket, PollFlags::IN),
            ];
            // If this is interrupted, the next measurement only comes early.
            let _ = poll(&mut awaited, Some(&interval));
            if awaited.iter().any(|awaited| !awaited.revents().is_empty()) {
                return None;
            }
            family.look(excused);
            if self.time(family) > limits.cpu {
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

    /// Returns the time until the next measurement: the shortest time in which the program can
    /// reach a limit, within `INTERVALS`.
    fn interval(&self, family: &ProcessTree) -> Duration {
        let [shortest, longest] = INTERVALS;
        let cpu = self.limits.cpu.saturating_sub(self.time(family));
        let cpu = match self.limits.time_by {
            TimeBy::Cpu => cpu,
            TimeBy::Instructions => cpu / INSTRUCTION_RATE,
        };
        let memory = self.limits.memory.saturating_sub(family.memory_now()) / MEMORY_RATE;
        // On all processors together, it reaches a limit that much sooner.
        (cpu.min(Duration::from_nanos(memory)) / self.cores()).clamp(shortest, longest)
    }
}

fn exit(status: Option<ExitStatus>) -> ProcessExit {
    let signal = status.and_then(|status| status.signal()).unwrap_or(libc::SIGKILL);
    status.and_then(|status| status.code()).map_or(ProcessExit::Killed(signal), ProcessExit::Exited)
}
