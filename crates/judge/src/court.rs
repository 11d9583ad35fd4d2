//! Decides when appeals are heard: at the end, when all submissions have been judged so far as that is possible without them.
//!
//! Each waits for its appeals where it stands. A refusal ends a submission for the time being where later cases may depend on it; an
//! accepted case stays accepted, so that it waits for the end of its submission. The court then sits in rounds, in each of which every
//! open case is run once, alone. A machine is slow or fast for seconds at a time, so that runs right after one another are alike, and the
//! least of them says little; between rounds others have their turn, or else a pause. After the rounds the submissions are judged on, from
//! what is known of them, and the court sits again if that leads to further appeals.
//!
//! Results are told in the order of submissions. So those behind one that waits wait as well, and where they become many the court sits
//! before the end.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Instant;

use crate::hearing::Hearing;
use crate::inputs::Judge;
use crate::shared::Shared;
use referee_base::parallel::ordered_large;
use referee_events::watch::watched;
use referee_events::{Event, JudgedCase};
use referee_programs::Build;
use referee_sandbox::are_runs_ended;

/// How many submissions may wait until the court sits.
const MOST_WAITING: usize = 1000;

/// How many of their events may wait.
const MOST_EVENTS: usize = 200_000;

/// What is known of the cases of a submission, by position, before it is judged on.
pub(crate) type Known = HashMap<usize, KnownCase>;

/// A judgement that is known.
pub(crate) struct KnownCase {
    pub(crate) judged: JudgedCase,
    /// Whether an appeal against it was heard: there is no second one.
    pub(crate) was_heard: bool,
}

/// What has become of a submission.
pub(crate) enum Outcome {
    /// It is judged.
    Done(Vec<Event>),
    /// It waits for appeals.
    Appealing(Appealing),
}

/// A submission that waits for appeals.
pub(crate) struct Appealing {
    pub(crate) known: Known,
    pub(crate) hearings: Vec<Hearing>,
    pub(crate) built: Arc<OnceLock<Build>>,
}

/// The submissions that wait, in order, from the first that does.
pub(crate) struct Court<'a> {
    judge: &'a Judge<'a>,
    shared: &'a Shared,
    /// How many cases of a submission are run at a time.
    at_once: usize,
    /// The submissions by position, and how many events are done.
    waiting: VecDeque<(usize, Outcome)>,
    events: usize,
}

impl<'a> Court<'a> {
    pub(crate) fn new(judge: &'a Judge<'a>, shared: &'a Shared, at_once: usize) -> Court<'a> {
        Court { judge, shared, at_once, waiting: VecDeque::new(), events: 0 }
    }

    /// Takes what has become of a submission, given by position. The court sits if too many wait.
    pub(crate) fn add(&mut self, at: usize, outcome: Outcome) {
        if let Outcome::Done(events) = &outcome {
            self.events += events.len();
        }
        self.waiting.push_back((at, outcome));
        if self.waiting.len() >= MOST_WAITING || self.events >= MOST_EVENTS {
            self.sit();
        }
    }

    /// Returns the events of the next submission, unless it or one before it waits for appeals.
    pub(crate) fn next(&mut self) -> Option<Vec<Event>> {
        match self.waiting.pop_front()? {
            (_, Outcome::Done(events)) => {
                self.events -= events.len();
                Some(events)
            }
            waiting => {
                self.waiting.push_front(waiting);
                None
            }
        }
    }

    /// Hears appeals until no submission waits for any.
    pub(crate) fn sit(&mut self) {
        loop {
            let mut appealing = self.take_appealing();
            if appealing.is_empty() {
                return;
            }
            self.hear(&mut appealing);
            if are_runs_ended() {
                // Appeals that were not heard to their end decide nothing: these submissions have no result.
                return;
            }
            self.judge_on(appealing);
        }
    }

    /// Takes the submissions that wait for appeals, each with its place among those that wait.
    fn take_appealing(&mut self) -> Vec<(usize, Appealing)> {
        let mut appealing = Vec::new();
        for (place, (_, outcome)) in self.waiting.iter_mut().enumerate() {
            match std::mem::replace(outcome, Outcome::Done(Vec::new())) {
                Outcome::Appealing(one) => appealing.push((place, one)),
                done => *outcome = done,
            }
        }
        appealing
    }

    /// Makes the runs of all appeals, round by round.
    fn hear(&self, appealing: &mut [(usize, Appealing)]) {
        let is_open = |(_, one): &(usize, Appealing)| one.hearings.iter().any(Hearing::is_open);
        while appealing.iter().any(is_open) && !are_runs_ended() {
            let start = Instant::now();
            appealing.iter_mut().for_each(|(_, one)| self.hear_round(one));
            if appealing.iter().any(is_open) && !are_runs_ended() {
                thread::sleep(self.judge.policy.apart.saturating_sub(start.elapsed()));
            }
        }
    }

    /// Makes one run for each open appeal of a submission.
    fn hear_round(&self, one: &mut Appealing) {
        for index in 0..one.hearings.len() {
            let hearing = &mut one.hearings[index];
            if hearing.is_open() {
                self.hear_one(hearing, &one.built);
                if hearing.is_far() {
                    let policy = &self.judge.policy;
                    one.hearings.iter_mut().for_each(|other| other.give_up(policy));
                }
            }
        }
    }

    /// Makes a run of an appeal.
    fn hear_one(&self, hearing: &mut Hearing, built: &OnceLock<Build>) {
        let Judge { services, .. } = self.judge;
        let Some(Ok(program)) = built.get() else { return hearing.close() };
        watched(services.watch, &hearing.title(), || {
            self.shared.retrials.alone(|| {
                // A defect of the judge is no evidence; it shows when the submission is judged on.
                let hear = || hearing.hear(self.judge, program, self.shared);
                let _ = catch_unwind(AssertUnwindSafe(hear));
            });
        });
    }

    /// Judges submissions on whose appeals were heard.
    fn judge_on(&mut self, appealing: Vec<(usize, Appealing)>) {
        let Court { judge, shared, at_once, .. } = *self;
        let (places, known): (Vec<usize>, Vec<Known>) =
            appealing.into_iter().map(|(place, one)| (place, decided(judge, one))).unzip();
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

/// Returns what is known of a submission after its appeals.
fn decided(judge: &Judge, appealing: Appealing) -> Known {
    let Appealing { mut known, hearings, .. } = appealing;
    for hearing in hearings {
        let at = hearing.at;
        known.insert(at, KnownCase { judged: hearing.decided(judge), was_heard: true });
    }
    known
}
