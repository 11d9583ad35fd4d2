//! Decides when appeals are heard: at the end, when all submissions have been judged as far as
//! possible without them.
//!
//! A submission with appeals waits. A failure suspends it where later cases may depend on the
//! appeal; an accepted case stays accepted, so its appeal waits for the end of the submission. The
//! court then sits in rounds, each of which runs every open case once, alone. A machine is slow or
//! fast for seconds at a time, so runs in quick succession are alike, and the least of them says
//! little; between two rounds of a case, others have theirs, or there is a pause. After the rounds,
//! judging of the submissions continues with the results, and the court sits again if that leads to
//! further appeals.
//!
//! Results are reported in the order of submissions, so those behind a waiting one wait too. When
//! many wait, the court sits before the end.

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

/// The maximum number of submissions that wait before the court sits.
const MOST_WAITING: usize = 1000;

/// The maximum number of their events that wait before the court sits.
const MOST_EVENTS: usize = 200_000;

/// The known judgements of a submission's cases, by position, when judging continues.
pub(crate) type Known = HashMap<usize, KnownCase>;

/// A known judgement.
pub(crate) struct KnownCase {
    pub(crate) judged: JudgedCase,
    /// Whether an appeal against it was heard. There is no second one.
    pub(crate) was_heard: bool,
}

/// The outcome of judging a submission as far as possible.
pub(crate) enum Outcome {
    /// It is judged, with these events.
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

/// The submissions that wait, in order, starting with one that waits for appeals.
pub(crate) struct Court<'a> {
    judge: &'a Judge<'a>,
    shared: &'a Shared,
    /// The number of cases of a submission that are run at a time.
    at_once: usize,
    /// The outcomes of these submissions, each with the position of its submission.
    waiting: VecDeque<(usize, Outcome)>,
    /// The number of events in these outcomes.
    events: usize,
}

impl<'a> Court<'a> {
    pub(crate) fn new(judge: &'a Judge<'a>, shared: &'a Shared, at_once: usize) -> Court<'a> {
        Court { judge, shared, at_once, waiting: VecDeque::new(), events: 0 }
    }

    /// Adds the outcome of a submission, given by position. The court sits if too many wait.
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
            // Results are reported in order, so this one holds up all behind it.
            waiting => {
                self.waiting.push_front(waiting);
                None
            }
        }
    }

    /// Hears appeals until no submission waits for one.
    pub(crate) fn sit(&mut self) {
        loop {
            let mut appealing = self.take_appealing();
            if appealing.is_empty() {
                return;
            }
            self.hear(&mut appealing);
            if are_runs_ended() {
                // Appeals that were cut short decide nothing: these submissions have no result.
                return;
            }
            self.judge_on(appealing);
        }
    }

    /// Takes the submissions that wait for appeals, each with its index among those that wait.
    fn take_appealing(&mut self) -> Vec<(usize, Appealing)> {
        let mut appealing = Vec::new();
        for (place, (_, outcome)) in self.waiting.iter_mut().enumerate() {
            // The placeholder keeps the place of the submission.
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
                // Other cases were run in this round, so only the rest of the pause is left.
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
                    // The program is too slow: no run is spent on other cases that exceed the limit
                    // by as much.
                    let policy = &self.judge.policy;
                    one.hearings.iter_mut().for_each(|other| other.give_up(policy));
                }
            }
        }
    }

    /// Makes one run of an appeal.
    fn hear_one(&self, hearing: &mut Hearing, built: &OnceLock<Build>) {
        let Judge { services, .. } = self.judge;
        let Some(Ok(program)) = built.get() else { return hearing.close() };
        watched(services.watch, &hearing.title(), || {
            self.shared.retrials.alone(|| {
                // A panic of the judge is no evidence; it shows when judging continues.
                let hear = || hearing.hear(self.judge, program, self.shared);
                let _ = catch_unwind(AssertUnwindSafe(hear));
            });
        });
    }

    /// Continues judging submissions whose appeals were heard.
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

/// Returns the known judgements of a submission after its appeals.
fn decided(judge: &Judge, appealing: Appealing) -> Known {
    let Appealing { mut known, hearings, .. } = appealing;
    for hearing in hearings {
        let at = hearing.at;
        known.insert(at, KnownCase { judged: hearing.decided(judge), was_heard: true });
    }
    known
}
