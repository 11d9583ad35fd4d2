//! Decides whether the submission or the checker determines the verdict of an interactive run.
//!
//! The order of precedence ([`in_order`]) is that of problemtools and DOMjudge.

use referee_checker::{CheckError, CheckVerdict as Checked};

use referee_problem::Judgement;

/// Which side determines the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Decides {
    Submission,
    Checker,
}

/// The checker's result of an interaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CheckerResult {
    Accepted,
    Wrong,
    /// The checker crashed or was stopped.
    Nothing,
}

impl CheckerResult {
    fn of(checked: &Result<Judgement, CheckError>) -> CheckerResult {
        match checked.as_ref().map(|judgement| &judgement.verdict) {
            Ok(Checked::Accepted(_)) => CheckerResult::Accepted,
            Ok(Checked::Refused(_)) => CheckerResult::Wrong,
            Err(_) => CheckerResult::Nothing,
        }
    }
}

/// Returns which side determines the verdict, given whether the submission failed.
pub(crate) fn decides(
    checked: &Result<Judgement, CheckError>,
    checker_first: bool,
    failed: bool,
) -> Decides {
    in_order(CheckerResult::of(checked), checker_first, failed)
}

/// Applies the order of precedence. A checker that fails is a judge error, whatever the submission
/// did. After a rejection the submission has lost, and its exit says nothing, since it may well die
/// of a broken pipe. In all other cases the submission must exit well and in time: one that writes
/// for ever after the checker has accepted does not.
fn in_order(result: CheckerResult, checker_first: bool, failed: bool) -> Decides {
    match (result, checker_first, failed) {
        (CheckerResult::Nothing, _, _) | (CheckerResult::Wrong, true, _) => Decides::Checker,
        (_, _, true) => Decides::Submission,
        (_, _, false) => Decides::Checker,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_in_which_ends_count() {
        use CheckerResult::{Accepted, Nothing, Wrong};
        use Decides::{Checker, Submission};
        for (result, checker_first, failed, expected) in [
            (Accepted, false, false, Checker),
            (Accepted, true, false, Checker),
            (Accepted, false, true, Submission),
            (Accepted, true, true, Submission),
            (Wrong, false, false, Checker),
            (Wrong, true, false, Checker),
            (Wrong, false, true, Submission),
            (Wrong, true, true, Checker),
            (Nothing, false, false, Checker),
            (Nothing, true, false, Checker),
            (Nothing, false, true, Checker),
            (Nothing, true, true, Checker),
        ] {
            let decided = in_order(result, checker_first, failed);
            assert_eq!(decided, expected, "{result:?}, {checker_first}, {failed}");
        }
    }
}
