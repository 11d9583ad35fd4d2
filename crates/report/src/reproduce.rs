//! The command that reproduces the result of a submission, or of one case of it, for copying from a
//! report.

use referee_display::shell::{quoted, quoted_pattern};
use referee_events::{Runs, SubmissionResult};

/// Returns the command that reproduces the result of a submission, if there is one.
pub fn of_submission(runs: Option<&Runs>, end: &SubmissionResult) -> Option<String> {
    let command = &runs?.again;
    if command.is_empty() || end.again.is_empty() {
        return None;
    }
    let words: Vec<String> = end.again.iter().map(|word| quoted(word)).collect();
    Some(format!("{command} {}", words.join(" ")))
}

/// Restricts that command to one case.
pub fn on_case(command: &str, case: &str) -> String {
    format!("{command} --only {}", quoted_pattern(case))
}
