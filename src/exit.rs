//! The exit codes: public, documented in README.md, stable.

use crate::events::Totals;
use referee_base::fault::{Class, Fault};

/// How a run ended. The worst of several ends is the largest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is as expected. A reader that closes our output early is no error either.
    Expected = 0,
    /// Something was judged and failed: an output, an answer, a case that is not as its recipe says.
    Failed = 1,
    /// Wrong usage, or bad input of ours: arguments, recipe, case folder.
    BadInput = 2,
    /// The judge is at fault, or a submission could not be judged: a full disk, a jury answer that is wrong, a missing compiler.
    JudgeError = 3,
}

/// The exit code after Ctrl-C, as shells have it.
pub const INTERRUPTED: i32 = 130;

impl Exit {
    /// The end of a run of judgements.
    pub fn of_totals(totals: &Totals) -> Exit {
        // What could not be judged is no success, unless the caller allows it; that nothing at all could be judged never is.
        let is_incomplete = totals.submissions.is_some_and(|all| match all.judged {
            0 => all.not_judged > 0,
            _ => all.not_judged > all.allowed,
        });
        if totals.judge_errors > 0 || is_incomplete {
            Exit::JudgeError
        } else {
            // Where programs were run, some are meant to be refused.
            let failed = match totals.submissions {
                Some(submissions) => submissions.judged - submissions.as_expected,
                None => totals.refused,
            };
            if failed > 0 { Exit::Failed } else { Exit::Expected }
        }
    }

    /// The end that a fault leads to.
    pub fn of_fault(fault: &Fault) -> Exit {
        match fault.class {
            Class::BadInput => Exit::BadInput,
            Class::Judge => Exit::JudgeError,
        }
    }
}
