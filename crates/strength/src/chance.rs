//! Programs that fail by chance: how often they do, and whether they do so often enough on another input.

use crate::failure::failure;
use referee_events::{JudgedCase, Reason};

/// In how many of some runs a program fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailureShare {
    /// How many of them failed.
    pub failures: u32,
    /// How many runs there were.
    pub runs: u32,
}

/// What came of one run more of a program that has failed.
pub enum Again {
    /// The program passed.
    Passed,
    /// It failed.
    Failed,
    /// Its time was up.
    FailedSlowly,
    /// It was not run any more: whoever waits has had enough.
    Stopped,
}

/// How often a submission is run on what was found, if it does not always fail.
const RUNS: u32 = 21;

/// Who has failed so often, and never passed, fails always: of those that fail every second time, one of 16 is taken for one of these.
const STEADY: u32 = 5;

/// The same of those whose time is up, which take long.
const STEADY_SLOW: u32 = 2;

impl FailureShare {
    /// The share of a program that always fails, as far as is known.
    pub const ALWAYS: FailureShare = FailureShare { failures: 1, runs: 1 };

    /// Runs a program that has failed once again: a few times if it fails each time, and else often, to know how often it does.
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
            let enough = if matches!(again, Again::FailedSlowly) { STEADY_SLOW } else { STEADY };
            if share.is_always() && share.runs >= enough {
                break;
            }
        }
        Ok(share)
    }

    /// Returns whether every run failed.
    pub fn is_always(self) -> bool {
        self.failures == self.runs
    }

    /// Returns whether it is known how often a program fails, more or less: it was run often enough.
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

    /// Returns after how many runs one has failed with a probability of 95 %, by this share.
    pub fn runs_to_catch(self) -> u32 {
        let passes = 1.0 - self.part();
        // A share such as 19 of 20 is rounded.
        let runs = (0.05_f64.ln() / passes.ln() - 1e-9).ceil();
        runs.max(1.0) as u32
    }
}

/// The share of failures of a smaller input that is too small, in relation to that of the one that was found.
const TOO_SMALL: f64 = 0.25;

/// How often an input whose share is too small may be taken all the same, and how often one with the whole share may be passed over.
const TAKEN_WRONGLY: f64 = 0.01;
const PASSED_OVER_WRONGLY: f64 = 0.1;

/// The largest share that is taken for one by chance.
const MAX_SHARE: f64 = 0.95;

/// Tells by as few runs as possible whether a program that fails by chance fails on another input as well, about as often.
///
/// It is the sequential probability ratio test of A. Wald, "Sequential tests of statistical hypotheses", Annals of Mathematical
/// Statistics 16 (1945): after each run the logarithm of the ratio of two probabilities is known, that of all runs so far if the program
/// fails with the share of the input that was found, and if it fails with a quarter of that. Beyond one of two bounds the test ends. By
/// Wald's inequalities, an input with a quarter of the share or less is taken with a probability of at most 0.01 / 0.9, and one with the
/// whole share passed over with at most 0.1 / 0.99.
#[derive(Debug, Clone)]
pub struct FailsOften {
    /// The kind of failure; others do not count.
    kind: String,
    /// What a failure and a pass add to the logarithm.
    failed: f64,
    passed: f64,
}

impl FailsOften {
    /// Creates the test for a kind of failure with this share; none if it always fails.
    pub fn of(kind: String, share: FailureShare) -> Option<FailsOften> {
        let usual = share.part().min(MAX_SHARE);
        let rare = usual * TOO_SMALL;
        let (failed, passed) = ((usual / rare).ln(), ((1.0 - usual) / (1.0 - rare)).ln());
        (!share.is_always()).then_some(FailsOften { kind, failed, passed })
    }

    /// Returns whether the input is taken, after so many failures and passes; none if that is not clear yet.
    fn decides(&self, failures: u32, passes: u32) -> Option<bool> {
        let sum = self.failed * f64::from(failures) + self.passed * f64::from(passes);
        if sum >= ((1.0 - PASSED_OVER_WRONGLY) / TAKEN_WRONGLY).ln() {
            return Some(true);
        }
        (sum <= (PASSED_OVER_WRONGLY / (1.0 - TAKEN_WRONGLY)).ln()).then_some(false)
    }

    /// Runs a program until it is clear whether it fails often enough. Returns a run that shows it: one that failed, or another.
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
