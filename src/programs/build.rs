//! From a program's files to a command that runs: compiled once for each content, isolated like a run.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use referee_checker::text::excerpt;

use super::constants::filled;
use super::digest::Number;
use super::executor::Executor;
use super::language::{Language, Places};
use super::source::{Source, files_below};
use crate::fault::Fault;
use crate::files::TemporaryFolder;
use crate::sandbox::{Exit, Limits, Run, Stdin, Stdout, Stopped};

/// How much of what a compiler says is shown.
const SAID: usize = 4000;

/// A program that is ready to run.
#[derive(Debug)]
pub struct Program {
    /// The folder with its files.
    folder: Folder,
    language: Language,
    main: String,
    sources: Vec<String>,
    /// Where its compiler and interpreter are, as far as not among the folders of the system.
    tools: Vec<PathBuf>,
}

/// Where a program lies.
#[derive(Debug)]
enum Folder {
    /// In a folder of its own, which is gone with it.
    Temporary(TemporaryFolder),
    /// Where it was found.
    Found(PathBuf),
}

/// Where programs of the system are.
const SYSTEM: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// Why a program cannot be run.
#[derive(Debug)]
pub enum NotBuilt {
    /// It does not compile: what the compiler says.
    Refused(String),
    /// Its compiler or interpreter is not there, or something of ours is at fault.
    NotJudged(Fault),
}

/// What came of building a program.
pub type Build = Result<Program, NotBuilt>;

/// The programs that are still needed, by the content of their files.
#[derive(Default)]
pub struct Builds {
    by_content: Mutex<HashMap<Number, Needed>>,
}

/// A program, and how many have still to be done with it.
#[derive(Default)]
struct Needed {
    uses: usize,
    build: Arc<OnceLock<Build>>,
}

impl Builds {
    /// None yet. Each of these contents will be released as often as it is among them, and its files be gone then: so of
    /// a thousand programs only those at work are on disk.
    pub fn for_each(contents: impl Iterator<Item = Number>) -> Builds {
        let mut needed: HashMap<Number, Needed> = HashMap::new();
        for content in contents {
            needed.entry(content).or_default().uses += 1;
        }
        Builds { by_content: Mutex::new(needed) }
    }

    /// Builds a program with this content, unless one with the same was built before.
    pub fn build(
        &self,
        source: &Source,
        content: Number,
        limits: &Limits,
        executor: &dyn Executor,
    ) -> Arc<OnceLock<Build>> {
        let place = Arc::clone(&self.lock().entry(content).or_default().build);
        place.get_or_init(|| build(source, limits, executor));
        place
    }

    /// Says that one of those that were announced has been done with.
    pub fn release(&self, content: &Number) {
        let mut needed = self.lock();
        if let Some(one) = needed.get_mut(content) {
            one.uses = one.uses.saturating_sub(1);
            if one.uses == 0 {
                needed.remove(content);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Number, Needed>> {
        self.by_content.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }
}

fn build(source: &Source, limits: &Limits, executor: &dyn Executor) -> Build {
    let language = &source.language;
    let mut tools = Vec::new();
    for command in [&language.compile, &language.run] {
        let Some(program) = command.first().filter(|program| !program.contains(['{', '/'])) else {
            continue;
        };
        if let Some(folder) = folder_of(program) {
            if !SYSTEM.iter().any(|system| folder == Path::new(system)) {
                tools.push(folder);
            }
        } else {
            let fault = Fault::judge(format!(
                "`{program}` is not installed, which {} needs",
                language.title
            ));
            return Err(NotBuilt::NotJudged(
                fault.help("install it, or name another command with --languages"),
            ));
        }
    }
    let called = language.calls.iter().filter_map(|program| folder_of(program));
    tools.extend(called.filter(|folder| !SYSTEM.iter().any(|system| folder == Path::new(system))));
    let folder = match source.in_place {
        true => Folder::Found(source.folder.clone()),
        false => Folder::Temporary(copied(source).map_err(NotBuilt::NotJudged)?),
    };
    let (main, sources) = (source.main.clone(), source.sources.clone());
    let program = Program { folder, language: language.clone(), main, sources, tools };
    if !language.compile.is_empty() {
        program.compile(limits, executor)?;
    }
    Ok(program)
}

/// A fresh folder with copies of the program's files.
fn copied(source: &Source) -> Result<TemporaryFolder, Fault> {
    let folder = TemporaryFolder::new()?;
    let own = source.files.iter().map(|file| (file, source.folder.join(file)));
    let included = source.included.iter().map(|(file, path)| (file, path.clone()));
    for (file, from) in own.chain(included) {
        let to = copy(&from, &folder, file)?;
        if !source.constants.is_empty() {
            let text = fs::read(&to).map_err(|error| Fault::cannot_read(&to, &error))?;
            let text = filled(&text, &source.constants);
            fs::write(&to, text).map_err(|error| Fault::cannot_write(&to, &error))?;
        }
        #[cfg(unix)]
        if source.programs.contains(&file.as_str()) {
            use std::os::unix::fs::PermissionsExt;
            let runs = fs::Permissions::from_mode(0o755);
            fs::set_permissions(&to, runs).map_err(|error| Fault::cannot_write(&to, &error))?;
        }
    }
    Ok(folder)
}

/// Copies a file into a folder, under a name that may have folders in it, and says where to.
fn copy(from: &Path, folder: &TemporaryFolder, name: &str) -> Result<PathBuf, Fault> {
    let to = folder.path().join(name);
    let above = to.parent().unwrap_or(folder.path());
    fs::create_dir_all(above).map_err(|error| Fault::cannot_write(above, &error))?;
    fs::copy(from, &to).map_err(|error| Fault::cannot_read(from, &error))?;
    Ok(to)
}

impl Program {
    fn compile(&self, limits: &Limits, executor: &dyn Executor) -> Result<(), NotBuilt> {
        let places = Places {
            folder: ".",
            main: &self.main,
            sources: &self.sources,
            memory: limits.memory >> 20,
            is_static: self.language.links_statically(),
        };
        let run = Run {
            command: words(Language::filled(&self.language.compile, &places)),
            program: None,
            writable: Some(self.folder()),
            stdin: Stdin::Empty,
            stderr: SAID,
            limits: *limits,
            ..self.run(limits, "")
        };
        let mut said = Vec::new();
        let ended = executor.run(&run, &mut |output| {
            let _ = io::copy(&mut Read::take(output, SAID as u64), &mut said);
        });
        let ended = ended.map_err(|error| NotBuilt::NotJudged(Fault::judge(error.to_string())))?;
        said.extend_from_slice(&ended.stderr);
        match (ended.stopped, ended.exit) {
            (None, Exit::Exited(0)) => Ok(()),
            (None, _) if said.trim_ascii().is_empty() => {
                Err(NotBuilt::Refused("the compiler fails and does not say why".into()))
            }
            (None, _) => Err(NotBuilt::Refused(lines(&said))),
            (Some(Stopped::Cpu | Stopped::Wall), _) => Err(NotBuilt::Refused(format!(
                "the compiler takes more than {} s",
                limits.cpu.as_secs()
            ))),
            (Some(Stopped::Memory), _) => Err(NotBuilt::Refused(format!(
                "the compiler takes more than {} MiB",
                limits.memory >> 20
            ))),
            (Some(Stopped::Output), _) => {
                Err(NotBuilt::Refused("the compiler writes without end".into()))
            }
        }
    }

    /// A run of it, without input, in a sandbox where its folder is seen at `inside`.
    pub fn run<'a>(&'a self, limits: &Limits, inside: &str) -> Run<'a> {
        let memory = limits.memory >> 20;
        let places = Places {
            folder: inside,
            main: &self.main,
            sources: &self.sources,
            memory,
            is_static: false,
        };
        let home = env::home_dir().unwrap_or_default();
        let expanded = |path: &str| match path.strip_prefix("~/") {
            Some(below) => home.join(below),
            None => PathBuf::from(path),
        };
        let variables = self.language.environment.iter().filter_map(|variable| {
            let (name, value) = variable.split_once('=')?;
            Some((OsString::from(name), expanded(value).into_os_string()))
        });
        let mut environment: Vec<(OsString, OsString)> = variables.collect();
        if !self.tools.is_empty() {
            let system = SYSTEM.iter().map(PathBuf::from);
            let path = env::join_paths(system.chain(self.tools.iter().cloned()));
            environment.extend(path.map(|path| ("PATH".into(), path)));
        }
        let listed = self.language.readable.iter().map(|path| expanded(path));
        let readable = listed.chain(self.tools.iter().cloned()).filter(|path| path.exists());
        Run {
            command: words(Language::filled(&self.language.run, &places)),
            environment,
            program: Some(self.folder()),
            readable: readable.collect(),
            writable: None,
            files: None,
            stdin: Stdin::Empty,
            stdout: Stdout::Read,
            stderr: SAID,
            limits: Limits { memory_rule: self.language.memory, ..*limits },
        }
    }

    /// What it is written in.
    pub fn language(&self) -> &Language {
        &self.language
    }

    /// The source that is started, below its folder.
    pub fn main(&self) -> &str {
        &self.main
    }

    /// A copy of its files, those that the compiler made among them.
    ///
    /// # Errors
    /// They cannot be read, or there is no room.
    pub fn copy(&self) -> Result<TemporaryFolder, Fault> {
        let folder = TemporaryFolder::new()?;
        for file in files_below(self.folder())? {
            copy(&self.folder().join(&file), &folder, &file)?;
        }
        Ok(folder)
    }

    /// Where its files are.
    pub fn folder(&self) -> &Path {
        match &self.folder {
            Folder::Temporary(folder) => folder.path(),
            Folder::Found(folder) => folder,
        }
    }
}

fn words(command: Vec<String>) -> Vec<OsString> {
    command.into_iter().map(OsString::from).collect()
}

/// What a compiler says, a line each, each made harmless.
fn lines(said: &[u8]) -> String {
    let lines = said.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    lines.take(20).map(|line| excerpt(line, 160)).collect::<Vec<_>>().join("\n")
}

/// The folder with the program of that name: one of the system's if it is there, else one of the caller's path.
fn folder_of(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let system = SYSTEM.iter().map(PathBuf::from);
    system.chain(env::split_paths(&path)).find(|folder| folder.join(program).is_file())
}
