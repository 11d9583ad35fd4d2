//! A launcher whose limits or priority were changed runs nothing more, since every program would
//! inherit them.

use std::fs;
use std::path::{Path, PathBuf};

use referee_base::files::remove_what_was_left;
use referee_programs::{Executor, Sandboxes};
use referee_sandbox::{ProcessExit, SandboxError, Setup};
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit, setpriority_process};

use crate::executables::{REFEREE, write_executable};
use crate::support::{Probe, open_folder, setup};

/// Returns a launcher with a path of its own, by which it can be found, and its folder.
fn own_launcher(without: &[&str]) -> (tempfile::TempDir, Setup) {
    let folder = open_folder();
    let launcher = folder.path().join("launcher");
    write_executable(&launcher, fs::read(REFEREE).unwrap());
    let setup = Setup { launcher, ..setup(without) };
    (folder, setup)
}

/// Returns the processes that run this program.
fn processes_of(program: &Path) -> Vec<Pid> {
    let entries = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let runs = |path: &PathBuf| fs::read_link(path.join("exe")).is_ok_and(|exe| exe == program);
    let number = |path: PathBuf| path.file_name()?.to_str()?.parse().ok().and_then(Pid::from_raw);
    entries.filter(runs).filter_map(number).collect()
}

/// Returns whether a process still holds anything: a zombie has closed its files.
fn is_alive(process: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero()));
    // The state follows the name in parentheses.
    stat.is_ok_and(|stat| {
        stat.rsplit_once(") ").is_some_and(|(_, state)| !state.starts_with(['Z', 'X']))
    })
}

/// What is changed, and how.
type Move = (&'static str, fn(Pid));

/// What a program could do to its launcher if it were allowed to.
const MOVES: [Move; 2] = [
    ("its limits", |launcher| {
        let files = Rlimit { current: Some(100), maximum: Some(100) };
        prlimit(Some(launcher), Resource::Nofile, files).unwrap();
    }),
    ("its priority", |launcher| setpriority_process(Some(launcher), 19).unwrap()),
];

#[test]
fn a_launcher_that_has_moved_says_so_and_runs_nothing() {
    for without in [&[][..], &["namespaces"]] {
        for (what, moves) in MOVES {
            let (_folder, setup) = own_launcher(without);
            let mut probe = Probe::of(&setup);
            for _ in 0..2 {
                assert_eq!(probe.run(&["exit", "7"]).ended.exit, ProcessExit::Exited(7));
                assert!(probe.sandbox.is_fit());
            }
            processes_of(&setup.launcher).into_iter().for_each(moves);
            match probe.try_command(&["true".into()]) {
                Err(SandboxError::Moved(said)) => assert_eq!(said, what),
                other => panic!("{what}: {other:?}"),
            }
            assert!(!probe.sandbox.is_fit());
        }
    }
}

#[test]
fn a_run_whose_launcher_has_moved_is_made_elsewhere() {
    for (what, moves) in MOVES {
        let (_folder, setup) = own_launcher(&[]);
        let sandboxes = Sandboxes::start(setup.clone(), 1).unwrap();
        let probe = Probe::of(&setup);
        let command = ["sh", "-c", "ulimit -n; nice"].map(Into::into);
        let mut said = Vec::new();
        for turn in 0..3 {
            let before = processes_of(&setup.launcher);
            if turn > 0 {
                before.into_iter().for_each(moves);
            }
            let ended = sandboxes.run(&probe.any_run(&command), &mut |reader| {
                let mut output = String::new();
                reader.read_to_string(&mut output).unwrap();
                said.push(output);
            });
            assert_eq!(ended.expect(what).exit, ProcessExit::Exited(0));
        }
        assert_eq!(said.len(), 3, "the output of each run is read once");
        assert!(said.iter().all(|line| *line == said[0]), "{what}: {said:?}");
    }
}

/// Returns the resident memory of a process in KiB.
fn resident(process: Pid) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.as_raw_nonzero())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[test]
fn a_launcher_does_not_grow_with_its_runs() {
    let (_folder, setup) = own_launcher(&[]);
    let mut probe = Probe::of(&setup);
    // So many that whatever is kept of each run shows.
    probe.environment = (0..2000).map(|at| (format!("V{at}").into(), "".into())).collect();
    let size = || processes_of(&setup.launcher).into_iter().filter_map(resident).sum::<u64>();
    let mut run = |count: u32| {
        for _ in 0..count {
            assert_eq!(probe.run(&["exit", "7"]).ended.exit, ProcessExit::Exited(7));
        }
    };
    run(20);
    let before = size();
    run(200);
    assert!(size() < before + 1024, "it had {before} KiB, and has {} KiB", size());
}

/// Without namespaces, the folders of a launcher are among those of others, and a filter only
/// pretends to lock files.
#[test]
fn working_folders_on_the_host_are_kept_while_in_use_and_swept_after_a_kill() {
    let (_folder, setup) = own_launcher(&["namespaces"]);
    let mut probe = Probe::of(&setup);
    let mut path = PathBuf::new();
    // It prints its folder, and waits for a file.
    let script = "pwd; until [ -e go ]; do :; done; ls";
    let seen = probe.watched(&["sh".into(), "-c".into(), script.into()], &mut |line| {
        path = PathBuf::from(line);
        // As at every start.
        remove_what_was_left();
        fs::write(path.join("go"), "").expect("the folder of a running program is still there");
    });
    assert_eq!(seen.output, "go\n");
    assert!(!path.exists(), "it is gone after the run");
    let home = path.parent().and_then(Path::parent).unwrap().to_path_buf();
    assert!(home.is_dir(), "it stays as long as the launcher: {}", home.display());
    for launcher in processes_of(&setup.launcher) {
        kill_process(launcher, Signal::KILL).unwrap();
        // Its lock is released with it.
        while is_alive(launcher) {}
    }
    remove_what_was_left();
    assert!(!home.exists(), "the next start removes what a killed launcher has left");
}
