//! What a program may try, and its required outcome, with all layers and without namespaces.
//!
//! `program.c` has one misbehaviour per name. Time limits are short, and no test depends on how
//! long anything takes, only on what the sandbox reports.

#[path = "../executables/mod.rs"]
mod executables;
mod inherited;
mod launcher;
mod measured;
mod processor;
mod programs;
mod support;
mod warm;
mod working;

use std::fs::File;
use std::io::Read;

use executables::write_executable;
use referee_base::cores::cores;
use referee_sandbox::{
    Ended, Isolation, Limits, MemoryRule, ProcessExit, Sandbox, SandboxError, Setup, Stdin,
    Stopped, WorkingFile, WorkingFiles,
};
use support::{LITTLE, Probe, everywhere, setup, where_files_are_hidden};

#[test]
fn input_comes_in_and_output_goes_out() {
    everywhere(|probe| {
        let seen = probe.with_input(b"two\nlines\n").run(&["echo"]);
        assert_eq!(seen.output, "two\nlines\n");
        assert_eq!((seen.ended.exit, seen.ended.stopped), (ProcessExit::Exited(0), None));
        assert_eq!(seen.ended.output_bytes, 10);
        assert!(seen.ended.memory > 0 && seen.ended.cpu > std::time::Duration::ZERO);
    });
}

#[test]
fn files_lie_in_the_working_folder_and_go_with_the_run() {
    everywhere(|probe| {
        let folder = support::open_folder();
        // More than everything the program may write itself.
        probe.limits.disk = 8 << 10;
        for (name, text) in [("a", "one\n".repeat(10_000)), ("b", "two\n".into())] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let files = [("a", "a"), ("b", "deep/er/b")];
        let files = files.map(|(file, name)| (name, folder.path().join(file)));
        let working = || files.iter().map(|(name, path)| WorkingFile { name, path });
        for _ in 0..2 {
            probe.files = Some(WorkingFiles::read(working()).unwrap());
            let command = ["sh", "-c", "wc -c < a; cat deep/er/b; echo x > deep/er/b; rm a; ls"];
            let seen = probe.command(&command.map(Into::into));
            let lines: Vec<&str> = seen.output.lines().map(str::trim).collect();
            assert_eq!(lines, ["40000", "two", "deep"]);
            probe.files = None;
            assert_eq!(probe.run(&["list", "."]).output, "");
        }
        assert_eq!(std::fs::read_to_string(folder.path().join("b")).unwrap(), "two\n");
    });
}

#[test]
fn the_exit_code_is_the_programs_own() {
    everywhere(|probe| {
        for code in [0, 1, 42, 43, 127, 255] {
            assert_eq!(
                probe.run(&["exit", &code.to_string()]).ended.exit,
                ProcessExit::Exited(code)
            );
        }
    });
}

#[test]
fn a_missing_program_is_said_and_the_sandbox_goes_on() {
    everywhere(|probe| {
        for missing in ["/no/such/program", "no-such-program"] {
            match probe.try_command(&[missing.into()]) {
                Err(SandboxError::Start { command, .. }) => assert_eq!(command, missing),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(probe.run(&["exit", "7"]).ended.exit, ProcessExit::Exited(7));
    });
}

#[test]
fn a_checker_need_not_read_and_a_program_need_not_either() {
    everywhere(|probe| {
        let ended = probe.run_reading(&["write", "300000"], |output| {
            assert_eq!(output.read(&mut [0; 10]).unwrap(), 10);
        });
        assert_eq!((ended.exit, ended.output_bytes), (ProcessExit::Exited(0), 300_000));
        let seen = probe.with_input(&[b'x'; 1 << 20]).run(&["exit", "0"]);
        assert_eq!(seen.ended.exit, ProcessExit::Exited(0));
        let seen = probe.run(&["close-stdout"]);
        assert_eq!((seen.ended.exit, seen.ended.output_bytes), (ProcessExit::Exited(0), 0));
    });
}

#[test]
fn output_ends_at_its_limit() {
    everywhere(|probe| {
        probe.limits.output = 100_000;
        let seen = probe.run(&["write", "100000"]);
        assert_eq!((seen.ended.stopped, seen.ended.exit), (None, ProcessExit::Exited(0)));
        for command in [&["write", "100001"][..], &["flood"]] {
            let seen = probe.run(command);
            assert_eq!(seen.ended.stopped, Some(Stopped::Output), "{command:?}");
            assert_eq!((seen.ended.output_bytes, seen.output.len()), (100_000, 100_000));
        }
    });
}

#[test]
fn standard_error_is_kept_as_far_as_wanted() {
    everywhere(|probe| {
        let script = "echo 0123456789 >&2; echo more >&2";
        probe.stderr = 5;
        let ended = probe.try_command(&["sh".into(), "-c".into(), script.into()]).unwrap();
        assert_eq!(ended.stderr, b"01234");
        probe.stderr = 0;
        let ended = probe.try_command(&["sh".into(), "-c".into(), script.into()]).unwrap();
        assert!(ended.stderr.is_empty());
    });
}

#[test]
fn standard_streams_can_be_opened_by_their_names() {
    everywhere(|probe| {
        let script = "cat /dev/stdin > /dev/stdout; cat /proc/self/fd/0 > /proc/self/fd/1; \
                      echo said > /dev/stderr; echo more > /proc/self/fd/2";
        let seen = probe.with_input(b"line\n").command(&["sh", "-c", script].map(Into::into));
        assert_eq!(seen.output, "line\nline\n");
        assert_eq!(seen.ended.stderr, b"said\nmore\n");
    });
}

#[test]
fn a_thread_has_the_stack_of_a_program_that_is_started_outside() {
    everywhere(|probe| {
        probe.limits.stack = Limits::stack_for(probe.limits.memory);
        let seen = probe.run(&["deep-threads", "7"]);
        assert_eq!((&*seen.output, seen.ended.exit), ("done\n", ProcessExit::Exited(0)));
    });
}

#[test]
fn the_environment_is_what_was_given() {
    everywhere(|probe| {
        probe.environment = vec![("GIVEN".into(), "yes".into())];
        let seen = probe.command(&["env".into()]);
        let mut names: Vec<&str> =
            seen.output.lines().filter_map(|line| Some(line.split_once('=')?.0)).collect();
        names.sort_unstable();
        assert_eq!(names, ["GIVEN", "HOME", "LC_ALL", "PATH", "TMPDIR", "TZ"]);
    });
}

#[test]
fn what_a_compiler_writes_remains() {
    everywhere(|probe| {
        let folder = support::open_folder();
        let touch = ["touch".into(), "made".into()];
        let ended = probe.try_writing(&touch, folder.path()).unwrap();
        assert_eq!(ended.exit, ProcessExit::Exited(0));
        assert!(folder.path().join("made").is_file());
        // The next run works in another folder.
        assert_eq!(probe.run(&["list", "."]).output, "");
    });
}

#[test]
fn a_language_may_lie_anywhere() {
    where_files_are_hidden(|probe| {
        // In the folder of temporary files, of which a program otherwise sees its own version.
        let folder = support::open_folder();
        let file = folder.path().join("runtime");
        std::fs::write(&file, "found").unwrap();
        let path = file.to_str().unwrap();
        assert_eq!(probe.run(&["show", path]).output, "refused\n");
        probe.readable = vec![folder.path().to_path_buf()];
        assert_eq!(probe.run(&["show", path]).output, "found");
        probe.readable = Vec::new();
        assert_eq!(probe.run(&["show", path]).output, "refused\n");
    });
}

#[test]
fn an_open_file_is_read_from_where_it_stands() {
    everywhere(|probe| {
        let folder = support::open_folder();
        std::fs::write(folder.path().join("case.in"), "skipped rest").unwrap();
        let mut file = File::open(folder.path().join("case.in")).unwrap();
        file.read_exact(&mut [0; 8]).unwrap();
        assert_eq!(probe.run_with(&["echo"], Stdin::File(&file)).output, "rest");
    });
}

#[test]
fn memory_is_bounded_by_either_rule() {
    everywhere(|probe| {
        for rule in [MemoryRule::AddressSpace, MemoryRule::Resident] {
            probe.limits.memory_rule = rule;
            let seen = probe.run(&["memory-bomb"]);
            assert_eq!(seen.ended.stopped, Some(Stopped::Memory), "{rule:?}");
            assert!(seen.ended.memory > probe.limits.memory, "{rule:?}");
        }
    });
}

#[test]
fn memory_that_is_reserved_and_not_touched_does_not_count() {
    everywhere(|probe| {
        probe.limits.memory_rule = MemoryRule::AddressSpace;
        // Far more than the memory limit, but less than a process may reserve.
        let seen = probe.run(&["reserve", "8500"]);
        assert_eq!((seen.ended.exit, seen.ended.stopped), (ProcessExit::Exited(0), None));
        assert!(seen.ended.memory < probe.limits.memory);
        // A larger reservation is refused, and noticed while the program lives.
        let seen = probe.run(&["reserve", "8600"]);
        assert_eq!((seen.ended.exit, seen.ended.stopped), (ProcessExit::Exited(3), None));
        let most = probe.limits.data().unwrap();
        let reserved = seen.ended.data;
        assert!(reserved > most - most / 16 && reserved <= most, "{reserved}");
    });
}

#[test]
fn what_a_process_can_touch_between_two_looks_is_bounded() {
    everywhere(|probe| {
        let memory = probe.limits.memory;
        for (rule, bound) in [
            (MemoryRule::AddressSpace, 2 * memory + (8448 << 20)),
            (MemoryRule::Data { slack: 64 << 20 }, 2 * memory + (8256 << 20)),
        ] {
            probe.limits.memory_rule = rule;
            assert_eq!(probe.limits.data(), Some(bound));
            let seen = probe.run(&["burst", &(bound >> 20).to_string()]);
            assert_eq!((seen.ended.exit, seen.ended.stopped), (ProcessExit::Exited(3), None));
            assert!(seen.ended.memory < memory, "{rule:?}");
        }
        // A smaller burst is granted, and exceeds the limit.
        let seen = probe.run(&["burst", "128"]);
        assert_eq!(seen.ended.stopped, Some(Stopped::Memory));
    });
}

#[test]
fn what_processes_share_counts_once() {
    everywhere(|probe| {
        assert_eq!(probe.run(&["family-reads", "40"]).ended.stopped, None);
        assert_eq!(probe.run(&["family-writes", "40"]).ended.stopped, Some(Stopped::Memory));
    });
}

#[test]
fn files_in_memory_are_memory() {
    everywhere(|probe| {
        if !probe.is_inside() {
            return;
        }
        (probe.limits.disk, probe.limits.file_size) = (128 << 20, 128 << 20);
        let ended = probe.run(&["file", "40"]).ended;
        assert_eq!((ended.exit, ended.stopped), (ProcessExit::Exited(0), None));
        assert!(ended.memory >= 40 << 20, "{ended:?}");
        // The program may have ended before this is noticed.
        assert_eq!(probe.run(&["file", "80"]).ended.stopped, Some(Stopped::Memory));
        assert_eq!(probe.run(&["kept-file", "80"]).ended.stopped, Some(Stopped::Memory));
        // A mapped file does not count twice.
        let ended = probe.run(&["mapped-file", "40"]).ended;
        assert_eq!((ended.exit, ended.stopped), (ProcessExit::Exited(0), None));
        // Files that were there before the run do not count.
        let folder = support::open_folder();
        let path = folder.path().join("given");
        std::fs::write(&path, vec![7; 60 << 20]).unwrap();
        let given = WorkingFile { name: "given", path: &path };
        probe.files = Some(WorkingFiles::read([given]).unwrap());
        assert_eq!(probe.run(&["file", "40"]).ended.stopped, None);
    });
}

#[test]
fn static_arrays_that_do_not_fit_are_memory() {
    let folder = support::open_folder();
    for (mebibytes, stopped) in
        [(8500, None), (8700, Some(Stopped::Memory)), (20_000, Some(Stopped::Memory))]
    {
        let source =
            format!("static char all[{mebibytes}L << 20]; int main(void) {{ return all[1]; }}");
        let (file, program) = (folder.path().join("arrays.c"), folder.path().join("arrays"));
        std::fs::write(&file, source).unwrap();
        let mut compiler = std::process::Command::new("cc");
        let model = if cfg!(target_arch = "x86_64") {
            &["-mcmodel=medium"][..]
        } else {
            &["-mcmodel=large", "-fno-pic", "-no-pie"]
        };
        compiler.args(model).arg(&file).arg("-o").arg(&program);
        assert!(compiler.status().unwrap().success());
        everywhere(|probe| {
            probe.limits.memory_rule = MemoryRule::AddressSpace;
            probe.readable = vec![folder.path().to_path_buf()];
            let ended = probe.try_command(&[program.clone().into_os_string()]).unwrap();
            assert_eq!(ended.stopped, stopped, "{mebibytes} MiB: {ended:?}");
        });
    }
}

#[test]
fn a_file_that_stays_open_for_writing_cannot_be_executed() {
    let folder = support::open_folder();
    let program = folder.path().join("program");
    everywhere(|probe| {
        write_executable(&program, "#!/bin/sh\nexit 7\n");
        probe.readable = vec![folder.path().to_path_buf()];
        let command = [program.clone().into_os_string()];
        let writer = File::options().append(true).open(&program).unwrap();
        match probe.try_command(&command) {
            Err(SandboxError::Start { reason, .. }) => assert!(reason.contains("busy"), "{reason}"),
            other => panic!("{other:?}"),
        }
        drop(writer);
        assert_eq!(probe.try_command(&command).unwrap().exit, ProcessExit::Exited(7));
    });
}

#[test]
fn time_in_which_others_have_the_processor_does_not_count() {
    if !std::path::Path::new("/proc/self/schedstat").exists() {
        return println!("SKIPPED: this kernel does not count how long threads wait");
    }
    // Three on one core: each waits for the others, and none sleeps.
    let setup = Setup { processor: cores().first().copied(), ..setup(&[]) };
    std::thread::scope(|scope| {
        let waiting = [(); 3].map(|()| {
            scope.spawn(|| {
                let mut probe = Probe::of(&setup);
                probe.limits.cpu = std::time::Duration::from_secs(1);
                probe.limits.wall = std::time::Duration::from_millis(1300);
                let ended = probe.run(&["deaf"]).ended;
                assert_eq!(ended.stopped, Some(Stopped::Cpu), "{ended:?}");
                ended
            })
        });
        let ended = waiting.map(|waiting| waiting.join().unwrap());
        assert!(ended.iter().any(Ended::waited_much), "{ended:?}");
    });
}

#[test]
fn the_layers_are_told() {
    let mut all = Probe::start(&[]);
    assert!(all.sandbox.layers().holding().contains(&"rlimits"));
    let few = Probe::start(&["namespaces", "landlock", "cgroup"]);
    let layers = few.sandbox.layers();
    assert_eq!(layers.holding(), ["seccomp", "rlimits"]);
    assert_eq!(layers.missing(), [("namespaces", "not wanted"), ("landlock", "not wanted")]);
    // The reported layers are those that the program finds.
    if all.sandbox.layers().namespaces.is_ok() {
        assert_eq!(all.run(&["user"]).output, "1000 1000\n");
    }
}

#[test]
fn required_isolation_refuses_to_do_with_less() {
    let mut without = setup(&["seccomp"]);
    without.isolation = Isolation::Required;
    let others = Probe::start(&[]).sandbox.layers().missing().len();
    match Sandbox::start(&without) {
        // If the system has all other layers, this one is named.
        Err(SandboxError::Missing(reason)) => {
            assert!(others > 0 || reason.contains("seccomp"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn without_isolation_the_limits_still_hold() {
    let mut off = setup(&[]);
    off.isolation = Isolation::Off;
    let mut probe = Probe::of(&off);
    assert_eq!(probe.sandbox.layers().missing().len(), 3);
    probe.limits.cpu = LITTLE;
    let seen = probe.run(&["deaf"]);
    assert_eq!((seen.ended.stopped, seen.ended.exit), (Some(Stopped::Cpu), ProcessExit::Killed(9)));
}
