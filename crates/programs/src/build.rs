//! Builds programs: makes a command that runs from their files, compiled once for each content, in
//! the same isolation as runs.

use std::collections::HashMap;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, OnceLock};

use log::info;

use super::cargo::{CargoProject, edition_for};
use super::compiled::{self, NotBuilt};
use super::copy::{copy, keep_no_access_times};
use super::copy_names::{CopyNames, is_setting, with_own_name};
use super::data;
use super::executor::Executor;
use super::go_module;
use super::headers;
use super::java;
use super::kept_programs;
use super::language::Language;
use super::listed::list;
use super::parts::Parts;
use super::places::{Places, compiled_name};
use super::python_package::Module;
use super::source::{Source, files_below, stem_of};
use super::start::Waiting;
use super::toolchain::{self, Toolchain, Toolchains};
use referee_base::digest::{ContentHash, Digest};
use referee_base::fault::Fault;
use referee_base::files::{TemporaryFolder, everyone};
use referee_base::parallel::lock;
use referee_package::constants::Constants;
use referee_sandbox::{Limits, Run, Stdin, Stdout, WarmStart, WorkingFiles, are_runs_ended};

/// The maximum number of bytes of a program's standard error that are kept.
const SAID: usize = 4000;

/// The maximum number of bytes of a compiler's output that are read: the first error may follow
/// many warnings.
const READ: usize = 64 << 10;

/// The maximum number of bytes that a compiler may write.
const COMPILED: u64 = 512 << 20;

/// A program that is ready to run.
#[derive(Debug)]
pub struct Program {
    /// The folder with its files.
    folder: PathBuf,
    /// That folder, which is removed when this value is dropped, unless it is the one in which the
    /// program was found.
    temporary: Option<TemporaryFolder>,
    /// Its language.
    pub language: Language,
    /// The names of its files in that folder.
    names: CopyNames,
    /// Its main source, relative to its folder.
    pub main: String,
    pub(super) parts: Parts,
    /// The project of a program in Rust.
    project: CargoProject,
    /// The files in its working folder.
    data: Option<WorkingFiles>,
    /// The modules of Python that its main file imports first.
    pub(super) imports: &'static [&'static str],
    /// Its main class, with the package; empty if there is none.
    pub class: String,
    pub(super) toolchain: Toolchain,
    /// The folders of further programs that its commands may call, except folders of the system.
    called: Vec<PathBuf>,
    /// Whether one of its folders has the usual name of the file that the compiler writes.
    is_taken: bool,
    /// Whether it was compiled so that it can wait before its `main`.
    pub(super) waits: bool,
    /// How it is started once for many runs, once that was requested; `None` if that is impossible.
    pub(super) warm: OnceLock<Option<WarmStart>>,
    /// The number of times that its start was requested.
    pub(super) starts: AtomicU32,
}

/// The result of building a program.
pub type Build = Result<Program, NotBuilt>;

/// The programs that are still needed, by the content of their files.
#[derive(Default)]
pub struct Builds {
    by_content: Mutex<HashMap<ContentHash, Needed>>,
}

/// A program, and how many submissions still need it.
#[derive(Default)]
struct Needed {
    uses: usize,
    build: Arc<OnceLock<Arc<Build>>>,
}

/// Builds programs: the limits of compilers, the toolchains, and the executor.
#[derive(Clone, Copy)]
pub struct Builder<'a> {
    /// The limits of compilers.
    pub limits: &'a Limits,
    /// Compilers and interpreters.
    pub toolchains: &'a Toolchains,
    /// Runs compilers.
    pub executor: &'a dyn Executor,
    /// Which programs are compiled so that they can be started once for many runs.
    pub waiting: Waiting,
}

impl<'a> Builder<'a> {
    /// Creates a builder of submissions, which are started for each run.
    pub fn of_submissions(
        limits: &'a Limits,
        toolchains: &'a Toolchains,
        executor: &'a dyn Executor,
    ) -> Builder<'a> {
        Builder { limits, toolchains, executor, waiting: Waiting::Nothing }
    }

    /// Builds a program. If its content is given, it may have been compiled by an earlier command,
    /// and is kept for others.
    pub fn build(&self, source: &Source, content: Option<ContentHash>) -> Build {
        let Builder { toolchains, executor, .. } = *self;
        let language = &source.language;
        let toolchain = toolchains.of(language, executor);
        if let Some(why) = &toolchain.unasked {
            return Err(Fault::judge(why.clone()).into());
        }
        if let Some(names) = &toolchain.missing {
            let named = names.replace('|', "` or `");
            let message = format!("`{named}` is not installed, which {} needs", language.title);
            let help = "install it, or name another command with --languages";
            let fault = Box::new(Fault::judge(message).help(help));
            return Err(NotBuilt::NotInstalled(names.replace('|', " or "), fault));
        }
        let called = language.calls.iter();
        let called = called.filter_map(|program| toolchain::folder_elsewhere(program)).collect();
        let mut program = Program::prepared(source, toolchain, called, executor)?;
        if !program.language.compile.is_empty() {
            program.compile_once(source, content, self)?;
        }
        if program.language.starts_a_class() && !source.in_place {
            program.find_class(source)?;
        }
        if !source.in_place {
            keep_no_access_times(program.folder())?;
        }
        Ok(program)
    }
}

impl Builds {
    /// Creates an empty set. Each of these contents will be released as often as it is listed, and
    /// its files are removed at the last release: of a thousand programs, only those in use are on
    /// disk.
    pub fn for_each(contents: impl Iterator<Item = ContentHash>) -> Builds {
        let mut needed: HashMap<ContentHash, Needed> = HashMap::new();
        for content in contents {
            needed.entry(content).or_default().uses += 1;
        }
        Builds { by_content: Mutex::new(needed) }
    }

    /// Builds a program with this content, unless one with the same content is already built.
    pub fn build(&self, source: &Source, content: ContentHash, builder: &Builder) -> Arc<Build> {
        let place = Arc::clone(&lock(&self.by_content).entry(content).or_default().build);
        let built = place.get_or_init(|| Arc::new(builder.build(source, Some(content))));
        if matches!(**built, Err(NotBuilt::NotJudged(_))) && are_runs_ended() {
            // Its compiler was ended early, which is not its fault: a later call builds it again.
            lock(&self.by_content).remove(&content);
        }
        Arc::clone(built)
    }

    /// Releases a program that was announced in [`Builds::for_each`].
    pub fn release(&self, content: &ContentHash) {
        let mut needed = lock(&self.by_content);
        if let Some(one) = needed.get_mut(content) {
            one.uses = one.uses.saturating_sub(1);
            if one.uses == 0 {
                needed.remove(content);
            }
        }
    }
}

/// Copies the program's files into a temporary folder.
fn copied(source: &Source, names: &CopyNames) -> Result<TemporaryFolder, Fault> {
    let (folder, nothing) = (TemporaryFolder::new()?, Constants::new());
    for (file, from) in source.paths().filter(|(file, _)| !is_setting(source, file)) {
        let is_program = source.programs.contains(&file.as_str());
        let constants = source.constants_of(&from).unwrap_or(&nothing);
        copy(&from, folder.path(), &names.name(file), is_program, constants)?;
    }
    Ok(folder)
}

/// Checks that the user as which a program will run can read its files. An interpreter that cannot
/// read its program exits as if the program rejected something, which would be taken for a verdict.
fn find_readable(source: &Source, folder: &Path, executor: &dyn Executor) -> Result<(), Fault> {
    let seen_there = executor.inside(folder);
    let cannot = |path: &Path, what: &str, help: &str| {
        let message = format!("programs run as another user, which cannot {what}");
        Err(Fault::judge(message).at(path).help(help))
    };
    let words = source.language.run.iter().filter_map(|word| word.strip_prefix("{folder}/"));
    let named: Vec<&Path> = words.map(Path::new).collect();
    if source.in_place && named.is_empty() {
        return Ok(());
    }
    if Path::new(&seen_there) == folder && !everyone::may_enter(folder) {
        return cannot(folder, "get there", "`chmod a+x` it and the folders above, or set TMPDIR");
    }
    if !source.in_place {
        return Ok(());
    }
    // The files that a program imports have the same extension.
    let others = files_below(folder, None).unwrap_or_default();
    let others = others.iter().map(Path::new).filter(|file| {
        file.extension().is_some()
            && named.iter().any(|named| named.extension() == file.extension())
    });
    for file in named.iter().copied().chain(others) {
        let path = folder.join(file);
        if path.is_file() && !everyone::may_read(&path) {
            return cannot(&path, "read this file", "`chmod a+r` it");
        }
    }
    Ok(())
}

impl Program {
    /// Copies a program for its tools, and arranges the copy as they require.
    fn prepared(
        source: &Source,
        toolchain: Toolchain,
        called: Vec<PathBuf>,
        executor: &dyn Executor,
    ) -> Result<Program, Fault> {
        let names = CopyNames::of(source)?;
        let temporary = if source.in_place { None } else { Some(copied(source, &names)?) };
        let folder = temporary.as_ref().map_or(&*source.folder, TemporaryFolder::path);
        let folder = folder.to_path_buf();
        if executor.is_another_user() {
            find_readable(source, &folder, executor)?;
        }
        let is_taken = !source.in_place && folder.join(compiled_name(false)).is_dir();
        let parts = Parts::of(source)?;
        let copied = |file: &str| folder.join(names.name(file));
        let data =
            if source.in_place { None } else { data::files_of(source, &parts.sources, copied)? };
        let mut program = Program {
            folder,
            temporary,
            language: source.language.clone(),
            main: names.name(&source.main),
            parts: parts.renamed(|file| names.name(file)),
            project: CargoProject::of(source),
            data,
            imports: source.imports,
            class: String::new(),
            names,
            toolchain,
            called,
            is_taken,
            waits: false,
            warm: OnceLock::new(),
            starts: AtomicU32::new(0),
        };
        if !source.in_place {
            program.arrange(source)?;
        }
        Ok(program)
    }

    /// Renames the sources, or adds a file that starts the main one, if the language requires that.
    fn arrange(&mut self, source: &Source) -> Result<(), Fault> {
        let folder = self.folder.clone();
        if self.language.starts_a_class() {
            java::prepare(&folder, &source.files, &mut self.parts.sources, &mut self.main)?;
        }
        if self.language.is_go() {
            go_module::link(source, &folder)?;
        }
        if self.language.is_python() && self.main.contains('/') {
            let text = java::text_of(&folder.join(&self.main))?;
            let files = files_below(&folder, None)?;
            if let Some(module) = Module::of(&self.main, &text, &files) {
                self.main = module.starter_path();
                let path = folder.join(&self.main);
                fs::write(&path, module.starter())
                    .and_then(|()| everyone::permit(&path, 0o644))
                    .map_err(|error| Fault::cannot_write(&path, &error))?;
            }
        }
        Ok(())
    }

    /// Finds the main class: the only candidate, or else the one named after the main file, or with
    /// a usual name for main files, or that the main file declares.
    fn find_class(&mut self, source: &Source) -> Result<(), NotBuilt> {
        let known = |file: &str| source.is_main_known.then(|| stem_of(file));
        let names = known(&source.main).into_iter().chain(source.main_names());
        // By now, the main file is named after its public class.
        let names: Vec<String> = names.chain(known(&self.main)).collect();
        let found = java::main_class(self.folder(), &names)
            .map_err(|error| Fault::judge(format!("cannot read what was compiled: {error}")))?;
        match found {
            Ok(class) => {
                self.class = class;
                Ok(())
            }
            Err(none) if none.is_empty() => Err(NotBuilt::Refused(
                "no class has `public static void main(String[] args)`, with which it would start"
                    .into(),
            )),
            Err(classes) => {
                let message = format!("several classes have `main`: {}", list(&classes));
                let help =
                    "name the class to start `Main`, or judge only files that belong together";
                Err(Fault::bad_input(message).help(help).into())
            }
        }
    }

    /// Returns a command line with the program given by its path.
    fn command(&self, command: &[String], places: &Places) -> Vec<OsString> {
        let mut words: Vec<OsString> =
            places.substitute(command).into_iter().map(OsString::from).collect();
        let path = command.first().and_then(|name| self.toolchain.path(name));
        if let (Some(first), Some(path)) = (words.first_mut(), path) {
            *first = path.into();
        }
        words
    }

    /// Compiles the program, unless an earlier command has.
    fn compile_once(
        &mut self,
        source: &Source,
        content: Option<ContentHash>,
        builder: &Builder,
    ) -> Result<(), NotBuilt> {
        let Some(place) = content.and_then(|content| self.kept_place(source, &content, builder))
        else {
            return self.compile_quickly(source, builder);
        };
        if let Some(waits) = kept_programs::restore(&place, self.folder()) {
            info!(target: "kept", "{}: compiled by an earlier command", source.main);
            self.waits = waits;
            return Ok(());
        }
        info!(target: "kept", "{}: to be compiled", source.main);
        let before = kept_programs::files_in(self.folder());
        self.compile_quickly(source, builder)?;
        if let Some(before) = before {
            builder.toolchains.kept.keep(&place, self.folder(), &before, self.waits);
        }
        Ok(())
    }

    /// Returns where the program is kept once it is compiled, if it is.
    fn kept_place(
        &self,
        source: &Source,
        content: &ContentHash,
        builder: &Builder,
    ) -> Option<PathBuf> {
        let Builder { limits, toolchains, executor, waiting } = builder;
        if source.in_place || !self.language.makes_files() || !executor.hides_files() {
            return None;
        }
        toolchains.kept.place(|| {
            let mut key = Digest::new();
            key.add(content);
            key.add(&self.toolchain.number());
            key.add(&toolchains.packages(&self.language, &self.toolchain));
            key.add(format!("{:?}", (&self.language, limits, waiting)).as_bytes());
            key
        })
    }

    /// Compiles the program with precompiled headers, if there are any for it.
    fn compile_quickly(&mut self, source: &Source, builder: &Builder) -> Result<(), NotBuilt> {
        let Builder { toolchains, waiting, .. } = *builder;
        let is_of_jury = waiting == Waiting::All;
        let headed = if is_of_jury { None } else { toolchains.headers.of(source) };
        let language = headed.as_ref().and_then(|headed| headed.language());
        if language.is_some_and(|language| self.compile_as(language, source, builder).is_ok()) {
            return Ok(());
        }
        let has_none = language.is_none();
        self.compile(source, builder, waiting)?;
        if let Some(headed) = headed.filter(|_| has_none) {
            headed.learn(|headers| self.precompile(headers, source, builder));
        }
        Ok(())
    }

    /// Compiles headers, if this program, which is already compiled, stays the same with them.
    fn precompile(
        &mut self,
        headers: &str,
        source: &Source,
        builder: &Builder,
    ) -> Option<(Language, TemporaryFolder)> {
        let (only, _folder) = headers::as_source(headers, source)?;
        let folder = builder.build(&only, None).ok()?.temporary?;
        let language = headers::including(&source.language, folder.path())?;
        self.compiles_to_the_same(&language, source, builder).then_some((language, folder))
    }

    /// Compiles the program with the command of another language.
    fn compile_as(
        &mut self,
        language: &Language,
        source: &Source,
        builder: &Builder,
    ) -> Result<(), NotBuilt> {
        let own = std::mem::replace(&mut self.language, language.clone());
        let compiled = self.compile(source, builder, Waiting::Nothing);
        self.language = own;
        compiled
    }

    /// Returns whether the command of another language compiles a compiled program to the same
    /// bytes.
    fn compiles_to_the_same(
        &mut self,
        language: &Language,
        source: &Source,
        builder: &Builder,
    ) -> bool {
        let name = compiled_name(self.is_taken);
        let bytes = |program: &Program| fs::read(program.folder().join(name)).ok();
        let Some(before) = bytes(self) else { return false };
        let is_same = self.compile_as(language, source, builder).is_ok()
            && bytes(self).is_some_and(|after| after == before);
        is_same || {
            // The program as its own command compiled it is the one that counts.
            let _ = fs::write(self.folder().join(name), before);
            false
        }
    }

    fn compile(
        &mut self,
        source: &Source,
        builder: &Builder,
        waiting: Waiting,
    ) -> Result<(), NotBuilt> {
        let Builder { limits, executor, toolchains, .. } = *builder;
        let (disk, file_size) = (limits.disk.min(COMPILED), limits.file_size.min(COMPILED));
        let limits = &Limits { disk, file_size, ..*limits };
        let is_static = self.links_statically(limits, builder);
        let places = Places { is_static, ..self.places(".", limits) };
        if let Some((_, file)) = &self.project.library
            && !self.language.library.is_empty()
        {
            let places = Places { main: file, ..places };
            self.call(&self.language.library, &places, source, limits, executor)?;
        }
        if let Some(command) = self.put_before_main(waiting, limits, builder) {
            let done = self.call(&command, &places, source, limits, executor);
            if done.is_err() || !self.language.is_python() {
                self.take_away();
            }
            if done.is_ok() {
                self.waits = true;
                self.learn_main(toolchains, &executor.inside(self.folder()));
                return done;
            }
            // The compiler may have rejected our addition; and its messages should not mention
            // that.
        }
        self.call(&self.language.compile, &places, source, limits, executor)
    }

    /// Runs a command of the compiler in the program's folder.
    fn call(
        &self,
        command: &[String],
        places: &Places,
        source: &Source,
        limits: &Limits,
        executor: &dyn Executor,
    ) -> Result<(), NotBuilt> {
        let run = Run { stderr: READ, limits: *limits, ..self.compiler(command, places, limits) };
        // Twice only if the disk was full for a while.
        for is_last in [false, true] {
            let (ended, mut said) = executor
                .run_and_read(&run, READ as u64)
                .map_err(|error| Fault::judge(error.to_string()))?;
            said.extend_from_slice(&ended.stderr);
            let said = with_own_name(&said, &self.main, &source.main);
            if compiled::outcome(&ended, &said, self.folder(), limits, is_last)? {
                break;
            }
        }
        Ok(())
    }

    /// Returns the run of a command in the program's folder, which it may write to.
    pub(super) fn compiler<'a>(
        &'a self,
        command: &[String],
        places: &Places,
        limits: &Limits,
    ) -> Run<'a> {
        Run {
            command: self.command(command, places),
            program: None,
            writable: Some(self.folder()),
            files: None,
            stdin: Stdin::Empty,
            ..self.run(limits, "")
        }
    }

    /// Returns the values of the placeholders in its commands, if its folder is visible at
    /// `inside`.
    pub(super) fn places<'a>(&'a self, inside: &'a str, limits: &Limits) -> Places<'a> {
        Places {
            folder: inside,
            main: &self.main,
            sources: &self.parts.sources,
            parts: &self.parts.others,
            include: &self.parts.include,
            edition: edition_for(self.project.edition, self.toolchain.version("rustc")),
            library: self.project.library.as_ref().map(|(name, _)| name.as_str()),
            class: &self.class,
            memory: limits.memory >> 20,
            is_static: false,
            is_taken: self.is_taken,
        }
    }

    /// Returns whether its compiler finds all libraries that a static program needs. The compiler
    /// runs in a sandbox: programs named in a file of languages never run outside of one.
    fn links_statically(&self, limits: &Limits, builder: &Builder) -> bool {
        let probes = self.language.static_probes();
        let probes: Vec<_> =
            probes.map(|command| self.command(&command, &Places::default())).collect();
        let finds = |command: &Vec<OsString>| {
            let run = Run { command: command.clone(), program: None, ..self.run(limits, "") };
            // A compiler prints the bare name of a library that it cannot find.
            let said = builder.executor.run_and_read(&run, SAID as u64);
            said.is_ok_and(|(ended, said)| ended.succeeded() && said.starts_with(b"/"))
        };
        let known = &builder.toolchains.static_libraries;
        if let Some(answer) = lock(known).get(&probes) {
            return *answer;
        }
        let answer = !probes.is_empty() && probes.iter().all(finds);
        // An answer that was cut short by a signal means nothing.
        if !are_runs_ended() {
            lock(known).insert(probes, answer);
        }
        answer
    }

    /// Returns a run of the program without input, in a sandbox in which its folder is visible at
    /// `inside`.
    pub fn run<'a>(&'a self, limits: &Limits, inside: &str) -> Run<'a> {
        let places = self.places(inside, limits);
        let mut environment = self.language.variables();
        let folders: Vec<PathBuf> =
            self.toolchain.folders().chain(self.called.iter().cloned()).collect();
        if !folders.is_empty() {
            let path = env::join_paths(folders.iter().cloned().chain(toolchain::system()));
            environment.extend(path.map(|path| ("PATH".into(), path)));
        }
        let readable = self.language.readable().chain(self.toolchain.readable());
        let readable = readable.chain(self.called.iter().cloned()).filter(|path| path.exists());
        Run {
            command: self.command(&self.language.run, &places),
            environment,
            program: Some(self.folder()),
            readable: readable.collect(),
            writable: None,
            files: self.data.as_ref(),
            stdin: Stdin::Empty,
            stdout: Stdout::Read,
            stderr: SAID,
            warm: None,
            limits: Limits {
                memory_rule: self.language.memory,
                time_by: self.language.time_by(limits.time_by),
                ..*limits
            },
        }
    }

    /// Returns its sources, relative to its folder.
    pub fn sources(&self) -> &[String] {
        &self.parts.sources
    }

    /// Copies its files, including those that the compiler made.
    pub fn copy(&self) -> Result<TemporaryFolder, Fault> {
        let folder = TemporaryFolder::new()?;
        for name in files_below(self.folder(), None)? {
            let from = self.folder().join(&name);
            copy(&from, folder.path(), &name, false, &Constants::new())?;
        }
        Ok(folder)
    }

    /// Returns the name of a file of its source in that folder, which messages of tools contain.
    pub fn name_in_copy(&self, file: &str) -> String {
        self.names.name(file)
    }

    /// Returns the folder of its files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}
