//! Formats faults: the message, the place, the line itself, and the next step.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style as Paint};

use crate::paint::{BAD, WARNING};
use referee_base::fault::{Fault, FaultClass};

const BLUE: Paint = AnsiColor::Cyan.on_default();

/// Formats a note in one line.
pub fn note(text: &str) -> String {
    format!("{BLUE}note:{BLUE:#} {text}\n")
}

/// Formats a warning in one line.
pub fn warning(text: &str) -> String {
    format!("{WARNING}warning:{WARNING:#} {text}\n")
}

pub(crate) fn help(text: &str) -> String {
    format!("{BLUE}help:{BLUE:#} {text}\n")
}

/// Formats in one line what an interrupted run completed.
pub(crate) fn interrupted(text: &str) -> String {
    format!("{WARNING}interrupted:{WARNING:#} {text}\n")
}

/// Formats the full message of a jury program or its compiler, given in escaped lines.
pub fn complaint(program: &str, said: &str) -> String {
    let lines: String = said.lines().map(|line| format!("            {line}\n")).collect();
    format!("{BAD}{program}{BAD:#} says, in full:\n{lines}")
}

/// Formats a fault in full, over several lines.
pub fn fault(fault: &Fault) -> String {
    let mut text = String::new();
    let class = match fault.class {
        FaultClass::BadInput => "error:",
        FaultClass::Judge => "judge error:",
    };
    let _ = writeln!(text, "{BAD}{class}{BAD:#} {fault}");
    if let (Some(place), Some(line)) = (fault.place, &fault.line) {
        let number = place.line.to_string();
        let gutter = " ".repeat(number.len());
        let column = (place.column as usize - 1).min(line.len());
        // Columns count bytes, and the characters before the fault may have several bytes each.
        let before = line.get(..column).map_or(column, |before| before.chars().count());
        let _ = writeln!(text, "  {BLUE}{number} |{BLUE:#} {line}");
        let _ = writeln!(text, "  {BLUE}{gutter} |{BLUE:#} {}{BAD}^{BAD:#}", " ".repeat(before));
    }
    for line in fault.details.iter().flat_map(|details| details.lines()) {
        let _ = writeln!(text, "  {line}");
    }
    text + &fault.help.as_deref().map(help).unwrap_or_default()
}
