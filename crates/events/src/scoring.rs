//! Scores submissions: points by the `[[groups]]` of a `problem.toml`, or a score by the groups of a package.
//!
//! Both implement one trait, [`ScoringScheme`]: whether a case still counts, whether its outcome is allowed, and what is earned in all.
//! Judging, events and reports know nothing else of points and scores.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::points::{CaseGroup, Earned, PointScheme, Points};
use referee_base::fault::Fault;
use referee_package::{CaseGrade, Grades, TestGroup, Verdict};

/// Computes what a submission earns from the outcomes of its cases. Cases are given by position, outcomes by case: none for cases that were
/// not judged.
pub trait ScoringScheme: Sync {
    /// Returns the groups of cases that are worth points, in the order of reports.
    fn groups(&self) -> &[CaseGroup] {
        &[]
    }

    /// Returns whether cases must be run in order of their names, since whether a case counts depends on earlier ones.
    fn is_sequential(&self) -> bool;

    /// Returns whether a case can still change the result, after others have been judged.
    fn matters(&self, case: usize, outcomes: &[Option<CaseGrade>]) -> bool;

    /// Returns why an outcome is not allowed, if it is not: then the output validator is at fault.
    fn unfit(&self, _case: usize, _outcome: CaseGrade) -> Option<String> {
        None
    }

    /// Returns the best score that a submission can get, if scores are made by the groups of a package and have a bound.
    fn full_score(&self) -> Option<f64> {
        None
    }

    /// Grades a submission of which no case ended in a judge error.
    ///
    /// # Errors
    /// The grader of the problem fails.
    fn grade(&self, outcomes: &[Option<CaseGrade>]) -> Result<Scores, Fault>;
}

/// What a submission earns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(into = "ScoreFields", from = "ScoreFields")]
pub enum Scores {
    /// There is nothing to earn, or it is not known what: the submission or a case of it was not judged.
    #[default]
    None,
    /// The points of each group.
    Points(Vec<Earned>),
    /// Verdicts and scores by the groups of a package.
    Package(Grades),
}

impl Scores {
    /// Returns the sum of the points, where points are earned.
    pub fn points(&self) -> Option<Points> {
        match self {
            Scores::Points(groups) => Some(groups.iter().map(|group| group.points).sum()),
            _ => None,
        }
    }

    /// Returns what each group with points earns.
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

    /// Returns the score by the groups of a package.
    pub fn score(&self) -> Option<f64> {
        self.grades().map(|grades| grades.whole.score)
    }
}

/// The same as events have it.
#[derive(Debug, Default, JsonSchema, Serialize, Deserialize)]
pub struct ScoreFields {
    /// The points that it earns, where there are any to earn; none where it was not judged, or a case was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    points: Option<Points>,
    /// The same for each group of cases.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    groups: Vec<Earned>,
    /// The score by the groups of a package, where they make one; none where it was not judged, or a case was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// Verdict and score of each group of a package.
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
    /// Takes what events tell. They leave out the verdict of all cases together, which is that of the submission.
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
