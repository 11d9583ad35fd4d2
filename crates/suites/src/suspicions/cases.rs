//! Suspicions about cases: one failed by nearly all submissions that pass the rest, those that no
//! submission fails, and a time limit that many just miss.

use std::collections::HashMap;
use std::sync::Arc;

use referee_events::Verdict;
use referee_package::is_sample;

use super::{CaseFailure, ClassRow, MANY, Suspicion, SuspicionKind, about};

/// The share of the submissions passing the rest that must fail a case: four of five.
const NEARLY_ALL: (usize, usize) = (4, 5);

/// A submission passes the rest if it fails at most one in this many other cases.
const REST: usize = 10;

/// The share of submissions that must just miss a limit: one in ten.
const OFTEN: usize = 10;

/// The submissions that pass the rest of the cases, by whether they pass or fail this one.
#[derive(Default)]
struct PassTheRest<'a> {
    pass: usize,
    fail: Vec<(&'a ClassRow, &'a CaseFailure)>,
}

/// Returns the cases that nearly all submissions fail that pass the rest.
pub(super) fn failed_alone(rows: &[&ClassRow], cases: &[Arc<str>]) -> Vec<Suspicion> {
    let passes_but = |row: &ClassRow, others: usize, run: usize| {
        row.failures.len() == row.failed && run > 0 && others * REST <= run
    };
    let mut by_case: Vec<PassTheRest> = cases.iter().map(|_| PassTheRest::default()).collect();
    for row in rows {
        if passes_but(row, row.failed.saturating_sub(1), row.run.saturating_sub(1)) {
            for failure in &row.failures {
                by_case[failure.case].fail.push((row, failure));
            }
        }
        // A submission that was not run on all cases might fail any of the others.
        if row.run == cases.len() && passes_but(row, row.failed, row.run.saturating_sub(1)) {
            for (case, both) in by_case.iter_mut().enumerate() {
                both.pass += usize::from(row.failures.iter().all(|failure| failure.case != case));
            }
        }
    }
    let found = cases.iter().zip(by_case);
    found.filter_map(|(case, both)| both.suspicion(case, cases.len())).collect()
}

impl PassTheRest<'_> {
    fn suspicion(&self, case: &Arc<str>, cases: usize) -> Option<Suspicion> {
        let (failed, all) = (self.fail.len(), self.fail.len() + self.pass);
        let (part, of) = NEARLY_ALL;
        if failed < MANY || failed * of < all * part {
            return None;
        }
        let mut outputs: HashMap<u64, usize> = HashMap::new();
        for output in self.fail.iter().filter_map(|(_, failure)| failure.output) {
            *outputs.entry(output).or_default() += 1;
        }
        let largest = outputs.values().copied().max().filter(|count| *count > 1).unwrap_or(0);
        let is_rest_run = self.fail.iter().all(|(row, _)| row.run == cases);
        // A hard first case, after which nothing was run, is odd only if many agree on another
        // output.
        if !is_rest_run && (largest < MANY || largest * 2 < failed) {
            return None;
        }
        let kind = SuspicionKind::OneCase {
            case: Arc::clone(case),
            pass_the_rest: all,
            equal_outputs: largest,
            is_rest_run,
            is_only: self.fail.iter().all(|(row, _)| row.failed == 1),
        };
        about(kind, self.fail.iter().map(|(row, _)| *row))
    }
}

/// Returns a suspicion about the time limit if many just miss it.
pub(super) fn just_too_slow(
    rows: &[&ClassRow],
    cases: &[Arc<str>],
    limit_seconds: f64,
) -> Option<Suspicion> {
    let missing: Vec<&ClassRow> =
        rows.iter().copied().filter(|row| row.just_too_slow.is_some()).collect();
    if missing.len() < MANY || missing.len() * OFTEN < rows.len() {
        return None;
    }
    let case = missing.first().and_then(|row| cases.get(row.just_too_slow?))?;
    let kind = SuspicionKind::JustTooSlow { case: Arc::clone(case), limit_seconds };
    about(kind, missing)
}

/// Returns the cases other than samples that no submission fails, if all were run on all cases and
/// some submission failed.
pub(super) fn failed_by_nobody(
    rows: &[&ClassRow],
    cases: &[Arc<str>],
    failed: &[usize],
) -> Option<Suspicion> {
    let is_built = |row: &&&ClassRow| row.verdict != Some(Verdict::CompileError);
    let built: Vec<&ClassRow> = rows.iter().filter(is_built).copied().collect();
    let is_whole = built.iter().all(|row| row.run == cases.len());
    if !is_whole || failed.iter().all(|count| *count == 0) {
        return None;
    }
    let idle = cases.iter().zip(failed).filter(|(case, count)| **count == 0 && !is_sample(case));
    let idle: Vec<Arc<str>> = idle.map(|(case, _)| Arc::clone(case)).collect();
    let has_any = !idle.is_empty();
    about(SuspicionKind::NobodyFails { cases: idle }, built).filter(|_| has_any)
}
