//! The command that reproduces the result of a submission, or of one case of it, for copying from a
//! report.

use referee_display::shell::{quoted_pattern, shell_line};
use referee_events::{Runs, SubmissionResult};

/// Returns the command that reproduces the result of a submission, if there is one.
pub fn of_submission(runs: Option<&Runs>, end: &SubmissionResult) -> Option<String> {
    let command = &runs?.again;
    if command.is_empty() || end.again.is_empty() {
        return None;
    }
    Some(format!("{command} {}", shell_line(&end.again)))
}

/// Restricts that command to one case.
pub fn on_case(command: &str, case: &str) -> String {
    format!("{command} --only {}", quoted_pattern(case))
}
