//! The sandbox on Linux: the side of the caller.
//!
//! A sandbox talks with its launcher over a socket that keeps packets apart, and hands over the
//! descriptors of each run. Standard output and error are pipes that are read here, in the caller's
//! thread, so that a checker can read along. `launcher.rs` is the other side.

mod files;
mod filter;
mod flow;
mod guest;
mod identity;
mod launcher;
mod message;
mod namespaces;
mod processes;
mod raw;
mod rooms;
mod system;
mod watch;

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use rustix::fs::{MemfdFlags, Mode, OFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::io::Errno;
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::pipe::{PipeFlags, pipe_with};

use super::{Ended, Isolation, Layers, Run, SandboxError, Setup, Stdin, Stdout, Stopped};
use flow::Flow;
use message::{Buffer, Folder, Request, Task, receive, send};

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
    /// Whether programs run as the caller itself.
    as_caller: bool,
    nothing: File,
    /// Whether a run was begun and its end not received.
    is_busy: bool,
}

/// Serves as launcher if this process was started to be one, and returns `true` when that is done: then
/// `main` must return at once. To be called before anything else.
pub fn serve_if_launcher() -> bool {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() != Some(LAUNCHER) {
        return false;
    }
    let setup = arguments.next().and_then(|text| serde_json::from_str(&text).ok());
    // The socket is our standard input.
    let socket = rustix::io::fcntl_dupfd_cloexec(rustix::stdio::stdin(), 3);
    if let (Some(setup), Ok(socket)) = (setup, socket) {
        // Nobody else may hold the socket: its end is how the other side notices ours.
        if rustix::stdio::dup2_stdin(rustix::stdio::stdout()).is_ok() {
            launcher::serve(&setup, socket);
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
        let nothing = File::options().read(true).write(true).open("/dev/null");
        let nothing =
            nothing.map_err(|source| SandboxError::System { what: "open /dev/null", source })?;
        let text = serde_json::to_string(setup).expect("a setup is plain data");
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
            as_caller: setup.isolation == Isolation::Off,
            nothing,
            is_busy: false,
        };
        let hello = receive::<Layers>(sandbox.socket()?, &mut Buffer::new(message::ANSWER));
        (sandbox.layers, _) = hello.ok().flatten().ok_or(SandboxError::Lost)?;
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
        let task = task(run, self.as_caller)?;
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
        let its_stdin = match run.stdin {
            Stdin::Input(input) => Some(input.reopen().map_err(system("open the input"))?),
            Stdin::Pipe(end) => Some(end.take().map_err(system("hand a pipe over"))?.into()),
            Stdin::Empty | Stdin::File(_) => None,
        };
        let stdin = match (&its_stdin, run.stdin) {
            (Some(stdin), _) => stdin.as_fd(),
            (None, Stdin::File(file)) => file.as_fd(),
            (None, _) => self.nothing.as_fd(),
        };
        let its_error = its_stderr.as_ref().map_or(self.nothing.as_fd(), |pipe| pipe.as_fd());
        let files = run.files.filter(|_| run.writable.is_none());
        let files = files.map(|files| files.open()).transpose();
        let files = files.map_err(system("open the files of the working folder"))?;
        let mut descriptors = vec![stdin, its_stdout.as_fd(), its_error];
        descriptors.extend(files.as_ref().map(|archive| archive.as_fd()));
        send(self.socket()?, &Request::Run(Box::new(task)), &descriptors)
            .map_err(system("ask the launcher"))?;
        // The pipes end when the program's side of them is closed; ours must not hold them open.
        drop((its_stdin, its_stdout, its_stderr));
        self.is_busy = true;
        let socket = self.socket()?;
        let mut flow = Flow::new(socket, stdout, stderr, run);
        output(&mut flow);
        let flowed = flow.finish();
        let report = flowed.reply.ok_or(SandboxError::Lost)?;
        self.is_busy = false;
        let report = report.map_err(|reason| SandboxError::Start {
            command: run
                .command
                .first()
                .map_or(String::new(), |name| name.to_string_lossy().into()),
            reason,
        })?;
        Ok(Ended {
            exit: report.exit,
            cpu: report.cpu,
            wall: report.wall,
            memory: report.memory,
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
fn task(run: &Run, as_caller: bool) -> Result<Task, SandboxError> {
    let folder = |path: &Path| {
        let path = path.canonicalize()?;
        let found = path.metadata()?;
        Ok(Folder { path, identity: (found.dev(), found.ino()) })
    };
    let system = |what| move |source: io::Error| SandboxError::System { what, source };
    let program = run.program.map(folder).transpose();
    let writable = run.writable.map(|path| {
        let folder = folder(path)?;
        if rustix::process::geteuid().is_root() && !as_caller {
            let id = Some(identity::GUEST);
            // The folders below as well: some compilers write beside the sources.
            for entry in walkdir::WalkDir::new(&folder.path) {
                let entry = entry?;
                if entry.file_type().is_dir() {
                    std::os::unix::fs::lchown(entry.path(), id, id)?;
                }
            }
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
    })
}

/// A pipe whose first end, ours, does not block.
fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let (ours, its) = pipe_with(PipeFlags::CLOEXEC)?;
    rustix::io::ioctl_fionbio(&ours, true)?;
    Ok((ours, its))
}

/// Prepared bytes for the standard input of any number of runs, in a file without a name.
#[derive(Debug)]
pub struct Input(OwnedFd);

impl Input {
    /// Copies the bytes into memory that nobody can change any more.
    pub fn new(bytes: &[u8]) -> io::Result<Input> {
        let memory = memfd_create("input", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
        let mut file = File::from(memory);
        io::Write::write_all(&mut file, bytes)?;
        let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
        fcntl_add_seals(&file, seals)?;
        Ok(Input(file.into()))
    }

    /// The same bytes with an offset of their own, from the start.
    pub(super) fn reopen(&self) -> io::Result<OwnedFd> {
        use std::os::fd::AsRawFd;
        let path = format!("/proc/self/fd/{}", self.0.as_raw_fd());
        Ok(rustix::fs::open(path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?)
    }
}
