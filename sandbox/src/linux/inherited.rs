//! Limits under which the judge itself was started (`ulimit`). Programs inherit them, and must not fail by a limit that was not
//! meant for them.
//!
//! Limits are raised as far as possible. If a limit that cannot be raised is lower than a program's own, the program is not
//! run, and the error names the limit; for limits that few programs would notice, a single note tells about them.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::Limits;

/// The least address space in which virtual machines start, which reserve far more than they use.
const VIRTUAL_MACHINE: u64 = 16 << 30;

/// Limits that matter to programs, each with its flag of `ulimit`.
const LIMITS: [(Resource, &str); 7] = [
    (Resource::Cpu, "t"),
    (Resource::As, "v"),
    (Resource::Data, "d"),
    (Resource::Fsize, "f"),
    (Resource::Stack, "s"),
    (Resource::Nproc, "u"),
    (Resource::Nofile, "n"),
];

/// Raises all of them as far as this process may.
pub(super) fn raise() {
    for (resource, _) in LIMITS {
        let unlimited = Rlimit { current: None, maximum: None };
        // Not even root may have unlimited descriptors.
        if resource == Resource::Nofile || setrlimit(resource, unlimited).is_err() {
            let maximum = getrlimit(resource).maximum;
            let _ = setrlimit(resource, Rlimit { current: maximum, maximum });
        }
    }
}

/// Returns the inherited limit that is below the limits of a program, in words.
pub(super) fn obstacle(limits: &Limits) -> Option<String> {
    let mapped = limits.address_space().unwrap_or(VIRTUAL_MACHINE.max(limits.memory));
    let own = limits.data().unwrap_or(mapped);
    let seconds = |seconds: u64| format!("{seconds} s");
    let needed = [
        (Resource::Cpu, "CPU time", limits.cpu.as_secs() + 2, &seconds as &dyn Fn(u64) -> String),
        (Resource::As, "address space", mapped, &mebibytes),
        (Resource::Data, "data", own, &mebibytes),
        (Resource::Fsize, "the size of files", limits.file_size, &mebibytes),
        (Resource::Nproc, "processes", limits.processes.into(), &|count| count.to_string()),
    ];
    needed.into_iter().find_map(|(resource, what, needed, words)| {
        let most = getrlimit(resource).maximum.filter(|&most| most < needed)?;
        let (most, needed, flag) = (words(most), words(needed), flag(resource));
        Some(format!(
            "the judge was started under a limit of {most} on {what}, and this program needs up to {needed}; \
             raise that limit (ulimit -H{flag}) and judge again"
        ))
    })
}

/// Describes the inherited limits that are lower than usual, though programs are run under them.
pub(super) fn notes(descriptors: u64) -> Vec<String> {
    let most = |resource| getrlimit(resource).maximum;
    let stack = most(Resource::Stack).map(|most| format!("a stack of at most {}", mebibytes(most)));
    let open = most(Resource::Nofile).filter(|&most| most < descriptors);
    let open = open.map(|most| format!("at most {most} open files"));
    let notes = [stack.zip(Some(Resource::Stack)), open.zip(Some(Resource::Nofile))];
    let by_limit =
        |(what, resource)| format!("{what}, by an inherited limit (ulimit -H{})", flag(resource));
    notes.into_iter().flatten().map(by_limit).collect()
}

fn flag(resource: Resource) -> &'static str {
    LIMITS.iter().find(|(known, _)| *known == resource).map_or("", |(_, flag)| flag)
}

fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / f64::from(1 << 20))
}
