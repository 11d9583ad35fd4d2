//! Programs that others have written: which language their sources are in, how they are built, and who runs them.
//!
//! The judge does so with submissions, and a problem with its own checker, solver and input validator.

mod build;
mod compiled;
mod copy;
mod entry;
mod executor;
pub mod java;
pub mod language;
mod source;
mod tokens;
pub mod toolchain;

use std::time::Duration;

pub use build::{Build, Builder, Builds, Program};
pub use compiled::NotBuilt;
pub use executor::{Executor, Sandboxes};
pub use referee_base::digest::{ContentHash, Digest, to_hex};
pub use source::{Source, files_below, is_passed_over};
pub use toolchain::{Toolchain, Toolchains};

pub use referee_package::constants::{Constants, filled};
use referee_sandbox::{Limits, MemoryRule};

/// The most bytes that the files of a program have together.
pub const MAX_BYTES: u64 = 16 << 20;

/// The most files that a program has.
pub const MAX_FILES: usize = 1000;

/// What compilers, and programs of the problem's own, may use: more than they need, but not the machine.
pub const JURY_LIMITS: Limits = Limits {
    cpu: Duration::from_secs(60),
    wall: Duration::from_secs(120),
    memory: 2 << 30,
    memory_rule: MemoryRule::Resident,
    output: 1 << 30,
    processes: 1024,
    file_size: 1 << 30,
    disk: 1 << 30,
    stack: u64::MAX,
};
