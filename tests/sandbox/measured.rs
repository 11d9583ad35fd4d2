//! Measurements of a program by the optional layers: a control group, and a counter.
//!
//! Not every machine has them; if one is missing, the test prints that and does nothing.

use referee_sandbox::{
    ControlGroup, Counted, MemoryRule, ProcessExit, SandboxError, Setup, Stopped, TimeBy,
    time_of_instructions,
};

use crate::support::{LITTLE, Probe, everywhere, setup};

const MIB: u64 = 1 << 20;

/// Runs a test in a control group, with and without namespaces, if the group has what is needed.
fn in_a_group(needed: impl Fn(&ControlGroup) -> bool, test: impl Fn(&mut Probe)) {
    for without in [&[][..], &["namespaces"]] {
        let mut probe = Probe::start(without);
        match &probe.sandbox.layers().cgroup {
            Ok(group) if needed(group) => test(&mut probe),
            Ok(group) => println!("SKIPPED: control groups are without that: {group:?}"),
            Err(reason) => println!("SKIPPED: there are no control groups: {reason}"),
        }
    }
}

#[test]
fn a_group_counts_the_time_of_children_whom_nobody_has_seen() {
    in_a_group(
        |_| true,
        |probe| {
            probe.limits.cpu = LITTLE;
            let ended = probe.run(&["unseen"]).ended;
            assert_eq!(ended.stopped, Some(Stopped::Cpu));
            assert!(ended.cpu > probe.limits.cpu);
            // The next run does not inherit the time of the run before.
            let ended = probe.run(&["echo"]).ended;
            assert_eq!((ended.stopped, ended.exit), (None, ProcessExit::Exited(0)));
        },
    );
}

#[test]
fn a_group_serves_after_a_run_that_was_killed() {
    in_a_group(
        |_| true,
        |probe| {
            for _ in 0..3 {
                probe.limits.cpu = LITTLE;
                assert_eq!(probe.run(&["deaf"]).ended.stopped, Some(Stopped::Cpu));
                let ended = probe.run(&["exit", "7"]).ended;
                assert_eq!((ended.stopped, ended.exit), (None, ProcessExit::Exited(7)));
            }
        },
    );
}

#[test]
fn a_group_counts_shared_pages_once() {
    in_a_group(
        |group| group.memory,
        |probe| {
            let seen = probe.run(&["share", "40"]);
            assert_eq!((seen.ended.stopped, &*seen.output), (None, "shared\n"));
            let used = seen.ended.memory;
            assert!(used > 40 * MIB && used < 50 * MIB, "{used}");
        },
    );
}

#[test]
fn a_group_knows_the_largest_memory_and_bounds_it() {
    in_a_group(
        |group| group.memory,
        |probe| {
            let seen = probe.run(&["peak", "50"]);
            assert_eq!((seen.ended.stopped, &*seen.output), (None, "given back\n"));
            assert!(seen.ended.memory > 50 * MIB && seen.ended.memory < 60 * MIB);
            // Between two checks it could take much more.
            for rule in [MemoryRule::Resident, MemoryRule::AddressSpace] {
                probe.limits.memory_rule = rule;
                let seen = probe.run(&["peak", "600"]);
                assert_eq!((seen.ended.stopped, &*seen.output), (Some(Stopped::Memory), ""));
                let most = probe.limits.memory + probe.limits.disk;
                assert!(seen.ended.memory <= most, "{}", seen.ended.memory);
            }
            // The maximum of another run is forgotten.
            assert!(probe.run(&["echo"]).ended.memory < 10 * MIB);
        },
    );
}

/// Returns a sandbox that counts the clock of tasks, which every machine has.
fn counting(without: &[&str]) -> Option<Probe> {
    let probe = Probe::of(&Setup { count: Some(Counted::TaskClock), ..setup(without) });
    let can_count = probe.sandbox.layers().counter.clone();
    can_count.inspect_err(|reason| println!("SKIPPED: nothing can be counted: {reason}")).ok()?;
    Some(probe)
}

#[test]
fn a_counter_counts_each_run_with_all_its_processes() {
    for without in [&[][..], &["namespaces", "cgroup"]] {
        let Some(mut probe) = counting(without) else { return };
        probe.limits.time_by = TimeBy::Instructions;
        probe.limits.cpu = LITTLE / 3;
        for command in ["deaf", "threads", "children", "unseen"] {
            let ended = probe.run(&[command]).ended;
            let end = (ended.stopped, ended.exit);
            assert_eq!(end, (Some(Stopped::Cpu), ProcessExit::Killed(9)), "{command} {ended:?}");
            // The clock counts nanoseconds, and two counts are a nanosecond of time here.
            let counted = time_of_instructions(ended.instructions.unwrap());
            assert_eq!(ended.time(), counted, "{command}");
            assert!(counted > probe.limits.cpu, "{command}");
        }
        let ended = probe.run(&["echo"]).ended;
        assert!(ended.stopped.is_none() && ended.time() < probe.limits.cpu, "{ended:?}");
        // CPU time decides if requested.
        probe.limits.time_by = TimeBy::Cpu;
        let ended = probe.run(&["deaf"]).ended;
        assert_eq!((ended.stopped, ended.time()), (Some(Stopped::Cpu), ended.cpu));
        assert!(ended.instructions.is_some());
    }
}

#[test]
fn nothing_is_run_by_instructions_that_are_not_counted() {
    everywhere(|probe| {
        assert_eq!(probe.run(&["echo"]).ended.instructions, None);
        probe.limits.time_by = TimeBy::Instructions;
        let command = probe.program(&["echo"]);
        let refused = probe.try_command(&command).unwrap_err();
        let SandboxError::Unable(reason) = refused else { panic!("{refused}") };
        assert!(reason.starts_with("instructions are not counted: "), "{reason}");
    });
}

#[test]
fn instructions_are_counted_where_the_machine_can() {
    let mut probe = Probe::of(&Setup { count: Some(Counted::Instructions), ..setup(&[]) });
    if let Err(reason) = &probe.sandbox.layers().counter {
        return println!("SKIPPED: no instructions are counted here: {reason}");
    }
    let count = probe.run(&["echo"]).ended.instructions.unwrap() as f64;
    let again = probe.run(&["echo"]).ended.instructions.unwrap() as f64;
    assert!(count > 10_000.0 && (count / again - 1.0).abs() < 0.01, "{count} {again}");
    probe.limits.time_by = TimeBy::Instructions;
    probe.limits.cpu = LITTLE;
    for command in ["deaf", "children"] {
        let ended = probe.run(&[command]).ended;
        assert_eq!(ended.stopped, Some(Stopped::Cpu), "{command}");
        assert!(ended.time() > probe.limits.cpu, "{command}");
    }
}
