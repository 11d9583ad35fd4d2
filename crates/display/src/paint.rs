//! The colours of verdicts. The output stream removes them if they are not wanted.

use anstyle::{AnsiColor, Style};

use referee_events::Verdict;

/// The result is as it should be.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Something is wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Something is missing or malformed.
pub const ODD: Style = AnsiColor::Yellow.on_default();
/// The word before a warning.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default().bold();
/// Labels, dimmed.
pub const LABEL: Style = Style::new().dimmed();

/// Returns a text in bold, for titles.
pub fn bold(text: &str) -> String {
    painted(Style::new().bold(), text)
}

/// Returns a text in a colour.
pub fn painted(paint: Style, text: &str) -> String {
    format!("{paint}{text}{paint:#}")
}

/// Returns the colour of a verdict.
pub fn of(verdict: Verdict) -> Style {
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
