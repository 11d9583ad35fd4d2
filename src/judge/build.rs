//! From a submission's files to a command that runs: compiled once for each content, isolated like a run.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use referee_checker::text::excerpt;
use sha2::{Digest, Sha256};

use super::executor::Executor;
use super::language::{Language, Places};
use super::submission::Submission;
use crate::fault::Fault;
use crate::files::TemporaryFolder;
use crate::sandbox::{Exit, Limits, Run, Stdin, Stopped};

/// How much of what a compiler says is shown.
const SAID: usize = 4000;

/// A program that is ready to run.
#[derive(Debug)]
pub(super) struct Program {
    /// The folder with its files. Gone with the program.
    folder: TemporaryFolder,
    language: Language,
    main: String,
    sources: Vec<String>,
    /// Where its compiler and interpreter are, as far as not among the folders of the system.
    tools: Vec<PathBuf>,
}

/// Where programs of the system are.
const SYSTEM: [&str; 3] = ["/usr/local/bin", "/usr/bin", "/bin"];

/// Why a submission cannot be run.
#[derive(Debug)]
pub(super) enum NotBuilt {
    /// It does not compile: what the compiler says.
    Refused(String),
    /// Its compiler or interpreter is not there, or something of ours is at fault.
    NotJudged(Fault),
}

type Build = Result<Program, NotBuilt>;

/// The programs that are still needed, by the content of their files.
pub(super) struct Builds {
    by_content: Mutex<HashMap<[u8; 32], Needed>>,
}

/// A program, and how many submissions have still to be judged by it.
#[derive(Default)]
struct Needed {
    uses: usize,
    build: Arc<OnceLock<Build>>,
}

impl Builds {
    /// None yet of these submissions.
    pub(super) fn new(submissions: &[Submission]) -> Builds {
        let mut needed: HashMap<[u8; 32], Needed> = HashMap::new();
        // What cannot be read is said when its turn comes.
        for content in submissions.iter().filter_map(|submission| content_of(submission).ok()) {
            needed.entry(content).or_default().uses += 1;
        }
        Builds { by_content: Mutex::new(needed) }
    }

    /// Builds a submission, unless one with the same files was built before. To be called once for each: the last one
    /// takes the program along, so that of a thousand submissions only those at work have their files on disk.
    pub(super) fn build(
        &self,
        submission: &Submission,
        limits: &Limits,
        executor: &dyn Executor,
    ) -> Arc<OnceLock<Build>> {
        let place = match content_of(submission) {
            Ok(content) => {
                let mut known =
                    self.by_content.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                match known.get_mut(&content) {
                    Some(needed) if needed.uses > 1 => {
                        needed.uses -= 1;
                        Arc::clone(&needed.build)
                    }
                    _ => known.remove(&content).unwrap_or_default().build,
                }
            }
            Err(fault) => Arc::new(OnceLock::from(Err(NotBuilt::NotJudged(fault)))),
        };
        place.get_or_init(|| build(submission, limits, executor));
        place
    }
}

/// A number that only submissions of the same language and the same files have in common.
fn content_of(submission: &Submission) -> Result<[u8; 32], Fault> {
    let mut digest = Sha256::new();
    let mut add = |bytes: &[u8]| {
        digest.update((bytes.len() as u64).to_le_bytes());
        digest.update(bytes);
    };
    add(submission.language.name.as_bytes());
    add(submission.main.as_bytes());
    for file in &submission.files {
        let path = submission.folder.join(file);
        add(file.as_bytes());
        add(&fs::read(&path).map_err(|error| Fault::cannot_read(&path, &error))?);
    }
    Ok(digest.finalize().into())
}

fn build(submission: &Submission, limits: &Limits, executor: &dyn Executor) -> Build {
    let language = &submission.language;
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
    let folder = copied(submission).map_err(NotBuilt::NotJudged)?;
    let (main, sources) = (submission.main.clone(), submission.sources.clone());
    let program = Program { folder, language: language.clone(), main, sources, tools };
    if !language.compile.is_empty() {
        program.compile(limits, executor)?;
    }
    Ok(program)
}

/// A fresh folder with copies of the submission's files.
fn copied(submission: &Submission) -> Result<TemporaryFolder, Fault> {
    let folder = TemporaryFolder::new()?;
    for file in &submission.files {
        let (from, to) = (submission.folder.join(file), folder.path().join(file));
        let above = to.parent().unwrap_or(folder.path());
        fs::create_dir_all(above).map_err(|error| Fault::cannot_write(above, &error))?;
        fs::copy(&from, &to).map_err(|error| Fault::cannot_read(&from, &error))?;
    }
    Ok(folder)
}

impl Program {
    fn compile(&self, limits: &Limits, executor: &dyn Executor) -> Result<(), NotBuilt> {
        let places = Places {
            folder: ".",
            main: &self.main,
            sources: &self.sources,
            memory: limits.memory >> 20,
        };
        let run = Run {
            command: words(Language::filled(&self.language.compile, &places)),
            program: None,
            writable: Some(self.folder.path()),
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
    pub(super) fn run<'a>(&'a self, limits: &Limits, inside: &str) -> Run<'a> {
        let memory = limits.memory >> 20;
        let places = Places { folder: inside, main: &self.main, sources: &self.sources, memory };
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
            program: Some(self.folder.path()),
            readable: readable.collect(),
            writable: None,
            stdin: Stdin::Empty,
            stderr: SAID,
            limits: Limits { memory_rule: self.language.memory, ..*limits },
        }
    }

    /// Where its files are.
    pub(super) fn folder(&self) -> &Path {
        self.folder.path()
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
