//! The steps of a child from its start until it executes the program: it sets up the isolation
//! layers around itself.

use std::ffi::{CString, OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{FileExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use landlock::RulesetCreated;
use rustix::io::FdFlags;
use rustix::process::{Pid, Resource, Rlimit, Signal, getrlimit, setrlimit};

use super::files::{Rights, ruleset};
use super::filter::Refusals;
use super::message::{RunRequest, StartRefusal};
use super::raw::Pointers;
use super::{identity, raw};
use crate::{Limits, TimeBy};

/// Where programs are looked for if the environment does not say.
const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// The number of descriptors that a program may have open: the kernel's data for each is not
/// counted as its memory.
pub(super) const DESCRIPTORS: u64 = 256;

const DESCRIPTORS_OF_COMPILERS: u64 = 1024;

/// The number of pending signals that a user may have, including timers: nothing else counts the
/// kernel's data for each.
const PENDING_SIGNALS: u64 = 4096;

/// The number of retries if a file is open for writing, each after twice the pause: a second in
/// all.
const ATTEMPTS: u32 = 10;

/// The files that a program may use.
#[derive(Clone)]
pub(super) enum FileAccess<'a> {
    /// What file permissions allow.
    All,
    Prepared(&'a RulesetCreated),
    /// What these rights allow, and read access to the program's own folder in `/proc`.
    Of(Rights),
}

/// Everything that a child needs to become the program.
pub(super) struct ChildSetup<'a> {
    pub(super) task: &'a RunRequest,
    /// Standard input, output, error.
    pub(super) descriptors: Vec<OwnedFd>,
    pub(super) working: PathBuf,
    /// The user to become.
    pub(super) id: Option<u32>,
    /// The number of processes that its user may have, other processes of that user included.
    pub(super) processes: u64,
    pub(super) files: FileAccess<'a>,
    /// Further system calls to refuse.
    pub(super) refusals: Option<Refusals>,
    /// The folder of the control group that it belongs to.
    pub(super) group: Option<BorrowedFd<'a>>,
    /// Descriptors that it keeps besides the standard ones, under the same numbers.
    pub(super) kept: Vec<BorrowedFd<'a>>,
}

/// The program in the form that `execve` takes.
struct Image {
    program: CString,
    arguments: Vec<CString>,
    environment: Vec<CString>,
}

impl ChildSetup<'_> {
    /// Starts the program. An error says which step failed.
    pub(super) fn start(&self) -> Result<Pid, StartRefusal> {
        let image = self.image().map_err(StartRefusal::Failed)?;
        match while_busy(ATTEMPTS, || self.attempt(&image)) {
            Ok(started) => started.map_err(|error| error.to_string().into()),
            Err(error) => Err(StartRefusal::Failed(error.to_string())),
        }
    }

    /// Tries once. The outer error concerns this program, which cannot be executed; the inner one
    /// would affect every program.
    fn attempt(&self, image: &Image) -> io::Result<io::Result<Pid>> {
        let mut failure = None;
        let [arguments, environment] =
            [&image.arguments, &image.environment].map(|strings| Pointers::to(strings));
        let child = || {
            let reason = match self.confine() {
                Ok(()) => Err(raw::execute(&image.program, &arguments, &environment)),
                Err(error) => Ok(Err(error)),
            };
            // The child shares the parent's memory: the parent reads this when it continues.
            failure = Some(reason);
            1
        };
        let child = match self.group {
            Some(group) => raw::spawn_into(group, child),
            None => raw::spawn_sharing_memory(child),
        };
        let child = match child {
            Ok(child) => child,
            Err(error) => {
                let error = format!("cannot make a process: {error}");
                return Ok(Err(io::Error::other(error)));
            }
        };
        let Some(reason) = failure else { return Ok(Ok(child)) };
        let _ = rustix::process::waitpid(Some(child), rustix::process::WaitOptions::empty());
        match reason {
            // `execve` fails in this way if the user has more processes than its limit.
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(Err(error)),
            reason => reason,
        }
    }

    /// Returns how much memory the program reserves before it starts, if known.
    pub(super) fn reserved(&self) -> Option<u64> {
        let program = OsString::from_vec(self.image().ok()?.program.into_bytes());
        loaded_size(&self.working.join(program))
    }

    /// Gives up privileges in the child, step by step. No allocation made here is kept.
    fn confine(&self) -> io::Result<()> {
        let at = |step: &'static str| {
            move |error: io::Error| io::Error::new(error.kind(), format!("{step}: {error}"))
        };
        let errno = |step| move |error: rustix::io::Errno| at(step)(error.into());
        rustix::process::setsid().map_err(errno("session"))?;
        let [stdin, stdout, stderr] = &*self.descriptors else {
            return Err(io::Error::other("three descriptors are needed"));
        };
        rustix::stdio::dup2_stdin(stdin).map_err(errno("stdin"))?;
        rustix::stdio::dup2_stdout(stdout).map_err(errno("stdout"))?;
        rustix::stdio::dup2_stderr(stderr).map_err(errno("stderr"))?;
        raw::close_the_rest_on_exec().map_err(at("descriptors"))?;
        for kept in &self.kept {
            rustix::io::fcntl_setfd(kept, FdFlags::empty()).map_err(errno("descriptors"))?;
        }
        identity::assume(self.id).map_err(at("user"))?;
        rustix::process::set_parent_process_death_signal(Some(Signal::KILL))
            .map_err(errno("death signal"))?;
        std::env::set_current_dir(&self.working).map_err(at("working folder"))?;
        self.restrict_files().map_err(at("landlock"))?;
        let mut limits = self.limits().into_iter();
        limits.try_for_each(|(resource, most)| limit(resource, most)).map_err(errno("limits"))?;
        let mut refusals = self.refusals.iter();
        refusals.try_for_each(|refusals| refusals.install().map_err(at("seccomp")))
    }

    fn restrict_files(&self) -> io::Result<()> {
        let rules = match &self.files {
            FileAccess::All => return Ok(()),
            FileAccess::Prepared(rules) => rules.try_clone()?,
            FileAccess::Of(rights) => {
                // The child's own folder exists only now.
                let own = format!("/proc/{}", rustix::process::getpid().as_raw_pid());
                let mut rights = rights.clone();
                rights.read.push(own.into());
                ruleset(&rights).map_err(io::Error::other)?
            }
        };
        rules.restrict_self().map(drop).map_err(io::Error::other)
    }

    /// Returns the limits that the kernel holds each of its processes to.
    fn limits(&self) -> [(Resource, u64); 12] {
        let limits = self.task.limits;
        let Limits { file_size, stack, .. } = limits;
        // A backstop: the launcher measures more finely, and all processes together.
        let cpu = match limits.time_by {
            TimeBy::Cpu => limits.cpu.as_secs().saturating_add(2),
            // How long instructions take depends on the machine: there the wall-clock limit is the
            // backstop.
            TimeBy::Instructions => u64::MAX,
        };
        let descriptors = descriptors(self.task);
        [
            (Resource::Cpu, cpu),
            (Resource::As, limits.address_space().unwrap_or(u64::MAX)),
            (Resource::Data, limits.data().unwrap_or(u64::MAX)),
            (Resource::Fsize, file_size),
            (Resource::Stack, stack),
            (Resource::Nproc, self.processes),
            (Resource::Nofile, descriptors),
            (Resource::Core, 0),
            // The same for root and for others.
            (Resource::Memlock, 64 << 10),
            (Resource::Msgqueue, 0),
            (Resource::Sigpending, PENDING_SIGNALS),
            (Resource::Rtprio, 0),
        ]
    }

    fn image(&self) -> Result<Image, String> {
        let [name, ..] = &*self.task.command else {
            return Err("the command is empty".to_string());
        };
        let mut variables = self.task.environment.clone();
        let defaults = [
            ("PATH", OsStr::new(PATH)),
            ("HOME", self.working.as_os_str()),
            ("TMPDIR", self.working.as_os_str()),
            ("TZ", OsStr::new("UTC")),
        ];
        for (variable, value) in defaults {
            if variables.iter().all(|(given, _)| given != variable) {
                variables.push((variable.into(), value.into()));
            }
        }
        let path = variables.iter().find(|(variable, _)| variable == "PATH");
        let program = find(name, path.map_or(OsStr::new(PATH), |(_, value)| value))?;
        let text = |text: OsString| {
            CString::new(text.into_vec()).map_err(|_| "a zero byte in the command".to_string())
        };
        let assign = |(mut variable, value): (OsString, OsString)| {
            variable.push("=");
            variable.push(value);
            text(variable)
        };
        Ok(Image {
            program: text(program)?,
            arguments: self.task.command.iter().cloned().map(text).collect::<Result<_, _>>()?,
            environment: variables.into_iter().map(assign).collect::<Result<_, _>>()?,
        })
    }
}

pub(super) fn descriptors(task: &RunRequest) -> u64 {
    if task.writable.is_some() { DESCRIPTORS_OF_COMPILERS } else { DESCRIPTORS }
}

/// Retries to start a program while its file is open for writing.
///
/// The judge may be the writer, although it has closed the file: it copies the files of one
/// submission while another of its threads starts a process, and that child holds all descriptors
/// of the judge until it calls `execve`. That is over in a moment, but until then the kernel
/// refuses to execute the file.
fn while_busy<T>(attempts: u32, mut start: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    for attempt in 0..attempts {
        match start() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(1 << attempt));
            }
            done => return done,
        }
    }
    start()
}

/// Sets a limit for good, as far as an inherited one allows.
fn limit(resource: Resource, most: u64) -> rustix::io::Result<()> {
    let set = |most| setrlimit(resource, Rlimit { current: most, maximum: most });
    // Only if that fails, the limit that the process has is lower.
    set((most != u64::MAX).then_some(most)).or_else(|_| set(getrlimit(resource).maximum))
}

/// Returns the path of a command's executable.
fn find(name: &OsStr, path: &OsStr) -> Result<OsString, String> {
    if name.as_bytes().contains(&b'/') {
        return Ok(name.into());
    }
    let is_program = |file: &PathBuf| {
        fs::metadata(file)
            .is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    };
    let folders = path.as_bytes().split(|&byte| byte == b':');
    let mut files = folders.map(|folder| Path::new(OsStr::from_bytes(folder)).join(name));
    let found = files.find(is_program);
    found
        .map(PathBuf::into_os_string)
        .ok_or("there is no such program in the folders of PATH".into())
}

/// Returns the size in bytes of all segments that are loaded, for a 64-bit ELF file of this
/// machine's byte order. A program with static arrays that do not fit into its address space is
/// killed during `execve`, by a signal that looks like its own: the size shows the reason.
fn loaded_size(program: &Path) -> Option<u64> {
    const MAGIC: &[u8] = b"\x7fELF\x02";
    const LOADED: u32 = 1;
    /// The size of a program header, and the maximum number that the kernel accepts.
    const HEADER: (usize, usize) = (56, (64 << 10) / 56);
    let mut file = File::open(program).ok()?;
    let mut start = [0; 64];
    file.read_exact(&mut start).ok()?;
    if !start.starts_with(MAGIC) {
        return None;
    }
    let headers = u64::from_ne_bytes(start[32..40].try_into().ok()?);
    let size = usize::from(u16::from_ne_bytes(start[54..56].try_into().ok()?));
    let count = usize::from(u16::from_ne_bytes(start[56..58].try_into().ok()?));
    if size != HEADER.0 || count > HEADER.1 {
        return None;
    }
    let mut table = vec![0; size * count];
    file.read_exact_at(&mut table, headers).ok()?;
    let mut reserved = 0u64;
    for header in table.chunks_exact(size) {
        if u32::from_ne_bytes(header[..4].try_into().ok()?) == LOADED {
            let bytes = u64::from_ne_bytes(header[40..48].try_into().ok()?);
            reserved = reserved.saturating_add(bytes);
        }
    }
    Some(reserved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_whose_file_is_busy_is_tried_again_a_few_times() {
        for (busy, expected) in [(0, Ok(1)), (3, Ok(4)), (9, Err(4))] {
            let mut count = 0;
            let started = while_busy(3, || {
                count += 1;
                let error = io::Error::from(io::ErrorKind::ExecutableFileBusy);
                if count <= busy { Err(error) } else { Ok(count) }
            });
            assert_eq!(started.map_err(|_| count), expected);
        }
    }

    #[test]
    fn any_other_error_ends_it() {
        let mut count = 0;
        let started = while_busy(3, || {
            count += 1;
            Err::<(), _>(io::Error::from(io::ErrorKind::NotFound))
        });
        assert_eq!((started.unwrap_err().kind(), count), (io::ErrorKind::NotFound, 1));
    }
}
