//! Programs that are started once and run many times: the files that are put beside them for that.
//!
//! A program in C or C++ is compiled with a few lines added before `main` (`warm/start.h`); one in
//! Rust is linked with them, by the C compiler that it is linked with in any case.
//!
//! A program in Python waits in a module that Python imports before it runs any program
//! (`warm/sitecustomize.py`), and each fork of it continues as if nothing had been imported. So
//! Python itself runs the program, with the same arguments, tracebacks and exit codes as always.
//! The program is compiled beforehand; Python runs the compiled file as it would the source. It is
//! read after the fork, so the next program with the same name needs no start of Python.
//!
//! Others are not forked. The constructors of a submission would run in the waiting program, and a
//! fork before them gains little: 0.40 ms of 0.45 ms remain for a static program in C++. The
//! threads of Java and JavaScript run before `main`. Java with an archive of the program's classes
//! starts in 101 ms instead of 111 ms, but creating the archive takes a run; Node is no faster from
//! a startup snapshot.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;

use referee_base::digest::{ContentHash, Digest};
use referee_base::files::everyone;
use referee_base::parallel::lock;
use referee_sandbox::{Limits, WarmStart};

use super::build::{Builder, Program};
use super::copy::keep_no_access_times;
use super::executor::Executor;
use super::language::{Language, Languages};
use super::start::{StartRule, Waiting};
use super::toolchain::Toolchains;

/// The folder, beside the files of a program, of the module that Python imports first. No program
/// can import anything with that name.
const FOLDER: &str = ".referee";

/// The module: its name, and its text.
const MODULE: (&str, &str) = (
    "sitecustomize.py",
    concat!(include_str!("warm/code.py"), "\n\n", include_str!("warm/sitecustomize.py")),
);

/// The lines before `main`: as a header that is included, and as a file that is linked.
const HEADER: (&str, &str) = ("start.h", LINES);
const LINKED: (&str, &str) = ("start.c", LINES);
const LINES: &str = include_str!("warm/start.h");

/// The option of the linker that calls them instead of `main`.
const WRAP: &str = "-Wl,--wrap=main";

/// The suffix of a source's compiled file. Python imports from the folder of the file that it runs,
/// so this one lies beside the source. No module has that name.
const COMPILED: &str = ".pyc";

/// The variable that is set if any program in Python with this name may follow.
const ANY_PROGRAM: &str = "REFEREE_ANY_PROGRAM";

/// The variable with the modules that the program imports first.
const IMPORTS: &str = "REFEREE_IMPORTS";

/// The maximum size in bytes of a program that is run by a process that has waited for others, too,
/// unless its main file is ours: compiling a larger one takes more than a few milliseconds, which
/// would be missing in its time.
pub const SHARED_START_BYTES: u64 = 32 << 10;

/// The variable with the seed of hashes, which each start reads: it is the same for all.
const SEED: &str = "PYTHONHASHSEED";

/// Compiles a main file under another path, so that it keeps how it ends, unless that path is
/// empty, and checks other files. It checks what the command of the language checks; if that, or a
/// cold run, might report something else, it fails.
const COMPILE: &str = concat!(
    include_str!("warm/code.py"),
    "
import marshal, sys, warnings
from _frozen_importlib_external import MAGIC_NUMBER
main, compiled, shown, *others = sys.argv[1:]
def read(path):
    with open(path, 'rb') as file:
        text = file.read()
    if not text.isascii():
        import tokenize
        with tokenize.open(path) as file:
            file.read()
    return text
# Each run compiles the other files again, and warns of what is in them, but not the main file.
warnings.simplefilter('ignore')
for other in others:
    compile(read(other), other, 'exec', dont_inherit=True)
warnings.simplefilter('error', SyntaxWarning)
if compiled:
    text = read(main)
    with open(compiled, 'wb') as file:
        file.write(MAGIC_NUMBER + bytes(12))
        file.write(marshal.dumps(code_of(text, shown)))
"
);

impl Program {
    /// Returns how the next run of the program is started, unless it is started for itself.
    /// Prepares that when the rule first holds, within the limits of compilers.
    ///
    /// A submission is started once only in Python, where each run is forked before any code of the
    /// program is executed. Constructors of a compiled one would run in the waiting program; only a
    /// builder of jury programs lets these wait.
    pub fn warm(
        &self,
        rule: StartRule,
        limits: &Limits,
        executor: &dyn Executor,
    ) -> Option<WarmStart> {
        let prepare = || self.compiled(limits, executor).or_else(|| self.python(limits, executor));
        let is_warm = rule.holds(self.starts.fetch_add(1, Ordering::Relaxed));
        if is_warm { self.warm.get_or_init(prepare).clone() } else { None }
    }

    /// Puts the files that make a program wait beside its own, and returns the command that
    /// compiles it with them; `None` if it is in another language, or its own command does more.
    pub(super) fn put_before_main(
        &self,
        waiting: Waiting,
        limits: &Limits,
        builder: &Builder,
    ) -> Option<Vec<String>> {
        let Language { name, run, compile, .. } = &self.language;
        if self.language.is_python() && waiting != Waiting::Nothing {
            let shipped = Languages::shipped();
            let is_shipped =
                |shipped: &Language| shipped.name == *name && shipped.compile == *compile;
            let inside = builder.executor.inside(self.folder());
            // Modules that a main file imports are compiled for each run, other than for ours.
            let is_one = self.parts.sources.len() == 1 || !self.imports.is_empty();
            let does_the_same = is_one && shipped.iter().any(is_shipped);
            let can_wait = does_the_same && self.python_can_wait(&inside, limits);
            let known = || self.known_main(builder.toolchains, &inside);
            return if can_wait { self.put_before_python(&inside, known()) } else { None };
        }
        if *run != ["{program}"] || waiting != Waiting::All {
            return None;
        }
        let options = match &**name {
            "c" | "cpp" => vec!["-include".into(), self.put(HEADER).ok()?, WRAP.into()],
            "rust" => {
                let linked = [self.put(LINKED).ok()?, WRAP.into()];
                linked.map(|argument| format!("-Clink-arg={argument}")).into()
            }
            _ => return None,
        };
        let (compiler, others) = compile.split_first()?;
        Some([compiler.clone()].into_iter().chain(options).chain(others.iter().cloned()).collect())
    }

    /// Removes these files.
    pub(super) fn take_away(&self) {
        // Files that remain are never read.
        let _ = fs::remove_dir_all(self.folder().join(FOLDER));
    }

    /// Returns how a program that was compiled in this way is started: by the same command.
    fn compiled(&self, limits: &Limits, executor: &dyn Executor) -> Option<WarmStart> {
        if !self.waits || self.language.is_python() {
            return None;
        }
        let command = self.run(limits, &executor.inside(self.folder())).command;
        let (words, environment) = (command.len(), Vec::new());
        Some(WarmStart { words, command, environment, is_shared: false })
    }

    /// Returns whether a program is in Python and can wait.
    fn python_can_wait(&self, inside: &str, limits: &Limits) -> bool {
        let is_setting = |name: &str| name.starts_with("PYTHON") && name != SEED;
        let environment = self.run(limits, inside).environment;
        let has_settings = environment.iter().any(|(name, _)| is_setting(&name.to_string_lossy()));
        self.language.is_python()
            && self.language.name != "python2"
            && matches!(&*self.language.run, [_, main] if main == "{main}")
            && !has_settings
            // Programs wait only in namespaces of their own.
            && Path::new(&inside) != self.folder()
    }

    /// Puts our module beside a program in Python, and returns the command that compiles it.
    fn put_before_python(&self, inside: &str, known: Option<Vec<u8>>) -> Option<Vec<String>> {
        let (main, interpreter) = (&self.main, self.language.run.first()?);
        // It would be taken for a placeholder in the command.
        if self.parts.sources.iter().any(|source| source.contains('{')) {
            return None;
        }
        self.put(MODULE).ok()?;
        let (mut compiled, shown) = (format!("{main}{COMPILED}"), format!("{inside}/{main}"));
        if let Some(known) = known {
            let path = self.folder().join(&compiled);
            fs::write(&path, known).and_then(|()| everyone::permit(&path, 0o644)).ok()?;
            compiled.clear();
        }
        let words = [interpreter, "-I", "-S", "-c", COMPILE, main, &compiled, &shown];
        let others = self.parts.sources.iter().filter(|source| *source != main);
        Some(words.map(String::from).into_iter().chain(others.cloned()).collect())
    }

    /// Returns the key of its compiled main file, if that is ours, which others have, too.
    fn main_key(&self, inside: &str) -> Option<ContentHash> {
        if self.imports.is_empty() || !self.language.is_python() {
            return None;
        }
        let mut key = Digest::new();
        key.add(&fs::read(self.folder().join(&self.main)).ok()?);
        key.add(&self.toolchain.number());
        key.add(inside.as_bytes());
        Some(key.number())
    }

    /// Returns its main file as another program has compiled it.
    fn known_main(&self, toolchains: &Toolchains, inside: &str) -> Option<Vec<u8>> {
        let key = self.main_key(inside)?;
        lock(&toolchains.mains).get(&key).cloned()
    }

    /// Keeps its compiled main file for others.
    pub(super) fn learn_main(&self, toolchains: &Toolchains, inside: &str) {
        let Some(key) = self.main_key(inside) else { return };
        if lock(&toolchains.mains).contains_key(&key) {
            return;
        }
        let compiled = self.folder().join(format!("{}{COMPILED}", self.main));
        if let Ok(compiled) = fs::read(compiled) {
            lock(&toolchains.mains).entry(key).or_insert(compiled);
        }
    }

    /// Compiles a program in Python that was compiled in the usual way.
    fn compile_python(&self, inside: &str, limits: &Limits, executor: &dyn Executor) -> Option<()> {
        let command = self.put_before_python(inside, None)?;
        let compiler = self.compiler(&command, &self.places(".", limits), limits);
        let done = executor.run_and_read(&compiler, 0).ok()?;
        keep_no_access_times(self.folder()).ok()?;
        done.0.succeeded().then_some(())
    }

    fn python(&self, limits: &Limits, executor: &dyn Executor) -> Option<WarmStart> {
        let inside = executor.inside(self.folder());
        if !self.python_can_wait(&inside, limits) {
            return None;
        }
        if !self.waits {
            self.compile_python(&inside, limits, executor)?;
        }
        let run = self.run(limits, &inside);
        let words = run.command.len();
        let compiled = format!("{inside}/{}{COMPILED}", self.main);
        let command = vec![run.command.into_iter().next()?, compiled.into()];
        let path = OsString::from(format!("{inside}/{FOLDER}"));
        let mut environment = vec![("PYTHONPATH".into(), path)];
        let main = self.folder().join(&self.main);
        let is_small = || main.metadata().is_ok_and(|file| file.len() <= SHARED_START_BYTES);
        // The time to compile a main file of ours is not a submission's.
        let is_shared = !self.imports.is_empty() || is_small();
        if is_shared {
            environment.push((ANY_PROGRAM.into(), "yes".into()));
        }
        if !self.imports.is_empty() {
            environment.push((IMPORTS.into(), self.imports.join(" ").into()));
        }
        Some(WarmStart { command, environment, words, is_shared })
    }

    /// Adds a file to those of the program, and returns its path relative to them.
    fn put(&self, (name, text): (&str, &str)) -> io::Result<String> {
        let (folder, name) = (self.folder().join(FOLDER), format!("{FOLDER}/{name}"));
        fs::create_dir(&folder)?;
        everyone::permit(&folder, 0o755)?;
        let path = self.folder().join(&name);
        fs::write(&path, text)?;
        everyone::permit(&path, 0o644)?;
        Ok(name)
    }
}
