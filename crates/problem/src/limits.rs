//! Limits as users set them: in `problem.toml`, and by flags, which take precedence.

use serde::{Deserialize, Serialize};

use std::time::Duration;

use referee_base::document::{DocumentError, Table};

use super::quantity::{self, MAX_MIB};
use referee_package::PackageLimits;
pub use referee_package::limits::{MAX_SECONDS, MIN_SECONDS};
use referee_programs::JURY_LIMITS;
use referee_sandbox::{Limits, MemoryRule, TimeBy};

/// The ratio of wall time to CPU time: waiting is not work, but has to end.
const WALL_FACTOR: u32 = 2;

/// The additional wall time for starting the program.
const WALL_EXTRA: Duration = Duration::from_secs(1);

/// The maximum number of processes.
pub const MAX_PROCESSES: u32 = 100_000;

/// Limits, each of which may be unset.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LimitOverrides {
    /// CPU time.
    pub time: Option<Duration>,
    /// Wall time.
    pub wall: Option<Duration>,
    /// Memory, in MiB.
    pub memory: Option<u64>,
    /// Standard output, in MiB.
    pub output: Option<u64>,
    /// Each file that is written, and all of them together, in MiB.
    pub files: Option<u64>,
    /// Processes and threads.
    pub processes: Option<u32>,
}

impl LimitOverrides {
    /// Returns the limits that a package sets for runs of submissions.
    pub fn of_package(limits: &PackageLimits) -> LimitOverrides {
        LimitOverrides {
            time: limits.time,
            memory: Some(limits.memory.min(MAX_MIB)),
            output: Some(limits.output.min(MAX_MIB)),
            ..LimitOverrides::default()
        }
    }

    /// Reads a `[limits]` table.
    ///
    /// # Errors
    /// A key is unknown, or a value is out of range.
    pub fn read(mut table: Table) -> Result<LimitOverrides, DocumentError> {
        let given = LimitOverrides {
            time: seconds(&mut table, "time")?,
            wall: seconds(&mut table, "wall")?,
            memory: mebibytes(&mut table, "memory")?,
            output: mebibytes(&mut table, "output")?,
            files: mebibytes(&mut table, "files")?,
            processes: table
                .integer("processes", 1, i64::from(MAX_PROCESSES))?
                .map(|number| number as u32),
        };
        table.finish()?;
        Ok(given)
    }

    /// Fills in unset limits from `others`.
    #[must_use]
    pub fn or(self, others: LimitOverrides) -> LimitOverrides {
        LimitOverrides {
            time: self.time.or(others.time),
            wall: self.wall.or(others.wall),
            memory: self.memory.or(others.memory),
            output: self.output.or(others.output),
            files: self.files.or(others.files),
            processes: self.processes.or(others.processes),
        }
    }

    /// Fills in the usual limits. The default wall time is twice the CPU time plus a second.
    pub fn limits(self) -> Limits {
        let cpu = self.time.unwrap_or(Duration::from_secs(2));
        let output = self.output.unwrap_or(64) << 20;
        let files = self.files.map_or(output, |files| files << 20);
        let memory = self.memory.unwrap_or(512) << 20;
        Limits {
            cpu,
            time_by: TimeBy::Cpu,
            wall: self.wall.unwrap_or(cpu * WALL_FACTOR + WALL_EXTRA),
            memory,
            memory_rule: MemoryRule::AddressSpace,
            output,
            // Virtual machines start dozens of threads.
            processes: self.processes.unwrap_or(128),
            file_size: files,
            disk: files,
            stack: Limits::stack_for(memory),
        }
    }
}

/// Returns the shortest time limit whose default wall time is at least `wall`, both in seconds;
/// negative if any limit has such a wall time.
pub fn time_of_wall(wall: f64) -> f64 {
    (wall - WALL_EXTRA.as_secs_f64()) / f64::from(WALL_FACTOR)
}

/// Reads a size in MiB: an integer, or a string with a unit.
fn mebibytes(table: &mut Table, key: &str) -> Result<Option<u64>, DocumentError> {
    match table.text_as(key, quantity::mebibytes)? {
        Some(size) => Ok(Some(size)),
        None => Ok(table.integer(key, 1, MAX_MIB as i64)?.map(|number| number as u64)),
    }
}

/// Reads a time: a number of seconds, or a string with a unit.
pub(super) fn seconds(table: &mut Table, key: &str) -> Result<Option<Duration>, DocumentError> {
    match table.text_as(key, quantity::seconds)? {
        Some(time) => Ok(Some(time)),
        None => {
            let seconds = table.number(key, MIN_SECONDS, MAX_SECONDS)?;
            Ok(seconds.map(Duration::from_secs_f64))
        }
    }
}

/// Returns a package's limits for compilers.
pub fn compiling(limits: &PackageLimits) -> Limits {
    generous_but(limits.compilation_time, limits.compilation_memory)
}

/// Returns a package's limits for validators, except for how much they may write.
pub fn validating(limits: &PackageLimits) -> Limits {
    generous_but(limits.validation_time, limits.validation_memory)
}

/// Returns the limits of jury programs, but with this CPU time and memory.
fn generous_but(seconds: u64, mebibytes: u64) -> Limits {
    let cpu = Duration::from_secs(seconds);
    Limits { cpu, wall: cpu * 2, memory: mebibytes.min(MAX_MIB) << 20, ..JURY_LIMITS }
}
