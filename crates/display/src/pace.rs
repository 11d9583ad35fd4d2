//! How far long work is, in words: steps done, what is under way, rate and time left. No clock: the caller says how much time has gone.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use referee_base::plural;

/// After this time a search is said to wait for what is under way: what is quicker would only flicker.
const LONG: Duration = Duration::from_secs(1);

/// The number of steps that stands for a share of 1.
pub(crate) const WHOLE: usize = 1 << 20;

/// The form of some work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Steps that are counted; one of them, and several.
    Steps(&'static str, &'static str),
    /// A share is done.
    Share,
    /// Nobody knows how long it takes.
    Search,
}

/// The state of some work, which all its threads change.
pub struct Pace {
    verb: &'static str,
    form: Form,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    total: usize,
    done: usize,
    /// The number of done steps that took no time.
    free: usize,
    /// What is under way, that which began first in front, and when it began.
    running: Vec<(String, Duration)>,
    /// How a search goes.
    told: String,
}

impl Pace {
    pub fn new(verb: &'static str, form: Form, total: usize) -> Pace {
        Pace { verb, form, state: Mutex::new(State { total, ..State::default() }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn expects(&self, steps: usize) {
        self.state().total += steps;
    }

    pub fn skips(&self, steps: usize) {
        let mut state = self.state();
        state.total = state.total.saturating_sub(steps);
    }

    pub fn counts(&self, took_time: bool) {
        let mut state = self.state();
        state.done += 1;
        state.free += usize::from(!took_time);
    }

    /// Something has begun, after so much time.
    pub fn begins(&self, what: &str, elapsed: Duration) {
        self.state().running.push((what.to_string(), elapsed));
    }

    pub fn ends(&self, what: &str) {
        let running = &mut self.state().running;
        if let Some(at) = running.iter().position(|(one, _)| one == what) {
            running.remove(at);
        }
    }

    /// Sets the done part of a share.
    pub fn reaches(&self, share: f64) {
        self.state().done = (share * WHOLE as f64) as usize;
    }

    pub fn tells(&self, how: String) {
        self.state().told = how;
    }

    /// Returns the done part of all steps, from 0 to 1.
    pub fn share(&self) -> f64 {
        let state = self.state();
        state.done.min(state.total) as f64 / state.total.max(1) as f64
    }

    /// Returns whether the done part is known.
    pub fn has_share(&self) -> bool {
        self.form != Form::Search
    }

    /// Says what is done, such as `judging 3 of 8 runs`.
    pub fn done(&self) -> String {
        let (verb, state) = (self.verb, self.state());
        let (done, total) = (state.done, state.total.max(state.done));
        match self.form {
            Form::Steps(one, many) => format!("{verb} {done} of {}", plural(total, one, many)),
            Form::Share => format!("{verb} {} %", done * 100 / WHOLE),
            Form::Search if state.told.is_empty() => verb.to_string(),
            Form::Search => state.told.clone(),
        }
    }

    /// Says how long it takes, after so much time: the rate and the time left, or the time so far where these are not known.
    pub fn time(&self, elapsed: Duration) -> String {
        let state = self.state();
        let paid = state.done.saturating_sub(state.free);
        let left = remaining(elapsed, paid, state.total.saturating_sub(state.done));
        // What takes longer than the pace says of all that is left is no part of that pace.
        let oldest = state.running.iter().map(|(_, begun)| elapsed.saturating_sub(*begun)).max();
        let left = left.filter(|left| oldest.is_none_or(|age| age < LONG || age <= *left));
        match (self.form, left) {
            (Form::Search, _) | (_, None) => in_words(elapsed),
            (Form::Share, Some(left)) => format!("{} left", in_words(left)),
            (Form::Steps(..), Some(left)) => {
                format!("{}, {} left", rate(paid, elapsed), in_words(left))
            }
        }
    }

    /// Says what is under way: what began first, and how much else.
    pub fn running(&self) -> String {
        let state = self.state();
        match &state.running[..] {
            [] => String::new(),
            [(one, _)] => one.clone(),
            [(first, _), others @ ..] => format!("{first} and {} more", others.len()),
        }
    }

    /// Says what a search waits for: what began first, if that is some time ago.
    pub fn waits_for(&self, elapsed: Duration) -> String {
        let state = self.state();
        let ages = state.running.iter().map(|(what, begun)| (what, elapsed.saturating_sub(*begun)));
        let oldest = ages.filter(|(_, age)| *age >= LONG).max_by_key(|(_, age)| *age);
        oldest.map_or(String::new(), |(what, age)| format!("{what}, {}", in_words(age)))
    }

    /// Says everything in a line, for a log.
    pub fn line(&self, elapsed: Duration) -> String {
        let running = if self.has_share() { self.running() } else { self.waits_for(elapsed) };
        let parts = [self.done(), self.time(elapsed), running];
        parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("; ")
    }
}

/// Estimates the time for the remaining steps from the average pace; none before a step that took time is done. The pace of the last
/// steps alone would jump with each long one.
fn remaining(elapsed: Duration, paid: usize, left: usize) -> Option<Duration> {
    (paid > 0).then(|| elapsed.mul_f64(left as f64 / paid as f64))
}

/// Formats so many steps in so much time.
fn rate(steps: usize, elapsed: Duration) -> String {
    let per_second = steps as f64 / elapsed.as_secs_f64().max(1e-3);
    match per_second {
        10.0.. => format!("{per_second:.0}/s"),
        1.0.. => format!("{per_second:.1}/s"),
        _ => format!("{:.1}/min", per_second * 60.0),
    }
}

fn in_words(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60) {
        (0, 0) => format!("{seconds} s"),
        (0, minutes) => format!("{minutes} min {} s", seconds % 60),
        (hours, minutes) => format!("{hours} h {minutes} min"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUNS: Form = Form::Steps("run", "runs");

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_pace_so_far_tells_what_is_left() {
        assert_eq!(remaining(seconds(0), 0, 10), None);
        assert_eq!(remaining(seconds(10), 5, 15), Some(seconds(30)));
        let pace = Pace::new("judging", RUNS, 0);
        pace.expects(120);
        assert_eq!(pace.line(seconds(10)), "judging 0 of 120 runs; 10 s");
        (0..100).for_each(|_| pace.counts(false));
        assert_eq!(pace.line(seconds(10)), "judging 100 of 120 runs; 10 s", "none took time");
        (0..5).for_each(|_| pace.counts(true));
        assert_eq!(pace.line(seconds(10)), "judging 105 of 120 runs; 30.0/min, 30 s left");
        pace.skips(10);
        assert_eq!(pace.line(seconds(2)), "judging 105 of 110 runs; 2.5/s, 2 s left");
        assert_eq!((pace.share() * 110.0).round(), 105.0);
        (0..20).for_each(|_| pace.counts(true));
        assert_eq!(pace.line(seconds(1)), "judging 125 of 125 runs; 25/s, 0 s left");
        // What has been under way for longer than that does not end by the pace of the others.
        pace.begins("case 7", seconds(1));
        assert_eq!(pace.line(seconds(30)), "judging 125 of 125 runs; 30 s; case 7");
        pace.ends("case 7");
    }

    #[test]
    fn what_is_under_way_is_named() {
        let pace = Pace::new("solving", Form::Steps("case", "cases"), 1);
        ["a", "b", "c"].iter().for_each(|what| pace.begins(what, seconds(1)));
        assert_eq!(pace.line(seconds(59)), "solving 0 of 1 case; 59 s; a and 2 more");
        ["a", "c", "never begun"].iter().for_each(|what| pace.ends(what));
        assert_eq!(pace.line(seconds(61)), "solving 0 of 1 case; 1 min 1 s; b");
    }

    #[test]
    fn shares_and_searches_have_no_rate() {
        let pace = Pace::new("evaluating", Form::Share, WHOLE);
        pace.reaches(0.25);
        assert_eq!(pace.line(seconds(3600)), "evaluating 25 %; 3 h 0 min left");
        let pace = Pace::new("hunting", Form::Search, 0);
        assert_eq!(pace.line(seconds(1)), "hunting; 1 s");
        pace.tells("hunting a.py: 7 candidates".into());
        assert_eq!(pace.line(seconds(1)), "hunting a.py: 7 candidates; 1 s");
        assert!(!pace.has_share());
        // What is quick is not told.
        pace.begins("compiling a.cc", seconds(2));
        pace.begins("generator grid", seconds(1));
        assert_eq!(pace.line(seconds(1)), "hunting a.py: 7 candidates; 1 s");
        let line = pace.line(seconds(5));
        assert_eq!(line, "hunting a.py: 7 candidates; 5 s; generator grid, 4 s");
    }
}
