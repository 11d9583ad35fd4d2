//! The progress of long work in words: steps done, what is in progress, rate and time left. It has
//! no clock: the caller passes the elapsed time.

use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use referee_base::parallel::lock;
use referee_base::plural;

/// The time after which a search shows what it waits for; shorter work would only flicker.
const LONG: Duration = Duration::from_secs(1);

/// The number of steps that represents a share of 1.
pub(crate) const WHOLE: usize = 1 << 20;

/// How the progress of some work is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// In counted steps: the singular and the plural of their unit.
    Steps(&'static str, &'static str),
    /// As the share that is done.
    Share,
    /// Not at all: the duration is unknown.
    Search,
}

/// The state of some work, updated by all its threads.
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
    /// The items in progress, the earliest first, with their start times.
    running: Vec<(String, Duration)>,
    /// The status of a search.
    status: String,
}

impl Pace {
    pub fn new(verb: &'static str, form: Form, total: usize) -> Pace {
        Pace { verb, form, state: Mutex::new(State { total, ..State::default() }) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
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

    /// Records the start of an item, at the time `elapsed`.
    pub fn begins(&self, what: &str, elapsed: Duration) {
        self.state().running.push((what.to_string(), elapsed));
    }

    pub fn ends(&self, what: &str) {
        let running = &mut self.state().running;
        if let Some(at) = running.iter().position(|(one, _)| one == what) {
            running.remove(at);
        }
    }

    /// Sets the share that is done.
    pub fn reaches(&self, share: f64) {
        self.state().done = (share * WHOLE as f64) as usize;
    }

    pub fn set_status(&self, how: String) {
        self.state().status = how;
    }

    /// Returns the share of all steps that is done, from 0 to 1.
    pub fn share(&self) -> f64 {
        let state = self.state();
        state.done.min(state.total) as f64 / state.total.max(1) as f64
    }

    /// Returns whether the share that is done is known.
    pub fn has_share(&self) -> bool {
        self.form != Form::Search
    }

    /// Describes the progress, such as `judging 3 of 8 runs`.
    pub fn done(&self) -> String {
        let (verb, state) = (self.verb, self.state());
        let (done, total) = (state.done, state.total.max(state.done));
        match self.form {
            Form::Steps(one, many) => format!("{verb} {done} of {}", plural(total, one, many)),
            Form::Share => format!("{verb} {} %", done * 100 / WHOLE),
            Form::Search if state.status.is_empty() => verb.to_string(),
            Form::Search => state.status.clone(),
        }
    }

    /// Describes the time: the rate and the time left, or the elapsed time if these are unknown.
    pub fn time(&self, elapsed: Duration) -> String {
        let state = self.state();
        let paid = state.done.saturating_sub(state.free);
        let left = remaining(elapsed, paid, state.total.saturating_sub(state.done));
        // If an item already takes longer than the estimate for everything left, the estimate is
        // wrong.
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

    /// Describes the items in progress: the earliest, and the number of others.
    pub fn running(&self) -> String {
        let state = self.state();
        match &state.running[..] {
            [] => String::new(),
            [(one, _)] => one.clone(),
            [(first, _), others @ ..] => format!("{first} and {} more", others.len()),
        }
    }

    /// Describes what a search waits for: the item that started first, if that was some time ago.
    pub fn waits_for(&self, elapsed: Duration) -> String {
        let state = self.state();
        let ages = state.running.iter().map(|(what, begun)| (what, elapsed.saturating_sub(*begun)));
        let oldest = ages.filter(|(_, age)| *age >= LONG).max_by_key(|(_, age)| *age);
        oldest.map_or(String::new(), |(what, age)| format!("{what}, {}", in_words(age)))
    }

    /// Describes everything in one line, for a log.
    pub fn line(&self, elapsed: Duration) -> String {
        let running = if self.has_share() { self.running() } else { self.waits_for(elapsed) };
        let parts = [self.done(), self.time(elapsed), running];
        parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join("; ")
    }
}

/// Estimates the time for the remaining steps from the average pace; `None` before the first step
/// that took time. The pace of the last steps alone would jump with each long one.
fn remaining(elapsed: Duration, paid: usize, left: usize) -> Option<Duration> {
    (paid > 0).then(|| elapsed.mul_f64(left as f64 / paid as f64))
}

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
        // It takes longer than that already, so the pace of the others is no estimate.
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
        pace.set_status("hunting a.py: 7 candidates".into());
        assert_eq!(pace.line(seconds(1)), "hunting a.py: 7 candidates; 1 s");
        assert!(!pace.has_share());
        // Short work is not shown.
        pace.begins("compiling a.cc", seconds(2));
        pace.begins("generator grid", seconds(1));
        assert_eq!(pace.line(seconds(1)), "hunting a.py: 7 candidates; 1 s");
        let line = pace.line(seconds(5));
        assert_eq!(line, "hunting a.py: 7 candidates; 5 s; generator grid, 4 s");
    }
}
