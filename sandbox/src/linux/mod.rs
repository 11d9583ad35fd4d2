//! The sandbox on Linux: the side of the caller.
//!
//! A sandbox talks with its launcher over a socket that keeps packets apart, and hands over the
//! descriptors of each run. Standard output and error are pipes that are read here, in the caller's
//! thread, so that a checker can read along. `launcher.rs` is the other side.

mod cpu_time;
mod drift;
mod files;
mod filter;
mod flow;
mod guest;
mod identity;
mod image;
mod inherited;
mod input;
mod launcher;
mod message;
mod namespaces;
mod owner;
mod proc;
mod processes;
mod raw;
mod rooms;
mod system;
mod watch;
mod written;

use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{DumpableBehavior, set_dumpable_behavior};

use super::{Ended, Isolation, Layers, Run, SandboxError, Setup, Stdin, Stdout, Stopped};
use flow::Flow;
pub use input::Input;
use message::{Buffer, DESCRIPTORS, Folder, Refusal, Request, Task, receive, send};

/// The first argument of a launcher. Nobody types it: it says so in case somebody sees it in a list of
/// processes.
const LAUNCHER: &str = "sandbox-launcher";

/// Runs programs, one at a time.
#[derive(Debug)]
pub struct Sandbox {
    launcher: Child,
    /// Closed before the launcher is waited for: that ends it.
    socket: Option<OwnedFd>,
    layers: Layers,
    /// The user as which programs run, if that is not the caller itself.
    guest: Option<u32>,
    /// Whether a run was begun and its end not received.
    is_busy: bool,
    /// What the launcher said of itself last.
    is_fit: bool,
}

/// Serves as launcher if this process was started to be one, and returns `true` when that is done: then
/// `main` must return at once. To be called before anything else. Lifts limits of the kernel that this process has inherited, as
/// far as it may.
pub fn serve_if_launcher() -> bool {
    inherited::raise();
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() != Some(LAUNCHER) {
        return false;
    }
    let setup = arguments.next().and_then(|text| serde_json::from_str(&text).ok());
    // The socket is our standard input.
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3);
    if let (Some((setup, guest)), Ok(socket)) = (setup, socket) {
        // Nobody else may hold the socket: its end is how the other side notices ours.
        if rustix::stdio::dup2_stdin(rustix::stdio::stdout()).is_ok() {
            launcher::serve(&setup, guest, socket);
        }
    }
    true
}

impl Sandbox {
    /// Starts a launcher, which takes a few milliseconds. Best done before threads are started.
    pub fn start(setup: &Setup) -> Result<Sandbox, SandboxError> {
        let system = |what| move |error: Errno| SandboxError::System { what, source: error.into() };
        let (socket, other) =
            socketpair(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)
                .map_err(system("make a socket"))?;
        let guest = match setup.isolation {
            Isolation::Off => None,
            Isolation::Auto | Isolation::Required => identity::next_guest(),
        };
        let text = serde_json::to_string(&(setup, guest)).expect("a setup is plain data");
        let launcher = Command::new(&setup.launcher)
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
        let mut sandbox = Sandbox {
            launcher,
            socket: Some(socket),
            layers: Layers::nothing("the launcher has not answered"),
            guest,
            is_busy: false,
            is_fit: true,
        };
        let hello = receive::<Layers>(sandbox.socket()?, &mut Buffer::new(message::ANSWER));
        (sandbox.layers, _) = hello.ok().flatten().ok_or(SandboxError::Lost)?;
        if sandbox.layers.namespaces.is_err() && setup.isolation != Isolation::Off {
            // Programs see this process: its memory is not for them.
            let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
        }
        match sandbox.layers.missing().first() {
            Some((layer, reason)) if setup.isolation == Isolation::Required => {
                Err(SandboxError::Missing(format!("the layer {layer} is missing ({reason})")))
            }
            _ => Ok(sandbox),
        }
    }

    /// Which layers hold.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Whether the next program will find what the first has found. Otherwise start a new sandbox.
    pub fn is_fit(&self) -> bool {
        self.is_fit && !self.is_busy
    }

    /// Runs a program to its end, and to the end of all that it started.
    ///
    /// `output` is called once, with a reader of the program's standard output that ends at its end or
    /// at the limit, and is empty if that goes elsewhere. What it does not read is read and dropped when it returns, so that the program is
    /// never held up by it for good.
    pub fn run(
        &mut self,
        run: &Run,
        output: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<Ended, SandboxError> {
        let system = |what| move |source| SandboxError::System { what, source };
        if self.is_busy {
            return Err(SandboxError::Lost);
        }
        let mut task = task(run, self.guest)?;
        let (stdout, its_stdout) = match run.stdout {
            Stdout::Read => {
                pipe().map(|(ours, its)| (Some(ours), its)).map_err(system("make a pipe"))?
            }
            Stdout::Pipe(end) => (None, end.take().map_err(system("hand a pipe over"))?.into()),
        };
        let (stderr, its_stderr) = match run.stderr {
            0 => (None, None),
            _ => {
                pipe().map(|(ours, its)| (Some(ours), Some(its))).map_err(system("make a pipe"))?
            }
        };
        let mut lent = None;
        let mut its_pipe: Option<OwnedFd> = None;
        let stdin = match run.stdin {
            Stdin::Input(input) => {
                let its_copy = input.lend().map_err(system("open the input"))?;
                Some(lent.insert((input, its_copy)).1.opened.as_fd())
            }
            Stdin::Pipe(end) => {
                let end = end.take().map_err(system("hand a pipe over"))?;
                Some((*its_pipe.insert(end.into())).as_fd())
            }
            Stdin::File(file) => Some(file.as_fd()),
            Stdin::Empty => None,
        };
        let its_error = its_stderr.as_ref().map(|pipe| pipe.as_fd());
        let files = run.files.filter(|_| run.writable.is_none());
        let files = files.map(|files| files.open()).transpose();
        let files = files.map_err(system("open the files of the working folder"))?;
        let standard = [stdin, Some(its_stdout.as_fd()), its_error];
        task.given = standard.map(|descriptor| descriptor.is_some());
        let mut descriptors: Vec<BorrowedFd> = standard.into_iter().flatten().collect();
        descriptors.extend(files.as_ref().map(|archive| archive.as_fd()));
        if let Err(source) = send(self.socket()?, &Request::Run(Box::new(task)), &descriptors) {
            self.is_fit = false;
            return Err(SandboxError::System { what: "ask the launcher", source });
        }
        // The pipes end when the program's side of them is closed; ours must not hold them open.
        drop((its_pipe, its_stdout, its_stderr));
        self.is_busy = true;
        let socket = self.socket()?;
        let mut flow = Flow::new(socket, stdout, stderr, run);
        output(&mut flow);
        let flowed = flow.finish();
        let answer = flowed.answer.ok_or(SandboxError::Lost)?;
        self.is_busy = false;
        self.is_fit = answer.is_fit;
        // All that the program started is dead.
        if let Some((input, its_copy)) = lent {
            input.give_back(its_copy);
        }
        if let (Some(folder), Some(_)) = (run.writable, self.guest) {
            owner::take_back(folder).map_err(system("take the working folder back"))?;
        }
        let report = answer.reply.map_err(|refusal| match refusal {
            Refusal::Moved(what) => SandboxError::Moved(what),
            Refusal::Failed(reason) => SandboxError::Start {
                command: run
                    .command
                    .first()
                    .map_or(String::new(), |name| name.to_string_lossy().into()),
                reason,
            },
        })?;
        Ok(Ended {
            exit: report.exit,
            cpu: report.cpu,
            wall: report.wall,
            waited: report.waited,
            memory: report.memory,
            address_space: report.address_space,
            stopped: if flowed.is_over { Some(Stopped::Output) } else { report.stopped },
            output_bytes: flowed.count,
            stderr_bytes: flowed.error_count,
            stderr: flowed.stderr,
        })
    }

    fn socket(&self) -> Result<BorrowedFd<'_>, SandboxError> {
        self.socket.as_ref().map(|socket| socket.as_fd()).ok_or(SandboxError::Lost)
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.socket = None;
        let _ = self.launcher.wait();
    }
}

/// The run as the launcher needs to know it.
fn task(run: &Run, guest: Option<u32>) -> Result<Task, SandboxError> {
    let folder = |path: &Path| {
        let path = path.canonicalize()?;
        let found = path.metadata()?;
        Ok(Folder { path, identity: (found.dev(), found.ino()) })
    };
    let system = |what| move |source: io::Error| SandboxError::System { what, source };
    let program = run.program.map(folder).transpose();
    let writable = run.writable.map(|path| {
        let folder = folder(path)?;
        if let Some(guest) = guest {
            owner::give(&folder.path, guest)?;
        }
        Ok(folder)
    });
    Ok(Task {
        command: run.command.clone(),
        environment: run.environment.clone(),
        program: program.map_err(system("find the folder of the program"))?,
        readable: run.readable.clone(),
        writable: writable.transpose().map_err(system("use the working folder"))?,
        files: run.files.filter(|_| run.writable.is_none()).map(|files| files.room()),
        limits: run.limits,
        given: [true; DESCRIPTORS],
    })
}

/// A pipe whose first end, ours, does not block.
fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (ours, its) = pipe_with(PipeFlags::CLOEXEC)?;
    rustix::io::ioctl_fionbio(&ours, true)?;
    Ok((ours, its))
}
