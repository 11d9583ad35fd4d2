//! Runs one submission on its cases, on several at a time where there are more cores than
//! submissions.
//!
//! A case may be started before it is known that an earlier one fails and ends judging. Its result
//! is recorded but does not count, so that verdicts and events are those of sequential judging,
//! whatever the number of cases at a time.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use crate::case_run::Subject;
use crate::end::not_judged;
use crate::inputs::{Judge, Shared, StopPolicy};
use crate::limit_ranges::LimitRanges;
use crate::recheck::{Known, KnownCase, Outcome, RecheckRuns, Suspended, is_narrow};
use crate::record::run::RunKey;
use crate::so_far::SoFar;
use crate::{limit, too_slow};
use referee_base::digest::ContentHash;
use referee_base::fault::{Fault, guarded};
use referee_base::parallel::{lock, ordered_large};
use referee_events::watch::watched;
use referee_events::{Event, JudgedCase, Reason, Verdict};
use referee_intake::submission::Submission;
use referee_package::CaseGrade;
use referee_programs::{Build, Builder, NotBuilt, Toolchain};
use referee_sandbox::are_runs_ended;

/// A submission that is being judged.
pub(crate) struct Turn<'a> {
    pub(crate) judge: &'a Judge<'a>,
    pub(crate) submission: &'a Submission,
    pub(crate) content: ContentHash,
    /// Its compiler and interpreter.
    pub(crate) toolchain: Toolchain,
    pub(crate) shared: &'a Shared,
    /// The judgements of its cases that are known from before its rechecks.
    known: &'a Known,
    built: OnceLock<Arc<Build>>,
    so_far: Mutex<SoFar>,
    /// Its results under all time limits, if limits are measured; they decide which cases are run.
    ranges: Option<Mutex<LimitRanges<'a>>>,
}

/// Why no further cases are run.
enum Over {
    /// Further cases cannot change the result.
    Known,
    NotBuilt,
    Interrupted,
    /// The rest depends on a recheck.
    Suspended,
}

/// The judgement of a case, which counts in the end unless it turns out to be unnecessary.
struct Counted {
    judged: JudgedCase,
    must_be_slow: bool,
    /// How it is recorded, if it is.
    key: Option<RunKey>,
    /// The number of cases that were counted when this one was started.
    known: usize,
    /// Whether the case was run now, and its result not known before.
    is_new: bool,
}

impl Judge<'_> {
    /// Judges a submission, of which some results may be known, running `at_once` cases at a time.
    /// Returns its events, or the rechecks that it waits for.
    fn judge(
        &self,
        submission: &Submission,
        shared: &Shared,
        at_once: usize,
        known: &Known,
    ) -> Outcome {
        let content = match submission.source.content() {
            Ok(content) => content,
            Err(fault) => {
                return Outcome::Done(vec![Event::Submission(not_judged(submission, &fault))]);
            }
        };
        let outcome = match &submission.refused {
            Some(why) => {
                let end = self.not_built(submission, &NotBuilt::Refused(why.clone()));
                Outcome::Done(vec![Event::Submission(end)])
            }
            None => self.turn(submission, content, shared, known).outcome(at_once),
        };
        // While rechecks are open, the program is still needed.
        if matches!(outcome, Outcome::Done(_)) {
            shared.builds.release(&content);
        }
        outcome
    }

    /// Judges a submission as [`Judge::judge`] does. A panic becomes a judge error of this
    /// submission and does not end the run; a sandbox in use is restarted.
    pub(crate) fn judge_guarded(
        &self,
        submission: &Submission,
        shared: &Shared,
        at_once: usize,
        known: &Known,
    ) -> Outcome {
        let judged = guarded(|| self.judge(submission, shared, at_once, known));
        let outcome = judged.unwrap_or_else(|fault| {
            if let Ok(content) = submission.source.content() {
                shared.builds.release(&content);
            }
            let message = format!("{}: {}", submission.name, fault.one_line());
            let end = Event::Submission(not_judged(submission, &fault));
            Outcome::Done(vec![Event::Fault { message }, end])
        });
        let Outcome::Done(events) = &outcome else { return outcome };
        if are_runs_ended() {
            return outcome;
        }
        let is_run = |event: &&Event| matches!(event, Event::Judged(_));
        let runs = events.iter().filter(is_run).count();
        let expected = self.inputs.found.count_cases(&submission.name, self.inputs.cases.len());
        self.services.watch.skips(expected.saturating_sub(runs));
        outcome
    }

    fn turn<'a>(
        &'a self,
        submission: &'a Submission,
        content: ContentHash,
        shared: &'a Shared,
        known: &'a Known,
    ) -> Turn<'a> {
        let (services, language) = (&self.services, &submission.source.language);
        Turn {
            judge: self,
            submission,
            content,
            toolchain: services.toolchains.of(language, services.executor),
            shared,
            known,
            built: OnceLock::new(),
            so_far: Mutex::new(SoFar::of(self.inputs.cases.len())),
            ranges: (self.policy.mode == StopPolicy::Measuring)
                .then(|| Mutex::new(LimitRanges::new(self, submission))),
        }
    }
}

impl Turn<'_> {
    /// Runs the submission on its cases, `at_once` at a time, and returns the events, or the
    /// rechecks that it waits for.
    fn outcome(&self, at_once: usize) -> Outcome {
        let found = self.judge.inputs.found;
        // Other machines may judge this submission on the other cases.
        let is_here = |at: &usize| found.has(&self.submission.name, *at);
        let order: Vec<usize> = (0..self.judge.inputs.cases.len()).filter(is_here).collect();
        let (mut positions, mut events) = (Vec::new(), Vec::new());
        let mut rechecks = Vec::new();
        let over = ordered_large(
            at_once,
            order.len(),
            |index| self.step(order[index]),
            |index, step| {
                let at = order[index];
                let Some(counted) = self.count(at, step?)? else { return Ok(()) };
                // Known cases were counted before the rechecks.
                if !self.known.contains_key(&at) {
                    self.judge.services.watch.counts(counted.is_new);
                }
                let recheck = self.refused_by_noise(at, &counted, &rechecks);
                // If all cases are run, none depends on the recheck of another.
                let waits = recheck.is_some() && self.judge.policy.mode != StopPolicy::All;
                rechecks.extend(recheck);
                positions.push(at);
                self.so_far().add(at, &counted.judged);
                events.push(Event::Judged(counted.judged));
                if waits { Err(Over::Suspended) } else { Ok(()) }
            },
        );
        match over {
            // Without a result, because that is unknown.
            Err(Over::Interrupted) => return Outcome::Done(events),
            Err(Over::NotBuilt) => {
                // Events of cases from the record are dropped: without a program there is no other
                // result.
                let why = self.built().as_ref().as_ref().err();
                let end = why.map(|why| self.judge.not_built(self.submission, why));
                return Outcome::Done(end.map(Event::Submission).into_iter().collect());
            }
            Ok(()) | Err(Over::Known | Over::Suspended) => {}
        }
        self.add_narrow(&positions, &events, &mut rechecks);
        if rechecks.is_empty() {
            Outcome::Done(self.all_events(events))
        } else {
            self.suspended(positions, events, rechecks)
        }
    }

    /// Completes the events of the cases that count with everything that follows from them.
    fn all_events(&self, mut events: Vec<Event>) -> Vec<Event> {
        self.discard_outputs_but_of(&events);
        self.judge.add_causes(self.submission, self.content, self.shared, &mut events);
        events.extend(self.judge.ended(self.submission, &self.so_far()));
        events
    }

    /// Returns the submission in the state in which it waits for rechecks.
    fn suspended(
        &self,
        positions: Vec<usize>,
        events: Vec<Event>,
        rechecks: Vec<RecheckRuns>,
    ) -> Outcome {
        let mut known = Known::new();
        for (at, event) in positions.into_iter().zip(events) {
            if let Event::Judged(judged) = event {
                known.insert(at, KnownCase { judged, is_rechecked: self.is_rechecked(at) });
            }
        }
        Outcome::Suspended(Suspended { known, rechecks, built: Arc::clone(self.built()) })
    }

    /// Returns the recheck of a failure that may be due to noise, given the other rechecks.
    fn refused_by_noise(
        &self,
        at: usize,
        counted: &Counted,
        others: &[RecheckRuns],
    ) -> Option<RecheckRuns> {
        let policy = &self.judge.policy;
        let Counted { judged, must_be_slow, key, .. } = counted;
        let may_be_noise = self.so_far().rechecks.may_be_noise(judged, policy);
        let recheck = || self.recheck(at, *key, judged, *must_be_slow, others);
        may_be_noise.then(recheck).flatten()
    }

    /// Adds rechecks for the cases on which the submission was accepted narrowly, the slowest
    /// first.
    fn add_narrow(&self, positions: &[usize], events: &[Event], rechecks: &mut Vec<RecheckRuns>) {
        let policy = &self.judge.policy;
        let judged = positions.iter().zip(events).filter_map(|(at, event)| match event {
            Event::Judged(judged) => Some((*at, judged)),
            _ => None,
        });
        let mut narrow: Vec<(usize, &JudgedCase)> =
            judged.filter(|(_, judged)| is_narrow(judged, policy)).collect();
        // The slowest come first, because the rechecks of a submission share a number of runs.
        narrow.sort_by(|(_, a), (_, b)| b.cpu_seconds().total_cmp(&a.cpu_seconds()));
        for (at, judged) in narrow {
            let recheck = self.recheck(at, self.key(at), judged, false, rechecks);
            rechecks.extend(recheck);
        }
    }

    /// Returns a recheck of the judgement of a case, given by position; `None` if that is the
    /// result of one, if no runs are left, or if there is no program.
    fn recheck(
        &self,
        at: usize,
        key: Option<RunKey>,
        judged: &JudgedCase,
        must_be_slow: bool,
        others: &[RecheckRuns],
    ) -> Option<RecheckRuns> {
        let others = others.iter().map(|other| other.left).sum();
        let left = self.so_far().rechecks.left(judged, others, &self.judge.policy);
        if left == 0 || self.is_rechecked(at) || self.built().is_err() {
            return None;
        }
        let first = judged.clone();
        Some(RecheckRuns::begin(at, key, first, must_be_slow, left, &self.judge.policy))
    }

    fn is_rechecked(&self, at: usize) -> bool {
        self.known.get(&at).is_some_and(|known| known.is_rechecked)
    }

    /// Removes the outputs of runs that do not count: those that were started before an earlier
    /// failure was known.
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
        lock(&self.so_far)
    }

    /// Returns whether the submission is run on another case, given by position.
    fn is_run(&self, at: usize, so_far: &SoFar) -> bool {
        match &self.ranges {
            Some(ranges) => lock(ranges).is_run(at),
            None => self.judge.is_run(at, self.submission, so_far),
        }
    }

    /// Runs the submission on a case, given by position; `None` if it is already known that this is
    /// unnecessary.
    fn step(&self, at: usize) -> Result<Option<Counted>, Over> {
        let Turn { judge, submission, shared, .. } = self;
        let file = &judge.inputs.cases[at];
        // The lock must not be held during the run.
        let (known, must_be_slow, is_far) = {
            let so_far = self.so_far();
            if !self.is_run(at, &so_far) {
                return if judge.cases_differ() { Ok(None) } else { Err(Over::Known) };
            }
            // A submission needs to be slow enough only once.
            let must_be_slow = !so_far.is_slow && submission.must_be_slow(Some(&file.name));
            (so_far.count(), must_be_slow, so_far.rechecks.is_far)
        };
        let key = self.key(at);
        // Judgements from before the rechecks take precedence over the record, which may lack them.
        let (judged, is_new) = match self.known.get(&at) {
            Some(KnownCase { judged, .. }) => (judged.clone(), false),
            None => match self.known_run(key, file) {
                Some(judged) => (judged, false),
                None => match &**self.built() {
                    Ok(program) => {
                        let stopped_at = judge.policy.first_stopped_at(must_be_slow, is_far);
                        let (name, stopped_at) = (&submission.name, &stopped_at);
                        let subject = Subject { name, program, stopped_at };
                        let run = || judge.run_repeatedly(subject, at, shared, key);
                        let what = format!("{name} on {}", file.name);
                        let judged = watched(judge.services.watch, &what, run);
                        // The run was ended early, which is not an error of the judge.
                        if judged.verdict == Verdict::JudgeError && are_runs_ended() {
                            return Err(Over::Interrupted);
                        }
                        (judged, true)
                    }
                    // A build that was ended early says nothing about the submission.
                    Err(_) if are_runs_ended() => return Err(Over::Interrupted),
                    Err(_) => return Err(Over::NotBuilt),
                },
            },
        };
        let judged = self.in_context(at, key, judged);
        Ok(Some(Counted { judged, must_be_slow, key, known, is_new }))
    }

    /// Completes the judgement of a case, given by position, with what follows from the limit, the
    /// scoring and the record.
    fn in_context(&self, at: usize, key: Option<RunKey>, judged: JudgedCase) -> JudgedCase {
        let judged = self.with_fit_score(at, judged);
        let near_limit = limit::near(&judged, &self.judge.policy.limits);
        let before = key.and_then(|key| self.changed_from(&key, &judged));
        JudgedCase { near_limit, before, ..judged }
    }

    /// Decides on the result of a case, given by position, after those of all earlier cases; `None`
    /// if it does not count.
    fn count(&self, at: usize, counted: Option<Counted>) -> Result<Option<Counted>, Over> {
        let Some(counted) = counted else { return Ok(None) };
        // It was started when fewer results were known, and may turn out to be unnecessary.
        let mut so_far = self.so_far();
        let is_late = so_far.count() != counted.known;
        if is_late && !self.is_run(at, &so_far) {
            return if self.judge.cases_differ() { Ok(None) } else { Err(Over::Known) };
        }
        let Counted { judged, must_be_slow, .. } = &counted;
        self.ranges.iter().for_each(|ranges| lock(ranges).add(at, judged));
        so_far.is_slow |=
            *must_be_slow && too_slow::takes(judged, self.judge.policy.time_of_slow());
        so_far.rechecks.add(judged, &self.judge.policy);
        Ok(Some(counted))
    }

    /// Returns the judgement of a case, given by position; a judge error if the scoring does not
    /// allow its score.
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

    fn built(&self) -> &Arc<Build> {
        let Judge { policy, services, .. } = self.judge;
        self.built.get_or_init(|| {
            let source = &self.submission.source;
            let executor = self.shared.retrials.beside_others(services.executor);
            let (limits, toolchains) = (&policy.compile_limits, services.toolchains);
            let builder = Builder::of_submissions(limits, toolchains, &executor);
            let built =
                watched(services.watch, &format!("{}, compiled", self.submission.name), || {
                    self.shared.builds.build(source, self.content, &builder)
                });
            // Results are recorded under this hash, and the files may have changed during the
            // build.
            if source.content().is_ok_and(|content| content == self.content) {
                built
            } else {
                let fault = Fault::judge("its files changed since the command started");
                let fault = fault.help("judge it again");
                Arc::new(Err(fault.into()))
            }
        })
    }
}
