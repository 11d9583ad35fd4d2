//! A sandbox with the misbehaving program in it.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::time::Duration;

use referee_sandbox::{
    Ended, Input, Isolation, Limits, MemoryRule, Run, Sandbox, SandboxError, Setup, Stdin, Stdout,
    TimeBy, WorkingFiles,
};

use crate::executables::REFEREE;

/// The program, compiled once. There is a C compiler, since the toolchain needs it as linker.
static PROGRAM: LazyLock<tempfile::TempDir> = LazyLock::new(|| {
    let folder = open_folder();
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/sandbox/program.c");
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-w", "-pthread", source, "-o"]).arg(folder.path().join("program"));
    assert!(compiler.status().expect("there is a C compiler").success());
    folder
});

/// Returns a folder that every user may enter.
pub(crate) fn open_folder() -> tempfile::TempDir {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let open = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open).unwrap();
    folder
}

/// Returns a setup with all layers but some.
pub(crate) fn setup(without: &[&str]) -> Setup {
    let without = without.iter().map(|layer| layer.to_string()).collect();
    let launcher = REFEREE.into();
    Setup { launcher, without, ..Setup::new(Isolation::Auto) }
}

/// Runs a test with all layers, and with those that need no namespaces; both also without a control
/// group.
pub(crate) fn everywhere(test: impl Fn(&mut Probe)) {
    for without in [&[][..], &["namespaces"], &["cgroup"], &["namespaces", "cgroup"]] {
        let mut probe = Probe::start(without);
        println!("with {:?}", probe.sandbox.layers());
        test(&mut probe);
    }
}

/// The same, except that on a system where nothing hides files, it prints that the test is skipped.
pub(crate) fn where_files_are_hidden(test: impl Fn(&mut Probe)) {
    everywhere(|probe| {
        let layers = probe.sandbox.layers();
        if layers.namespaces.is_ok() || layers.landlock.is_ok() {
            test(probe);
        } else {
            println!("SKIPPED: this system hides no files: {layers:?}");
        }
    });
}

/// The time limit of programs that must reach it. All others have so much time that a busy machine
/// does not matter.
pub(crate) const LITTLE: Duration = Duration::from_millis(300);

/// A sandbox, and the settings of the next runs.
pub(crate) struct Probe {
    pub(crate) sandbox: Sandbox,
    pub(crate) limits: Limits,
    pub(crate) stderr: usize,
    pub(crate) environment: Vec<(OsString, OsString)>,
    pub(crate) readable: Vec<PathBuf>,
    pub(crate) files: Option<WorkingFiles>,
    input: Input,
}

/// The result of a run.
pub(crate) struct Seen {
    pub(crate) ended: Ended,
    pub(crate) output: String,
}

impl Probe {
    pub(crate) fn start(without: &[&str]) -> Probe {
        Probe::of(&setup(without))
    }

    pub(crate) fn of(setup: &Setup) -> Probe {
        LazyLock::force(&PROGRAM);
        let limits = Limits {
            cpu: Duration::from_secs(5),
            time_by: TimeBy::Cpu,
            wall: Duration::from_secs(20),
            memory: 64 << 20,
            memory_rule: MemoryRule::AddressSpace,
            output: 1 << 20,
            processes: 8,
            file_size: 1 << 20,
            disk: 1 << 20,
            stack: 8 << 20,
        };
        Probe {
            sandbox: Sandbox::start(setup).expect("it starts"),
            limits,
            stderr: 1000,
            environment: Vec::new(),
            readable: Vec::new(),
            files: None,
            input: Input::new(b"").unwrap(),
        }
    }

    /// Returns whether the program has a file system and processes of its own.
    pub(crate) fn is_inside(&self) -> bool {
        self.sandbox.layers().namespaces.is_ok()
    }

    pub(crate) fn with_input(&mut self, bytes: &[u8]) -> &mut Probe {
        self.input = Input::new(bytes).unwrap();
        self
    }

    /// Runs the misbehaving program.
    pub(crate) fn run(&mut self, words: &[&str]) -> Seen {
        let command = self.program(words);
        self.command(&command)
    }

    pub(crate) fn run_with(&mut self, words: &[&str], stdin: Stdin) -> Seen {
        let command = self.program(words);
        let mut output = String::new();
        let read = &mut |reader: &mut dyn Read| output = read(reader);
        let ended = self.any(&command, Some(stdin), None, read).expect("it runs");
        Seen { ended, output }
    }

    pub(crate) fn run_reading(
        &mut self,
        words: &[&str],
        mut read: impl FnMut(&mut dyn Read),
    ) -> Ended {
        let command = self.program(words);
        self.any(&command, None, None, &mut read).expect("it runs")
    }

    /// Runs any program.
    pub(crate) fn command(&mut self, command: &[OsString]) -> Seen {
        let mut output = String::new();
        let read = &mut |reader: &mut dyn Read| output = read(reader);
        let ended = self.any(command, None, None, read).expect("it runs");
        Seen { ended, output }
    }

    /// Runs any program, and passes on the first line of its output as soon as it arrives.
    pub(crate) fn watched(&mut self, command: &[OsString], first: &mut dyn FnMut(&str)) -> Seen {
        let mut output = String::new();
        let read = &mut |reader: &mut dyn Read| {
            let mut reader = BufReader::new(reader);
            let mut line = String::new();
            reader.read_line(&mut line).expect("it can be read");
            first(line.trim_end());
            output = crate::support::read(&mut reader);
        };
        let ended = self.any(command, None, None, read).expect("it runs");
        Seen { ended, output }
    }

    pub(crate) fn try_command(&mut self, command: &[OsString]) -> Result<Ended, SandboxError> {
        self.any(command, None, None, &mut |_| ())
    }

    pub(crate) fn try_writing(
        &mut self,
        command: &[OsString],
        folder: &Path,
    ) -> Result<Ended, SandboxError> {
        self.any(command, None, Some(folder), &mut |_| ())
    }

    /// Returns the folder of the misbehaving program.
    pub(crate) fn folder(&self) -> &'static Path {
        PROGRAM.path()
    }

    pub(crate) fn program(&self, words: &[&str]) -> Vec<OsString> {
        let program = self.sandbox.layers().folder_inside(PROGRAM.path()).join("program");
        [program.into_os_string()].into_iter().chain(words.iter().map(OsString::from)).collect()
    }

    fn any(
        &mut self,
        command: &[OsString],
        stdin: Option<Stdin>,
        writable: Option<&Path>,
        read: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<Ended, SandboxError> {
        let run = Run {
            command: command.to_vec(),
            environment: self.environment.clone(),
            program: Some(PROGRAM.path()),
            readable: self.readable.clone(),
            writable,
            files: self.files.as_ref(),
            stdin: stdin.unwrap_or(Stdin::Input(&self.input)),
            stdout: Stdout::Read,
            stderr: self.stderr,
            warm: None,
            limits: self.limits,
        };
        self.sandbox.run(&run, read)
    }

    /// Returns a run of any program, for any sandbox.
    pub(crate) fn any_run(&self, command: &[OsString]) -> Run<'_> {
        Run {
            command: command.to_vec(),
            environment: self.environment.clone(),
            program: None,
            readable: self.readable.clone(),
            writable: None,
            files: None,
            stdin: Stdin::Input(&self.input),
            stdout: Stdout::Read,
            stderr: self.stderr,
            warm: None,
            limits: self.limits,
        }
    }
}

fn read(reader: &mut dyn Read) -> String {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}
