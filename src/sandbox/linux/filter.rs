//! The seccomp filter: which system calls a program may not make.
//!
//! All others are allowed, for the runtimes of nine languages use most of them, and the other layers
//! bound what they can do. A refused call fails with `EPERM` rather than killing: runtimes try calls
//! and live without them (a JVM opens a socket to see whether there is IPv6, glibc asks for a name
//! service). `clone3`, whose flags a filter cannot see, fails with `ENOSYS`: then libraries take
//! `clone`, whose flags it can.
//!
//! The launcher puts the filter on itself, once, and what it starts inherits it: the kernel takes 0.14 ms
//! to prepare one, more than everything else about a run. So the filter allows what the launcher has
//! to do between two runs, which is to mount and to go between namespaces. A program cannot: these
//! calls ask for capabilities, which it has not and, without new namespaces, cannot get.
//!
//! The program for the kernel is written out by hand, since `seccompiler` knows neither two error
//! codes in one filter nor how to refuse the second table of calls that x86-64 has (x32).

use libc::{c_long, sock_filter};

use super::raw;

/// The calls that fail with `EPERM`, by what they would open.
const REFUSED: &[&[c_long]] = &[
    // The network. `socketpair` is allowed: it reaches nobody outside.
    &[libc::SYS_socket, libc::SYS_bind, libc::SYS_connect, libc::SYS_listen],
    &[libc::SYS_accept, libc::SYS_accept4],
    // Other processes.
    &[libc::SYS_ptrace, libc::SYS_process_vm_readv, libc::SYS_process_vm_writev],
    &[libc::SYS_kcmp, libc::SYS_pidfd_getfd, libc::SYS_process_madvise],
    // Namespaces, and with them capabilities. (`clone` is looked at below.)
    &[libc::SYS_unshare, libc::SYS_chroot, libc::SYS_pivot_root, libc::SYS_fspick],
    &[libc::SYS_swapon, libc::SYS_swapoff, libc::SYS_quotactl],
    // Things that outlive a process: another run could find them.
    &[libc::SYS_shmget, libc::SYS_shmat, libc::SYS_shmctl, libc::SYS_shmdt],
    &[libc::SYS_semget, libc::SYS_semop, libc::SYS_semctl, libc::SYS_semtimedop],
    &[libc::SYS_msgget, libc::SYS_msgsnd, libc::SYS_msgrcv, libc::SYS_msgctl],
    &[libc::SYS_mq_open, libc::SYS_mq_unlink],
    &[libc::SYS_add_key, libc::SYS_request_key, libc::SYS_keyctl],
    // Memory that no limit counts.
    &[libc::SYS_memfd_create, libc::SYS_memfd_secret],
    // Parts of the kernel that are rarely needed and often broken.
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

/// The flags of `clone` that make namespaces.
const NAMESPACES: u32 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u32;

/// How the kernel names the architecture whose table of calls we know (`AUDIT_ARCH_*`).
const ARCHITECTURE: Option<u32> = if cfg!(target_arch = "x86_64") {
    Some(0xc000_003e)
} else if cfg!(target_arch = "aarch64") {
    Some(0xc000_00b7)
} else if cfg!(target_arch = "riscv64") {
    Some(0xc000_00f3)
} else {
    None
};

/// Numbers from here on are of the second table that x86-64 has. No other architecture has so many.
const SECOND_TABLE: u32 = 0x4000_0000;

// Where things are in `struct seccomp_data`.
const NUMBER: u32 = 0;
const ARCH: u32 = 4;
const FIRST_ARGUMENT: u32 = 16; // its lower half, on little-endian machines

// What is answered.
const ALLOW: u32 = 0x7fff_0000;
const KILL: u32 = 0x8000_0000;
const FAIL: u32 = 0x0005_0000;

// Instructions: load a word of the call's data, compare it with a constant, return.
const LOAD: u16 = 0x20;
const IF_EQUAL: u16 = 0x15;
const IF_AT_LEAST: u16 = 0x35;
const IF_ANY_BIT: u16 = 0x45;
const RETURN: u16 = 0x06;

fn step(code: u16, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code, jt, jf, k }
}

/// Filters the calls of this process and of all it will start, or says why that is impossible.
pub(super) fn install() -> Result<(), String> {
    raw::filter_system_calls(&filter()?).map_err(|error| error.to_string())
}

fn filter() -> Result<Vec<sock_filter>, String> {
    let architecture = ARCHITECTURE.ok_or("not written for this architecture")?;
    let deny = step(RETURN, FAIL | libc::EPERM as u32, 0, 0);
    let mut filter = vec![
        step(LOAD, ARCH, 0, 0),
        step(IF_EQUAL, architecture, 1, 0),
        step(RETURN, KILL, 0, 0),
        step(LOAD, NUMBER, 0, 0),
        step(IF_AT_LEAST, SECOND_TABLE, 0, 1),
        deny,
        step(IF_EQUAL, libc::SYS_clone3 as u32, 0, 1),
        step(RETURN, FAIL | libc::ENOSYS as u32, 0, 0),
        step(IF_EQUAL, libc::SYS_clone as u32, 0, 4),
        step(LOAD, FIRST_ARGUMENT, 0, 0),
        step(IF_ANY_BIT, NAMESPACES, 0, 1),
        deny,
        step(RETURN, ALLOW, 0, 0),
    ];
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
