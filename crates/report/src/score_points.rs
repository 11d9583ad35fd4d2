//! Turns the scores of a package into points, which is what grades and reports for students are
//! made of.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use super::reader::PartialReport;
use referee_events::points::{CaseGroup, Earned, PointRule, Points};
use referee_events::scoring::Scores;
use referee_events::{Event, JudgedCase, Started, SubmissionResult, Verdict};

/// The tolerance for a score that is a sum of shares, in hundredths of a point.
const ROUNDING: f64 = 1e-6;

/// The points of a package with a best score: one group of all its cases.
pub struct ScorePoints {
    is_wanted: bool,
    /// The group; `None` without a best score, or if points are not wanted.
    group: Option<CaseGroup>,
    /// The number of cases that each submission has passed so far.
    passed: HashMap<Arc<str>, usize>,
}

impl ScorePoints {
    /// Creates the points, which take the place of scores if they are wanted.
    pub fn new(is_wanted: bool) -> ScorePoints {
        ScorePoints { is_wanted, group: None, passed: HashMap::new() }
    }

    /// Returns an event of a run with points in place of scores. Events are given in their order,
    /// from the first one on.
    pub fn convert<'a>(&mut self, event: &'a Event) -> Cow<'a, Event> {
        if let Event::Started(started) = event {
            self.group = group_of_all(started).filter(|_| self.is_wanted);
        }
        let Some(group) = &self.group else { return Cow::Borrowed(event) };
        match event {
            Event::Started(started) => {
                let groups = vec![group.clone()];
                let started = started.clone();
                Cow::Owned(Event::Started(Started { groups, full_score: None, ..started }))
            }
            Event::Judged(JudgedCase { contestant, verdict, .. }) => {
                let is_passed = *verdict == Verdict::Accepted;
                *self.passed.entry(Arc::clone(contestant)).or_default() += usize::from(is_passed);
                Cow::Borrowed(event)
            }
            Event::Submission(end) => match end.scores.score() {
                Some(score) => Cow::Owned(Event::Submission(self.with_points(group, end, score))),
                None => Cow::Borrowed(event),
            },
            _ => Cow::Borrowed(event),
        }
    }

    fn with_points(
        &self,
        CaseGroup { title, most_points, cases, .. }: &CaseGroup,
        end: &SubmissionResult,
        score: f64,
    ) -> SubmissionResult {
        let earned = Earned {
            title: Arc::clone(title),
            points: points(score).min(*most_points),
            most_points: *most_points,
            passed: self.passed.get(&end.contestant).copied().unwrap_or_default(),
            cases: cases.len(),
        };
        let mut end = SubmissionResult { scores: Scores::Points(vec![earned]), ..end.clone() };
        end.apply_lateness();
        end
    }
}

/// Returns the group of all cases of a run, which is worth the best score, if there is one.
fn group_of_all(started: &Started) -> Option<CaseGroup> {
    Some(CaseGroup {
        title: started.problem.as_str().into(),
        most_points: most_points(started.full_score?)?,
        rule: PointRule::Each,
        cases: started.cases.clone(),
    })
}

/// Returns a best score as points, if it is positive.
pub fn most_points(full_score: f64) -> Option<Points> {
    (full_score > 0.0).then(|| points(full_score))
}

/// Returns a score as points, rounded down; a negative one is none.
fn points(score: f64) -> Points {
    Points::of_hundredths((score * 100.0 + ROUNDING) as u64)
}

/// A report that gets points in place of scores.
pub(super) struct WithPoints<R> {
    report: R,
    points: ScorePoints,
}

impl<R> WithPoints<R> {
    pub(super) fn new(report: R) -> WithPoints<R> {
        WithPoints { report, points: ScorePoints::new(true) }
    }
}

impl<R: PartialReport> PartialReport for WithPoints<R> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        self.report.event(&self.points.convert(event))
    }
}
