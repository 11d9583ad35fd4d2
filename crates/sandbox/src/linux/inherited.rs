//! Limits that the judge itself was started with (`ulimit`). Programs inherit them, and must not
//! fail because of a limit that was not meant for them.
//!
//! Limits are raised as far as possible. If a limit that cannot be raised is lower than a program's
//! own, the program is not run, and the error names the limit.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::{Limits, MAX_STACK};

/// The smallest address space for virtual machines, which reserve far more than they use.
const VIRTUAL_MACHINE: u64 = 16 << 30;

/// A limit that matters to programs: its name, the flag of `ulimit` that sets it, the amount that
/// compilers, jury programs or virtual machines may use, and how an amount is written.
type Limit = (Resource, &'static str, &'static str, u64, fn(u64) -> String);

const LIMITS: [Limit; 7] = [
    (Resource::Cpu, "CPU time", "t", 62, |seconds| format!("{seconds} s")),
    (Resource::As, "address space", "v", VIRTUAL_MACHINE, mebibytes),
    (Resource::Data, "data", "d", VIRTUAL_MACHINE, mebibytes),
    (Resource::Fsize, "file size", "f", 1 << 30, mebibytes),
    (Resource::Stack, "stack", "s", MAX_STACK, mebibytes),
    (Resource::Nproc, "processes", "u", 1024, |count| count.to_string()),
    (Resource::Nofile, "open files", "n", 1024, |count| count.to_string()),
];

/// Raises all these limits as far as this process may.
pub(super) fn raise() {
    for (resource, ..) in LIMITS {
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
    LIMITS.iter().zip(needed).find_map(|((resource, what, flag, _, words), needed)| {
        let most = getrlimit(*resource).maximum.filter(|&most| most < needed)?;
        let (most, needed) = (words(most), words(needed));
        Some(format!(
            "the judge was started under a limit of {most} on {what}, and a program needs up to {needed}; \
             raise that limit (ulimit -H{flag}) and judge again"
        ))
    })
}

/// Describes inherited limits that are too low for some programs, which are then not run.
pub(super) fn notes() -> Vec<String> {
    let low = LIMITS.iter().filter_map(|(resource, what, flag, usual, words)| {
        let most = words(getrlimit(*resource).maximum.filter(|most| most < usual)?);
        Some(format!(
            "no program that may use more {what} than {most}, by an inherited limit (ulimit -H{flag})"
        ))
    });
    low.collect()
}

fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}
