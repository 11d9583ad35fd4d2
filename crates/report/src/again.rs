//! The command that judges a submission again, or one case of it, as people copy it from a report.

use referee_display::shell::quoted;
use referee_events::{Runs, SubmissionResult};

/// Returns the command that judges a submission again, if there is one.
pub fn of_submission(runs: Option<&Runs>, end: &SubmissionResult) -> Option<String> {
    let command = &runs?.again;
    if command.is_empty() || end.again.is_empty() {
        return None;
    }
    let words: Vec<String> = end.again.iter().map(|word| quoted(word)).collect();
    Some(format!("{command} {}", words.join(" ")))
}

/// Returns that command for one case.
pub fn on_case(command: &str, case: &str) -> String {
    format!("{command} --only {}", quoted(case))
}
