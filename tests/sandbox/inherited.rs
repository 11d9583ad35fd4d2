//! Kernel limits under which the judge itself was started are the caller's responsibility.

use std::process::Command;

use referee_sandbox::{ProcessExit, SandboxError, Setup};
use tempfile::TempDir;

use crate::executables::{REFEREE, write_executable};
use crate::support::{Probe, open_folder, setup};

/// Returns a launcher that a shell starts after these commands.
fn started_after(commands: &str, start: &str) -> (TempDir, Setup) {
    let folder = open_folder();
    let launcher = folder.path().join("launcher");
    let script = format!("#!/bin/sh\n{commands}\nexec {start} '{REFEREE}' \"$@\"\n");
    write_executable(&launcher, script);
    (folder, Setup { launcher, ..setup(&[]) })
}

/// Returns how to start a program that may not raise hard limits; `None` if that is impossible.
fn as_one_who_may_not_raise_them() -> Option<&'static str> {
    if !rustix::process::geteuid().is_root() {
        return Some("");
    }
    let start = "setpriv --bounding-set=-sys_resource";
    let tried = Command::new("sh").args(["-c", &format!("{start} true")]).status();
    tried.is_ok_and(|status| status.success()).then_some(start)
}

#[test]
fn what_may_be_raised_is_raised() {
    let seen = |setup: &Setup| {
        let mut probe = Probe::of(setup);
        let shell = "ulimit -v; ulimit -f; ulimit -n; ulimit -t; ulimit -d; ulimit -s";
        probe.command(&["sh", "-c", shell].map(Into::into)).output
    };
    let soft =
        "ulimit -S -v 300000; ulimit -S -f 9; ulimit -S -n 32; ulimit -S -t 3; ulimit -S -d 90000";
    let (_folder, setup) = started_after(soft, "");
    assert_eq!(seen(&setup), seen(&crate::support::setup(&[])));
    // Root can usually raise hard limits too, but not in every container.
    let may = Command::new("sh").args(["-c", "ulimit -t 3; ulimit -t unlimited"]).output();
    if may.is_ok_and(|tried| tried.status.success()) {
        let (_folder, setup) = started_after(&soft.replace("-S ", ""), "");
        assert_eq!(seen(&setup), seen(&crate::support::setup(&[])));
    }
}

#[test]
fn what_may_not_be_raised_is_named_and_nothing_is_run() {
    let Some(start) = as_one_who_may_not_raise_them() else {
        return println!("SKIPPED: there is no setpriv");
    };
    for (command, flag, expected) in [
        (
            "ulimit -v 900000",
            "v",
            "878.9 MiB on address space, and a program needs up to 17536.0 MiB",
        ),
        ("ulimit -d 300000", "d", "293.0 MiB on data, and a program needs up to 8576.0 MiB"),
        ("ulimit -t 4", "t", "4 s on CPU time, and a program needs up to 7 s"),
        ("ulimit -f 1024", "f", "0.5 MiB on file size, and a program needs up to 1.0 MiB"),
        ("ulimit -s 4096", "s", "4.0 MiB on stack, and a program needs up to 8.0 MiB"),
        ("ulimit -n 64", "n", "64 on open files, and a program needs up to 256"),
        ("prlimit --pid $$ --nproc=4", "u", "4 on processes, and a program needs up to 8"),
    ] {
        let (_folder, setup) = started_after(command, start);
        match Probe::of(&setup).try_command(&["true".into()]) {
            Err(SandboxError::Unable(reason)) => {
                assert!(reason.contains(expected), "{command}: {reason}");
                assert!(reason.contains(&format!("(ulimit -H{flag})")), "{command}: {reason}");
            }
            other => panic!("{command}: {other:?}"),
        }
    }
}

#[test]
fn what_is_low_is_told_before_anything_is_run() {
    let Some(start) = as_one_who_may_not_raise_them() else {
        return println!("SKIPPED: there is no setpriv");
    };
    let (_folder, setup) = started_after("ulimit -s 16384; ulimit -n 512", start);
    let mut probe = Probe::of(&setup);
    let notes = [
        "no program that may use more stack than 16.0 MiB, by an inherited limit (ulimit -Hs)",
        "no program that may use more open files than 512, by an inherited limit (ulimit -Hn)",
    ];
    assert_eq!(probe.sandbox.layers().notes, notes);
    assert_eq!(probe.run(&["exit", "5"]).ended.exit, ProcessExit::Exited(5));
}

#[test]
fn a_program_that_cannot_be_waited_for_has_no_result() {
    let folder = open_folder();
    let without = folder.path().join("without");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/environments/without.c");
    let compiled = Command::new("cc").arg("-o").arg(&without).arg(source).status();
    assert!(compiled.expect("there is a C compiler").success());
    let (_folder, setup) = started_after("", &format!("'{}' pidfd --", without.display()));
    let mut probe = Probe::of(&setup);
    for _ in 0..2 {
        match probe.try_command(&["true".into()]) {
            Err(SandboxError::Unable(reason)) => {
                assert!(reason.starts_with("cannot wait for the program: "), "{reason}");
            }
            other => panic!("{other:?}"),
        }
    }
}
