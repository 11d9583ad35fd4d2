//! Repeats runs, since a submission may pass by chance.
//!
//! With `--repeat N`, a case is run N times. The worst verdict counts, and a submission whose
//! verdicts differ is *unsteady*. A recorded run is reused only if it was repeated as often. With
//! `--rerun`, the new verdict is compared with the recorded one. When times are measured, the
//! fastest of equal runs counts instead of the slowest: other work on the machine only ever adds to
//! a time.

use crate::case_run::{CaseRun, Subject};
use crate::inputs::{Judge, Policy, Shared, StopPolicy};
use crate::record::run::RunKey;
use crate::retrial::Alongside;
use referee_events::{JudgedCase, Score, Verdict};
use referee_sandbox::are_runs_ended;

impl Judge<'_> {
    /// Runs a program on a case, given by position, as often as the policy says, and records the
    /// worst run under the key.
    pub(crate) fn run_repeatedly(
        &self,
        subject: Subject,
        at: usize,
        shared: &Shared,
        key: Option<RunKey>,
    ) -> JudgedCase {
        let recorded = self.services.record.zip(key);
        if let Some((record, key)) = &recorded {
            // Other processes wait for this run instead of making it, too.
            record.begin(key);
        }
        let mut runs = Vec::new();
        for _ in 0..self.policy.repeat.max(1) {
            let run = self.run_one(subject, at, shared, Alongside::Others(&shared.retrials));
            // A run that was ended early says nothing, and those before it are too few.
            if run.judged.verdict == Verdict::JudgeError && are_runs_ended() {
                runs = vec![run];
                break;
            }
            runs.push(run);
        }
        let CaseRun { judged, kept } = worst(runs, self.policy.mode == StopPolicy::Measuring);
        match (recorded, kept) {
            (Some((record, key)), Some((limits, stopped))) => {
                record.keep(key, &limits, stopped, &judged);
            }
            // Other processes that wait for this run must make it themselves.
            (Some((record, key)), None) => record.release(&key),
            (None, _) => {}
        }
        judged
    }

    /// Runs a program on a case, given by position.
    pub(crate) fn run_one(
        &self,
        subject: Subject,
        at: usize,
        shared: &Shared,
        alongside: Alongside,
    ) -> CaseRun {
        if let Some(calibration) = self.services.calibration {
            let _quietly = alongside.quietly();
            calibration.before_run();
        }
        let CaseRun { judged, kept } = self.judge_case(subject, at, shared, alongside);
        // If the case has changed meanwhile, the result must not be recorded under its old hash.
        CaseRun { judged, kept: kept.filter(|_| shared.cases.is_current(at)) }
    }
}

impl Policy {
    /// Returns whether a known run was repeated as often as the policy requires.
    pub(crate) fn is_repeated_enough(&self, judged: &JudgedCase) -> bool {
        self.repeat <= 1 || judged.repeats.len() >= self.repeat
    }
}

/// Returns the run that counts: the first that failed, otherwise the first that could not be
/// judged, otherwise the one with the lowest score; among equals the slowest, or the fastest. It
/// lists the verdicts of all runs.
fn worst(runs: Vec<CaseRun>, fastest: bool) -> CaseRun {
    let repeats: Vec<Verdict> = match runs.len() {
        1 => Vec::new(),
        _ => runs.iter().map(|run| run.judged.verdict).collect(),
    };
    let worst = runs.into_iter().min_by(|a, b| {
        let rank = |run: &CaseRun| match run.judged.verdict {
            Verdict::Accepted => 2,
            Verdict::JudgeError => 1,
            _ => 0,
        };
        let score = |run: &CaseRun| run.judged.score.map_or(f64::INFINITY, score);
        let seconds = |run: &CaseRun| match (run.judged.verdict, fastest) {
            (_, true) => run.judged.cpu_seconds(),
            (Verdict::Accepted, false) => -run.judged.cpu_seconds(),
            // A failure's time does not matter: the first one counts.
            (_, false) => 0.0,
        };
        (rank(a).cmp(&rank(b)))
            .then(score(a).total_cmp(&score(b)))
            .then(seconds(a).total_cmp(&seconds(b)))
    });
    let CaseRun { judged, kept } = worst.expect("there is at least one run");
    CaseRun { judged: JudgedCase { repeats, ..judged }, kept }
}

fn score(score: Score) -> f64 {
    match score {
        Score::Points(points) => points,
        Score::Multiplier(part) => part,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_accepted_runs_the_one_with_the_lowest_score_counts() {
        let run = |score| {
            let judged = JudgedCase { verdict: Verdict::Accepted, ..JudgedCase::default() };
            CaseRun { judged: JudgedCase { score: Some(score), ..judged }, kept: None }
        };
        for of in [Score::Points, Score::Multiplier] {
            let runs = [0.75, 0.5, 1.0].map(|score| run(of(score))).into();
            assert_eq!(worst(runs, false).judged.score, Some(of(0.5)));
        }
    }
}
