//! Turns the scores of a package into points, which is what a course computes with.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use crate::RunSpec;
use crate::judge_task::JudgeTask;
use referee_events::points::{CaseGroup, Earned, PointRule, Points};
use referee_events::scoring::Scores;
use referee_events::{Event, JudgedCase, Started, SubmissionResult};
use referee_package::Verdict;

/// The tolerance for a score that is a sum of shares, in hundredths of a point.
const ROUNDING: f64 = 1e-6;

/// The points of a package with a best score: one group of all its cases.
pub(crate) struct ScorePoints {
    /// The group; `None` if scores are not to be turned into points.
    group: Option<CaseGroup>,
    /// The number of cases that each submission has passed so far.
    passed: HashMap<Arc<str>, usize>,
}

impl ScorePoints {
    /// Creates the points for a run, which has some if it grades an exercise of a course.
    pub(crate) fn new(spec: &RunSpec, task: &JudgeTask) -> ScorePoints {
        let full_score = task.full_score().filter(|_| spec.grading.exercise.is_some());
        let group = full_score.filter(|full| *full > 0.0).map(|full| CaseGroup {
            title: task.name().into(),
            most_points: points(full),
            rule: PointRule::Each,
            cases: task.cases.iter().map(|case| Arc::clone(&case.name)).collect(),
        });
        ScorePoints { group, passed: HashMap::new() }
    }

    /// Returns the maximum number of points, of scores or else of the problem, if there are any.
    pub(crate) fn most(&self, task: &JudgeTask) -> Option<Points> {
        self.group.as_ref().map(|group| group.most_points).or(task.most_points())
    }

    /// Returns an event with points in place of scores.
    pub(crate) fn convert<'a>(&mut self, event: &'a Event) -> Cow<'a, Event> {
        let Some(group) = &self.group else { return Cow::Borrowed(event) };
        match event {
            Event::Started(started) => {
                let groups = vec![group.clone()];
                Cow::Owned(Event::Started(Started { groups, ..started.clone() }))
            }
            Event::Judged(JudgedCase { contestant, reason, .. }) => {
                let is_passed = reason.verdict() == Verdict::Accepted;
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

/// Returns a score as points, rounded down; a negative one is none.
fn points(score: f64) -> Points {
    Points::of_hundredths((score * 100.0 + ROUNDING) as u64)
}
