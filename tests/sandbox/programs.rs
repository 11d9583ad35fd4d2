//! One test per misbehaviour.

use std::fs::{self, File};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::time::Duration;

use referee_sandbox::{ProcessExit, Stdin, Stopped};

use crate::support::{LITTLE, Probe, everywhere, open_folder, where_files_are_hidden};

/// Returns whether a process with this argument lives on the host.
fn lives(word: &str) -> bool {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let commands = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let is_ours =
        |command: &[u8]| command.split(|&byte| byte == 0).any(|part| part == word.as_bytes());
    commands.into_iter().any(|command| is_ours(&command))
}

/// Returns a word that no other process has.
fn unique(name: &str, probe: &Probe) -> String {
    format!("{name}-{}-{}", std::process::id(), probe.is_inside())
}

#[test]
fn the_answer_beside_the_input_is_out_of_reach() {
    where_files_are_hidden(|probe| {
        let folder = open_folder();
        let answer = folder.path().join("case.ans");
        fs::write(&answer, "the answer").unwrap();
        fs::write(folder.path().join("case.in"), "the input").unwrap();
        let file = File::open(folder.path().join("case.in")).unwrap();
        let seen = probe.run_with(&["steal"], Stdin::File(&file));
        assert_eq!(seen.output, "refused\nrefused\nbeside refused\n");
        let seen = probe.run(&["steal"]);
        assert_eq!(seen.output, "refused\nrefused\nbeside refused\n");
        let seen = probe.run(&["show", answer.to_str().unwrap()]);
        assert_eq!(seen.output, "refused\n");
    });
}

#[test]
fn home_secrets_and_other_submissions_are_out_of_reach() {
    where_files_are_hidden(|probe| {
        let other = open_folder();
        fs::write(other.path().join("main.c"), "secret").unwrap();
        let home = std::env::var("HOME").unwrap_or("/root".into());
        let paths = ["/etc/shadow", "/etc/hostname", "/root", "/var/log", "/proc/1/environ", &home];
        for path in paths.into_iter().chain([other.path().join("main.c").to_str().unwrap()]) {
            let seen = probe.run(&["show", path]);
            assert_eq!(seen.output, "refused\n", "{path}");
            assert_eq!(seen.ended.exit, ProcessExit::Exited(0));
        }
    });
}

#[test]
fn a_program_sees_no_process_but_its_own() {
    let mut probe = Probe::start(&[]);
    if !probe.is_inside() {
        return println!("SKIPPED a_program_sees_no_process_but_its_own: there are no namespaces");
    }
    let seen = probe.run(&["list", "/proc"]);
    assert_eq!(seen.output.lines().filter(|name| name.parse::<u32>().is_ok()).count(), 1);
    // Its descriptors: three, and the one it lists the folder with.
    let seen = probe.run(&["list", "/proc/self/fd"]);
    assert_eq!(seen.output, "0\n1\n2\n3\n");
}

#[test]
fn there_is_no_network() {
    everywhere(|probe| {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port().to_string();
        assert_eq!(probe.run(&["network", &port]).output, "connect refused\ndatagram refused\n");
    });
    // Nor is there one without the filter of system calls.
    let mut probe = Probe::start(&["seccomp"]);
    if probe.is_inside() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port().to_string();
        assert_eq!(probe.run(&["network", &port]).output, "connect refused\ndatagram refused\n");
    }
}

#[test]
fn privileges_do_not_grow() {
    everywhere(|probe| {
        let refused = "unshare refused\nclone refused\nshared memory refused\nmount refused\n\
                       memory file refused\ncounter refused\nclone3 refused\n";
        assert_eq!(probe.run(&["grow"]).output, refused);
        // Even root's own programs do not run as root.
        let seen = probe.run(&["user"]);
        assert!(!seen.output.starts_with("0 "), "{}", seen.output);
    });
}

#[test]
fn a_program_that_belongs_to_root_and_says_so_raises_nobody() {
    use std::os::unix::fs::PermissionsExt;
    let Some(su) = ["/usr/bin/su", "/bin/su"]
        .into_iter()
        .find(|su| fs::metadata(su).is_ok_and(|found| found.permissions().mode() & 0o4000 != 0))
    else {
        return println!("SKIPPED a_program_that_belongs_to_root: there is none here");
    };
    everywhere(|probe| {
        let seen = probe.command(&[su.into(), "-c".into(), "id -u".into()]);
        assert!(seen.ended.exit != ProcessExit::Exited(0) && seen.output.is_empty());
    });
}

#[test]
fn others_cannot_be_killed_or_traced() {
    everywhere(|probe| {
        if !probe.is_inside() && !matches!(probe.sandbox.layers().landlock, Ok(6..)) {
            return println!("SKIPPED others_cannot_be_killed_or_traced: Landlock is too old");
        }
        let mut victim = Command::new("cat")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("there is a victim");
        let seen = probe.run(&["attack", &victim.id().to_string()]);
        assert_eq!(seen.output, "kill refused\ntrace refused\ntrace me refused\n");
        assert_eq!(victim.try_wait().unwrap(), None);
        victim.kill().unwrap();
        victim.wait().unwrap();
        // It tried to kill its parent too.
        assert_eq!(probe.run(&["exit", "5"]).ended.exit, ProcessExit::Exited(5));
    });
}

#[test]
fn a_fork_bomb_is_stopped_and_nothing_of_it_is_left() {
    everywhere(|probe| {
        let word = unique("bomb", probe);
        probe.limits.cpu = LITTLE;
        let seen = probe.run(&["fork-bomb", &word]);
        assert_eq!(seen.ended.stopped, Some(Stopped::Cpu));
        assert!(!lives(&word));
    });
}

#[test]
fn a_daemon_does_not_survive() {
    everywhere(|probe| {
        let word = unique("daemon", probe);
        let seen = probe.run(&["daemon", &word]);
        assert_eq!((seen.ended.exit, seen.ended.stopped), (ProcessExit::Exited(0), None));
        assert!(!lives(&word));
    });
}

#[test]
fn a_grandchild_that_holds_the_pipes_holds_up_nothing() {
    everywhere(|probe| {
        let seen = probe.run(&["hold"]);
        assert_eq!((seen.ended.exit, seen.ended.stopped), (ProcessExit::Exited(0), None));
        assert_eq!(seen.output, "left\n");
    });
}

#[test]
fn who_does_nothing_is_stopped_by_the_clock() {
    everywhere(|probe| {
        probe.limits.wall = Duration::from_millis(100);
        for command in ["sleep", "stop"] {
            let ended = probe.run(&[command]).ended;
            assert_eq!((ended.stopped, ended.exit), (Some(Stopped::Wall), ProcessExit::Killed(9)));
            assert!(ended.cpu < probe.limits.cpu && ended.wall >= probe.limits.wall);
        }
    });
}

#[test]
fn who_works_too_long_is_stopped_whatever_it_ignores() {
    everywhere(|probe| {
        probe.limits.cpu = LITTLE;
        // In itself, in a thread, and in children one after the other.
        for command in ["deaf", "threads", "children"] {
            let ended = probe.run(&[command]).ended;
            assert_eq!(ended.stopped, Some(Stopped::Cpu), "{command}");
            assert_eq!(ended.exit, ProcessExit::Killed(9), "{command}");
            assert!(ended.cpu > probe.limits.cpu, "{command}");
        }
    });
}

#[test]
fn a_stack_that_overflows_is_a_crash() {
    everywhere(|probe| {
        assert_eq!(probe.run(&["overflow"]).ended.exit, ProcessExit::Killed(11));
    });
}

#[test]
fn huge_files_cannot_be_made() {
    everywhere(|probe| {
        assert_eq!(probe.run(&["sparse"]).output, "truncate refused\nwrite refused\n");
    });
}

#[test]
fn what_a_program_writes_is_bounded_and_gone_after() {
    everywhere(|probe| {
        let seen = probe.run(&["fill"]);
        // Without a file system of its own, only the size of each file is limited.
        assert_eq!(seen.output, if probe.is_inside() { "full\n" } else { "" });
        assert_eq!(seen.ended.exit, ProcessExit::Exited(0));
        assert_eq!(probe.run(&["list", "."]).output, "");
        assert_eq!(probe.run(&["fill"]).output, seen.output);
    });
}

#[test]
fn planted_links_lead_nowhere() {
    everywhere(|probe| {
        let host = open_folder();
        fs::write(host.path().join("kept"), "kept").unwrap();
        let seen = probe.run(&["plant", host.path().to_str().unwrap()]);
        // If programs run as their caller, calls that change permissions are refused, but a folder
        // can be created without any.
        let layers = probe.sandbox.layers();
        let is_of_caller = layers.namespaces.is_err() && !rustix::process::geteuid().is_root();
        let is_refused = is_of_caller && layers.seccomp.is_ok();
        let close = if is_refused { "refused" } else { "done" };
        assert_eq!(seen.output, format!("link done\ninner link done\nclose {close}\n"));
        assert_eq!(probe.run(&["list", "."]).output, "");
        assert_eq!(fs::read_to_string(host.path().join("kept")).unwrap(), "kept");
    });
}
