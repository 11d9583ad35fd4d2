//! Tests of a launcher's group, on simulated folders; tests/sandbox tests those of the kernel.

use std::time::Duration;

use tempfile::TempDir;

use super::*;
use crate::{MemoryRule, TimeBy};

const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(1),
    time_by: TimeBy::Cpu,
    wall: Duration::from_secs(2),
    memory: 1000,
    memory_rule: MemoryRule::Resident,
    output: 1,
    processes: 9,
    file_size: 1,
    disk: 24,
    stack: 1,
};

/// A place, and the files that the kernel would make in a group below it.
struct Simulated(TempDir);

impl Simulated {
    fn new() -> Simulated {
        Simulated(tempfile::tempdir().unwrap())
    }

    fn place(&self) -> Place {
        let can = ControlGroup { memory: true, processes: true, lacks: None };
        Place { folder: self.0.path().into(), can }
    }

    fn hold(&self) -> HeldGroup {
        let held = HeldGroup::make(&self.place()).unwrap();
        for (file, text) in [
            ("cgroup.kill", ""),
            ("cpu.stat", "usage_usec 5000\nuser_usec 1\n"),
            ("memory.current", "300\n"),
            ("memory.events", "low 0\noom 4\noom_kill 3\noom_group_kill 1\n"),
            ("memory.max", ""),
            ("memory.oom.group", ""),
            ("memory.peak", "900\n"),
            ("memory.stat", "anon 100\nfile 50\nfile_mapped 7\n"),
            ("memory.swap.max", ""),
            ("pids.max", ""),
        ] {
            fs::write(held.path.join(RUN).join(file), text).unwrap();
        }
        held
    }
}

fn read(held: &HeldGroup, file: &str) -> String {
    fs::read_to_string(held.path.join(RUN).join(file)).unwrap()
}

fn write_to(held: &HeldGroup, file: &str, text: &str) {
    fs::write(held.path.join(RUN).join(file), text).unwrap();
}

#[test]
fn a_run_gets_its_limits_and_what_was_used_before_does_not_count() {
    let place = Simulated::new();
    let held = place.hold();
    let mut group = Group::open(&held).unwrap();
    group.begin(&LIMITS, 0).unwrap();
    // Files may be in memory, and have a limit of their own.
    assert_eq!(read(&held, "memory.max"), "1024");
    assert_eq!(read(&held, "pids.max"), "9");
    assert_eq!(read(&held, "memory.oom.group"), "1");
    assert_eq!(read(&held, "memory.swap.max"), "0");
    assert_eq!(read(&held, "memory.peak"), "000\n");
    write_to(&held, "cpu.stat", "usage_usec 5250\n");
    write_to(&held, "memory.peak", "700\n");
    let memory =
        MeasuredMemory { now: 250, most: 650, was_killed: false, was_killed_for_others: false };
    let expected = Measured { cpu: Duration::from_micros(250), memory: Some(memory) };
    assert_eq!(group.measure(), Some(expected));
}

#[test]
fn what_the_kernel_keeps_of_earlier_runs_does_not_count() {
    let place = Simulated::new();
    let held = place.hold();
    let mut group = Group::open(&held).unwrap();
    group.begin(&LIMITS, 0).unwrap();
    // Another run has looked up many names that do not exist.
    write_to(&held, "memory.current", "1050\n");
    write_to(&held, "memory.peak", "1070\n");
    let statistics = "anon 50\nfile 50\nslab_reclaimable 900\nslab 910\n";
    write_to(&held, "memory.stat", statistics);
    let memory = group.measure().unwrap().memory.unwrap();
    assert_eq!((memory.now, memory.most), (100, 120));
}

#[test]
fn files_of_the_run_in_memory_count_where_they_are_its_memory() {
    let place = Simulated::new();
    let held = place.hold();
    let mut group = Group::open(&held).unwrap();
    group.begin(&LIMITS, 0).unwrap();
    write_to(&held, "memory.peak", "700\n");
    write_to(&held, "memory.stat", "anon 100\nfile 190\nshmem 140\n");
    for (measured, expected) in
        [(group.measure(), (110, 510)), (group.measure_with_files(), (250, 650))]
    {
        let memory = measured.unwrap().memory.unwrap();
        assert_eq!((memory.now, memory.most), expected);
    }
}

#[test]
fn files_in_memory_of_earlier_runs_do_not_count() {
    let place = Simulated::new();
    let held = place.hold();
    let mut group = Group::open(&held).unwrap();
    // A compiler has built a program on a file system in memory.
    write_to(&held, "memory.stat", "anon 100\nfile 150\nshmem 100\n");
    group.begin(&LIMITS, 0).unwrap();
    write_to(&held, "memory.peak", "700\n");
    write_to(&held, "memory.stat", "anon 100\nfile 190\nshmem 140\n");
    let memory = group.measure_with_files().unwrap().memory.unwrap();
    assert_eq!((memory.now, memory.most), (150, 550));
}

#[test]
fn the_peak_is_reset_after_the_kernel_has_given_up_what_exceeds_the_limit() {
    let place = Simulated::new();
    let held = place.hold();
    let file = |name: &str| held.path.join(RUN).join(name);
    fs::remove_file(file("memory.peak")).unwrap();
    fs::hard_link(file("memory.max"), file("memory.peak")).unwrap();
    let mut group = Group::open(&held).unwrap();
    group.begin(&LIMITS, 0).unwrap();
    // The limit, and then the zero that resets the peak.
    assert_eq!(read(&held, "memory.max"), "0024");
}

#[test]
fn the_kernel_tells_whom_it_has_killed_for_memory() {
    let place = Simulated::new();
    let held = place.hold();
    let mut group = Group::open(&held).unwrap();
    group.begin(&LIMITS, 0).unwrap();
    let was_killed = |group: &Group| {
        let memory = group.measure().unwrap().memory.unwrap();
        (memory.was_killed, memory.was_killed_for_others)
    };
    assert_eq!(was_killed(&group), (false, false));
    write_to(&held, "memory.events", "low 0\noom 5\noom_kill 4\n");
    assert_eq!(was_killed(&group), (true, false));
    // The kill belongs to the previous run.
    group.begin(&LIMITS, 0).unwrap();
    assert_eq!(was_killed(&group), (false, false));
    // The limit of this group was not the reason.
    write_to(&held, "memory.events", "low 0\noom 5\noom_kill 5\n");
    assert_eq!(was_killed(&group), (false, true));
}

#[test]
fn a_group_without_controllers_counts_cpu_time_only() {
    let place = Simulated::new();
    let mut held = place.hold();
    held.can = ControlGroup { memory: false, processes: false, lacks: None };
    let mut group = Group::open(&held).unwrap();
    group.begin(&LIMITS, 0).unwrap();
    assert_eq!(group.measure(), Some(Measured { cpu: Duration::ZERO, memory: None }));
    assert_eq!((&*read(&held, "memory.max"), &*read(&held, "pids.max")), ("", ""));
}

#[test]
fn a_kernel_without_what_is_needed_is_too_old() {
    let place = Simulated::new();
    let held = place.hold();
    for file in ["memory.peak", "cgroup.kill"] {
        fs::remove_file(held.path.join(RUN).join(file)).unwrap();
        let reason = Group::open(&held).err().unwrap();
        assert!(reason.contains("older than Linux"), "{reason}");
    }
}

#[test]
fn a_group_that_was_killed_is_made_anew() {
    let place = Simulated::new();
    let held = place.hold();
    let mut group = Group::open(&held).unwrap();
    group.kill();
    assert_eq!(read(&held, "cgroup.kill"), "1");
    // Unlike the kernel's, a simulated folder is not empty and cannot be removed.
    assert!(group.begin(&LIMITS, 0).is_err());
}

#[test]
fn groups_of_launchers_that_were_killed_are_removed_and_others_are_not() {
    let place = Simulated::new();
    let living = place.hold();
    let abandoned = place.0.path().join("referee-1-0");
    fs::create_dir_all(abandoned.join(RUN)).unwrap();
    let foreign = place.0.path().join("user.slice");
    fs::create_dir(&foreign).unwrap();
    let next = HeldGroup::make(&place.place()).unwrap();
    assert!(!abandoned.exists() && foreign.exists() && living.path.join(RUN).exists());
    assert_ne!(next.path, living.path);
    let path = next.path.clone();
    // The file is the kernel's own, and goes with the folder.
    fs::remove_file(path.join("cgroup.subtree_control")).unwrap();
    drop(next);
    assert!(!path.exists());
}
