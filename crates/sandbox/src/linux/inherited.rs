//! Limits that the judge itself was started with (`ulimit`). Programs inherit them, and must not
//! fail because of a limit that was not meant for them.
//!
//! Limits are raised as far as possible. If a limit that cannot be raised is lower than a program's
//! own, the program is not run, and the error names the limit.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::{Limits, MAX_STACK};

/// The smallest address space for virtual machines, which reserve far more than they use.
const VIRTUAL_MACHINE: u64 = 16 << 30;

/// A limit that matters to programs.
struct Limit {
    resource: Resource,
    what: &'static str,
    /// The flag of `ulimit` that sets it.
    flag: &'static str,
    /// The amount that compilers, jury programs or virtual machines may use.
    usual: u64,
    words: fn(u64) -> String,
}

const LIMITS: [Limit; 7] = [
    limit(Resource::Cpu, "CPU time", "t", 62, |seconds| format!("{seconds} s")),
    limit(Resource::As, "address space", "v", VIRTUAL_MACHINE, mebibytes),
    limit(Resource::Data, "data", "d", VIRTUAL_MACHINE, mebibytes),
    limit(Resource::Fsize, "file size", "f", 1 << 30, mebibytes),
    limit(Resource::Stack, "stack", "s", MAX_STACK, mebibytes),
    limit(Resource::Nproc, "processes", "u", 1024, |count| count.to_string()),
    limit(Resource::Nofile, "open files", "n", 1024, |count| count.to_string()),
];

const fn limit(
    resource: Resource,
    what: &'static str,
    flag: &'static str,
    usual: u64,
    words: fn(u64) -> String,
) -> Limit {
    Limit { resource, what, flag, usual, words }
}

/// Raises all these limits as far as this process may.
pub(super) fn raise() {
    for Limit { resource, .. } in LIMITS {
        let unlimited = Rlimit { current: None, maximum: None };
        // Not even root may have unlimited descriptors.
        if resource == Resource::Nofile || setrlimit(resource, unlimited).is_err() {
            let maximum = getrlimit(resource).maximum;
            let _ = setrlimit(resource, Rlimit { current: maximum, maximum });
        }
    }
}

/// Returns the inherited limit that is below the limits of a program, in words.
pub(super) fn obstacle(limits: &Limits, descriptors: u64) -> Option<String> {
    let mapped = limits.address_space().unwrap_or(VIRTUAL_MACHINE.max(limits.memory));
    let own = limits.data().unwrap_or(mapped);
    let needed = [
        limits.cpu.as_secs() + 2,
        mapped,
        own,
        limits.file_size,
        limits.stack,
        limits.processes.into(),
        descriptors,
    ];
    LIMITS.iter().zip(needed).find_map(|(limit, needed)| {
        let most = getrlimit(limit.resource).maximum.filter(|&most| most < needed)?;
        let (most, needed) = ((limit.words)(most), (limit.words)(needed));
        Some(format!(
            "the judge was started under a limit of {most} on {}, and a program needs up to {needed}; \
             raise that limit (ulimit -H{}) and judge again",
            limit.what, limit.flag
        ))
    })
}

/// Describes inherited limits that are too low for some programs, which are then not run.
pub(super) fn notes() -> Vec<String> {
    let low = LIMITS.iter().filter_map(|limit| {
        let most = getrlimit(limit.resource).maximum.filter(|&most| most < limit.usual)?;
        let Limit { what, flag, .. } = limit;
        let most = (limit.words)(most);
        Some(format!(
            "no program that may use more {what} than {most}, by an inherited limit (ulimit -H{flag})"
        ))
    });
    low.collect()
}

fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}
