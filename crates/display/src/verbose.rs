//! What a command does and why, on standard error: `-v`.
//!
//! The crates that do the work tell it by the macros of `log`, under the targets listed here. Nothing
//! that others have written is shown, and nothing is formatted unless it is.

use std::io::Write;

use anstyle::Style as Paint;
use log::{LevelFilter, Log, Metadata, Record};
use referee_checker::text::escape;

const DIM: Paint = Paint::new().dimmed();

/// What is told, each as a target and as the first word of its lines.
const TARGETS: [&str; 4] = ["found", "tool", "kept", "start"];

/// The width of the longest of them.
const WIDTH: usize = 5;

struct Told;

impl Log for Told {
    fn enabled(&self, metadata: &Metadata) -> bool {
        TARGETS.contains(&metadata.target())
    }

    fn log(&self, record: &Record) {
        if self.enabled(record.metadata()) {
            let line = line(record.target(), &record.args().to_string());
            // Where standard error is closed, nobody misses it.
            let _ = anstream::stderr().write_all(line.as_bytes());
        }
    }

    fn flush(&self) {}
}

/// Formats a line: the names of files and programs in it are not trusted.
fn line(target: &str, message: &str) -> String {
    format!("{DIM}{target:WIDTH$}{DIM:#}  {}\n", escape(message.as_bytes()))
}

/// Begins to tell: what was found, which compilers are used, and which kept results, if `level` is 1;
/// also every program that is started, above that.
pub fn tell(level: u8) {
    let filter = match level {
        0 => return,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    // Somebody who has put the crate into a program of their own may listen already.
    if log::set_logger(&Told).is_ok() {
        log::set_max_level(filter);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_line_whatever_a_file_is_called() {
        let told = line("found", "a\nb\x1b[31m.py: Python 3");
        assert_eq!(told, format!("{DIM}found{DIM:#}  a\\nb\\x1b[31m.py: Python 3\n"));
    }

    #[test]
    fn nothing_of_others_is_told() {
        let told = |target| Told.enabled(&Metadata::builder().target(target).build());
        assert!(TARGETS.iter().all(|target| told(target) && target.len() <= WIDTH));
        assert!(!told("globset"));
    }
}
