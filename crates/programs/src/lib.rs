//! Untrusted programs: the language of their sources, how they are built, and what runs them.
//!
//! The judge uses this for submissions, and a problem for its own checker, solver and input
//! validator.

mod beside;
mod build;
mod cargo;
mod compiled;
mod copy;
mod copy_names;
mod data;
pub mod doctor;
mod entry;
mod executor;
mod go_module;
mod headers;
mod installed;
pub mod java;
mod kept_programs;
mod known_hashes;
pub mod language;
mod lines;
mod listed;
mod main_file;
mod modules;
mod no_program;
mod parts;
pub mod places;
mod python_package;
mod snapshot;
mod source;
mod start;
mod strictness;
mod tokens;
pub mod toolchain;
mod warm;

use std::time::Duration;

pub use beside::{is_compiled, is_made_by_tools, is_passed_over, is_passed_over_path};
pub use build::{Build, Builder, Builds, Program};
pub use compiled::{NotBuilt, headline, main_lines};
pub use entry::imported as imported_by_python;
pub use executor::{Executor, Sandboxes};
pub use kept_programs::KeptPrograms;
pub use main_file::{FilePattern, MainRules};
pub use modules::installed_modules;
pub use snapshot::{ProblemFiles, RECORD, Snapshot, Snapshots};
pub use source::{Source, files_below, own_files};
pub use start::{StartRule, Waiting};
pub use strictness::Strictness;
pub use toolchain::{Toolchain, Toolchains};
pub use warm::SHARED_START_BYTES;

use referee_base::files::FolderBounds;
use referee_sandbox::{Limits, MemoryRule, TimeBy};

/// The maximum total size of a program's files, in bytes.
pub const MAX_BYTES: u64 = 16 << 20;

/// The maximum number of files of a program.
pub const MAX_FILES: usize = 1000;

/// The maximum length of the names of its files together, in bytes: a compiler gets all of them.
const MAX_NAMES: usize = 128 << 10;

/// The maximum number of folders of a program.
const MAX_FOLDERS: usize = 10_000;

/// The maximum depth of the folders of a program, which is also that of what its compiler writes.
const MAX_DEPTH: usize = FolderBounds::DEPTH;

/// The limits of compilers and jury programs: generous, but below what the machine has.
pub const JURY_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(60),
    time_by: TimeBy::Cpu,
    wall: Duration::from_secs(120),
    memory: 2 << 30,
    memory_rule: MemoryRule::Resident,
    output: 1 << 30,
    processes: 1024,
    file_size: 1 << 30,
    disk: 1 << 30,
    stack: 256 << 20,
};
