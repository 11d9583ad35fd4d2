//! Whose end is the verdict, where a submission and a checker have talked.
//!
//! The order in which ends count ([`in_order`]) is that of problemtools and DOMjudge.

use referee_checker::{CheckError, Verdict as Checked};

use crate::problem::Judgement;

/// Whose end is the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decides {
    Submission,
    Checker,
}

/// What a checker says of a talk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    Accepted,
    Wrong,
    /// It crashed, or was stopped.
    Nothing,
}

impl Says {
    fn of(checked: &Result<Judgement, CheckError>) -> Says {
        match checked.as_ref().map(|judgement| &judgement.verdict) {
            Ok(Checked::Accepted(_)) => Says::Accepted,
            Ok(Checked::Refused(_)) => Says::Wrong,
            Err(_) => Says::Nothing,
        }
    }
}

/// Whose end is the verdict, where it is known whether the submission failed.
pub(super) fn decides(
    checked: &Result<Judgement, CheckError>,
    checker_first: bool,
    failed: bool,
) -> Decides {
    in_order(Says::of(checked), checker_first, failed)
}

/// Whose end is the verdict. A checker that fails is a fault of the judge, whatever the submission did. After a refusal the submission
/// is lost, and how it ends without anybody to talk with says nothing: it may well die of a broken pipe. In all other cases it must end
/// well, and in time: who writes on for ever after the checker has accepted does not.
fn in_order(says: Says, checker_first: bool, failed: bool) -> Decides {
    match (says, checker_first, failed) {
        (Says::Nothing, _, _) | (Says::Wrong, true, _) => Decides::Checker,
        (_, _, true) => Decides::Submission,
        (_, _, false) => Decides::Checker,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_in_which_ends_count() {
        use Decides::{Checker, Submission};
        use Says::{Accepted, Nothing, Wrong};
        for (says, checker_first, failed, expected) in [
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
            let decided = in_order(says, checker_first, failed);
            assert_eq!(decided, expected, "{says:?}, {checker_first}, {failed}");
        }
    }
}
