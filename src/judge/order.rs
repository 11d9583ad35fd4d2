//! In which order the cases of a submission are run.
//!
//! Where judging stops at the first failure, what is most likely to fail comes first: after the samples, which are quick and
//! which everybody reads, the cases that caught most programs before. What was found out before the command began counts,
//! so that the order, and with it the verdict of a program with several faults, does not depend on threads.

use super::Mode;
use crate::cases::CaseFile;

/// The places of the cases in the order in which they are run; `caught` says how many programs a case caught before.
pub(super) fn of(cases: &[CaseFile], mode: Mode, caught: impl Fn(&str) -> usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..cases.len()).collect();
    if mode == Mode::FirstFailure {
        let is_sample = |name: &str| name.split('/').next() == Some("sample");
        // Sorting keeps the order by name where nothing tells cases apart.
        order.sort_by_cached_key(|&at| {
            let name = &*cases[at].name;
            match is_sample(name) {
                true => (0, 0),
                false => (1, usize::MAX - caught(name)),
            }
        });
    }
    order
}
