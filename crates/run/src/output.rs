//! Standard output and standard error: colours, widths, and a reader that closes early.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;

use referee_base::fault::Fault;
use referee_base::files;
use referee_display::interruption::Interruption;
use referee_display::progress::ProgressLine;
use referee_events::exit::Exit;
use referee_judge::SOURCES;
use referee_problem::{Complaints, ToolRunner};
use referee_programs::language::Languages;
use referee_programs::{KeptPrograms, Snapshots, StartRule, Toolchains};
use referee_sandbox::Isolation;

/// The line width if standard output is not a terminal.
const WIDTH: usize = 132;

/// The minimum line width; a narrower terminal wraps.
const MIN_WIDTH: usize = 40;

/// The output settings of a command.
pub struct OutputSettings {
    /// Whether to print only errors and warnings.
    pub quiet: bool,
    /// Whether logs are printed, which would tear a line that is redrawn.
    is_verbose: bool,
    /// How jury programs are started.
    pub start: StartRule,
    /// The message if a signal ends the command.
    pub interruption: Arc<Interruption>,
    /// The messages of jury programs that failed.
    complaints: Arc<Complaints>,
    snapshots: Arc<Snapshots>,
    /// What earlier commands have compiled.
    kept: Arc<KeptPrograms>,
}

/// The name of a step of long work, in singular and plural.
pub const CASES: (&str, &str) = ("case", "cases");
/// The unit of progress if programs run.
pub const RUNS: (&str, &str) = ("run", "runs");
/// The unit of progress if mutants are tried.
pub const MUTANTS: (&str, &str) = ("mutant", "mutants");

/// The two steps of a mutant.
pub const MUTANT_STEPS: (&str, &str) = ("compilation or run", "compilations and runs");

/// Returns the width of standard output: that of the terminal; otherwise that in `COLUMNS`, or else
/// a fixed one.
pub fn columns() -> usize {
    let terminal = terminal_size::terminal_size_of(io::stdout());
    let given = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = terminal.map(|(width, _)| usize::from(width.0)).or_else(given);
    width.filter(|&width| width > 0).map_or(WIDTH, |width| width.max(MIN_WIDTH))
}

impl OutputSettings {
    /// Creates the settings of a command, which prints only errors and warnings if `quiet`.
    pub fn new(quiet: bool) -> OutputSettings {
        let snapshots = files::state_folder().map(|state| Snapshots::with_hashes_in(&state));
        let snapshots = snapshots.unwrap_or_default();
        let kept_in = |cache: PathBuf| KeptPrograms::kept_in(cache.join("programs"), SOURCES);
        let kept = files::cache_folder().map(kept_in).unwrap_or_default();
        OutputSettings {
            quiet,
            is_verbose: false,
            start: StartRule::default(),
            interruption: Arc::default(),
            complaints: Arc::default(),
            snapshots: Arc::new(snapshots),
            kept: Arc::new(kept),
        }
    }

    /// Logs on standard error what happens and why, if `level` is 1; above that, also every program
    /// that is started.
    pub fn verbose(self, level: u8) -> OutputSettings {
        referee_display::verbose::enable(level);
        OutputSettings { is_verbose: level > 0, ..self }
    }

    /// Sets the rule by which jury programs are started.
    pub fn starting(self, start: StartRule) -> OutputSettings {
        OutputSettings { start, ..self }
    }

    /// Returns a function that describes what remains of the work when a signal ends the command.
    pub fn last_words(&self) -> impl Fn() -> Option<String> + Clone + Send + 'static {
        let interruption = Arc::clone(&self.interruption);
        move || interruption.last_words()
    }

    /// Prints these last words, if there are any.
    pub fn say_last(words: Option<String>) {
        if let Some(words) = words {
            OutputSettings::say(&words);
        }
    }

    /// Prints the last words of work that was asked to stop.
    pub fn interrupted(&self) {
        OutputSettings::say_last(self.interruption.last_words());
    }

    /// Returns the runner that builds and runs jury programs. Their messages about failures are
    /// printed at the end of the command.
    pub fn tool_runner(&self, isolation: Isolation, languages: Languages) -> ToolRunner {
        let mut tool_runner = ToolRunner::new(isolation, languages);
        tool_runner.complaints = Arc::clone(&self.complaints);
        tool_runner.toolchains = self.toolchains();
        tool_runner.snapshots = Arc::clone(&self.snapshots);
        tool_runner.start = self.start;
        tool_runner
    }

    /// Returns compilers and interpreters, with the programs that earlier commands have compiled.
    pub fn toolchains(&self) -> Toolchains {
        Toolchains::keeping(&self.kept)
    }

    /// Checks that the files that jury programs have read are unchanged.
    pub fn verify(&self) -> Result<(), Fault> {
        self.snapshots.verify()
    }

    /// Prints the messages of failed jury programs, in full and once for each.
    pub fn print_complaints(&self) {
        for (program, said) in self.complaints.take() {
            OutputSettings::say(&referee_display::complaint(&program, &said));
        }
    }

    /// Begins to show the progress of work with this many steps.
    pub fn progress(
        &self,
        verb: &'static str,
        unit: (&'static str, &'static str),
        total: usize,
    ) -> ProgressLine {
        self.shown(ProgressLine::new(self.shows_progress(), verb, unit, total))
    }

    /// Begins to show the share of some work that is done.
    pub fn progress_of_share(&self, verb: &'static str) -> ProgressLine {
        self.shown(ProgressLine::of_share(self.shows_progress(), verb))
    }

    /// Begins to show the progress of a search.
    pub fn progress_of_search(&self, verb: &'static str) -> ProgressLine {
        self.shown(ProgressLine::of_search(self.shows_progress(), verb))
    }

    fn shows_progress(&self) -> bool {
        !self.quiet && !self.is_verbose
    }

    fn shown(&self, line: ProgressLine) -> ProgressLine {
        self.interruption.watches(&line);
        line
    }

    /// Returns whether sentences are wrapped: in a terminal, or if `COLUMNS` is set.
    pub fn wraps(&self) -> bool {
        io::stdout().is_terminal() || std::env::var_os("COLUMNS").is_some()
    }

    /// Returns a message for people, wrapped if required.
    fn fitted(&self, text: &str) -> String {
        if self.wraps() { referee_display::wrap::fitted(text, columns()) } else { text.to_string() }
    }

    /// Returns standard output, without colours if these are not wanted.
    pub fn stdout(&self) -> impl Write + use<> {
        Tolerant { inner: Some(anstream::stdout()) }
    }

    /// Prints a text, in one piece whatever other threads print.
    pub fn print(&self, text: &str) -> Result<(), Fault> {
        let mut stdout = Tolerant { inner: Some(anstream::stdout().lock()) };
        stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush())
            .map_err(|e| cannot_print(&e))
    }

    /// Prints a message for people.
    pub fn print_sentences(&self, text: &str) -> Result<(), Fault> {
        self.print(&self.fitted(text))
    }

    /// Prints a message for people unless `quiet`.
    pub fn print_unless_quiet(&self, text: &str) -> Result<(), Fault> {
        if self.quiet { Ok(()) } else { self.print_sentences(text) }
    }

    /// Prints a message on standard error, wrapped if that is a terminal. If standard error is
    /// closed, too, only the exit code remains.
    fn say(text: &str) {
        let text = match terminal_size::terminal_size_of(io::stderr()) {
            Some((width, _)) => {
                referee_display::wrap::fitted(text, usize::from(width.0).max(MIN_WIDTH))
            }
            None => text.to_string(),
        };
        let _ = anstream::stderr().lock().write_all(text.as_bytes());
    }

    /// Prints a note on standard error unless `quiet`.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            OutputSettings::say(&referee_display::note(text));
        }
    }

    /// Prints a warning on standard error; the command continues.
    pub fn warn(&self, text: &str) {
        OutputSettings::say(&referee_display::warning(text));
    }

    /// Prints an error on standard error and returns its exit code.
    pub fn error(&self, error: &anyhow::Error) -> Exit {
        let (text, exit) = match error.downcast_ref::<Fault>() {
            Some(fault) => (referee_display::fault(fault), Exit::of_fault(fault)),
            None => (referee_display::fault(&Fault::judge(format!("{error:#}"))), Exit::JudgeError),
        };
        OutputSettings::say(&text);
        exit
    }
}

/// Returns the fault that standard output cannot be written to.
pub fn cannot_print(error: &io::Error) -> Fault {
    Fault::judge(format!("cannot write to standard output: {error}"))
}

/// A writer that discards output, instead of failing, once its reader is gone.
struct Tolerant<W> {
    inner: Option<W>,
}

impl<W: Write> Tolerant<W> {
    /// Acts on the writer; returns `gone` if its reader is gone.
    fn tolerate<T>(&mut self, gone: T, act: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        let Some(inner) = &mut self.inner else { return Ok(gone) };
        match act(inner) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.inner = None;
                Ok(gone)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for Tolerant<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.tolerate(bytes.len(), |inner| inner.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tolerate((), W::flush)
    }
}
