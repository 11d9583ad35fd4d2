//! The seccomp filter: which system calls a program may not make.
//!
//! All others are allowed, because the runtimes of nine languages use most of them, and the other
//! layers bound their effects. A refused call fails with `EPERM` instead of killing the program:
//! runtimes try calls and can do without them (a JVM opens a socket to see whether there is IPv6,
//! glibc asks for a name service). `clone3` fails with `ENOSYS`, because a filter cannot read its
//! flags: libraries then fall back to `clone`, where it can.
//!
//! Some calls depend on their arguments. Attributes that can be set for any process of the same
//! user (limits, priority, processors) may be set only for the calling process: otherwise a program
//! could set them for its launcher, and all later programs would inherit them. Locks are reported
//! as taken, but are not: a program needs locks only against its own processes, while a lock on a
//! shared input file would be visible to other programs, or block them. The page cache outlives a
//! run, so a program may neither evict files from it nor learn what is in it except by reading:
//! advice about files is accepted and ignored, and calls that answer only from memory are refused
//! in the way of file systems that do not know them.
//!
//! The launcher installs the filter on itself, once, and its children inherit it: the kernel takes
//! 0.14 ms to prepare one, more than everything else in a run. So the filter allows the calls that
//! the launcher makes between two runs, for mounting and for switching namespaces. A program cannot
//! make them: these calls require capabilities, which it does not have and, without new namespaces,
//! cannot get. Calls that need no capabilities (`PREPARATIONS`) are refused by the last filter,
//! which the child installs if the launcher's own could not.
//!
//! The BPF program is written by hand, because `seccompiler` supports neither two error codes in
//! one filter nor refusing the second system call table of x86-64 (x32).

use libc::{c_long, sock_filter};

use super::raw;

/// The calls that fail with `EPERM`, grouped by what they would give access to.
const REFUSED: &[&[c_long]] = &[
    // The network. (`socketpair` is restricted below.)
    &[libc::SYS_socket, libc::SYS_bind, libc::SYS_connect, libc::SYS_listen],
    &[libc::SYS_accept, libc::SYS_accept4],
    // Other processes.
    &[libc::SYS_ptrace, libc::SYS_process_vm_readv, libc::SYS_process_vm_writev],
    &[libc::SYS_kcmp, libc::SYS_pidfd_getfd, libc::SYS_process_madvise],
    // Namespaces, and with them capabilities. (`clone` is restricted below.)
    &[libc::SYS_unshare, libc::SYS_chroot, libc::SYS_pivot_root, libc::SYS_fspick],
    &[libc::SYS_swapon, libc::SYS_swapoff, libc::SYS_quotactl],
    // Objects that outlive a process: another run could find them.
    &[libc::SYS_shmget, libc::SYS_shmat, libc::SYS_shmctl, libc::SYS_shmdt],
    &[libc::SYS_semget, libc::SYS_semop, libc::SYS_semctl, libc::SYS_semtimedop],
    &[libc::SYS_msgget, libc::SYS_msgsnd, libc::SYS_msgrcv, libc::SYS_msgctl],
    &[libc::SYS_mq_open, libc::SYS_mq_unlink],
    &[libc::SYS_add_key, libc::SYS_request_key, libc::SYS_keyctl],
    &[libc::SYS_setxattr, libc::SYS_lsetxattr, libc::SYS_fsetxattr, SETXATTRAT],
    &[libc::SYS_removexattr, libc::SYS_lremovexattr, libc::SYS_fremovexattr, REMOVEXATTRAT],
    &[FILE_SETATTR],
    // Information about other processes' use of files.
    &[libc::SYS_inotify_init1, libc::SYS_mincore, CACHESTAT],
    #[cfg(target_arch = "x86_64")]
    &[libc::SYS_inotify_init],
    // Requests of which the whole system has a limited number.
    &[libc::SYS_io_setup],
    // Memory that no limit counts: files without a name, and sockets with larger buffers.
    &[libc::SYS_memfd_create, libc::SYS_memfd_secret, libc::SYS_setsockopt],
    // Parts of the kernel that are rarely needed and often vulnerable.
    &[libc::SYS_bpf, libc::SYS_perf_event_open, libc::SYS_userfaultfd],
    &[libc::SYS_io_uring_setup, libc::SYS_io_uring_enter, libc::SYS_io_uring_register],
    &[libc::SYS_fanotify_init, libc::SYS_open_by_handle_at, libc::SYS_name_to_handle_at],
    &[libc::SYS_vmsplice, libc::SYS_personality, libc::SYS_lookup_dcookie],
    // The system itself.
    &[libc::SYS_kexec_load, libc::SYS_kexec_file_load, libc::SYS_reboot, libc::SYS_syslog],
    &[libc::SYS_init_module, libc::SYS_finit_module, libc::SYS_delete_module, libc::SYS_acct],
    &[libc::SYS_settimeofday, libc::SYS_clock_settime, libc::SYS_clock_adjtime],
    &[libc::SYS_adjtimex, libc::SYS_sethostname, libc::SYS_setdomainname, libc::SYS_vhangup],
    #[cfg(target_arch = "x86_64")]
    &[libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_modify_ldt, libc::SYS_uselib, libc::SYS_ustat],
];

// Calls that the `libc` crate lacks. Since Linux 5.1 a new call has the same number on every
// architecture.
const CACHESTAT: c_long = 451;
const SETXATTRAT: c_long = 463;
const REMOVEXATTRAT: c_long = 466;
const FCHMODAT2: c_long = 452;
const FILE_SETATTR: c_long = 469;
const OPENAT2: c_long = 437;
const LANDLOCK_CREATE_RULESET: c_long = 444;
const LANDLOCK_ADD_RULE: c_long = 445;

/// A call that the filter answers if an argument meets a condition.
#[derive(Clone, Copy)]
struct FilteredCall<'a> {
    call: c_long,
    /// The index of the argument, from 0.
    argument: u32,
    when: When<'a>,
    answer: u32,
}

#[derive(Clone, Copy)]
enum When<'a> {
    Is(&'a [u32]),
    IsNot(&'a [u32]),
    /// It is a value, and another argument (by its index) has a bit.
    IsWithBit(u32, u32, u32),
    HasAnyBit(u32),
    HasBoth([u32; 2]),
}

const ALWAYS: When = When::IsNot(&[]);

const fn refused(call: c_long, argument: u32, when: When) -> FilteredCall {
    failing(call, argument, when, libc::EPERM)
}

/// Lets a call fail with an error, or with [`NO_ERROR`] seem to succeed.
const fn failing(call: c_long, argument: u32, when: When, error: i32) -> FilteredCall {
    FilteredCall { call, argument, when, answer: FAIL | error as u32 }
}

const fn ignored(call: c_long) -> FilteredCall<'static> {
    failing(call, 0, ALWAYS, NO_ERROR)
}

/// Refuses a call about any process but the caller, which calls itself 0.
const fn about_others(call: c_long, argument: u32) -> FilteredCall<'static> {
    refused(call, argument, When::IsNot(&[0]))
}

/// What a launcher needs before a program is started, and the program does not: processes started
/// in a control group, and sets of rules and filters, which are kernel memory that no limit counts.
const PREPARATIONS: &[FilteredCall] = &[
    failing(libc::SYS_clone3, 0, ALWAYS, libc::ENOSYS),
    refused(LANDLOCK_CREATE_RULESET, 0, ALWAYS),
    refused(LANDLOCK_ADD_RULE, 0, ALWAYS),
    refused(libc::SYS_seccomp, 0, ALWAYS),
    refused(libc::SYS_prctl, 0, When::Is(&[libc::PR_SET_SECCOMP as u32])),
];

const RULES: &[FilteredCall] = &[
    refused(libc::SYS_clone, 0, When::HasAnyBit(NAMESPACES)),
    about_others(libc::SYS_prlimit64, 0),
    about_others(libc::SYS_sched_setaffinity, 0),
    // Mono sets the ordinary policy, which all threads already have, on each of its threads, and
    // complains if it cannot.
    failing(libc::SYS_sched_setscheduler, 1, When::Is(&[libc::SCHED_OTHER as u32]), NO_ERROR),
    about_others(libc::SYS_sched_setscheduler, 0),
    about_others(libc::SYS_sched_setparam, 0),
    about_others(libc::SYS_sched_setattr, 0),
    about_others(libc::SYS_migrate_pages, 0),
    about_others(libc::SYS_move_pages, 0),
    // A process; the other values mean a group, and all processes of a user.
    refused(libc::SYS_setpriority, 0, When::IsNot(&[PRIO_PROCESS])),
    about_others(libc::SYS_setpriority, 1),
    refused(libc::SYS_ioprio_set, 0, When::IsNot(&[IOPRIO_WHO_PROCESS])),
    about_others(libc::SYS_ioprio_set, 1),
    // Shared anonymous memory exists as long as a page of it is mapped, but counts for no process
    // that has not touched it lately.
    refused(
        libc::SYS_mmap,
        3,
        When::HasBoth([libc::MAP_ANONYMOUS as u32, libc::MAP_SHARED as u32]),
    ),
    // Locks.
    ignored(libc::SYS_flock),
    failing(libc::SYS_fcntl, 1, When::Is(LOCKS), NO_ERROR),
    refused(libc::SYS_fcntl, 1, When::Is(LETTERS)),
    refused(libc::SYS_ioctl, 1, When::Is(ATTRIBUTES)),
    // The page cache: calls that evict from it or load into it without reading, and calls that
    // return only what it holds.
    ignored(libc::SYS_fadvise64),
    ignored(libc::SYS_readahead),
    ignored(libc::SYS_sync_file_range),
    ignored(libc::SYS_sync),
    ignored(libc::SYS_syncfs),
    failing(libc::SYS_madvise, 2, When::Is(EVICTIONS), libc::EINVAL),
    failing(libc::SYS_preadv2, 5, When::IsNot(&[0]), libc::EOPNOTSUPP),
    failing(libc::SYS_pwritev2, 5, When::IsNot(&[0]), libc::EOPNOTSUPP),
    failing(libc::SYS_openat, 2, When::HasAnyBit(libc::O_DIRECT as u32), libc::EINVAL),
    #[cfg(target_arch = "x86_64")]
    failing(libc::SYS_open, 1, When::HasAnyBit(libc::O_DIRECT as u32), libc::EINVAL),
    failing(
        libc::SYS_fcntl,
        1,
        When::IsWithBit(libc::F_SETFL as u32, 2, libc::O_DIRECT as u32),
        libc::EINVAL,
    ),
    // Its flags are in memory, where a filter cannot read them: one of them asks for no more than
    // the cache of names holds.
    failing(OPENAT2, 0, ALWAYS, libc::ENOSYS),
    // A socket pair reaches no process outside the program, unless it is for datagrams: these can
    // be sent to any address.
    refused(libc::SYS_socketpair, 1, When::IsNot(CONNECTED)),
];

/// Commands of `fcntl` that lock a part of a file.
const LOCKS: &[u32] = &[
    libc::F_SETLK as u32,
    libc::F_SETLKW as u32,
    libc::F_OFD_SETLK as u32,
    libc::F_OFD_SETLKW as u32,
];

/// Commands of `fcntl` that subscribe to events of a file (leases, `F_NOTIFY`, delegations), set a
/// permanent hint on it (`F_SET_RW_HINT`, `F_SET_FILE_RW_HINT`), or enlarge the buffer of a pipe,
/// which no limit counts.
const LETTERS: &[u32] = &[
    libc::F_SETLEASE as u32,
    libc::F_NOTIFY as u32,
    1024 + 12,
    1024 + 14,
    1024 + 16,
    libc::F_SETPIPE_SZ as u32,
];

/// Advice that evicts mapped pages from the page cache, or changes them there: `MADV_COLD`,
/// `MADV_PAGEOUT`, `MADV_COLLAPSE`.
const EVICTIONS: &[u32] = &[20, 21, 25];

/// Commands of `ioctl` that set attributes of a file: `FS_IOC_SETFLAGS`, `FS_IOC_FSSETXATTR`,
/// `FS_IOC_SETVERSION`.
const ATTRIBUTES: &[u32] = &[0x4008_6602, 0x401c_5820, 0x4008_7602];

/// Socket types that receive nothing without being connected, with all flags.
const CONNECTED: &[u32] = &{
    const TYPES: [i32; 2] = [libc::SOCK_STREAM, libc::SOCK_SEQPACKET];
    const FLAGS: [i32; 4] =
        [0, libc::SOCK_CLOEXEC, libc::SOCK_NONBLOCK, libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK];
    let mut all = [0; TYPES.len() * FLAGS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = (TYPES[at / FLAGS.len()] | FLAGS[at % FLAGS.len()]) as u32;
        at += 1;
    }
    all
};

// The values by which `setpriority` and `ioprio_set` mean a single process.
const PRIO_PROCESS: u32 = 0;
const IOPRIO_WHO_PROCESS: u32 = 1;

/// The flags of `clone` that create namespaces.
const NAMESPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u32;

/// The kernel's identifier of the architecture that this filter is built for (`AUDIT_ARCH_*`).
const ARCHITECTURE: Option<u32> = if cfg!(target_arch = "x86_64") {
    Some(0xc000_003e)
} else if cfg!(target_arch = "aarch64") {
    Some(0xc000_00b7)
} else if cfg!(target_arch = "riscv64") {
    Some(0xc000_00f3)
} else {
    None
};

/// Numbers from here on belong to the second table of x86-64. No other architecture has so many.
const SECOND_TABLE: u32 = 0x4000_0000;

// Offsets in `struct seccomp_data`.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const ARGUMENTS: u32 = 16; // eight bytes each, the lower half first on little-endian machines

// Return values of the filter.
const ALLOW: u32 = 0x7fff_0000;
const KILL: u32 = 0x8000_0000;
const FAIL: u32 = 0x0005_0000; // and the code of the error
const NO_ERROR: i32 = 0; // the call seems to succeed

// Instructions: load a word of the call's data, compare it with a constant, return.
const LOAD: u16 = 0x20;
const IF_EQUAL: u16 = 0x15;
const IF_AT_LEAST: u16 = 0x35;
const IF_ANY_BIT: u16 = 0x45;
const RETURN: u16 = 0x06;

fn step(code: u16, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

/// Installs the filter on this process and all its future children, or returns why that is
/// impossible. Unless it is the last, each child installs [`Refusals`] as well.
pub(super) fn install(is_last: bool) -> Result<(), String> {
    raw::filter_system_calls(&filter(is_last)?).map_err(|error| error.to_string())
}

fn filter(is_last: bool) -> Result<Vec<sock_filter>, String> {
    let architecture = ARCHITECTURE.ok_or("not written for this architecture")?;
    let deny = step(RETURN, FAIL | libc::EPERM as u32, 0, 0);
    let mut filter = vec![
        step(LOAD, ARCH, 0, 0),
        step(IF_EQUAL, architecture, 1, 0),
        step(RETURN, KILL, 0, 0),
        step(LOAD, NUMBER, 0, 0),
        step(IF_AT_LEAST, SECOND_TABLE, 0, 1),
        deny,
    ];
    let rules = RULES.iter().chain(PREPARATIONS.iter().filter(|_| is_last));
    filter.extend(rules.flat_map(FilteredCall::steps));
    // A ladder of comparisons, each of which jumps to the refusal at its end.
    let mut numbers: Vec<u32> = REFUSED.concat().into_iter().map(|call| call as u32).collect();
    numbers.sort_unstable();
    for (at, &number) in numbers.iter().enumerate() {
        let refusal = numbers.len() - at; // over the rest of the ladder and the ALLOW behind it
        filter.push(step(IF_EQUAL, number, refusal.try_into().expect("a short ladder"), 0));
    }
    filter.extend([step(RETURN, ALLOW, 0, 0), deny]);
    Ok(filter)
}

impl FilteredCall<'_> {
    /// Returns the instructions that answer the call, or continue with its number loaded.
    fn steps(&self) -> Vec<sock_filter> {
        let values = |values: &[u32], (hit, miss): (u8, u8)| {
            let left = (0..values.len() as u8).rev();
            let steps = values.iter().zip(left).map(|(&value, left)| {
                step(IF_EQUAL, value, left + hit, if left == 0 { miss } else { 0 })
            });
            steps.collect()
        };
        // The answer follows the tests; a result of 1 skips it.
        let tests: Vec<_> = match self.when {
            When::Is(those) => values(those, (0, 1)),
            When::IsNot(those) => values(those, (1, 0)),
            When::IsWithBit(value, argument, bit) => vec![
                step(IF_EQUAL, value, 0, 3),
                step(LOAD, ARGUMENTS + 8 * argument, 0, 0),
                step(IF_ANY_BIT, bit, 0, 1),
            ],
            When::HasAnyBit(bits) => vec![step(IF_ANY_BIT, bits, 0, 1)],
            When::HasBoth([one, other]) => {
                vec![step(IF_ANY_BIT, one, 0, 2), step(IF_ANY_BIT, other, 0, 1)]
            }
        };
        let mut steps = vec![
            step(IF_EQUAL, self.call as u32, 0, tests.len() as u8 + 3),
            step(LOAD, ARGUMENTS + 8 * self.argument, 0, 0),
        ];
        steps.extend(tests);
        steps.extend([step(RETURN, self.answer, 0, 0), step(LOAD, NUMBER, 0, 0)]);
        steps
    }
}

/// Further refusals: always the calls that only its launcher may make; and for a program that runs
/// as its caller, calls that would change the caller's processes and files.
#[derive(Clone, Default)]
pub(super) struct Refusals {
    /// Signals to processes other than the program's first.
    pub(super) signals: bool,
    /// Changing owners and modes of files, which Landlock does not control.
    pub(super) modes: bool,
    /// Setting the times of files, which anyone with write access may do, even to devices.
    pub(super) times: bool,
}

/// The calls that change owners and modes.
const MODES: &[c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    FCHMODAT2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chmod,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_chown,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_lchown,
];

const TIMES: &[c_long] = &[
    libc::SYS_utimensat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utime,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_utimes,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_futimesat,
];

/// The calls whose first argument is the process that receives a signal.
const SIGNALS: &[c_long] = &[
    libc::SYS_kill,
    libc::SYS_tkill,
    libc::SYS_tgkill,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_tgsigqueueinfo,
];

/// The calls that make a file send signals to any process.
const SIGNALS_OF_FILES: &[FilteredCall] = &[
    refused(libc::SYS_fcntl, 1, When::Is(&[libc::F_SETOWN as u32, F_SETOWN_EX])),
    refused(libc::SYS_ioctl, 1, When::Is(&[FIOSETOWN, SIOCSPGRP])),
];

// Commands of `fcntl` and `ioctl` that the `libc` crate lacks.
const F_SETOWN_EX: u32 = 15;
const FIOSETOWN: u32 = 0x8901;
const SIOCSPGRP: u32 = 0x8902;

impl Refusals {
    /// Installs the refusals on this process, the program's first, and all its future children.
    pub(super) fn install(&self) -> std::io::Result<()> {
        raw::filter_system_calls(&self.filter(std::process::id()))
    }

    /// Returns the filter. The filter that holds for all programs has checked the architecture
    /// already.
    fn filter(&self, own: u32) -> Vec<sock_filter> {
        // To itself, or to its own process group.
        let receivers = [own, 0, own.wrapping_neg()];
        let mut rules = PREPARATIONS.to_vec();
        if self.modes {
            rules.extend(MODES.iter().map(|&call| refused(call, 0, ALWAYS)));
        }
        if self.times {
            rules.extend(TIMES.iter().map(|&call| refused(call, 0, ALWAYS)));
        }
        if self.signals {
            rules.push(refused(libc::SYS_pidfd_send_signal, 0, ALWAYS));
            rules.extend(SIGNALS.iter().map(|&call| refused(call, 0, When::IsNot(&receivers))));
            rules.extend(SIGNALS_OF_FILES);
        }
        let mut filter = vec![step(LOAD, NUMBER, 0, 0)];
        filter.extend(rules.iter().flat_map(FilteredCall::steps));
        filter.push(step(RETURN, ALLOW, 0, 0));
        filter
    }
}

#[cfg(test)]
mod tests;
