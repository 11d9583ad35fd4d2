//! Scores submissions: points by the `[[groups]]` of a `problem.toml`, or a score by the groups of
//! a package.
//!
//! Both implement one trait, [`ScoringScheme`]: whether a case still counts, whether its outcome is
//! allowed, and the final score. Judging, events and reports use points and scores only through it.

use serde::{Deserialize, Serialize};

use crate::points::{CaseGroup, Earned, PointScheme, Points};
use referee_base::fault::Fault;
use referee_package::{CaseGrade, Grades, TestGroup, Verdict};

/// Computes the score of a submission from the outcomes of its cases. Cases are given by position,
/// outcomes by case: `None` for cases that were not judged.
pub trait ScoringScheme: Sync {
    /// Returns the groups of cases that are worth points, in the order of reports.
    fn groups(&self) -> &[CaseGroup] {
        &[]
    }

    /// Returns whether cases must be run in order of their names, since whether a case counts
    /// depends on earlier ones.
    fn is_sequential(&self) -> bool;

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

impl ScoringScheme for PointScheme {
    fn groups(&self) -> &[CaseGroup] {
        &self.groups
    }

    fn is_sequential(&self) -> bool {
        false
    }

    fn matters(&self, case: usize, outcomes: &[Option<CaseGrade>]) -> bool {
        let has_failed =
            |at: &usize| outcomes[*at].is_some_and(|outcome| outcome.verdict != Verdict::Accepted);
        self.matters(case, &(0..outcomes.len()).filter(has_failed).collect::<Vec<_>>())
    }

    fn unfit(&self, case: usize, outcome: CaseGrade) -> Option<String> {
        let score = outcome.score.filter(|_| outcome.verdict == Verdict::Accepted)?;
        self.unfit(case, score)
    }

    fn grade(&self, outcomes: &[Option<CaseGrade>]) -> Result<Scores, Fault> {
        Ok(Scores::Points(self.earned(outcomes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_tell_points_or_a_score() {
        let earned = Earned {
            title: "all".into(),
            points: Points::of_hundredths(250),
            most_points: Points::of_hundredths(500),
            passed: 1,
            cases: 2,
        };
        let group = |name: &'static str, score| TestGroup {
            name: name.into(),
            verdict: Some(Verdict::Accepted),
            score,
        };
        let package = Grades { whole: group("", 1.5), groups: vec![group("secret", 1.5)] };
        for (scores, json) in [
            (Scores::None, "{}"),
            (
                Scores::Points(vec![earned]),
                r#"{"points":2.5,"groups":[{"title":"all","points":2.5,"most_points":5,"passed":1,"cases":2}]}"#,
            ),
            (
                Scores::Package(package),
                r#"{"score":1.5,"test_groups":[{"name":"secret","verdict":"AC","score":1.5}]}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&scores).unwrap(), json);
            let read: Scores = serde_json::from_str(json).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), json);
        }
    }
}
