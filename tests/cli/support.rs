//! A temporary folder to work in, the program under test to run in it, and its result.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use tempfile::TempDir;

pub(crate) use crate::executables::REFEREE;
use crate::one_language::alone;
use crate::shipped::INFINITY_WAR;

/// Alice at (1,1) captures Bob at (2,2) with the move (1,1).
pub(crate) const ALICE: &str = "3\n1 1\n2 2\n1 1\n0 1\n-1 0\n";
/// Alice cannot capture Bob, and (1,1) is one of the squares that Bob cannot reach.
pub(crate) const TIE: &str = "4\n1 4\n4 1\n0 1\n-1 0\n1 0\n0 2\n";
/// Alice cannot capture Bob, and Bob reaches all four squares.
pub(crate) const BOB: &str = "2\n1 2\n2 1\n-1 0\n0 1\n";

/// A `referee.toml` with which programs in Python compile and start in a fifth of the time: under
/// CPython, not PyPy, and without the search for installed packages.
pub(crate) const CPYTHON: &str = "format = 1\n[[language]]\nname = 'python'\n\
    compile = ['python3', '-I', '-S', '-c', 'import sys; compile(open(sys.argv[1]).read(), sys.argv[1], \"exec\")', '{main}']\n\
    run = ['python3', '-S', '{main}']\nversion = ['-V']\n\
    locate = ['-S', '-c', 'import sys; print(sys.executable)']\n";

/// A temporary folder, in which commands run, and one for the state they keep for the user.
pub(crate) struct Folder(TempDir, TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        let make = || tempfile::Builder::new().prefix("referee-cli-").tempdir().unwrap();
        Folder(make(), make())
    }

    /// A folder with `cases/`: three cases of Infinity War with right answers.
    pub(crate) fn with_cases() -> Folder {
        INFINITY_WAR.with_cases()
    }

    /// A folder with `cases/` and `outputs/`: the three cases and three contestants.
    pub(crate) fn with_outputs() -> Folder {
        let folder = Folder::with_cases();
        folder.outputs("outputs/ants", ["Alice wins\n", "tie 3 4\n", "Bob wins\n"]);
        folder.outputs("outputs/bees", ["alice WINS", "tie 4 2\n", "tie 1 1\n"]);
        folder.write("outputs/crabs/sample/1-alice.out", "Alice  win\n");
        folder.write("outputs/crabs/secret/2-tie.out", " \n");
        folder.write("outputs/crabs/secret/4-none.out", "Bob wins\n");
        folder
    }

    /// Writes a case below `cases/`.
    pub(crate) fn case(&self, name: &str, input: impl AsRef<[u8]>, answer: impl AsRef<[u8]>) {
        self.write(format!("cases/{name}.in"), input);
        self.write(format!("cases/{name}.ans"), answer);
    }

    /// Writes the outputs of a contestant for the three cases.
    pub(crate) fn outputs(&self, contestant: &str, texts: [&str; 3]) {
        INFINITY_WAR.outputs(self, contestant, texts);
    }

    /// Returns the absolute path of a name in the folder.
    pub(crate) fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file, and creates its folders.
    pub(crate) fn write(&self, name: impl AsRef<Path>, bytes: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub(crate) fn read(&self, name: impl AsRef<Path>) -> String {
        let path = self.path(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    pub(crate) fn has(&self, name: impl AsRef<Path>) -> bool {
        self.path(name).symlink_metadata().is_ok()
    }

    /// Returns every regular file below with its content, including temporary ones.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let walk = walkdir::WalkDir::new(self.0.path()).into_iter();
        walk.filter_map(Result::ok)
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| {
                let name = entry.path().strip_prefix(self.0.path()).unwrap().to_path_buf();
                (name, fs::read(entry.path()).unwrap())
            })
            .collect()
    }

    /// Returns the folder of what commands keep for others.
    pub(crate) fn cache(&self) -> &Path {
        self.1.path()
    }

    /// Returns the names of all files below, with `/` between parts.
    pub(crate) fn names(&self) -> Vec<String> {
        let names = self.files().into_keys();
        names.map(|name| name.to_string_lossy().replace('\\', "/")).collect()
    }

    /// Returns the temporary files that `referee` left behind.
    pub(crate) fn left_over(&self) -> Vec<String> {
        self.names().into_iter().filter(|name| name.ends_with(".tmp")).collect()
    }

    /// Returns the command, ready to run in the folder and independent of the user who runs the
    /// tests.
    pub(crate) fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.0.path()).stdin(Stdio::null());
        command.env("XDG_STATE_HOME", self.1.path()).env("XDG_CACHE_HOME", self.cache());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "TERM", "CI"] {
            command.env_remove(variable);
        }
        command
    }

    /// Runs `referee` with these arguments.
    pub(crate) fn referee<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Run {
        self.finish(self.command(REFEREE).args(arguments))
    }

    /// Runs `referee doctor` without languages.
    pub(crate) fn doctor(&self, more: &[&str]) -> Run {
        self.write("rust.toml", alone(Some("rust")));
        self.referee(&[&["doctor", "--languages", "rust.toml"], more].concat()).ends_with(0)
    }

    /// Runs `referee`, and asserts that no file was changed or added.
    pub(crate) fn referee_changing_nothing<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Run {
        let before = self.files();
        let run = self.referee(arguments);
        assert!(self.files() == before, "files have changed: {:?}\n{run}", self.names());
        run
    }

    /// Runs a line of shell in which `$referee` is the program.
    pub(crate) fn shell(&self, line: &str) -> Run {
        self.finish(self.command("sh").args(["-c", line]).env("referee", REFEREE))
    }

    /// Runs the program with a limit on its address space: this many MiB in addition to its own
    /// size, which is three times as large without optimization.
    pub(crate) fn referee_within(&self, mebibytes: u32, arguments: &str) -> Run {
        let kibibytes = u64::from(mebibytes) * 1024 + loaded_size() / 1024;
        // An allocator that reserves address space for each thread would make the limit
        // unpredictable.
        let line = format!(
            "ulimit -v {kibibytes} && export MALLOC_ARENA_MAX=1 && \
             exec \"$referee\" --jobs 2 {arguments}"
        );
        self.shell(&line)
    }

    fn finish(&self, command: &mut Command) -> Run {
        self.run_of(&command.output().unwrap())
    }

    /// Returns the result of a command, without the name of this folder.
    pub(crate) fn run_of(&self, output: &Output) -> Run {
        let text = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes);
            text.replace(&*self.0.path().to_string_lossy(), "[folder]")
        };
        Run {
            code: output.status.code(),
            stdout: text(&output.stdout),
            stderr: without_progress(&text(&output.stderr)),
        }
    }
}

/// Removes the lines that appear every ten seconds, which depend on the load of the machine.
fn without_progress(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with("progress: ")).collect()
}

/// The result of a command.
#[derive(Debug)]
pub(crate) struct Run {
    /// The exit code; `None` after a signal.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Asserts the exit code, and returns the run.
    #[track_caller]
    pub(crate) fn ends_with(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{self}");
        assert!(!self.stderr.contains("panicked"), "{self}");
        self
    }

    /// Asserts that the output contains some words, on either stream.
    #[track_caller]
    pub(crate) fn says(self, words: &str) -> Run {
        assert!(self.stdout.contains(words) || self.stderr.contains(words), "{words:?}:\n{self}");
        self
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = self.code.map_or("by a signal".to_string(), |code| code.to_string());
        write!(f, "exit code: {code}\n{}", self.stdout)?;
        if !self.stderr.is_empty() {
            write!(f, "----- stderr -----\n{}", self.stderr)?;
        }
        Ok(())
    }
}

/// Returns a report without the lines about compilers and interpreters, which differ between
/// machines.
pub(crate) fn without_tools(report: &str) -> String {
    let paragraphs = report.split("\n\n").filter(|paragraph| !paragraph.starts_with("with      "));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Prints that a test, or a part of it, did not run, and why.
pub(crate) fn skip(test: &str, why: &str) {
    eprintln!("SKIPPED {test}: {why}");
}

/// Returns the address space that [`REFEREE`] takes once loaded: the size of the segments listed in
/// its file, if that is a 64-bit ELF file for this kind of machine.
fn loaded_size() -> u64 {
    static SIZE: LazyLock<u64> = LazyLock::new(|| {
        let program = fs::read(REFEREE).unwrap();
        if !program.starts_with(b"\x7fELF\x02\x01") {
            return 0;
        }
        let number = |at: usize, length: usize| {
            let mut bytes = [0; 8];
            bytes[..length].copy_from_slice(&program[at..][..length]);
            u64::from_le_bytes(bytes)
        };
        let (headers, length, count) = (number(32, 8), number(54, 2), number(56, 2));
        let headers = (0..count).map(|index| (headers + index * length) as usize);
        headers.filter(|&at| number(at, 4) == 1).map(|at| number(at + 40, 8)).sum()
    });
    *SIZE
}

/// Writes a sparse file of `size` bytes: `head`, followed by NUL bytes.
pub(crate) fn sparse(folder: &Folder, name: &str, head: &str, size: u64) {
    folder.write(name, head);
    fs::File::options().write(true).open(folder.path(name)).unwrap().set_len(size).unwrap();
}

/// Writes a file of `mebibytes` times 2^20 bytes.
pub(crate) fn filled(folder: &Folder, name: &str, byte: u8, mebibytes: usize) {
    folder.write(name, "");
    let mut file = fs::File::create(folder.path(name)).unwrap();
    let part = vec![byte; 1 << 20];
    for _ in 0..mebibytes {
        std::io::Write::write_all(&mut file, &part).unwrap();
    }
}
