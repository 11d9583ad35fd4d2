//! Programs that are started once and run many times.
//!
//! Most of a short run is the start of its program: loading libraries, or an interpreter. A warm
//! program is started like any other, in the same isolation, up to just before its own code. There
//! it waits, and for each run it forks a child that executes the code. The child is a child of the
//! launcher (`CLONE_PARENT`), which limits, measures, awaits and kills it like any other program.
//!
//! The program gets the numbers of two connections to the launcher in the variable
//! `REFEREE_START`, and follows this protocol:
//!
//! 1. It does the part of its start that is common to all runs, sends `started` over the first
//!    connection, and waits for a packet. What it has used until then counts for each run.
//! 2. It makes its memory unreadable, leaves the working folder, and sends `ready`.
//! 3. For each packet that it receives there, it forks. The packet holds the working folder and the
//!    arguments of the run, separated by zero bytes; attached are standard input, output and error,
//!    and possibly Landlock's rules that keep signals from other processes.
//! 4. The child adopts all of these, sends `set` over the second connection, waits for a packet,
//!    closes both, and executes the code. The waiting program meanwhile closes the received
//!    descriptors, sends `forked` over the first connection, and waits for the next packet.
//!
//! A program that has used its standard streams by then, or has threads, open files or shared
//! memory, or takes more memory than a run may, does not wait: what it does before `main` is part
//! of each run.
//!
//! So no code of the program is executed before the launcher has answered. If anything fails until
//! then, the waiting program is killed, and the run starts cold. docs/sandbox.md says what a run
//! could do to the waiting program, and why it cannot; besides, the waiting program is thrown away
//! whenever a run does not end by itself or leaves a process behind.

use std::ffi::OsString;
use std::fs;
use std::io::{self, IoSlice};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionread};
use rustix::net::{
    AddressFamily, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage, SendFlags, SocketFlags,
    SocketType, recv, send, sendmsg, socketpair,
};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait, waitpid};

use super::cgroup::Group;
use super::child_setup::ChildSetup;
use super::counter::Counter;
use super::instruments::Instruments;
use super::message::{HostFolder, RunRequest, StartRefusal};
use super::mounts::Mounts;
use super::{proc, raw};
use crate::{Ended, Limits, ProcessExit, WarmStart};

/// The variable with the numbers of its connections.
const VARIABLE: &str = "REFEREE_START";

/// The time that a program may take to start, and to fork: on a busy machine both can be slow.
/// After that, it is run cold.
const PATIENCE: [Duration; 2] = [Duration::from_secs(30), Duration::from_secs(10)];

/// The interval at which the memory of a program that starts is measured.
const INTERVAL: Timespec = Timespec { tv_sec: 0, tv_nsec: 10_000_000 };

/// After this many waiting programs were lost in a row, the program is run cold.
const LOSSES: u32 = 3;

/// The ID before that of a waiting program: far above those of runs, which thus get the same IDs as
/// without it.
const LAST_ID: u32 = 20_000;

/// The maximum size of a run's arguments in bytes: they fit into one packet.
const ARGUMENTS: usize = 64 << 10;

/// The maximum number of descriptors attached to a packet.
const ATTACHED: usize = 4;

/// The resources that a start has used.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Spent {
    pub(super) cpu: Duration,
    pub(super) instructions: u64,
}

pub(super) struct StartedProgram {
    /// Its first process.
    pub(super) leader: Pid,
    /// The program that it was forked from, if it was.
    pub(super) waiting: Option<Pid>,
    /// What was used for it before it was forked.
    pub(super) spent: Spent,
}

/// How a launcher starts programs: anew, or from one that waits.
#[derive(Default)]
pub(super) struct Starter {
    waiting: Option<WaitingProgram>,
    /// The identity of the last run, if its program can wait.
    last: Option<Identity<HostFolder>>,
    /// The program of the last run.
    program: Option<HostFolder>,
    /// The number of waiting programs that it lost in a row.
    losses: u32,
}

struct WaitingProgram {
    pid: Pid,
    /// Where runs are requested, and where its children answer.
    connections: [OwnedFd; 2],
    spent: Spent,
    /// The limit on its memory in bytes: that of each run.
    memory: u64,
    /// Whether its runs can send it no signals.
    is_silent: bool,
}

/// Everything that is the same for all runs of a waiting program. This includes the program itself,
/// unless the waiting process has read no part of it.
///
/// The caller chooses a launcher by this, and the launcher keeps the waiting program by this. If
/// the two differed, programs that alternate would always throw away each other's waiting program.
#[derive(Debug, PartialEq)]
pub(super) struct Identity<Folder> {
    start: WarmStart,
    environment: Vec<(OsString, OsString)>,
    program: Option<Folder>,
    limits: Limits,
}

impl<Folder: Clone> Identity<Folder> {
    /// Returns the identity of a run, or `None` if its program is started for this run alone.
    pub(super) fn of(
        start: Option<&WarmStart>,
        environment: &[(OsString, OsString)],
        program: Option<&Folder>,
        limits: Limits,
    ) -> Option<Identity<Folder>> {
        let start = start?.clone();
        let program = program.filter(|_| !start.is_shared).cloned();
        Some(Identity { start, environment: environment.to_vec(), program, limits })
    }
}

impl Starter {
    pub(super) fn waiting(&self) -> u32 {
        self.waiting.is_some().into()
    }

    /// Lets the program of a run wait, if it can, and throws any other waiting program away.
    pub(super) fn prepare(
        &mut self,
        child: &ChildSetup,
        rooms: &Mounts,
        instruments: &mut Instruments,
        socket: BorrowedFd,
    ) {
        let RunRequest { warm, environment, program, limits, .. } = child.task;
        let identity = Identity::of(warm.as_ref(), environment, program.as_ref(), *limits);
        if self.last != identity {
            self.throw_away();
        }
        if self.last != identity || self.program != child.task.program {
            self.losses = 0;
            self.program.clone_from(&child.task.program);
        }
        if identity.is_some() && self.waiting.is_none() && self.losses < LOSSES {
            rooms.count_processes_from(LAST_ID);
            self.waiting = WaitingProgram::start(child, instruments, socket);
            if self.waiting.is_none() {
                // A program that does not wait once never does.
                self.losses = LOSSES;
            }
        }
        self.last = identity;
    }

    pub(super) fn start(
        &mut self,
        child: &ChildSetup,
        silence: Option<BorrowedFd>,
        socket: BorrowedFd,
    ) -> Result<StartedProgram, StartRefusal> {
        if let Some(waiting) = &mut self.waiting {
            waiting.is_silent = silence.is_some();
            if let Some(leader) = waiting.fork(child, silence, socket) {
                let (waiting, spent) = (Some(waiting.pid), waiting.spent);
                return Ok(StartedProgram { leader, waiting, spent });
            }
            self.waiting = None;
            self.losses += 1;
            // The child may exist and only be late: it must not run beside the cold program.
            end_all();
        }
        let leader = child.start()?;
        Ok(StartedProgram { leader, waiting: None, spent: Spent::default() })
    }

    /// Throws the waiting program away, unless the run that was forked from it ended by itself and
    /// left no process behind. There is no report of a run that could not be watched.
    pub(super) fn settle(&mut self, report: Option<&Ended>) {
        let Some(waiting) = &self.waiting else { return };
        // It may be dead, killed by the run or together with processes that the run left behind;
        // and a run without Landlock's rules may have stopped it.
        let is_alive = matches!(waitpid(Some(waiting.pid), WaitOptions::NOHANG), Ok(None))
            && (waiting.is_silent || !proc::is_stopped(waiting.pid));
        let is_well = report.is_some_and(|report| {
            matches!(report.exit, ProcessExit::Exited(_)) && report.stopped.is_none()
        });
        if is_alive && is_well {
            self.losses = 0;
            return;
        }
        self.losses += 1;
        self.throw_away();
    }

    /// Ends the waiting program, if there is one, while nothing runs.
    fn throw_away(&mut self) {
        if let Some(waiting) = self.waiting.take() {
            let _ = kill_process(waiting.pid, Signal::KILL);
            let _ = waitpid(Some(waiting.pid), WaitOptions::empty());
        }
    }
}

/// Kills every process but the launcher, and waits for their ends.
fn end_all() {
    raw::kill_namespace();
    while !wait(WaitOptions::empty()).is_err_and(|error| error == Errno::CHILD) {}
}

impl WaitingProgram {
    /// Starts the program of a run as one that waits. Returns `None` if it does not wait, and then
    /// has ended.
    fn start(
        child: &ChildSetup,
        instruments: &mut Instruments,
        socket: BorrowedFd,
    ) -> Option<WaitingProgram> {
        let start = child.task.warm.as_ref()?;
        // The limits of the last run may be those of another program.
        instruments.begin(child.task, 0).ok()?;
        let [(requests, its_requests), (answers, its_answers)] = [connect().ok()?, connect().ok()?];
        let mut task = RunRequest { command: start.command.clone(), ..child.task.clone() };
        task.environment.extend(start.environment.iter().cloned());
        let numbers = format!("{} {}", its_requests.as_raw_fd(), its_answers.as_raw_fd());
        task.environment.push((VARIABLE.into(), numbers.into()));
        let (streams, descriptors) = Streams::open().ok()?;
        let setup = ChildSetup {
            task: &task,
            descriptors,
            working: child.working.clone(),
            id: child.id,
            // The processes of a run, and the waiting program itself.
            processes: child.processes + 1,
            files: child.files.clone(),
            refusals: child.refusals.clone(),
            group: instruments.group.as_ref().map(Group::folder),
            kept: vec![its_requests.as_fd(), its_answers.as_fd()],
        };
        let pid = setup.start().ok()?;
        drop(setup);
        drop((its_requests, its_answers));
        let connections = [requests, answers];
        let (spent, memory) = (Spent::default(), child.task.limits.memory);
        let mut waiting = WaitingProgram { pid, connections, spent, memory, is_silent: false };
        let has_started = waiting.says(0, b"started", PATIENCE[0], socket) && waiting.is_small();
        // Added to every run, so that a warm run counts as much as a cold one.
        waiting.spent = Spent {
            cpu: raw::cpu_time(pid).unwrap_or_default(),
            instructions: instruments.counter.as_ref().and_then(Counter::count).unwrap_or_default(),
        };
        let is_fit = has_started && streams.are_untouched() && can_be_forked(pid);
        let [requests, _] = &waiting.connections;
        let goes_on = is_fit && send(requests, b"go on", SendFlags::NOSIGNAL).is_ok();
        if goes_on && waiting.says(0, b"ready", PATIENCE[0], socket) {
            return Some(waiting);
        }
        // It may have started processes; none may remain beside the cold run.
        end_all();
        None
    }

    /// Forks the program for a run. Returns `None` if that fails; then no code of it was executed
    /// for the run.
    fn fork(
        &self,
        child: &ChildSetup,
        silence: Option<BorrowedFd>,
        socket: BorrowedFd,
    ) -> Option<Pid> {
        let words = child.task.warm.as_ref()?.words;
        let mut request = child.working.as_os_str().as_bytes().to_vec();
        for argument in child.task.command.get(words..)? {
            request.push(0);
            request.extend_from_slice(argument.as_bytes());
        }
        if request.len() > ARGUMENTS {
            return None;
        }
        let [requests, answers] = &self.connections;
        // The child also adopts `silence`, which keeps it from sending signals to its siblings.
        let given = child.descriptors.iter().map(|given| given.as_fd()).chain(silence);
        let given: Vec<BorrowedFd> = given.collect();
        let mut space = [std::mem::MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(ATTACHED))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&given));
        let parts = [IoSlice::new(&request)];
        sendmsg(requests, &parts, &mut control, SendFlags::NOSIGNAL).ok()?;
        // After `forked`, the waiting program has closed its copies of the streams. Anything it
        // sends after that instead of the child's `set` means that it has failed.
        if !self.says(0, b"forked", PATIENCE[1], socket)
            || !self.says(1, b"set", PATIENCE[1], requests.as_fd())
        {
            return None;
        }
        // The children are listed from the oldest on: a further one does not belong to this run.
        let leader = match *proc::children(getpid()) {
            [waiting, leader] if waiting == self.pid => leader,
            _ => return None,
        };
        send(answers, b"go on", SendFlags::NOSIGNAL).ok().map(|_| leader)
    }

    /// Waits for a packet on one of its connections, and returns whether it is the expected one.
    /// Also gives up when anything arrives on another socket, or the program takes too much memory.
    fn says(&self, which: usize, expected: &[u8], patience: Duration, other: BorrowedFd) -> bool {
        let end = Instant::now() + patience;
        let socket = &self.connections[which];
        loop {
            let mut awaited = [
                PollFd::from_borrowed_fd(socket.as_fd(), PollFlags::IN),
                PollFd::from_borrowed_fd(other, PollFlags::IN),
            ];
            match poll(&mut awaited, Some(&INTERVAL)) {
                Err(Errno::INTR) => continue,
                Ok(0) if Instant::now() < end && self.is_small() => continue,
                Err(_) | Ok(0) => return false,
                Ok(_) => {}
            }
            if awaited[0].revents().is_empty() {
                return false;
            }
            let mut said = [0; 16];
            return recv(socket, &mut said, RecvFlags::DONTWAIT)
                .is_ok_and(|(_, length)| said.get(..length) == Some(expected));
        }
    }

    /// Returns whether it takes no more memory than a run may.
    fn is_small(&self) -> bool {
        proc::Usage::of(self.pid).is_none_or(|usage| usage.memory <= self.memory)
    }
}

/// The standard streams of a program before it waits, which it should not use: what it reads or
/// writes then would be missing in its runs.
struct Streams {
    input: OwnedFd,
    output: OwnedFd,
}

impl Streams {
    /// Opens them, and the program's ends.
    fn open() -> io::Result<(Streams, Vec<OwnedFd>)> {
        let pipe = || pipe_with(PipeFlags::CLOEXEC);
        let ((input, writer), (output, its_output)) = (pipe()?, pipe()?);
        // Whether this byte is still there shows whether the program has read its input.
        rustix::io::write(&writer, b"x")?;
        let descriptors = vec![input.try_clone()?, its_output.try_clone()?, its_output];
        Ok((Streams { input, output }, descriptors))
    }

    fn are_untouched(&self) -> bool {
        [&self.input, &self.output].map(ioctl_fionread) == [Ok(1), Ok(0)]
    }
}

/// Returns whether a fork of a process is equivalent to the process itself: it has no further
/// threads and open files, and no memory that both could change.
fn can_be_forked(pid: Pid) -> bool {
    /// Its standard streams and its connections.
    const DESCRIPTORS: usize = 3 + 2;
    let path = |file: &str| format!("/proc/{}/{file}", pid.as_raw_pid());
    // Addresses, then permissions such as `rw-p`, or `rw-s` for shared memory.
    let is_shared = |line: &str| {
        let permissions = line.split(' ').nth(1).unwrap_or_default();
        permissions.contains('s') && permissions.contains('w')
    };
    proc::threads(pid).len() == 1
        && fs::read_dir(path("fd")).is_ok_and(|descriptors| descriptors.count() == DESCRIPTORS)
        && fs::read_to_string(path("maps")).is_ok_and(|maps| !maps.lines().any(is_shared))
}

fn connect() -> rustix::io::Result<(OwnedFd, OwnedFd)> {
    socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
}
