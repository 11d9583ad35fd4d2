//! The exit codes: public, documented in README.md, stable.

use crate::Totals;
use referee_base::fault::{Fault, FaultClass};

/// The exit code of a run. Of several exits, the largest is the worst.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything is as expected. A reader that closes our output early is not an error.
    Expected = 0,
    /// Something was judged and failed: an output, an answer, a case that differs from its recipe.
    Failed = 1,
    /// Wrong usage or configuration error: arguments, recipe, case folder.
    BadInput = 2,
    /// Judge error, or a submission that could not be judged: a full disk, a wrong jury answer, a
    /// missing compiler.
    JudgeError = 3,
    /// Ctrl-C, as shells define it.
    Interrupted = 130,
}

impl Exit {
    /// Returns the exit of a run, given its totals.
    pub fn of_totals(totals: &Totals) -> Exit {
        if totals.is_interrupted {
            return Exit::Interrupted;
        }
        // A submission that was not judged is not a success unless the caller allows it, and a run
        // that judged nothing never is one.
        let is_incomplete = totals
            .submissions
            .is_some_and(|all| all.not_judged > if totals.is_nothing() { 0 } else { all.allowed });
        if totals.judge_errors > 0 || is_incomplete {
            Exit::JudgeError
        } else {
            // If programs were run, a rejection may be the expected result.
            let failed = match totals.submissions {
                Some(submissions) => submissions.judged - submissions.as_expected,
                None => totals.refused,
            };
            if failed > 0 { Exit::Failed } else { Exit::Expected }
        }
    }

    /// Returns the exit for a fault.
    pub fn of_fault(fault: &Fault) -> Exit {
        match fault.class {
            FaultClass::BadInput => Exit::BadInput,
            FaultClass::Judge => Exit::JudgeError,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SubmissionTotals;

    #[test]
    fn what_is_allowed_is_no_success_if_nothing_else_was_judged() {
        let exit = |judged, submissions| {
            let submissions = Some(SubmissionTotals { not_judged: 1, ..submissions });
            Exit::of_totals(&Totals { judged, submissions, ..Totals::default() })
        };
        let allowed = SubmissionTotals { allowed: 1, ..SubmissionTotals::default() };
        let beside = SubmissionTotals { judged: 1, as_expected: 1, ..allowed };
        assert_eq!(exit(0, allowed), Exit::JudgeError);
        assert_eq!(exit(0, beside), Exit::Expected);
        // A shard may have judged only parts of submissions.
        assert_eq!(exit(2, allowed), Exit::Expected);
        assert_eq!(exit(2, SubmissionTotals::default()), Exit::JudgeError);
    }
}
