//! The results of an exercise for a whole class, collected from the events of its run.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::decisions::WithoutHandIn;
use referee_events::points::Points;
use referee_events::{Event, NotJudged, Platform, Reason, Started, SubmissionResult, Verdict};
use referee_intake::hand_in::attempts::Attempts;

/// The results of a class.
#[derive(Debug, Clone, Default)]
pub struct ExerciseResults {
    /// The name of the exercise.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Which attempt of a student counts.
    pub attempts: Attempts,
    /// The points that those of the problem are scaled to, if the worksheet defines them.
    pub maximum: Option<Points>,
    /// The description of the run, once it has started.
    pub started: Option<Started>,
    /// The results, in the order of the run.
    pub submissions: Vec<SubmissionResult>,
    /// The decisions about students who did not hand in.
    pub without: Vec<WithoutHandIn>,
    /// The faults that do not belong to a single submission.
    pub faults: Vec<String>,
    /// The submissions whose grades and feedback are withheld.
    pub withheld: Vec<Arc<str>>,
    /// The comments on equal failures, with their recipients.
    pub comments: Vec<SentComment>,
    /// The changes since the last published run.
    pub changes: Vec<PublishedChange>,
}

/// A comment on equal failures, with its recipients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentComment {
    /// The comment.
    pub comment: String,
    /// The case that it is shown at.
    pub case: Arc<str>,
    /// The submissions whose students see it, in the order of the run.
    pub submissions: Vec<Arc<str>>,
}

/// A result that differs from the one in the published run.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedChange {
    /// The submission, or the student who has none.
    pub submission: Arc<str>,
    /// The id of its student on the platform; empty if unknown.
    pub id: Arc<str>,
    /// The published result; `None` if the submission is new.
    pub before: Option<SubmissionOutcome>,
    /// The current result; `None` if the submission is gone.
    pub now: Option<SubmissionOutcome>,
    /// The reasons; at least one.
    pub why: Vec<ChangeReason>,
}

/// The result of a submission.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SubmissionOutcome {
    /// The verdict; `None` if it was not judged.
    pub verdict: Option<Verdict>,
    /// Its grade: the points that count, scaled to the maximum of the exercise.
    pub points: Option<Points>,
    /// Whether it is excused.
    pub is_excused: bool,
}

/// The reason why a result has changed.
#[derive(Debug, Clone, PartialEq)]
pub enum ChangeReason {
    /// The submission is new, or is gone.
    Presence,
    /// Different files were handed in.
    HandedInAnew,
    /// Another attempt of the student counts.
    Attempt,
    /// A decision was made, changed or removed.
    Decided,
    /// A case was judged differently.
    Case {
        /// The case.
        case: Arc<str>,
        /// The reason of its verdict in the published run.
        before: Reason,
        /// The reason of its current verdict.
        now: Reason,
    },
    /// It was judged on other cases, or with other compilers.
    Setting,
    /// Only the points for the same verdicts, the maximum or the penalty are different.
    Worth,
}

/// The reason why a person should look at a submission.
#[derive(Debug, Clone, PartialEq)]
pub enum Concern {
    /// The submission is not a program, for this reason.
    NoProgram(String),
    /// It, or one of its cases, was not judged, for this reason, which is not the student's fault.
    JudgeError(String),
    /// The verdict differed between runs on this number of cases.
    Unsteady(usize),
    /// All runs ended in the same way: the environment may be the cause.
    SameFailure(String),
}

/// Returns the rank of an attempt among those of a student: the one with the greatest rank counts.
/// The names of attempts are in the order of their numbers.
pub fn attempt_rank<P>(best_counts: bool, points: Option<P>, name: &str) -> (Option<P>, &str) {
    (points.filter(|_| best_counts), name)
}

/// Returns the points for a verdict if cases are worth none: one if the submission is accepted,
/// less the penalty for lateness.
pub fn verdict_points(verdict: Option<Verdict>, late_percent: f64) -> Option<Points> {
    let earned = Points::of_hundredths(if verdict? == Verdict::Accepted { 100 } else { 0 });
    Some(earned.less_percent(late_percent))
}

impl ExerciseResults {
    /// Records the next event.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Started(started) => self.started = Some(started.clone()),
            Event::Submission(end) => self.submissions.push(end.clone()),
            Event::Fault { message } => self.faults.push(message.clone()),
            Event::Judged(_) | Event::Extra { .. } | Event::Block(_) | Event::Finished(_) => {}
        }
    }

    /// Returns the maximum number of points; one if cases are worth no points.
    pub fn most(&self) -> Points {
        let groups = self.started.iter().flat_map(|started| &started.groups);
        let most: Points = groups.map(|group| group.most_points).sum();
        if most.is_none() { Points::of_hundredths(100) } else { most }
    }

    /// Returns the points of a submission that count. If cases are worth no points, an accepted
    /// submission earns one point, less the deduction for lateness.
    pub fn points(&self, end: &SubmissionResult) -> Option<Points> {
        let has_groups = self.started.as_ref().is_some_and(|started| !started.groups.is_empty());
        if has_groups || end.is_settled() {
            return end.grade();
        }
        verdict_points(end.verdict, end.lateness.as_ref().map_or(0.0, |late| late.percent))
    }

    /// Returns the submission that counts for each student, by name.
    pub fn counted(&self) -> Vec<&SubmissionResult> {
        // A run begins with the submissions that are no programs.
        let mut all: Vec<&SubmissionResult> = self.submissions.iter().collect();
        all.sort_by(|one, other| one.contestant.cmp(&other.contestant));
        let best_counts = self.attempts == Attempts::Best;
        let rank = |end| attempt_rank(best_counts, self.points(end), &end.contestant);
        let mut counted: Vec<&SubmissionResult> = Vec::new();
        let mut places = BTreeMap::new();
        for end in all {
            let next = counted.len();
            let place = end.student.as_ref().map_or(next, |one| *places.entry(one).or_insert(next));
            match counted.get_mut(place) {
                None => counted.push(end),
                Some(last) if rank(end) > rank(last) => *last = end,
                Some(_) => {}
            }
        }
        counted
    }

    /// Returns whether the platform numbers students anew for each exercise.
    pub fn are_numbered_anew(&self) -> bool {
        let mut students = self.submissions.iter().filter_map(|end| end.student.as_ref());
        students.any(|student| student.platform == Platform::Moodle)
    }

    /// Returns the submissions that were neither judged nor decided about. One that fails a case
    /// has a verdict, but no points if another case could not be judged.
    pub fn not_judged(&self) -> impl Iterator<Item = &SubmissionResult> {
        self.submissions.iter().filter(move |end| self.points(end).is_none() && !end.is_settled())
    }

    /// Returns whether everything was judged, except what was decided.
    pub fn is_complete(&self) -> bool {
        self.faults.is_empty() && self.not_judged().next().is_none()
    }

    /// Returns the submissions that a person should look at, with the reasons.
    pub fn concerns(&self) -> Vec<(&SubmissionResult, Concern)> {
        let all = self.submissions.iter().filter(|end| !end.is_settled());
        all.filter_map(|end| Some((end, self.concern(end)?))).collect()
    }

    fn concern(&self, end: &SubmissionResult) -> Option<Concern> {
        let judge_error = |why: &str| Some(Concern::JudgeError(why.into()));
        match (&end.verdict, &end.not_judged) {
            (None, Some(NotJudged::NotAProgram { public })) => {
                Some(Concern::NoProgram(public.clone()))
            }
            (None, Some(NotJudged::NotInstalled { program, .. })) => {
                judge_error(&format!("{program} is not installed"))
            }
            (None, _) => judge_error(&end.message),
            (Some(_), _) if self.points(end).is_none() => {
                judge_error("a case ended in a judge error, so the points are unknown")
            }
            (Some(_), _) if !end.unsteady.is_empty() => Some(Concern::Unsteady(end.unsteady.len())),
            (Some(_), _) => end.same_failure.clone().map(Concern::SameFailure),
        }
    }
}
