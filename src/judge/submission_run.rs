//! Runs one submission on its cases, on several at a time where there are more cores than submissions.
//!
//! A case may be started before it is known that an earlier one fails and ends judging. Its result is recorded but does not count, so that
//! verdicts and events are those of sequential judging, whatever the number of cases at a time.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use super::end::not_judged;
use super::inputs::Judge;
use super::shared::Shared;
use super::so_far::SoFar;
use super::submission::Submission;
use super::{limit, too_slow};
use crate::cases::CaseFile;
use crate::events::{Event, JudgedCase, Reason, Slowest, SubmissionResult as SubmissionEnd};
use crate::programs::{Build, Builder, NotBuilt};
use crate::watch::watched;
use referee_base::digest::ContentHash;
use referee_base::parallel::ordered_large;
use referee_package::CaseGrade;

/// A submission that is being judged.
struct Turn<'a> {
    judge: &'a Judge<'a>,
    submission: &'a Submission,
    content: ContentHash,
    /// The content hash of its compiler and interpreter.
    toolchain: ContentHash,
    shared: &'a Shared,
    built: OnceLock<Arc<OnceLock<Build>>>,
    so_far: Mutex<SoFar>,
}

/// The result of a step: one case of a submission.
enum Step {
    Judged {
        judged: Box<JudgedCase>,
        must_be_slow: bool,
        /// How many cases had been counted when this one was started.
        known: usize,
        /// Whether the case was run now, and its result not known before.
        is_new: bool,
    },
    /// The case need not be run.
    Skipped,
    Over(Over),
}

/// Why no more cases are run.
enum Over {
    /// Further cases cannot change the result.
    Known,
    NotBuilt,
    Interrupted,
}

impl Judge<'_> {
    /// Judges a submission, running `at_once` cases at a time, and returns its events.
    pub(super) fn judge(
        &self,
        submission: &Submission,
        shared: &Shared,
        at_once: usize,
    ) -> Vec<Event> {
        let content = match submission.source.content() {
            Ok(content) => content,
            Err(fault) => {
                let expected = submission.expected.as_deref();
                return vec![Event::Submission(not_judged(&submission.name, expected, &fault))];
            }
        };
        let events = match &submission.refused {
            Some(why) => {
                let end = self.not_built(submission, &NotBuilt::Refused(why.clone()));
                vec![Event::Submission(end)]
            }
            None => self.turn(submission, content, shared).events(at_once),
        };
        shared.builds.release(&content);
        events
    }

    fn turn<'a>(
        &'a self,
        submission: &'a Submission,
        content: ContentHash,
        shared: &'a Shared,
    ) -> Turn<'a> {
        let (services, language) = (&self.services, &submission.source.language);
        Turn {
            judge: self,
            submission,
            content,
            toolchain: services.toolchains.of(language, services.executor).number(),
            shared,
            built: OnceLock::new(),
            so_far: Mutex::new(SoFar::of(self.inputs.cases.len())),
        }
    }
}

impl Turn<'_> {
    /// Runs the submission on its cases, `at_once` at a time, and returns the events.
    fn events(&self, at_once: usize) -> Vec<Event> {
        let order = &self.shared.order;
        let mut events = Vec::new();
        let mut slowest: Option<Slowest> = None;
        let over = ordered_large(
            at_once,
            order.len(),
            |index| self.step(order[index]),
            |index, step| {
                let is_new = matches!(step, Step::Judged { is_new: true, .. });
                let Some(judged) = self.count(order[index], step)? else { return Ok(()) };
                if let Some(used) = judged.used
                    && slowest.as_ref().is_none_or(|known| known.cpu_seconds < used.cpu_seconds)
                {
                    let case = judged.case.clone();
                    slowest = Some(Slowest { case, cpu_seconds: used.cpu_seconds });
                }
                self.judge.services.watch.counts(is_new);
                events.push(Event::Judged(*judged));
                Ok(())
            },
        );
        self.discard_outputs_but_of(&events);
        match over {
            Err(Over::Interrupted) => Vec::new(),
            Err(Over::NotBuilt) => self.not_built().map(Event::Submission).into_iter().collect(),
            Ok(()) | Err(Over::Known) => {
                self.judge.add_causes(self.submission, self.content, self.shared, &mut events);
                events.extend(self.judge.ended(self.submission, &self.so_far(), slowest));
                events
            }
        }
    }

    /// Drops the outputs of runs that do not count: those ahead of a failure.
    fn discard_outputs_but_of(&self, events: &[Event]) {
        let Some(outputs) = self.judge.services.outputs else { return };
        let counted: HashSet<&str> = events
            .iter()
            .filter_map(|event| match event {
                Event::Judged(judged) => Some(&*judged.case),
                _ => None,
            })
            .collect();
        let cases = self.judge.inputs.cases.iter().map(|case| &*case.name);
        let others = cases.filter(|case| !counted.contains(case));
        others.for_each(|case| outputs.discard(&self.submission.name, case));
    }

    fn so_far(&self) -> MutexGuard<'_, SoFar> {
        self.so_far.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Runs the submission on a case, given by position, unless it is known already that it need not be.
    fn step(&self, at: usize) -> Step {
        let Turn { judge, submission, shared, .. } = self;
        let file = &judge.inputs.cases[at];
        let (known, must_be_slow) = {
            let so_far = self.so_far();
            if !judge.is_run(at, submission, &so_far) {
                return if judge.cases_differ() { Step::Skipped } else { Step::Over(Over::Known) };
            }
            // A submission that was slow enough once need not be so again.
            let must_be_slow = !so_far.is_slow && submission.must_be_slow(Some(&file.name));
            (so_far.count(), must_be_slow)
        };
        let key = judge.key(submission, (&self.content, &self.toolchain), (at, shared));
        let kept = key.and_then(|key| judge.kept(&key, &submission.name, file));
        let kept = kept.or_else(|| self.timed(file));
        // What a known run has written is not known.
        let is_enough = |judged: &JudgedCase| {
            judge.is_repeated_enough(judged) && judge.services.outputs.is_none()
        };
        let kept = kept.filter(is_enough);
        let is_new = kept.is_none();
        let judged = match kept {
            Some(judged) => judged,
            None => match self.built().get() {
                Some(Ok(program)) => {
                    let stopped_at = judge.stopped_at(must_be_slow);
                    let (name, case) = (&submission.name, (at, *shared));
                    watched(judge.services.watch, &format!("{name} on {}", file.name), || {
                        judge.run_repeatedly(name, case, program, key, &stopped_at)
                    })
                }
                Some(Err(_)) => return Step::Over(Over::NotBuilt),
                None => return Step::Over(Over::Interrupted),
            },
        };
        let judged = self.with_fit_score(at, judged);
        let near_limit = limit::near(&judged, &judge.policy.limits);
        let before = key.and_then(|key| judge.changed_from(&key, &judged));
        let judged = Box::new(JudgedCase { near_limit, before, ..judged });
        Step::Judged { judged, must_be_slow, known, is_new }
    }

    /// Counts the result of a case, given by position, after those of all earlier cases; returns none if it does not count.
    fn count(&self, at: usize, step: Step) -> Result<Option<Box<JudgedCase>>, Over> {
        let (judged, must_be_slow, known) = match step {
            Step::Judged { judged, must_be_slow, known, .. } => (judged, must_be_slow, known),
            Step::Skipped => return Ok(None),
            Step::Over(over) => return Err(over),
        };
        let mut so_far = self.so_far();
        let is_late = so_far.count() != known;
        if is_late && !self.judge.is_run(at, self.submission, &so_far) {
            return if self.judge.cases_differ() { Ok(None) } else { Err(Over::Known) };
        }
        so_far.add(at, &judged);
        so_far.is_slow |= must_be_slow && too_slow::takes(&judged, self.judge.time_of_slow());
        Ok(Some(judged))
    }

    /// Returns the judgement of a case, given by position; a judge error if the scoring does not allow its score.
    fn with_fit_score(&self, at: usize, judged: JudgedCase) -> JudgedCase {
        let outcome = CaseGrade { verdict: judged.verdict, score: judged.score };
        match self.judge.inputs.scoring.and_then(|scoring| scoring.unfit(at, outcome)) {
            None => judged,
            Some(why) => {
                let message = format!("the output validator: {why}");
                JudgedCase::plain(&judged.contestant, &judged.case, Reason::JudgeError, message)
            }
        }
    }

    /// Returns the judgement of the case from inferring the time limit, if there is one.
    fn timed(&self, file: &CaseFile) -> Option<JudgedCase> {
        let Judge { policy, services, .. } = self.judge;
        let judged = services.timed?.find(&self.content, &file.name, &policy.limits)?.clone();
        // The name may differ: timed runs are found by content.
        Some(JudgedCase { contestant: self.submission.name.clone(), ..judged })
    }

    fn built(&self) -> &OnceLock<Build> {
        let Judge { policy, services, .. } = self.judge;
        self.built.get_or_init(|| {
            let source = &self.submission.source;
            let executor = self.shared.retrials.beside_others(services.executor);
            let (limits, toolchains) = (&policy.compile_limits, services.toolchains);
            let builder = Builder { limits, toolchains, executor: &executor };
            watched(services.watch, &format!("{}, compiled", self.submission.name), || {
                self.shared.builds.build(source, self.content, &builder)
            })
        })
    }

    /// Returns the result of a submission that could not be built.
    fn not_built(&self) -> Option<SubmissionEnd> {
        let not_built = self.built().get()?.as_ref().err()?;
        Some(self.judge.not_built(self.submission, not_built))
    }
}
