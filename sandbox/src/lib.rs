//! Runs one program under limits and apart from everything else, fast.
//!
//! A program that is judged may be clumsy or hostile: it must get its input, its limits and an empty
//! folder, and nothing else, and when its run ends nothing of it may be left. On Linux a small launcher
//! process per [`Sandbox`] sees to that (`linux/`); elsewhere `plain.rs` bounds what it can and says
//! what it cannot. docs/sandbox.md tells which layer keeps what away.
//!
//! The launcher is the caller's own executable, started once more, so `main` begins with [`serve_if_launcher`]:
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use referee_sandbox::{
//!     Isolation, Limits, MemoryRule, Run, Sandbox, Setup, Stdin, Stdout, serve_if_launcher,
//! };
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     if serve_if_launcher() {
//!         return Ok(());
//!     }
//!     let mut sandbox = Sandbox::start(&Setup::new(Isolation::Auto))?;
//!     let run = Run {
//!         command: vec!["echo".into(), "42".into()],
//!         environment: Vec::new(),
//!         program: None,
//!         readable: Vec::new(),
//!         writable: None,
//!         files: None,
//!         stdin: Stdin::Empty,
//!         stdout: Stdout::Read,
//!         stderr: 1000,
//!         limits: Limits {
//!             cpu: Duration::from_secs(1),
//!             wall: Duration::from_secs(2),
//!             memory: 64 << 20,
//!             memory_rule: MemoryRule::Resident,
//!             output: 1 << 20,
//!             processes: 16,
//!             file_size: 1 << 20,
//!             disk: 1 << 20,
//!             stack: u64::MAX,
//!         },
//!     };
//!     let mut said = String::new();
//!     let ended = sandbox.run(&run, &mut |output| {
//!         let _ = output.read_to_string(&mut said);
//!     })?;
//!     println!("{said} took {:?}", ended.cpu);
//!     Ok(())
//! }
//! ```

mod archive;
mod layers;
#[cfg(target_os = "linux")]
mod linux;
mod pipes;
#[cfg(not(target_os = "linux"))]
mod plain;
mod working_files;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use layers::Layers;
#[cfg(target_os = "linux")]
pub use linux::{Input, Sandbox, serve_if_launcher};
pub use pipes::{End, has_no_writer, holds_something};
#[cfg(not(target_os = "linux"))]
pub use plain::{Input, Sandbox, serve_if_launcher};
pub use working_files::WorkingFiles;

/// Which layers must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Isolation {
    /// All; where one is missing, nothing is run.
    Required,
    /// As many as the system allows; [`Layers::missing`] tells which are not there.
    #[default]
    Auto,
    /// None but the limits: programs run as the user who calls, and see what that user sees.
    Off,
}

/// How a sandbox is to be started.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    /// Which layers must hold.
    pub isolation: Isolation,
    /// The program that serves as launcher: one whose `main` begins with [`serve_if_launcher`].
    pub launcher: PathBuf,
    /// The processor on which all its programs run, compilers too; any if none is named.
    pub processor: Option<usize>,
    /// Layers to leave out though the system has them, to try what the others hold alone.
    #[doc(hidden)]
    pub without: Vec<String>,
}

impl Setup {
    /// With this very program as launcher.
    pub fn new(isolation: Isolation) -> Setup {
        Setup { isolation, launcher: "/proc/self/exe".into(), processor: None, without: Vec::new() }
    }
}

/// One run of a program.
#[derive(Debug, Clone)]
pub struct Run<'a> {
    /// The program and its arguments. A name without a slash is searched in `PATH`, one with a slash
    /// but not at its start is taken from the working folder.
    pub command: Vec<OsString>,
    /// All variables the program gets, besides `PATH`, `HOME` and `TMPDIR`, which are set to the
    /// system's folders of programs and to the working folder unless they are given.
    pub environment: Vec<(OsString, OsString)>,
    /// The folder with the program, on the host. The program may read it, at the place that
    /// [`Layers::folder_inside`] tells.
    pub program: Option<&'a Path>,
    /// What else on the host it may read, besides the folders of the system: where its language lives.
    /// Absolute paths, seen inside at the same place.
    pub readable: Vec<PathBuf>,
    /// A folder on the host that is its working folder; what it writes there remains. For compilers.
    /// Otherwise it works in an empty folder that goes with the run. If the caller is root, the folder
    /// is property of the unprivileged user as which the program runs, as long as it runs, and the
    /// caller's again when the run has ended, for all to read; unless isolation is off.
    pub writable: Option<&'a Path>,
    /// Files that lie in its working folder when it starts, unless that is one of the host. What room they take is beyond the
    /// limits.
    pub files: Option<&'a WorkingFiles>,
    /// What it reads.
    pub stdin: Stdin<'a>,
    /// Where it writes to.
    pub stdout: Stdout<'a>,
    /// How many bytes of its standard error to keep; the rest is dropped.
    pub stderr: usize,
    /// What it may use.
    pub limits: Limits,
}

/// The standard input of a program.
#[derive(Debug, Clone, Copy)]
pub enum Stdin<'a> {
    /// Nothing.
    Empty,
    /// Prepared bytes, from their start.
    Input(&'a Input),
    /// An open file, or a pipe, from where it stands.
    File(&'a File),
    /// What another program writes.
    Pipe(&'a End<PipeReader>),
}

/// The standard output of a program.
#[derive(Debug, Clone, Copy)]
pub enum Stdout<'a> {
    /// A pipe that whoever runs the program reads, up to the limit of output.
    Read,
    /// Another program. What flows is not counted, and there is nothing to read for whoever runs the program.
    Pipe(&'a End<PipeWriter>),
}

/// What a run may use. Sizes are in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time, user and system, of all its processes together.
    pub cpu: Duration,
    /// Time on the clock, without that in which the program wants a processor and gets none. There is an end to that
    /// as well: after ten times this limit it is stopped.
    pub wall: Duration,
    /// Memory.
    pub memory: u64,
    /// How memory is bounded.
    pub memory_rule: MemoryRule,
    /// What it writes to its standard output.
    pub output: u64,
    /// Processes and threads at a time.
    pub processes: u32,
    /// The largest file it may write.
    pub file_size: u64,
    /// All that it may write into its working folder.
    pub disk: u64,
    /// The stack of its first thread; `u64::MAX` is no limit.
    pub stack: u64,
}

impl Limits {
    /// The most address space of each process in bytes, where that is bounded: far more than the memory, so that what is reserved
    /// and never touched does no harm.
    pub fn address_space(&self) -> Option<u64> {
        match self.memory_rule {
            MemoryRule::AddressSpace => Some(self.memory.saturating_mul(2).saturating_add(1 << 30)),
            MemoryRule::Resident => None,
        }
    }
}

/// How the memory of a run is bounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryRule {
    /// As under the other rule; and each process cannot map more than [`Limits::address_space`]: an allocation beyond
    /// fails. Virtual machines (of Java, JavaScript, Go, C#) map far more than they use.
    AddressSpace,
    /// The resident memory of all its processes is looked at every few milliseconds, and the run
    /// stopped when there is more. In between it may overshoot.
    Resident,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// What the program said at its end. If the run was stopped this is how it was stopped.
    pub exit: Exit,
    /// The CPU time, user and system, of all its processes.
    pub cpu: Duration,
    /// The time on the clock.
    pub wall: Duration,
    /// For how much of it the program wanted a processor and got none: the limit on the clock does not count that. Zero
    /// where the system does not tell.
    pub waited: Duration,
    /// The largest resident memory of one of its processes, or the memory of all together if that was seen to be
    /// more, in bytes: page tables and what sockets can hold are counted there. The launcher's few megabytes are the least
    /// that can be told.
    pub memory: u64,
    /// The largest address space of one of its processes that was seen, in bytes; zero where it was over too soon.
    pub address_space: u64,
    /// Why we stopped it, if we did.
    pub stopped: Option<Stopped>,
    /// How much it wrote to its standard output: at most the limit is counted.
    pub output_bytes: u64,
    /// How much it wrote to its standard error.
    pub stderr_bytes: u64,
    /// The first bytes of it.
    pub stderr: Vec<u8>,
}

impl Ended {
    /// Whether it ended by itself, and said that all went well.
    pub fn is_well(&self) -> bool {
        self.stopped.is_none() && self.exit == Exit::Exited(0)
    }

    /// Whether it waited for a processor for a tenth of its time on the clock.
    pub fn waited_much(&self) -> bool {
        self.waited > Duration::ZERO && self.waited >= self.wall / 10
    }
}

/// The end of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Exit {
    /// It ended by itself, with this code.
    Exited(i32),
    /// It was killed by this signal.
    Killed(i32),
}

/// The limit at which a run was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stopped {
    /// CPU time.
    Cpu,
    /// Time on the clock.
    Wall,
    /// Output.
    Output,
    /// Memory.
    Memory,
}

/// Why a program was not run. Never the fault of the program, unless it cannot be executed.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The launcher cannot be started.
    #[error("cannot start the launcher {launcher}: {source}")]
    Launcher {
        /// The program that was to be the launcher.
        launcher: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// Isolation is required, and a layer is missing.
    #[error("isolation is required, but {0}; allow less with --isolation auto")]
    Missing(String),
    /// The program cannot be started.
    #[error("cannot start {command}: {reason}")]
    Start {
        /// Its name.
        command: String,
        /// Which step failed, and why.
        reason: String,
    },
    /// The launcher is not what it was when it was started, so that programs would inherit something else: start a
    /// new sandbox. Nothing was run.
    #[error("{0} of the launcher changed while it served; start the sandbox anew")]
    Moved(String),
    /// The launcher has ended, or an earlier run was not awaited: start a new sandbox.
    #[error("the launcher is gone; start the sandbox anew")]
    Lost,
    /// The system refused something that a run needs.
    #[error("cannot {what}: {source}")]
    System {
        /// What was to be done.
        what: &'static str,
        /// Why it cannot be.
        source: io::Error,
    },
}
