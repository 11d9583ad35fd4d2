//! The launcher: a small process that starts programs, one after the other.
//!
//! It is created before the threads and the large allocations of its caller, because the cost of a
//! fork grows with the memory of the parent, and because the kernel counts the parent's memory as
//! the child's. It has one thread. When the connection to the sandbox ends, so does the launcher,
//! with every process it has started.

use std::fs::File;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::Instant;

use landlock::RulesetCreated;
use rustix::process::{DumpableBehavior, geteuid, set_dumpable_behavior};

use super::aside::Processors;
use super::cgroup::{Group, HeldGroup, Place};
use super::child_setup::{ChildSetup, FileAccess, descriptors};
use super::counter::Counter;
use super::drift::Baseline;
use super::files::{Rights, ruleset};
use super::filter::Refusals;
use super::instruments::Instruments;
use super::memory::FilesInMemory;
use super::message::{
    DESCRIPTORS, LauncherAnswer, REQUEST, Reply, Request, RunRequest, StartRefusal, receive, send,
};
use super::mounts::Mounts;
use super::namespaces::{Entered, WORKING, WRITABLE, enter};
use super::proc::NamespaceCounts;
use super::processes::Ancestry;
use super::system::{
    FOLDERS, OF_BUILDS, OF_THE_KERNEL, devices, settings, without, writable_devices,
};
use super::warm::Starter;
use super::watch::{Links, WatchedProgram};
use super::working::WorkingFolders;
use super::written::Written;
use super::{filter, identity, inherited, proc, raw};
use crate::{Counted, Isolation, Layers, ProcessExit, Setup, Stopped, TimeBy};

/// The first version of Landlock that keeps programs from sending signals to processes other than
/// their own.
const SCOPES: u32 = 6;

struct Launcher {
    socket: OwnedFd,
    buffer: Vec<u8>,
    layers: Layers,
    place: LauncherPlace,
    /// The user that programs run as, if it is not the launcher's.
    user: Option<u32>,
    is_isolated: bool,
    instruments: Instruments,
    starter: Starter,
}

enum LauncherPlace {
    /// In namespaces of the launcher's own. `rules` are Landlock's rules for all programs;
    /// `silence` holds further ones for programs that are forked from a waiting one.
    Inside { rooms: Box<Mounts>, rules: Option<RulesetCreated>, silence: Option<OwnedFd> },
    /// On the host, each in a working folder of its own within one of these.
    Outside(WorkingFolders),
}

/// Serves a sandbox until it closes the socket.
pub(super) fn serve(
    setup: &Setup,
    user: Option<u32>,
    place: Result<Place, String>,
    folders: Vec<PathBuf>,
    socket: OwnedFd,
) {
    let processors = stand_apart(setup.processor);
    let mut socket = Some(socket);
    let wanted = |layer: &str| match setup.isolation {
        Isolation::Off => Err("isolation is off".to_string()),
        _ if setup.without.iter().any(|without| without == layer) => Err("not wanted".to_string()),
        _ => Ok(()),
    };
    // Made before entering: the process outside removes it, after the one inside has ended.
    let held = wanted(Layers::CGROUP).and(place).and_then(|place| HeldGroup::make(&place));
    let entered = wanted("namespaces").and_then(|()| enter(user, || drop(socket.take())));
    let (mut place, namespaces) = match entered {
        Ok(Entered::Outside) => return,
        // The process outside goes on to use the group, and removes it.
        Ok(Entered::Failed) => return std::mem::forget(held),
        Ok(Entered::Inside(namespaces)) => {
            let rooms = Box::new(Mounts::new(namespaces));
            (LauncherPlace::Inside { rooms, rules: None, silence: None }, Ok(()))
        }
        Err(mut reason) => {
            if geteuid().is_root() && user.is_none() && setup.isolation != Isolation::Off {
                reason += "; programs run as root, which has no other user here to give them";
            }
            (outside(&folders, user), Err(reason))
        }
    };
    let Some(socket) = socket else { return };
    let landlock = wanted("landlock").and_then(|()| {
        raw::landlock_version().map_err(|error| format!("the kernel has none: {error}"))
    });
    // Before the filter is installed, which refuses it.
    let landlock = landlock.and_then(|version| place.make_rules().map(|()| version));
    let hides_files = namespaces.is_ok() || landlock.is_ok() || user.is_some();
    let held_group = held.as_ref().map_err(String::clone);
    let opened = held_group.and_then(|held| Ok((group(held, hides_files)?, held.can.clone())));
    let (group, cgroup) = opened
        .map(|(group, can)| (Some(group), Ok(can)))
        .unwrap_or_else(|reason| (None, Err(reason)));
    // Also before the filter is installed.
    let (counter, can_count) = counter(setup.count);
    let is_inside = matches!(place, LauncherPlace::Inside { .. });
    // The last filter refuses what children still need to join a group (`clone3`) and, outside, to
    // make rules for Landlock; in these cases each child installs it.
    let seccomp = wanted("seccomp").and_then(|()| filter::install(is_inside && group.is_none()));
    let notes = inherited::notes();
    let layers = Layers { namespaces, landlock, seccomp, cgroup, counter: can_count, notes };
    let is_isolated = setup.isolation != Isolation::Off;
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let buffer = vec![0; REQUEST];
    let counts = is_inside.then(NamespaceCounts::at_rest);
    let instruments = Instruments { counts, cores, processors, group, counter, waiting: 0 };
    let starter = Starter::default();
    Launcher { socket, buffer, layers, place, user, is_isolated, instruments, starter }.serve();
    if is_inside {
        // The process outside holds it too, and removes it.
        std::mem::forget(held);
    }
}

/// Prepares for programs that run on the host.
fn outside(folders: &[PathBuf], user: Option<u32>) -> LauncherPlace {
    // Orphans become children of the launcher, as they do of PID 1 inside.
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    // Made and locked before the filter is installed, which only pretends to lock files: other
    // judges must see that the folders are in use.
    LauncherPlace::Outside(WorkingFolders::new(folders, user))
}

impl LauncherPlace {
    /// Makes the rules that are the same for all programs.
    fn make_rules(&mut self) -> Result<(), String> {
        if let LauncherPlace::Inside { rules, silence, .. } = self {
            let write = writable_devices().chain([WRITABLE.into()]).collect();
            let made = ruleset(&Rights { read: vec!["/".into()], write });
            *rules = Some(made.map_err(|error| error.to_string())?);
            *silence = super::files::silence();
        }
        Ok(())
    }
}

/// Gives up everything that the launcher shares with its caller, before it starts programs. Returns
/// the processors that it may use, if it is bound to one.
fn stand_apart(processor: Option<usize>) -> Option<Processors> {
    // Programs must not read the launcher's memory, even if they run as the same user.
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    raw::reset_signals();
    // The usual permissions of new files, whatever the caller has set.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o022));
    // The caller handles signals from the terminal; the launcher ends when the caller does.
    let _ = rustix::process::setsid();
    let _ = rustix::thread::set_no_new_privs(true);
    // Read and remembered now, because the network namespace may lack the file.
    proc::socket_memory();
    processor.and_then(Processors::bind)
}

/// Opens the counter of instructions, if requested, or returns why that is impossible.
fn counter(counted: Option<Counted>) -> (Option<Counter>, Result<(), String>) {
    // Opened even if not requested, to report whether the layer holds.
    match Counter::open(counted.unwrap_or(Counted::Instructions)) {
        Ok(counter) => (counted.map(|_| counter), Ok(())),
        Err(reason) => (None, Err(reason)),
    }
}

/// Opens the control group of the programs, unless they could leave it.
fn group(held: &HeldGroup, hides_files: bool) -> Result<Group, String> {
    if !hides_files {
        return Err("programs could leave it: no other layer keeps files from them".to_string());
    }
    let group = Group::open(held)?;
    group.probe()?;
    Ok(group)
}

impl Launcher {
    fn serve(&mut self) {
        if send(self.socket.as_fd(), &self.layers, &[]).is_err() {
            return;
        }
        let baseline = Baseline::now();
        while let Ok(Some((request, descriptors))) =
            receive::<Request>(self.socket.as_fd(), &mut self.buffer)
        {
            // A request to stop that arrives after the end of its run is obsolete.
            let Request::Run(task) = request else { continue };
            let reply = match baseline.moved() {
                Some(what) => Err(StartRefusal::Moved(what.to_string())),
                None => self.run(&task, descriptors),
            };
            // The descriptors of a run that is not made are closed only after this answer, by which
            // the caller sees that it is not.
            let answer = LauncherAnswer { reply, is_fit: baseline.moved().is_none() };
            if send(self.socket.as_fd(), &answer, &[]).is_err() {
                return;
            }
            if let LauncherPlace::Inside { rooms, .. } = &mut self.place {
                // Done while the caller handles the answer. If it fails, no further run is
                // possible.
                if rooms.tidy().is_err() {
                    return;
                }
            }
        }
    }

    fn run(&mut self, task: &RunRequest, mut descriptors: Vec<OwnedFd>) -> Reply {
        if task.limits.time_by == TimeBy::Instructions && self.instruments.counter.is_none() {
            let reason = self.layers.counter.as_ref().err().map_or("not asked for", |it| it);
            return Err(format!("instructions are not counted: {reason}").into());
        }
        for (at, is_given) in task.given.into_iter().enumerate() {
            if !is_given {
                // Opened anew for each run: whatever a program sets on an open file, the next
                // program would see.
                let nothing = File::options().read(true).write(true).open("/dev/null");
                let nothing = nothing.map_err(|error| format!("cannot open /dev/null: {error}"))?;
                descriptors.insert(at.min(descriptors.len()), nothing.into());
            }
        }
        let links = Links::of(task, &mut descriptors);
        match &self.place {
            LauncherPlace::Inside { .. } => self.run_inside(task, descriptors, links),
            LauncherPlace::Outside(_) => self.run_outside(task, descriptors, links),
        }
    }

    fn run_inside(
        &mut self,
        task: &RunRequest,
        mut descriptors: Vec<OwnedFd>,
        links: Links,
    ) -> Reply {
        // Without a group, the launcher's own filter is the last one.
        let needs_refusal = self.instruments.group.is_some() && self.layers.seccomp.is_ok();
        let can_wait = self.can_wait();
        let LauncherPlace::Inside { rooms, rules, silence } = &mut self.place else {
            unreachable!("is inside")
        };
        rooms.mount_all(task)?;
        let id = self.user.map(|_| identity::INSIDE);
        supply(task, &mut descriptors, Path::new(WORKING), id)?;
        let child = ChildSetup {
            task,
            descriptors,
            working: WORKING.into(),
            id,
            // If the program runs as the launcher's user, the launcher counts as one of its
            // processes.
            processes: u64::from(task.limits.processes) + u64::from(id.is_none()),
            files: rules.as_ref().map_or(FileAccess::All, FileAccess::Prepared),
            refusals: needs_refusal.then(Refusals::default),
            group: None,
            kept: Vec::new(),
        };
        let socket = self.socket.as_fd();
        if can_wait {
            self.starter.prepare(&child, rooms, &mut self.instruments, socket);
        }
        // Only now, because a waiting program takes IDs too.
        rooms.count_processes_from(1);
        self.instruments.begin(task, self.starter.waiting())?;
        let silence = silence.as_ref().map(|rules| rules.as_fd());
        launch(child, &self.instruments, &mut self.starter, silence, socket, links)
    }

    /// Returns whether a program can wait for its next run, safe from the present one: the filter
    /// protects its limits and its memory, and the group of one run must be that of the next.
    fn can_wait(&self) -> bool {
        self.layers.seccomp.is_ok() && self.instruments.group.as_ref().is_none_or(Group::is_lasting)
    }

    fn run_outside(
        &mut self,
        task: &RunRequest,
        mut descriptors: Vec<OwnedFd>,
        links: Links,
    ) -> Reply {
        self.instruments.begin(task, 0)?;
        let LauncherPlace::Outside(homes) = &self.place else { unreachable!("is outside") };
        let id = self.user;
        let temporary = match task.writable {
            Some(_) => None,
            None => Some(homes.make(task.room())?),
        };
        let writable = task.writable.as_ref().map(|folder| folder.path.clone());
        let working = writable.or(temporary.as_ref().map(|folder| folder.path().to_path_buf()));
        let working = working.unwrap_or("/".into());
        supply(task, &mut descriptors, &working, id)?;
        let files = match self.layers.landlock {
            Ok(_) => FileAccess::Of(rights_outside(task, &working)),
            Err(_) => FileAccess::All,
        };
        let is_filtered = self.is_isolated && self.layers.seccomp.is_ok();
        let refusals = is_filtered.then(|| Refusals {
            // Sending signals is refused where they could reach processes of the same user.
            signals: id.is_none()
                && !self.layers.landlock.as_ref().is_ok_and(|&version| version >= SCOPES),
            // A user of its own can change nothing but its own files; and a compiler has to make
            // its output executable.
            modes: id.is_none() && task.writable.is_none(),
            times: task.writable.is_none(),
        });
        let child = ChildSetup {
            task,
            descriptors,
            working,
            id,
            processes: others() + u64::from(task.limits.processes),
            files,
            refusals,
            group: None,
            kept: Vec::new(),
        };
        let socket = self.socket.as_fd();
        let reply = launch(child, &self.instruments, &mut self.starter, None, socket, links)?;
        temporary.map_or(Ok(()), |folder| folder.is_not_full())?;
        Ok(reply)
    }
}

/// Copies files into a working folder before the program starts.
fn supply(
    task: &RunRequest,
    descriptors: &mut Vec<OwnedFd>,
    working: &Path,
    id: Option<u32>,
) -> Result<(), String> {
    if task.files.is_none() {
        return Ok(());
    }
    let archive = descriptors.drain(DESCRIPTORS.min(descriptors.len())..).next();
    let Some(archive) = archive else {
        return Err("descriptors were lost on the way; too many files are open".to_string());
    };
    lay_out(archive.into(), working, id)
        .map_err(|error| format!("cannot put files into the working folder: {error}"))
}

/// Extracts an archive into an empty folder. The files will belong to the user with the ID `owner`,
/// or to this process's user if `None`.
fn lay_out(archive: File, folder: &Path, owner: Option<u32>) -> std::io::Result<()> {
    let mut archive = tar::Archive::new(archive);
    archive.set_preserve_mtime(false);
    archive.unpack(folder)?;
    if owner.is_some() {
        for entry in walkdir::WalkDir::new(folder).min_depth(1) {
            std::os::unix::fs::lchown(entry?.path(), owner, owner)?;
        }
    }
    Ok(())
}

fn launch<'a>(
    mut child: ChildSetup<'a>,
    instruments: &'a Instruments,
    starter: &mut Starter,
    silence: Option<BorrowedFd>,
    socket: BorrowedFd,
    links: Links,
) -> Reply {
    let ancestry = instruments.counts.as_ref().map_or(Ancestry::Descendants, Ancestry::Namespace);
    if child.descriptors.len() != DESCRIPTORS {
        let reason = "descriptors were lost on the way; too many files are open";
        return Err(reason.to_string().into());
    }
    let limits = child.task.limits;
    if let Some(obstacle) = inherited::obstacle(&limits, descriptors(child.task)) {
        return Err(obstacle.into());
    }
    // Otherwise the working folder is one of the host.
    let is_in_memory = matches!(ancestry, Ancestry::Namespace(_)) && child.task.writable.is_none();
    let in_memory = is_in_memory.then(|| FilesInMemory::at_rest(&child.working));
    let start = Instant::now();
    child.group = instruments.group.as_ref().map(Group::folder);
    let program = starter.start(&child, silence, socket)?;
    // A copy here would keep a pipe open after the program has closed its end.
    child.descriptors.clear();
    let RunRequest { writable, program: folder_of_program, .. } = child.task;
    // A checker, which has a program folder, may have been given unnamed files to read.
    let alone = matches!(ancestry, Ancestry::Namespace(_)) && folder_of_program.is_none();
    let folder = writable.as_ref().map(|_| child.working.clone());
    let written = folder.map(|folder| Written::new(folder, limits.disk, alone));
    let limits = &limits;
    let watch = WatchedProgram {
        program,
        ancestry,
        instruments,
        limits,
        written,
        in_memory,
        socket,
        links,
        start,
    };
    let over = watch.until_all_is_over();
    starter.settle(over.as_ref().ok());
    let mut report = over.map_err(|error| format!("cannot wait for the program: {error}"))?;
    if report.stopped.is_some() || !matches!(report.exit, ProcessExit::Killed(9 | 11)) {
        return Ok(report);
    }
    let measured = instruments.group.as_ref().and_then(Group::measure).and_then(|all| all.memory);
    if measured.is_some_and(|memory| memory.was_killed_for_others) {
        let reason = "the machine or its container ran out of memory; use fewer --jobs";
        return Err(reason.to_string().into());
    }
    // A program that exceeds its limits while it is loaded is killed by the kernel during `execve`.
    let most = limits.address_space().into_iter().chain(limits.data()).min();
    if most.is_some_and(|most| child.reserved() > Some(most)) {
        report.stopped = Some(Stopped::Memory);
    }
    Ok(report)
}

/// Returns how many processes and threads the system has: at least as many as the user of the
/// program already has, which the kernel counts towards the limit.
fn others() -> u64 {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let count = load.split([' ', '/']).nth(4).and_then(|count| count.parse().ok());
    count.unwrap_or(1000)
}

fn rights_outside(task: &RunRequest, working: &Path) -> Rights {
    let hidden = if task.writable.is_some() { &[] } else { OF_BUILDS };
    let folders = FOLDERS.iter().flat_map(|folder| without(Path::new(folder), hidden));
    let system = folders.chain(OF_THE_KERNEL.iter().map(PathBuf::from)).chain(settings());
    let program = task.program.iter().map(|folder| folder.path.clone());
    Rights {
        read: system.chain(devices()).chain(program).chain(task.readable.iter().cloned()).collect(),
        write: writable_devices().chain([working.to_path_buf()]).collect(),
    }
}
