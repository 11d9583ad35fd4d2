//! The launcher: a small process that starts programs, one after the other.
//!
//! It is made before the threads and the big allocations of its caller, because a fork costs by the
//! memory of who forks, and because the memory of who forks counts as the child's. It has one thread.
//! When the connection to the sandbox ends, it ends, and with it everything it has started.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};
use std::time::Instant;

use landlock::RulesetCreated;
use rustix::process::geteuid;
use rustix::thread::{CpuSet, sched_setaffinity};

use super::files::{Rights, ruleset};
use super::guest::{Files, Guest, reset_umask};
use super::message::{Buffer, DESCRIPTORS, REQUEST, Reply, Request, Task, receive, send};
use super::namespaces::{Entered, WORKING, WRITABLE, enter};
use super::processes::Kin;
use super::rooms::Rooms;
use super::system::{DEVICES, FOLDERS, OF_THE_KERNEL, settings};
use super::watch::watch;
use super::{filter, identity, raw};
use crate::files;
use crate::sandbox::working_files::lay_out;
use crate::sandbox::{Isolation, Layers, Setup};

struct Launcher {
    socket: OwnedFd,
    buffer: Buffer,
    layers: Layers,
    place: Place,
    /// Whether programs run as the caller itself.
    as_caller: bool,
    /// On how many cores a program can use CPU time at once.
    cores: u32,
}

/// Where programs run.
enum Place {
    /// In namespaces of ours; what Landlock allows there is the same for all.
    Inside { rooms: Rooms, rules: Option<RulesetCreated> },
    /// On the host.
    Outside,
}

/// Serves a sandbox until it closes the socket.
pub(super) fn serve(setup: &Setup, socket: OwnedFd) {
    raw::reset_signals();
    reset_umask();
    // A signal from the terminal is for our caller to handle; we end when it does.
    let _ = rustix::process::setsid();
    let _ = rustix::thread::set_no_new_privs(true);
    if let Some(processor) = setup.processor {
        let mut set = CpuSet::new();
        set.set(processor);
        // Without it, times are only less exact.
        let _ = sched_setaffinity(None, &set);
    }
    let mut socket = Some(socket);
    let wanted = |layer: &str| match setup.isolation {
        Isolation::Off => Err("isolation is off".to_string()),
        _ if setup.without.iter().any(|without| without == layer) => Err("not wanted".to_string()),
        _ => Ok(()),
    };
    let entered = wanted("namespaces").and_then(|()| enter(|| drop(socket.take())));
    let (place, namespaces) = match entered {
        Ok(Entered::Outside) => return,
        Ok(Entered::Inside(namespaces)) => {
            (Place::Inside { rooms: Rooms::new(namespaces), rules: None }, Ok(()))
        }
        Err(reason) => {
            let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
            (Place::Outside, Err(reason))
        }
    };
    let Some(socket) = socket else { return };
    let landlock = wanted("landlock").and_then(|()| {
        raw::landlock_version().map_err(|error| format!("the kernel has none: {error}"))
    });
    let seccomp = wanted("seccomp").and_then(|()| filter::install());
    let layers = Layers { namespaces, landlock, seccomp, limits: Ok(()) };
    let as_caller = setup.isolation == Isolation::Off;
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    Launcher { socket, buffer: Buffer::new(REQUEST), layers, place, as_caller, cores }.serve();
}

impl Launcher {
    fn serve(&mut self) {
        if let (Place::Inside { rules, .. }, Ok(_)) = (&mut self.place, &self.layers.landlock) {
            let write = DEVICES.iter().map(|device| Path::new("/dev").join(device));
            let write = write.chain([WRITABLE.into()]).collect();
            match ruleset(&Rights { read: vec!["/".into()], write }) {
                Ok(made) => *rules = Some(made),
                Err(error) => self.layers.landlock = Err(error.to_string()),
            }
        }
        if send(self.socket.as_fd(), &self.layers, &[]).is_err() {
            return;
        }
        while let Ok(Some((request, descriptors))) =
            receive::<Request>(self.socket.as_fd(), &mut self.buffer)
        {
            // A wish to stop that comes after the end of its run means nothing any more.
            let Request::Run(task) = request else { continue };
            let reply = match &mut self.place {
                Place::Inside { .. } => self.run_inside(&task, descriptors),
                Place::Outside => self.run_outside(&task, descriptors),
            };
            if send(self.socket.as_fd(), &reply, &[]).is_err() {
                return;
            }
            if let Place::Inside { rooms, .. } = &mut self.place {
                // While the caller thinks about the answer. Without success no further run is possible.
                if rooms.tidy().is_err() {
                    return;
                }
            }
        }
    }

    fn run_inside(&mut self, task: &Task, mut descriptors: Vec<OwnedFd>) -> Reply {
        let Place::Inside { rooms, rules } = &mut self.place else { unreachable!("is inside") };
        rooms.furnish(task)?;
        let id = identity::of_program(true);
        supply(task, &mut descriptors, Path::new(WORKING), id)?;
        let guest = Guest {
            task,
            descriptors,
            working: WORKING.into(),
            id,
            // If the id is our own, we are one of its processes.
            processes: u64::from(task.limits.processes) + u64::from(id.is_none()),
            files: rules.as_ref().map_or(Files::All, Files::Prepared),
        };
        launch(guest, Kin::Namespace, self.cores, self.socket.as_fd())
    }

    fn run_outside(&mut self, task: &Task, mut descriptors: Vec<OwnedFd>) -> Reply {
        let id = if self.as_caller { None } else { identity::of_program(false) };
        let temporary = match task.writable {
            Some(_) => None,
            None => Some(
                Temporary::new(id)
                    .map_err(|error| format!("cannot make a working folder: {error}"))?,
            ),
        };
        let writable = task.writable.as_ref().map(|folder| folder.path.as_path());
        let working = writable.or(temporary.as_ref().map(|folder| folder.0.path()));
        let working = working.unwrap_or(Path::new("/")).to_path_buf();
        supply(task, &mut descriptors, &working, id)?;
        let files = match self.layers.landlock {
            Ok(_) => Files::Of(rights_outside(task, &working)),
            Err(_) => Files::All,
        };
        let guest = Guest {
            task,
            descriptors,
            working,
            id,
            processes: others() + u64::from(task.limits.processes),
            files,
        };
        launch(guest, Kin::Descendants, self.cores, self.socket.as_fd())
    }
}

/// Puts the files into a working folder that are to lie there.
fn supply(
    task: &Task,
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

fn launch(mut guest: Guest, kin: Kin, cores: u32, socket: BorrowedFd) -> Reply {
    if guest.descriptors.len() != DESCRIPTORS {
        return Err("descriptors were lost on the way; too many files are open".to_string());
    }
    let start = Instant::now();
    let leader = guest.start()?;
    // Who is at the other end of a pipe is to notice when the program closes its own.
    guest.descriptors.clear();
    Ok(watch(leader, kin, cores, &guest.task.limits, socket, start))
}

/// How many processes and threads the system has: at least as many as the user of the program has
/// already, which the kernel counts as well.
fn others() -> u64 {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let count = load.split([' ', '/']).nth(4).and_then(|count| count.parse().ok());
    count.unwrap_or(1000)
}

fn rights_outside(task: &Task, working: &Path) -> Rights {
    let system = FOLDERS.iter().chain(OF_THE_KERNEL).map(PathBuf::from).chain(settings());
    let program = task.program.iter().map(|folder| folder.path.clone());
    let write = DEVICES.iter().map(|device| Path::new("/dev").join(device));
    Rights {
        read: system.chain(program).chain(task.readable.iter().cloned()).collect(),
        write: write.chain([working.to_path_buf()]).collect(),
    }
}

/// A working folder on the host, removed with all that a program has put into it.
struct Temporary(tempfile::TempDir);

impl Temporary {
    fn new(id: Option<u32>) -> std::io::Result<Temporary> {
        // Where there is a file system in memory, it is by far the faster.
        let memory = PathBuf::from("/dev/shm");
        let base = if memory.is_dir() { memory } else { std::env::temp_dir() };
        let folder = tempfile::Builder::new().prefix("program-").tempdir_in(base)?;
        if let (Some(id), true) = (id, geteuid().is_root()) {
            std::os::unix::fs::chown(folder.path(), Some(id), Some(id))?;
        }
        Ok(Temporary(folder))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        files::open_up(self.0.path());
    }
}
