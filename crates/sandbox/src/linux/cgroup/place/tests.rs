//! Tests of the place of groups, on simulated folders; tests/sandbox tests those of the kernel.

use std::fs;

use tempfile::TempDir;

use super::*;

const MOUNTS: &str = "\
24 1 0:22 / /proc rw,nosuid - proc proc rw
30 24 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate
";

const OWN: u32 = 77;

/// A folder with the files of a group.
struct Simulated(TempDir);

impl Simulated {
    fn new(controllers: &str, enabled: &str, processes: &str) -> Simulated {
        let simulated = Simulated(tempfile::tempdir().unwrap());
        for (file, text) in [
            ("cgroup.controllers", controllers),
            ("cgroup.subtree_control", enabled),
            ("cgroup.procs", processes),
            ("cgroup.type", "domain\n"),
        ] {
            fs::write(simulated.0.path().join(file), text).unwrap();
        }
        simulated
    }

    fn topmost(self) -> Simulated {
        fs::remove_file(self.0.path().join("cgroup.type")).unwrap();
        self
    }

    fn prepare(&self) -> ControlGroup {
        prepare(self.0.path(), OWN).unwrap().can
    }

    fn read(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.0.path().join(file)).ok()
    }
}

#[test]
fn the_own_group_is_found_below_what_is_mounted() {
    let own = |text: &str, mounts: &str| groups(text, mounts).map(|groups| groups.own);
    let scope = "0::/user.slice/run-1.scope\n";
    assert_eq!(own(scope, MOUNTS), Ok("/sys/fs/cgroup/user.slice/run-1.scope".into()));
    let found = groups(scope, MOUNTS).unwrap();
    let around = ["/user.slice/run-1.scope", "/user.slice", ""];
    let around = around.map(|below| PathBuf::from(format!("/sys/fs/cgroup{below}")));
    assert_eq!(found.around(), around);
    assert!(found.top == around[2] && found.is_writable);
    // What is read-only can still be read.
    assert!(!groups(scope, &MOUNTS.replace("cgroup rw,", "cgroup ro,")).unwrap().is_writable);
    // A container that shows only its own part.
    let part = MOUNTS.replace("0:26 / ", "0:26 /user.slice ");
    assert_eq!(own(scope, &part), Ok("/sys/fs/cgroup/run-1.scope".into()));
    // Both versions at once.
    let both = format!("9:memory:/here\n{scope}");
    assert_eq!(own(&both, MOUNTS), own(scope, MOUNTS));
}

#[test]
fn a_mount_whose_name_is_not_utf_8_hides_no_group() {
    let process = tempfile::tempdir().unwrap();
    fs::write(process.path().join("cgroup"), "0::/run-1.scope\n").unwrap();
    let other = b"31 24 8:1 / /media/M\xfcller rw - ext4 /dev/sda1 rw\n";
    fs::write(process.path().join("mountinfo"), [other, MOUNTS.as_bytes()].concat()).unwrap();
    let own = groups_in(process.path()).map(|groups| groups.own);
    assert_eq!(own, Ok("/sys/fs/cgroup/run-1.scope".into()));
}

#[test]
fn each_reason_for_no_place_is_told() {
    let scope = "0::/user.slice/run-1.scope\n";
    let elsewhere = MOUNTS.replace("0:26 / ", "0:26 /docker/12 ");
    for (own, mounts, reason) in [
        ("9:memory:/here\n", MOUNTS, "the kernel has no control groups of version 2"),
        (scope, "24 1 0:22 / /proc rw - proc proc rw\n", "no file system of type cgroup2"),
        (scope, &elsewhere, "the group /user.slice/run-1.scope is outside of what /sys/fs/cgroup"),
    ] {
        let said = groups(own, mounts).unwrap_err();
        assert!(said.starts_with(reason), "{said}");
    }
    let said = prepare(Path::new("/nowhere/at/all"), OWN).unwrap_err();
    assert!(said.contains("is not delegated"), "{said}");
}

#[test]
fn who_is_alone_moves_to_a_leaf_and_hands_controllers_on() {
    let group = Simulated::new("cpu io memory pids\n", "", "77\n");
    group.prepare();
    assert_eq!(group.read("referee-judge-77/cgroup.procs").unwrap(), "77");
    assert_eq!(group.read("cgroup.subtree_control").unwrap(), "+memory +pids");
}

#[test]
fn what_is_enabled_already_needs_no_move() {
    let group = Simulated::new("memory pids\n", "memory pids\n", "");
    assert_eq!(group.prepare(), ControlGroup { memory: true, processes: true, lacks: None });
    assert_eq!(group.read("referee-judge-77/cgroup.procs"), None);
    // Only the missing one is added.
    let group = Simulated::new("memory pids\n", "pids\n", "77\n");
    group.prepare();
    assert_eq!(group.read("cgroup.subtree_control").unwrap(), "+memory");
}

#[test]
fn other_processes_are_not_moved() {
    let group = Simulated::new("memory pids\n", "", "1\n77\n0\n");
    let ControlGroup { memory, processes, lacks } = group.prepare();
    assert!(!memory && !processes);
    assert!(lacks.unwrap().ends_with("has other processes (2)"));
    assert_eq!(group.read("cgroup.subtree_control").unwrap(), "");
    assert_eq!(group.read("referee-judge-77/cgroup.procs"), None);
}

#[test]
fn nothing_is_enabled_for_the_whole_system() {
    let group = Simulated::new("memory pids\n", "pids\n", "1\n2\n77\n").topmost();
    let ControlGroup { memory, processes, lacks } = group.prepare();
    assert!(!memory && processes);
    assert!(lacks.unwrap().starts_with("memory are not enabled in "));
    assert_eq!(group.read("cgroup.subtree_control").unwrap(), "pids\n");
    let none = Simulated::new("hugetlb\n", "", "1\n").topmost();
    assert!(none.prepare().lacks.unwrap().ends_with("offers other controllers only"));
}

#[test]
fn the_place_that_can_do_more_is_taken() {
    let place = |memory, processes| {
        let can = ControlGroup { memory, processes, lacks: None };
        Ok(Place { folder: "/".into(), can })
    };
    let no = || Err("no".to_string());
    assert_eq!(better(place(true, true), || panic!("it is not asked for")), place(true, true));
    assert_eq!(better(place(false, false), || place(true, true)), place(true, true));
    assert_eq!(better(place(false, true), || place(true, false)), place(false, true));
    assert_eq!(better(place(false, false), no), place(false, false));
    assert_eq!(better(no(), || place(false, false)), place(false, false));
    assert_eq!(better(no(), || Err("other".into())), no());
}
