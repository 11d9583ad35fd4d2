//! Finds the compilers and interpreters that the commands of languages call, and their versions:
//! the first on the caller's `PATH` that can be made visible in a sandbox.
//!
//! Each is asked for its version once, in a sandbox, because programs named in a language file or a
//! package never run outside of one.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use referee_checker::text::excerpt;

use super::JURY_LIMITS;
use super::executor::Executor;
use super::headers::PrecompiledHeaders;
use super::installed::Installed;
use super::kept_programs::KeptPrograms;
use super::language::{Language, alternatives};
use referee_base::digest::{ContentHash, Digest};
use referee_base::files;
use referee_base::parallel::lock;
use referee_events as events;
use referee_sandbox::{
    Limits, ProcessExit, Run, SandboxError, Stdin, Stdout, TimeBy, are_runs_ended, locale,
};

/// The folders of the system's programs.
const SYSTEM: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// The folders that every program in a sandbox sees anyway.
const SHOWN: [&str; 5] = ["/usr", "/bin", "/sbin", "/nix/store", "/gnu/store"];

/// The entries of an installation, beside its folder `bin`, that its programs read. Other entries
/// may be secret: `~/.cargo` holds passwords, and the folder above `~/bin` is the whole home
/// folder.
const INSTALLATION: [&str; 10] = [
    "lib", "lib64", "libexec", "include", "conf", "jmods", "release", "pyvenv.cfg", "lib-python",
    "lib_pypy",
];

/// Programs up to this size, in bytes, are identified by their content, larger ones by their size.
const MAX_HASHED: u64 = 1 << 20;

/// The limits of a compiler or interpreter when it is asked for its version.
const LIMITS: Limits = Limits {
    cpu: Duration::from_secs(20),
    time_by: TimeBy::Cpu,
    wall: Duration::from_secs(60),
    output: 1 << 16,
    ..JURY_LIMITS
};

/// A compiler or an interpreter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolchainProgram {
    /// The name by which commands call it.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
    /// The first line of its answer when asked for its version, escaped.
    pub version: Option<String>,
    /// Why it is not the first on the caller's `PATH`, if it is not.
    pub note: Option<String>,
    /// The paths of the host that it needs besides the folders of the system.
    pub(super) readable: Vec<PathBuf>,
    content: ContentHash,
}

/// The compiler and interpreter of a language.
#[derive(Debug, Clone, Default)]
pub struct Toolchain {
    /// The compiler, if there is one, then the interpreter, if there is one.
    pub programs: Vec<Arc<ToolchainProgram>>,
    /// The names of programs of which one is needed, but none is installed, with `|` between them.
    pub missing: Option<String>,
    /// Why it is unknown which are installed: no program can be run here.
    pub unasked: Option<String>,
    /// The hash of everything else that is installed, once it is needed.
    packages: OnceLock<ContentHash>,
}

impl ToolchainProgram {
    /// Returns its description for reports.
    pub fn as_event(&self, language: &str) -> events::Tool {
        events::Tool {
            language: language.into(),
            name: self.name.clone(),
            path: excerpt(self.path.as_os_str().as_encoded_bytes(), 400),
            version: self.version.clone(),
            note: self.note.clone(),
        }
    }
}

/// A program to find: its name, and the arguments that ask for its version and its path.
type Question = (String, Vec<String>);

/// The program found, once that is known.
type FoundOnce = OnceLock<Found<Arc<ToolchainProgram>>>;

/// A program if one is installed. An error says why no program can be run here.
type Found<P> = Result<Option<P>, String>;

/// All programs that were searched for, each once.
#[derive(Debug, Default)]
pub struct Toolchains {
    found: Mutex<HashMap<Question, Arc<FoundOnce>>>,
    installed: Installed,
    /// Whether compilers find the libraries of static programs, by the commands that ask for them.
    pub(super) static_libraries: Mutex<HashMap<Vec<Vec<OsString>>, bool>>,
    /// The headers that programs have in common.
    pub(super) headers: PrecompiledHeaders,
    /// The main files in Python that programs have in common, compiled.
    pub(super) mains: Mutex<HashMap<ContentHash, Vec<u8>>>,
    /// What earlier commands have compiled.
    pub(super) kept: Arc<KeptPrograms>,
}

impl Toolchains {
    /// Creates toolchains whose compiled programs are kept.
    pub fn keeping(kept: &Arc<KeptPrograms>) -> Toolchains {
        Toolchains { kept: Arc::clone(kept), ..Toolchains::default() }
    }

    /// Finds the compiler and the interpreter of a language.
    pub fn of(&self, language: &Language, executor: &dyn Executor) -> Toolchain {
        let mut toolchain = Toolchain::default();
        for command in [&language.compile, &language.run] {
            let Some(names) = command.first().filter(|names| !names.contains(['{', '/'])) else {
                continue;
            };
            let searched = alternatives(names).map(|name| self.find_once(name, language, executor));
            match searched.filter_map(Result::transpose).next() {
                Some(Ok(program)) => toolchain.programs.push(program),
                Some(Err(why)) => toolchain.unasked = Some(why),
                None => toolchain.missing = Some(names.clone()),
            }
        }
        toolchain.programs.dedup();
        toolchain
    }

    /// Returns the hash of the software installed besides the toolchain of a language, as far as
    /// its programs see it. Computed only when it is needed: that reads hundreds of files, and only
    /// a record depends on it.
    pub fn packages(&self, language: &Language, toolchain: &Toolchain) -> ContentHash {
        *toolchain.packages.get_or_init(|| {
            let called = language.calls.iter().filter_map(|program| folder_elsewhere(program));
            let seen = language.readable().chain(toolchain.readable()).chain(called);
            self.installed.number(seen)
        })
    }

    /// Finds a program of a language, unless that was done before.
    fn find_once(
        &self,
        name: &str,
        language: &Language,
        executor: &dyn Executor,
    ) -> Found<Arc<ToolchainProgram>> {
        // The key of a search: the name, and both lists of arguments with a separator.
        let asked = [&language.version[..], &["\0".into()], &language.locate[..]].concat();
        let question = (name.to_string(), asked);
        let place = Arc::clone(lock(&self.found).entry(question).or_default());
        let program =
            place.get_or_init(|| Ok(find(name, language, executor)?.map(Arc::new))).clone();
        match program {
            Ok(Some(program)) => Ok(Some(program)),
            // The query was ended early, so it is repeated once there is time again.
            _ if are_runs_ended() => {
                lock(&self.found).retain(|_, known| !Arc::ptr_eq(known, &place));
                Err(SandboxError::Ended.to_string())
            }
            none => none,
        }
    }
}

impl Toolchain {
    /// Returns a hash that differs for another compiler or interpreter, for another version of one,
    /// and for another locale, whatever else is installed.
    pub fn number(&self) -> ContentHash {
        let mut digest = Digest::new();
        for program in &self.programs {
            digest.add(program.name.as_bytes());
            digest.add(program.version.as_deref().unwrap_or("").as_bytes());
            digest.add(&program.content);
        }
        digest.add(self.missing.as_deref().unwrap_or("").as_bytes());
        digest.add(locale().as_bytes());
        digest.number()
    }

    /// Returns the path of the program that commands call by one of these names.
    pub(super) fn path(&self, names: &str) -> Option<&Path> {
        let called =
            |program: &&Arc<ToolchainProgram>| alternatives(names).any(|name| program.name == name);
        self.programs.iter().find(called).map(|program| &*program.path)
    }

    /// Returns what the program that commands call by this name says about its version.
    pub(super) fn version(&self, name: &str) -> Option<&str> {
        self.programs.iter().find(|program| program.name == name)?.version.as_deref()
    }

    /// Returns the paths of the host that they need besides the folders of the system, and their
    /// own folders.
    pub(super) fn readable(&self) -> impl Iterator<Item = PathBuf> {
        self.programs.iter().flat_map(|program| program.readable.iter().cloned())
    }

    /// Returns their folders, except those that are searched for programs anyway.
    pub(super) fn folders(&self) -> impl Iterator<Item = PathBuf> {
        let folders = self.programs.iter().filter_map(|program| program.path.parent());
        folders.filter(|folder| !is_of_system(folder)).map(Path::to_path_buf)
    }
}

/// Returns the folder with the program of this name, unless it is searched for programs anyway: for
/// programs that only scripts call.
pub(super) fn folder_elsewhere(program: &str) -> Option<PathBuf> {
    let folder = system().chain(on_path()).find(|folder| folder.join(program).is_file())?;
    (!is_of_system(&folder)).then_some(folder)
}

/// Returns the folders of the system's programs.
pub(super) fn system() -> impl Iterator<Item = PathBuf> {
    SYSTEM.iter().map(PathBuf::from)
}

/// Returns the folders of the caller's `PATH`. Relative ones are left out: they depend on the
/// current folder, which may be untrusted.
fn on_path() -> impl Iterator<Item = PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = env::split_paths(&path).filter(|path| path.is_absolute()).collect();
    folders.into_iter()
}

fn is_of_system(folder: &Path) -> bool {
    SYSTEM.iter().any(|system| folder == Path::new(system))
}

fn is_shown(path: &Path) -> bool {
    SHOWN.iter().any(|folder| path.starts_with(folder))
}

/// Finds the first program of that name that can be run.
fn find(name: &str, language: &Language, executor: &dyn Executor) -> Found<ToolchainProgram> {
    let mut note = None;
    let mut seen = Vec::new();
    for folder in on_path().chain(system()) {
        let path = folder.join(name);
        if seen.contains(&path) || !files::is_executable(&path) {
            continue;
        }
        match probe(name, &path, language, executor) {
            Ok(program) => {
                let path = program.path.display();
                let version = program.version.as_deref().unwrap_or("it does not print a version");
                log::info!(target: "tool", "{name} for {}: {path}, {version}", language.title);
                return Ok(Some(ToolchainProgram { note, ..program }));
            }
            Err(Unusable::Here(why)) => return Err(why),
            Err(Unusable::Itself(why)) => {
                let path = excerpt(path.as_os_str().as_encoded_bytes(), 200);
                log::info!(target: "tool", "{name} for {}: not {path}: {why}", language.title);
                note.get_or_insert(format!("{path}, the first on PATH, cannot be used: {why}"));
            }
        }
        seen.push(path);
    }
    log::info!(target: "tool", "{name} for {}: not installed", language.title);
    Ok(None)
}

/// Why a program cannot be run.
enum Unusable {
    /// It does not start, or does not report where it is: another one with the same name may.
    Itself(String),
    /// Nothing can be run here.
    Here(String),
}

impl From<String> for Unusable {
    fn from(why: String) -> Unusable {
        Unusable::Itself(why)
    }
}

/// Queries the path and the version of a program.
fn probe(
    name: &str,
    path: &Path,
    language: &Language,
    executor: &dyn Executor,
) -> Result<ToolchainProgram, Unusable> {
    let mut path = path.to_path_buf();
    if !language.locate.is_empty() && may_be_a_proxy(&path) {
        let said = ask(&path, &language.locate, language, executor)?;
        let said = PathBuf::from(said.ok_or("it does not print its path".to_string())?);
        let said = if said.is_dir() { said.join("bin").join(name) } else { said };
        path = Some(said)
            .filter(|path| files::is_executable(path))
            .ok_or("it is not at the path that it prints".to_string())?;
    }
    let version = ask(&path, &language.version, language, executor)?;
    let content = content(&path, version.is_some()).map_err(|error| error.to_string())?;
    let readable = installation(&path);
    let version = version.map(|line| excerpt(line.as_bytes(), 100));
    Ok(ToolchainProgram { name: name.into(), path, version, note: None, readable, content })
}

/// Returns whether a program may be a proxy that only finds the one to start: a version manager
/// puts one in place of each program. A proxy is slow, needs more than the program itself, and
/// looks for the name of a version in the current folder, even if that is the folder of a
/// submission.
fn may_be_a_proxy(path: &Path) -> bool {
    let starts_as_script = || {
        let mut start = [0; 2];
        File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *b"#!"
    };
    !is_shown(path) || starts_as_script()
}

/// Runs a program with these arguments, and returns the first line of its output that is not a
/// warning, if it succeeds.
fn ask(
    path: &Path,
    arguments: &[String],
    language: &Language,
    executor: &dyn Executor,
) -> Result<Option<String>, Unusable> {
    let command = [path.as_os_str().to_os_string()];
    let readable = language.readable().chain(installation(path));
    let run = Run {
        command: command.into_iter().chain(arguments.iter().map(Into::into)).collect(),
        environment: language.variables(),
        program: None,
        readable: readable.filter(|path| path.exists()).collect(),
        writable: None,
        files: None,
        stdin: Stdin::Empty,
        stdout: Stdout::Read,
        stderr: 4000,
        warm: None,
        limits: LIMITS,
    };
    let (ended, said) = match executor.run_and_read(&run, 4000) {
        Ok(done) => done,
        Err(SandboxError::Start { reason, .. }) => return Err(reason.into()),
        Err(other) => return Err(Unusable::Here(other.to_string())),
    };
    let lines = [&said[..], &ended.stderr].concat();
    let lines = String::from_utf8_lossy(&lines).into_owned();
    let mut filled = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    // `kotlinc` prints a warning of its virtual machine before its own version.
    let first = filled.clone().find(|line| !line.contains("warning:")).or_else(|| filled.next());
    let first = first.map(String::from);
    match ended.exit {
        _ if ended.succeeded() => Ok(first),
        // The exit codes of loaders and scripts that lack something.
        ProcessExit::Exited(126 | 127) => Err(first.unwrap_or("it does not start".into()).into()),
        // Not every program accepts the argument.
        _ => Ok(None),
    }
}

/// Returns the paths of the host that a program needs, if it is not one of the system's: its
/// folder, and the rest of its installation, both at its path and at the target of links.
fn installation(path: &Path) -> Vec<PathBuf> {
    let mut needed: Vec<PathBuf> = Vec::new();
    for file in [Some(path.to_path_buf()), path.canonicalize().ok()].into_iter().flatten() {
        let Some(folder) = file.parent() else { continue };
        let mut parts = vec![folder.to_path_buf()];
        match (folder.file_name().and_then(|name| name.to_str()), folder.parent()) {
            (Some("bin"), Some(prefix)) => {
                parts.extend(INSTALLATION.iter().map(|part| prefix.join(part)));
            }
            // A version manager keeps everything that it has installed beside its `shims`.
            (Some("shims"), Some(prefix)) => parts = vec![prefix.to_path_buf()],
            _ => {}
        }
        parts.retain(|part| part.exists() && !is_shown(part) && !needed.contains(part));
        needed.extend(parts);
    }
    needed
}

/// Returns a hash for the file of a program: of its content, or of its size if it is large and
/// reports its version.
fn content(path: &Path, tells_version: bool) -> io::Result<ContentHash> {
    let mut digest = Digest::new();
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    digest.add(&size.to_le_bytes());
    if size <= MAX_HASHED || !tells_version {
        digest.add_all(&mut file)?;
    }
    Ok(digest.number())
}
