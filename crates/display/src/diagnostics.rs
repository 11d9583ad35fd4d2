//! The diagnostics of a package: one line each, in columns, with advice below.

use std::fmt::Write as _;

use referee_checker::text::escape;

use crate::paint::{BAD, LABEL, WARNING};
use referee_base::plural;
use referee_package::{Diagnostic, Severity};

/// The maximum width of the column of places; longer places push the other columns to the right.
const WIDEST: usize = 44;

/// Formats the diagnostics, followed by the number of each severity.
pub fn diagnostics(diagnostics: &[Diagnostic]) -> String {
    let locations: Vec<String> = diagnostics.iter().map(Diagnostic::location).collect();
    let widths = locations.iter().map(|location| location.chars().count());
    let width = widths.filter(|&width| width <= WIDEST).max().unwrap_or(0);
    let mut text = String::new();
    for (diagnostic, location) in diagnostics.iter().zip(&locations) {
        let paint = match diagnostic.severity {
            Severity::Error => BAD,
            Severity::Warning => WARNING,
        };
        let severity = diagnostic.severity;
        let message = escape(diagnostic.message.as_bytes());
        let _ = writeln!(text, "{location:width$}  {paint}{severity:7}{paint:#}  {message}");
        for line in diagnostic.help.iter().flat_map(|help| help.lines()) {
            let line = escape(line.as_bytes());
            let _ = writeln!(text, "{:width$}           {LABEL}{line}{LABEL:#}", "");
        }
    }
    text
}

/// Formats the number of errors and warnings.
pub fn counts(diagnostics: &[Diagnostic]) -> String {
    let count = |severity| diagnostics.iter().filter(|one| one.severity == severity).count();
    let errors = plural(count(Severity::Error), "error", "errors");
    let warnings = plural(count(Severity::Warning), "warning", "warnings");
    format!("{errors}, {warnings}")
}
