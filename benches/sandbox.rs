//! The cost of a run in the sandbox beyond the bare start of the same program, in the same run.
//!
//! The floor is `posix_spawn` and `wait`, as in the standard library. The target is a difference,
//! not a ratio: at most 0.25 ms more per run, with all layers that the system supports.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use referee_sandbox::{
    Input, Isolation, Limits, MemoryRule, ProcessExit, Run, Sandbox, Setup, Stdin, Stdout, TimeBy,
};

use referee_benches::{Table, medians, milliseconds};

/// The number of runs in a turn.
const RUNS: u64 = 20;

/// The maximum cost of the layers per run.
const TARGET: Duration = Duration::from_micros(250);

/// A program that ends immediately and uses no library, so that nothing hides the added cost.
const BARE: &str =
    "void _start(void) { for (;;) __asm__ volatile(\"syscall\" : : \"a\"(60L), \"D\"(0L)); }";

/// A typical program of a contestant.
const USUAL: &str = "#include <stdio.h>\nint main(void) { puts(\"1\"); return 0; }";

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    open(folder.path());
    let programs = [
        ("bare", BARE, &["-static", "-nostdlib"][..], "a program without a library"),
        ("usual", USUAL, &[], "a C program"),
    ];
    let mut setup = Setup::new(Isolation::Auto);
    setup.launcher = referee_benches::program().into();
    let mut sandbox = Sandbox::start(&setup).expect("a sandbox");
    println!("layers: {:?}", sandbox.layers());
    let mut table = Table::begin();
    for (name, source, options, what) in programs {
        let program = folder.path().join(name);
        if !compile(source, options, &program) {
            println!("SKIPPED {what}: it cannot be compiled here");
            continue;
        }
        let [ours, floor] = medians([&mut || sandboxed(&mut sandbox, &program), &mut || {
            (0..RUNS).map(|_| bare(&program)).sum()
        }]);
        let (ours, floor) = (ours / RUNS as u32, floor / RUNS as u32);
        table.times(&format!("{what}, against posix_spawn"), ours, floor, None);
        let more = ours.saturating_sub(floor);
        let part = more.as_secs_f64() / TARGET.as_secs_f64();
        let (more, target) = (milliseconds(more), milliseconds(TARGET));
        table.row(&format!("{what}, what it costs more"), &more, &target, part, Some(1.0));
    }
    table.end();
}

fn open(folder: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let open = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder, open).expect("our own folder");
}

fn compile(source: &str, options: &[&str], program: &Path) -> bool {
    let file = program.with_extension("c");
    std::fs::write(&file, source).expect("a file");
    let compiler =
        Command::new("cc").args(options).arg("-O2").arg(&file).arg("-o").arg(program).status();
    compiler.is_ok_and(|status| status.success())
}

fn bare(program: &Path) -> u64 {
    let status = Command::new(program).stdin(Stdio::null()).stdout(Stdio::null()).status();
    assert!(status.expect("it starts").success());
    1
}

fn sandboxed(sandbox: &mut Sandbox, program: &Path) -> u64 {
    let input = Input::new(b"").expect("an input");
    let folder = program.parent().expect("it has a folder");
    let inside = sandbox.layers().folder_inside(folder).join(program.file_name().expect("a name"));
    let run = Run {
        command: vec![inside.into()],
        environment: Vec::new(),
        program: Some(folder),
        readable: Vec::new(),
        writable: None,
        files: None,
        stdin: Stdin::Input(&input),
        stdout: Stdout::Read,
        stderr: 4096,
        warm: None,
        limits: Limits {
            cpu: Duration::from_secs(1),
            time_by: TimeBy::Cpu,
            wall: Duration::from_secs(10),
            memory: 256 << 20,
            memory_rule: MemoryRule::AddressSpace,
            output: 1 << 20,
            processes: 4,
            file_size: 1 << 20,
            disk: 1 << 20,
            stack: 8 << 20,
        },
    };
    for _ in 0..RUNS {
        let read = &mut |output: &mut dyn std::io::Read| {
            std::io::copy(output, &mut std::io::sink()).expect("it can be read");
        };
        let ended = sandbox.run(&run, read).expect("it runs");
        assert_eq!(ended.exit, ProcessExit::Exited(0));
    }
    RUNS
}
