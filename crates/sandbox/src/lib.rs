//! Runs one program under limits and isolated from everything else, fast.
//!
//! A judged program may be faulty or hostile: it gets its input, its limits and an empty folder,
//! and nothing else, and nothing of it remains when its run ends. A small launcher process per
//! [`Sandbox`] takes care of that (`linux/`); there is none for other systems. docs/sandbox.md says
//! which layer prevents what.
//!
//! The launcher is the caller's own executable, started a second time, so `main` begins with
//! [`serve_if_launcher`]:
//!
//! ```no_run
//! use std::time::Duration;
//!
//! use referee_sandbox::{
//!     Isolation, Limits, MemoryRule, Run, Sandbox, Setup, Stdin, Stdout, TimeBy,
//!     serve_if_launcher,
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
//!         warm: None,
//!         limits: Limits {
//!             cpu: Duration::from_secs(1),
//!             time_by: TimeBy::Cpu,
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

mod layers;
mod linux;
mod locale;
mod pipes;
mod working_files;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use layers::{ControlGroup, Layers};
pub use linux::{
    Input, RunProgress, Sandbox, Standing, TimeBound, are_runs_ended, control_groups, end_all_runs,
    serve_if_launcher,
};
pub use locale::locale;
pub use pipes::{PipeEnd, drain, has_no_writer, holds_something};
pub use working_files::{WorkingFile, WorkingFiles};

/// Which isolation layers must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Isolation {
    /// All layers; if one is missing, nothing is run.
    Required,
    /// As many layers as the system allows; [`Layers::missing`] returns the others.
    #[default]
    Auto,
    /// Only the limits: programs run as the calling user, and see what that user sees.
    Off,
}

/// The settings of a sandbox.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Setup {
    /// Which isolation layers must hold.
    pub isolation: Isolation,
    /// The executable that serves as launcher: one whose `main` begins with [`serve_if_launcher`].
    pub launcher: PathBuf,
    /// The processor on which all programs of the sandbox run, compilers included; any processor if
    /// `None`.
    pub processor: Option<usize>,
    /// What to count for the programs of the sandbox besides CPU time, if the machine can.
    pub count: Option<Counted>,
    /// Layers to leave out although the system has them, to test the others alone.
    #[doc(hidden)]
    pub without: Vec<String>,
}

impl Setup {
    /// Returns settings with the running executable as launcher.
    pub fn new(isolation: Isolation) -> Setup {
        Setup {
            isolation,
            launcher: "/proc/self/exe".into(),
            processor: None,
            count: None,
            without: Vec::new(),
        }
    }
}

/// A quantity that is counted for a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// The instructions that all its processes execute outside the kernel.
    Instructions,
    /// The nanoseconds of a clock that runs while they do. It is counted in the same way, even on
    /// machines without counters, for tests.
    #[doc(hidden)]
    TaskClock,
}

/// One run of a program.
#[derive(Debug, Clone)]
pub struct Run<'a> {
    /// The program and its arguments. A name without a slash is looked up in `PATH`; a relative
    /// path with a slash is resolved against the working folder.
    pub command: Vec<OsString>,
    /// All variables of the program, besides `PATH`, `HOME`, `TMPDIR`, `TZ` and `LC_ALL`, which
    /// default to the system's program folders, to the working folder, to UTC, and to [`locale()`].
    pub environment: Vec<(OsString, OsString)>,
    /// The folder that contains the program, on the host. The program may read it, at the path that
    /// [`Layers::folder_inside`] returns.
    pub program: Option<&'a Path>,
    /// Further paths on the host that it may read, besides the system's folders: the files of its
    /// language. Absolute, and the same inside.
    pub readable: Vec<PathBuf>,
    /// A folder on the host that is its working folder; files written there remain. For compilers.
    /// Otherwise the working folder is empty and removed after the run. If the caller is root and
    /// isolation is not off, the folder belongs to the unprivileged user of the program during the
    /// run, and to the caller afterwards, readable by every user.
    pub writable: Option<&'a Path>,
    /// Files in its working folder from the start, unless that is on the host. Their size does not
    /// count towards the limits.
    pub files: Option<&'a WorkingFiles>,
    /// Its standard input.
    pub stdin: Stdin<'a>,
    /// Its standard output.
    pub stdout: Stdout<'a>,
    /// The number of bytes of its standard error to keep; the rest is discarded.
    pub stderr: usize,
    /// How to start the program once for many runs, if at all. A launcher that cannot do that
    /// starts it like any other program.
    pub warm: Option<WarmStart>,
    /// The resources that it may use.
    pub limits: Limits,
}

/// How to start a program once for many runs: it runs up to just before its own code, waits there,
/// and forks for each run (`linux/warm.rs`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WarmStart {
    /// The command that starts it. The started program follows the protocol of `linux/warm.rs`.
    pub command: Vec<OsString>,
    /// Environment variables for the start, in addition to those of the run.
    pub environment: Vec<(OsString, OsString)>,
    /// The number of leading words of a run's command that are the same for all runs. The others
    /// are sent to the program as arguments of the run.
    pub words: usize,
    /// Whether the waiting process can run any program that is started in this way, because it has
    /// not read any part of the first one yet.
    pub is_shared: bool,
}

/// The standard input of a program.
#[derive(Debug, Clone, Copy)]
pub enum Stdin<'a> {
    /// Empty.
    Empty,
    /// Prepared bytes, from the start.
    Input(&'a Input),
    /// An open file or a pipe, from its current position.
    File(&'a File),
    /// The output of another program.
    Pipe(&'a PipeEnd<PipeReader>),
}

/// The standard output of a program.
#[derive(Debug, Clone, Copy)]
pub enum Stdout<'a> {
    /// A pipe that the caller reads, up to the output limit.
    Read,
    /// The input of another program. The bytes are not counted, and the caller reads nothing.
    Pipe(&'a PipeEnd<PipeWriter>),
}

/// The limits of a run. Sizes are in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// CPU time, user and system, of all its processes together; or the time of its instructions.
    pub cpu: Duration,
    /// Whether time or instructions count.
    pub time_by: TimeBy,
    /// Wall-clock time, except time spent waiting for a processor; even so, the program is stopped
    /// after ten times this limit. Time in which the program that writes its input works does not
    /// count either, if known ([`PipeEnd::with_progress_of_writer`]); that program's own limits end
    /// it.
    pub wall: Duration,
    /// Memory of all its processes together, including files in the working folder if that is in
    /// memory.
    pub memory: u64,
    /// How memory is bounded.
    pub memory_rule: MemoryRule,
    /// Bytes written to its standard output.
    pub output: u64,
    /// Processes and threads at the same time.
    pub processes: u32,
    /// The size of the largest file it may write.
    pub file_size: u64,
    /// The total size of the files that it writes to its working folder.
    pub disk: u64,
    /// The stack of its first thread, and of each further thread unless the program says otherwise.
    /// `u64::MAX` means no limit for the first thread, and then libraries give the others little
    /// (glibc 2 MiB, while a native run has 8).
    pub stack: u64,
}

/// The largest stack that [`Limits::stack_for`] returns: each thread reserves that much address
/// space.
pub(crate) const MAX_STACK: u64 = 1 << 30;

/// The smallest stack that it returns: Node is configured for 64 MiB.
const MIN_STACK: u64 = 128 << 20;

/// The address space for the stacks of threads, in bytes. Hardly any of it is ever touched.
const THREAD_STACKS: u64 = 8 << 30;

impl Limits {
    /// Returns the limit on the stack of a program with this much memory, which bounds its
    /// recursion.
    pub const fn stack_for(memory: u64) -> u64 {
        match memory {
            ..MIN_STACK => MIN_STACK,
            MAX_STACK.. => MAX_STACK,
            _ => memory,
        }
    }

    /// Returns the limit on the address space of each process in bytes, if there is one. It is far
    /// above the memory limit, because memory that is reserved and never touched does no harm, and
    /// above [`Limits::data`].
    pub fn address_space(&self) -> Option<u64> {
        match self.memory_rule {
            MemoryRule::AddressSpace => {
                Some(self.memory.saturating_mul(2).saturating_add((1 << 30) + 2 * THREAD_STACKS))
            }
            MemoryRule::Data { .. } | MemoryRule::Resident => None,
        }
    }

    /// Returns the limit on the private writable memory of each process in bytes, if there is one.
    /// However late the next measurement is, no process can have touched more than this.
    pub fn data(&self) -> Option<u64> {
        let slack = match self.memory_rule {
            MemoryRule::AddressSpace => DATA_SLACK,
            MemoryRule::Data { slack } => slack,
            MemoryRule::Resident => return None,
        };
        Some(self.memory.saturating_mul(2).saturating_add(slack + THREAD_STACKS))
    }
}

/// The private writable memory that a program without a virtual machine can get beyond twice its
/// memory limit and the stacks of its threads, in bytes. Twice the limit is for an array that
/// doubles in size while it is copied. Programs that used 200 MiB had 264 MiB of such memory in C++
/// with 32 threads, 209 MiB in CPython and 224 MiB in PyPy. A limit on addresses alone would have
/// to be far higher: the same program in C++ has 1,184 MiB of them.
const DATA_SLACK: u64 = 256 << 20;

/// The time that a run's limit applies to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeBy {
    /// CPU time.
    #[default]
    Cpu,
    /// [`time_of_instructions`]: independent of the load and the speed of the machine.
    Instructions,
}

/// The number of instructions that count as one second if instructions decide: the rate of
/// sio2jail, "2 GHz and one a cycle".
pub const INSTRUCTIONS_PER_SECOND: u64 = 2_000_000_000;

/// Returns the time that a number of instructions counts as.
pub fn time_of_instructions(count: u64) -> Duration {
    Duration::from_nanos(count / (INSTRUCTIONS_PER_SECOND / 1_000_000_000))
}

/// How the memory of a run is bounded.
///
/// Each rule includes the next one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryRule {
    /// Each process can map at most [`Limits::address_space`]; an allocation beyond that fails.
    /// Virtual machines (of Java, JavaScript, Go, C#) map far more than they use.
    #[default]
    AddressSpace,
    /// Each process can get at most [`Limits::data`] of private writable memory; an allocation
    /// beyond that fails.
    Data {
        /// How far that is beyond twice the memory and the stacks of threads, in bytes: the memory
        /// that a virtual machine reserves without touching it.
        slack: u64,
    },
    /// The memory of all its processes is measured every few milliseconds, and the run is stopped
    /// above the limit. Between two measurements it may overshoot.
    Resident,
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// The exit status of the program, or how it was stopped.
    pub exit: ProcessExit,
    /// The CPU time, user and system, of all its processes together.
    pub cpu: Duration,
    /// The instructions that they executed outside the kernel, if counted.
    pub instructions: Option<u64>,
    /// Whether the limit applies to time or to instructions.
    pub time_by: TimeBy,
    /// The wall-clock time.
    pub wall: Duration,
    /// The part of it spent waiting for a processor, which does not count towards the wall-clock
    /// limit. Zero if unknown.
    pub waited: Duration,
    /// The largest resident memory of one of its processes, or the largest measured memory of all
    /// together if that is more, in bytes; the latter includes page tables, socket buffers, and
    /// files in the working folder if that is in memory. No value is below the launcher's own few
    /// megabytes.
    pub memory: u64,
    /// The largest measured address space of one of its processes, in bytes; zero if the run was
    /// too short to measure.
    pub address_space: u64,
    /// The largest measured private writable memory of one of its processes, touched or not, in
    /// bytes; zero if the run was too short to measure.
    pub data: u64,
    /// Whether the program was already started, and was only forked for this run.
    pub is_warm: bool,
    /// The limit at which the run was stopped, if it was.
    pub stopped: Option<Stopped>,
    /// The number of bytes that it wrote to its standard output, counted up to the limit.
    pub output_bytes: u64,
    /// The number of bytes that it wrote to its standard error.
    pub stderr_bytes: u64,
    /// The first bytes of its standard error.
    pub stderr: Vec<u8>,
}

impl Ended {
    /// Returns whether the program ended by itself with exit code 0.
    pub fn succeeded(&self) -> bool {
        self.stopped.is_none() && self.exit == ProcessExit::Exited(0)
    }

    /// Returns the time that the limit applies to.
    pub fn time(&self) -> Duration {
        self.counted().map_or(self.cpu, time_of_instructions)
    }

    /// Returns the number of instructions, if the limit applies to it.
    pub fn counted(&self) -> Option<u64> {
        self.instructions.filter(|_| self.time_by == TimeBy::Instructions)
    }

    /// Returns whether the program waited for a processor for a tenth of its wall-clock time or
    /// more.
    pub fn waited_much(&self) -> bool {
        self.waited > Duration::ZERO && self.waited >= self.wall / 10
    }
}

/// The exit status of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProcessExit {
    /// It exited with this code.
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
    /// Wall-clock time.
    Wall,
    /// Output.
    Output,
    /// Memory.
    Memory,
}

/// Why a program was not run. This is never the program's fault, unless it cannot be executed.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The launcher cannot be started.
    #[error("cannot start the launcher {launcher}: {source}")]
    Launcher {
        /// The executable that should have served as launcher.
        launcher: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Isolation is required, and a layer is missing.
    #[error("isolation is required, but {0}; allow less with --isolation auto")]
    Missing(String),
    /// This program cannot be started; others may.
    #[error("cannot start {command}: {reason}")]
    Start {
        /// The name of the program.
        command: String,
        /// Which step failed, and why.
        reason: String,
    },
    /// No program can be run: the machine, or the caller of the judge, does not provide what a run
    /// needs.
    #[error("cannot run programs: {0}")]
    Unable(String),
    /// The launcher has changed since it was started, and programs would inherit a different
    /// environment: start a new sandbox. Nothing was run.
    #[error("{0} of the launcher changed while it served; start the sandbox anew")]
    Moved(String),
    /// The launcher has ended, or an earlier run was not awaited: start a new sandbox.
    #[error("the launcher is gone; start the sandbox anew")]
    Lost,
    /// All runs were ended, and none may begin now.
    #[error("interrupted")]
    Ended,
    /// The system refused something that a run needs.
    #[error("cannot {what}: {source}")]
    System {
        /// The step that failed.
        what: &'static str,
        /// The reason.
        source: io::Error,
    },
}
