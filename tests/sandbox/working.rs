//! Where the working folders are if no namespaces hide them.

use std::process::Command;

use referee_sandbox::{SandboxError, Setup};
use tempfile::TempDir;

use crate::executables::{REFEREE, write_executable};
use crate::support::{Probe, open_folder, setup};

/// The folder for temporary files that launchers use: that of the tests may lie under one of the
/// mounts.
const TEMPORARY: &str = "/var/tmp";

/// Returns a launcher on a machine with these file systems; `None` if they cannot be mounted.
fn with_mounts(mounts: &[&str]) -> Option<(TempDir, Setup)> {
    let is_root = rustix::process::geteuid().is_root();
    let apart = if is_root { "unshare --mount" } else { "unshare --map-root-user --mount" };
    let mounts: String = mounts.iter().map(|mount| format!("mount -t tmpfs {mount} && ")).collect();
    let tried = Command::new("sh").args(["-c", &format!("{apart} sh -c '{mounts} true'")]).status();
    if !tried.is_ok_and(|status| status.success()) {
        println!("SKIPPED: nothing can be mounted here");
        return None;
    }
    let folder = open_folder();
    let launcher = folder.path().join("launcher");
    // All arguments, with one folder replaced by another.
    let temporary = std::env::temp_dir();
    let known = format!("${{@//\"\\\"{}\\\"\"/\"\\\"{TEMPORARY}\\\"\"}}", temporary.display());
    let script = format!(
        "#!/bin/bash\nexec {apart} sh -c '{mounts} exec \"$0\" \"$@\"' '{REFEREE}' \"{known}\"\n"
    );
    write_executable(&launcher, script);
    Some((folder, Setup { launcher, ..setup(&["namespaces"]) }))
}

const WRITING: [&str; 3] = ["sh", "-c", "head -c 500000 /dev/zero > file && wc -c < file"];

#[test]
fn where_there_is_little_shared_memory_the_folder_is_elsewhere() {
    for mount in ["-o size=64k none /dev/shm", "-o ro none /dev/shm", "-o mode=700 none /dev/shm"] {
        let Some((_folder, setup)) = with_mounts(&[mount]) else { return };
        let seen = Probe::of(&setup).command(&WRITING.map(Into::into));
        assert_eq!(seen.output.trim(), "500000", "{mount}: {:?}", seen.ended);
    }
}

#[test]
fn where_there_is_room_nowhere_nothing_is_run() {
    let full = format!("-o size=64k none {TEMPORARY}");
    let Some((_folder, setup)) = with_mounts(&["-o ro none /dev/shm", &full]) else { return };
    let mut probe = Probe::of(&setup);
    match probe.try_command(&["true".into()]) {
        Err(SandboxError::Unable(reason)) => {
            for part in ["/dev/shm", "0 MiB are free of 1 MiB", "set TMPDIR"] {
                assert!(reason.contains(part), "{reason}");
            }
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_run_that_has_filled_the_file_system_does_not_count() {
    let Some((_folder, setup)) = with_mounts(&["-o size=1536k none /dev/shm"]) else { return };
    let mut probe = Probe::of(&setup);
    // As if other programs had left no room: each file is within the limits, and the last one is
    // truncated.
    let fill = "for file in a b c; do head -c 1000000 /dev/zero > $file; done 2> /dev/null";
    match probe.try_command(&["sh", "-c", fill].map(Into::into)) {
        Err(SandboxError::Unable(reason)) => {
            assert!(reason.contains("/dev/shm"), "{reason}");
            assert!(reason.ends_with("became full; set TMPDIR to a larger one"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
    // The next run has room.
    assert_eq!(probe.command(&WRITING.map(Into::into)).output.trim(), "500000");
}

#[test]
fn namespaces_that_fail_late_leave_the_control_group_as_it_is() {
    // The kernel mounts no `/proc` in new namespaces where a part of it is hidden.
    let Some((_folder, setup)) = with_mounts(&["none /proc/tty"]) else { return };
    let setup = Setup { without: Vec::new(), ..setup };
    let layers = Probe::of(&setup).sandbox.layers().clone();
    if layers.namespaces.is_ok() {
        return println!("SKIPPED: namespaces do not fail here");
    }
    let expected = Probe::start(&["namespaces"]).sandbox.layers().cgroup.clone();
    assert_eq!(layers.cgroup, expected);
}
