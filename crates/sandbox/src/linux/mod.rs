//! The sandbox on Linux: the caller's side.
//!
//! A sandbox communicates with its launcher over a `SOCK_SEQPACKET` socket, and passes on the
//! descriptors of each run. Standard output and error are pipes that are read in the caller's
//! thread: a checker can read while the program runs. `launcher.rs` is the other side.

mod abort;
mod aside;
mod cgroup;
mod child_setup;
mod counter;
mod cpu_time;
mod drift;
mod files;
mod filter;
mod flow;
mod identity;
mod inherited;
mod input;
mod instruments;
mod launcher;
mod memory;
mod message;
mod mounts;
mod namespaces;
mod owner;
mod proc;
mod processes;
mod progress;
mod raw;
mod standing;
mod system;
mod warm;
mod watch;
mod working;
mod written;

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use rustix::fs::Mode;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{DumpableBehavior, set_dumpable_behavior};

use super::locale::with_locale;
use super::{Ended, Isolation, Layers, Run, SandboxError, Setup, Stdin, Stdout, Stopped};
pub use abort::{TimeBound, are_runs_ended, end_all_runs};
pub use cgroup::control_groups;
use flow::Flow;
pub use input::Input;
use input::InputCopy;
use message::{DESCRIPTORS, HostFolder, Request, RunRequest, StartRefusal, receive, send};
pub use progress::RunProgress;
use referee_base::files::folders_of_programs;
pub use standing::Standing;
use warm::Identity;

/// The first argument of a launcher. No user types it; it explains the process in a list of
/// processes.
const LAUNCHER: &str = "sandbox-launcher";

/// Runs programs, one at a time.
#[derive(Debug)]
pub struct Sandbox {
    launcher: LauncherProcess,
    layers: Layers,
    /// The user as which programs run, if that is not the caller.
    user: Option<u32>,
    /// Whether a run was begun and its end not received.
    is_busy: bool,
    /// Whether the launcher is fit for another run, as it last reported.
    is_fit: bool,
    /// The number of times that all runs had been ended when this sandbox started.
    ends: u64,
    /// The identity of its last program, if that may be waiting for another run.
    warm: Option<Identity<PathBuf>>,
}

/// Serves as launcher if this process was started as one, and returns `true` when it is done: then
/// `main` must return immediately. Must be called before anything else. Raises inherited kernel
/// limits as far as possible.
pub fn serve_if_launcher() -> bool {
    inherited::raise();
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|first| first != LAUNCHER) {
        return false;
    }
    let setup = arguments.next().and_then(|text| serde_json::from_str(text.to_str()?).ok());
    // The launcher gets the socket as its standard input.
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3);
    if let (Some((setup, user, place, folders)), Ok(socket)) = (setup, socket) {
        // Replaces standard input: if a program inherited the socket, neither side would notice the
        // end of the other.
        if rustix::stdio::dup2_stdin(rustix::stdio::stdout()).is_ok() {
            launcher::serve(&setup, user, place, folders, socket);
        }
    }
    true
}

impl Sandbox {
    /// Starts a launcher, which takes a few milliseconds. Best called before threads are started.
    pub fn start(setup: &Setup) -> Result<Sandbox, SandboxError> {
        let (socket, other) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
                .map_err(|error| system("make a socket")(error.into()))?;
        let socket = Arc::new(socket);
        let ends = abort::add(&socket).ok_or(SandboxError::Ended)?;
        let is_off = setup.isolation == Isolation::Off;
        let user = if is_off { None } else { identity::next_user() };
        // Found before the launcher exists: that would be one more process in the group, and this
        // process can enable controllers only if it is alone there.
        let place = if is_off { &Err("isolation is off".to_string()) } else { cgroup::here() };
        // The launcher has no environment variables to find these folders by.
        let folders = folders_of_programs();
        let given = (setup, user, place, folders);
        let text = serde_json::to_string(&given).expect("a setup is plain data");
        let process = Command::new(&setup.launcher)
            .arg0("referee")
            .args([LAUNCHER, &text])
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::from(other))
            .stdout(Stdio::null())
            .spawn()
            .map_err(|source| SandboxError::Launcher {
                launcher: setup.launcher.clone(),
                source,
            })?;
        let launcher = LauncherProcess { process, socket: Some(socket) };
        // The launcher reports which layers hold.
        let hello = receive::<Layers>(launcher.socket()?, &mut vec![0; message::ANSWER]);
        let (layers, _) = hello.ok().flatten().ok_or(SandboxError::Lost)?;
        if layers.namespaces.is_err() && !is_off {
            // Programs may see this process in `/proc`: they must not read its memory.
            let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        }
        if let Some((layer, reason)) = layers.missing().first()
            && setup.isolation == Isolation::Required
        {
            let missing = format!("the layer {layer} is missing ({reason})");
            return Err(SandboxError::Missing(missing));
        }
        Ok(Sandbox { launcher, layers, user, is_busy: false, is_fit: true, ends, warm: None })
    }

    /// Returns which layers hold.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Returns whether the next program will find the same environment as the first. If not, start
    /// a new sandbox.
    pub fn is_fit(&self) -> bool {
        self.is_fit && !self.is_busy && self.ends == abort::ends()
    }

    /// Returns whether its last program was started once for many runs.
    pub fn is_warm(&self) -> bool {
        self.warm.is_some()
    }

    /// Returns whether its last program was that of this run, which then costs least here.
    pub fn is_warm_for(&self, run: &Run) -> bool {
        self.is_warm() && self.warm == identity(run)
    }

    /// Runs a program until it and all processes that it started have ended.
    ///
    /// `output` is called once, with a reader of the program's standard output that ends with the
    /// program or at the limit, and is empty if the output goes elsewhere. When `output` returns,
    /// the rest is read and discarded, so the program is never blocked for good. If the program
    /// cannot be started, `output` may not be called, and is not if the launcher has changed
    /// ([`SandboxError::Moved`]): the run can be made elsewhere.
    pub fn run(
        &mut self,
        run: &Run,
        output: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<Ended, SandboxError> {
        if self.is_busy {
            return Err(SandboxError::Lost);
        }
        let task = task(run, self.user)?;
        let (mut given, stdout, stderr) = Given::open(run, self.user)?;
        self.begin(task, &given)?;
        self.warm = identity(run);
        // The pipes end when the program closes its ends; no copy here may hold them open.
        let lent = given.lent.take();
        drop(given);
        let mut flow = Flow::new(self.launcher.socket()?, stdout, stderr, run);
        if !flow.is_refused() {
            output(&mut flow);
        }
        let flowed = flow.finish();
        let lost = || if are_runs_ended() { SandboxError::Ended } else { SandboxError::Lost };
        let answer = flowed.answer.ok_or_else(lost)?;
        self.is_busy = false;
        self.is_fit = answer.is_fit;
        // Every process that the program started is dead by now, so nothing reads the input any
        // more.
        if let Some((input, its_copy)) = lent {
            input.give_back(its_copy);
        }
        if let (Some(folder), Some(_)) = (run.writable, self.user) {
            owner::take_back(folder).map_err(system("take the working folder back"))?;
        }
        let report = answer.reply.map_err(|refusal| not_started(refusal, run))?;
        Ok(Ended {
            // The output is counted on this side, so the launcher cannot report that limit.
            stopped: if flowed.is_over { Some(Stopped::Output) } else { report.stopped },
            output_bytes: flowed.count,
            stderr_bytes: flowed.error_count,
            stderr: flowed.stderr,
            ..report
        })
    }

    /// Asks the launcher to start a program.
    fn begin(&mut self, mut task: RunRequest, given: &Given) -> Result<(), SandboxError> {
        task.given = given.standard.each_ref().map(Option::is_some);
        [task.tells, task.excused] = given.progress.map(|progress| progress.is_some());
        let standard = given.standard.iter().flatten().map(|descriptor| descriptor.as_fd());
        let files = given.files.iter().map(|archive| archive.as_fd());
        let progress = given.progress.into_iter().flatten().map(|progress| progress.as_fd());
        let descriptors: Vec<BorrowedFd> = standard.chain(files).chain(progress).collect();
        let request = Request::Run(Box::new(task));
        if let Err(source) = send(self.launcher.socket()?, &request, &descriptors) {
            self.is_fit = false;
            return Err(SandboxError::System { what: "ask the launcher", source });
        }
        self.is_busy = true;
        Ok(())
    }
}

#[derive(Debug)]
struct LauncherProcess {
    process: Child,
    /// Closed before waiting for the process, because that ends it.
    socket: Option<Arc<OwnedFd>>,
}

impl LauncherProcess {
    fn socket(&self) -> Result<BorrowedFd<'_>, SandboxError> {
        self.socket.as_deref().map(OwnedFd::as_fd).ok_or(SandboxError::Lost)
    }
}

impl Drop for LauncherProcess {
    fn drop(&mut self) {
        self.socket = None;
        let _ = self.process.wait();
    }
}

/// The descriptors of a run: the program's standard streams, an archive of the files for its
/// working folder, and the progress that its launcher reports and reads.
struct Given<'a> {
    standard: [Option<OwnedFd>; DESCRIPTORS],
    /// The copy of an input that it reads, to be given back when it has ended.
    lent: Option<(&'a Input, InputCopy)>,
    files: Option<File>,
    /// The progress to report of its run, and the progress of the program that writes its input.
    progress: [Option<&'a RunProgress>; 2],
}

impl<'a> Given<'a> {
    /// Opens all of them, and this side's ends of standard output and error if these are read here.
    fn open(
        run: &Run<'a>,
        user: Option<u32>,
    ) -> Result<(Given<'a>, Option<OwnedFd>, Option<OwnedFd>), SandboxError> {
        let (ours, stdout, of_itself) = match run.stdout {
            Stdout::Read => {
                let (ours, its) = pipe().map_err(system("make a pipe"))?;
                (Some(ours), its, None)
            }
            Stdout::Pipe(end) => {
                (None, end.take().map_err(system("hand a pipe over"))?.into(), end.writer())
            }
        };
        let error = (run.stderr > 0).then(pipe).transpose().map_err(system("make a pipe"))?;
        let (our_error, stderr) = error.unzip();
        let (mut lent, mut of_partner) = (None, None);
        let stdin = match run.stdin {
            Stdin::Input(input) => {
                let (copy, opened) = input.lend().map_err(system("open the input"))?;
                lent = Some((input, copy));
                Some(opened)
            }
            Stdin::Pipe(end) => {
                of_partner = end.writer();
                Some(end.take().map_err(system("hand a pipe over"))?.into())
            }
            Stdin::File(file) => Some(file.try_clone().map_err(system("open the input"))?.into()),
            Stdin::Empty => None,
        };
        if user.is_some() {
            let handed_over = stdin.as_ref().filter(|_| matches!(run.stdin, Stdin::Pipe(_)));
            for pipe in [Some(&stdout), stderr.as_ref(), handed_over].into_iter().flatten() {
                open_for_everybody(pipe).map_err(system("open a pipe for everybody"))?;
            }
        }
        let files = run.files.filter(|_| run.writable.is_none());
        let files = files.map(|files| files.open()).transpose();
        let files = files.map_err(system("open the files of the working folder"))?;
        let (standard, progress) = ([stdin, Some(stdout), stderr], [of_itself, of_partner]);
        Ok((Given { standard, lent, files, progress }, ours, our_error))
    }
}

/// Creates the error of a step that the system refuses.
fn system(what: &'static str) -> impl Fn(io::Error) -> SandboxError {
    move |source| SandboxError::System { what, source }
}

/// Converts the launcher's refusal to start a program into an error.
fn not_started(refusal: StartRefusal, run: &Run) -> SandboxError {
    match refusal {
        StartRefusal::Moved(what) => SandboxError::Moved(what),
        StartRefusal::Unable(reason) => SandboxError::Unable(reason),
        StartRefusal::Failed(reason) => {
            let command = run.command.first();
            let command = command.map_or(String::new(), |name| name.to_string_lossy().into());
            SandboxError::Start { command, reason }
        }
    }
}

/// Returns the key by which a waiting program is chosen for this run, if it can have one.
fn identity(run: &Run) -> Option<Identity<PathBuf>> {
    let program = run.program.map(Path::to_path_buf);
    Identity::of(run.warm.as_ref(), &run.environment, program.as_ref(), run.limits)
}

/// Returns the request for the launcher.
fn task(run: &Run, user: Option<u32>) -> Result<RunRequest, SandboxError> {
    let folder = |path: &Path| {
        let path = path.canonicalize()?;
        let found = path.metadata()?;
        Ok(HostFolder { path, identity: (found.dev(), found.ino()) })
    };
    let program = run.program.map(folder).transpose();
    let writable = run.writable.map(|path| {
        let folder = folder(path)?;
        if let Some(user) = user {
            owner::give(&folder.path, user)?;
        }
        Ok(folder)
    });
    Ok(RunRequest {
        command: run.command.clone(),
        environment: with_locale(&run.environment),
        program: program.map_err(system("find the folder of the program"))?,
        readable: run.readable.clone(),
        writable: writable.transpose().map_err(system("use the working folder"))?,
        files: run.files.filter(|_| run.writable.is_none()).map(|files| files.room()),
        limits: run.limits,
        warm: run.warm.clone(),
        given: [true; DESCRIPTORS],
        tells: false,
        excused: false,
    })
}

/// Lets a program that runs as another user open a pipe of this process by name (`/dev/stdout`), as
/// if it were its own. Only processes with an end of the pipe can find that name.
fn open_for_everybody(pipe: &OwnedFd) -> io::Result<()> {
    Ok(rustix::fs::fchmod(pipe, Mode::from_raw_mode(0o666))?)
}

/// Creates a pipe; its first end, which this process keeps, does not block.
fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (ours, its) = pipe_with(PipeFlags::CLOEXEC)?;
    rustix::io::ioctl_fionbio(&ours, true)?;
    Ok((ours, its))
}
