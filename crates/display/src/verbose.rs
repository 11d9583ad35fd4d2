//! Reports what a command does and why, on standard error: `-v`.
//!
//! The other crates log it by the macros of `log`, under the targets listed here. Messages of other
//! crates are not shown, and nothing is formatted unless it is shown.

use std::io::Write;

use log::{LevelFilter, Log, Metadata, Record};
use referee_checker::text::escape;

use crate::paint::LABEL;

/// The targets that are shown; each is also the first word of its lines.
const TARGETS: [&str; 4] = ["found", "tool", "kept", "start"];

/// The length of the longest target.
const WIDTH: usize = 5;

struct VerboseLog;

impl Log for VerboseLog {
    fn enabled(&self, metadata: &Metadata) -> bool {
        TARGETS.contains(&metadata.target())
    }

    fn log(&self, record: &Record) {
        if self.enabled(record.metadata()) {
            let line = line(record.target(), &record.args().to_string());
            // Errors are ignored: standard error is closed then.
            let _ = anstream::stderr().write_all(line.as_bytes());
        }
    }

    fn flush(&self) {}
}

/// Formats a line. The names of files and programs in it are untrusted.
fn line(target: &str, message: &str) -> String {
    format!("{LABEL}{target:WIDTH$}{LABEL:#}  {}\n", escape(message.as_bytes()))
}

/// Enables these messages: at level 1, what was found and which compilers and kept results are
/// used; above that, also every program that is started.
pub fn enable(level: u8) {
    let filter = match level {
        0 => return,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    // A program that uses this crate may already have set a logger.
    if log::set_logger(&VerboseLog).is_ok() {
        log::set_max_level(filter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_whatever_a_file_is_called() {
        let told = line("found", "a\nb\x1b[31m.py: Python 3");
        assert_eq!(told, format!("{LABEL}found{LABEL:#}  a\\nb\\x1b[31m.py: Python 3\n"));
    }

    #[test]
    fn nothing_of_others_is_told() {
        let told = |target| VerboseLog.enabled(&Metadata::builder().target(target).build());
        assert!(TARGETS.iter().all(|target| told(target) && target.len() <= WIDTH));
        assert!(!told("globset"));
    }
}
