//! What came of an exercise for a whole class, collected from the events of its run.

use std::collections::{BTreeMap, HashSet};
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
    /// What it is called.
    pub title: String,
    /// Which attempt of a student counts.
    pub attempts: Attempts,
    /// The points to which those of the problem are scaled, where the worksheet says it.
    pub maximum: Option<Points>,
    /// What the run was about, once it has begun.
    pub started: Option<Started>,
    /// The results, in the order of the run.
    pub submissions: Vec<SubmissionResult>,
    /// The submissions that are folders: a dot in such a name begins no extension.
    pub folders: HashSet<Arc<str>>,
    /// What was decided about students who have handed in nothing.
    pub without: Vec<WithoutHandIn>,
    /// What went wrong that is no single submission's.
    pub faults: Vec<String>,
    /// The submissions whose grades and feedback were not written out.
    pub withheld: Vec<Arc<str>>,
    /// To whom comments on equal failures go.
    pub comments: Vec<SentComment>,
    /// The changes since the run that was published last.
    pub changes: Vec<ResultChange>,
}

/// To whom a comment on equal failures goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentComment {
    /// The comment.
    pub comment: String,
    /// The case at which it is read.
    pub case: Arc<str>,
    /// Who reads it, in the order of the run.
    pub submissions: Vec<Arc<str>>,
}

/// A result that is another one than in the run that was published.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultChange {
    /// The submission.
    pub submission: Arc<str>,
    /// What its student is known by on the platform; empty where that is not known.
    pub id: Arc<str>,
    /// What it got then; none if it was not there.
    pub before: Option<Outcome>,
    /// What it gets now; none if it is not there any more.
    pub now: Option<Outcome>,
    /// The reasons, of which there is at least one.
    pub why: Vec<Why>,
}

/// What a submission got.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// The verdict; none if it was not judged.
    pub verdict: Option<Verdict>,
    /// The points that count, where there are any.
    pub points: Option<f64>,
    /// Whether it is excused.
    pub is_excused: bool,
}

/// Why a result has changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Why {
    /// It was not there before, or it is not there any more.
    Presence,
    /// Other files were handed in.
    HandedInAnew,
    /// Something was decided, or is not decided any more.
    Decided,
    /// A case was judged otherwise.
    Case {
        /// The case.
        case: Arc<str>,
        /// The reason of its verdict then.
        before: Reason,
        /// The reason of its verdict now.
        now: Reason,
    },
    /// Only what the same verdicts are worth is another.
    Worth,
}

/// Why somebody should look at a submission.
#[derive(Debug, Clone, PartialEq)]
pub enum Concern {
    /// What was handed in is no program, for this reason.
    NoProgram(String),
    /// Nothing was judged, for this reason, which is not the student's.
    JudgeError(String),
    /// On so many cases the verdict differed between runs.
    Unsteady(usize),
    /// All runs ended in the same way: the environment may be the cause.
    SameFailure(String),
}

impl ExerciseResults {
    /// Takes the next event.
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Started(started) => self.started = Some(started.clone()),
            Event::Submission(end) => self.submissions.push(end.clone()),
            Event::Fault { message } => self.faults.push(message.clone()),
            Event::Judged(_) | Event::Extra { .. } | Event::Block(_) | Event::Finished(_) => {}
        }
    }

    /// Returns the most points that can be earned; one where cases are worth none.
    pub fn most(&self) -> Points {
        let groups = self.started.iter().flat_map(|started| &started.groups);
        let most: Points = groups.map(|group| group.most_points).sum();
        if most.is_none() { Points::of_hundredths(100) } else { most }
    }

    /// Returns the points of a submission that count. Where cases are worth none, an accepted submission earns one point, less what it
    /// loses for being late.
    pub fn points(&self, end: &SubmissionResult) -> Option<Points> {
        let has_groups = self.started.as_ref().is_some_and(|started| !started.groups.is_empty());
        if has_groups || end.is_settled() {
            return end.grade();
        }
        let earned = Points::of_hundredths(if end.verdict? == Verdict::Accepted { 100 } else { 0 });
        let late = end.lateness.as_ref();
        Some(late.map_or(earned, |lateness| earned.less_percent(lateness.percent)))
    }

    /// Returns the submission of each student that counts, by name.
    pub fn counted(&self) -> Vec<&SubmissionResult> {
        // The names of attempts are in their order; a run begins with what is no program.
        let mut all: Vec<&SubmissionResult> = self.submissions.iter().collect();
        all.sort_by(|one, other| one.contestant.cmp(&other.contestant));
        let mut counted: Vec<&SubmissionResult> = Vec::new();
        let mut places = BTreeMap::new();
        for end in all {
            let next = counted.len();
            let place = end.student.as_ref().map_or(next, |one| *places.entry(one).or_insert(next));
            match counted.get_mut(place) {
                None => counted.push(end),
                Some(last) => {
                    let is_worse = self.points(end) < self.points(last);
                    if !(self.attempts == Attempts::Best && is_worse) {
                        *last = end;
                    }
                }
            }
        }
        counted
    }

    /// Returns whether the platform numbers students anew for each exercise.
    pub fn are_numbered_anew(&self) -> bool {
        let students = self.submissions.iter().filter_map(|end| end.student.as_ref());
        students.into_iter().any(|student| student.platform == Platform::Moodle)
    }

    /// Returns the submissions that were not judged, and about which nothing was decided instead.
    pub fn not_judged(&self) -> impl Iterator<Item = &SubmissionResult> {
        self.submissions.iter().filter(|end| end.verdict.is_none() && !end.is_settled())
    }

    /// Returns whether everything could be judged that nobody has decided about.
    pub fn is_complete(&self) -> bool {
        self.faults.is_empty() && self.not_judged().next().is_none()
    }

    /// Returns the submissions that somebody should look at, with the reason.
    pub fn concerns(&self) -> Vec<(&SubmissionResult, Concern)> {
        let all = self.submissions.iter().filter(|end| !end.is_settled());
        all.filter_map(|end| Some((end, concern(end)?))).collect()
    }
}

fn concern(end: &SubmissionResult) -> Option<Concern> {
    match (&end.verdict, &end.not_judged) {
        (None, Some(NotJudged::NotAProgram { public })) => Some(Concern::NoProgram(public.clone())),
        (None, Some(NotJudged::NotInstalled { program, .. })) => {
            Some(Concern::JudgeError(format!("{program} is not installed")))
        }
        (None, _) if end.message.is_empty() => Some(Concern::JudgeError("judge error".into())),
        (None, _) => Some(Concern::JudgeError(end.message.clone())),
        (Some(_), _) if !end.unsteady.is_empty() => Some(Concern::Unsteady(end.unsteady.len())),
        (Some(_), _) => end.same_failure.clone().map(Concern::SameFailure),
    }
}
