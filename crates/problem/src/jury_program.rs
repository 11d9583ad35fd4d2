//! Programs that come with a problem, such as its checker, its solver and its input validator.
//!
//! They may come from an untrusted source, so they are built and run in sandboxes like submissions,
//! only with generous limits. A program is built when it is first needed, and sandboxes are started
//! only if a program runs.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use referee_checker::text::{escape, excerpt};

use super::checker_dir::{CheckerDir, CheckerDirPool};
use super::complaints::Complaints;
use super::feedback::MAX_BYTES;
use super::limits::{compiling, validating};
use crate::dependencies::{Dependencies, Part};
use referee_base::digest::to_hex;
use referee_base::fault::{Fault, show};
use referee_base::parallel::lock;
use referee_package as package;
use referee_programs::language::Languages;
use referee_programs::{
    Build, Builder, Builds, Executor, JURY_LIMITS, NotBuilt, ProblemFiles, Program, Sandboxes,
    Snapshot, Snapshots, Source, StartRule, Toolchains, Waiting, headline,
};
use referee_sandbox::{
    Ended, Isolation, Limits, ProcessExit, Run, SandboxError, Setup, Stdin, Stdout, Stopped,
    WorkingFiles, are_runs_ended,
};

/// The maximum length of standard error that is kept, in bytes.
const STDERR: usize = 64 << 10;

/// The maximum length of a validator's standard output that is searched for its reason, in bytes.
const REASON: u64 = 1000;

/// Builds and runs jury programs.
#[derive(Default)]
pub struct ToolRunner {
    isolation: Isolation,
    languages: Languages,
    builds: Builds,
    /// The compilers and interpreters.
    pub toolchains: Toolchains,
    sandboxes: Mutex<Option<Arc<Sandboxes>>>,
    /// What the command judges and writes: it never belongs to a problem, even within its folder.
    pub others: Vec<PathBuf>,
    /// The files of programs.
    pub snapshots: Arc<Snapshots>,
    /// The rule for starting a program once for many runs.
    pub start: StartRule,
    checker_dirs: CheckerDirPool,
    /// The messages of programs that fail.
    pub complaints: Arc<Complaints>,
    /// The CPU time of each run, if it is bounded further than by the limits of programs.
    at_most: OnceLock<Duration>,
}

impl ToolRunner {
    /// Creates a runner with this isolation and these languages.
    pub fn new(isolation: Isolation, languages: Languages) -> ToolRunner {
        ToolRunner { isolation, languages, ..ToolRunner::default() }
    }

    /// Bounds the CPU time of all later runs further than the limits of programs.
    pub(super) fn bound_runs(&self, most: Duration) {
        let _ = self.at_most.set(most);
    }

    /// Returns its languages.
    pub fn languages(&self) -> &Languages {
        &self.languages
    }

    /// Checks that the files of programs have not changed since they were first read.
    ///
    /// # Errors
    /// Those of [`Snapshots::verify`].
    pub fn verify(&self) -> Result<(), Fault> {
        self.snapshots.verify()
    }

    /// Returns the sandboxes, not those of submissions: their mounts differ from run to run.
    fn sandboxes(&self) -> Result<Arc<Sandboxes>, Fault> {
        let mut place = lock(&self.sandboxes);
        if let Some(sandboxes) = &*place {
            return Ok(Arc::clone(sandboxes));
        }
        let started = Sandboxes::sharing_cores(Setup::new(self.isolation));
        let started = Arc::new(started.map_err(|error| Fault::judge(error.to_string()))?);
        Ok(Arc::clone(place.insert(started)))
    }
}

/// A program that comes with a problem.
#[derive(Clone)]
pub struct JuryProgram {
    /// Its role, such as `checker`.
    pub what: &'static str,
    /// The command as written: sources or a program, followed by arguments.
    words: Vec<String>,
    source: Source,
    /// Its files as they were when first read.
    snapshot: OnceLock<Result<Arc<Snapshot>, Fault>>,
    /// The limits of its compiler.
    compiling: Limits,
    /// The limits of each of its runs.
    limits: Limits,
    /// The maximum number of bytes that a run may write: to its outputs and its working folder.
    most_written: Option<u64>,
    /// The built program, or why it cannot be built.
    ready: OnceLock<Result<ReadyProgram, Fault>>,
    tool_runner: Arc<ToolRunner>,
}

#[derive(Clone)]
struct ReadyProgram {
    sandboxes: Arc<Sandboxes>,
    /// The built program; its files exist as long as this value.
    build: Arc<Build>,
}

/// The inputs of a run, besides its limits.
pub struct JuryRun<'a> {
    /// Arguments before those of its command.
    pub arguments: Vec<OsString>,
    /// Standard input.
    pub stdin: Stdin<'a>,
    /// Standard output.
    pub stdout: Stdout<'a>,
    /// Files of the host that it may read.
    pub readable: Vec<PathBuf>,
    /// The working folder, if it is not an empty temporary one.
    pub writable: Option<&'a Path>,
    /// Files in its working folder, if that is a temporary one.
    pub files: Option<&'a WorkingFiles>,
    /// How long it may have to wait for another program, in addition to its own wall time.
    pub waiting: Duration,
    /// A further bound on its CPU time; its wall time is bounded by twice as much.
    pub at_most: Option<Duration>,
}

impl<'a> JuryRun<'a> {
    /// Creates a run that only reads standard input and writes standard output.
    pub fn reading(stdin: Stdin<'a>) -> JuryRun<'a> {
        JuryRun {
            arguments: Vec::new(),
            stdin,
            stdout: Stdout::Read,
            readable: Vec::new(),
            writable: None,
            files: None,
            waiting: Duration::ZERO,
            at_most: None,
        }
    }
}

impl JuryProgram {
    /// Creates a program from its command. The first word is a source file or a folder of source
    /// files in the folder of the problem, in a known language, or else a program of the system. In
    /// a command of the system, `{folder}` stands for a copy of the problem's folder.
    ///
    /// # Errors
    /// The command is empty, or its first word looks like a file that does not exist.
    pub fn new(
        what: &'static str,
        words: Vec<String>,
        problem: &ProblemFiles,
        tool_runner: &Arc<ToolRunner>,
    ) -> Result<JuryProgram, Fault> {
        let folder = &problem.folder;
        let Some(first) = words.first() else {
            return Err(Fault::bad_input(format!("the command of the {what} is empty")));
        };
        let path = folder.join(first);
        let is_command =
            !path.exists() && !first.contains('/') && Path::new(first).extension().is_none();
        let source = if is_command || first.starts_with("{folder}/") {
            // A command that does not contain `{folder}` sees nothing of the folder.
            let (folder, files) = if words.iter().any(|word| word.contains("{folder}")) {
                (&**folder, problem.list(&tool_runner.others)?)
            } else {
                (Path::new(""), Vec::new())
            };
            Source::of_command(words.clone(), folder, files)
        } else {
            let path = path.canonicalize().map_err(|error| Fault::cannot_read(&path, &error))?;
            Source::of_tool(&path, &tool_runner.languages, None)?
        };
        Ok(JuryProgram::of_words(what, words, source, tool_runner))
    }

    /// Bounds the CPU time of all later runs of this and the other programs of its problem.
    pub(super) fn bound_runs(&self, most: Duration) {
        self.tool_runner.bound_runs(most);
    }

    /// Appends arguments to its own.
    #[must_use]
    pub fn with_arguments(mut self, arguments: &[String]) -> JuryProgram {
        self.words.extend_from_slice(arguments);
        self
    }

    /// Sets the limits of each run.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> JuryProgram {
        JuryProgram { limits, ..self }
    }

    /// Sets the limits that a package has for its validators: for compiling, for running, and for
    /// the bytes written to standard output and error and into the working folder. Standard output
    /// that another program reads does not count.
    #[must_use]
    pub fn within(mut self, limits: &package::PackageLimits) -> JuryProgram {
        let most = limits.most_written();
        self.compiling = compiling(limits);
        self.limits = validating(limits);
        self.limits.output = self.limits.output.min(most);
        // The system's limit is a little higher, so that exceeding the package's limit is reported
        // as that and not as a failure to write a file.
        self.limits.file_size = self.limits.file_size.min(most.saturating_add(4096));
        JuryProgram { most_written: Some(most), ..self }
    }

    /// Returns its files.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the arguments of its command.
    pub fn arguments(&self) -> &[String] {
        &self.words[1..]
    }

    /// The limits of each of its runs.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Creates a program from sources that were already read, without arguments.
    pub fn of_source(
        what: &'static str,
        name: String,
        source: Source,
        tool_runner: &Arc<ToolRunner>,
    ) -> JuryProgram {
        JuryProgram::of_words(what, vec![name], source, tool_runner)
    }

    fn of_words(
        what: &'static str,
        words: Vec<String>,
        source: Source,
        tool_runner: &Arc<ToolRunner>,
    ) -> JuryProgram {
        let (snapshot, ready) = (OnceLock::new(), OnceLock::new());
        let tool_runner = Arc::clone(tool_runner);
        JuryProgram {
            what,
            words,
            source,
            snapshot,
            compiling: JURY_LIMITS,
            limits: JURY_LIMITS,
            most_written: None,
            ready,
            tool_runner,
        }
    }

    /// Returns its files as they were when first read.
    fn snapshot(&self) -> Result<&Snapshot, Fault> {
        let snapshot = self.snapshot.get_or_init(|| self.tool_runner.snapshots.of(&self.source));
        snapshot.as_deref().map_err(Clone::clone)
    }

    /// Returns its source with the files of a snapshot, located in `folder`.
    fn source_of(&self, snapshot: &Snapshot, folder: &Path) -> Source {
        Source {
            folder: folder.to_path_buf(),
            files: snapshot.files.clone(),
            known_content: Some(snapshot.content),
            ..self.source.clone()
        }
    }

    /// Returns the parts that its results depend on, except the input. Error: a file is unreadable.
    pub(super) fn dependencies(&self) -> Result<Dependencies, Fault> {
        // Only the snapshot is read; it is copied only if the program runs.
        let source = self.source_of(self.snapshot()?, &self.source.folder);
        let sandboxes = self.tool_runner.sandboxes()?;
        let toolchains = &self.tool_runner.toolchains;
        let toolchain = toolchains.of(&source.language, &*sandboxes);
        let limits = format!("{:?}", (self.compiling, self.limits, self.most_written));
        let mut all = Dependencies::default();
        all.on(Part::Checker, &source.content()?);
        all.on(Part::Checker, format!("{:?} {}", self.words, source.language.given()).as_bytes());
        // Without isolation, it may read a file that it names by its path.
        for path in self.arguments().iter().map(Path::new).filter(|path| path.is_absolute()) {
            all.on(Part::Checker, &self.tool_runner.snapshots.content_of(path));
        }
        all.on(Part::CheckerToolchain, &toolchain.number());
        all.on(Part::CheckerLimits, limits.as_bytes());
        all.on(Part::Packages, &toolchains.packages(&source.language, &toolchain));
        Ok(all)
    }

    /// Returns a text that differs whenever its results may differ.
    ///
    /// # Errors
    /// One of its files cannot be read.
    pub fn key(&self) -> Result<String, Fault> {
        Ok(to_hex(&self.dependencies()?.number()))
    }

    /// Builds the program, unless it was built before, so that its first run starts immediately.
    ///
    /// # Errors
    /// It cannot be built, or no sandbox can be started.
    pub fn prepare(&self) -> Result<(), Fault> {
        self.ready().map(drop)
    }

    /// Returns whether it was built, or cannot be.
    pub fn is_prepared(&self) -> bool {
        self.ready.get().is_some()
    }

    /// Returns the path at which a run sees this working folder. It is absolute, because the
    /// program may be a script that changes to another folder. Error: it cannot be built, or no
    /// sandbox can be started.
    pub(super) fn working_inside(&self, folder: &Path) -> Result<PathBuf, Fault> {
        Ok(self.ready()?.0.layers().working_inside(folder))
    }

    /// Returns empty folders for it to work in. Error: it cannot be built, or the disk is full.
    pub(super) fn desk(&self) -> Result<CheckerDir<'_>, Fault> {
        self.prepare()?;
        self.tool_runner.checker_dirs.take()
    }

    /// Runs the program, and passes its output to `output` while it runs.
    ///
    /// # Errors
    /// It cannot be built or started, or it writes more than it is allowed to.
    pub fn run(
        &self,
        task: JuryRun,
        output: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<Ended, Fault> {
        let (sandboxes, program) = self.ready()?;
        let mut run = program.run(&self.limits, &sandboxes.inside(program.folder()));
        run.warm = program.warm(self.tool_runner.start, &self.compiling, sandboxes);
        run.command.extend(task.arguments);
        if !self.source.in_place {
            run.command.extend(self.words[1..].iter().map(OsString::from));
        }
        run.readable.extend(task.readable);
        let JuryRun { stdin, stdout, writable, files, .. } = task;
        run.limits.wall += task.waiting;
        let at_most = self.tool_runner.at_most.get().copied();
        if let Some(most) = task.at_most.into_iter().chain(at_most).min() {
            run.limits.cpu = run.limits.cpu.min(most);
            run.limits.wall = run.limits.wall.min(2 * most);
        }
        if writable.is_some() {
            // A folder of the host has no limit on its total size.
            run.limits.file_size = run.limits.file_size.min(MAX_BYTES);
        }
        let run = Run { stdin, stdout, writable, files, stderr: STDERR, ..run };
        let before = self.most_written.and(writable).map_or(0, bytes_in);
        let ended = sandboxes.run(&run, output).map_err(|error| self.fault(&error.to_string()))?;
        match self.most_written {
            Some(most) if has_written_more(&ended, writable, before, most) => Err(self.fault(
                &format!("it writes more than the {} MiB of limits.validation_output", most >> 20),
            )),
            _ => Ok(ended),
        }
    }

    /// Runs the program, and returns the first `max_bytes` of its output.
    ///
    /// # Errors
    /// Those of [`JuryProgram::run`].
    pub fn run_and_read(&self, task: JuryRun, max_bytes: u64) -> Result<(Ended, Vec<u8>), Fault> {
        let mut start = Vec::new();
        let ended = self.run(task, &mut |output| {
            let _ = output.take(max_bytes).read_to_end(&mut start);
        })?;
        Ok((ended, start))
    }

    /// Runs the program as a validator on an input. Returns how it ended, and the last line of its
    /// output, if any.
    ///
    /// # Errors
    /// Those of [`JuryProgram::run`].
    pub fn validate_input(
        &self,
        input: &File,
        arguments: Vec<OsString>,
        files: Option<&WorkingFiles>,
    ) -> Result<(Ended, Option<String>), Fault> {
        let task = JuryRun { arguments, files, ..JuryRun::reading(Stdin::File(input)) };
        let (ended, said) = self.run_and_read(task, REASON)?;
        let said = [&ended.stderr[..], &said].concat();
        Ok((ended, last_line(&said)))
    }

    fn build(&self) -> Result<ReadyProgram, Fault> {
        let sandboxes = self.tool_runner.sandboxes()?;
        let snapshot = self.snapshot()?;
        let source = self.source_of(snapshot, snapshot.folder()?);
        let content = source.content()?;
        let ToolRunner { builds, toolchains, .. } = &*self.tool_runner;
        let waiting = self.tool_runner.start.waiting(Waiting::All);
        let (limits, executor) = (&self.compiling, &*sandboxes);
        let builder = Builder { limits, toolchains, executor, waiting };
        let build = builds.build(&source, content, &builder);
        Ok(ReadyProgram { sandboxes, build })
    }

    fn ready(&self) -> Result<(&Sandboxes, &Program), Fault> {
        let ready = match self.ready.get() {
            Some(ready) => ready,
            None => {
                let ready = self.build();
                if are_runs_ended() {
                    // The interruption may have stopped its compiler: a later call builds it.
                    return Err(self.fault(&SandboxError::Ended.to_string()));
                }
                self.ready.get_or_init(|| ready)
            }
        };
        let ready = ready.as_ref().map_err(|fault| self.fault(&fault.one_line()))?;
        match &*ready.build {
            Ok(program) => Ok((&ready.sandboxes, program)),
            Err(NotBuilt::NotInstalled(_, fault) | NotBuilt::NotJudged(fault)) => {
                Err(self.fault(&fault.one_line()))
            }
            Err(NotBuilt::Refused(said)) => {
                let fault = self.fault(&format!("it does not compile: {}", headline(said)));
                Err(self.in_full(fault.details(said.as_str())))
            }
        }
    }

    /// Returns whether it could not be built because its compiler or interpreter is not installed.
    pub fn lacks_compiler(&self) -> bool {
        let ready = self.ready.get().and_then(|ready| ready.as_ref().ok());
        ready.is_some_and(|ready| matches!(*ready.build, Err(NotBuilt::NotInstalled(..))))
    }

    /// Returns the fault for a run that failed, with all that the program wrote to standard error.
    pub fn failure(&self, ended: &Ended, what: &str) -> Fault {
        Fault { details: said_by(ended), ..self.fault(what) }
    }

    /// Returns the fault for a run that failed, with its full message.
    pub fn failed(&self, ended: &Ended) -> Fault {
        self.in_full(self.may_be_tried_again(ended))
    }

    /// Returns the fault for a failed run, without recording its message: it may be run again.
    pub fn may_be_tried_again(&self, ended: &Ended) -> Fault {
        let fault = self.failure(ended, &end_of(ended));
        match last_words(ended) {
            None => fault,
            Some(said) => fault.help(said),
        }
    }

    /// Returns the fault for a run that failed, with what it said last in the message itself.
    pub(super) fn failed_saying(&self, ended: &Ended) -> Fault {
        let said = last_words(ended).map_or(String::new(), |said| format!("; {said}"));
        self.in_full(self.failure(ended, &format!("{}{said}", end_of(ended))))
    }

    /// Returns a fault of this program without its details, which are collected and reported once
    /// at the end. Details of a single line are already part of the message.
    pub fn in_full(&self, mut fault: Fault) -> Fault {
        let details = fault.details.take().filter(|details| details.contains('\n'));
        if let Some(details) = details {
            self.tool_runner.complaints.add(&self.title(), details.into());
        }
        fault
    }

    fn title(&self) -> String {
        format!("the {} {}", self.what, show(Path::new(&self.words[0])))
    }

    /// Returns a fault of this program.
    pub fn fault(&self, message: &str) -> Fault {
        Fault::judge(format!("{}: {message}", self.title()))
    }
}

/// Returns whether a run wrote more than `most` bytes, including files in its working folder, which
/// had `before` bytes before.
fn has_written_more(ended: &Ended, folder: Option<&Path>, before: u64, most: u64) -> bool {
    let files = folder.map_or(0, bytes_in).saturating_sub(before);
    ended.stopped == Some(Stopped::Output) || ended.output_bytes + ended.stderr_bytes + files > most
}

/// Returns the size of all files in a folder and below.
fn bytes_in(folder: &Path) -> u64 {
    let entries = walkdir::WalkDir::new(folder).into_iter().flatten();
    let sizes = entries.filter_map(|entry| entry.metadata().ok());
    sizes.filter(|found| found.is_file()).map(|found| found.len()).sum()
}

/// Describes how a jury program ended.
pub(super) fn end_of(ended: &Ended) -> String {
    match (ended.stopped, ended.exit) {
        (Some(Stopped::Cpu), _) => {
            format!("it took {:.1} s of CPU time, more than allowed", ended.cpu.as_secs_f64())
        }
        (Some(Stopped::Wall), _) => {
            format!("it did not end within {:.1} s", ended.wall.as_secs_f64())
        }
        (Some(Stopped::Memory), _) => "it used too much memory".into(),
        (Some(Stopped::Output), _) => "it wrote without end".into(),
        (None, ProcessExit::Exited(code)) => format!("it ended with exit code {code}"),
        (None, ProcessExit::Killed(signal)) => format!("it was ended by signal {signal}"),
    }
}

/// Returns the last line of standard error, if any: interpreters name the error there.
pub(super) fn last_words(ended: &Ended) -> Option<String> {
    last_line(&ended.stderr).map(|line| format!("it says: {line}"))
}

/// Returns what a program wrote to standard error, if anything, in escaped lines.
fn said_by(ended: &Ended) -> Option<Box<str>> {
    let lines = ended.stderr.trim_ascii_end().split(|&byte| byte == b'\n');
    let mut lines: Vec<String> = lines.map(escape_line).collect();
    if ended.stderr_bytes > ended.stderr.len() as u64 {
        lines.push(format!("(the first {} KiB of {})", STDERR >> 10, ended.stderr_bytes >> 10));
    }
    let text = lines.join("\n");
    (!text.is_empty()).then(|| text.into())
}

/// Escapes a line, except for tabs and the carriage return of a Windows line end.
fn escape_line(line: &[u8]) -> String {
    let parts = line.trim_ascii_end().split(|&byte| byte == b'\t');
    parts.map(escape).collect::<Vec<_>>().join("    ")
}

/// Returns the last line of a text, if any, or the one above a line that it marks a place in.
fn last_line(text: &[u8]) -> Option<String> {
    let lines = text.trim_ascii().split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let lines: Vec<&[u8]> = lines.filter(|line| !line.is_empty()).collect();
    let is_mark =
        |line: &[u8]| line.starts_with(b"^") && line.iter().all(|byte| b"^~".contains(byte));
    let line = match *lines {
        [.., message, _, mark] if is_mark(mark) => message,
        [.., last] => last,
        [] => return None,
    };
    Some(excerpt(line, 200))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_the_message() {
        for (text, expected) in [
            ("", None),
            (" \n", None),
            ("n is 7\n", Some("n is 7")),
            ("Traceback:\n  line 3\nAssertionError: n\n\n", Some("AssertionError: n")),
            (
                "3 4 is not an integer! Line: 3\n3 4 x\n    ^~\n",
                Some("3 4 is not an integer! Line: 3"),
            ),
            ("x\n^\n", Some("^")),
        ] {
            assert_eq!(last_line(text.as_bytes()).as_deref(), expected, "{text:?}");
        }
    }
}
