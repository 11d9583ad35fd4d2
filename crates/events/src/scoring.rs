//! Scores submissions: points by the `[[groups]]` of a `problem.toml`, or a score by the groups of
//! a package.
//!
//! Both implement one trait, [`ScoringScheme`]: whether a case still counts, whether its outcome is
//! allowed, and the final score. Judging, events and reports use points and scores only through it.

use std::collections::HashMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::points::{CaseGroup, Earned, PointRule, Points};
use referee_base::fault::Fault;
use referee_package::{CaseGrade, Grades, Score, TestGroup, Verdict};

/// Computes the score of a submission from the outcomes of its cases. Cases are given by position,
/// outcomes by case: `None` for cases that were not judged.
pub trait ScoringScheme: Sync {
    /// Returns the groups of cases that are worth points, in the order of reports.
    fn groups(&self) -> &[CaseGroup] {
        &[]
    }

    /// Returns whether a case can still change the result after others were judged.
    fn matters(&self, case: usize, outcomes: &[Option<CaseGrade>]) -> bool;

    /// Returns why an outcome is not allowed, in which case the output validator is at fault;
    /// `None` if it is.
    fn unfit(&self, _case: usize, _outcome: CaseGrade) -> Option<String> {
        None
    }

    /// Returns the best score that a submission can get, if the groups of a package determine
    /// scores and bound them.
    fn full_score(&self) -> Option<f64> {
        None
    }

    /// Grades a submission without judge errors in its cases.
    ///
    /// # Errors
    /// The grader of the problem fails.
    fn grade(&self, outcomes: &[Option<CaseGrade>]) -> Result<Scores, Fault>;
}

/// The points or the score of a submission.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(into = "ScoreFields", from = "ScoreFields")]
pub enum Scores {
    /// There are none, or they are unknown: the submission or one of its cases was not judged.
    #[default]
    None,
    /// The points of each group.
    Points(Vec<Earned>),
    /// The verdicts and scores of the groups of a package.
    Package(Grades),
}

impl Scores {
    /// Returns the sum of the points, if there are any to earn.
    pub fn points(&self) -> Option<Points> {
        match self {
            Scores::Points(groups) => Some(groups.iter().map(|group| group.points).sum()),
            _ => None,
        }
    }

    /// Returns the points of each group.
    pub fn earned(&self) -> &[Earned] {
        match self {
            Scores::Points(groups) => groups,
            _ => &[],
        }
    }

    /// Returns the results of the groups of a package.
    pub fn grades(&self) -> Option<&Grades> {
        match self {
            Scores::Package(grades) => Some(grades),
            _ => None,
        }
    }

    /// Returns the score from the groups of a package.
    pub fn score(&self) -> Option<f64> {
        self.grades().map(|grades| grades.whole.score)
    }
}

/// The points or the score as in events.
#[derive(Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreFields {
    /// The points that it earns, if there are any to earn; absent if it or a case was not judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<Points>,
    /// The points of each group of cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    groups: Vec<Earned>,
    /// The score from the groups of a package, if they give one; absent if it or a case was not
    /// judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// The verdict and the score of each group of a package.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    test_groups: Vec<TestGroup>,
}

impl From<Scores> for ScoreFields {
    fn from(scores: Scores) -> Self {
        let points = scores.points();
        match scores {
            Scores::None => ScoreFields::default(),
            Scores::Points(groups) => ScoreFields { points, groups, ..ScoreFields::default() },
            Scores::Package(Grades { whole, groups: test_groups }) => {
                ScoreFields { score: Some(whole.score), test_groups, ..ScoreFields::default() }
            }
        }
    }
}

impl From<ScoreFields> for Scores {
    /// Restores the scores from an event. Events omit the verdict of all cases together, which is
    /// that of the submission.
    fn from(fields: ScoreFields) -> Self {
        match fields {
            ScoreFields { score: Some(score), test_groups: groups, .. } => {
                let whole = TestGroup { name: "".into(), verdict: None, score };
                Scores::Package(Grades { whole, groups })
            }
            ScoreFields { points: Some(_), groups, .. } => Scores::Points(groups),
            ScoreFields { .. } => Scores::None,
        }
    }
}

/// The assignment of cases to groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointScheme {
    /// The groups, in the order of `problem.toml`.
    pub groups: Vec<CaseGroup>,
    /// The group of each case, by its position; `None` for cases without points.
    pub group_of: Vec<Option<usize>>,
}

impl PointScheme {
    /// Creates the scheme of these groups among these cases.
    pub fn of_groups(groups: &[CaseGroup], cases: &[Arc<str>]) -> PointScheme {
        let members = groups.iter().enumerate();
        let group_of: HashMap<&str, usize> = members
            .flat_map(|(at, group)| group.cases.iter().map(move |case| (&**case, at)))
            .collect();
        let group_of = cases.iter().map(|case| group_of.get(&**case).copied()).collect();
        PointScheme { groups: groups.to_vec(), group_of }
    }
}

impl ScoringScheme for PointScheme {
    fn groups(&self) -> &[CaseGroup] {
        &self.groups
    }

    /// A case of another group than those that failed may pass, while a group that requires all its
    /// cases needs no further runs.
    fn matters(&self, case: usize, outcomes: &[Option<CaseGrade>]) -> bool {
        let failed = |outcome: &CaseGrade| outcome.verdict != Verdict::Accepted;
        let mut failed = outcomes
            .iter()
            .zip(&self.group_of)
            .filter(|(outcome, _)| outcome.is_some_and(|outcome| failed(&outcome)));
        match self.group_of[case] {
            Some(group) if self.groups[group].rule == PointRule::Each => true,
            Some(group) => !failed.any(|(_, of)| *of == Some(group)),
            None => failed.next().is_none(),
        }
    }

    fn unfit(&self, case: usize, outcome: CaseGrade) -> Option<String> {
        let group = &self.groups[self.group_of[case]?];
        match outcome {
            CaseGrade { verdict: Verdict::Accepted, score: Some(Score::Points(points)) } => {
                group.unfit(points)
            }
            _ => None,
        }
    }

    fn grade(&self, outcomes: &[Option<CaseGrade>]) -> Result<Scores, Fault> {
        let mut scores = vec![Vec::new(); self.groups.len()];
        for (group, outcome) in self.group_of.iter().zip(outcomes) {
            if let (Some(group), Some(CaseGrade { verdict: Verdict::Accepted, score })) =
                (*group, *outcome)
            {
                scores[group].push(score);
            }
        }
        let earned = self.groups.iter().zip(scores).map(|(group, scores)| group.earned(&scores));
        Ok(Scores::Points(earned.collect()))
    }
}

#[cfg(test)]
mod tests;
