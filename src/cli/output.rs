//! Standard output and standard error: colours, widths, and a reader that closes early.

use std::io::{self, IsTerminal, Write};

use crate::exit::Exit;
use crate::report;
use referee_base::fault::Fault;

/// The line width where standard output is no terminal.
const WIDTH: usize = 132;

/// The output settings of a command.
pub(super) struct OutputSettings {
    /// Whether to print only what is wrong.
    pub(super) quiet: bool,
}

impl OutputSettings {
    pub(super) fn new(quiet: bool) -> OutputSettings {
        OutputSettings { quiet }
    }

    /// Returns the width of standard output: that of the terminal, or a fixed one in a pipe.
    pub(super) fn width(&self) -> usize {
        match terminal_size::terminal_size() {
            Some((width, _)) if io::stdout().is_terminal() => usize::from(width.0).max(40),
            _ => WIDTH,
        }
    }

    /// Returns standard output, without colours where they are not wanted.
    pub(super) fn stdout(&self) -> impl Write + use<> {
        Tolerant { inner: Some(anstream::stdout()) }
    }

    /// Prints a text.
    pub(super) fn print(&self, text: &str) -> Result<(), Fault> {
        let mut stdout = self.stdout();
        stdout
            .write_all(text.as_bytes())
            .and_then(|()| stdout.flush())
            .map_err(|e| cannot_print(&e))
    }

    /// Prints a text unless `quiet`.
    pub(super) fn tell(&self, text: &str) -> Result<(), Fault> {
        if self.quiet { Ok(()) } else { self.print(text) }
    }

    /// Prints a note on standard error unless `quiet`.
    pub(super) fn note(&self, text: &str) {
        if !self.quiet {
            let _ = anstream::stderr().write_all(report::note(text).as_bytes());
        }
    }

    /// Prints a warning on standard error; the command goes on.
    pub(super) fn warn(&self, text: &str) {
        let _ = anstream::stderr().write_all(report::warning(text).as_bytes());
    }

    /// Prints an error on standard error and returns its exit code.
    pub(super) fn error(&self, error: &anyhow::Error) -> Exit {
        let (text, exit) = match error.downcast_ref::<Fault>() {
            Some(fault) => (report::fault(fault), Exit::of_fault(fault)),
            None => (report::fault(&Fault::judge(format!("{error:#}"))), Exit::JudgeError),
        };
        // Where standard error is closed as well, only the exit code remains.
        let _ = anstream::stderr().write_all(text.as_bytes());
        exit
    }
}

/// Returns the fault that standard output cannot be written to.
pub(super) fn cannot_print(error: &io::Error) -> Fault {
    Fault::judge(format!("cannot write to standard output: {error}"))
}

/// A writer that discards output, instead of failing, once its reader is gone.
struct Tolerant<W> {
    inner: Option<W>,
}

impl<W: Write> Tolerant<W> {
    fn tolerate<T>(&mut self, result: io::Result<T>, gone: T) -> io::Result<T> {
        match result {
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
        match &mut self.inner {
            None => Ok(bytes.len()),
            Some(inner) => {
                let written = inner.write(bytes);
                self.tolerate(written, bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.inner {
            None => Ok(()),
            Some(inner) => {
                let flushed = inner.flush();
                self.tolerate(flushed, ())
            }
        }
    }
}
