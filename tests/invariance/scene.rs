//! What is judged, where it lies, and how the judge is called: everything that a transformation may
//! change.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use crate::corpus::Program;
use crate::problems::Problem;

/// The time limit in seconds of programs that should not reach it.
const PLENTY: &str = "10";
/// The time limit in seconds of programs that run until their time is up.
const FEW: &str = "1";

/// The submission of one program.
pub(crate) struct HandIn {
    pub(crate) program: &'static Program,
    /// Its folder, or its only file, in the folder of submissions; the first three digits in the
    /// name are its number.
    pub(crate) entry: String,
    /// The files in that folder, the first of which contains `main`; or a single file with an empty
    /// name.
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl HandIn {
    /// Returns the path of one of its files in the folder of submissions.
    pub(crate) fn path(&self, file: &str) -> String {
        if file.is_empty() { self.entry.clone() } else { format!("{}/{file}", self.entry) }
    }
}

/// A call of the judge, and its surroundings.
pub(crate) struct Scene {
    /// The folder of everything else, which only this scene uses.
    pub(crate) temporary: TempDir,
    /// The folder with the problem and the submissions, in which the judge is called.
    pub(crate) folder: PathBuf,
    pub(crate) problem: &'static Problem,
    pub(crate) hand_ins: Vec<HandIn>,
    /// Further files in the folder.
    pub(crate) beside: Vec<(String, Vec<u8>)>,
    /// The words before the judge's name: programs that change something and then start the judge.
    pub(crate) before: Vec<String>,
    /// The arguments that name the problem and the programs.
    pub(crate) named: Vec<String>,
    pub(crate) options: Vec<String>,
    /// Calls the judge, once or several times, and returns the events of the report that counts.
    pub(crate) run: fn(&Scene) -> Output,
}

/// The folder of submissions.
pub(crate) const HAND_INS: &str = "hand-ins";

impl Scene {
    /// Returns a plain call that judges these programs, of which all or none are slow.
    pub(crate) fn new(problem: &'static Problem, programs: &[&'static Program]) -> Scene {
        let temporary = scratch(&std::env::temp_dir());
        let hand_ins = programs.iter().enumerate().map(|(number, program)| HandIn {
            program,
            entry: format!("{number:03}"),
            files: program.files.clone(),
        });
        let is_slow = programs.iter().any(|program| program.is_slow);
        let options = [
            "--time-limit",
            if is_slow { FEW } else { PLENTY },
            "--memory",
            "256",
            "--output-limit",
            "1",
        ];
        Scene {
            folder: temporary.path().join("work"),
            temporary,
            problem,
            hand_ins: hand_ins.collect(),
            beside: Vec::new(),
            before: Vec::new(),
            named: ["problem", HAND_INS].map(String::from).to_vec(),
            options: options.map(String::from).to_vec(),
            run: |scene| scene.judge(&["--record", "off"]),
        }
    }

    /// Moves everything into another folder.
    pub(crate) fn lie_in(&mut self, folder: &Path) {
        self.temporary = scratch(folder);
        self.folder = self.temporary.path().join("work");
    }

    /// Adds words before the judge's name.
    pub(crate) fn through(&mut self, words: &[&str]) {
        self.before.extend(words.iter().map(|word| word.to_string()));
    }

    /// Writes everything.
    pub(crate) fn write(&self) {
        for (name, text) in self.problem.files() {
            write(&self.folder.join("problem").join(name), text.as_bytes());
        }
        for (name, content) in &self.beside {
            write(&self.folder.join(name), content);
        }
        for hand_in in &self.hand_ins {
            for (name, content) in &hand_in.files {
                write(&self.folder.join(HAND_INS).join(hand_in.path(name)), content);
            }
        }
    }

    /// Returns the judge's command with these options in addition to those of the scene.
    pub(crate) fn command(&self, options: &[&str]) -> Command {
        let mut command = self.program();
        command.args(&self.named).args(&self.options).args(options).args(["--report", "jsonl"]);
        command
    }

    /// Returns the command that judges a shard.
    pub(crate) fn shard(&self, number: &str) -> Command {
        let mut command = self.program_of(&["shard", "run", number]);
        command.args(&self.named).args(&self.options).args(["--report", "jsonl"]);
        command
    }

    /// Returns the judge's command without options.
    pub(crate) fn program(&self) -> Command {
        self.program_of(&["judge"])
    }

    fn program_of(&self, verb: &[&str]) -> Command {
        let own = [REFEREE].iter().chain(verb).map(ToString::to_string);
        let words: Vec<String> = self.before.iter().cloned().chain(own).collect();
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).current_dir(&self.folder).stdin(Stdio::null());
        command.env("XDG_STATE_HOME", self.temporary.path().join("state"));
        command.env("XDG_CACHE_HOME", self.temporary.path().join("cache"));
        command
    }

    /// Returns whether the words before the judge's name work on this machine.
    pub(crate) fn is_possible(&self) -> bool {
        let words = self.before.iter().map(String::as_str).chain(["true"]).collect::<Vec<_>>();
        let mut command = Command::new(words[0]);
        command.args(&words[1..]).current_dir(&self.folder).stdout(Stdio::null());
        command.stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    /// Calls the judge with these options.
    pub(crate) fn judge(&self, options: &[&str]) -> Output {
        self.command(options).output().unwrap()
    }
}

/// The program under test: always that of this build, which detects overflow.
pub(crate) const REFEREE: &str = env!("CARGO_BIN_EXE_referee");

/// Writes a file, and creates its folders.
fn write(path: &Path, content: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// Creates a temporary folder that every user may enter and write to.
pub(crate) fn scratch(folder: &Path) -> TempDir {
    let scratch =
        tempfile::Builder::new().prefix("referee-invariance-").tempdir_in(folder).unwrap();
    fs::set_permissions(scratch.path(), fs::Permissions::from_mode(0o777)).unwrap();
    scratch
}
