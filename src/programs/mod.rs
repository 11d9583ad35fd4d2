//! Programs that others have written: which language their sources are in, how they are built, and who runs them.
//!
//! The judge does so with submissions, and a problem with its own checker, solver and input validator.

mod build;
mod compiled;
mod constants;
mod copy;
mod digest;
mod entry;
mod executor;
pub mod java;
pub mod language;
mod source;
mod tokens;
pub mod toolchain;

use std::time::Duration;

pub use build::{Build, Builder, Builds, NotBuilt, Program};
pub use constants::{Constants, filled};
pub use digest::{Digest, Number, to_hex};
pub use executor::{Executor, Sandboxes};
pub use source::{MOST_BYTES, MOST_FILES, Source, files_below, is_passed_over};
pub use toolchain::{Toolchain, Toolchains};

use crate::sandbox::{Limits, MemoryRule};

/// What compilers, and programs of the problem's own, may use: more than they need, but not the machine.
pub const GENEROUS: Limits = Limits {
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
