//! Programs that are started once and run many times: what is put beside them for that.
//!
//! A program in C or C++ is compiled with a few lines of ours in front of `main` (`warm/start.h`).
//!
//! A program in Python becomes one by a module of ours that Python imports before it runs any program (`warm/sitecustomize.py`): there it
//! waits, and each fork of it goes on as if nothing had been imported. So it is Python itself that runs the program, with the same
//! arguments, tracebacks and exit codes as always. The program is compiled beforehand; Python runs the compiled file as it would the source.
//! It is read after the fork: so the next program of the same name needs no start of Python.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::Ordering;

use serde::{Deserialize, Serialize};

use referee_base::files::everyone;
use referee_sandbox::{Limits, Run, Stdin, WarmStart};

use super::build::Program;
use super::copy::keep_no_access_times;
use super::executor::Executor;
use super::language::Language;
use super::places::Places;

/// The folder, beside the files of a program, of the module that Python imports first. No program can import anything of that name.
const FOLDER: &str = ".referee";

/// The module, and its name.
const MODULE: (&str, &str) = ("sitecustomize.py", include_str!("warm/sitecustomize.py"));

/// What stands in front of `main`.
const HEADER: (&str, &str) = ("start.h", include_str!("warm/start.h"));

/// What is added to the name of a source for the compiled file, from which Python takes the folder that it imports from: so it is beside
/// the source. No module has that name.
const COMPILED: &str = ".pyc";

/// The variable that is there where any program in Python of this name may follow.
const ANY_PROGRAM: &str = "REFEREE_ANY_PROGRAM";

/// How long the text of a program may be, in bytes, that is run by what has waited for others: to compile more takes more than some
/// milliseconds, which would be missing in its time.
const SHARED: u64 = 16 << 10;

/// The variable with the seed of hashes, which each start reads: it is the same for all.
const SEED: &str = "PYTHONHASHSEED";

/// Compiles a main file, as one with another path, which tells at its end that it has come there.
const COMPILE: &str = "\
import marshal, sys
from _frozen_importlib_external import MAGIC_NUMBER
main, compiled, shown = sys.argv[1:]
with open(main, 'rb') as file:
    text = file.read() + b'\\n__referee_ended__ = None\\n'
with open(compiled, 'wb') as file:
    file.write(MAGIC_NUMBER + bytes(12) + marshal.dumps(compile(text, shown, 'exec', dont_inherit=True)))
";

/// Whether programs of the jury are started once for many runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartRule {
    /// Each run starts its program.
    Cold,
    /// A program is started once, where it can be.
    Warm,
    /// The same, but only if it runs often enough for that to pay.
    #[default]
    Auto,
}

impl StartRule {
    /// Returns whether a program is to be started once that has run so often before.
    fn holds(self, runs: u32) -> bool {
        /// To prepare a program takes about as long as a run of it.
        const ENOUGH: u32 = 2;
        match self {
            StartRule::Cold => false,
            StartRule::Warm => true,
            StartRule::Auto => runs >= ENOUGH,
        }
    }

    /// Returns the rule for programs of others where it is the rule for programs of the jury: they are started once on request alone.
    #[must_use]
    pub fn of_submissions(self) -> StartRule {
        if self == StartRule::Warm { self } else { StartRule::Cold }
    }

    /// Returns the rule for candidates, very many of which follow each other: most need no start of their own.
    #[must_use]
    pub fn of_candidates(self) -> StartRule {
        if self == StartRule::Cold { self } else { StartRule::Warm }
    }
}

impl Program {
    /// Returns how the next run of the program is started if it is not to be started for itself. Prepares that when the rule first holds,
    /// within the limits of compilers.
    ///
    /// A program of others is started once only in Python: there, each run is forked before any code of the program is executed.
    /// Constructors of a compiled one would run in the waiting program; only a builder for the jury's programs lets these wait.
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

    /// Puts what makes a program wait beside its files, and returns the command that compiles it with that; `None` if its language is
    /// another one.
    pub(super) fn put_before_main(&self) -> Option<Vec<String>> {
        let Language { name, run, compile, .. } = self.language();
        if !matches!(&**name, "c" | "cpp") || *run != ["{program}"] {
            return None;
        }
        let header = self.put(HEADER).ok()?;
        let (compiler, others) = compile.split_first()?;
        let options = ["-include", &*header, "-Wl,--wrap=main"].map(String::from);
        Some([compiler.clone()].into_iter().chain(options).chain(others.iter().cloned()).collect())
    }

    /// Removes that.
    pub(super) fn take_away(&self) {
        // What is left is never read.
        let _ = fs::remove_dir_all(self.folder().join(FOLDER));
    }

    /// Returns how a program is started that was compiled so: by the same command.
    fn compiled(&self, limits: &Limits, executor: &dyn Executor) -> Option<WarmStart> {
        let command = self.run(limits, &executor.inside(self.folder())).command;
        self.forks.then(|| WarmStart {
            words: command.len(),
            command,
            environment: Vec::new(),
            is_shared: false,
        })
    }

    /// Prepares a program in Python.
    fn python(&self, limits: &Limits, executor: &dyn Executor) -> Option<WarmStart> {
        let [interpreter, main] = &*self.language().run else { return None };
        let inside = executor.inside(self.folder());
        let run = self.run(limits, &inside);
        let is_setting = |name: &str| name.starts_with("PYTHON") && name != SEED;
        let has_settings =
            run.environment.iter().any(|(name, _)| is_setting(&name.to_string_lossy()));
        if !self.language().is_python()
            || self.language().name == "python2"
            || main != "{main}"
            || has_settings
            // Only in namespaces of its own does anything wait.
            || Path::new(&inside) == self.folder()
        {
            return None;
        }
        let [main, compiled] = ["", COMPILED].map(|end| format!("{}{end}", self.main()));
        self.put(MODULE).ok()?;
        let words = ["-I", "-S", "-c", COMPILE].map(String::from);
        let shown = format!("{inside}/{main}");
        let words = words.into_iter().chain([main, compiled.clone(), shown]);
        let command: Vec<String> = [interpreter.clone()].into_iter().chain(words).collect();
        let compiler = Run {
            command: self.command(&command, &Places::default()),
            program: None,
            writable: Some(self.folder()),
            files: None,
            stdin: Stdin::Empty,
            ..self.run(limits, "")
        };
        let done = executor.run_and_read(&compiler, 0).ok()?;
        keep_no_access_times(self.folder()).ok()?;
        let words = run.command.len();
        let command = vec![run.command.into_iter().next()?, format!("{inside}/{compiled}").into()];
        let path = OsString::from(format!("{inside}/{FOLDER}"));
        let mut environment = vec![("PYTHONPATH".into(), path)];
        let is_shared =
            self.folder().join(self.main()).metadata().is_ok_and(|file| file.len() <= SHARED);
        if is_shared {
            environment.push((ANY_PROGRAM.into(), "yes".into()));
        }
        done.0.is_well().then_some(WarmStart { command, environment, words, is_shared })
    }

    /// Puts a file of ours beside those of the program, and returns its path from there.
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
