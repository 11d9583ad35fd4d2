//! Submissions that must be too slow: whether they are so clearly, or others would be fast enough on a faster machine.
//!
//! A package says how many times the limit the slowest run of such a submission must take at least. So they run on for that long
//! before they are stopped, and until a run takes so long.
//!
//! Source: the ICPC problem package format, `time_limit_to_tle`.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use super::inputs::Judge;
use super::limit;
use super::submission::{Found, Submission};
use crate::events::{Event, Judged, Reason, Slowest};
use referee_package::expected::TimeBound;
use referee_sandbox::Limits;

impl Submission {
    /// Whether it must be too slow on some case; on this one, if one is given.
    pub(super) fn must_be_slow(&self, case: Option<&str>) -> bool {
        self.expected.as_ref().is_some_and(|expected| match case {
            Some(case) => expected.bounds_time_on(case, TimeBound::Upper),
            None => expected.bounds_time(TimeBound::Upper),
        })
    }
}

impl Judge<'_> {
    /// How long those must take that are to be too slow, in seconds.
    pub(super) fn time_of_slow(&self) -> f64 {
        self.policy.limits.cpu.as_secs_f64() * self.policy.time_limit_to_tle.unwrap_or(0.0)
    }

    /// Limits at which a submission is stopped, which must be too slow or not.
    pub(super) fn stopped_at(&self, must_be_slow: bool) -> Limits {
        let limits = limit::with_margin(self.policy.limits);
        let slow = Duration::from_secs_f64(self.time_of_slow());
        let cpu = if must_be_slow { limits.cpu.max(slow) } else { limits.cpu };
        Limits { cpu, wall: limits.wall + (cpu - limits.cpu), ..limits }
    }
}

/// Whether a run took so many seconds, or was stopped before that.
pub(super) fn takes(judged: &Judged, seconds: f64) -> bool {
    judged.used.is_some_and(|used| {
        let is_stopped = judged.reason == Reason::TimeLimit && used.exit.is_none();
        is_stopped || used.cpu_seconds >= seconds
    })
}

/// Finds submissions that must be too slow and are not clearly so, by the events of a run.
pub struct Watch<'a> {
    /// Those that must be too slow on some case.
    submissions: BTreeMap<&'a str, &'a Submission>,
    /// How many times the limit they must take.
    factor: f64,
    /// The limit, in seconds.
    limit: f64,
    /// The slowest run of each that counts; none if one takes as long as it must.
    slowest: BTreeMap<Arc<str>, Option<Slowest>>,
}

impl<'a> Watch<'a> {
    /// Looks at these submissions, of which the slowest runs must take `factor` times the limit.
    pub fn new(found: &'a Found, factor: f64) -> Watch<'a> {
        let submissions = found.submissions.iter().filter(|one| one.must_be_slow(None));
        let submissions = submissions.map(|one| (&*one.name, one)).collect();
        Watch { submissions, factor, limit: 0.0, slowest: BTreeMap::new() }
    }

    /// Takes an event.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Started(started) => {
                let milliseconds = started.runs.as_ref().map_or(0, |runs| runs.cpu_milliseconds);
                self.limit = milliseconds as f64 / 1000.0;
            }
            Event::Judged(judged) => self.judged(judged),
            _ => {}
        }
    }

    fn judged(&mut self, judged: &Judged) {
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

    /// What to say of each of them in the end.
    pub fn warnings(&self) -> impl Iterator<Item = String> {
        self.slowest.iter().filter_map(|(name, slowest)| {
            let Slowest { case, cpu_seconds } = slowest.as_ref()?;
            let (limit, factor, wanted) = (self.limit, self.factor, self.limit * self.factor);
            Some(format!(
                "{name} must be too slow, but takes {cpu_seconds:.2} s at most, on {case}: \
                 less than {wanted:.2} s, which are {factor} times the limit of {limit} s"
            ))
        })
    }
}
