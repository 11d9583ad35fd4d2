//! Tests the answers of the filters with an interpreter, so that no call has to be made.

use super::*;

const OWN: u32 = 4711;
const REFUSE: u32 = FAIL | libc::EPERM as u32;
const SUCCEED: u32 = FAIL | NO_ERROR as u32;

/// Runs a filter as the kernel does and returns the answer to a call with these first arguments.
fn answer<const N: usize>(filter: &[sock_filter], call: c_long, arguments: [u32; N]) -> u32 {
    let (mut at, mut loaded) = (0, 0);
    loop {
        let sock_filter { code, jt, jf, k } = filter[at];
        let jump = |holds| usize::from(if holds { jt } else { jf });
        at += 1;
        match code {
            LOAD if k == NUMBER => loaded = call as u32,
            LOAD if k == ARCH => loaded = ARCHITECTURE.unwrap(),
            LOAD => loaded = arguments[(k - ARGUMENTS) as usize / 8],
            IF_EQUAL => at += jump(loaded == k),
            IF_AT_LEAST => at += jump(loaded >= k),
            IF_ANY_BIT => at += jump(loaded & k != 0),
            RETURN => return k,
            _ => panic!("no such instruction: {code:#x}"),
        }
    }
}

#[test]
fn calls_and_arguments_decide() {
    let filter = filter(true).unwrap();
    for (call, arguments, expected) in [
        (libc::SYS_read, [0, 0], ALLOW),
        (libc::SYS_socket, [1, 1], REFUSE),
        (libc::SYS_clone3, [0, 0], FAIL | libc::ENOSYS as u32),
        (LANDLOCK_ADD_RULE, [3, 1], REFUSE),
        (libc::SYS_prctl, [libc::PR_SET_SECCOMP as u32, 2], REFUSE),
        (libc::SYS_prctl, [libc::PR_SET_NAME as u32, 0], ALLOW),
        (libc::SYS_fadvise64, [3, 0], SUCCEED),
        (OPENAT2, [3, 0], FAIL | libc::ENOSYS as u32),
        (libc::SYS_clone, [libc::CLONE_NEWUSER as u32, 0], REFUSE),
        (libc::SYS_clone, [libc::CLONE_VM as u32, 0], ALLOW),
        (libc::SYS_prlimit64, [0, 0], ALLOW),
        (libc::SYS_prlimit64, [OWN, 0], REFUSE),
        (libc::SYS_sched_setscheduler, [OWN, libc::SCHED_OTHER as u32], SUCCEED),
        (libc::SYS_sched_setscheduler, [OWN, libc::SCHED_IDLE as u32], REFUSE),
        (libc::SYS_sched_setscheduler, [0, libc::SCHED_IDLE as u32], ALLOW),
        (libc::SYS_flock, [3, libc::LOCK_EX as u32], SUCCEED),
        (libc::SYS_fcntl, [3, libc::F_SETLKW as u32], SUCCEED),
        (libc::SYS_fcntl, [3, libc::F_NOTIFY as u32], REFUSE),
        (libc::SYS_fcntl, [3, libc::F_GETFD as u32], ALLOW),
        (libc::SYS_socketpair, [1, libc::SOCK_STREAM as u32], ALLOW),
        (libc::SYS_socketpair, [1, libc::SOCK_DGRAM as u32], REFUSE),
    ] {
        assert_eq!(answer(&filter, call, arguments), expected, "{call} {arguments:?}");
    }
}

#[test]
fn reading_past_the_memory_is_refused_whenever_it_is_asked_for() {
    let filter = filter(true).unwrap();
    let (direct, append) = (libc::O_DIRECT as u32, libc::O_APPEND as u32);
    let set = libc::F_SETFL as u32;
    let refuse = FAIL | libc::EINVAL as u32;
    for (call, arguments, expected) in [
        (libc::SYS_openat, [3, 0, direct], refuse),
        (libc::SYS_openat, [3, 0, append], ALLOW),
        (libc::SYS_fcntl, [3, set, direct | append], refuse),
        (libc::SYS_fcntl, [3, set, append], ALLOW),
        (libc::SYS_fcntl, [3, libc::F_DUPFD as u32, direct], ALLOW),
        (libc::SYS_fcntl, [3, libc::F_SETLK as u32, direct], SUCCEED),
    ] {
        assert_eq!(answer(&filter, call, arguments), expected, "{call} {arguments:?}");
    }
}

#[test]
fn a_program_of_the_callers_user_signals_itself_alone() {
    let filter = Refusals { signals: true, ..Refusals::default() }.filter(OWN);
    for call in SIGNALS {
        for (receiver, expected) in
            [(OWN, ALLOW), (0, ALLOW), (OWN.wrapping_neg(), ALLOW), (1, REFUSE)]
        {
            assert_eq!(answer(&filter, *call, [receiver, 9]), expected, "{call} {receiver}");
        }
    }
    for (call, arguments, expected) in [
        (libc::SYS_pidfd_send_signal, [3, 9], REFUSE),
        (libc::SYS_fcntl, [3, libc::F_SETOWN as u32], REFUSE),
        (libc::SYS_fcntl, [3, F_SETOWN_EX], REFUSE),
        (libc::SYS_fcntl, [3, libc::F_GETFL as u32], ALLOW),
        (libc::SYS_ioctl, [3, FIOSETOWN], REFUSE),
        (libc::SYS_ioctl, [3, SIOCSPGRP], REFUSE),
        (libc::SYS_ioctl, [3, libc::TIOCGWINSZ as u32], ALLOW),
        (libc::SYS_fchmod, [3, 0], ALLOW),
    ] {
        assert_eq!(answer(&filter, call, arguments), expected, "{call} {arguments:?}");
    }
    let filter = Refusals { modes: true, ..Refusals::default() }.filter(OWN);
    assert!(MODES.iter().all(|&call| answer(&filter, call, [0, 0]) == REFUSE));
    assert!(TIMES.iter().all(|&call| answer(&filter, call, [0, 0]) == ALLOW));
    assert_eq!(answer(&filter, libc::SYS_kill, [1, 9]), ALLOW);
    let filter = Refusals { times: true, ..Refusals::default() }.filter(OWN);
    assert!(TIMES.iter().all(|&call| answer(&filter, call, [0, 0]) == REFUSE));
    assert!(MODES.iter().all(|&call| answer(&filter, call, [0, 0]) == ALLOW));
}

#[test]
fn what_launchers_need_the_last_filter_refuses() {
    let (first, last) = (filter(false).unwrap(), Refusals::default().filter(OWN));
    for FilteredCall { call, .. } in PREPARATIONS {
        let arguments = [libc::PR_SET_SECCOMP as u32, 0];
        assert_eq!(answer(&first, *call, arguments), ALLOW, "{call}");
        assert_ne!(answer(&last, *call, arguments), ALLOW, "{call}");
    }
}
