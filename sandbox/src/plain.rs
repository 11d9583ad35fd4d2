//! The sandbox on systems without an isolation that it knows how to use: limits only, and not all of them.
//!
//! A program runs as the calling user and sees what that user sees. Wall-clock time and output are
//! bounded here, CPU time and file size by the shell's `ulimit` where there is a shell. CPU time and
//! memory are not measured: the report has the wall-clock time for the first and 0 for the second. A process that
//! leaves the process group of the program is not found again.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::archive::lay_out;
use super::{
    Ended, Isolation, Layers, ProcessExit, Run, SandboxError, Setup, Stdin, Stdout, Stopped, TimeBy,
};

/// The interval at which the end of a program is polled.
const INTERVAL: Duration = Duration::from_millis(1);

/// Runs programs, one at a time.
#[derive(Debug)]
pub struct Sandbox {
    layers: Layers,
}

/// Returns `false`: there are no launchers here.
pub fn serve_if_launcher() -> bool {
    false
}

impl Sandbox {
    /// Creates a sandbox without starting anything. Fails if isolation is required.
    pub fn start(setup: &Setup) -> Result<Sandbox, SandboxError> {
        let layers = Layers::nothing("there is isolation on Linux only");
        match setup.isolation {
            Isolation::Required => Err(SandboxError::Missing(layers.to_string())),
            Isolation::Auto | Isolation::Off => Ok(Sandbox { layers }),
        }
    }

    /// Creates several sandboxes.
    pub fn start_all(setups: &[Setup]) -> Result<Vec<Sandbox>, SandboxError> {
        setups.iter().map(Sandbox::start).collect()
    }

    /// Returns which layers hold: none.
    pub fn layers(&self) -> &Layers {
        &self.layers
    }

    /// Returns whether the next program will find the same environment as the first.
    pub fn is_fit(&self) -> bool {
        true
    }

    /// Runs a program to its end. `output` is called once, with a reader of its standard output.
    pub fn run(
        &mut self,
        run: &Run,
        output: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<Ended, SandboxError> {
        let temporary = tempfile::tempdir().map_err(system("make a working folder"))?;
        if let Some(files) = run.files.filter(|_| run.writable.is_none()) {
            let laid_out = files.open().and_then(|files| lay_out(files, temporary.path(), None));
            laid_out.map_err(system("put files into the working folder"))?;
        }
        let start = Instant::now();
        let (child, input) = spawn(run, run.writable.unwrap_or(temporary.path()))?;
        let child = Arc::new(Mutex::new(child));
        let flowed = follow(&child, input, run, start + run.limits.wall, output);
        let wall = start.elapsed();
        let status = wait(&child).map_err(system("wait for the program"))?;
        // Removes whatever the program has left there, however deep.
        let _ = referee_base::files::remove_all(temporary.path());
        let (stderr, stderr_bytes) = flowed.stderr;
        Ok(Ended {
            exit: exit(status),
            cpu: wall,
            instructions: None,
            time_by: TimeBy::Cpu,
            wall,
            waited: Duration::ZERO,
            memory: 0,
            address_space: 0,
            data: 0,
            stopped: flowed.stopped,
            output_bytes: flowed.count,
            stderr_bytes,
            stderr,
        })
    }
}

/// Starts a program, and opens its input if that has to be fed to it.
fn spawn(run: &Run, working: &Path) -> Result<(Child, Option<File>), SandboxError> {
    let mut command = command(run, working);
    let mut input = None;
    match run.stdin {
        Stdin::Empty => command.stdin(Stdio::null()),
        Stdin::File(file) => command.stdin(file.try_clone().map_err(system("use the input"))?),
        Stdin::Input(prepared) => {
            input = Some(prepared.reopen().map_err(system("open the input"))?);
            command.stdin(Stdio::piped())
        }
        Stdin::Pipe(end) => command.stdin(end.take().map_err(system("hand a pipe over"))?),
    };
    match run.stdout {
        Stdout::Read => command.stdout(Stdio::piped()),
        Stdout::Pipe(end) => command.stdout(end.take().map_err(system("hand a pipe over"))?),
    };
    command.stderr(Stdio::piped());
    // The command holds pipes that only the program may hold: it is dropped on return.
    let child = command.spawn().map_err(|source| SandboxError::Start {
        command: run.command.first().map_or(String::new(), |name| name.to_string_lossy().into()),
        reason: source.to_string(),
    })?;
    Ok((child, input))
}

/// The output of a program, and why it was stopped, if it was.
struct CapturedOutput {
    count: u64,
    stderr: (Vec<u8>, u64),
    stopped: Option<Stopped>,
}

/// Feeds a program and reads its output until it ends or is stopped.
fn follow(
    child: &Arc<Mutex<Child>>,
    input: Option<File>,
    run: &Run,
    deadline: Instant,
    output: &mut dyn FnMut(&mut dyn Read),
) -> CapturedOutput {
    let (feed, stdout, stderr) = {
        let mut child = child.lock().expect("nobody panics with it");
        (child.stdin.take().zip(input), child.stdout.take(), child.stderr.take())
    };
    let (is_over, ended) = channel::<()>();
    let kept = run.stderr;
    thread::scope(|threads| {
        // A program need not read its input: a broken pipe is not an error.
        threads.spawn(move || feed.map(|(mut pipe, mut file)| io::copy(&mut file, &mut pipe)));
        let errors = threads.spawn(move || keep(stderr, kept));
        let watched = Arc::clone(child);
        let watch = threads.spawn(move || guard(&watched, deadline, &ended));
        let mut reader = Limited { inner: stdout, left: run.limits.output, is_over: false };
        output(&mut reader);
        let _ = io::copy(&mut reader, &mut io::sink());
        if reader.is_over {
            kill(child);
        }
        let _ = wait(child);
        drop(is_over);
        let is_late = watch.join().unwrap_or(false);
        kill(child);
        let stopped = match (reader.is_over, is_late) {
            (true, _) => Some(Stopped::Output),
            (false, true) => Some(Stopped::Wall),
            (false, false) => None,
        };
        let count = run.limits.output - reader.left;
        CapturedOutput { count, stderr: errors.join().unwrap_or_default(), stopped }
    })
}

/// Creates the error of a step that the system refuses.
fn system(what: &'static str) -> impl Fn(io::Error) -> SandboxError {
    move |source| SandboxError::System { what, source }
}

/// Returns the command of a program, in a process group of its own, with the limits that a shell can set.
#[cfg(unix)]
fn command(run: &Run, working: &Path) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = Command::new("/bin/sh");
    let (seconds, blocks) = (run.limits.cpu.as_secs() + 1, run.limits.file_size / 512);
    let limits = format!("ulimit -c 0; ulimit -t {seconds}; ulimit -f {blocks}; exec \"$@\"");
    command.args(["-c", &limits, "sh"]).args(&run.command).process_group(0);
    prepare(&mut command, run, working);
    command
}

#[cfg(not(unix))]
fn command(run: &Run, working: &Path) -> Command {
    let mut words = run.command.iter();
    let mut command = Command::new(words.next().cloned().unwrap_or_default());
    command.args(words);
    prepare(&mut command, run, working);
    command
}

fn prepare(command: &mut Command, run: &Run, working: &Path) {
    command.env_clear();
    // Without these, programs do not start on some systems.
    for variable in ["PATH", "SystemRoot"] {
        if let Some(value) = std::env::var_os(variable) {
            command.env(variable, value);
        }
    }
    command.env("HOME", working).env("TMPDIR", working);
    command.envs(run.environment.iter().map(|(variable, value)| (variable, value)));
    command.current_dir(working);
}

/// Waits without holding the lock, so that other threads can kill the process meanwhile.
fn wait(child: &Mutex<Child>) -> io::Result<ExitStatus> {
    loop {
        let status = child.lock().expect("nobody panics with it").try_wait()?;
        if let Some(status) = status {
            return Ok(status);
        }
        thread::sleep(INTERVAL);
    }
}

/// Kills the program at the deadline, and returns whether it had to.
fn guard(child: &Mutex<Child>, deadline: Instant, ended: &Receiver<()>) -> bool {
    let left = deadline.saturating_duration_since(Instant::now());
    let is_late = ended.recv_timeout(left) == Err(RecvTimeoutError::Timeout);
    if is_late {
        kill(child);
    }
    is_late
}

fn kill(child: &Mutex<Child>) {
    let mut child = child.lock().expect("nobody panics with it");
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(child.id() as i32) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    let _ = child.kill();
}

/// Reads to the end, keeps the first bytes, and counts all.
fn keep(pipe: Option<impl Read>, most: usize) -> (Vec<u8>, u64) {
    let (mut kept, mut rest) = (Vec::new(), 0);
    if let Some(mut pipe) = pipe {
        let _ = pipe.by_ref().take(most as u64).read_to_end(&mut kept);
        rest = io::copy(&mut pipe, &mut io::sink()).unwrap_or(0);
    }
    let count = kept.len() as u64 + rest;
    (kept, count)
}

fn exit(status: ExitStatus) -> ProcessExit {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return ProcessExit::Killed(signal);
    }
    ProcessExit::Exited(status.code().unwrap_or(-1))
}

/// A reader that ends at a limit and records whether there was more.
struct Limited<R> {
    inner: Option<R>,
    left: u64,
    is_over: bool,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(inner) = self.inner.as_mut().filter(|_| !self.is_over) else { return Ok(0) };
        if self.left == 0 {
            self.is_over = inner.read(&mut [0])? > 0;
            return Ok(0);
        }
        let most = buffer.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        let got = inner.read(&mut buffer[..most])?;
        self.left -= got as u64;
        Ok(got)
    }
}

/// What is told of a run while it goes on: nothing here.
#[derive(Debug)]
pub struct Progress;

impl Progress {
    /// Creates it for one run.
    pub fn new() -> io::Result<Progress> {
        Ok(Progress)
    }

    /// Returns another handle of the same.
    pub fn share(&self) -> io::Result<Progress> {
        Ok(Progress)
    }

    /// Asks what the run does, and returns the number of the question.
    pub fn ask(&self) -> u64 {
        0
    }

    /// Answers that it waits: the system does not tell.
    pub fn answer(&self, _: u64) -> Option<Standing> {
        Some(Standing::Waits)
    }
}

/// Prepared bytes for the standard input of any number of runs.
#[derive(Debug)]
pub struct Input(tempfile::NamedTempFile);

impl Input {
    /// Copies the bytes into a temporary file.
    pub fn new(bytes: &[u8]) -> io::Result<Input> {
        let mut file = tempfile::NamedTempFile::new()?;
        file.write_all(bytes)?;
        Ok(Input(file))
    }

    pub(super) fn reopen(&self) -> io::Result<File> {
        self.0.reopen()
    }
}
