//! The colours of verdicts. Whoever prints takes them out again where they are not wanted.

use anstyle::{AnsiColor, Style};

use crate::events::Verdict;

/// All is well.
pub(super) const GOOD: Style = AnsiColor::Green.on_default();
/// Something is wrong.
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
/// Something is missing or of the wrong form.
pub(super) const ODD: Style = AnsiColor::Yellow.on_default();
/// Labels, which are to be read last.
pub(super) const LABEL: Style = Style::new().dimmed();

/// A text in a colour.
pub(super) fn painted(paint: Style, text: &str) -> String {
    format!("{paint}{text}{paint:#}")
}

/// The colour of a verdict.
pub(super) fn of(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Accepted => GOOD,
        Verdict::WrongAnswer
        | Verdict::TimeLimit
        | Verdict::MemoryLimit
        | Verdict::OutputLimit
        | Verdict::RunTimeError
        | Verdict::JudgeError => BAD,
        Verdict::Malformed | Verdict::NoOutput | Verdict::CompileError => ODD,
    }
}
