//! Programs that fail by chance: how often they fail, and whether they fail often enough on another
//! input.

use crate::failure::failure;
use referee_events::{JudgedCase, Reason};

/// The share of runs in which a program fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailureShare {
    /// The number of runs that failed.
    pub failures: u32,
    /// The number of runs.
    pub runs: u32,
}

/// The outcome of another run of a program that has failed.
pub enum Again {
    /// The program passed.
    Passed,
    /// It failed.
    Failed,
    /// It was not run: the caller stopped the search.
    Stopped,
}

/// The number of runs on a find, unless the program always fails.
const RUNS: u32 = 21;

/// A program that failed in all of this many runs is taken to always fail. Of programs that fail
/// half the time, one in 16 is misjudged.
const STEADY: u32 = 5;

impl FailureShare {
    /// The share of a program that always fails, as far as is known.
    pub const ALWAYS: FailureShare = FailureShare { failures: 1, runs: 1 };

    /// Runs a program that has failed again: a few times if it fails each time, otherwise often, to
    /// estimate how often it fails.
    ///
    /// # Errors
    /// Those of `run`.
    pub fn find<E>(mut run: impl FnMut() -> Result<Again, E>) -> Result<FailureShare, E> {
        let mut share = FailureShare::ALWAYS;
        while share.runs < RUNS {
            let again = run()?;
            if matches!(again, Again::Stopped) {
                break;
            }
            share.runs += 1;
            share.failures += u32::from(!matches!(again, Again::Passed));
            if share.is_always() && share.runs >= STEADY {
                break;
            }
        }
        Ok(share)
    }

    /// Returns whether every run failed.
    pub fn is_always(self) -> bool {
        self.failures == self.runs
    }

    /// Returns whether there were enough runs for an estimate.
    pub fn is_known(self) -> bool {
        self.runs >= STEADY
    }

    /// Returns whether it is not much smaller than another share.
    pub fn is_about(self, other: FailureShare) -> bool {
        self.part() >= other.part() * TOO_SMALL
    }

    fn part(self) -> f64 {
        f64::from(self.failures) / f64::from(self.runs)
    }

    /// Returns the number of runs after which a program with this share has failed with a
    /// probability of 95 %.
    pub fn runs_to_catch(self) -> u32 {
        let passes = 1.0 - self.part();
        // The subtraction absorbs rounding errors of shares such as 19/20.
        let runs = (0.05_f64.ln() / passes.ln() - 1e-9).ceil();
        runs.max(1.0) as u32
    }
}

/// A smaller input is rejected if its share of failures is at most this part of the share of the
/// find.
const TOO_SMALL: f64 = 0.25;

/// The probabilities of accepting an input whose share is too small, and of rejecting one with the
/// full share.
const TAKEN_WRONGLY: f64 = 0.01;
const PASSED_OVER_WRONGLY: f64 = 0.1;

/// Larger shares count as this one, so that a pass is never impossible.
const MAX_SHARE: f64 = 0.95;

/// Decides with as few runs as possible whether a program that fails by chance fails about as often
/// on another input.
///
/// This is the sequential probability ratio test of A. Wald, "Sequential tests of statistical
/// hypotheses", Annals of Mathematical Statistics 16 (1945). Each run updates the logarithm of a
/// likelihood ratio: the probability of all runs so far if the program fails with the share of the
/// find, over that if it fails with a quarter of it. The test ends when the logarithm leaves the
/// interval between two bounds. By Wald's inequalities, an input with at most a quarter of the
/// share is accepted with a probability of at most 0.01 / 0.9, and one with the full share is
/// rejected with a probability of at most 0.1 / 0.99.
#[derive(Debug, Clone)]
pub struct FailsOften {
    /// The kind of failure; other failures count as passes.
    kind: String,
    /// What a failure and a pass add to the logarithm.
    failed: f64,
    passed: f64,
}

impl FailsOften {
    /// Creates the test for a kind of failure with this share; `None` if the program always fails.
    pub fn of(kind: String, share: FailureShare) -> Option<FailsOften> {
        let usual = share.part().min(MAX_SHARE);
        let rare = usual * TOO_SMALL;
        let (failed, passed) = ((usual / rare).ln(), ((1.0 - usual) / (1.0 - rare)).ln());
        (!share.is_always()).then_some(FailsOften { kind, failed, passed })
    }

    /// Returns whether the input is accepted after these runs; `None` if that is still open.
    fn decides(&self, failures: u32, passes: u32) -> Option<bool> {
        let sum = self.failed * f64::from(failures) + self.passed * f64::from(passes);
        if sum >= ((1.0 - PASSED_OVER_WRONGLY) / TAKEN_WRONGLY).ln() {
            return Some(true);
        }
        (sum <= (PASSED_OVER_WRONGLY / (1.0 - TAKEN_WRONGLY)).ln()).then_some(false)
    }

    /// Runs a program until it is clear whether it fails often enough. Returns a run that
    /// represents the decision: a failure, or any other run.
    ///
    /// # Errors
    /// Those of `run`.
    pub fn judge<E>(
        &self,
        mut run: impl FnMut() -> Result<JudgedCase, E>,
    ) -> Result<JudgedCase, E> {
        let (mut failures, mut passes) = (0, 0);
        let (mut failed, mut passed) = (None, None);
        loop {
            let judged = run()?;
            if judged.reason == Reason::JudgeError {
                return Ok(judged);
            }
            if failure(&judged).kind == self.kind {
                (failures, failed) = (failures + 1, Some(judged));
            } else {
                (passes, passed) = (passes + 1, Some(judged));
            }
            let shows_it = match self.decides(failures, passes) {
                None => continue,
                Some(true) => &mut failed,
                Some(false) => &mut passed,
            };
            if let Some(judged) = shows_it.take() {
                return Ok(judged);
            }
        }
    }
}

#[cfg(test)]
mod tests;
