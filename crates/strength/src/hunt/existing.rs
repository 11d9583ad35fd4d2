//! The existing cases, which come first: they have answers, so no solver is needed. Those whose
//! inputs the validators reject show nothing about a program, and no shape is learned from them.

use std::collections::HashSet;
use std::sync::OnceLock;

use referee_base::fault::Fault;
use referee_base::parallel::ordered_large;
use referee_counterexamples::hunt::SourceReport;
use referee_events::watch::{Watch, watched};
use referee_events::{JudgedCase, Verdict};
use referee_judge::BuiltSubmission;
use referee_package::is_sample;
use referee_problem::cases::CaseFile;

use super::EXISTING;
use super::plan::{HuntHost, HuntTask, SearchProgress};
use crate::time::SearchTime;
use crate::trial::{Trial, Trials, Tried};

/// The existing cases, in the order in which they are tried.
pub(super) struct ExistingCases<'a> {
    cases: Vec<ExistingCase>,
    /// Whether submissions are known to pass them.
    pub(super) are_passed: bool,
    trials: &'a Trials<'a>,
    host: &'a dyn HuntHost,
    jobs: usize,
}

struct ExistingCase {
    file: CaseFile,
    /// Whether the validators reject its input, once they were asked.
    is_invalid: OnceLock<bool>,
}

pub(super) struct ExistingResult {
    pub(super) report: SourceReport,
    /// The first case on which the submission fails.
    pub(super) failed: Option<(CaseFile, JudgedCase)>,
}

impl<'a> ExistingCases<'a> {
    /// Orders the cases: samples, then the others, small ones first.
    pub(super) fn new(
        task: &HuntTask,
        trials: &'a Trials<'a>,
        host: &'a dyn HuntHost,
    ) -> ExistingCases<'a> {
        let has_answers = task.problem.has_answers();
        let mut files: Vec<CaseFile> =
            task.cases.iter().filter(|case| case.has_answer || !has_answers).cloned().collect();
        files.sort_by_cached_key(|case| {
            if is_sample(&case.name) {
                (false, 0)
            } else {
                (true, case.input.metadata().map_or(u64::MAX, |found| found.len()))
            }
        });
        let of = |file| ExistingCase { file, is_invalid: OnceLock::new() };
        let cases = files.into_iter().map(of).collect();
        ExistingCases { cases, are_passed: false, trials, host, jobs: task.jobs }
    }

    /// Runs a submission on the cases that are not known to be invalid, up to the first valid one
    /// on which it fails; on none if it is known to pass them.
    pub(super) fn try_all(
        &self,
        built: &BuiltSubmission,
        time: &SearchTime,
        progress: &dyn SearchProgress,
    ) -> ExistingResult {
        let trial = Trial { watch: progress.watch(), ..self.trials.of(built) };
        let is_tried = |case: &&ExistingCase| !self.are_passed && !case.is_invalid();
        let cases: Vec<_> = self.cases.iter().filter(is_tried).collect();
        let report = SourceReport { name: EXISTING.into(), kind: EXISTING, ..Default::default() };
        let mut result = ExistingResult { report, failed: None };
        let judge = |index: usize| {
            let case: &ExistingCase = cases[index];
            (!time.is_over()).then(|| trial.judge_existing(&case.file))
        };
        let found = &mut result;
        // The error ends the loop at the first failure.
        let _ = ordered_large(self.jobs, cases.len(), judge, |index, tried| {
            match tried {
                Some(Ok(Tried::Judged(judged))) => {
                    found.report.tries += 1;
                    if judged.verdict != Verdict::Accepted {
                        if !self.leaves_out(cases[index], progress.watch()) {
                            found.failed = Some((cases[index].file.clone(), *judged));
                            return Err(());
                        }
                        found.report.invalid += 1;
                    }
                }
                // A case that the jury cannot judge, or whose run was interrupted, says nothing.
                Some(Ok(Tried::Invalid(_) | Tried::Setback(_)) | Err(_)) | None => {}
            }
            progress.tried(&built.name, found.report.tries);
            Ok(())
        });
        result
    }

    /// Returns whether a case on which a submission fails shows nothing, since its input is
    /// invalid, and warns of it.
    fn leaves_out(&self, case: &ExistingCase, watch: &dyn Watch) -> bool {
        if case.is_invalid.get().is_some() {
            return case.is_invalid();
        }
        match case.refusal(self.trials, watch) {
            Ok(None) => false,
            Ok(Some(why)) => {
                self.warn(case, &why);
                true
            }
            // A validator that fails says nothing about the input.
            Err(fault) => {
                let (name, why) = (&case.file.name, fault.one_line());
                self.host.warn(&format!("the input of {name} was not validated: {why}"));
                false
            }
        }
    }

    fn warn(&self, case: &ExistingCase, why: &str) {
        let name = &case.file.name;
        self.host.warn(&format!("{name} is left out, since its input is invalid: {why}"));
    }

    /// Validates those of the cases with these names that were not validated yet, until `stop`
    /// returns true, and warns of those that are rejected. Returns the names of all that are; none
    /// if all are, since the mistake probably is in the validators.
    pub(super) fn invalid(
        &self,
        names: &HashSet<&str>,
        watch: &dyn Watch,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> HashSet<String> {
        let used: Vec<_> =
            self.cases.iter().filter(|case| names.contains(&*case.file.name)).collect();
        let trials = self.trials;
        let ask = |index: usize| {
            let case: &ExistingCase = used[index];
            let is_asked = !stop() && case.is_invalid.get().is_none();
            // A validator that fails says nothing about the input.
            is_asked.then(|| case.refusal(trials, watch).ok().flatten()).flatten()
        };
        let mut refused = Vec::new();
        let _ = ordered_large(self.jobs, used.len(), ask, |index, refusal| {
            refused.extend(refusal.map(|why| (used[index], why)));
            Ok::<(), Fault>(())
        });
        if used.iter().all(|case| case.is_invalid()) {
            return HashSet::new();
        }
        for (case, why) in refused {
            self.warn(case, &why);
        }
        let invalid = used.iter().filter(|case| case.is_invalid());
        invalid.map(|case| case.file.name.to_string()).collect()
    }

    pub(super) fn count_invalid(&self) -> u64 {
        self.cases.iter().filter(|case| case.is_invalid()).count() as u64
    }
}

impl ExistingCase {
    /// Validates the input. Returns why it is rejected, if it is.
    fn refusal(&self, trials: &Trials, watch: &dyn Watch) -> Result<Option<String>, Fault> {
        let refusal = watched(watch, "input validator", || trials.refusal(&self.file))?;
        let _ = self.is_invalid.set(refusal.is_some());
        Ok(refusal)
    }

    fn is_invalid(&self) -> bool {
        self.is_invalid.get() == Some(&true)
    }
}
