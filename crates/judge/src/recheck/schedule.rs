//! Decides when rechecks run: at the end, when all submissions have been judged as far as possible
//! without them.
//!
//! A submission with rechecks waits. A failure suspends it where later cases may depend on the
//! recheck; an accepted case stays accepted, so its recheck waits for the end of the submission.
//! Rechecks then run in rounds, each of which runs every open case once, alone. A machine is slow
//! or fast for seconds at a time, so runs in quick succession are alike, and the least of them says
//! little; between two rounds of a case, others have theirs, or there is a pause. After the rounds,
//! judging of the submissions continues with the results, and there are more rounds if that leads
//! to further rechecks.
//!
//! Results are reported in the order of submissions, so those behind a waiting one wait too. When
//! many wait, the rounds come before the end.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use super::run::RecheckRuns;
use crate::inputs::{Judge, Shared};
use referee_base::parallel::ordered_large;
use referee_events::watch::watched;
use referee_events::{Event, JudgedCase};
use referee_programs::Build;
use referee_sandbox::are_runs_ended;

/// The maximum number of submissions that wait before their rechecks run.
const MAX_WAITING: usize = 1000;

/// The maximum number of their events that wait before rechecks run.
const MAX_EVENTS: usize = 200_000;

/// The known judgements of a submission's cases, by position, when judging continues.
pub(crate) type Known = HashMap<usize, KnownCase>;

pub(crate) struct KnownCase {
    pub(crate) judged: JudgedCase,
    /// Whether it is the result of a recheck. There is no second one.
    pub(crate) is_rechecked: bool,
}

/// The outcome of judging a submission as far as possible.
pub(crate) enum Outcome {
    /// It is judged, with these events.
    Done(Vec<Event>),
    /// It waits for rechecks.
    Suspended(Suspended),
}

pub(crate) struct Suspended {
    pub(crate) known: Known,
    pub(crate) rechecks: Vec<RecheckRuns>,
    pub(crate) built: Arc<Build>,
}

/// The submissions that wait, in order, starting with one that waits for rechecks.
pub(crate) struct Schedule<'a> {
    judge: &'a Judge<'a>,
    shared: &'a Shared,
    /// The number of cases of a submission that are run at a time.
    at_once: usize,
    /// The outcomes of these submissions, each with the position of its submission.
    waiting: VecDeque<(usize, Outcome)>,
    /// The number of events in these outcomes.
    events: usize,
}

impl<'a> Schedule<'a> {
    pub(crate) fn new(judge: &'a Judge<'a>, shared: &'a Shared, at_once: usize) -> Schedule<'a> {
        Schedule { judge, shared, at_once, waiting: VecDeque::new(), events: 0 }
    }

    /// Adds the outcome of a submission, given by position, and runs rechecks if too many wait.
    pub(crate) fn add(&mut self, at: usize, outcome: Outcome) {
        if let Outcome::Done(events) = &outcome {
            self.events += events.len();
        }
        self.waiting.push_back((at, outcome));
        if self.waiting.len() >= MAX_WAITING || self.events >= MAX_EVENTS {
            self.run();
        }
    }

    /// Returns the events of the next submission, unless it or one before it waits for rechecks.
    pub(crate) fn next(&mut self) -> Option<Vec<Event>> {
        match self.waiting.pop_front()? {
            (_, Outcome::Done(events)) => {
                self.events -= events.len();
                Some(events)
            }
            // Results are reported in order, so this one holds up all behind it.
            waiting => {
                self.waiting.push_front(waiting);
                None
            }
        }
    }

    /// Runs rechecks until no submission waits for one.
    pub(crate) fn run(&mut self) {
        loop {
            let mut suspended = self.take_suspended();
            if suspended.is_empty() {
                return;
            }
            self.run_rounds(&mut suspended);
            if are_runs_ended() {
                // Rechecks that were cut short decide nothing: these submissions have no result.
                return;
            }
            self.judge_on(suspended);
        }
    }

    /// Takes the submissions that wait for rechecks, each with its index among those that wait.
    fn take_suspended(&mut self) -> Vec<(usize, Suspended)> {
        let mut suspended = Vec::new();
        for (place, (_, outcome)) in self.waiting.iter_mut().enumerate() {
            // The placeholder keeps the place of the submission.
            match std::mem::replace(outcome, Outcome::Done(Vec::new())) {
                Outcome::Suspended(one) => suspended.push((place, one)),
                done => *outcome = done,
            }
        }
        suspended
    }

    /// Makes the runs of all rechecks, round by round.
    fn run_rounds(&self, suspended: &mut [(usize, Suspended)]) {
        let is_open = |(_, one): &(usize, Suspended)| one.rechecks.iter().any(RecheckRuns::is_open);
        while suspended.iter().any(is_open) && !are_runs_ended() {
            let start = Instant::now();
            suspended.iter_mut().for_each(|(_, one)| self.run_round(one));
            if suspended.iter().any(is_open) && !are_runs_ended() {
                // Other cases were run in this round, so only the rest of the pause is left.
                thread::sleep(self.judge.policy.apart.saturating_sub(start.elapsed()));
            }
        }
    }

    /// Makes one run for each open recheck of a submission.
    fn run_round(&self, one: &mut Suspended) {
        for index in 0..one.rechecks.len() {
            let recheck = &mut one.rechecks[index];
            if recheck.is_open() {
                self.run_one(recheck, &one.built);
                if recheck.is_far {
                    // The program is too slow: no run is spent on other cases that exceed the limit
                    // by as much.
                    let policy = &self.judge.policy;
                    one.rechecks.iter_mut().for_each(|other| other.give_up(policy));
                }
            }
        }
    }

    fn run_one(&self, recheck: &mut RecheckRuns, built: &Build) {
        let Judge { services, .. } = self.judge;
        let Ok(program) = built else {
            recheck.left = 0;
            return;
        };
        watched(services.watch, &recheck.title(), || {
            self.shared.retrials.alone(|| {
                // A panic of the judge is no evidence; it shows when judging continues.
                let rerun = || recheck.rerun(self.judge, program, self.shared);
                let _ = catch_unwind(AssertUnwindSafe(rerun));
            });
        });
    }

    /// Continues judging submissions whose rechecks are over.
    fn judge_on(&mut self, suspended: Vec<(usize, Suspended)>) {
        let Schedule { judge, shared, at_once, .. } = *self;
        let (places, known): (Vec<usize>, Vec<Known>) =
            suspended.into_iter().map(|(place, one)| (place, decided(judge, shared, one))).unzip();
        let found = &judge.inputs.found.submissions;
        let waiting = &self.waiting;
        let mut outcomes = Vec::new();
        let Ok(()) = ordered_large(
            judge.services.machine.jobs,
            places.len(),
            |index| {
                let (at, _) = waiting[places[index]];
                judge.judge_guarded(&found[at], shared, at_once, &known[index])
            },
            |index, outcome| {
                outcomes.push((places[index], outcome));
                Ok::<(), Infallible>(())
            },
        );
        for (place, outcome) in outcomes {
            if let Outcome::Done(events) = &outcome {
                self.events += events.len();
            }
            self.waiting[place].1 = outcome;
        }
    }
}

/// Returns the known judgements of a submission after its rechecks.
fn decided(judge: &Judge, shared: &Shared, suspended: Suspended) -> Known {
    let Suspended { mut known, rechecks, .. } = suspended;
    for recheck in rechecks {
        let at = recheck.at;
        known.insert(at, KnownCase { judged: recheck.decided(judge, shared), is_rechecked: true });
    }
    known
}
