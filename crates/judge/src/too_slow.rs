//! Finds submissions that must be too slow and are so only narrowly: they might be fast enough on a
//! faster machine.
//!
//! A package sets the multiple of the time limit that the slowest run of such a submission must
//! take. So these submissions may run for that long before they are stopped, until one run has
//! taken so long.
//!
//! Source: the ICPC problem package format, `time_limit_to_tle`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use crate::inputs::Policy;
use crate::limit::MARGIN;
use referee_events::{Event, JudgedCase, Reason, Runs, Slowest};
use referee_intake::submission::{FoundSubmissions, Submission};
use referee_sandbox::Limits;

impl Policy {
    /// Returns how long a submission that must be too slow has to take, in seconds.
    pub(crate) fn time_of_slow(&self) -> f64 {
        self.limits.cpu.as_secs_f64() * self.time_limit_to_tle.unwrap_or(0.0)
    }

    /// Returns the limits at which a submission is stopped.
    pub(crate) fn stopped_at(&self, must_be_slow: bool) -> Limits {
        let limits = self.limits;
        let most = limits.cpu + limits.cpu.mul_f64(MARGIN);
        let slow = Duration::from_secs_f64(self.time_of_slow());
        let cpu = if must_be_slow { most.max(slow) } else { most };
        Limits { cpu, wall: limits.wall + (cpu - limits.cpu), ..limits }
    }
}

/// Returns whether a run took this many seconds, or was stopped before that: for its time, or
/// because it printed without end.
pub(crate) fn takes(judged: &JudgedCase, seconds: f64) -> bool {
    judged.used.is_some_and(|used| {
        let is_endless = matches!(judged.reason, Reason::TimeLimit | Reason::OutputLimit);
        let is_stopped = is_endless && used.exit.is_none();
        is_stopped || used.cpu_seconds >= seconds
    })
}

/// Finds submissions that must be too slow and are not clearly so, from the events of a run.
pub struct SlowSubmissions<'a> {
    /// The submissions that must be too slow on some case.
    submissions: BTreeMap<&'a str, &'a Submission>,
    /// The multiple of the limit that they must take.
    factor: f64,
    /// The time limit, in seconds.
    limit: f64,
    /// The slowest run of each on the cases that count; `None` if a run takes as long as it must.
    slowest: BTreeMap<Arc<str>, Option<Slowest>>,
}

impl<'a> SlowSubmissions<'a> {
    /// Watches these submissions, whose slowest runs must take `factor` times the limit.
    pub fn new(found: &'a FoundSubmissions, factor: f64) -> SlowSubmissions<'a> {
        let submissions = found.submissions.iter().filter(|one| one.must_be_slow(None));
        let submissions = submissions.map(|one| (&*one.name, one)).collect();
        SlowSubmissions { submissions, factor, limit: 0.0, slowest: BTreeMap::new() }
    }

    /// Handles an event.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Started(started) => {
                self.limit = started.runs.as_ref().map_or(0.0, Runs::limit_seconds);
            }
            Event::Judged(judged) => self.judged(judged),
            _ => {}
        }
    }

    fn judged(&mut self, judged: &JudgedCase) {
        let Some(used) = judged.used else { return };
        let submission = self.submissions.get(&*judged.contestant);
        if !submission.is_some_and(|one| one.must_be_slow(Some(&judged.case))) {
            return;
        }
        let new = Slowest { case: Arc::clone(&judged.case), cpu_seconds: used.cpu_seconds };
        let new = (!takes(judged, self.limit * self.factor)).then_some(new);
        let known =
            self.slowest.entry(Arc::clone(&judged.contestant)).or_insert_with(|| new.clone());
        let is_slower = |known: &Slowest| used.cpu_seconds > known.cpu_seconds;
        if new.is_none() || known.as_ref().is_some_and(is_slower) {
            *known = new;
        }
    }

    /// Returns a warning for each submission that is not clearly too slow.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.slowest.iter().filter_map(|(name, slowest)| {
            let Slowest { case, cpu_seconds } = slowest.as_ref()?;
            let (limit, factor, wanted) = (self.limit, self.factor, self.limit * self.factor);
            // Rounded down, so that what is less than another time also reads so.
            let most = (cpu_seconds * 100.0).floor() / 100.0;
            Some(format!(
                "{name} must be too slow, but takes {most:.2} s at most, on {case}: \
                 less than {wanted:.2} s, which are {factor} times the limit of {limit} s"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_just_below_another_is_not_rounded_up_to_it() {
        let slowest = Some(Slowest { case: "secret/1".into(), cpu_seconds: 1.999 });
        let watched = SlowSubmissions {
            submissions: BTreeMap::new(),
            factor: 2.0,
            limit: 1.0,
            slowest: BTreeMap::from([("slow.py".into(), slowest)]),
        };

        let warnings: Vec<String> = watched.warnings().collect();

        let expected = "slow.py must be too slow, but takes 1.99 s at most, on secret/1: \
                        less than 2.00 s, which are 2 times the limit of 1 s";
        assert_eq!(warnings, [expected]);
    }
}
